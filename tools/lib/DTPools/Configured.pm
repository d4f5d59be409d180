package DTPools::Configured;

use strict;
use warnings;

=head1 NAME

DTPools::Configured - the MPI of the build in the current folder

=head1 FUNCTIONS

=head2 command($name)

The command C<MPICC> or C<MPIEXEC>: of the environment, or else what configure was given or has found, as the
F<Makefile> of the current folder says, or else C<mpicc> or C<mpiexec>.

=head2 value($name)

What that F<Makefile> says, undefined where there is none.

=cut

sub command {
    my ($name) = @_;
    return $ENV{$name} || value($name) || lc $name;
}

sub value {
    my ($name) = @_;
    open my $in, '<', 'Makefile' or return undef;
    my ($value) = map { /^\Q$name\E = (\S.*)/ ? $1 : () } <$in>;
    return $value;
}

1;
