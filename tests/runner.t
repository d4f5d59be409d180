#!/usr/bin/env perl

# The runner, with a small script in place of the launcher, and at the end with the real one where there is one.

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::RealBin/../tools/lib", "$FindBin::RealBin/lib";
use POSIX ();
use Test::More;
use Time::HiRes qw(sleep time);

use DTPools::Command;
use DTPools::Failures::Endings;
use DTPools::Failures::Reasons;
use DTPools::Known;
use DTPools::Run::Budget;
use DTPools::Run::Coverage;
use DTPools::Run::Course;
use DTPools::Run::Defaults qw($OBJECTS $SAMPLE $SECONDS $TYPES);
use DTPools::Run::Job;
use DTPools::Run::Launcher;
use DTPools::Run::Runner;
use DTPools::Run::Sample;
use DTPools::Run::Schedule;
use Scratch qw(read_file write_file write_script);

my $RUNTESTS = abs_path("$FindBin::RealBin/../tools/runtests");
my $LAUNCHER = './launch';
my $HAS_PROC = -d '/proc/self';

my $top = tempdir(CLEANUP => 1);
chdir $top or die "cannot enter $top: $!\n";
delete @ENV{ grep { /^DTP_/ } keys %ENV };
write_script('launch', '# launch -n N program arguments: runs it N times', 'n=$2', 'shift 2', 'status=0',
    'while [ "$n" -gt 0 ]; do "$@" || status=$?; n=$((n - 1)); done', 'exit $status');

# A program of the folder for the test list's line: its first word is the name.
sub program {
    my ($folder, $line, @commands) = @_;
    my ($name) = split ' ', $line;
    write_script("$folder/$name", @commands);
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
    return ($status, read_file('out'));
}

sub run_tests {
    return finish_runner(start_runner(@_));
}

# The process numbers that the programs wrote, of those that still run.
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

subtest 'verdicts' => sub {
    write_file('v/testlist',
        '# a comment, and blanks',
        '',
        program('v', 'pass 2',             'echo " No Errors"', 'echo "[WARNING] a library: 5 objects leaked"',
            'echo "MPICH: Builtin communicator 4 has pending 2 references."',
            'echo "[1.5] [host:1:0]  mpool.c:55  UCX  WARN object 0 was not returned"'),
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
        skip 'the system does not say how much memory it has', 1 unless $HAS_PROC;
        like $out, qr/needs 999999 GB of memory, \S+ GB available \(v\/big\)$/m, 'skipped for want of memory';
    }
    like $out, qr/^  \| element 3: expected 7, found 0$/m, 'the first lines of the output';
    like $out, qr/\n1 passed, 8 failed, 3 skipped\n\z/, 'the last line' if $HAS_PROC;
    my $log = read_file('testing-output/v/fail.log');
    like $log, qr/^# command: DTP_NUM_OBJS=5 DTP_BUDGET=2(?:\.00)? DTP_SAMPLE_OBJS=11 \.\/launch -n 1 \.\/v\/fail$/m,
        'the log has the command line';
    like $log, qr/^element 3.*\n# launcher: exit status 1\n# time: \d.*\n# failed: exit status 1\n\z/m,
        '... output, status, time';
};

subtest 'all good' => sub {
    write_file('g/testlist', program('g', 'cxx 3 requires=cxx', 'echo " No Errors"'));
    my ($status, $out) = run_tests('--have=cxx', '--output=elsewhere', './g/');
    is $status, 0, 'exit status';
    like $out, qr/^1 passed, 0 failed, 0 skipped\n\z/m, 'the last line';
    ok -s 'elsewhere/g/cxx.log', '--output';
};

subtest 'nothing ran' => sub {
    my ($status, $out) = run_tests('g');
    is $status, 1, 'exit status';
    like $out, qr/^nothing was run\n(.*\n)?0 passed, 0 failed, 1 skipped\n\z/m, 'the summary says so';
};

subtest 'selection' => sub {
    write_file('s/testlist', (map { "bcast__$_ 2 type=$_" } qw(MPI_INT MPI_DOUBLE MPI_CHAR)), 'struct 2',
        'cxx 1 requires=cxx');
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
        [DTP_RUNTIME_TYPES => 'MPI_FOO MPI_INT',
        'no test has the type MPI_FOO; valid are: all MPI_CHAR MPI_DOUBLE MPI_INT'],
        [DTP_RUNTIME_TYPES => '',                'expected names among: all MPI_CHAR MPI_DOUBLE MPI_INT'],
        (map { [DTP_NUM_OBJS => $_, 'expected -1 (all objects) or an integer from 1 to 2147483647'] }
            'abc', '0', '-2', '', '5x', '99999999999'),
        (map { [DTP_MAX_BUFSIZE => $_, 'expected a positive number of bytes, with K, M or G after it or not'] }
            '0', '1T', '-1', '', '9999999999999G'),
        (map { [DTP_TRAITS => $_, qr/expected none, or one or more of gaps end-gap .* one-size padded unaligned/] }
            'gap', '', ' ', 'gaps+', '+gaps', 'none gaps', 'gaps,resized'),
        (map { [DTP_RANDOM_OBJS => $_, 'expected an integer from 0 to 1000000'] } 'x', '-1', '1000001', ''),
        (map { [DTP_SAMPLE_OBJS => $_, 'expected an integer from 0 to 100000'] } 'x', '-1', '100001', ''),
        (map { [DTP_WHERE => $_, 'expected facts, such as operation=MPI_Put bytes>8K'] } 'x', 'bytes>', 'bytes>8K x'),
        (map { [DTP_BUDGET => $_,
        'expected a number of seconds, such as 15 or 0.2, at most 1000000; 0: all cases'] } 'x', '-1', '1000001', '',
        '1.'), (map { [DTP_SEED => $_, 'expected an integer from 0 to 2147483647'] } 'x', '-1', '2147483648', ''),
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
                  [DTP_TRAITS => 'none'], [DTP_TRAITS => ' gaps+resized  dup'], [DTP_RANDOM_OBJS => 0], [DTP_SEED => 7],
                  [DTP_BUDGET => 0], [DTP_BUDGET => 0.2], [DTP_SAMPLE_OBJS => 0],
                  [DTP_WHERE => ''], [DTP_WHERE => ' operation=MPI_Put|MPI_Get  bytes>8K form!=default size<=2']) {
        local $ENV{ $case->[0] } = $case->[1];
        is((run_tests('--programs', 's'))[0], 0, "@$case is good");
    }
};

subtest 'documents name the defaults' => sub {
    my $said = `$^X $RUNTESTS --help` =~ s/\s+/ /gr;
    like $said, qr/Default: "$TYPES"\./, 'types';
    like $said, qr/-1 for all\. Default: $OBJECTS\./, 'objects';
    like $said, qr/others for each program\. Default: $SAMPLE where/, '... and more of them';
    like $said, qr/what makes all tests take about $SECONDS s/, 'seconds';
    like read_file("$FindBin::RealBin/../README"), qr/is the \*default run\*: $SECONDS s, divided/, '... in README too';
};

subtest 'bad options' => sub {
    my %message = (
        '--filter=('         => qr/^runtests: --filter='\(': expected a regular expression: /,
        '--jobs=0'           => qr/^runtests: --jobs='0': expected a positive integer$/,
        '--timeout-scale=-1' => qr/^runtests: --timeout-scale='-1': expected a positive number$/,
        '--verbose'          => qr/^runtests: unknown option: verbose$/,
        '--mpiexec=./nope'   => qr/^runtests: the launcher '\.\/nope' is not an executable file: /,
        '--mpiexec=./launch "-x' =>
            qr/^runtests: the launcher '\.\/launch "-x' has no words: expected a command, with quotes in pairs: /,
        'nowhere'            => qr/^nowhere\/testlist: error: cannot read the list of tests: .*: expected the build /,
    );
    for my $word (sort keys %message) {
        my ($status, $out) = run_tests($word, 's');
        is $status, 2, "$word: exit status";
        like $out, $message{$word}, "$word: message";
    }
    like((run_tests())[1], qr/^runtests: no folder given: /, 'no folder');
};

