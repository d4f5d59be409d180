package DTPools::Faults::Likely;

use strict;
use warnings;
use Digest::MD5 qw(md5);

use DTPools::Faults;

=head1 NAME

DTPools::Faults::Likely - which tests are likely to catch a fault

=head1 FUNCTIONS

=head2 programs($fault)

The programs (F<folder/program>) that are about a fault (L<DTPools::Faults>): those of its level, but for that of types
of gigabytes where the fault is about no such shapes; or those of its procedures.

=head2 all_programs()

Those of all levels.

=head2 lines()

The lines of these programs, in the order in which to try them with a fault that is not composed; first come the tests
that have no signature.

=head2 tests($fault, $seed, @tests)

Those of its programs, in the order in which to try them, one by one. For a composed fault: first where there are as
many processes and bytes as it asks for, and of these the ones that cost little and have many cases, in the order of the
programs. For another one: line by line, the programs by chance; first the lines of thousands of elements if it is about
sizes.

=cut

# The programs that are about the faults of a level, and their lines, in the order in which they are tried. Sources of
# which no program is here are those of collective operations, which have the name of their faults' procedures, and
# @OTHERS (tests/shapes.t).
my %PROGRAMS = (
    constructor => [qw(pt2pt/sendrecv1 pt2pt/sendself rma/putfence1 datatype/typeinfo datatype/pieces datatype/whole
                       datatype/large datatype/far datatype/lookalikes datatype/twins)],
    movement    => [qw(pt2pt/sendself pt2pt/sendrecv1 pt2pt/sendrecv1_totals coll/bcast coll/bcast_totals
                       datatype/far rma/putfence1 rma/getfence1 datatype/pieces datatype/whole pt2pt/interleaved
                       pt2pt/halves pt2pt/modes)],
    status      => [qw(pt2pt/sendself pt2pt/sendrecv1 datatype/typeinfo datatype/typeinfo_types datatype/elements
                       datatype/counts datatype/empty datatype/parametrised datatype/handles pt2pt/cancel)],
    lifetime    => [qw(pt2pt/sendself datatype/manytypes datatype/lifetime datatype/reused datatype/threads
                       datatype/typeinfo datatype/leaks coll/bcast)],
    collective  => [qw(coll/gather coll/gatherv coll/scatter coll/allgather coll/alltoall coll/reduce coll/allreduce
                       coll/halo coll/far)],
    pack        => [qw(datatype/whole datatype/pieces datatype/external datatype/packsize datatype/reused
                       datatype/absolute datatype/positions)],
    accumulate  => [qw(rma/accfence1 rma/accpscw1 rma/lock_dt)],
    file        => [qw(io/views io/access io/unlike io/sparse io/buffers io/representation io/short io/view io/middle
                       io/middle_interleaved io/several io/at_once io/size io/far io/tiled io/interleaved
                       io/halves io/halo io/handles io/onwards)],
    message     => [qw(pt2pt/sendself pt2pt/modes pt2pt/partial pt2pt/sendrecv pt2pt/truncate pt2pt/truncate_beside
                       pt2pt/empty pt2pt/cancel pt2pt/partitioned pt2pt/partitioned_idle pt2pt/pingping
                       pt2pt/synchronous pt2pt/nobody pt2pt/inactive pt2pt/beside pt2pt/many pt2pt/often pt2pt/starts
                       pt2pt/anyone pt2pt/matched pt2pt/error_field pt2pt/freed pt2pt/order pt2pt/buffered
                       pt2pt/one_buffer pt2pt/modes_totals pt2pt/generalized datatype/lifetime)],
    access      => [qw(rma/forms rma/forms_far rma/forms_operators rma/forms_self rma/windows rma/targets
                       rma/lock_dt_flushlocal rma/lock_contention_dt rma/lock_contention_far rma/single
                       rma/single_types rma/atomic rma/nothing
                       rma/absolute rma/far rma/far_very rma/beside rma/sequence rma/overlaps rma/shared rma/uneven
                       rma/interleaved rma/many rma/attributes rma/counter rma/putfence1 rma/getfence1 rma/accfence1
                       datatype/lifetime)],
    attribute   => [qw(attr/callbacks attr/manykeys attr/fkeyvaltype datatype/contents datatype/typeinfo)],
);

# What others of the table do too, and one that takes gigabytes.
our @OTHERS = qw(attr/fkeyvaltypex.cxx datatype/packsizex.cxx rma/epochtest.c datatype/huge.c);

my @LINES = qw(MPI_INT__512 MPI_INT__525 MPI_INT__17 PADDED MPI_INT__17_512 MPI_DOUBLE__17 DOUBLES LADDER MPI_INT__720
    MPI_INT__2002 MPI_LONG__17 MPI_BYTE__17 MPI_C_DOUBLE_COMPLEX__17 MPI_LONG_DOUBLE__17 MPI_UNSIGNED__17 MPI_2INT__17
    MPI_DOUBLE_INT__17 MPI_INT__4096 MPI_INT__4125 MPI_INT__4140 MPI_INT__16425 MPI_INT__65530 MPI_INT__786432
    MPI_INT__1048576 RECORDS MANY_RECORDS MANY_PAIRS MPI_BYTE__65530 MPI_SHORT__65530 MPI_SHORT__17 MPI_INT__9001
    MPI_UNSIGNED_SHORT__30 MPI_DOUBLE__70000 MPI_INT__33 PARTICLE MPI_LONG__512);

