package DTPools::Run::Sample;

use strict;
use warnings;
use List::Util qw(min);

=head1 NAME

DTPools::Run::Sample - what a run has beyond the default types and objects

=head1 FUNCTIONS

=head2 tests($types, \@tests)

The default run has the tests of a few basic types (C<$types>, separated by blanks). So that every other type meets
every kind of operation, it also has, of each program, the tests of some of the others: one in sixteen, others for the
next program, of one small count; and those of all types of a few programs, where what is done with elements depends on
their type, and where a line has one object only (C<env=DTP_NUM_OBJS=1>), which costs next to nothing. Elements of all
types are moved as a whole, and become "external32", an odd number of them too, and those of two parts, whose alignment
is half their size, are packed, in all layouts; elements of the sizes that the default types do not have are moved in
all layouts, of a count that blocks of 2, 3 and 5 divide, and many of them (the fewest of at least 4096 that the program
has), of two types in turn, by each program that moves many elements. Returns these.

=cut

my $ONE_IN = 16;
my $PROCS  = 4;
my $COUNT  = qr/__17\z/;

# The tests of all types, and those with all layouts; the programs that are quick. The lists of tests have some for each
# (tests/sample.t).
our @ALL_TYPES   = map { qr{^${_}\z} } qw(rma/accfence1__\w+__17 pt2pt/sendself__\w+__30 io/representation__\w+__30);
our @ALL_LAYOUTS = map { qr{^datatype/${_}\z} } qw(external__\w+__17 external__\w+__30 pieces__MPI_C_DOUBLE_COMPLEX__17
    whole__\w+__60), map { "twins__MPI_${_}__720" } qw(CHAR SHORT LONG_DOUBLE SHORT_INT);
our @QUICK = map { qr{^${_}\z} } 'rma/forms_self', map { "datatype/$_" }
    qw(absolute contents elements empty external large lifetime pieces reused twins typeinfo whole);
my ($ALL_TYPES, $ALL_LAYOUTS, $QUICK) = map { my $any = join '|', @$_; qr/$any/ } \(@ALL_TYPES, @ALL_LAYOUTS, @QUICK);

# Small ones, and such as no power of two is a multiple of; blocks of these end where no other blocks do.
my $LARGE = 4096;
my @SIZES = ([qw(MPI_CHAR MPI_SHORT MPI_BYTE)], [qw(MPI_SHORT_INT MPI_LONG_DOUBLE_INT MPI_DOUBLE_INT)]);

sub tests {
    my ($types, $tests) = @_;
    my %default = map { $_ => 1 } split ' ', $types;
    my (%number_of_type, %number_of_program);
    my @sample = _large($tests);
    my @generated = grep { defined $_->{type} and defined $_->{family} and $_->{procs} <= $PROCS } @$tests;
    for my $test (grep { $_->{id} =~ /$COUNT|$ALL_TYPES|$ALL_LAYOUTS/ } @generated) {
        my $type    = $number_of_type{ $test->{type} } //= keys %number_of_type;
        my $program = $number_of_program{ $test->{family} } //= keys %number_of_program;
        my $is_one  = $test->{id} =~ /$ALL_TYPES|$ALL_LAYOUTS/ || _is_cheap($test);
        my $is_due  = $is_one || ($type + 3 * $program) % $ONE_IN == 0;
        push @sample, $test if !$default{ $test->{type} } and $is_due;
    }
    return @sample;
}

sub _large {
    my ($tests) = @_;
    my (%number, %least, @large);
    my @candidates = grep { _count($_) >= $LARGE and $_->{procs} <= $PROCS } grep { defined $_->{family} } @$tests;
    $least{ $_->{family} } = min(_count($_), $least{ $_->{family} } // ()) for @candidates;
    for my $test (grep { _count($_) == $least{ $_->{family} } } @candidates) {
        my $number = $number{ $test->{family} } //= keys %number;
        push @large, $test if grep { $test->{type} eq $_->[$number % @$_] } @SIZES;
    }
    return @large;
}

# The elements of a basic type that a test moves.
sub _count {
    my ($test) = @_;
    return defined $test->{type} && $test->{id} =~ /__(\d+)\z/ ? $1 : 0;
}

sub _is_cheap {
    my ($test) = @_;
    return grep { $_->[0] eq 'DTP_NUM_OBJS' and $_->[1] eq '1' } @{ $test->{env} // [] };
}

=head2 widened($types, @tests)

An object is soon tried where a process asks MPI about it, or sends it to itself, and each once. Of the programs that
do, the tests of a few elements of the default types (C<$types>), or of a struct, and those of other types that B<tests>
returns for their layouts, have all layouts; but for those of "external32" they have more time than others too
(C<has_all_layouts>). Other tests stay as they were. Returns all of them.

=cut

my $MANY  = qr/__\d{5,}\z/;

sub widened {
    my ($types, @tests) = @_;
    my %default = map { $_ => 1 } split ' ', $types;
    return map { _is_quick($_, \%default) ? _with_all_layouts($_) : $_ } @tests;
}

sub _with_all_layouts {
    my ($test) = @_;
    my @env = (@{ $test->{env} }, [DTP_NUM_OBJS => -1]);
    return { %$test, has_all_layouts => $test->{family} ne 'datatype/external', env => \@env };
}

sub _is_quick {
    my ($test, $default) = @_;
    return 1 if $test->{id} =~ $ALL_LAYOUTS;
    return 0 if ($test->{family} // '') !~ $QUICK or $test->{id} =~ $MANY;
    return !defined $test->{type} || $default->{ $test->{type} };
}

1;