subtest 'help, manual and options are in step' => sub {
    my $source     = read_file($RUNTESTS);
    my %documented = map { $_ => 1 } $source =~ /^=item .*?B<--(?:no-)?([\w-]+)>/mg, $source =~ /, B<--(\w+)>$/mg;
    my ($plain)    = $source =~ /qw\((mpiexec=s .*?)\)/s;
    my %accepted   = map { s/[|=!].*//r => 1 } split(' ', $plain), 'have=s', 'help';
    is_deeply [sort keys %documented], [sort keys %accepted], 'each option has its heading';
    my ($status, $out) = run_tests('-h');
    is $status, 0, 'exit status of -h';
    like $out, qr/--(?:no-)?$_\b/, "-h shows --$_" for sort keys %accepted;
};

subtest 'bad test lists' => sub {
    write_file('b/testlist',
        'good 1', 'none', 'zero 0', 'name/x 1', 'good 2', 'a 1 timeLimit=0 mem=x', 'b 1 env=X', 'c 1 speed=3');
    my ($status, $out) = run_tests('b', 's');
    is $status, 2, 'exit status';
    is $out, <<'END' =~ s/\n +/ /gr, 'all errors in one run';
b/testlist:2: error: bad number of processes (missing): expected a positive integer
b/testlist:3: error: bad number of processes '0': expected a positive integer
b/testlist:4: error: bad name 'name/x': expected letters, digits and _ = . , + - without a leading . or -
b/testlist:5: error: the test 'b/good' is already defined at b/testlist:1
b/testlist:6: error: bad value in 'timeLimit=0': expected a positive integer, the seconds
b/testlist:6: error: bad value in 'mem=x': expected a positive number of GB
b/testlist:7: error: bad value in 'env=X': expected NAME=VALUE
b/testlist:8: error: unknown field 'speed=3': expected one of
    arg= default= env= mem= program= requires= timeLimit= type=
END
};

subtest 'the replay line' => sub {
    my $say = 'echo "$DTP_NUM_OBJS $WORD $*"; echo; exit 9';
    write_file('r/testlist', program('r', q{echo 2 env=WORD=it's arg=-obj=1,2 arg=a;b}, $say));
    local $ENV{DTP_MAX_BUFSIZE} = '1G';
    my (undef, $out) = run_tests('r');
    my ($line) = $out =~ /^  replay: (.*)$/m;
    is $line, q{DTP_NUM_OBJS=5 DTP_BUDGET=2 DTP_MAX_BUFSIZE=1G DTP_SAMPLE_OBJS=11 WORD='it'\\''s' ./launch -n 2 }
        . q{./r/echo -obj=1,2 'a;b'}, 'the line';
    delete local $ENV{DTP_MAX_BUFSIZE};
    write_file('replay.sh', $line);
    my $again = `sh replay.sh`;
    is $? >> 8, 9, 'fails in the same way';
    is $again, "5 it's -obj=1,2 a;b\n\n" x 2, 'says the same';
    like read_file('testing-output/r/echo.log'), qr/\n\Q$again\E# launcher/, '... as in the log';
    local $ENV{DTP_NUM_OBJS} = -1;
    like((run_tests('r'))[1], qr/replay: DTP_NUM_OBJS=-1 /, 'DTP_NUM_OBJS of the environment');
};

subtest 'settings for Open MPI' => sub {
    write_script('ompi', 'case $1 in --version) echo "mpiexec (OpenRTE) 4.1.4";; *) exec ./launch "$@";; esac');
    write_file('e/testlist', program('e', 'show 1', 'env | grep -E "^(OMPI|PRTE)_" | grep -v tmpdir_base | sort',
        'echo "for cases: $DTP_LAUNCHER"', 'echo "folder: $PRTE_MCA_prte_local_tmpdir_base"',
        'touch "${PRTE_MCA_prte_local_tmpdir_base:-.}/left"', 'exit 1'));
    local @ENV{qw(OMPI_MCA_hwloc_base_binding_policy OMPI_MCA_rmaps_base_oversubscribe)} = ('core');
    delete $ENV{OMPI_MCA_rmaps_base_oversubscribe};
    my ($status, $out) = run_tests('--mpiexec=./ompi', 'e');
    my @root = $> == 0 ? qw(OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1) : ();
    my @wide = qw(OMPI_MCA_rmaps_base_oversubscribe=1 PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe);
    my @free = qw(OMPI_MCA_hwloc_base_binding_policy=core PRTE_MCA_hwloc_default_binding_policy=none);
    my ($seen) = read_file('testing-output/e/show.log') =~ /^((?:(?:OMPI|PRTE)_.*\n)+)/m;
    is_deeply [split /\n/, $seen], [sort @root, @wide, @free], 'what the tests get; what was set before stays';
    like $out, qr/^  replay: DTP_NUM_OBJS=5 DTP_BUDGET=2 DTP_SAMPLE_OBJS=11 @wide(?: @root)? \.\/ompi -n 1/m,
        'the replay line has what it needs';
    like read_file('testing-output/e/show.log'), qr/^for cases: @wide(?: @root)? \.\/ompi -n$/m,
        '... and so have those of cases';
    like read_file('testing-output/e/show.log'), qr/^folder: $/m, 'the launcher of this version needs no folder';
    run_tests('e');
    unlike read_file('testing-output/e/show.log'), qr/^OMPI_ALLOW|^PRTE/m, 'none of it for others';

    write_script('mute', 'sleep 100');
    local $DTPools::Run::Launcher::SECONDS = 0.1;
    is_deeply [DTPools::Run::Launcher::environment('./mute')], [[], []], 'nor for one that does not say what it is';

    write_script('ompi', 'case $1 in --version) echo "mpiexec (Open MPI) 6.0.0rc2";; *) exec ./launch "$@";; esac');
    delete local $ENV{OMPI_MCA_hwloc_base_binding_policy};
    ($status, $out) = run_tests('--mpiexec=./ompi', 'e');
    ($seen) = read_file('testing-output/e/show.log') =~ /^((?:(?:OMPI|PRTE)_.*\n)+)/m;
    is_deeply [split /\n/, $seen], [sort @root, qw(PRTE_MCA_bindto=none PRTE_MCA_mapby=:oversubscribe)],
        'since version 6 by other names, without the former, of which it would warn';
    my ($folder) = read_file('testing-output/e/show.log') =~ m{^folder: (/.+)}m;
    ok defined $folder, 'jobs have a folder for their files';
    ok defined $folder && !-e $folder, '... which ends with the run';
    local $ENV{PRTE_MCA_prte_tmpdir_base} = '/named';
    run_tests('--mpiexec=./ompi', 'e');
    like read_file('testing-output/e/show.log'), qr/^folder: $/m, '... unless one is named already';
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

# A program that ignores SIGTERM, and so do its grandchildren: one in a session of its own, one that has lost its
# parent, and one that has lost its environment.
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

# A program as the harness makes it, with twelve cases: "crash", "hang", "error" and "wrong" are lists of cases. After a
# hang it is ended by the watch of the harness, and at the end of its time by the runner.
sub harness_program {
    my ($folder, $line, %does) = @_;
    my ($name) = split ' ', $line;
    my $lists = join ' ', map { "$_=' $does{$_} '" } grep { $does{$_} } qw(crash hang error wrong sleep);
    return program($folder, $line, $lists, split /\n/, <<'END');
after=0 budget=$DTP_BUDGET
for word; do case $word in -after=*) after=${word#-after=};; esac; done
block() {
    printf ' Error: %s: rank 0 of 2: MPI_Send\n' "${0##*/}"
    printf '  kind: %s\n  case: %s\n' $1 $case
    printf '  facts: test=%s operation=MPI_Send case=%s\n' "${0##*/}" $case
    printf '  replay: again %s\n' $case
}
is_in() { case $2 in *" $case "*) return 0;; esac; return 1; }
verified=0 found=0 case=$after
count() { echo " Cases: $verified verified, 1 known, 0 avoided, $((12 - case)) untried"; }
echo "cases after $after" >>parts
trap 'block ended; exit 1' TERM
while [ $case -lt 12 ]; do
    case=$((case + 1))
    if is_in crash "$crash"; then block crash; count; kill -SEGV $$; fi
    if is_in hang "$hang"; then block hang; exit 1; fi
    while is_in sleep "$sleep"; do sleep 100 & wait; done
    if is_in error "$error"; then block mpi-error; exit 1; fi
    if is_in wrong "$wrong"; then block elements-wrong; found=$((found + 1)); else verified=$((verified + 1)); fi
done
count
[ $found -gt 0 ] && { echo " Found $found errors"; exit 1; }
echo ' No Errors'
END
}

subtest 'a test survives its cases' => sub {
    unlink 'parts';
    write_file('n/testlist', harness_program('n', 'mix 1', crash => '3', hang => '7', wrong => '11'));
    my ($status, $out) = run_tests('n');
    is $status, 1, 'exit status';
    is read_file('parts'), "cases after 0\ncases after 3\ncases after 7\n", 'it goes on after what ended it';
    my $reasons = quotemeta 'crash in case 3: signal 11 (SIGSEGV); hang in case 7; exit status 1 after case 7';
    like $out, qr/^FAILED n\/mix: $reasons \(/m,
        'all of them';
    my $first = qr/  \|   kind: crash\n  \|   case: 3\n  \|   facts: .*\n  \|   replay: again 3\n/;
    like $out, qr/^$first  \|  Error: .*: hang, case 7\n  \|  Error: .*: elements-wrong, case 11$/m,
        'the first failure in full, the others in a line';
    like $out, qr/^  replay: .* \.\/n\/mix$/m, 'the replay line is that of the whole';
    my $log = read_file('testing-output/n/mix.log');
    is scalar(() = $log =~ /^# launcher: /mg), 3, 'the log has all parts';
    like $log, qr/^# command: .* \.\/n\/mix -after=7$/m, '... with their commands';
    like $log, qr/\n# failed: crash in case 3.*\n\z/, '... and the verdict at its end';
    like $out, qr/^cases: 6 verified, 2 known, 0 avoided, 9 untried$/m, 'counts are added up';
};

subtest 'an end that comes from outside is placed too' => sub {
    write_file('n/testlist', harness_program('n', 'slow 1 timeLimit=3', sleep => '4', error => '9'));
    my ($status, $out) = run_tests('n');
    like $out, qr/^FAILED n\/slow: ended in case 4: time limit of 3 s exceeded; mpi-error in case 9 \(/m, 'all of them';
    unlike $out, qr/given up/, 'and not given up';
};

subtest 'a failure that is known may end a test' => sub {
    unlink 'parts';
    write_file('n/testlist',
        program('n', 'known 1', 'echo $* >>parts', 'case $1 in -after=5) echo " No Errors"; exit;; esac',
        'echo " Note: case 5 fails as known"', 'echo " Error: known: rank 1 of 2: end"', 'echo "  kind: ended"',
        'echo "  case: 6"', 'exit 1'));
    my ($status, $out) = run_tests('n');
    is read_file('parts'), "\n-after=5\n", 'it goes on';
    like $out, qr/^1 passed, 0 failed, 0 skipped$/m, 'and has not failed' or diag $out;
    for my $verified (7, 0) {
        write_file('n/testlist', program('n', 'known 1',
            'case $1 in -after=*) echo " Skipped: no case is left"; exit 77;; esac',
            'echo " Note: case 5 fails as known"',
            "echo ' Cases: $verified verified, 1 known, 0 avoided, 0 untried'", 'exit 1'));
        ($status, $out) = run_tests('n');
        my $verdict = $verified ? '1 passed, 0 failed, 0 skipped' : '0 passed, 0 failed, 1 skipped';
        like $out, qr/^$verdict$/m, "$verified cases verified before it, none after it" or diag $out;
        my $end = $verified ? 'passed: no case is left; cases before were verified' : 'skipped: no case is left';
        like read_file('testing-output/n/known.log'), qr/^# \Q$end\E\n\z/m, '... which the end of its log says';
    }
    my %passes = (hang => 1, crash => 0, gap => 0);
    for my $kind (sort keys %passes) {
        write_file('n/testlist', program('n', 'known 1', 'case $1 in -after=*) echo " No Errors"; exit;; esac',
            'echo " Note: case 5 fails as known"', 'echo " Error: known: rank 1 of 2: end"', "echo '  kind: $kind'",
            'echo "  case: 6"', 'exit 1'));
        ($status, $out) = run_tests('n');
        like $out, qr/^$passes{$kind} passed/m,
            "$kind on another rank: " . ($passes{$kind} ? 'comes of it' : 'is a failure') or diag $out;
    }
    my %ends = (passed => 3, skipped => 0);
    for my $end (sort keys %ends) {
        unlink 'parts';
        write_file('n/testlist', program('n', 'known 1 timeLimit=1', 'echo $* >>parts', 'after=${1#-after=}',
            'sleep 0.8', 'echo " Note: case $((after + 1)) fails as known"',
            "echo ' Cases: $ends{$end} verified, 1 known, 0 avoided, 0 untried'", 'exit 1'));
        ($status, $out) = run_tests('n');
        is read_file('parts'), "\n-after=1\n-after=2\n-after=3\n", 'it is given up after three times its limit';
        like $out, qr/^.*\b1 $end\b.*$/m, "... and is $end, $ends{$end} cases verified in each part" or diag $out;
        like read_file('testing-output/n/known.log'), qr/^# $end: given up after \d s, cases after 4 are untried$/m,
            '... which its log says';
    }
};

subtest 'a test is given up' => sub {
    unlink 'parts';
    write_file('n/testlist', harness_program('n', 'all 1', crash => '1 2 3 4 5 6 7 8 9 10 11 12'));
    my ($status, $out) = do { local $ENV{DTP_NUM_OBJS} = 5; run_tests('n') };
    is scalar(() = read_file('parts') =~ /^cases/mg), 11, 'after ten restarts';
    like $out, qr/crash in case 11: signal 11 \(SIGSEGV\); given up after 10 restarts, cases after 11 are untried \(/,
        'and it says so';
    ($status, $out) = run_tests('n');
    like $out, qr/given up after 4 restarts, cases after 5 are untried \(/, '... by default after four';
    write_file('n/testlist', map { harness_program('n', "all$_ 1", crash => '1 2 3 4 5 6 7 8') } 1 .. 5);
    ($status, $out) = run_tests('n', '--jobs=1');
    like $out, qr/$_->[0]: .*given up after $_->[1], cases after $_->[2] are untried \(/,
        "... $_->[0]: after $_->[1]"
        for ['all3', '4 restarts', 5], ['all4', 'a restart', 2], ['all5', 'a restart', 2];
    write_file('n/testlist', map { harness_program('n', "stop$_ 1", hang => '1 2 3') } 1 .. 5);
    ($status, $out) = run_tests('n', '--jobs=1');
    like $out, qr/$_->[0]: .*given up after $_->[1], cases after $_->[2] are untried \(/,
        "... $_->[0]: after $_->[1]"
        for ['stop1', '2 hangs', 2], ['stop3', 'a restart', 2], ['stop4', 'a hang', 1], ['stop5', 'a hang', 1];
    unlink 'parts';
    write_file('n/testlist', program('n', 'stuck 1', 'echo $* >>parts', 'echo " Error: stuck: rank 0 of 1: end"',
        'echo "  kind: crash"', 'echo "  case: 5"', 'kill -SEGV $$'));
    run_tests('n');
    is read_file('parts'), "\n-after=5\n", 'one that does not get on is not tried for ever';
};

my $IN_GROUP = 'fails in a group of tests and passes alone';

# Of one program: what a test does is its option.
sub group_program {
    my ($folder, @lines) = @_;
    return map { program($folder, $_, split /\n/, <<'END') } @lines;
one() {
    case $2 in
    -pass) echo " Cases: 5 verified, 0 known, 1 avoided, 2 untried"; echo ' No Errors'; return 0;;
    -skip) echo ' Skipped: no reason'; return 77;;
    -wrong) echo " Error: $1: rank 0 of 2: MPI_Send"; echo '  kind: gap'; echo ' Found 1 errors'; return 1;;
    -gap*) echo " Error: $1: rank 0 of 2: MPI_Send"; echo '  kind: gap'; echo "  facts: test=$1 operation=${2#-gap}"
        echo ' Found 1 errors'; return 1;;
    -case) case $* in *-after=3*) echo ' No Errors'; return 0;; esac
        echo " Error: $1: rank 0 of 2: MPI_Send"; echo '  kind: crash'; echo '  case: 3'; kill -SEGV $$;;
    -crash) kill -SEGV $$;;
    -hang) exec sleep 100;; # one process, as a program is
    -mute) return 0;;
    -shy) [ $# -gt 2 ] || { echo ' No Errors'; return 0; }; echo " Error: $1: rank 0 of 2: shy"; return 1;;
    -late|-coy) case "$2 $later $all" in '-late  '|-coy*-seed*|'-coy  ') echo ' No Errors'; return 0;; esac
        echo " Error: $1: rank 0 of 2: MPI_Send"; echo '  kind: gap'; echo '  case: 7'
        echo "  replay: A=1 mpiexec -n 2 ./k/$1 -obj=1,2 -where='a=b c=d' -seed=1"; echo ' Found 1 errors'; return 1;;
    -last) echo ' No Errors'; return 0;;
    -known) case $* in *-after=3*) echo ' No Errors'; return 0;; esac
        echo ' Note: case 3 fails as known'; kill -SEGV $$;;
    esac
}
case $1 in
-group=*)
    echo group >>jobs
    while read name option; do
        echo " Begin: $name"
        one $name $option $later
        status=$? later=in-group
        echo " End: $name $status 0.25"
        [ "$option" = -last ] && worst=3
        [ $status = 0 ] || [ $status = 77 ] || worst=1
    done <${1#-group=}
    exit $worst;;
*)
    echo "${0##*/}" >>jobs
    all="$*"
    one "${0##*/}" "$(sed -n "s|^${0##*/} .*default=||p" "${0%/*}/testlist")";;
esac
END
}