# Types of gigabytes, of which the moves that a fault tampers with may take long.
my $FAR    = 'datatype/far';
my $IS_FAR = qr/^(?:far|first-away)\z/;

my $MANY  = qr/__\d{4,}\z/;

# Those of composed faults.
my @LINES_OF_COMPOSED = qw(MPI_INT__17 MPI_INT__512 MPI_INT__525 PADDED PARTICLE MPI_INT__1 MPI_DOUBLE__17 LADDER
    MPI_INT__33 MPI_INT__720 MPI_DOUBLE__512 MPI_DOUBLE__525 MPI_INT__4096 MPI_INT__4125 MPI_INT__4140 MPI_INT__65530);

# The numbers of processes that conditions ask for; the largest element.
my %PROCS   = (eight => [8 .. 16], five => [5 .. 16], odd => [3, 5, 7, 10], third => [3 .. 16],
    'unlike-groups' => [3, 5, 7]);
my $ELEMENT = 8;

my $REDUCTION = qr/^MPI_(?:Reduce(?:_scatter(?:_block)?)?|Scan)\z/;

sub programs {
    my ($fault) = @_;
    my $programs = $PROGRAMS{ $fault->{level} };
    return grep { $_ ne $FAR || grep { /$IS_FAR/ } @{ $fault->{shapes} } } @$programs if $programs;
    return map { _programs_of_row($_) } @{ $fault->{rows} };
}

sub all_programs {
    return map { @$_ } values %PROGRAMS;
}

sub _programs_of_row {
    my ($row) = @_;
    my $family = $row =~ /^MPI_File_/ ? 'file' : DTPools::Faults::family($row);
    return @{ $PROGRAMS{$family} } if length $family;
    my $program = 'coll/' . lc $row =~ s/^MPI_//r;
    my $of_all_types = "${program}_types";    # if there is one
    return ($program, $of_all_types, $row =~ $REDUCTION ? 'coll/reductions' : 'coll/far');
}

sub lines {
    return ('', map { "__$_" } @LINES);
}

sub tests {
    my ($fault, $seed, @tests) = @_;
    return $fault->{rows} ? _tests_of_composed($fault, @tests) : _line_by_line($fault, $seed, @tests);
}

sub _line_by_line {
    my ($fault, $seed, @tests) = @_;
    my %place = map { $_ => md5("$seed $fault->{name} $_") } programs($fault);
    my @programs = sort { $place{$a} cmp $place{$b} } keys %place;
    my %test = map { $_->{id} => $_ } @tests;
    return map { my $line = $_; map { $test{"$_$line"} // () } @programs } _lines_for($fault);
}

# Those of many elements come first if sizes are what matters.
sub _lines_for {
    my ($fault) = @_;
    return lines() unless grep { $_ eq 'totals' } @{ $fault->{shapes} };
    return ((grep { $_ =~ $MANY } lines()), grep { $_ !~ $MANY } lines());
}

sub _tests_of_composed {
    my ($fault, @tests) = @_;
    my @programs = programs($fault);
    my %place    = map { $programs[$_] => $_ } 0 .. $#programs;
    my @of       = grep { defined $place{ _program($_) } } @tests;
    my %rank     = map { $_->{id} => _rank($fault, $_) } @of;
    return sort {
        $rank{ $a->{id} } <=> $rank{ $b->{id} } || $a->{procs} <=> $b->{procs}
            || $place{ _program($a) } <=> $place{ _program($b) }
    } @of;
}

# A test that has no signature is its program.
sub _program {
    my ($test) = @_;
    return $test->{family} // $test->{id};
}

sub _rank {
    my ($fault, $test) = @_;
    my ($line) = grep { $test->{id} =~ /__\Q$LINES_OF_COMPOSED[$_]\E\z/ } 0 .. $#LINES_OF_COMPOSED;
    return ($line // scalar @LINES_OF_COMPOSED) + (_has_room($fault, $test) ? 0 : 2 * @LINES_OF_COMPOSED);
}

sub _has_room {
    my ($fault, $test) = @_;
    for my $procs (map { $PROCS{$_} // () } keys %{ $fault->{when} }) {
        return 0 unless grep { $_ == $test->{procs} } @$procs;
    }
    my ($count) = $test->{id} =~ /__(\d+)\z/;
    my $bytes = ($count // 1) * $ELEMENT;
    return $bytes * $test->{procs} >= $fault->{least} && ($fault->{most} == 0 || $bytes <= $fault->{most});
}

1;
