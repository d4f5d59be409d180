package Runs;

use strict;
use warnings;
use Cwd qw(abs_path);
use Exporter qw(import);
use File::Basename qw(dirname);
use File::Temp qw(tempdir);
use Time::HiRes qw(sleep time);

use Scratch qw(read_file write_script);

our @EXPORT_OK = qw($HAS_PROC $LAUNCHER $RUNTESTS @STUBBORN finish_runner program run_tests start_runner survivors
    wait_for);

=head1 NAME

Runs - runs of tools/runtests in a folder of their own, with a script in place of the launcher

=head1 VARIABLES

=head2 $RUNTESTS, $LAUNCHER, $HAS_PROC

The runner; the launcher, a script in the folder that runs a program so many times; whether there is F</proc>.

=head2 @STUBBORN

Commands of a program that ignores SIGTERM, and so do its grandchildren: one in a session of its own, one that has lost
its parent, and one that has lost its environment. They write their numbers to F<pids>.

=head1 FUNCTIONS

=head2 begin()

Makes the folder and enters it; no setting of the environment counts from there on.

=head2 program($folder, $line, @commands)

Makes a program of the folder for a line of its test list, whose first word is the name. Returns the line.

=head2 start_runner(@words), finish_runner($pid)

Starts the runner with these arguments; its output goes to the file F<out>. Waits for it: returns its exit status, or
the signal, and its output.

=head2 run_tests(@words)

Does both.

=head2 survivors($file)

The process numbers in the file, of those that still run.

=head2 wait_for($condition)

Waits until it holds, 10 s at most.

=cut

our $RUNTESTS = abs_path(dirname(__FILE__) . '/../../tools/runtests');
our $LAUNCHER = './launch';
our $HAS_PROC = -d '/proc/self';
our @STUBBORN = (
    q{trap '' TERM HUP INT},
    q{child='echo $$ >>pids; sleep 100; sleep 100'},
    q{setsid sh -c "$child" &},
    q{(sh -c "$child" &)},
    q{env -i PATH="$PATH" setsid sh -c "$child" &},
    'echo $$ >>pids',
    'echo working; sleep 100; sleep 100');

sub begin {
    my $top = tempdir(CLEANUP => 1);
    chdir $top or die "cannot enter $top: $!\n";
    delete @ENV{ grep { /^DTP_/ } keys %ENV };
    write_script('launch', '# launch -n N program arguments: runs it N times', 'n=$2', 'shift 2', 'status=0',
        'while [ "$n" -gt 0 ]; do "$@" || status=$?; n=$((n - 1)); done', 'exit $status');
    return $top;
}

sub program {
    my ($folder, $line, @commands) = @_;
    my ($name) = split ' ', $line;
    write_script("$folder/$name", @commands);
    return $line;
}

sub start_runner {
    my (@words) = @_;
    my $pid = fork // die "cannot fork: $!\n";
    return $pid if $pid;
    open STDOUT, '>', 'out' or die;
    open STDERR, '>&', \*STDOUT or die;
    exec $^X, $RUNTESTS, "--mpiexec=$LAUNCHER", @words or die;
}

sub finish_runner {
    my ($pid) = @_;
    waitpid $pid, 0;
    my $status = $? & 127 ? "signal $?" : $? >> 8;
    return ($status, read_file('out'));
}

sub run_tests {
    return finish_runner(start_runner(@_));
}

sub survivors {
    my ($file) = @_;
    return grep { kill 0, $_ and !is_zombie($_) } split ' ', read_file($file);
}

sub is_zombie {
    my ($pid) = @_;
    return read_file("/proc/$pid/stat") =~ /\) Z /;
}

sub wait_for {
    my ($condition) = @_;
    my $end = time + 10;
    sleep 0.02 until $condition->() or time > $end;
    return;
}

1;
