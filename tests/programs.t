#!/usr/bin/env perl

# Programs by hand, as their replay lines are typed: what they say of options, of processes that are not asked the
# same, and of output that gets lost.  To be run in the build folder.

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::RealBin/../tools/lib";
use Test::More;

use DTPools::Faults;

my $MPIEXEC = $ENV{MPIEXEC} || 'mpiexec';
my $MAKE    = $ENV{MAKE} || 'make';
my $PROGRAM = 'pt2pt/sendrecv1__MPI_INT__17';
my $OF_NOBODY = 'pt2pt/sendrecv_self__MPI_INT__33';
my $TO_ALL  = 'coll/bcast__MPI_INT__17';
my $TO_SELF = 'pt2pt/sendself__MPI_INT__17';
my $REDUCES = 'coll/reduce_local__MPI_INT__17';
my $UNDERLINED = 'rma/lock_dt__MPI_INT__17';
my $SINGLE = 'rma/single__MPI_INT__17';
my $SEVERAL = 'pt2pt/pingping__MPI_INT__17';
my $TRUNCATES = 'pt2pt/truncate__MPI_INT__17';
my $UNLIKE = 'io/unlike__MPI_INT__17';
my $OF_TEXT = 'datatype/elements__MANY_RECORDS';
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL), grep { /^DTP_/ } keys %ENV};
$ENV{DTP_NUM_OBJS} = 2;

plan skip_all => 'not a build folder of the whole: no tests.mk' unless -e 'tests.mk';

# said(COMMAND): what it prints, and its exit status.
sub said {
    my ($command) = @_;
    my $text = qx(exec 2>&1 </dev/null; $command);
    return ($text, $? >> 8);
}

my $tests = "$PROGRAM $OF_NOBODY $TO_ALL $TO_SELF $REDUCES $UNDERLINED $SINGLE $SEVERAL $TRUNCATES $UNLIKE $OF_TEXT";
is((said("$MAKE -s all && $MAKE -s -f tests.mk $tests"))[1], 0, 'it is built');

for my $value (qw(0 -3 abc 99999999999999999999)) {
    my ($text, $status) = said("./$PROGRAM -count=$value");
    like($text, qr/-count=\Q$value\E: expected a number of elements, 1 or more, and no more than an MPI_Aint can hold$/,
        "-count=$value");
    isnt($status, 0, 'is refused');
}

# A signature from the command line, to a test whose object is a text.
{
    my ($text, $status) = said("./$OF_TEXT -type=MPI_SHORT -count=3 -show");
    is("$status $text", "0 send: 3*MPI_SHORT\nreceive: 3*MPI_SHORT\n", 'a signature in place of the text of a test');
    ($text, $status) = said("./$OF_TEXT -count=3");
    like($text, qr/-count= or -counts=: expected -type= or -types= as well/, 'a count without a type');
    isnt($status, 0, 'is refused');
}

# Two copies of an object may be more than DTP_MAX_BUFSIZE where the object is not.
{
    my ($text) = said("timeout 60 $MPIEXEC -n 2 env DTP_MAX_BUFSIZE=40K ./$TRUNCATES -count=512 "
            . '-obj=LARGE_CNT_STRD__VECTOR -comm=world');
    like($text, qr/^ Cases: [1-9].*\n(?: .*\n)* No Errors$/m, 'copies of a large object are those of a plain one');
}

# Groups of two processes and of one: some objects are no file types for the one, and need not be for the other. The
# cases are numbered, and left out, alike.
{
    my $traits = 'struct+zero-size darray+positive-lb struct+nested+decreasing';
    my ($text) = said("timeout 60 $MPIEXEC -n 3 env DTP_NUM_OBJS=60 DTP_TRAITS='$traits' ./$UNLIKE -comm=split "
            . "'-where=bytes<0'");
    like($text, qr/^ Error: .*: verified nothing: expected a case that meets /m,
        'ranks of groups of unlike sizes have as many cases');
    unlike($text, qr/expected as many on all/, '... and find nothing else') or diag($text);
}

