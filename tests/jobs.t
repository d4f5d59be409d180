#!/usr/bin/env perl

# One job for many tests of a program, each with a verdict of its own; and the time that they have.

use strict;
use warnings;
use FindBin;
use lib "$FindBin::RealBin/../tools/lib", "$FindBin::RealBin/lib";
use Test::More;

use DTPools::Failures::Endings;
use DTPools::Failures::Reasons;
use DTPools::Run::Budget;
use DTPools::Run::Course;
use DTPools::Run::Runner;
use DTPools::Run::Schedule;
use Runs qw($LAUNCHER program run_tests);
use Scratch qw(read_file write_file);

Runs::begin();

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

done_testing;
