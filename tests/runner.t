#!/usr/bin/env perl

# The runner, with a small script in place of the launcher, and at the end with the real one where there is one.

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename qw(dirname);
use File::Path qw(make_path);
use File::Temp qw(tempdir);
use FindBin;
use Test::More;
use Time::HiRes qw(sleep time);

my $RUNTESTS = abs_path("$FindBin::RealBin/../tools/runtests");
my $LAUNCHER = './launch';
my $HAS_PROC = -d '/proc/self';

my $top = tempdir(CLEANUP => 1);
chdir $top or die "cannot enter $top: $!\n";
delete @ENV{ grep { /^DTP_/ } keys %ENV };
write_script('launch', '#!/bin/sh', '# launch -n N program arguments: runs it N times', 'n=$2', 'shift 2', 'status=0',
    'while [ "$n" -gt 0 ]; do "$@" || status=$?; n=$((n - 1)); done', 'exit $status');

sub write_file {
    my ($name, @lines) = @_;
    make_path(dirname($name));
    open my $out, '>', $name or die "cannot write $name: $!\n";
    print {$out} map { "$_\n" } @lines;
    close $out or die "cannot write $name: $!\n";
    return;
}

sub write_script {
    my ($name, @lines) = @_;
    write_file($name, @lines);
    chmod 0755, $name or die "cannot make $name executable: $!\n";
    return;
}

# A program of the folder for the test list's line: its first word is the name.
sub program {
    my ($folder, $line, @commands) = @_;
    my ($name) = split ' ', $line;
    write_script("$folder/$name", '#!/bin/sh', @commands);
    return $line;
}

# Starts the runner; its output goes to the file "out".
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
    return ($status, slurp('out'));
}

sub run_tests {
    return finish_runner(start_runner(@_));
}

sub slurp {
    my ($name) = @_;
    open my $in, '<', $name or return '';
    local $/;
    return <$in> // '';
}

# The process numbers that the programs wrote, of those that still run.
sub survivors {
    my ($file) = @_;
    return grep { kill 0, $_ and !is_zombie($_) } split ' ', slurp($file);
}

sub is_zombie {
    my ($pid) = @_;
    return slurp("/proc/$pid/stat") =~ /\) Z /;
}

sub wait_for {
    my ($condition) = @_;
    my $end = time + 10;
    sleep 0.02 until $condition->() or time > $end;
    return;
}

subtest 'verdicts' => sub {
    write_file('v/testlist',
        '# a comment, and blanks',
        '',
        program('v', 'pass 2',             'echo " No Errors"'),
        program('v', 'fail 1',             'echo "element 3: expected 7, found 0"', 'exit 1') . '   # and a comment',
        program('v', 'mute 1',             'echo "all done"'),
        program('v', 'late 1',             'echo " No Errors"', 'echo "one more thing"'),
        program('v', 'liar 1',             'echo " No Errors"', 'exit 1'),
        program('v', 'skip 2',             'echo " Skipped: no such type"', 'exit 77'),
        program('v', 'mumble 1',           'exit 77'),
        program('v', 'crash 1',            'kill -SEGV $$'),
        program('v', 'hang 1 timeLimit=1', 'sleep 100'),
        program('v', 'cxx 1 requires=cxx', 'echo " No Errors"'),
        program('v', 'big 1 mem=999999',   'echo " No Errors"'),
        'missing 1');
    my ($status, $out) = run_tests('v');
    is $status, 1, 'exit status';
    my %reason = (
        fail    => 'exit status 1',
        mute    => 'no verdict: exit status 0, but the last line is not " No Errors"',
        late    => 'no verdict: exit status 0, but the last line is not " No Errors"',
        liar    => 'exit status 1, although the last line is " No Errors"',
        mumble  => 'exit status 77, but no line " Skipped: <reason>"',
        crash   => 'signal 11 (SIGSEGV)',
        hang    => 'time limit of 1 s exceeded',
        missing => 'not built',
    );
    like $out, qr/^FAILED v\/$_: \Q$reason{$_}\E \(\d+\.\d s\)$/m, $_ for sort keys %reason;
    like $out, qr/^ +1  no such type \(v\/skip\)$/m, 'skipped by the test';
    like $out, qr/^ +1  no C\+\+ compiler in this build \(v\/cxx\)$/m, 'skipped for want of a compiler';
    SKIP: {
        skip 'the system does not tell its memory', 1 unless $HAS_PROC;
        like $out, qr/needs 999999 GB of memory, \S+ GB available \(v\/big\)$/m, 'skipped for want of memory';
    }
    like $out, qr/^  \| element 3: expected 7, found 0$/m, 'the first lines of the output';
    like $out, qr/\n1 passed, 8 failed, 3 skipped\n\z/, 'the last line' if $HAS_PROC;
    my $log = slurp('testing-output/v/fail.log');
    like $log, qr/^# command: DTP_NUM_OBJS=5 \.\/launch -n 1 \.\/v\/fail$/m, 'the log has the command line';
    like $log, qr/^element 3.*\n# launcher: exit status 1\n# time: \d.*\n# failed: exit status 1\n\z/m, '... output, status, time';
};

