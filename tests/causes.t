#!/usr/bin/env perl

# One cause, one report: of many tests that fail the runner reports those of one cause once, with the list of the tests.
# With small scripts in place of tests, and, in the build folder, with real ones on an MPI with a fault.

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::RealBin/../tools/lib", "$FindBin::RealBin/lib";
use Test::More;

use DTPools::Command;
use DTPools::Failures::Causes;
use DTPools::Failures::Reasons;
use DTPools::Failures;
use DTPools::Faults;
use DTPools::Run::Summary;
use Scratch qw(write_file write_script);

my $TOP     = abs_path("$FindBin::RealBin/..");
my $BUILD   = abs_path('.');
my $MPICC   = $ENV{MPICC} || 'mpicc';
my $MPIEXEC = $ENV{MPIEXEC} || 'mpiexec';
my $MAKE    = $ENV{MAKE} || 'make';
my $folder  = tempdir(CLEANUP => 1);
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL DTP_FAULT LD_PRELOAD), grep { /^DTP_/ } keys %ENV};

# The lines with which a test prints a failure.
sub failure {
    my ($test, $kind, $facts, $what, $case) = @_;
    return map { qq(echo "$_") } " Error: $test: rank 0 of 1: MPI_Send", "  kind: $kind", "  case: $case",
        "  facts: test=$test $facts", "  $what", "  replay: mpiexec -n 1 ./$test -seed=1", ' Found 1 errors';
}

subtest 'many tests, four causes' => sub {
    write_script("$folder/launch", 'shift 2', 'exec "$@"');
    my @causes = (
        [gap      => 'operation=MPI_Send type=MPI_INT'],
        [gap      => 'operation=MPI_Bcast type=MPI_INT'],
        [metadata => 'operation=MPI_Send fails=metadata check=MPI_Type_size'],
        [metadata => 'operation=MPI_Send fails=metadata check=MPI_Type_dup'],
    );
    my @tests;
    for my $k (1 .. 64) {
        my $name = sprintf 't%02d', $k;
        my @failure = failure($name, @{ $causes[$k % 4] }, "$k is wrong", $k);
        push @failure, qq(echo " Error: $name: rank 0 of 1: MPI_Recv: status, case 99, -obj=1,1") if $k == 40;
        write_script("$folder/t/$name", @failure, 'exit 1');
        push @tests, "$name 1";
    }
    write_script("$folder/t/u$_", qq(echo "no device $_ for u$_"), 'exit 3') for 1 .. 5;
    write_file("$folder/t/testlist", @tests, map { "u$_ 1" } 1 .. 5);
    chdir $folder or die "cannot enter $folder: $!\n";
    my $out = DTPools::Command::output($^X, "$TOP/tools/runtests", '--mpiexec=./launch', '--jobs=2', 't');
    my @full = $out =~ /^FAILED (\S+): .* \(\d+\.\d s\)$/mg;
    is "@full", 't/t01 t/t02 t/t03 t/t04 t/u1', 'one test of each cause is reported in full' or diag $out;
    my @lines = $out =~ /^FAILED (\S+): .* \(\d+\.\d s\), as t\/(?:t0[1-4]|u1) \(.*\).*$/mg;
    is scalar @lines, 64, 'each other one in a line';
    like $out, qr/^  the same in 15 other tests: (?:t\/t\d\d, ){5}and 10 more$/m, '... and the first one lists them';
    like $out, qr/^FAILED t\/t05: exit status 1 \(.*\), as t\/t01 \(gap of MPI_Bcast\)$/m,
        '... by the way of failing and the operation';
    like $out, qr/^FAILED t\/t06: .*, as t\/t02 \(metadata of MPI_Send \(MPI_Type_size\)\)$/m, '... and the check';
    like $out, qr/^FAILED t\/t40: .*, as t\/t04 \(gap of MPI_Send\), but also status$/m,
        'what is not like the other is said';
    is scalar(() = $out =~ /^  \|/mg), 4 * 6 + 1, 'no other messages are shown';
    like $out, qr/^0 passed, 69 failed, 0 skipped$/m, 'all count';
    chdir $BUILD or die "cannot enter $BUILD: $!\n";
};

