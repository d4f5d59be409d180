package DTPools::Likely;

use strict;
use warnings;

=head1 NAME

DTPools::Likely - which tests are likely to catch a fault

=head1 FUNCTIONS

=head2 tests($fault, \@programs, @tests)

Those of the programs (F<folder/program>), in the order in which to try them with a composed fault
(L<DTPools::Faults>): first where there are as many processes and bytes as it asks for, and of these the ones that cost
little and have many cases.

=cut

my @LINES = qw(MPI_INT__17 MPI_INT__512 PADDED PARTICLE MPI_INT__1 MPI_DOUBLE__17 LADDER MPI_DOUBLE__512
    MPI_INT__4096 MPI_INT__65530);

# The numbers of processes that conditions ask for; the largest element.
my %PROCS   = (eight => [8 .. 16], five => [5 .. 16], odd => [3, 5, 7, 10], third => [3 .. 16],
    'unlike-groups' => [3, 5, 7]);
my $ELEMENT = 8;

sub tests {
    my ($fault, $programs, @tests) = @_;
    my %is_one = map { $_ => 1 } @$programs;
    my @of     = grep { $is_one{ $_->{family} // '' } } @tests;
    my %rank   = map { $_->{id} => _rank($fault, $_) } @of;
    return sort { $rank{ $a->{id} } <=> $rank{ $b->{id} } || $a->{procs} <=> $b->{procs} } @of;
}

sub _rank {
    my ($fault, $test) = @_;
    my ($line) = grep { $test->{id} =~ /__\Q$LINES[$_]\E\z/ } 0 .. $#LINES;
    return ($line // scalar @LINES) + (_has_room($fault, $test) ? 0 : 2 * @LINES);
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