# What goes on after the last case, which ended the test.
{
    my ($text) = said("timeout 60 $MPIEXEC -n 2 env DTP_NUM_OBJS=3 ./$PROGRAM -after=99999");
    like($text, qr/^ Skipped: there is no case after that of -after$/m, 'no case is left');
}

# What goes on, where all that is left are cases that receive nothing: objects were verified before.
{
    my $where = "-where='operation=MPI_Sendrecv_replace variant=line'";
    my ($text) = said("timeout 60 $MPIEXEC -n 1 env DTP_NUM_OBJS=5 ./$OF_NOBODY -after=1 $where");
    like($text, qr/^ Cases: [1-9]\d* verified.*^ No Errors$/ms, 'cases without objects are left') or diag($text);
}

# Two processes, each with an environment or options of its own.
my %differing = (
    'their DTP_WHERE:'        => ["env DTP_WHERE=operation=MPI_Bsend ./$PROGRAM", "./$PROGRAM"],
    'their DTP_KNOWN_ISSUES:' => ["env DTP_KNOWN_ISSUES=none ./$PROGRAM",         "./$PROGRAM"],
    'their objects '          => ["env DTP_TRAITS=negative-lb ./$PROGRAM",        "env DTP_TRAITS=gaps ./$PROGRAM"],
    'their options:'          => ["./$PROGRAM",                                   "./$PROGRAM -seed=2"],
);
for my $what (sort keys %differing) {
    my ($first, $second) = @{ $differing{$what} };
    my ($text) = said("timeout 60 $MPIEXEC -n 1 $first : -n 1 $second");
    like($text, qr/^ Error: .*: the processes differ in $what.* expected the same on all$/m, $what);
    unlike($text, qr/elements-wrong|No Errors/, 'and nothing else is reported');
}

