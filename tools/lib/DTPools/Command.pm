package DTPools::Command;

use strict;
use warnings;
use POSIX ();
use Time::HiRes qw(time);

=head1 NAME

DTPools::Command - run a command and take what it prints

=head1 FUNCTIONS

=head2 run($seconds, @command)

Runs a command without a shell, its input from F</dev/null>. Returns what it printed, on both outputs, and its exit
status: 128 and the number of the signal if one ended it, C<$TOO_LONG>, 256, if it took too long. All of its process
group ends with it, and where SIGALRM, SIGHUP, SIGINT or SIGTERM ends the caller.

=head2 output(@command)

Runs a command without a shell, its input from F</dev/null>, and returns what it printed, on both outputs; its status is
in C<$?>.

=cut

our $TOO_LONG = 256;

my $MAX_BYTES = 1e6;

sub run {
    my ($seconds, @command) = @_;
    pipe my $out, my $in or die "cannot make a pipe: $!\n";
    my ($pid, $signal);
    my ($text, $ended, $status);
    {
        my @signals = grep { ($SIG{$_} // '') ne 'IGNORE' } qw(ALRM HUP INT TERM);
        local @SIG{@signals} = (sub { $signal //= $_[0]; kill KILL => -$pid if $pid }) x @signals;
        $pid = fork // die "cannot fork: $!\n";
        _execute($in, @command) if !$pid;
        setpgrp $pid, $pid;    # here too: whichever comes first
        close $in;
        ($text, $ended) = _read($out, time + $seconds, \$signal);
        kill KILL => -$pid;
        waitpid $pid, 0;
        $status = $?;
    }
    kill $signal => $$ if defined $signal;    # for whoever waits for it, or by default
    return ($text, !$ended ? $TOO_LONG : $status & 127 ? 128 + ($status & 127) : $status >> 8);
}

sub output {
    my (@command) = @_;
    open my $out, '-|', 'sh', '-c', 'exec "$@" 2>&1 </dev/null', 'sh', @command
        or return "cannot run $command[0]: $!\n";
    local $/ = undef;
    my $text = <$out> // '';
    close $out;
    return $text;
}

# In the child.
sub _execute {
    my ($in, @command) = @_;
    setpgrp 0, 0;
    open STDIN,  '<',  '/dev/null';
    open STDOUT, '>&', $in;
    open STDERR, '>&', $in;
    no warnings 'exec';
    exec { $command[0] } @command or syswrite $in, "cannot run $command[0]: $!\n";
    POSIX::_exit(127);
}

# What comes until the end of the output, or of the time, or a signal; and whether the first of these came first.
sub _read {
    my ($out, $end, $signal) = @_;
    my $text = '';
    while (!defined $$signal and (my $left = $end - time) > 0) {
        vec(my $ready = '', fileno $out, 1) = 1;
        next unless select($ready, undef, undef, $left) > 0;
        return ($text, 1) unless sysread $out, my $more, 65536;
        $text .= $more if length $text < $MAX_BYTES;
    }
    return ($text, 0);
}

1;
