#!/usr/bin/env perl

# The course of a test that ends early: it goes on after the case that ended it, or is given up.

use strict;
use warnings;
use FindBin;
use lib "$FindBin::RealBin/../tools/lib", "$FindBin::RealBin/lib";
use Test::More;

use DTPools::Failures::Endings;
use DTPools::Failures::Reasons;
use Runs qw(program run_tests);
use Scratch qw(read_file write_file);

Runs::begin();

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

done_testing;
