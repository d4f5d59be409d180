package DTPools::Run::Interrupt;

use strict;
use warnings;

=head1 NAME

DTPools::Run::Interrupt - what a signal may end, without the process

=head1 FUNCTIONS

=head2 call($do)

Calls a function. Returns the name of the signal that ended it, of HUP, INT, PIPE and TERM; or nothing: it returned.
Processes that it forks are ended by these signals.

=cut

my @SIGNALS = qw(HUP INT PIPE TERM);

sub call {
    my ($do) = @_;
    my ($pid, $signal) = ($$);
    my $end = sub {
        my ($name) = @_;
        return _end_child($name) if $$ != $pid;
        $signal //= $name;
        die "SIG$name\n";
    };
    local @SIG{@SIGNALS} = ($end) x @SIGNALS;
    return $signal if eval { $do->(); 1 } or defined $signal;
    die $@;
}

sub _end_child {
    my ($name) = @_;
    $SIG{$name} = 'DEFAULT';
    kill $name => $$;
    return;
}

1;