subtest 'a test with two causes' => sub {
    chdir $folder or die "cannot enter $folder: $!\n";
    my @crash = grep { !/Found/ } failure('mix', 'crash', 'operation=MPI_Put', 'ended by signal 11', 3);
    my @gap   = failure('mix', 'gap',   'operation=MPI_Get', 'byte 7 is wrong', 5);
    write_script('p/mix', 'case $1 in', '-after=3)', @gap, 'exit 1;;', '*)', @crash, 'kill -SEGV $$;;', 'esac');
    write_script('p/crash', (map { s/mix/crash/gr } @crash), 'exit 1');
    write_script('p/gap', (map { s/mix/gap/gr } @gap), 'exit 1');
    write_file('p/testlist', 'crash 1', 'gap 1', 'mix 1');
    my $out = DTPools::Command::output($^X, "$TOP/tools/runtests", '--mpiexec=./launch', '--jobs=2', 'p');
    like $out, qr/^FAILED p\/mix: .*, as p\/crash \(crash of MPI_Put\), p\/gap \(gap of MPI_Get\)$/m,
        'is like two others' or diag $out;
    unlink 'p/gap';
    write_file('p/testlist', 'crash 1', 'mix 1');
    $out = DTPools::Command::output($^X, "$TOP/tools/runtests", '--mpiexec=./launch', '--jobs=2', 'p');
    like $out, qr/^FAILED p\/mix: .*s\)\n(?:  \| .*\n)*  \|   kind: gap\n  \|   case: 5\n/m,
        'and reported where the other cause is its own' or diag $out;
    chdir $BUILD or die "cannot enter $BUILD: $!\n";
};

subtest 'a failure behind a NUL byte' => sub {
    chdir $folder or die "cannot enter $folder: $!\n";
    write_script("z/z$_", 'printf "the launcher says something\\n\\0"',
        failure("z$_", 'mpi-error', 'operation=MPI_Put', 'an error', 3), 'exit 1') for 1, 2;
    write_file('z/testlist', 'z1 1', 'z2 1');
    my $out = DTPools::Command::output($^X, "$TOP/tools/runtests", '--mpiexec=./launch', '--jobs=2', 'z');
    like $out, qr/^FAILED z\/z2: .*, as z\/z1 \(mpi-error of MPI_Put\)$/m, 'is read' or diag $out;
    chdir $BUILD or die "cannot enter $BUILD: $!\n";
};

subtest 'forms of an operation' => sub {
    mkdir "$folder/f" or die "cannot make $folder/f: $!\n";
    chdir $folder or die "cannot enter $folder: $!\n";
    my @gap = map { [failure("f$_", 'gap', "operation=MPI_$_", 'byte 7', 1)] } qw(Gather Igather_c Scatter Iscatter);
    write_script('f/f1', @{ $gap[0] }, @{ $gap[1] }, 'exit 1');
    write_script('f/f2', @{ $gap[1] }, 'exit 1');
    write_script('f/f3', @{ $gap[2] }, 'exit 1');
    write_script('f/f4', @{ $gap[3] }, 'exit 1');
    write_file('f/testlist', map { "f$_ 1" } 1 .. 4);
    my $out = DTPools::Command::output($^X, "$TOP/tools/runtests", '--mpiexec=./launch', '--jobs=2', 'f');
    my @full = $out =~ /^FAILED (\S+): .* \(\d+\.\d s\)$/mg;
    is "@full", 'f/f1 f/f3 f/f4', 'are one cause where a test has several of them fail' or diag $out;
    like $out, qr/^  of MPI_Gather, MPI_Igather_c$/m, '... and both are named';
    chdir $BUILD or die "cannot enter $BUILD: $!\n";
};

