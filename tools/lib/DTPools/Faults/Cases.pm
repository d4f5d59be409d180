package DTPools::Faults::Cases;

use strict;
use warnings;

use DTPools::Faults;

=head1 NAME

DTPools::Faults::Cases - which cases of a test a fault can strike

=head1 FUNCTIONS

=head2 of($fault)

Conditions for C<DTP_WHERE>, if it can strike some only: those of its form, and those of which there are few.

=cut

# Cases that a condition can hold for, where these are few.
my %OF = (
    (map { $_ => 'layout=LIKE__*' } qw(lookalikes peers-lookalikes)),
    overhanging    => 'trait=overhang',
    permuted       => 'trait=permuted',
    negative       => 'trait=negative-extent',
    lower          => 'trait=negative-lb|positive-lb',
    atomic         => 'mode=atomic',
    appending      => 'mode=append',
    'beside-split' => 'operation=MPI_File_*_begin',
);

# The same where all procedures are collective operations.
my %OF_COLLECTIVE = (
    'in-place'      => 'variant=in-place',
    'own-op'        => 'op=user*',
    'comm-freed'    => 'freed=communicator',
    'three-dims'    => 'variant=torus|box',
    'mixed-periods' => 'variant=grid|box',
    weighted        => 'variant=halves',
    alone           => 'comm-size=1',
    later           => 'starts>1',
    absolute        => 'address=absolute',
    (map { $_ => "topology=$_" } qw(cartesian graph distributed)),
    (map { $_ => 'comm=intercommunicator|uneven-intercommunicator' }
        qw(across unlike-groups sends-less one-to-many many-to-one silent)),
);

sub of {
    my ($fault) = @_;
    my @when   = sort keys %{ $fault->{when} // {} };
    my $others = grep { length DTPools::Faults::family($_) || /^MPI_File_/ } @{ $fault->{rows} // [] };
    my %cases  = (%OF, $others ? () : %OF_COLLECTIVE);
    return ((length $fault->{form} ? "form=$fault->{form}" : ()), map { $cases{$_} // () } @when);
}

1;
