package DTPools::Failures::Trial;

use strict;
use warnings;

=head1 NAME

DTPools::Failures::Trial - try a failure of a cause again

=head1 FUNCTIONS

=head2 of_one($arg, $cause, $k, $do)

Calls C<$do>, one of the functions of L<DTPools::Failures::Shrink>, with the settings C<$arg> and what failure C<$k> of
the cause is, in the environment of its test. The program is called after the first failure.

=cut

sub of_one {
    my ($arg, $cause, $k, $do) = @_;
    my $failure = $cause->{failures}[$k];
    my %about = map { $_ => $failure->{$_} } qw(replay kind operation);
    return _in_environment($arg, sub { $do->(%$arg, %about, output => "$arg->{output}/$cause->{file}.c") });
}

sub _in_environment {
    my ($arg, $do) = @_;
    local %ENV = (%ENV, DTP_NUM_OBJS => '-1', map { @$_ } @{ $arg->{env} });
    return $do->();
}

1;