subtest 'a fact in common' => sub {
    mkdir "$folder/q" or die "cannot make $folder/q: $!\n";
    chdir $folder or die "cannot enter $folder: $!\n";
    for my $k (0 .. 7) {
        my $facts = "operation=MPI_${\($k % 4)}_init form=persistent comm=world";
        write_script("q/p$k", failure("p$k", $k % 2 ? 'crash' : 'mpi-error', $facts, 'ended', $k), 'exit 1');
    }
    write_script('q/two', failure('two', 'gap', 'operation=MPI_Put', 'byte 7', 1),
        failure('two', 'past', 'operation=MPI_Put', 'byte 9', 2), 'exit 1');
    write_script('q/past', failure('past', 'past', 'operation=MPI_Put', 'byte 9', 2), 'exit 1');
    write_file('q/testlist', (map { "p$_ 1" } 0 .. 7), 'past 1', 'two 1');
    my $out = DTPools::Command::output($^X, "$TOP/tools/runtests", '--mpiexec=./launch', '--jobs=2', 'q');
    my @full = $out =~ /^FAILED (\S+): .* \(\d+\.\d s\)$/mg;
    is "@full", 'q/p0 q/past q/two', 'many operations of one form are one cause' or diag $out;
    like $out, qr/^  in common: form=persistent; of MPI_0_init, MPI_1_init, MPI_2_init, MPI_3_init$/m,
        '... and it says so';
    like $out, qr/^FAILED q\/p5: .*, as q\/p0 \(mpi-error of MPI_0_init where form=persistent\)$/m,
        '... of all of them';
    like $out, qr/^FAILED q\/two: .*s\)\n(?:  .*\n)*  \|   kind: gap$/m,
        'another failure of a test is a cause of its own';
    chdir $BUILD or die "cannot enter $BUILD: $!\n";
};

subtest 'many operations of a program' => sub {
    mkdir "$folder/m" or die "cannot make $folder/m: $!\n";
    chdir $folder or die "cannot enter $folder: $!\n";
    my $failing = sub {
        my ($name, $kind, @operations) = @_;
        my @failures = map { failure($name, $kind, "operation=MPI_$_", 'byte 7', 1) } @operations;
        write_script("m/$name", @failures, 'exit 1');
        return "$name 1 program=" . substr $name, 0, 1;
    };
    write_file('m/testlist', $failing->('m1', gap => qw(Put Get Rput Fetch_and_op)), $failing->('m2', gap => 'Rget'),
        $failing->('other', gap => qw(Put Get Rput)),
        (map { ($failing->("h_$_", hang => $_), $failing->("s_$_", past => $_)) } qw(Put Get Rput Rget)),
        map { ($failing->("f_$_", hang => $_), $failing->("g_$_", past => $_)) } qw(Alltoall Ialltoall Alltoall_init));
    my @options = qw(--mpiexec=./launch --jobs=2 --no-group);
    my $out = DTPools::Command::output($^X, "$TOP/tools/runtests", @options, 'm');
    my @full = $out =~ /^FAILED (\S+): .* \(\d+\.\d s\)$/mg;
    is join(' ', grep { m{/[mo]} } @full), 'm/m1 m/other', 'are one cause where a test has four of them fail'
        or diag $out;
    is scalar(grep { m{/s_} } @full), 4, '... and not where a test has one';
    is scalar(grep { m{/h_} } @full), 1, '... unless that is a hang' or diag $out;
    is scalar(grep { m{/g_} } @full), 3, 'forms of one operation are several where each has a test of its own';
    is scalar(grep { m{/f_} } @full), 1, '... unless that is a hang' or diag $out;
    chdir $BUILD or die "cannot enter $BUILD: $!\n";
};

subtest 'a place in the source of the MPI' => sub {
    my $failure = sub {
        my ($operation, $what) = @_;
        return { kind => 'crash', operation => $operation, key => "ending\n$operation",
            block => { elsewhere => [], lines => [' Error: t: rank 0 of 1: ended', "  ended without a word$what"] } };
    };
    my $words = '; MPI printed: Assertion failed in file src/a/loop.c at line';
    my @same  = map { $failure->($_, "$words 345: i < MOST") } qw(MPI_Put MPI_Gather);
    my @other = ($failure->(MPI_Put => "$words 346: 0"), $failure->(MPI_Put => '; MPI printed: a failure, pid 12:34'),
        $failure->(MPI_Put => ''), $failure->(MPI_Get => '; MPI printed: [node:12] ../ompi/pack.c:345 assertion'));
    DTPools::Failures::Causes::_names_a_place($_) for @same, @other;
    is $same[0]{key}, $same[1]{key}, 'is one cause, of whatever operation';
    is scalar(keys %{ { map { $_->{key} => 1 } @same, @other } }), 4, 'others are others';
    is $other[3]{reason}, 'MPI printed ../ompi/pack.c line 345', 'in the words of another MPI';
};