subtest 'all good' => sub {
    write_file('g/testlist', program('g', 'cxx 3 requires=cxx', 'echo " No Errors"'));
    my ($status, $out) = run_tests('--have=cxx', '--output=elsewhere', './g/');
    is $status, 0, 'exit status';
    like $out, qr/^1 passed, 0 failed, 0 skipped\n\z/m, 'the last line';
    ok -s 'elsewhere/g/cxx.log', '--output';
};

subtest 'nothing ran' => sub {
    for my $case (['g'], ['--have=cxx', '--filter=nowhere', 'g']) {
        my ($status, $out) = run_tests(@$case);
        is $status, 1, "@$case: exit status";
        like $out, qr/^nothing was run\n(.*\n)?0 passed, 0 failed, [01] skipped\n\z/m, "@$case: the summary says so";
    }
};

subtest 'selection' => sub {
    write_file('s/testlist', (map { "bcast__$_ 2 type=$_" } qw(MPI_INT MPI_DOUBLE MPI_CHAR)), 'struct 2', 'cxx 1 requires=cxx');
    my $programs = sub { join ' ', split /\n/, (run_tests('--programs', @_, 's'))[1] };
    is $programs->(), 's/bcast__MPI_INT s/bcast__MPI_DOUBLE s/struct', 'default types';
    is $programs->('--have=cxx', '--filter=c(xx|t)$'), 's/struct s/cxx', 'filter';
    local $ENV{DTP_RUNTIME_TYPES} = ' MPI_CHAR  MPI_INT ';
    is $programs->(), 's/bcast__MPI_INT s/bcast__MPI_CHAR s/struct', 'names';
    $ENV{DTP_RUNTIME_TYPES} = 'all';
    is $programs->(), 's/bcast__MPI_INT s/bcast__MPI_DOUBLE s/bcast__MPI_CHAR s/struct', 'all';
};

subtest 'bad values' => sub {
    my @cases = (
        [DTP_RUNTIME_TYPES => 'MPI_FOO MPI_INT', 'no test has the type MPI_FOO; valid are: all MPI_CHAR MPI_DOUBLE MPI_INT'],
        [DTP_RUNTIME_TYPES => '',                'expected names among: all MPI_CHAR MPI_DOUBLE MPI_INT'],
        (map { [DTP_NUM_OBJS => $_, 'expected -1 (all objects) or an integer from 1 to 2147483647'] }
            'abc', '0', '-2', '', '5x', '99999999999'),
        (map { [DTP_MAX_BUFSIZE => $_, 'expected a positive number of bytes, with K, M or G after it or not'] }
            '0', '1T', '-1', '', '9999999999999G'),
        (map { [DTP_TRAITS => $_, qr/expected none, or one or more of gaps end-gap .* mixed padded unaligned/] }
            'gap', '', ' ', 'gaps+', '+gaps', 'none gaps', 'gaps,resized'),
        (map { [DTP_RANDOM_OBJS => $_, 'expected an integer from 0 to 1000000'] } 'x', '-1', '1000001', ''),
        (map { [DTP_SEED => $_, 'expected an integer from 0 to 2147483647'] } 'x', '-1', '2147483648', ''),
    );
    for my $case (@cases) {
        my ($name, $value, $expected) = @$case;
        local $ENV{$name} = $value;
        for my $mode ([], ['--programs']) {
            my ($status, $out) = run_tests(@$mode, 's');
            is $status, 2, "$name='$value' @$mode: exit status";
            like $out, qr/^runtests: $name='\Q$value\E': @{[ref $expected ? $expected : quotemeta $expected]}\n\z/,
                "$name='$value' @$mode: one line";
        }
    }
    for my $case ([DTP_NUM_OBJS => -1], [DTP_NUM_OBJS => 40], [DTP_MAX_BUFSIZE => '64K'], [DTP_MAX_BUFSIZE => 12],
                  [DTP_TRAITS => 'none'], [DTP_TRAITS => ' gaps+resized  dup'], [DTP_RANDOM_OBJS => 0], [DTP_SEED => 7]) {
        local $ENV{ $case->[0] } = $case->[1];
        is((run_tests('--programs', 's'))[0], 0, "@$case is good");
    }
};

