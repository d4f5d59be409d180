#!/usr/bin/env perl

# The processes of a run: how many at once, and that none is left; at the end with the real launcher where there is
# one.

use strict;
use warnings;
use FindBin;
use lib "$FindBin::RealBin/../tools/lib", "$FindBin::RealBin/lib";
use POSIX ();
use Test::More;
use Time::HiRes qw(time);

use DTPools::Command;
use DTPools::Run::Job;
use Runs qw($HAS_PROC $LAUNCHER $RUNTESTS @STUBBORN finish_runner program run_tests start_runner survivors wait_for);
use Scratch qw(read_file write_file);

Runs::begin();

subtest 'side by side' => sub {
    my @note = ('echo "+$RANKS" >>load', 'sleep 0.5', 'echo "-$RANKS" >>load', 'echo " No Errors"');
    write_file('p/testlist', map { program('p', "sleep$_ 1 env=RANKS=1", @note) } 1 .. 4);
    my $begin = time;
    my ($status, $out) = run_tests('--jobs=2', 'p');
    my $time = time - $begin;
    is $status, 0, 'all passed';
    is peak_load(), 2, 'two at once on two cores';
    cmp_ok $time, '>=', 1, "no more than two at once: $time s";

    write_file('w/testlist', program('w', 'wide 3 env=RANKS=3', 'echo " No Errors"'),
        (map { program('w', "narrow$_ 1 env=RANKS=1", @note) } 1 .. 2),
        program('w', 'pair 2 env=RANKS=2', @note[0, 2, 3]));
    unlink 'load';
    is((run_tests('--jobs=2', 'w'))[0], 0, 'one that is wider than the cores runs too');
    is peak_load(), 2, 'ranks, not tests, are counted';

    write_file('m/testlist',
        map { program('m', sprintf('big%d 1 env=RANKS=1 mem=%.2f', $_, memory() * 0.7), @note) } 1, 2);
    unlink 'load';
    SKIP: {
        skip 'the system does not say how much memory it has', 1 unless $HAS_PROC;
        run_tests('--jobs=2', 'm');
        is peak_load(), 1, 'memory is counted too';
    }
};

sub peak_load {
    my ($load, $peak) = (0, 0);
    for (split ' ', read_file('load')) {
        $load += $_;
        $peak = $load if $load > $peak;
    }
    return $peak;
}

