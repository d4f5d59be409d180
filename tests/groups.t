#!/usr/bin/env perl

# Real programs in jobs of many tests, and in parts: on MPIs with faults (tests/faulty) the verdicts are those of tests
# one by one, and what ends one case leaves no other untried.  To be run in the build folder.

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::RealBin/../tools/lib", "$FindBin::RealBin/lib";
use Test::More;
use Text::ParseWords qw(shellwords);

use DTPools::Command;
use DTPools::Faults;
use DTPools::Run::Output;
use DTPools::Run::Place;
use Scratch qw(read_file write_file write_script);

my $TOP     = abs_path("$FindBin::RealBin/..");
my $MPICC   = $ENV{MPICC} || 'mpicc';
my $MPIEXEC = $ENV{MPIEXEC} || 'mpiexec';
my $MAKE    = $ENV{MAKE} || 'make';
my $folder  = tempdir(CLEANUP => 1);
my $faulty  = "$folder/faulty.so";
my @COUNTS  = qw(MPI_INT__1 MPI_INT__17 MPI_INT__17_512 MPI_DOUBLE__17);
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL DTP_FAULT LD_PRELOAD), grep { /^DTP_/ } keys %ENV};
$ENV{DTP_NUM_OBJS} = 3;

plan skip_all => 'not a build folder of the whole: no tests.mk' unless -e 'tests.mk';
plan skip_all => "nothing is preloaded on $^O" if $^O =~ /^(?:darwin|aix|cygwin)$/;

# A launcher whose processes have something preloaded.
sub launcher {
    my ($name, @env) = @_;
    return write_script("$folder/$name", 'flag=$1 n=$2', 'shift 2', qq(exec $MPIEXEC "\$flag" "\$n" env @env "\$@"));
}

sub run_tests {
    my ($launcher, @options) = @_;
    return DTPools::Command::output($^X, "$TOP/tools/runtests", "--mpiexec=$launcher", '--jobs=2', @options);
}

# What became of each test, in order, without what the job says beside.
sub verdicts {
    my ($text) = @_;
    my %failed = $text =~ /^FAILED (\S+): (.*?)(?:: .*)? \(\d+\.\d s\)$/mg;
    my ($counts) = $text =~ /^(\d+ passed, \d+ failed, \d+ skipped)$/m;
    return join "\n", $counts // 'no summary', map { "$_: $failed{$_}" } sort keys %failed;
}

is(DTPools::Faults::build($TOP, $faulty, $MPICC), '', 'the faulty MPI is built') or BAIL_OUT('no faulty MPI');
my @SOURCES  = qw(pt2pt/sendself pt2pt/sendrecv1 rma/putfence1 datatype/typeinfo);
my @programs = map { my $count = $_; map { "${_}__$count" } @SOURCES } @COUNTS;
@programs = grep { !m{(?:putfence1|typeinfo)__.*\d_\d} } @programs;
my $said = DTPools::Command::output($MAKE, '-f', 'tests.mk', @programs);
is($?, 0, 'the programs are built') or BAIL_OUT($said);
my $filter  = '--filter=^(?:' . join('|', @programs) . ')$';
my @FOLDERS = qw(pt2pt rma datatype);

