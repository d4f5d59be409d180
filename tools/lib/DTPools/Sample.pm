package DTPools::Sample;

use strict;
use warnings;

=head1 NAME

DTPools::Sample - which tests a run has beyond those of the default types

=head1 FUNCTIONS

=head2 tests($types, \@tests)

The default run has the tests of a few basic types (C<$types>, separated by blanks). So that every other type
meets every kind of operation, it also has, of each program, the tests of some of the others: one in sixteen,
others for the next program, of one small count; and those of all types where a line has one object only
(C<env=DTP_NUM_OBJS=1>), which costs next to nothing. Returns these.

=cut

my $ONE_IN = 16;
my $PROCS  = 4;
my $COUNT  = qr/__17\z/;

sub tests {
    my ($types, $tests) = @_;
    my %default = map { $_ => 1 } split ' ', $types;
    my (%number_of_type, %number_of_program);
    my @sample;
    my @candidates = grep { defined $_->{type} and defined $_->{family} and $_->{id} =~ $COUNT } @$tests;
    for my $test (grep { $_->{procs} <= $PROCS } @candidates) {
        my $type    = $number_of_type{ $test->{type} } //= keys %number_of_type;
        my $program = $number_of_program{ $test->{family} } //= keys %number_of_program;
        push @sample, $test
            if !$default{ $test->{type} } and (_is_cheap($test) or ($type + 3 * $program) % $ONE_IN == 0);
    }
    return @sample;
}

sub _is_cheap {
    my ($test) = @_;
    return grep { $_->[0] eq 'DTP_NUM_OBJS' and $_->[1] eq '1' } @{ $test->{env} // [] };
}

1;