subtest 'a form of an operation that fails in others too' => sub {
    my $reasons = DTPools::Failures::Reasons->new(map { { id => "f/${_}__MPI_INT__1" } } 'a' .. 'h');
    my @failures = map { my $o = $_; map { $reasons->failure({ id => "f/${o}__MPI_INT__1" }, " operation=MPI_$o$_") }
        '_init form=persistent', '_init form=persistent' } 'a' .. 'h';
    push @failures, map { $reasons->failure({ id => 'f/h__MPI_INT__1' }, " operation=MPI_Ih form=nonblocking") } 1 .. 2;
    my ($found, $left) = $reasons->find('gap', @failures);
    my $reported = join ' ', map { "$_->{reason}:" . @{ $_->{failures} } } @$found;
    is $reported, 'form=persistent:14', 'does not come of the form';
    is scalar @$left, 4, '... nor do its others';
};

# Which facts the failures have in common, and of how many each.
sub in_common {
    my @facts   = @_;
    my $reasons = DTPools::Failures::Reasons->new({ id => 'f/a__MPI_INT__1' });
    my $n       = 0;
    my @failures = map { $reasons->failure({ id => 'f/a__MPI_INT__1' }, " operation=MPI_" . $n++ % 4 . " $_") } @facts;
    my ($found, $left) = $reasons->find('gap', @failures);
    return join ' ', (map { "$_->{reason}:" . @{ $_->{failures} } } @$found), scalar @$left;
}

subtest 'values that are alike' => sub {
    my @logical = map { ("op=MPI_$_") x 4 } qw(LAND LOR LXOR);
    is in_common(@logical, 'op=MPI_SUM'), 'op=MPI_L*:12 1', 'all logical operators';
    is in_common(('op=MPI_LXOR') x 12), 'op=MPI_LXOR:12 0', 'one of them';
    my @rings = map { ("variant=$_ topology=cartesian") x 4 } qw(ring grid torus);
    is in_common(@rings), 'topology=cartesian:12 0', 'topologies of one kind';
    is in_common(@rings, map { "variant=v$_" } 1 .. 14), 'topology=cartesian:12 14', '... among other failures';
    my @freed = map { ("form=nonblocking completion=$_ freed=communicator") x 4 } qw(wait test testany);
    is in_common(@freed), 'freed=communicator:12 0', 'what is freed, whatever completes it';
    is in_common(('form=blocking address=relative') x 12), '12', 'not where most addresses are relative';
};

subtest 'operations that an MPI has in one place' => sub {
    my $in_common = sub {
        my $reasons  = DTPools::Failures::Reasons->new({ id => 'f/a__MPI_INT__1' });
        my @of = map { [{ id => 'f/a__MPI_INT__1' }, " operation=MPI_$_"] } @_;
        is scalar @{ $reasons->failure(@{ $of[0] })->{atoms} }, 0, 'no reason to leave out cases';
        my ($found, $left) = $reasons->find('ending', map { $reasons->failure(@$_, groups => 1) } @of);
        return join ' ', (map { "$_->{reason}:" . @{ $_->{failures} } } @$found), scalar @$left;
    };
    my @all = map { ("File_i${_}_at_all", "File_i${_}_all_c") x 2 } qw(read write);
    is $in_common->(@all, qw(File_iread File_write_all)), 'operation=MPI_File_i*_all*:8 2',
        'nonblocking collective access';
    is $in_common->(qw(Accumulate Rget_accumulate_c Get_accumulate) x 3), 'operation=MPI_*ccumulate*:9 0',
        'accumulates';
    is $in_common->(('Accumulate') x 9), '9', 'not one operation';
};