# All pairs of large objects would take hours: the dearer they are, the fewer are gone through.
{
    my ($text) = said("timeout 60 $MPIEXEC -n 2 env DTP_NUM_OBJS=-1 DTP_BUDGET=0.1 ./$PROGRAM -count=65530");
    my ($untried) = $text =~ /^ Cases: .* (\d+) untried$/m;
    my $objects = () = (said('env DTP_NUM_OBJS=-1 dtpools/dtp list MPI_INT:65530'))[0] =~ /^ *\d+ /mg;
    cmp_ok($objects, '>', 100, 'there are many objects') and
        cmp_ok(($untried // 9**9) / $objects, '<', 200, 'and fewer than 200 cases for each, of those of all pairs');
}

# However little time there is, the first case is tried.
{
    my ($text, $status) = said("timeout 60 $MPIEXEC -n 2 env DTP_BUDGET=0.000001 ./$PROGRAM -count=65530");
    is($status, 0, 'no time is no failure') or diag($text);
    like($text, qr/^ Cases: [1-9]\d* verified, .* [1-9]\d* untried$/m, 'and one case at least is verified');
}

# Objects that a program makes for itself are plain, whatever is selected.
{
    my ($text, $status) = said("timeout 60 $MPIEXEC -n 3 env DTP_NUM_OBJS=3 DTP_TRAITS=very-deep ./$SINGLE");
    is($status, 0, 'accesses to single elements beside layouts that are selected') or diag($text);
}

# Each process has a layout of its own, but all leave out the same cases.
{
    my $env = "env DTP_HANG=10 DTP_TRAITS=negative-extent 'DTP_LEAVE_OUT=extent<0'";
    my ($text, $status) = said("timeout 60 $MPIEXEC -n 3 $env ./$TO_ALL -comm=world");
    is($status, 0, 'cases that are left out by the extent') or diag($text);
    like($text, qr/^ Cases: [1-9]\d* verified, .* [1-9]\d* untried$/m, '... are some of them');
    ($text, $status) = said("timeout 60 $MPIEXEC -n 2 env DTP_LEAVE_OUT=comm=world ./$TO_ALL -comm=world");
    is($status, 77, 'a test all of whose cases are left out is skipped') or diag($text);
}

# Where processes have objects of their own, elements that share bytes have one value on the process that sends them.
{
    my ($first) = (said('env DTP_NUM_OBJS=-1 dtpools/dtp list MPI_INT:17'))[0] =~ /^ *(\d+) \S*OVERLAPPING__/m;
    for my $object ($first - 1, $first) {
        my ($text, $status) = said("timeout 60 $MPIEXEC -n 2 env DTP_NUM_OBJS=-1 ./$PROGRAM -obj=$object,0");
        is($status, 0, "objects $object and the next one are sent") or diag($text);
    }
}

# A reduction has one type for both sides.
for my $recv ('2*MPI_INT', '1*contiguous(2, MPI_INT)') {
    my ($text, $status) = said("./$REDUCES '-sendobj=2*MPI_INT' '-recvobj=$recv'");
    is($status, $recv =~ /contiguous/ ? 77 : 0, "a reduction of 2*MPI_INT with $recv") or diag($text);
}

# What moves nothing with one process: the program says it, and the generator knows it.
{
    my ($text, $status) = said("./$TO_ALL");
    like($text, qr/^ Error: .*: verified nothing with 1 process: expected 2 or more$/m, 'a broadcast of one process');
    isnt($status, 0, 'is no success');
    open my $source, '<', "$FindBin::RealBin/../coll/bcast.c" or die "cannot read coll/bcast.c: $!\n";
    like(join('', <$source>), qr{\A/\*[^/]*\bNeeds 2 processes\b}, 'lines of it with one process are refused');
}

# Several messages have several objects: after the last comes the first, and the replay line says which is the last.
SKIP: {
    skip "nothing is preloaded on $^O", 2 if $^O =~ /^(?:darwin|aix|cygwin)$/;
    my $folder = tempdir(CLEANUP => 1);
    my $top    = abs_path("$FindBin::RealBin/..");
    is(DTPools::Faults::build($top, "$folder/faulty.so", $ENV{MPICC} || 'mpicc'), '', 'an MPI with faults');
    my ($text) = said("env DTP_NUM_OBJS=3 DTP_FAULT=gap LD_PRELOAD=$folder/faulty.so ./$TO_SELF -obj=2,2");
    like($text, qr/^  replay: DTP_NUM_OBJS=3 mpiexec /m, 'the replay line of objects that wrap around');
}

# The program of a test is what its name has before "__"; numbers have alternatives as texts have.
for my $where (['program=lock_dt', qr/[1-9]\d* verified/], ['program=lock', qr/0 verified/],
    ['comm-size=3|2', qr/[1-9]\d* verified/], ['comm-size=3|4', qr/0 verified/]) {
    my ($text) = said("$MPIEXEC -n 2 ./$UNDERLINED -comm=world -obj=0,0 '-where=$where->[0]'");
    like($text, qr/^ Cases: $where->[1], /m, "$where->[0] of lock_dt");
}
# The facts of a case are those of all its objects: of three messages the third one has gaps.
for my $case ([$SEVERAL, qr/[1-9]\d* verified/], [$PROGRAM, qr/0 verified/]) {
    local $ENV{DTP_NUM_OBJS} = 3;
    my ($text) = said("$MPIEXEC -n 2 ./$case->[0] -comm=world -obj=0,0 -where=send-trait=gaps");
    like($text, qr/^ Cases: $case->[1], /m, "an object with gaps after the first one, of $case->[0]");
}
for my $wrong (['comm-size=2|all', 'a number'], ['comm-size<2|3', 'one number of a fact that is one'],
    ['trait=gaps+holes', 'a trait, or several joined by \+'], ['kind=real', 'a kind of basic types']) {
    my ($fact, $value) = $wrong->[0] =~ /([\w-]+)[<=](.*)/;
    like((said("$MPIEXEC -n 2 ./$UNDERLINED '-where=$wrong->[0]'"))[0],
        qr/'\Q$value\E' of the fact $fact: expected $wrong->[1]/, "$wrong->[0] is refused");
}

# Cases that are left out take no time: what comes after many of them is not tried for longer than the budget.
{
    my $file = tempdir(CLEANUP => 1) . '/known.txt';
    open my $out, '>', $file or die "cannot write $file: $!\n";
    print $out map { "$_\n" } 'issue: first', 'mpi: MPI', 'where: case<10000', 'fails: crash', 'way: avoid';
    close $out or die "cannot write $file: $!\n";
    local @ENV{qw(DTP_NUM_OBJS DTP_BUDGET DTP_KNOWN_ISSUES)} = (-1, 0.05, $file);
    my ($text) = said("$MPIEXEC -n 2 ./$PROGRAM -count=65530 -comm=world");
    my ($verified, $avoided, $untried) = $text =~ /^ Cases: (\d+) verified, \d+ known, (\d+) avoided, (\d+) untried/m;
    ok(defined $untried && $avoided > 9000 && $verified < 2000, 'a budget that is spent after many are avoided')
        or diag($text);
}

# Of how many derived types the objects of a case are made, as their texts have it.
{
    local $ENV{DTP_NUM_OBJS} = 80;
    my %texts = (said('dtpools/dtp list MPI_INT:17'))[0] =~ /^\s*(\d+) DTPI_.*\n\s+(\S.*)$/mg;
    my %derived = map { $_ => $texts{$_} =~ tr/(// } keys %texts;
    my ($plain) = grep { $derived{$_} == 0 } sort { $a <=> $b } keys %derived;
    my ($nested) = grep { $derived{$_} > 1 } sort { $a <=> $b } keys %derived;
    for my $pair ([$plain, $plain], [$plain, $nested], [$nested, $nested]) {
        my ($send, $recv) = @$pair;
        my $n = $derived{$send} + $derived{$recv};
        for my $where ([$n, qr/[1-9]\d* verified/], [$n + 1, qr/0 verified/]) {
            my $case = "-obj=$send,$recv -where='operation=MPI_Put constructors=$where->[0]'";
            my ($text) = said("$MPIEXEC -n 2 ./$UNDERLINED -comm=world $case");
            like($text, qr/^ Cases: $where->[1], /m, $case);
        }
    }
}

SKIP: {
    skip 'no /dev/full', 4 unless -w '/dev/full';
    for my $option ('', '-h') {
        my ($text, $status) = said("./$PROGRAM -comm=self $option >/dev/full");
        like($text, qr/the output could not be written/, "lost output is reported: '$option'");
        isnt($status, 0, 'and is no success');
    }
}
# Many command lines of a test in one job, which ends with the first that fails.
{
    my $folder = tempdir(CLEANUP => 1);
    DTPools::Faults::build(abs_path("$FindBin::RealBin/.."), "$folder/faulty.so", $ENV{MPICC} || 'mpicc') eq ''
        or BAIL_OUT('no faulty MPI');
    my @launcher = DTPools::Faults::write_launcher("$folder/gap", 'gap', "$folder/faulty.so", split ' ', $MPIEXEC);
    open my $out, '>', "$folder/lines" or die "cannot write $folder/lines: $!\n";
    print {$out} map { join("\t", @$_) . "\n" } ['-nonsense'], ['-first', '-sendobj=2*MPI_INT'],
        ['-sendobj=2*MPI_INT', '-recvobj=1*vector(2, 1, 2, MPI_INT)', '-where=operation=MPI_Send bytes>0'], ['-h'];
    close $out or die "cannot write $folder/lines: $!\n";
    my ($text, $status) = said("@launcher -n 2 ./$PROGRAM -each=$folder/lines");
    my @ends = $text =~ /^ End: (\d+ \d+) /mg;
    is(join(', ', @ends), '0 2, 1 0, 2 1', 'of many command lines: until one fails') or diag($text);
    is($status, 1, '... which the exit status says');
    ($text, $status) = said("$MPIEXEC -n 2 ./$PROGRAM -each=$folder/lines");
    is($status, 0, '... or that none does') or diag($text);
    ($text, $status) = said("$MPIEXEC -n 2 ./$PROGRAM -each=$folder/none");
    like($text, qr/^ Error: -each=\S+: cannot be read: expected command lines/m, '... of no file');
}

done_testing();
