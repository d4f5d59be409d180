#!/usr/bin/env perl

# doc/shapes.md names layouts and faults that there are, and every fault in the rows that it says it stands for. Every
# program is one that faults are tried with, and doc/programs.md says what it does.

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::RealBin/../tools/lib", "$FindBin::RealBin/lib";
use Test::More;

use DTPools::Faults::Caught;
use DTPools::Faults::Likely;
use DTPools::Faults;
use Scratch qw(read_file);
use Shipped;

my $TOP = abs_path("$FindBin::RealBin/..");

sub text_of {
    my ($file) = @_;
    open my $in, '<', "$TOP/$file" or die "cannot read $file: $!\n";
    local $/ = undef;
    return <$in>;
}

my %is_layout = map { $_ => 1 }
    text_of('dtpools/src/extended.def') =~ /^DTPI_(?:EXTENDED|OVERLAPPING|OF_STRUCT)\((\w+)/mg;
my @faults    = DTPools::Faults::read_table("$TOP/tests/faulty");
my %listed;    # shape => { fault => 1 }
for my $line (split /\n/, text_of('doc/shapes.md')) {
    my ($shape, $layouts, $names) = $line =~ /^\| ([\w-]+) \|[^|]*\| ([^|]*?) \| ([^|]*?) \|$/ or next;
    next if $shape eq 'key';
    $listed{$shape} = { map { $_ => 1 } $names eq 'none yet' ? () : split ' ', $names };
    next if $layouts =~ /^(?:any|none)\b/;
    my @unknown = grep { !$is_layout{$_} } split ' ', $layouts;
    is("@unknown", '', "the layouts of $shape exist");
}
cmp_ok(scalar @faults, '>=', 40, 'faults');
my %count;
$count{ $_->{name} }++ for @faults;
is(join(' ', grep { $count{$_} > 1 } sort keys %count), '', 'no name twice');
for my $shape (sort keys %listed) {
    my %says = map { $_->{name} => 1 } grep { grep { $_ eq $shape } @{ $_->{shapes} } } @faults;
    is(join(' ', sort keys %{ $listed{$shape} }), join(' ', sort keys %says), "the faults of $shape");
}
# Composed faults: each is of an operation that has a program, and every effect and condition is listed and used.
my $FAULTY = "$TOP/tests/faulty";
my @composed = grep { $_->{level} eq 'composed' } @faults;
my $programs = join '', map { text_of(s{^\Q$TOP\E/}{}r) }
    glob("'$TOP'/{pt2pt,rma}/*.c '$TOP'/harness/messages/message_forms.c");
my $has_program = sub {
    my ($name) = @_;
    return $name =~ /^MPI_File_/ || $programs =~ /\b$name\b/ || -e "$TOP/coll/" . lc($name =~ s/^MPI_//r) . '.c';
};
my @nowhere = grep { !$has_program->($_) } map { @{ $_->{rows} } } @composed;
is("@nowhere", '', 'each operation of a composed fault has a program');
sub not_made { my ($name) = @_; return !eval { DTPools::Faults::composed($FAULTY, $name) } && $@ }
like(not_made('MPI_Gather:block-lost'), qr/^MPI_Gather:block-lost: no effect 'block-lost'$/, 'no such effect');
like(not_made('MPI_Gather:half-lost:even'), qr/: no condition 'even'$/, 'no such condition');
my $fault = DTPools::Faults::composed($FAULTY, 'MPI_Iallreduce:half-lost:in-place,odd,from-16K,to-1M');
is(join(' ', @$fault{qw(form least most)}, @{ $fault->{rows} }, sort keys %{ $fault->{when} }),
    'nonblocking 16384 1048576 MPI_Allreduce in-place odd', 'the parts of a name');
is($fault->{what}, 'MPI_Iallreduce: the second half of each block is lost, in place, if the ranks are no power of two, '
        . 'of 16K bytes and more, of at most 1M bytes', 'what it is');
my %says = ('MPI_Iallreduce' => 1, 'MPI_Iallreduce_c' => 1, 'MPI_Allreduce' => 0, 'MPI_Iallreduce_init' => 0);
is(join(' ', grep { "$_, communicator world\n 3 of 17 elements wrong" =~ $fault->{says} } sort keys %says),
    'MPI_Iallreduce MPI_Iallreduce_c', 'what a message must say');
my @large = map { my $f = DTPools::Faults::composed($FAULTY, "$_:half-lost"); "$f->{form} @{ $f->{rows} }" }
    qw(MPI_Bcast_c MPI_Gather_init_c MPI_File_read_all_begin_c MPI_File_iread_at_c);
is("@large", 'blocking MPI_Bcast persistent MPI_Gather split MPI_File_read_all nonblocking MPI_File_read_at',
    'with large counts only');
my $any = DTPools::Faults::composed($FAULTY, 'MPI_File_read_at+:offset-less');
is(join(' ', grep { "$_, communicator" =~ $any->{says} } qw(MPI_File_read_at MPI_File_iread_at MPI_File_read_at_all)),
    'MPI_File_read_at MPI_File_iread_at', 'all forms of a procedure');
my @invented = map { $_->{name} } DTPools::Faults::invent($FAULTY, 50, 3);
is("@invented", join(' ', map { $_->{name} } DTPools::Faults::invent($FAULTY, 50, 3)), 'one seed, the same faults');
my @lines = map { { id => "coll/gather__MPI_INT__$_->[0]", family => 'coll/gather', procs => $_->[1] } }
    [17, 4], [512, 3], [4096, 8], [35, 8], [65530, 3];
sub first_lines { return join ' ',
    map { $_->{id} =~ /__(\d+)\z/ } DTPools::Faults::Likely::tests(DTPools::Faults::composed($FAULTY, $_[0]), 1,
    @lines) }
is(first_lines('MPI_Gather:half-lost'), '17 512 4096 65530 35', 'where a fault is tried first');
is(first_lines('MPI_Gather:half-lost:eight,to-2K'), '35 17 512 4096 65530', 'among 8 ranks, of few bytes');
is(first_lines('MPI_Gather:half-lost:odd,from-64K'), '65530 17 512 4096 35', 'among 3 ranks, of many bytes');
# Faults of an operation are not about a shape.
my @astray = map { my $f = $_; map { $listed{$_} || $_ eq 'operation'
    ? ()
    : "$f->{name}: $_" } @{ $f->{shapes} } } @faults;
is("@astray", '', 'every shape that a fault names is in the table');
is(join(' ', map { $_->{name} } grep { !@{ $_->{shapes} } } @faults), '', 'every fault names one');
# Each source has a program among those that faults are tried with.
my %source = Shipped::shipped_programs();
my %tried  = map { $_ => 1 } DTPools::Faults::Likely::all_programs(),
    map { DTPools::Faults::Likely::programs($_) } @composed;
is(join(' ', grep { !$source{$_} } sort { $a cmp $b } DTPools::Faults::Likely::all_programs()), '',
    'the programs that faults are tried with exist');
my %is_fault = map { $_->{name} => 1 } @faults;
my %test_of  = DTPools::Faults::Caught::tests_of("$TOP/tests/faulty/caught.txt");
is(join(' ', grep { !$is_fault{$_} || !$source{ $test_of{$_} =~ s/__.*//r } } sort keys %test_of), '',
    'the faults and the tests of caught.txt exist');
my ($now, $before) = map { tempdir(CLEANUP => 1) . '/caught.txt' } 1, 2;
DTPools::Faults::Caught::note($before, @$_) for ['b/old', 'gap'], ['b/old', 'zero'], ['b/old', 'null'];
DTPools::Faults::Caught::note($now, @$_)    for ['b/new', 'zero'], ['a/new', 'null'], ['a/new', 'after'];
is(DTPools::Faults::Caught::tidy($now, $before), undef, 'what caught faults is put in order');
my %latest = DTPools::Faults::Caught::tests_of($now);
is_deeply(\%latest, { gap => 'b/old', zero => 'b/new', null => 'a/new', after => 'a/new' },
    '... the latest test of each, and those that were not tried again');
is_deeply([map { s/:.*//sr } grep { !/^#/ } split /^/, read_file($now)],
    [qw(a/new b/new b/old)], '... a line for each test');
my %caught = ('MPI_Scan:late' => 'c/scan', 'MPI_Get:late' => 'r/get', 'MPI_Get:late:far' => 'r/far',
    'MPI_Get:early' => 'r/early', 'MPI_Get:lost' => 'r/early', 'bcast-8k' => 'c/bcast');
is_deeply([DTPools::Faults::Caught::of_similar(\%caught, 'MPI_Get:late:far,odd')], [qw(r/far r/get r/early)],
    'tests that caught similar faults, first of those that are most similar');
is_deeply([map { DTPools::Faults::Caught::of_similar(\%caught, $_) } qw(bcast-16k MPI_Put:late)], ['c/bcast'],
    '... by the first word of their names');
my %has = map { $_ => 1 } @DTPools::Faults::Likely::OTHERS, map { $source{$_} // () } keys %tried;
my %without = map { $_ => 1 } grep { !$has{$_} } values %source;
is(join(' ', sort keys %without), '', 'each source is in the table of DTPools::Faults::Likely, or needs no fault');
my %is_source = reverse %source;
is(join(' ', grep { !$is_source{$_} } @DTPools::Faults::Likely::OTHERS), '', '... which exist too');
# Those of collective operations have the names of these.
my $text     = text_of('doc/programs.md');
my %is_named = map { $source{$_} => 1 } grep { my $name = s{.*/}{}r; $text =~ /`$name`/ } keys %source;
is(join(' ', grep { !m{^coll/} && !$is_named{$_} } sort keys %is_source), '', 'doc/programs.md names each program');
done_testing();