subtest 'each way to end early by itself' => sub {
    my $failure = sub {
        my ($k, $kind, $facts) = @_;
        return { kind => $kind, operation => "MPI_O$k", facts => "operation=MPI_O$k $facts", key => $k,
            result => { test => { id => "f/o${k}__MPI_INT__1" } } };
    };
    my $reasons  = DTPools::Failures::Reasons->new(map { { id => "f/o${_}__MPI_INT__1" } } 1 .. 40);
    my @crashes  = map { $failure->($_, 'crash', 'form=persistent') } 1 .. 9;
    my @failures = (@crashes, map { $failure->($_, $_ % 2 ? 'hang' : 'mpi-error', 'form=nonblocking') } 10 .. 39);
    DTPools::Failures::Causes::_explain($reasons, @failures);
    is scalar(grep { ($_->{reason} // '') eq 'form=persistent' } @crashes), 9, 'has its reason, among many others';
    my @few = map { $failure->($_, $_ % 2 ? 'hang' : 'crash', 'freed=communicator') } 1 .. 4;
    DTPools::Failures::Causes::_explain($reasons, @few);
    is scalar(grep { ($_->{reason} // '') eq 'freed=communicator' } @few), 4, '... or one of all ways';
};

# What is printed while failures are shrunk, in at most six seconds each.
sub said_of_shrinking {
    my (%arg) = @_;
    open my $out, '>&', \*STDOUT or die;
    open STDOUT, '>', "$folder/said" or die;
    DTPools::Failures::shrink(%arg, seconds => 6, env => [], output => $folder);
    open STDOUT, '>&', $out or die;
    open my $in, '<', "$folder/said" or die;
    local $/ = undef;
    return scalar <$in>;
}

subtest 'the time for shrinking' => sub {
    no warnings 'redefine';
    my %lines = (3 => 40, 5 => undef);
    local *DTPools::Failures::Handover::build_recorder = sub { return '' };
    local *DTPools::Failures::Shrink::reproduce = sub {
        my (%arg) = @_;
        my ($number) = $arg{replay} =~ /-seed=(\d)/;
        my $lines = exists $lines{$number} ? $lines{$number} : 10 * $number;
        return { kind => 'gap', procs => 1, test => 'x', send => 'as', recv => $number,
            defined $lines ? (program => "x$number.c", lines => $lines) : (no_program => 'none') };
    };
    local *DTPools::Failures::Shrink::smaller = sub {
        my (%arg) = @_;
        return { %{ $arg{found} }, send => sprintf('%.1f', $arg{seconds}), program => 'y.c', lines => 5 };
    };
    local *DTPools::Failures::Shrink::first_that_fails = sub { return };
    for my $k (1 .. 8) {
        my @lines = map { /^echo "(.*)"$/ } failure("t$k", 'gap', "operation=MPI_$k", 'byte 7', 1);
        write_file("$folder/t$k.log", map { s/-seed=1/-seed=$k/r } @lines);
    }
    my @begun;
    my $given = sub {
        my ($total) = @_;
        my @results = map { { test => { id => "s/t$_", procs => 1 }, verdict => 'failed', reason => 'exit status 1',
            messages => [], log => "$folder/t$_.log" } } 1 .. 8;
        my $said = said_of_shrinking(results => \@results, most => 7, total => $total, workers => 2);
        @begun = $said =~ /^shrinking s\/t(\d)/mg;
        my %program = map { my ($result) = $_; map { /: program: (\w\d?)/ ? ($result => $1) : () } @{ $_->{shrunk} } }
            @results;
        return join ' ', map {
            my $file = $program{$_} ? " $program{$_}" : '';
            ($_->{shrunk}[0] // 'none') =~ s/.*: ([\d.]+|as) -> \d.*|.*(was over)/($1 \/\/ $2) . $file/er
        } @results;
    };
    is $given->(1), 'as x1 as x2 as x3 as x4 as as x6 as x7 none', 'each has its program, and nothing becomes smaller';
    is "@begun", '', '... in no time that is left';
    is $given->(1000), join(' ', ('6.0 y') x 7, 'none'), 'not more than is asked for';
    is "@begun", '5 7 6 3 4 2 1', '... first what has no program, then the longest';
    like $given->(20), qr/^(?:6\.0 y ){4}4\.\d y 6\.0 y 5\.\d y none$/,
        'what is left is divided, but for what programs take';
    is $given->(-20), join(' ', ('was over') x 7, 'none'), 'none, long after the end';
    local *DTPools::Failures::Shrink::smaller = sub { 1 while 1 };
    local $DTPools::Failures::TO_END = -17;    # one second in all
    is $given->(1000), 'as x1 as x2 as x3 as x4 as as x6 as x7 none', 'what there is stays where it does not end';
    local *DTPools::Failures::Shrink::reproduce = sub { 1 while 1 };
    like $given->(1), qr/^(?:shrunk: not shrunk: it took too long to make a program of its record ){7}none$/,
        'a process that does not end is ended';
    local $DTPools::Failures::TO_END = 600;
    local $DTPools::Failures::LATEST = 0;
    my $begin = time;
    like $given->(1), qr/took too long/, '... in time for the end of the run';
    cmp_ok time - $begin, '<', 60, '... and not later';
};

subtest 'the failure that is handed over' => sub {
    no warnings 'redefine';
    my %programs;
    local *DTPools::Failures::Handover::build_recorder = sub { return '' };
    local *DTPools::Failures::Shrink::reproduce = sub {
        my (%arg) = @_;
        my ($number) = $arg{replay} =~ /-seed=(\d)/;
        return { kind => 'gap', procs => 1, test => "from-$number",
            $programs{$number} ? (program => "x$number.c", lines => 7) : (no_program => "none of $number") };
    };
    local *DTPools::Failures::Shrink::smaller = sub { my (%arg) = @_; return $arg{found} };
    for my $k (1 .. 3) {
        my $facts = 'operation=MPI_Send bytes=' . 4000 / $k;
        my @lines = map { /^echo "(.*)"$/ } failure("t$k", 'gap', $facts, 'byte 7', 1);
        write_file("$folder/t$k.log", map { s/-seed=1/-seed=$k/r } @lines);
    }
    my $shown = sub {
        %programs = map { $_ => 1 } @_;
        my @results = map { { test => { id => "s/t$_", procs => 1 }, verdict => 'failed', reason => 'exit status 1',
            messages => [], log => "$folder/t$_.log" } } 1 .. 3;
        said_of_shrinking(results => \@results, most => 4, total => 100, workers => 1);
        return join ' ', map { "$_->{test}{id}: $_->{shrunk}[-2]" } grep { $_->{shrunk} } @results;
    };
    is $shown->(1, 2, 3), 's/t3: shrunk: program: x3.c (7 lines, from from-3)', 'is that of the fewest bytes';
    is $shown->(1, 2), 's/t3: shrunk: program: x2.c (7 lines, from from-2)', '... or the second, if it has a program';
    is $shown->(1), 's/t3: shrunk: no program: none of 3', '... or the first, if neither has';
};

subtest 'what tells of others comes first' => sub {
    no warnings 'redefine';
    my $shape = '1*vector(2, 1, 2, MPI_INT)';
    local *DTPools::Failures::Handover::build_recorder = sub { return '' };
    local *DTPools::Failures::Shrink::reproduce = sub {
        my (%arg) = @_;
        return { %arg{qw(kind operation)}, procs => 1, test => 'x', no_program => 'none',
            send => '1*MPI_INT', recv => $shape };
    };
    local *DTPools::Failures::Shrink::smaller = sub { my (%arg) = @_; return $arg{found} };
    local *DTPools::Failures::Shrink::first_that_fails = sub {    # all but the third, not with plain objects
        my ($pairs, %arg) = @_;
        return $arg{replay} =~ /-seed=3/ ? undef : (grep { $pairs->[$_][1] eq $shape } 0 .. $#$pairs)[0];
    };
    my @results = map {
        my $k = $_;
        my $facts = "operation=MPI_$k" . ($k == 4 ? ' recv-trait=gaps' : '');
        my @lines = map { /^echo "(.*)"$/ } failure("t$k", $k == 1 ? 'past' : 'gap', $facts, 'byte 7', 1);
        write_file("$folder/t$k.log", map { s/-seed=1/-seed=$k/r } @lines);
        { test => { id => "s/t$k", procs => $k == 4 ? 2 : 4 }, verdict => 'failed', reason => 'exit status 1',
            messages => [], log => "$folder/t$k.log" };
    } 1 .. 4;
    my $said  = said_of_shrinking(results => \@results, most => 4, total => 100, workers => 1);
    my @steps = $said =~ m{^(\w)\w+ s/t(\d)}mg;
    is "@steps", 'r 4 s 4 c 1 c 2 c 3 r 3 s 3', 'what fails with its objects is the same cause, other wrong data too';
    is join(' ', map { $results[$_]{like} ? 'like' : 'alone' } 0 .. 3), 'like like alone alone',
        '... which is reported once';
};

subtest 'a hang, and little time' => sub {
    my $found_within = sub {
        my ($seconds) = @_;
        return DTPools::Failures::Shrink::shrink(replay => "./launch -n 1 ./stuck -obj=0,0 -where='x=y' -seed=1",
            seconds => $seconds, output => "$folder/stuck.c", dtp => "$folder/x/dtp", mpicc => 'false');
    };
    chdir $folder or die "cannot enter $folder: $!\n";
    mkdir 'x' or die "cannot make x: $!\n";
    write_script('stuck', 'echo "  facts: test=stuck operation=MPI_Send"', 'exec sleep 30');
    is $found_within->(0)->{kind}, 'hang', 'it is seen in the least time that a cause has';
    is $found_within->(-2)->{why}, 'the time for shrinking was over', 'it is not said that it does not fail again';
    chdir $BUILD or die "cannot enter $BUILD: $!\n";
};

subtest 'what is not tried any more' => sub {
    my $short = \&DTPools::Run::Summary::_in_short;
    is $short->('program=a|b|c|d|e form=persistent'), 'program=a|b|c|... (2 more) form=persistent', 'of many programs';
    is $short->('program=a|b x=1|2|3|4|5'), 'program=a|b x=1|2|3|4|5', '... and no more than that is cut';
};

subtest 'the files of programs' => sub {
    my @causes = map { { failures => [{ result => { test => { id => 'a/t' } }, kind => 'gap', operation => $_ }] } }
        qw(MPI_Put MPI_Get MPI_Put);
    DTPools::Failures::_give_names(@causes);
    is join(' ', map { $_->{file} } @causes), 'a-t-gap-MPI_Put a-t-gap-MPI_Get a-t-gap-MPI_Put-2',
        'are of one cause each';
};

subtest 'the smallest objects of another cause' => sub {
    my ($shape, @failing) = '1*vector(2, 1, 2, MPI_INT)';
    no warnings 'redefine';
    local *DTPools::Failures::Shrink::first_that_fails = sub {
        my ($pairs) = @_;
        my @recv = map { $_->[1] } @$pairs;
        return (grep { my $k = $_; grep { $_ eq $recv[$k] } @failing } 0 .. $#recv)[0];
    };
    my $other   = { kind => 'gap', found => { kind => 'gap', send => '1*MPI_INT', recv => $shape } };
    my $cause   = { kind => 'gap', file => 't', found => { kind => 'gap', failure => 0 },
        failures => [{ result => { test => { id => 't' } }, kind => 'gap', replay => 'mpiexec -n 1 ./t' }] };
    my $same_if = sub {
        @failing = @_;
        return DTPools::Failures::Same::met_before({ seconds => 20, env => [], output => $folder }, $cause, $other);
    };
    is $same_if->($shape), $other, 'make another test fail in the same way: one cause';
    is $same_if->(), undef, '... do not: two';
    is $same_if->($shape, '1*MPI_INT'), undef, '... nor where any objects would';
    my $is_same = sub {
        my ($recv, @operations) = @_;
        my ($x, $y) = map { { kind => 'gap', send => '1*MPI_INT', recv => $recv, procs => 2, operation => "MPI_$_" } }
            @operations;
        return DTPools::Failures::Same::is_same($x, $y) ? 'one' : 'two';
    };
    is $is_same->($shape, qw(Gather Igather)), 'one', 'the same ones in another form of the operation: one cause';
    is $is_same->($shape, qw(Gather Scatter)), 'two', '... of another operation: two';
    is $is_same->('1*MPI_INT', qw(Gather Igather)), 'two', '... nor where any objects would';
    is $is_same->('1*MPI_INT', qw(Gather Gather)), 'one', '... which are one in the same operation';
};

subtest 'objects that end a process before any operation' => sub {
    my $fails_with = sub {
        my (@operation) = @_;
        return DTPools::Failures::Shrink::first_that_fails([['1*MPI_INT', '1*MPI_INT']], seconds => 20, kind => 'crash',
            @operation, replay => "./launch -n 1 ./ended -obj=0,0 -where='x=y' -seed=1", output => "$folder/ended.c",
            dtp => "$folder/x/dtp") // 'not';
    };
    chdir $folder or die "cannot enter $folder: $!\n";
    write_script('ended', 'echo "  kind: crash"', 'exit 1');
    is $fails_with->(operation => 'MPI_Pack'), 'not', 'do not show what a crash in an operation shows';
    is $fails_with->(), 0, '... and that of another crash before any operation';
    write_script('ended', 'echo "  kind: crash"', 'echo "  facts: test=ended operation=MPI_Put"', 'exit 1');
    is $fails_with->(operation => 'MPI_Pack'), 0, 'a crash in another operation is of the same way';
    chdir $BUILD or die "cannot enter $BUILD: $!\n";
};

subtest 'on an MPI with a fault' => sub {
    plan skip_all => 'not a build folder of the whole: no tests.mk' unless -e 'tests.mk';
    plan skip_all => "nothing is preloaded on $^O" if $^O =~ /^(?:darwin|aix|cygwin)$/;
    my $faulty = "$folder/faulty.so";
    is DTPools::Faults::build($TOP, $faulty, $MPICC), '', 'the faulty MPI is built';
    my @programs = map { "${_}__MPI_INT__17" }
        qw(pt2pt/sendself pt2pt/sendrecv1 rma/putfence1 rma/getfence1 datatype/packsize);
    my $said = DTPools::Command::output($MAKE, '-s', '-f', 'tests.mk', @programs);
    is $?, 0, 'the programs are built' or return diag $said;
    DTPools::Faults::write_launcher("$folder/gap", 'gap', $faulty, split ' ', $MPIEXEC);
    write_script("$folder/strict", 'case $1 in --version) echo "mpiexec (Open MPI) 4.1.4"; exit;; esac',
        '[ -n "$OMPI_MCA_rmaps_base_oversubscribe" ] || exit 213', "exec $folder/gap \"\$@\"");
    local $ENV{DTP_NUM_OBJS} = 5;
    delete local $ENV{OMPI_MCA_rmaps_base_oversubscribe};
    my $out = DTPools::Command::output($^X, "$TOP/tools/runtests", "--mpiexec=$folder/strict", '--jobs=1',
        '--timeout-scale=4', "--mpicc=$MPICC", "--output=$folder/out",
        '--filter=^(?:' . join('|', @programs) . ')$', qw(datatype pt2pt rma));
    my @full = $out =~ /^FAILED (\S+): .* \(\d+\.\d s\)$/mg;
    my ($failed) = $out =~ /^\d+ passed, (\d+) failed/m;
    cmp_ok $failed, '>=', 4, "$failed tests fail";
    is scalar @full, 1, 'and one of them is reported in full' or diag $out;
    like $out, qr/^  the same in @{[$failed - 1]} other tests: /m, '... with the others';
    like $out, qr/^  shrunk: program: /m, '... and its program, though the launcher needs settings of ours';
};

done_testing();