subtest 'bad options' => sub {
    my %message = (
        '--filter=('         => qr/^runtests: --filter='\(': expected a regular expression: /,
        '--jobs=0'           => qr/^runtests: --jobs='0': expected a positive integer$/,
        '--timeout-scale=-1' => qr/^runtests: --timeout-scale='-1': expected a positive number$/,
        '--verbose'          => qr/^runtests: unknown option: verbose$/,
        '--mpiexec=./nope'   => qr/^runtests: the launcher '\.\/nope' is not an executable file: /,
        'nowhere'            => qr/^nowhere\/testlist: error: cannot read the list of tests: /,
    );
    for my $word (sort keys %message) {
        my ($status, $out) = run_tests($word, 's');
        is $status, 2, "$word: exit status";
        like $out, $message{$word}, "$word: message";
    }
    like((run_tests())[1], qr/^runtests: no folder given: /, 'no folder');
};

subtest 'help, manual and options are in step' => sub {
    my $source     = slurp($RUNTESTS);
    my %documented = map { $_ => 1 } $source =~ /^=item .*?B<--([\w-]+)>/mg, $source =~ /, B<--(\w+)>$/mg;
    my ($plain)    = $source =~ /qw\((mpiexec=s .*?)\)/;
    my %accepted   = map { s/[|=].*//r => 1 } split(' ', $plain), 'have=s';
    is_deeply [sort keys %documented], [sort keys %accepted], 'each option has its heading';
    my ($status, $out) = run_tests('-h');
    is $status, 0, 'exit status of -h';
    like $out, qr/--$_\b/, "-h shows --$_" for sort keys %accepted;
};

subtest 'bad test lists' => sub {
    write_file('b/testlist',
        'good 1', 'none', 'zero 0', 'name/x 1', 'good 2', 'a 1 timeLimit=0 mem=x', 'b 1 env=X', 'c 1 speed=3');
    my ($status, $out) = run_tests('b', 's');
    is $status, 2, 'exit status';
    is $out, <<'END', 'all errors in one run';
b/testlist:2: error: bad number of processes (missing): expected a positive integer
b/testlist:3: error: bad number of processes '0': expected a positive integer
b/testlist:4: error: bad name 'name/x': expected letters, digits and _ = . , + - without a leading . or -
b/testlist:5: error: the test 'b/good' is already defined at b/testlist:1
b/testlist:6: error: bad value in 'timeLimit=0': expected a positive number of seconds
b/testlist:6: error: bad value in 'mem=x': expected a positive number of GB
b/testlist:7: error: bad value in 'env=X': expected NAME=VALUE
b/testlist:8: error: unknown field 'speed=3': expected one of arg= env= mem= requires= timeLimit= type=
END
};

subtest 'the replay line' => sub {
    my $say = 'echo "$DTP_NUM_OBJS $WORD $*"; echo; exit 9';
    write_file('r/testlist', program('r', q{echo 2 env=WORD=it's arg=-obj=1,2 arg=a;b}, $say));
    local $ENV{DTP_MAX_BUFSIZE} = '1G';
    my (undef, $out) = run_tests('r');
    my ($line) = $out =~ /^  replay: (.*)$/m;
    is $line, q{DTP_NUM_OBJS=5 DTP_MAX_BUFSIZE=1G WORD='it'\\''s' ./launch -n 2 ./r/echo -obj=1,2 'a;b'}, 'the line';
    delete local $ENV{DTP_MAX_BUFSIZE};
    write_file('replay.sh', $line);
    my $again = `sh replay.sh`;
    is $? >> 8, 9, 'fails in the same way';
    is $again, "5 it's -obj=1,2 a;b\n\n" x 2, 'says the same';
    like slurp('testing-output/r/echo.log'), qr/\n\Q$again\E# launcher/, '... as in the log';
    local $ENV{DTP_NUM_OBJS} = -1;
    like((run_tests('r'))[1], qr/replay: DTP_NUM_OBJS=-1 /, 'DTP_NUM_OBJS of the environment');
};

subtest 'settings for Open MPI' => sub {
    write_script('ompi', '#!/bin/sh', 'case $1 in --version) echo "mpiexec (OpenRTE) 4.1.4";; *) exec ./launch "$@";; esac');
    write_file('e/testlist', program('e', 'show 1', 'env | grep -E "^(OMPI|PRTE)_" | sort', 'exit 1'));
    local @ENV{qw(OMPI_MCA_hwloc_base_binding_policy OMPI_MCA_rmaps_base_oversubscribe)} = ('core');
    delete $ENV{OMPI_MCA_rmaps_base_oversubscribe};
    my ($status, $out) = run_tests('--mpiexec=./ompi', 'e');
    my @root = $> == 0 ? qw(OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1) : ();
    my @wide = qw(OMPI_MCA_rmaps_base_oversubscribe=1 PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe);
    my @free = qw(OMPI_MCA_hwloc_base_binding_policy=core PRTE_MCA_hwloc_default_binding_policy=none);
    my ($seen) = slurp('testing-output/e/show.log') =~ /^((?:(?:OMPI|PRTE)_.*\n)+)/m;
    is_deeply [split /\n/, $seen], [sort @root, @wide, @free], 'what the tests get; what was set before stays';
    like $out, qr/^  replay: DTP_NUM_OBJS=5 @wide(?: @root)? \.\/ompi -n 1/m, 'the replay line has what it needs';
    run_tests('e');
    unlike slurp('testing-output/e/show.log'), qr/^OMPI_ALLOW|^PRTE/m, 'none of it for others';
};

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
        (map { program('w', "narrow$_ 1 env=RANKS=1", @note) } 1 .. 2), program('w', 'pair 2 env=RANKS=2', @note[0, 2, 3]));
    unlink 'load';
    is((run_tests('--jobs=2', 'w'))[0], 0, 'one that is wider than the cores runs too');
    is peak_load(), 2, 'ranks, not tests, are counted';

    write_file('m/testlist',
        map { program('m', sprintf('big%d 1 env=RANKS=1 mem=%.2f', $_, memory() * 0.7), @note) } 1, 2);
    unlink 'load';
    SKIP: {
        skip 'the system does not tell its memory', 1 unless $HAS_PROC;
        run_tests('--jobs=2', 'm');
        is peak_load(), 1, 'memory is counted too';
    }
};

sub peak_load {
    my ($load, $peak) = (0, 0);
    for (split ' ', slurp('load')) {
        $load += $_;
        $peak = $load if $load > $peak;
    }
    return $peak;
}

sub memory {
    my ($kb) = slurp('/proc/meminfo') =~ /^MemAvailable:\s+(\d+)/m;
    return ($kb // 0) / 2**20;
}

# A program that ignores SIGTERM, and so do its grandchildren: one in a session of its own, one that has lost its parent, and
# one that has lost its environment.
my @STUBBORN = (
    q{trap '' TERM HUP INT},
    q{child='echo $$ >>pids; sleep 100; sleep 100'},
    q{setsid sh -c "$child" &},
    q{(sh -c "$child" &)},
    q{env -i PATH="$PATH" setsid sh -c "$child" &},
    'echo $$ >>pids',
    'echo working; sleep 100; sleep 100');

subtest 'a hanging test is ended with all of its processes' => sub {
    plan skip_all => 'no /proc' unless $HAS_PROC;
    unlink 'pids';
    write_file('h/testlist', program('h', 'hang 1 timeLimit=10', @STUBBORN),
        program('h', 'good 1', 'sleep 0.2', 'echo " No Errors"'));
    my ($status, $out) = run_tests('--timeout-scale=0.1', '--jobs=2', 'h');
    is $status, 1, 'exit status';
    is scalar(split ' ', slurp('pids')), 4, 'four processes hung';
    is join(' ', survivors('pids')), '', 'none is left';
    like $out, qr/^FAILED h\/hang: time limit of 1 s exceeded .*\n  \| working$/m, 'the reason';
    like $out, qr/^1 passed, 1 failed, 0 skipped$/m, 'the other one passed';
};

subtest 'a test that ends leaves nothing running' => sub {
    plan skip_all => 'no /proc' unless $HAS_PROC;
    unlink 'pids';
    write_file('l/testlist', program('l', 'leave 1', 'setsid sh -c "echo \$\$ >>pids; exec sleep 100" >/dev/null 2>&1 &',
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
    write_file('c/testlist', program('c', 'early 2', 'echo " No Errors"'), program('c', 'hang 1', @STUBBORN), 'never 1');
    my $runner = start_runner('--jobs=1', '--filter=early|hang', 'c');
    wait_for(sub { slurp('pids') =~ /(\d+\s){4}/ });
    kill INT => $runner;
    my ($status, $out) = finish_runner($runner);
    is $status, 130, 'exit status';
    is join(' ', survivors('pids')), '', 'none is left';
    like $out, qr/^ended by SIGINT\n1 of 2 tests were not run\n(.*\n)?1 passed, 0 failed, 0 skipped\n\z/m, 'what was done is summed up';
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
    is scalar(split ' ', slurp('pids')), 8, 'two ranks hung, with three more processes each';
    is join(' ', survivors('pids')), '', 'none is left';
    like $out, qr/^FAILED x\/crash: signal 11 \(SIGSEGV\) /m, 'the signal of a rank';
    like $out, qr/^1 passed, 2 failed, 1 skipped$/m, 'pass and skip go through it';
};

done_testing;