sub memory {
    my ($kb) = read_file('/proc/meminfo') =~ /^MemAvailable:\s+(\d+)/m;
    return ($kb // 0) / 2**20;
}

subtest 'a hanging test is ended with all of its processes' => sub {
    plan skip_all => 'no /proc' unless $HAS_PROC;
    unlink 'pids';
    write_file('h/testlist', program('h', 'hang 1 timeLimit=10', @STUBBORN),
        program('h', 'good 1', 'sleep 0.2', 'echo " No Errors"'));
    my ($status, $out) = run_tests('--timeout-scale=0.1', '--jobs=2', 'h');
    is $status, 1, 'exit status';
    is scalar(split ' ', read_file('pids')), 4, 'four processes hung';
    is join(' ', survivors('pids')), '', 'none is left';
    like $out, qr/^FAILED h\/hang: time limit of 1 s exceeded .*\n  \| working$/m, 'the reason';
    like $out, qr/^1 passed, 1 failed, 0 skipped$/m, 'the other one passed';
};

subtest 'a test that ends leaves nothing running' => sub {
    plan skip_all => 'no /proc' unless $HAS_PROC;
    unlink 'pids';
    write_file('l/testlist',
        program('l', 'leave 1', 'setsid sh -c "echo \$\$ >>pids; exec sleep 100" >/dev/null 2>&1 &',
        'until [ -s pids ]; do sleep 0.1; done', 'echo " No Errors"'));
    is((run_tests('l'))[0], 0, 'exit status');
    is join(' ', survivors('pids')), '', 'none is left';
};

subtest 'too much output' => sub {
    write_file('o/testlist', program('o', 'chatter 1 timeLimit=100', 'exec yes "rank 0: wrong"'));
    my ($status, $out) = run_tests('o');
    is $status, 1, 'exit status';
    like $out, qr/^FAILED o\/chatter: more than 64 MB of output /m, 'the reason';
    unlink 'testing-output/o/chatter.log';
};

subtest 'Ctrl-C' => sub {
    plan skip_all => 'no /proc' unless $HAS_PROC;
    unlink 'pids';
    write_file('c/testlist', program('c', 'early 2', 'echo " No Errors"'), program('c', 'hang 1', @STUBBORN),
        'never 1');
    my $runner = start_runner('--jobs=1', '--filter=early|hang', 'c');
    wait_for(sub { read_file('pids') =~ /(\d+\s){4}/ });
    kill INT => $runner;
    my ($status, $out) = finish_runner($runner);
    is $status, 130, 'exit status';
    is join(' ', survivors('pids')), '', 'none is left';
    like $out, qr/^ended early: SIGINT\n1 of 2 tests were not run\n(.*\n)?1 passed, 0 failed, 0 skipped\n\z/m,
        'what was done is summed up';
};

subtest 'limits are for what still runs' => sub {
    plan skip_all => 'no /proc' unless $HAS_PROC;
    write_file('u/testlist', program('u', 'hang 1 timeLimit=1', q{trap '' TERM}, 'sleep 100; sleep 100'),
        map { program('u', "good$_ 1 timeLimit=2", 'sleep 1.2', 'echo " No Errors"') } 1 .. 3);
    my ($status, $out) = run_tests('--jobs=4', 'u');
    like $out, qr/^3 passed, 1 failed, 0 skipped$/m, 'others end while one is being ended' or diag $out;
};

subtest 'one run at a time' => sub {
    unlink 'pids';
    write_file('q/testlist', program('q', 'wait 1', 'echo $$ >>pids', 'sleep 100'));
    my $runner = start_runner('q');
    wait_for(sub { read_file('pids') =~ /\d/ });
    my $said = `$^X $RUNTESTS --mpiexec=$LAUNCHER q 2>&1`;
    is $? >> 8, 2, 'exit status of the second';
    like $said, qr{^runtests: testing-output/lock: in use by process $runner, started at \d\d:\d\d:\d\d on \S+\n},
        'it says who runs';
    my ($status) = do { kill TERM => $runner; finish_runner($runner) };
    is $status, 143, 'the first one is not disturbed';
    is((run_tests('--timeout-scale=0.001', 'q'))[0], 1, 'and leaves the lock');
};

subtest 'a runner that is killed' => sub {
    plan skip_all => 'no /proc' unless $HAS_PROC;
    unlink 'pids';
    write_file('h/testlist', program('h', 'hang 1', @STUBBORN));
    my $runner = start_runner('h');
    wait_for(sub { read_file('pids') =~ /(\d+\s){4}/ });
    kill KILL => $runner;
    waitpid $runner, 0;
    wait_for(sub { !survivors('pids') });
    is join(' ', survivors('pids')), '', 'takes its tests with it';
};

subtest 'no room for the logs' => sub {
    write_file('f/testlist', program('f', 'first 1', 'yes "much to say" | head -c 100000', 'echo " No Errors"'),
        program('f', 'second 1', 'echo " No Errors"'));
    my $pid = fork // die "cannot fork: $!\n";
    exec 'sh', '-c', "trap '' XFSZ; ulimit -f 16; exec '$^X' '$RUNTESTS' --mpiexec=$LAUNCHER --jobs=1 f >out 2>&1"
        or die if !$pid;
    my ($status, $out) = finish_runner($pid);
    is $status, 1, 'exit status';
    like $out, qr{^ended early: cannot write testing-output/f/first\.log: File too large\n2 of 2 tests were not run\n}m,
        'is reported as what it is';
    unlike $out, qr/FAILED| line \d/, 'and blames no test';

    my $said = '';
    local $SIG{__WARN__} = sub { $said .= "warning: $_[0]" };
    SKIP: {
        skip 'no /dev/full', 1 unless -w '/dev/full';
        eval { DTPools::Run::Job::_write('/dev/full', '>>', "a line\n"); 1 } or $said .= $@;
        like $said, qr{\Acannot write /dev/full: .*\n\z}, 'a file of nothing is reported in one line';
    }
};

subtest 'a signal that ends who waits for a command' => sub {
    plan skip_all => 'no /proc' unless $HAS_PROC;
    for my $signal (qw(ALRM HUP INT TERM)) {
        unlink 'pids';
        my $pid = fork // die "cannot fork: $!\n";
        if (!$pid) {
            $SIG{$signal} = 'DEFAULT';
            DTPools::Command::run(100, 'sh', '-c', 'sleep 100 & echo $$ $! >pids; wait');
            POSIX::_exit(0);
        }
        wait_for(sub { read_file('pids') =~ /(\d+\s){2}/ });
        kill $signal => $pid;
        waitpid $pid, 0;
        is $? & 127, { ALRM => 14, HUP => 1, INT => 2, TERM => 15 }->{$signal}, "SIG$signal ends it";
        wait_for(sub { !survivors('pids') });
        is join(' ', survivors('pids')), '', 'and the command with it';
    }
};

subtest 'a real launcher' => sub {
    my ($mpiexec) = grep { -x } map { "$_/mpiexec" } split /:/, $ENV{PATH};
    $mpiexec = $ENV{MPIEXEC} if defined $ENV{MPIEXEC} and length $ENV{MPIEXEC};
    plan skip_all => 'no mpiexec' unless defined $mpiexec;
    plan skip_all => 'no /proc' unless $HAS_PROC;
    unlink 'pids';
    my @real = ("--mpiexec=$mpiexec", '--jobs=2');
    write_file('x/testlist', program('x', 'hang 2 timeLimit=2', @STUBBORN),
        program('x', 'skip 2', 'echo " Skipped: no need"', 'exit 77'),
        program('x', 'crash 1', 'kill -SEGV $$'), program('x', 'pass 3', 'echo " No Errors"'));
    my ($status, $out) = run_tests(@real, 'x');
    is $status, 1, 'exit status';
    is scalar(split ' ', read_file('pids')), 8, 'two ranks hung, with three more processes each';
    is join(' ', survivors('pids')), '', 'none is left';
    like $out, qr/^FAILED x\/crash: signal 11 \(SIGSEGV\) /m, 'the signal of a rank';
    like $out, qr/^1 passed, 2 failed, 1 skipped$/m, 'pass and skip go through it';
};

done_testing;