subtest 'a group of tests' => sub {
    unlink 'jobs';
    my @does  = qw(pass pass skip shy pass wrong shy crash pass hang pass mute pass pass pass);
    my @names = map { "t$_" } 'a' .. 'o';
    write_file('k/testlist',
        group_program('k', map { "$names[$_] 1 timeLimit=4 program=t default=-$does[$_]" } 0 .. $#names),
        program('k', 'other 1', 'echo " No Errors"'));
    my ($status, $out) = run_tests('--group', '--jobs=1', 'k');
    my $jobs = read_file('jobs');
    is $status, 1, 'exit status';
    my ($single_status, $single) = run_tests('--no-group', '--output=single', '--jobs=1', 'k');
    unlike read_file('jobs') =~ s/\A\Q$jobs\E//r, qr/group/, '--no-group';
    my $verdicts = sub { join '', sort grep { !/td/ } $_[0] =~ /^(?:failed|skipped): .*\n/mg };
    is $verdicts->($out), $verdicts->($single), 'the same verdicts as one by one';
    like $out, qr/^10 passed, 5 failed, 1 skipped$/m, 'but for what fails in the group only, before any other'
        or diag $out;
    like $single, qr/^11 passed, 4 failed, 1 skipped$/m, '... and passes alone';
    like $out, qr/^FAILED k\/td: $IN_GROUP: exit status 1 .*\n  \|  Error: td: .* shy$/m,
        'it says so';
    my ($replay) = $out =~ /^FAILED k\/td.*?^  replay: (.*? -group=.*?)$/ms;
    like scalar(`$replay`), qr/^ Error: td: .* shy$/m, 'with a line that replays the group' or diag $out;
    is $jobs =~ s/\n/ /gr, 'group group group tg group group group group tl ',
        'what ended its job goes on with the rest';
    like read_file('testing-output/k/ta.log'), qr/^# test: k\/ta\n.*^ No Errors\n# time: 0\.25 s\n# passed\n\z/ms,
        'each test has its log';
    like $out, qr/^cases: 40 verified, 0 known, 8 avoided, 16 untried$/m, 'cases are added up';
    my $untried = quotemeta 'k/ta (2), k/tb (2), k/te (2), ...';
    like $out, qr/^16 cases of 8 tests untried within 165 s for all tests .*: $untried$/m,
        '... those untried too';
};

subtest 'the case that failed in a group, by itself' => sub {
    unlink 'jobs';
    my @does = qw(shy late coy);    # the first of a job is as if alone
    write_file('k/testlist', group_program('k', map { "t$_ 1 program=t default=-$does[$_]" } 0 .. $#does));
    my (undef, $out) = run_tests('--group', '--jobs=1', 'k');
    like $out, qr/^FAILED k\/t1: exit status 1 /m, 'where that fails, the test has failed alone' or diag $out;
    like $out, qr{^  replay: .* \./k/t1 -obj=1,2 '-where=a=b c=d' -seed=1$}m, '... which is what is to be typed';
    like read_file('testing-output/k/t1.log'), qr/ No Errors\n.* Error: t1: /s, '... and is in its log';
    like $out, qr/^FAILED k\/t2: $IN_GROUP: exit status 1 /m, 'where it passes too, in the group';
    is read_file('jobs') =~ s/\n/ /gr, 'group group t1 t2 t2 ', 'each is run once more';
};

subtest 'a failure that counts in a group' => sub {
    my $jobs_of = sub {
        my @does = @_;
        unlink 'jobs';
        write_file('k/testlist', group_program('k', map { "t$_ 1 program=t default=-$does[$_]" } 0 .. $#does));
        my (undef, $out) = run_tests('--group', '--jobs=1', 'k');
        return read_file('jobs') =~ s/\n/ /gr . join ' ', sort $out =~ /^FAILED k\/(t\d: .*?)(?: \(|: signal)/mg;
    };
    is $jobs_of->(qw(gapMPI_A pass gapMPI_A pass)), 'group t0: exit status 1 t2: exit status 1',
        'the first of a job, and one like it';
    is $jobs_of->(qw(gapMPI_A gapMPI_B gapMPI_A)), 'group t1 t0: exit status 1 t1: exit status 1 t2: exit status 1',
        'not one of another operation';
    is $jobs_of->(qw(wrong wrong)), 'group t1 t0: exit status 1 t1: exit status 1', 'nor one that does not say of what';
    is $jobs_of->(qw(pass gapMPI_A)), 'group t1 t1: exit status 1', 'nor one that others came before';
    is $jobs_of->(qw(pass case pass)), 'group group t1: crash in case 3',
        'what ended in a case, as after it, with the rest';
    my ($first, $second) = (qr/# command: .* \.\/k\/t1\n(?:.*\n)*# failed: signal 11.*\n/,
        qr/# test: k\/t1\n# command: .* -after=3\n(?:.*\n)* No Errors\n/);
    like read_file('testing-output/k/t1.log'), qr/^$first\n$second/m,
        '... and the log has both parts';
    is $jobs_of->(qw(gapMPI_A case pass)), 'group group group t0: exit status 1 t1: crash in case 3',
        '... again from the first case on where another test failed before';
};

subtest 'a known failure may end a group' => sub {
    write_file('k/testlist', group_program('k', map { "t$_ 1 program=t default=-$_" } qw(known pass)));
    my ($status, $out) = run_tests('--group', '--jobs=1', 'k');
    like $out, qr/^2 passed, 0 failed, 0 skipped$/m, 'what is as known alone has not failed' or diag $out;
};

subtest 'groups that do not work' => sub {
    write_file('k/testlist', group_program('k', map { "t$_ 1 program=t default=-$_" } qw(pass skip last)));
    my ($status, $out) = run_tests('--group', '--jobs=1', 'k');
    like $out, qr/^FAILED k\/tlast: $IN_GROUP: all tests were over, but then: exit status 3 /m,
        'an end that is none';
    like $out, qr/^1 passed, 1 failed, 1 skipped$/m, '... is one failure';
    unlink 'jobs';
    write_file('k/testlist',
        map { program('k', "t$_ 1 program=t", 'echo $1 | cut -c1-6 >>jobs', '[ $# = 0 ] || exit 2',
        'echo " No Errors"') } 1 .. 4);
    ($status, $out) = run_tests('--group', '--jobs=1', 'k');
    is read_file('jobs'), "-group\n\n\n\n\n", 'a program that knows no groups is asked once';
    like $out, qr/^FAILED k\/t1: $IN_GROUP: exit status 2 .*\n(.*\n)*3 passed, 1 failed/m,
        'and named';
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

subtest 'what is shown of an output' => sub {
    my $noise = 'for i in 1 2 3 4 5; do echo "transport $i: no device"; done';
    write_file('z/testlist',
        program('z', 'noisy 1', $noise, 'echo " Error: noisy: rank 0 of 1: MPI_Send"; echo "  kind: gap"', 'exit 1'),
        program('z', 'noise 1', $noise, 'echo last', 'exit 1'),
        program('z', 'binary 1', q{printf 'a\033[2Jb\200 \303\251 \302\233\n'}, 'exit 1'));
    my ($status, $out) = run_tests('z');
    like $out, qr/^FAILED z\/noisy: .*\n  \|  Error: noisy: rank 0 of 1: MPI_Send\n  \|   kind: gap\n  log/m,
        'our own lines first';
    like $out, qr/^FAILED z\/noise: .*\n  \| transport 1: no device \(5 lines like this\)\n  \| last\n/m,
        'what repeats once';
    like $out, qr/^  \| a\\x1b\[2Jb\\x80 \\xc3\\xa9 \\xc2\\x9b$/m, 'nothing that a terminal obeys';
};

subtest 'filters' => sub {
    local $ENV{DTP_FILTER} = '(struct|MPI_INT)$';
    is((run_tests('--programs', 's'))[1], "s/bcast__MPI_INT\ns/struct\n", 'DTP_FILTER');
    my ($status, $out) = run_tests('--programs', '--filter=nowhere', 's');
    is $status, 2, 'nothing matches: exit status';
    my $says = 'no test matches, of 4 of the types that are selected; nor of other types';
    like $out, qr/^runtests: --filter='nowhere': $says\n/,
        'is reported';
    like $out, qr/^runtests: a test's name is, for example, s\/bcast__MPI_INT$/m, '... with what a name looks like';
    ($status, $out) = run_tests('--filter=MPI_CHAR', 's');
    like $out, qr/no test matches, .*; 1 of other types do: expected DTP_RUNTIME_TYPES=all, or those types$/m,
        'tests of other types';
};

subtest 'building' => sub {
    my $make = $ENV{MAKE} || 'make';
    plan skip_all => "no $make" if system "$make --version >make-says 2>&1";
    write_file('d/testlist', (map { "$_ 1 program=" . substr $_, 0, 1 } qw(a1 a2 b1 b2)), 'c 1');
    write_file('Makefile', 'all:');
    write_file('tests.mk', 'CC = sh compile', 'd/%: d/%.c', "\t\@echo CC \$@; \$(CC) \$< -o \$@");
    write_script('compile', 'grep -q bad $1 && { echo "$1:1: error: bad" >&2; exit 1; }',
        'printf "echo \' No Errors\'" >$3; chmod +x $3');
    write_file("d/$_.c", /b/ ? 'bad' : 'good') for qw(a1 a2 b1 b2 c);
    write_script("d/b2", 'echo " No Errors"');
    utime 1, 1, 'd/b2';
    my ($status, $out) = run_tests("--make=$make", '--no-group', 'd');
    is $status, 1, 'exit status';
    like $out, qr/^FAILED d\/b1: not built .*\n(?:  \| .*\n)*?  \| d\/b1\.c:1: error: bad$/m,
        'what is not built has failed, with the reason' or diag $out;
    like $out, qr/^FAILED d\/b2: not built /m, 'a program that is out of date is not run';
    like $out, qr/^3 passed, 2 failed, 0 skipped$/m, 'the others are built and run';
    unlink 'Makefile', 'tests.mk';
};

sub issue {
    my (%row) = (issue => 'one', mpi => 'Fake MPI 4.0..4.0.2', where => 'operation=MPI_Put bytes>8K', fails => 'status',
        way => 'expect', @_);
    return ((map { "$_: $row{$_}" } grep { defined $row{$_} } qw(issue mpi where fails way about program procs)), '');
}

subtest 'versions of known issues' => sub {
    my $mpich = "MPICH Version:      4.0.10\nMPICH Release date: 2022";
    my @cases = (['MPICH 4.0..4.0.2', 0], ['MPICH 4.0..4.0', 1], ['MPICH 4.0.2..4.1', 1], ['MPICH 4.0.10', 1],
        ['MPICH 4.0.1', 0], ['MPICH 4', 1],
        ['MPICH 3..', 1], ['MPICH', 1], ['Open MPI 4.0, MPICH 4.0.9..4.0.11', 1], ['Open MPI 4.0', 0],
        ['MPICH 4.1..', 0]);
    is(!!DTPools::Known::is_about($_->[0], $mpich), !!$_->[1], "$_->[0]: " . ($_->[1] ? 'yes' : 'no')) for @cases;
    ok(DTPools::Known::is_about('Open MPI 4.1', 'Open MPI v4.1.4, package: Debian OpenMPI, ident: 4.1.4'), 'Open MPI');
};

subtest 'errors in known issues' => sub {
    my $about = "a sentence\n    that goes on";
    write_file('bad.txt', '# a comment', issue(mpi => '4.0', about => $about, procs => 0), 'issue: two', 'issue: three',
        'speed: 3', 'what is this', '',
        issue(fails => undef, way => 'perhaps', where => 'operation'),
        issue(issue => 'good', way => 'avoid', fails => undef), issue(issue => 'last', fails => undef));
    local $ENV{DTP_KNOWN_ISSUES} = 'bad.txt';
    my ($status, $out) = run_tests('s');
    is $status, 2, 'exit status';
    is $out, <<'TEXT', 'all errors, with line and what was expected';
bad.txt:3: error: bad value in 'mpi: 4.0': expected a name and versions, such as MPICH 4.0..4.0.2
bad.txt:9: error: bad value in 'procs: 0': expected a number of processes
bad.txt:12: error: a second issue: in one record: expected a blank line between records
bad.txt:13: error: expected one of about: fails: issue: mpi: procs: program: way: where:, found 'speed: 3'
bad.txt:14: error: expected one of about: fails: issue: mpi: procs: program: way: where:, found 'what is this'
bad.txt:18: error: bad value in 'where: operation': expected facts, such as operation=MPI_Put bytes>8K
bad.txt:19: error: bad value in 'way: perhaps': expected expect or avoid
bad.txt:11: error: this record has no mpi: expected a name and versions, such as MPICH 4.0..4.0.2
bad.txt:11: error: this record has no way: expected expect or avoid
bad.txt:11: error: this record has no where: expected facts, such as operation=MPI_Put bytes>8K
bad.txt:16: error: 'one' is already at bad.txt:2: expected another name
bad.txt:26: error: this record has no fails: expected kinds of failures, separated by blanks
TEXT
};

subtest 'known issues' => sub {
    write_script('mpicc',
        '# mpicc -o PROGRAM SOURCE -lm: a source is a script, but for the one that asks for the version',
        'case $3 in *bad.c) exit 1;; esac',
        'said="echo library: Fake MPI 4.0.2; echo Device: none"',
        'if grep -q MPI_Get_library $3; then echo "$said" >$2; else cp $3 $2; fi',
        'chmod +x $2');
    write_script("issues/$_->[0].c", $_->[1])
        for ['fails', 'exit 1'], ['passes', 'exit 0'], ['hangs', 'sleep 100'], ['bad', ''],
        ['races', 'echo >>raced; exit $(($(wc -l <raced) > 4))'],
        ['twice', 'if [ -e ran.$PPID ]; then exit 1; else : >ran.$PPID; fi'];    # fails where two processes run it
    write_file('issues/more.txt',
        (map { issue(issue => "that-$_", program => "$_.c") } qw(fails passes hangs bad none races)),
        issue(issue => 'other', mpi => 'Fake MPI 4.0.3..', program => 'fails.c'),
        issue(issue => 'half', program => 'passes.c'),
        issue(issue => 'that-alone', program => 'twice.c'),
        issue(issue => 'that-in-two', program => 'twice.c', procs => 2));
    write_file('j/testlist', (map { program('j', "met$_ 1", 'echo " Known: half covered=3 failed=1 avoided=0"',
        'echo " Known: that-fails covered=0 failed=0 avoided=4"', 'echo " No Errors"') } 1, 2));
    local $ENV{DTP_KNOWN_ISSUES} = 'issues/more.txt';
    my ($status, $out) = run_tests('--mpicc=./mpicc', 'j');
    is $status, 0, 'exit status';
    unlike $out, qr/^runtests: /m, 'no complaint of a library that says more than a line of itself';
    my ($reported) = $out =~ /^(Known issues .*?)\n\n/ms;
    is $reported, <<'TEXT' =~ s/\n\z//r, 'each is reported with its cases and its program';
Known issues of this MPI, not counted as failures (known-issues/README):
  half: 6 cases covered, 2 failed (2 tests); its program passes, but cases fail
  that-alone: no case met it; DOES NOT FAIL ANY MORE
  that-bad: no case met it; issues/bad.c cannot be compiled
  that-fails: 8 not run (2 tests); its program fails
  that-hangs: no case met it; its program fails
  that-in-two: no case met it; its program fails
  that-none: no case met it; there is no issues/none.c
  that-passes: no case met it; DOES NOT FAIL ANY MORE
  that-races: no case met it; its program fails
TEXT
    write_script('silent', 'exit 0');
    my %why = (
        './nope' => "'./nope' cannot compile a program that calls MPI_Get_library_version: cannot run ./nope: No such "
            . 'file or directory',
        "sh -c 'cp ./silent \$1'" => 'a program that calls MPI_Get_library_version says nothing',
    );
    for my $mpicc (sort keys %why) {
        (undef, $out) = run_tests("--mpicc=$mpicc", 'j');
        is_deeply [$out =~ /^runtests: (.*)$/mg], ["the programs of known issues were not run: $why{$mpicc}"],
            "--mpicc=$mpicc is reported once";
    }
    local $ENV{DTP_KNOWN_ISSUES} = 'none';
    unlike((run_tests('--mpicc=./mpicc', 'j'))[1], qr/its program/, 'none');
};

subtest 'Ctrl-C after the tests' => sub {
    plan skip_all => 'no /proc' unless $HAS_PROC;
    unlink 'pids';
    write_script('mpicc-of-issues', 'if grep -q MPI_Get_library $3; then echo "echo library: Fake MPI 4.0.2" >$2',
        'else cp $3 $2; fi', 'chmod +x $2');
    write_script('ctrl/hangs.c', "echo \$\$ >>'$top/pids'", 'sleep 100 &', "echo \$! >>'$top/pids'", 'wait');
    write_file('ctrl/more.txt', issue(issue => 'that-hangs', program => 'hangs.c'));
    write_file('ca/testlist', program('ca', 'good 1', 'echo " No Errors"'));
    local $ENV{DTP_KNOWN_ISSUES} = 'ctrl/more.txt';
    my $runner = start_runner('--mpicc=./mpicc-of-issues', 'ca');
    wait_for(sub { read_file('pids') =~ /(\d+\s){2}/ });
    kill INT => $runner;
    my ($status, $out) = finish_runner($runner);
    is $status, 130, 'exit status';
    is join(' ', survivors('pids')), '', 'none is left';
    like $out, qr/^ended early: SIGINT\n(.*\n)?1 passed, 0 failed, 0 skipped\n\z/m, 'what was done is summed up';
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

subtest 'issues of other versions as records of this one' => sub {
    my ($rows) = DTPools::Known::read_file('issues/more.txt');
    my %of = map { $_->{issue} => { %$_, library => 'Fake MPI 4.0.2', folder => 'issues' } } @$rows;
    mkdir 'records';
    my $file  = 'records/known-issues.txt';
    my $write = sub {
        my %present = map { $_ => $of{$_} } @{ $_[0] };
        is(DTPools::Known::write_rows($file, \%present, $_[1]), undef, "@{ $_[0] }: written");
        my ($found, $errors) = DTPools::Known::read_files('issues/none.txt', $file);
        is scalar(grep { /\Q$file\E/ } @$errors), 0, '... as records';
        return $found;
    };
    my $first = $write->(['that-fails', 'other'], $rows);
    is_deeply [map { "$_->{issue}: $_->{mpi}: $_->{program}" } @$first],
        ['other: Fake MPI 4.0.2: ../issues/fails.c', 'that-fails: Fake MPI 4.0.2: ../issues/fails.c'],
        'with the version and the program, not those of other files';
    my $second = $write->(['that-hangs', 'other'], $first);
    is_deeply [map { $_->{issue} } @$second], ['other', 'that-fails', 'that-hangs'],
        'those that were read from there stay';
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

subtest 'what the default run has beyond the default types' => sub {
    my @types = map { "MPI_T$_" } 0 .. 19;
    my @tests;
    for my $p (0 .. 31) {
        push @tests, map { { id => "f/p${p}__$_\__17", type => $_, family => "f/p$p", procs => 2 } } 'MPI_INT', @types;
    }
    my @sample = DTPools::Run::Sample::tests('MPI_INT MPI_DOUBLE',
        [@tests, { id => 'f/x__MPI_T0__512', type => 'MPI_T0', family => 'f/x', procs => 2 }]);
    my %met = map { $_->{type} => 1 } @sample;
    is(keys %met, 20, 'every other type is met');
    ok(!grep({ $_->{type} eq 'MPI_INT' } @sample), 'no default type again');
    cmp_ok(scalar @sample, '<', @tests / 6, 'by a part of the programs');
    is_deeply([DTPools::Run::Sample::tests('MPI_INT', \@tests)], [DTPools::Run::Sample::tests('MPI_INT', \@tests)],
        'the same ones every time');
    my @of_types = map { { id => "rma/accfence1__$_\__17", type => $_, family => 'rma/accfence1', procs => 2 } } @types;
    is(scalar DTPools::Run::Sample::tests('MPI_INT', \@of_types), 20, 'every type where the type matters');
    my @many = map { my ($p, $n) = @$_; map { { id => "f/q${p}__$_\__$n", type => $_, family => "f/q$p", procs => 2 } }
        qw(MPI_INT MPI_CHAR MPI_SHORT MPI_BYTE MPI_SHORT_INT MPI_LONG_DOUBLE_INT MPI_DOUBLE_INT) }
        [0, 65530], [1, 65530], [1, 4140], [1, 2002];
    is(join(' ', map { $_->{id} } DTPools::Run::Sample::tests('MPI_INT', \@many)),
        join(' ', map { "f/$_" } qw(q0__MPI_SHORT__65530 q0__MPI_LONG_DOUBLE_INT__65530 q1__MPI_BYTE__4140
            q1__MPI_DOUBLE_INT__4140)),
        'many elements of other sizes, as few of them as there are, other ones for the next program');
    my @sizes = map { { id => "datatype/twins__MPI_$_", type => "MPI_$_" =~ s/__.*//r, family => 'datatype/twins',
        procs => 1, env => [] } } qw(SHORT__17 SHORT__720 SHORT__2002 UNSIGNED__720 LONG_DOUBLE__720);
    my @of_720 = grep { $_->{id} =~ /720/ } DTPools::Run::Sample::tests('MPI_INT', \@sizes);
    is_deeply([map { [$_->{type}, @{ $_->{env} }] } DTPools::Run::Sample::widened('MPI_INT', @of_720)],
        [map { ["MPI_$_", [DTP_NUM_OBJS => -1]] } qw(SHORT LONG_DOUBLE)], 'all layouts of elements of other sizes');
    my @env = map { { id => "datatype/$_", family => $_ =~ s/^(\w+?)__.*/datatype\/$1/r,
        type => /MPI_INT/ ? 'MPI_INT' : 'MPI_DOUBLE', env => [[A => 1]] } }
        qw(typeinfo__MPI_INT__17 typeinfo__MPI_INT__65530 typeinfo__MPI_DOUBLE__17 packsize__MPI_INT__17);
    my @wide = DTPools::Run::Sample::widened('MPI_INT', @env);
    is_deeply($wide[0]{env}, [[A => 1], [DTP_NUM_OBJS => -1]], 'all layouts in what takes no time');
    is_deeply([@wide[1 .. 3]], [@env[1 .. 3]], '... and in nothing else');
    is(join(' ', map { $_->{has_all_layouts} // 0 } @wide), '1 0 0 0', '... which has more time');
};

subtest 'the time of a run is divided among its tests' => sub {
    my @tests = map { { id => "b/$_", procs => $_ > 4 ? 4 : 2 } } 1 .. 6;
    my $budget = DTPools::Run::Budget->new(seconds => 8, cores => 2, tests => \@tests);
    my @taken = map { $budget->take({ tests => [$_] }) } @tests;
    is join(' ', map { sprintf '%.1f', $_ } @taken), '1.0 1.1 1.3 1.6 2.0 2.0',
        'what is left to those that are left, as much more as ranks share a core, at most 2 s';
    is join(' ', map { $budget->least({ procs => $_ }) } 1, 2, 3, 4), '1.00 1.00 1.50 2.00', '... of 1 to 4 ranks';
    is $budget->take({ tests => [$tests[0]] }), '2.00', 'again: as long as any';
    is $budget->weight({ id => 'a/b', has_all_layouts => 1 }), 6, 'tests of all layouts have six times as much';
    $budget = DTPools::Run::Budget->new(seconds => 8, cores => 2, tests => \@tests);
    is join(' ', map { sprintf '%.1f', $budget->take({ tests => [$tests[0]] }) } 1 .. 3), '1.0 1.0 1.0',
        '... but not longer than the others have';
    ok !$budget->is_overdue, 'not over, let alone overdue';
    $budget->extend(8);
    @taken = map { $budget->take({ tests => [$_] }) } @tests[1, 2];
    is join(' ', map { sprintf '%.1f', $_ } @taken), '2.0 2.0', 'more time for the rest';
    $budget = DTPools::Run::Budget->new(seconds => -100, cores => 2, tests => \@tests);
    ok $budget->is_overdue, 'overdue';
    $budget = DTPools::Run::Budget->new(seconds => 0, cores => 2, tests => \@tests);
    is $budget->take({ tests => \@tests }), '0.03', 'no time left: the least';
    $budget = DTPools::Run::Budget->new(seconds => 8, cores => 2, tests => \@tests);
    $budget->take({ tests => [@tests[0, 1]] });
    $budget->give_back($tests[1]);
    is $budget->take({ tests => [$tests[1]] }), '1.14', 'one that has not begun after all is as any';
    $budget = DTPools::Run::Budget->new(seconds => 8, cores => 2, tests => \@tests);
    $budget->take({ tests => [$tests[0]] });
    $budget->{ends} -= 4;
    is $budget->take({ tests => [$tests[1]] }), '0.03', 'a job that took five times as long is no exception';
    @tests = map { { id => "b/$_", family => 'b/p' . int sqrt $_, procs => 2 } } 1 .. 15;
    $budget = DTPools::Run::Budget->new(seconds => 18, cores => 2, tests => \@tests);
    is join(' ', map { $budget->weight($_) } @tests[0, 3, 8]), '2 1 1', 'a program of few tests has more time for each';
    is $budget->take({ tests => [$tests[0]] }), '1.00', '... of the same whole';
    my @more = map { { id => "b/x__MPI_INT__$_", procs => 2 } } qw(4095 4096 65530@bcast=ring);
    is join(' ', map { $budget->weight($_) } @more), '1 2 2', 'so has a test of many elements';
    is $budget->weight({ %{ $tests[0] }, id => 'b/x__MPI_INT__4096' }), 4, '... of such a program';
};

subtest 'what ends tests early is left out' => sub {
    my @tests = map { { id => "f/${_}__MPI_INT__1" } } qw(a b c d);
    my $endings;
    my $guess = qr/^program=\w \S+ \S+\z/;
    my $begin = sub {
        my $reasons = DTPools::Failures::Reasons->new(@tests, { id => 'g/e__MPI_INT__1' });
        $reasons->know({ darray => 0.25, 'short-darray' => 0.06, nested => 0.8 });
        $endings = DTPools::Failures::Endings->new($reasons);
    };
    my $note = sub {
        my ($test, $kind, @facts) = @_;
        $endings->note($tests[$test], $kind, <<"END");
 Error: rank 1 of 2: ended within MPI
  kind: $kind
  case: 4
  facts: test=x @facts fails=$kind
  replay: mpiexec -n 2 ./f/a -obj=1,1 -seed=1
 Error: rank 0 of 2: ended within MPI
  kind: $kind
  case: 7
  facts: operation=MPI_Later fails=$kind
  replay: mpiexec -n 2 ./f/a -obj=1,1 -seed=1
END
        return join ' ; ', grep { !/$guess/ } $endings->conditions;
    };
    my $guessed = sub { join ' ; ', grep { /$guess/ } $endings->conditions };
    $begin->();
    is $endings->text, undef, 'nothing at first';
    my @same = ('crash', 'operation=MPI_Accumulate_c', 'comm-size=2', 'recv-trait=nested,darray,short-darray');
    is $note->($_ % 4, @same), '', 'not a few' for 0 .. 3;
    my $same = 'operation=MPI_Accumulate|MPI_Accumulate_c trait=short-darray';
    is $guessed->(), join(' ; ', map { "program=$_ $same" } 'a' .. 'd'),
        '... but for what is rarest, in these programs';
    is $note->(1, @same), 'operation=MPI_Accumulate|MPI_Accumulate_c trait=short-darray',
        'the rarest trait of some crashes of an operation';
    is $guessed->(), '', '... in place of what was guessed';
    $note->(1, 'crash', 'operation=MPI_Accumulate', 'comm-size=2', 'send-trait=nested') for 1 .. 5;
    is $note->(1, @same) . $endings->text, 'operation=MPI_Accumulate|MPI_Accumulate_c trait=short-darray' x 2,
        '... though others crash too';
    is $note->(1, 'crash', 'operation=MPI_Accumulate', 'comm-size=2', 'send-trait=nested') =~ s/.* ; //r,
        'program=b operation=MPI_Accumulate|MPI_Accumulate_c',
        'and six that have nothing in common: those of that program';
    $begin->();
    $note->(0, 'crash', "operation=MPI_$_", 'check=MPI_Get_elements_x', 'send-trait=short-darray') for 1 .. 4;
    is $note->(1, 'crash', 'operation=MPI_5', 'check=MPI_Get_elements', 'recv-trait=short-darray'),
        'check=MPI_Get_elements* trait=short-darray', 'a query, whatever the operation';
    $begin->();
    $note->(0, 'crash', "operation=MPI_$_", "variant=v$_") for 1 .. 6;
    $note->(0, 'crash', "operation=MPI_$_", "variant=w$_") for 1 .. 5;
    like $guessed->(), qr/^program=a operation=MPI_1\|MPI_1_c variant=v1 ; /, 'eleven that have little in common';
    $note->(0, 'crash', 'operation=MPI_1');
    is $guessed->() . $endings->text, join(';', map { "program=a operation=MPI_$_|MPI_${_}_c" } 1 .. 6),
        '... are enough of a program';
    $begin->();
    is $note->($_, 'mpi-error', "operation=MPI_${_}_init", 'form=persistent'), '', 'not a form' for 0 .. 3;
    $note->(0, 'crash', 'operation=MPI_1_init', 'form=persistent') for 1 .. 3;
    is $note->(0, 'crash', 'operation=MPI_1', 'form=nonblocking'), 'program=a|b|c|d form=persistent',
        '... but that of several operations of a folder';
    $begin->();
    my @hang = ('hang', 'operation=MPI_1', 'variant=in-place', 'form=blocking');
    is $note->(0, @hang) . $guessed->(), 'program=a operation=MPI_1|MPI_1_c variant=in-place', 'a guess at first';
    is $note->(0, @hang), 'program=a operation=MPI_1|MPI_1_c', 'two hangs are enough, of a program and operation';
    $note->(1, @hang);
    is $note->(2, @hang), 'operation=MPI_1|MPI_1_c variant=in-place',
        '... but say no more of what they have in common than others';
    $begin->();
    $note->(1, 'hang', 'operation=MPI_1', 'variant=empty-unlike');
    is $note->(2, 'hang', 'operation=MPI_2', 'variant=empty-unlike'), 'program=a|b|c|d variant=empty-unlike',
        '... but for what is rare';
    $begin->();
    $note->($_ % 4, 'crash', "operation=MPI_$_", 'form=blocking', 'comm=world') for 1 .. 40;
    is $endings->text, undef, 'where tests begin is no reason';
    $begin->();
    $note->($_ % 4, 'crash', 'operation=MPI_1', 'comm-size=8', 'send-trait=short-darray') for 1 .. 5;
    is $endings->text, undef, 'the objects of many processes have any trait';
};

subtest 'a run whose time is over' => sub {
    my @tests = map { my $program = $_; map { { id => "k/$program$_", family => "k/$program" } } 1 .. 4 } qw(p q);
    @$_{qw(program procs mem limit args defaults env requires)} = ($_->{id}, 1, 0, 9, [], [], [], []) for @tests;
    group_program('k', map { "$_->{id} 1 default=-pass" =~ s{k/}{}r } @tests);
    $_->{defaults} = [$_->{id} eq 'k/p1' ? '-case' : '-pass'] for @tests;
    my $order;
    my $run = sub {
        my ($seconds, $number) = @_;
        my $endings = DTPools::Failures::Endings->new(DTPools::Failures::Reasons->new(@tests));
        my $crash = " Error: x\n  kind: crash\n  case: 1\n  facts: operation=MPI_Send\n";
        $endings->note($tests[0], 'crash', $crash) for 1 .. $number;
        my %launch = (command => [$LAUNCHER], np_flag => '-n', env => [], hidden_env => [], output => 'over',
            scale => 1, tag => 'over ', groups => 1, restarts => 1);
        open my $out, '>&', \*STDOUT or die;
        open STDOUT, '>', '/dev/null' or die;
        my ($results) = DTPools::Run::Runner::run(tests => \@tests, cores => 1, have => {}, launch => \%launch,
            endings => $endings,
            budget => DTPools::Run::Budget->new(seconds => $seconds, cores => 1, tests => \@tests));
        open STDOUT, '>&', $out or die;
        $order = join ' ', map { $_->{test}{id} =~ s{k/}{}r } @$results;
        return join ' ', sort map { "$_->{test}{id}:$_->{verdict}" =~ s{k/}{}r } @$results;
    };
    is $run->(-45, 15), 'p1:failed q1:passed q2:passed', 'two tests of each program are left, one where it fails';
    is $run->(-160, 15), '', '... none, long after that';
    my $all = join ' ', 'p1:failed', map { "$_:passed" } qw(p2 p3 p4 q1 q2 q3 q4);
    is $run->(-160, 14), $all, '... all, where few have ended early';
    is $run->(-10, 15), $all, '... or where there is more time because they have ended so often';
    is $run->(60, 15), $all, '... and while there is time';
    is $order, 'q1 q2 q3 q4 p1 p2 p3 p4', '... those of a program that often ends early after the others';
    $run->(60, 14);
    is $order, 'p1 p2 p3 p4 q1 q2 q3 q4', '... in the order of the list, where few have ended early';
};

subtest 'one test of each program comes first' => sub {
    my %procs = (p => 8, q => 1, r => 2);
    my @tests = map { my $program = $_; map { { id => "$program$_", family => $program } } 1 .. 3 } sort keys %procs;
    @$_{qw(procs mem env requires)} = ($procs{ $_->{family} }, 0, [], []) for @tests;
    my $order = sub {
        my $course   = DTPools::Run::Course->new(cores => 2, launch => { groups => 1, shared => $_[0] });
        my $schedule = DTPools::Run::Schedule->new(tests => [$course->items(@tests)], cores => 2);
        my @jobs;
        while (my $item = $schedule->take) {
            push @jobs, join ' ', map { $_->{id} } @{ $item->{tests} };
            $schedule->give_back($item);
        }
        return join ', ', @jobs;
    };
    is $order->('./shared'), 'p1, r1, q1, p2 p3, r2 r3, q2, q3', 'those of many processes first';
    is $order->(undef), 'p1 p2 p3, r1 r2 r3, q1 q2, q3', '... but not where each program has jobs of its own';
};

subtest 'pairs of facts' => sub {
    write_file('pairs', 'operation=MPI_Send type=MPI_INT', 'operation=MPI_Recv type=MPI_INT',
        'operation=MPI_Send type=MPI_INT', 'no pair');
    is_deeply([DTPools::Run::Coverage::summary('pairs', ['MPI_INT', 'MPI_CHAR'])],
        ['operation and type: 2 of 4 (50 %)'], 'met and possible');
    is_deeply([DTPools::Run::Coverage::summary('no-such-file', [])], [], 'none');
};

done_testing;