for my $fault (qw(none gap null)) {
    my $launcher = launcher($fault, $fault eq 'none' ? () : ("LD_PRELOAD='$faulty'", "DTP_FAULT=$fault"));
    my $grouped  = run_tests($launcher, "--output=$folder/grouped", $filter, @FOLDERS);
    my $single   = run_tests($launcher, "--output=$folder/single", '--no-group', $filter, @FOLDERS);
    my $wanted   = verdicts($single);
    is(verdicts($grouped), $wanted, "$fault: the verdicts are those of tests one by one") or diag($grouped);
    diag("$fault: " . $wanted =~ s/\n.*//sr);
}
ok(scalar(glob "$folder/grouped/groups/*.txt"), 'and there were groups');
programs_share_a_binary();
values_are_of_one_test();
binaries_are_built_where_needed();

# Of tests that share a job, those that run alone or fail.  The type is one whose binaries nobody else has in use, since
# other tests run beside this one.
sub binaries_are_built_where_needed {
    local $ENV{DTP_RUNTIME_TYPES} = 'MPI_UINT16_T';
    my @tests  = map { "pt2pt/sendself__MPI_UINT16_T__$_" } 1, 17, 512;
    my $filter = '--filter=^(?:' . join('|', @tests) . ')$';
    my @run    = ("--make=$MAKE", "--output=$folder/needed", qw(--shrink=0 --jobs=1), $filter, @FOLDERS);
    unlink @tests;
    like(run_tests($MPIEXEC, @run), qr/^3 passed, 0 failed, 0 skipped$/m, 'tests of one program');
    is(join(' ', grep { -e } @tests), $tests[0], '... need one binary');
    like(run_tests("$folder/null", @run), qr/^0 passed, 3 failed, 0 skipped$/m, '... which fail');
    is(scalar(grep { -x } @tests), 3, '... need theirs: their lines of replay name them');
    unlink @tests;
    like(run_tests($MPIEXEC, '--no-group', @run), qr/^3 passed, 0 failed, 0 skipped$/m, 'tests one by one');
    return;
}

# Of one and the same number of processes, with threads and without.
sub programs_share_a_binary {
    my @tests  = qw(datatype/threads__MPI_INT__17 datatype/typeinfo__MPI_INT__17 rma/putfence1__MPI_INT__17);
    my $filter = '--filter=^(?:' . join('|', @tests) . ')$';
    my $said   = run_tests($MPIEXEC, "--make=$MAKE", "--output=$folder/shared", qw(--shrink=0 --jobs=1), $filter,
        @FOLDERS);
    like($said, qr/^3 passed, 0 failed, 0 skipped$/m, 'programs of several folders') or diag($said);
    my @jobs = map { read_file($_) } glob "$folder/shared/groups/*.log";
    ok(scalar(grep { m{/testing-shared -group=} } @jobs), '... in one binary');
    is(scalar(grep { m{^ Begin: \S*threads}m && m{^ Begin: \S*typeinfo}m } @jobs), 0,
        '... but no job has tests with and without threads');
    write_file("$folder/of-no-program", 'coll/none__MPI_INT__1 -type=MPI_INT -count=1');
    my $out = DTPools::Command::output($MPIEXEC, '-n', 1, './testing-shared', "-group=$folder/of-no-program");
    like($out, qr{^ Error: coll/none__MPI_INT__1: expected a test of a program that \./testing-shared is made of$}m,
        'a test of no program');
    return;
}

# A test whose values suit "external32" alone, and one of all values.
sub values_are_of_one_test {
    local $ENV{DTP_RUNTIME_TYPES} = 'MPI_INT MPI_SHORT_INT';
    my %options = ('datatype/external__MPI_SHORT_INT__17' => '-type=MPI_SHORT_INT -count=17',
        'datatype/lookalikes__MPI_INT__17' => '-type=MPI_INT -count=17');
    run_tests($MPIEXEC, "--make=$MAKE", "--output=$folder/values", qw(--shrink=0 --jobs=1),
        '--filter=^(?:' . join('|', keys %options) . ')$', @FOLDERS);
    write_file("$folder/in-turn", map { "$_ $options{$_} -- -obj=0,0" } sort keys %options);
    my $out = DTPools::Command::output($MPIEXEC, '-n', 1, './testing-shared', "-group=$folder/in-turn");
    like($out, qr/^ End: \S+lookalikes\S+ 0\b/m, 'what a test chooses for itself does not last') or diag($out);
    return;
}

# Of what rank 0 sends, message 3 crashes it, message 5 hangs, message 7 arrives wrong; the count goes on in the next
# part.  Where it crashes by SIGKILL, rank 1 takes so long to check message 2 that it is in an earlier case.
write_file("$folder/ends.c", split /\n/, <<'END');
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static int number(void)
{
    FILE *file;
    long n = 0;
    int rank;

    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    file = rank == 0 ? fopen(getenv("COUNT_FILE"), "a") : NULL;
    if (file && fputc('x', file) != EOF)
        n = ftell(file);
    if (file)
        fclose(file);
    return (int) n;
}
static int is_silent(void)
{
    return getenv("SILENTLY") != NULL;
}
int MPI_Get_count(const MPI_Status *status, MPI_Datatype type, int *n)
{
    (void) usleep(is_silent() ? 50000 : 0);
    return PMPI_Get_count(status, type, n);
}
int MPI_Send(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm)
{
    const int n = number();
    MPI_Aint first, extent;
    char *bytes;
    int err;

    PMPI_Type_get_true_extent(type, &first, &extent);
    bytes = (char *) buf + first;
    if (n == 3)
        raise(is_silent() ? SIGKILL : SIGSEGV);
    while (n == 5)
        pause();
    bytes[0] ^= n == 7;
    err = PMPI_Send(buf, count, type, dest, tag, comm);
    bytes[0] ^= n == 7;
    return err;
}
END
$said = DTPools::Command::output(shellwords($MPICC), qw(-shared -fPIC -o), "$folder/ends.so", "$folder/ends.c");
is($said, '', 'a fault in three cases is built');
my $top = abs_path('.');
write_file("$folder/tests/testlist", 'ends 2 timeLimit=9 arg=-comm=world arg=-where=operation=MPI_Send');
symlink "$top/pt2pt/sendrecv1__MPI_INT__17", "$folder/tests/ends" or die "cannot link: $!\n";
my $clean = run_tests($MPIEXEC, "--output=$folder/clean", "$folder/tests");
my ($all) = $clean =~ /^cases: (\d+) verified/m or diag($clean);
my $ending = launcher('ends', "LD_PRELOAD='$folder/ends.so'", "COUNT_FILE='$folder/count'");
my $ended  = run_tests($ending, "--output=$folder/ends.out", "$folder/tests");
my ($crash, $hang) = (qr/crash in case (\d+): signal 11 \(SIGSEGV\)/, qr/hang in case (\d+): signal (?:14|15) \(\w+\)/);
my ($first, $second) = $ended =~ /: $crash; $hang; exit status 1 after case \2 \(/;
ok(defined $second, 'a crash, a hang and a wrong case are all reported') or diag($ended);
my %block;
for my $block (DTPools::Run::Output::blocks(read_file("$folder/ends.out/$folder/tests/ends.log"))) {
    my ($kind, $case) = @$block{qw(kind case)};
    $block{$kind} = $case if defined $case and $case < ($block{$kind} // 'inf');
}
is("$block{crash} $block{hang}", "$first $second", 'the test names the cases') if defined $second;
ok($block{'elements-wrong'} > ($second // 0), '... also the wrong one');
my ($verified) = $ended =~ /^cases: (\d+) verified/m;
is($verified, $all - 3, "every other case was tried and verified: $verified") or diag($ended);

# A process that cannot write anything is placed too: the one that the launcher names.
unlink "$folder/count";
my $silent = launcher('silent', "LD_PRELOAD='$folder/ends.so'", "COUNT_FILE='$folder/count'", 'SILENTLY=1');
$ended = run_tests($silent, "--output=$folder/ends.out", "$folder/tests");
like($ended, qr/: crash in case $first: signal 9 \(SIGKILL\); hang in case $second/, 'a SIGKILL has its case')
    or diag($ended);
like($ended, qr/^  \|  Error: \S+: rank \d of 2: ended within MPI, .*, at MPI_Send\b/m, '... and its operation');
like($ended, qr/^  \|   ended without a word, as by SIGKILL or _exit$/m, '... and why that is all');
($verified) = $ended =~ /^cases: (\d+) verified/m;
is($verified, $all - 3, 'and every other case was tried again');
is_deeply([glob "$folder/ends.out/$folder/tests/*.place"], [], 'no file is left over');

# Of several that have ended so, it is that which the launcher or the MPI names.
{
    open my $out, '>', "$folder/place" or die "cannot write $folder/place: $!\n";
    print {$out} pack('a65520 a16', "\n Error: t: rank $_ of 3: ended within MPI\n  case: " . (9, 4, 7)[$_], 101 + $_)
        for 0 .. 2;
    close $out or die "cannot write $folder/place: $!\n";
    my @named = (
        [2, '=   PID 103 RUNNING AT host'], [0, 'noticed that process rank 0 with PID 7 on node host'],
        [2, 'internal ABORT - process 2'], [0, 'Abort(-1) on node 0 (rank 0 in comm 0): a reason'],
        [1, 'internal ABORT - process 11'],
    );
    like(DTPools::Run::Place::left("$folder/place", "$_->[1]\n"), qr/: rank $_->[0] of 3:/, "rank $_->[0]: $_->[1]")
        for @named;
}

# As known issues, all three are no news, and the issues are named.
my %known = (
    crashes => [$block{crash}, 'crash'],
    hangs   => [$block{hang}, 'hang'],
    wrong   => [$block{'elements-wrong'}, 'elements-wrong'],
);
sub run_with_known {
    my (@names) = @_;
    unlink "$folder/count";
    write_file("$folder/known.txt", map {
        my ($case, $fails) = @{ $known{$_} };
        my @where = ('where: program=sendrecv1', "    case=$case");    # a line that goes on in the next one
        ("issue: test-$_", 'mpi: MPI', @where, "fails: $fails", 'way: expect', '')
    } @names);
    local $ENV{DTP_KNOWN_ISSUES} = "$folder/known.txt";
    return run_tests($ending, "--output=$folder/known.out", "$folder/tests");
}
my $passes = run_with_known(sort keys %known);
like($passes, qr/^1 passed, 0 failed, 0 skipped$/m, 'a crash, a hang and a wrong case that are known are no failures')
    or diag($passes);
like($passes, qr/^cases: @{[$all - 3]} verified, 3 known,/m, '... but counted as known');
like($passes, qr/^  test-$_: 1 case covered, 1 failed \(1 test\)/m, "... and $_ is named") for sort keys %known;
my $fails = run_with_known(qw(crashes wrong));
like($fails, qr/^FAILED .*: $hang \(/m, 'what is not known still fails') or diag($fails);
like($fails, qr/^  \|   facts: test=sendrecv1__MPI_INT__17 .*operation=MPI_Send .* fails=hang$/m, '... with its facts');
$fails = run_with_known(qw(crashes hangs));
like($fails, qr/^FAILED .*: exit status 1 after case $block{hang} \(/m, 'also after others that are') or diag($fails);

# As issues of other versions of the MPI they are news; those that have a program which fails here too are named.
write_file("$folder/there.c", 'int main(void) { return 1; }');
write_file("$folder/gone.c",  'int main(void) { return 0; }');
unlink "$folder/count";
write_file("$folder/known.txt", map {
    my ($case, $fails) = @{ $known{ $_->[0] } };
    ("issue: test-$_->[0]", 'mpi: MPI 0.1..0.2', "where: case=$case", "fails: $fails", 'way: expect',
        'about: it is so.', "program: $_->[1].c", '')
} [crashes => 'there'], [hangs => 'there'], [wrong => 'gone']);
{
    local $ENV{DTP_KNOWN_ISSUES} = "$folder/known.txt";
    my $out = run_tests($ending, "--mpicc=$MPICC", '--shrink=0', "--output=$folder/known.out", "$folder/tests");
    like($out, qr/^0 passed, 1 failed, 0 skipped$/m, 'what other versions have is a failure') or diag($out);
    like($out, qr/^  \|   elsewhere: test-$_$/m, "... that says what it is like: test-$_") for qw(crashes hangs);
    for my $issue (qw(crashes hangs)) {
        like($out, qr{^  known of MPI 0\.1\.\.0\.2 as test-$issue: it is so\.\n  program: .*/there\.c, which fails}m,
            '... and is named, with its program');
    }
    unlike($out, qr/known of .* test-wrong/, '... but not where that program passes');
    my ($file) = $out =~ /^Issues of other versions that this MPI has too: DTP_KNOWN_ISSUES=(\S+) takes/m;
    unlink "$folder/count";
    local $ENV{DTP_KNOWN_ISSUES} = $file;
    $out = run_tests($ending, "--mpicc=$MPICC", '--shrink=0', "--output=$folder/known.out", "$folder/tests");
    like($out, qr/^FAILED .*: exit status 1 after case $block{hang} \(/m, '... nor taken as known then') or diag($out);
    like($out, qr/^  test-$_: 1 case covered, 1 failed \(1 test\)/m, "... as test-$_ is") for qw(crashes hangs);
}

# A procedure that goes wrong where known issues say that it is not to be asked: the case takes another way.
write_file("$folder/wrong.c", split /\n/, <<'END');
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
static int num_pending;
int MPI_Get_elements(const MPI_Status *status, MPI_Datatype type, int *n)
{
    return getenv("CRASHES") ? raise(SIGFPE) : PMPI_Get_elements(status, type, n);
}
int MPI_Dist_graph_create(MPI_Comm comm, int n, const int sources[], const int degrees[], const int dests[],
                          const int weights[], MPI_Info info, int reorder, MPI_Comm *graph)
{
    return MPI_ERR_OTHER;
}
#if MPI_VERSION >= 4
int MPI_Bcast_init(void *buf, int n, MPI_Datatype type, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    num_pending++;
    return PMPI_Bcast_init(buf, n, type, root, comm, info, request);
}
int MPI_Request_free(MPI_Request *request)
{
    num_pending = 0;
    return PMPI_Request_free(request);
}
#endif
int MPI_Type_free(MPI_Datatype *type)
{
    return num_pending > 0 ? MPI_ERR_TYPE : PMPI_Type_free(type);
}
END
is(DTPools::Command::output(shellwords($MPICC), qw(-shared -fPIC -o), "$folder/wrong.so", "$folder/wrong.c"), '',
    'an MPI without MPI_Dist_graph_create, and MPI_Type_free while requests are pending, is built');
my %asked = (
    MPI_Dist_graph_create => ['coll/neighbor_allgather__MPI_INT__17', 'variant=star'],
    MPI_Type_free         => ['coll/bcast__MPI_INT__17',              'operation=MPI_Bcast_init'],
);
delete $asked{MPI_Type_free} unless read_file('mpi_has.h') =~ /^#define HAVE_MPI_BCAST_INIT /m;
$said = DTPools::Command::output($MAKE, '-f', 'tests.mk', map { $_->[0] } values %asked);
is($?, 0, 'the programs are built') or diag($said);
my $wrong = launcher('wrong', "LD_PRELOAD='$folder/wrong.so'");
for my $procedure (sort keys %asked) {
    my ($program, $where) = @{ $asked{$procedure} };
    write_file("$folder/known.txt", 'issue: test-asked', 'mpi: MPI', "where: check=$procedure", 'way: avoid');
    my @command = ($wrong, '-n', 3, "./$program", '-comm=world', "-where=$where");
    like(DTPools::Command::output(@command), qr/kind: mpi-error/, "a case fails by $procedure");
    local $ENV{DTP_KNOWN_ISSUES} = "$folder/known.txt";
    my $other = DTPools::Command::output(@command);
    like($other, qr/^ No Errors$/m, '... and not where that is avoided') or diag($other);
    like($other, qr/^ Cases: [1-9]\d* verified/m, '... its cases are tried all the same');
    like($other, qr/^ Known: test-asked covered=0 failed=0 avoided=[1-9]/m, '... which is reported');
}

# A crash in such a procedure is known by its name.
{
    local $ENV{CRASHES} = 1;
    my @command = ($wrong, '-n', 2, './pt2pt/sendrecv1__MPI_INT__17', '-comm=world', '-where=operation=MPI_Send');
    like(DTPools::Command::output(@command), qr/^ Error: .* at MPI_Get_elements\n  kind: crash$/m, 'a crash');
    for my $row ([MPI_Get_elements => 'like'], [MPI_Get_count => 'unlike']) {
        my ($procedure, $as) = @$row;
        write_file("$folder/known.txt", 'issue: test-check', 'mpi: MPI', "where: check=$procedure", 'fails: crash',
            'way: expect');
        local $ENV{DTP_KNOWN_ISSUES} = "$folder/known.txt";
        my $out = DTPools::Command::output(@command);
        Test::More->can($as)->($out, qr/^ Note: case \d+ fails as known$/m, "... where one of $procedure is known")
            or diag($out);
    }
}

# A case whose process hardly has a processor is given the seconds of DTP_HANG twice.
write_file("$folder/slow.c", split /\n/, <<'END');
#define _POSIX_C_SOURCE 200809L
#include <mpi.h>
#include <stdlib.h>
#include <time.h>
int MPI_Isend(const void *buf, int n, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    static struct timespec left;
    static int number;

    if (number++ == 2)
        left.tv_sec = atoi(getenv("SLOW"));
    while (nanosleep(&left, &left) != 0)
        ;
    left = (struct timespec) {0, 0};
    return PMPI_Isend(buf, n, type, dest, tag, comm, request);
}
END
is(DTPools::Command::output(shellwords($MPICC), qw(-shared -fPIC -o), "$folder/slow.so", "$folder/slow.c"), '',
    'an MPI with a slow send is built');
for my $row ([3 => qr/^ No Errors$/m], [5 => qr/at MPI_Isend\n  kind: hang$/m]) {
    my ($seconds, $verdict) = @$row;
    my $slow = launcher("slow-$seconds", "LD_PRELOAD='$folder/slow.so'", "SLOW=$seconds", 'DTP_HANG=2');
    my $out  = DTPools::Command::output($slow, '-n', 1, './pt2pt/sendself__MPI_INT__17', '-where=operation=MPI_Isend');
    like($out, $verdict, "... by $seconds seconds, where a case hangs after 2");
}

# How many types there have been is known of a case before it fails: such an issue covers no case that has had fewer.
for my $row (['most-types>0' => 'like'], ['most-types>1M' => 'unlike']) {
    my ($where, $as) = @$row;
    write_file("$folder/known.txt", 'issue: test-types', 'mpi: MPI', "where: $where", 'fails: crash', 'way: expect');
    local $ENV{DTP_KNOWN_ISSUES} = "$folder/known.txt";
    my $out = DTPools::Command::output(launcher('plain'), '-n', 2, './pt2pt/sendrecv1__MPI_INT__17', '-comm=world');
    Test::More->can($as)->($out, qr/^ Known: test-types covered=[1-9]/m, "cases that are covered by $where")
        or diag($out);
}

done_testing();
