#!/usr/bin/env perl

# The runner: what it takes, chooses and prints; with a script in place of the launcher.

use strict;
use warnings;
use FindBin;
use lib "$FindBin::RealBin/../tools/lib", "$FindBin::RealBin/lib";
use Test::More;

use DTPools::Run::Defaults qw($OBJECTS $SAMPLE $SECONDS $TYPES);
use DTPools::Run::Launcher;
use Runs qw($HAS_PROC $RUNTESTS program run_tests);
use Scratch qw(read_file write_file write_script);

Runs::begin();

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
        (map { [DTP_WHERE => $_, qr/expected facts, such as operation=MPI_Put bytes>8K, with names among: test .*/]
        } 'x', 'bytes>', 'bytes>8K x', 'opration=MPI_Send', 'bytes>8K fails=gap'),
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
                  [DTP_WHERE => ''], [DTP_WHERE => ' operation=MPI_Put|MPI_Get  bytes>8K form!=default ranks<=2']) {
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
        '--verbose'          => qr/^runtests: unknown option: verbose: see runtests -h$/,
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
    my %needed = (
        mpiexec   => qr/^runtests: the launcher '' has no words: expected a command, with quotes in pairs: /,
        output    => qr/^runtests: --output='': expected a folder$/,
        make      => qr/^runtests: --make='': expected a command$/,
        mpicc     => qr/^runtests: --mpicc='': expected a command$/,
        'np-flag' => qr/^runtests: --np-flag='': expected the launcher's option for .* processes, such as -n$/,
    );
    for my $name (sort keys %needed) {
        my ($status, $out) = run_tests("--$name", '', 's');
        is $status, 2, "--$name '': exit status";
        like $out, $needed{$name}, "--$name '': message";
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

done_testing;
