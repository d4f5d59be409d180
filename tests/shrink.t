#!/usr/bin/env perl

# From a failure to a report: under MPIs with a fault (tests/faulty) a test's replay line fails again in the same way,
# the case is made smaller, and the program that is left fails under the fault and passes without it.  To be run in the
# build folder.  DTP_SHRINK_TEST=all tries ten faults, and shows in a table what became of them.

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::RealBin/../tools/lib", "$FindBin::RealBin/lib";
use Test::More;
use Text::ParseWords qw(shellwords);
use Time::HiRes qw(time);

use DTPools::Command;
use DTPools::Failures::Handover;
use DTPools::Failures::Replay;
use DTPools::Failures::Shrink;
use DTPools::Faults;
use DTPools::Known::Programs;
use DTPools::Program::Branches;
use DTPools::Program::Record;
use DTPools::Program;
use Scratch qw(read_file write_file write_script);

my $TOP     = abs_path("$FindBin::RealBin/..");
my $MPICC   = $ENV{MPICC} || 'mpicc';
my @MPIEXEC = shellwords($ENV{MPIEXEC} || 'mpiexec');
my $MAKE    = $ENV{MAKE} || 'make';
my $folder  = tempdir(CLEANUP => 1);
my $faulty  = "$folder/faulty.so";
my $SECONDS = 20;
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL DTP_FAULT LD_PRELOAD)};

# Fault, test, and how many objects of a pool it is to look through.
my @FEW = (
    ['gap',     'pt2pt/sendrecv1__MPI_INT__17', 5],
    ['sendbuf', 'pt2pt/sendrecv1__MPI_INT__17', 5],
    ['name-predefined', 'datatype/typeinfo__MPI_INT__17', 5],
    ['window-hints', 'rma/lock_dt_flushlocal__MPI_INT__17', 5],
);
# Their programs write and read files without MPI too, and are longer.
my @FILES = (
    ['view-displacement', 'io/access__MPI_INT__17',         5],
    ['external-file',     'io/representation__MPI_INT__17', 5],
);
# Faults of libraries of our own: wrong where types of blocks differ; a reduction of a type with gaps; memory that is
# read before it is set, so large that it is new each time.
my %OWN = (
    'types-differ' => <<'END',
#include <mpi.h>
int MPI_Alltoallw(const void *sendbuf, const int *sendcounts, const int *sdispls, const MPI_Datatype *sendtypes,
                  void *recvbuf, const int *recvcounts, const int *rdispls, const MPI_Datatype *recvtypes,
                  MPI_Comm comm)
{
    const int err = PMPI_Alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes,
                                   comm);
    MPI_Aint lb, extent;
    int size, is_inter;

    PMPI_Comm_test_inter(comm, &is_inter);
    PMPI_Comm_size(comm, &size);
    if (is_inter || size < 2 || recvtypes[0] == recvtypes[1] || recvcounts[1] == 0)
        return err;
    PMPI_Type_get_true_extent(recvtypes[1], &lb, &extent);
    ((char *) recvbuf)[rdispls[1] + lb] ^= 1;
    return err;
}
END
    'start-crashes' => <<'END',
#include <mpi.h>
#include <stdlib.h>
int MPI_Startall(int n, MPI_Request requests[])
{
    int size;

    PMPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size > 1)
        abort();
    return PMPI_Startall(n, requests);
}
END
    'put-refused' => <<'END',
#include <mpi.h>
int MPI_Put(const void *origin, int n, MPI_Datatype type, int target, MPI_Aint disp, int target_n,
            MPI_Datatype target_type, MPI_Win win)
{
    return n > 1 ? MPI_ERR_OTHER : PMPI_Put(origin, n, type, target, disp, target_n, target_type, win);
}
END
    'window-refused' => <<'END',
#include <mpi.h>
int MPI_Win_create(void *base, MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, MPI_Win *win)
{
    (void) base, (void) size, (void) unit, (void) info, (void) comm;
    *win = MPI_WIN_NULL;
    return MPI_ERR_OTHER;
}
END
    'gaps-reduced' => <<'END',
#include <mpi.h>
int MPI_Reduce_local(const void *inbuf, void *inoutbuf, int count, MPI_Datatype datatype, MPI_Op op)
{
    const int err = PMPI_Reduce_local(inbuf, inoutbuf, count, datatype, op);
    MPI_Aint lb, extent;
    int size;

    PMPI_Type_size(datatype, &size);
    PMPI_Type_get_true_extent(datatype, &lb, &extent);
    if (extent > size && count > 0)
        ((char *) inoutbuf)[lb] ^= 1;
    return err;
}
END
    'bounds-too-far' => <<'END',
#include <mpi.h>
int PMPI_Type_get_true_extent(MPI_Datatype type, MPI_Aint *true_lb, MPI_Aint *true_extent)
{
    int integers, addresses, types, combiner;
    MPI_Count lb, extent;
    const int err = PMPI_Type_get_true_extent_x(type, &lb, &extent);

    PMPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
    *true_lb = (MPI_Aint) lb;
    *true_extent = (MPI_Aint) extent + (combiner == MPI_COMBINER_NAMED ? 0 : 64);
    return err;
}
int MPI_Recv(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status *status)
{
    const int err = PMPI_Recv(buf, count, type, source, tag, comm, status);
    MPI_Count lb, extent, size;

    PMPI_Type_get_true_extent_x(type, &lb, &extent);
    PMPI_Type_size_x(type, &size);
    if (extent > size)
        ((char *) buf)[lb] ^= 1;
    return err;
}
END
    'unset-memory' => <<'END',
#include <mpi.h>
#include <stdlib.h>
int MPI_Recv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status *status)
{
    const int err = PMPI_Recv(buf, count, datatype, source, tag, comm, status);
    char *is_wrong = malloc(40 << 20);
    MPI_Aint lb, extent;

    PMPI_Type_get_true_extent(datatype, &lb, &extent);
    if (is_wrong && is_wrong[4096] && count > 0)
        ((char *) buf)[lb] ^= 1;
    free(is_wrong);
    return err;
}
END
);
my @OWN = (
    ['unset-memory', 'pt2pt/sendrecv1__MPI_INT__17', 5],
    ['bounds-too-far', 'pt2pt/sendrecv1__MPI_INT__17', 5],    # the recorder has none but these
    ['gaps-reduced', 'coll/reduce_local__MPI_INT__17', 5],
    ['types-differ', 'coll/alltoallw__MPI_INT__17', 5],
    ['put-refused',  'rma/putfence1__MPI_INT__17',   5],    # with one process nothing is put
    ['window-refused', 'rma/putfence1__MPI_INT__17', 5],    # before the case begins
    ['start-crashes', 'pt2pt/empty__MPI_INT__17',    5],    # the other process waits
);
my @ALL = (
    @FEW,
    ['past',              'pt2pt/sendrecv1__MPI_INT__17_512', 5],
    ['before',            'pt2pt/sendrecv1__MPI_DOUBLE__17',  5],
    ['zero',              'rma/epochtest__PARTICLE',          3],
    ['gap',               'coll/bcast__PARTICLE',             5],
    ['swapped-neighbours', 'pt2pt/sendrecv1__MPI_DOUBLE__17', 5],
    ['negative-stride',   'pt2pt/sendrecv1__MPI_INT__17',     -1],
    ['decreasing-sorted', 'pt2pt/sendrecv1__MPI_INT__17',     -1],
    ['subarray-starts',   'pt2pt/sendrecv1__MPI_INT__17',     -1],
);
my @cases = (($ENV{DTP_SHRINK_TEST} // '') eq 'all' ? @ALL : @FEW, @FILES, @OWN);

plan skip_all => 'not a build folder of the whole: no tests.mk' unless -e 'tests.mk';
plan skip_all => "nothing is preloaded on $^O" if $^O =~ /^(?:darwin|aix|cygwin)$/;

sub runs {
    my (@command) = @_;
    my ($text, $status) = DTPools::Command::run(120, @command);
    return $status == 0 || (diag($text) && 0);
}

# A launcher whose processes have the fault.
sub faulty_launcher {
    my ($fault) = @_;
    my $preload = $OWN{$fault} ? "$folder/$fault.so" : $faulty;
    return DTPools::Faults::write_launcher("$folder/$fault.sh", $fault, $preload, @MPIEXEC);
}

sub reported {
    my ($text) = @_;
    my ($kind)   = $text =~ /^  kind: (\S+)$/m;
    my ($replay) = $text =~ /^  replay: (.*-seed=\d+)/m;
    return ($kind, $replay);
}

sub becomes_a_program {
    my ($number, $fault, $test, $objects) = @_;
    my @launcher = faulty_launcher($fault);
    my $name     = "$fault, $test";
    local $ENV{DTP_NUM_OBJS} = $objects;
    my ($text, $status) = DTPools::Command::run(60, @launcher, '-n', 2, $test);
    my ($kind, $replay) = reported($text);
    ok($status != 0 && defined $kind && defined $replay, "$name: fails, with a replay line") or return diag($text);
    my ($objects_in_full) = $text =~ /^  (?:send|origin) object \d+ \(\w+\): \d+\*\S/m;
    ok($kind eq 'crash' || $objects_in_full && $text =~ /^  MPI: \S/m, "$name: names objects and MPI");
    if ($fault eq 'unset-memory') {
        local $ENV{MALLOC_PERTURB_} = 0;
        is((DTPools::Command::run(60, @launcher, '-n', 2, $test))[1], 0, "$name: passes with zeros in new memory");
    }
    my (undef, @words) = shellwords($replay =~ s/^.*?(?= -n )/x/r);
    my ($again) = DTPools::Command::run(60, @launcher, @words);
    is((reported($again))[0], $kind, "$name: the replay line fails in the same way: $kind");
    my $source = "$folder/case$number.c";
    my $found  = DTPools::Failures::Shrink::shrink(replay => $replay, launcher => \@launcher, output => $source,
        seconds => $SECONDS, mpicc => "$MPICC -include $folder/warns.h", dtp => 'dtpools/dtp');
    ok(defined $found->{program}, "$name: becomes a program") or return diag(explain($found));
    is_made_as_it_is($found, replay => $replay, launcher => \@launcher) if $number == 0;
    my $program = "$folder/case$number";
    ok(runs(shellwords($MPICC), qw(-std=c11 -Wall -Wextra -pedantic -Werror -o), $program, $source),
        "$name: it compiles without warnings");
    my $lines = () = read_file($source) =~ /\n/g;
    my ($procs, $env) = read_file($source) =~ /mpiexec -n (\d+)(?: (env \S+))?:/;
    my @settings = split ' ', $env // '';
    is(scalar @settings, $fault eq 'unset-memory' ? 2 : 0, "$name: it says how malloc is set, where that counts");
    my (undef, $fails) = DTPools::Command::run(20, @launcher, '-n', $procs, @settings, $program);
    ok($kind eq 'crash' ? $fails != 0 : $fails == 1, "$name: it fails under the fault: $fails");
    is((DTPools::Command::run(20, @MPIEXEC,  '-n', $procs, $program))[1], 0, "$name: and passes without it");
    diag(sprintf '%-8s %-36s %-15s %5.1f s %3d lines, %s: %s -> %s', $fault, $test, $kind, $found->{seconds}, $lines,
        map { $_ // '' } @$found{qw(operation send recv)}) if @cases > @ALL;
    is($found->{send}, $found->{recv}, "$name: of one type") if $fault eq 'gaps-reduced';
    like(read_file($source), qr/MPI_Alltoallw\(.*\(MPI_Datatype\[\]\) \{(\S+), (?!\1\})/s,
        "$name: with different types") if $fault eq 'types-differ';
    return $lines;
}

# Where there is no time to make the case smaller.
sub is_made_as_it_is {
    my ($found, @failure) = @_;
    my $at_once = DTPools::Failures::Shrink::shrink(@failure, output => "$folder/at-once.c", seconds => 0,
        mpicc => $MPICC, dtp => 'dtpools/dtp');
    ok(defined $at_once->{program}, 'within no time: there is a program too') or diag(explain($at_once));
    cmp_ok($at_once->{tries}, '<', $found->{tries} / 2, '... made in less than half the tries');
    return;
}

# What the check of a type finds is said in words; its facts have no numbers.
sub types_have_no_numbers {
    local $ENV{DTP_NUM_OBJS} = 40;
    my ($text) = DTPools::Command::run(60, faulty_launcher('block-lost'), '-n', 1, 'datatype/typeinfo__MPI_INT__17');
    like($text, qr/ fails=metadata check=MPI_Type_size(?!.* expected=)/, 'a size that is wrong, and no other number');
    return;
}

# The libraries that have these faults; and what the header of an MPI may do to any program.
sub build_own {
    write_file("$folder/warns.h", '#warning as a header may');
    for my $fault (sort keys %OWN) {
        write_file("$folder/$fault.c", split /\n/, $OWN{$fault});
        runs(shellwords($MPICC), qw(-shared -fPIC -o), "$folder/$fault.so", "$folder/$fault.c") or return 0;
    }
    return 1;
}

sub median {
    my (@sorted) = sort { $a <=> $b } @_;
    return $sorted[$#sorted / 2];
}

# ---- what programs are made of ----

# The exit status of a program, of one process unless a number is given.
sub status_of {
    my ($source, @more) = @_;
    my $procs = @more && $more[0] =~ /^\d+\z/ ? shift @more : 1;
    my $program = $source =~ s/\.c\z//r;
    my ($text, $status) = DTPools::Command::run(60, shellwords($MPICC), qw(-std=c11 -Wall -Wextra -pedantic -Werror -o),
        $program, $source, @more);
    return $text if $status;
    return (DTPools::Command::run(20, @MPIEXEC, '-n', $procs, $program))[1];
}

# A record of MPI_Reduce_local with an operator of the user's; what is expected comes last.
sub record {
    my ($commutes, $expected, $type, $maker) = @_;
    $maker //= 'MPI_Op_create';
    write_file("$folder/op.0", 'case 1 MPI_Reduce_local', 'size MPI_Status 20',
        "make O0 $maker function $commutes &7f0:0:1",
        "make T0 MPI_Type_vector 3 1 2 $type &7f00:0:1", 'commit T0', "fill 10000 6:6:?:500/3 2*vector(3, 1, 2, $type)",
        "fill 20000 6:6:?:1000/7 2*vector(3, 1, 2, $type)", 'call MPI_Reduce_local &10000:0:160 &20000:0:160 2 T0 O0',
        'gave 0', "expect 20000 6:6:$expected 2*vector(3, 1, 2, $type)", 'failed elements-wrong one');
    my ($text, $why) = DTPools::Program::write_program(record => "$folder/op", ranks => 1,
        table => "$TOP/calls/calls.txt", dtp => 'dtpools/dtp');
    return defined $text ? status_of(write_file("$folder/op.c", $text)) : $why;
}

sub operators_become_functions {
    for my $type (qw(MPI_INT MPI_SHORT MPI_DOUBLE MPI_LONG_DOUBLE MPI_FLOAT_INT)) {
        is(record(0, 'MPI_OP_NULL:500/3,1000/7', $type), 0, "an operator that does not commute, of $type");
        is(record(0, 'MPI_OP_NULL:1000/7,500/3', $type), 1, '... and not with the operands the other way round');
    }
    is(record(1, 'MPI_SUM:500/3,1000/7', 'MPI_DOUBLE'), 0, 'an operator that commutes');
    is(record(1, 'MPI_SUM:501/3,1000/7', 'MPI_DOUBLE'), 1, '... and not with other operands');
    {
        local $DTPools::Program::Text::HUGE = 1;
        is(record(1, 'MPI_SUM:500/3,1000/7', 'MPI_DOUBLE'), 0, 'arrays that are allocated, since they are huge');
    }
    my @large = qw(MPI_DOUBLE MPI_Op_create_c);
    return unless read_file('mpi_has.h') =~ /^#define HAVE_MPI_OP_CREATE_C /m;
    is(record(0, 'MPI_OP_NULL:500/3,1000/7', @large), 0, 'an operator with large counts');
    is(record(0, 'MPI_OP_NULL:1000/7,500/3', @large), 1, '... and not with the operands the other way round');
    return;
}

# What operators of MPI's make of numbers that the type does not hold as they are.
sub operators_are_those_of_types {
    my @rows = (['MPI_MAX', 'MPI_SHORT', '70000/1,5/1'], ['MPI_MIN', 'MPI_INT', '-5/1,9/2'],
        ['MPI_MIN', 'MPI_INT8_T', '500/3,1000/7'], ['MPI_LAND', 'MPI_UINT8_T', '256/1,-3/1'],
        ['MPI_MAXLOC', 'MPI_FLOAT_INT', '16777217/0,16777216/0'],
        ['MPI_MINLOC', 'MPI_FLOAT_INT', '16777216/0,16777217/0'],
        ['MPI_MINLOC', 'MPI_SHORT_INT', '65536/1,7/3'], ['MPI_MINLOC', 'MPI_2INT', '1000/1,1073742632/1073741633'],
        ['MPI_MAXLOC', 'MPI_FLOAT_INT', '1000/1073741633,1073742632/1'], ['MPI_BXOR', 'MPI_SHORT', '70000/1,5/1'],
        ['MPI_MAXLOC', 'MPI_LONG_INT', '33554432/0,2181037696/0'],
        ['MPI_MINLOC', 'MPI_DOUBLE_INT', '33554432/0,2181037696/0'],
        ['MPI_SUM', 'MPI_LONG_DOUBLE', '16777217/1,33554432/1'],
        ['MPI_MIN', 'MPI_LONG_DOUBLE', '16777215/1,2147483000/-9'],
        (map { ['MPI_MAX', $_, '500/3,-1000/7', 1] } qw(MPI_LONG MPI_SHORT MPI_INT8_T)),
        ['MPI_MIN', 'MPI_INT', '500/3,-1000/7', 1]);
    for my $row (@rows) {
        my ($op, $type, $operands, $bits) = @$row;
        my ($x, $y) = split /,/, $operands;
        my ($text, $status) = program_of({ bits => $bits }, "fill a0000 3:3:MPI_REPLACE:$x 3*$type",
            "fill b0000 3:3:MPI_REPLACE:$y 3*$type", "call MPI_Reduce_local &a0000:0:6 &b0000:0:6 3 $type $op",
            'gave 0', "expect b0000 3:3:$op:$x,$y 3*$type", 'failed elements-wrong one');
        is($status, 0, "$op of $operands as $type") or diag($text);
    }
    my $part = { op => 'MPI_MIN', count => 3, operands => [[-5, 1], [9, 2]] };    # an MPI may get this wrong itself
    is_deeply([DTPools::Program::Operands::runs($part, 'MPI_UINT8_T')], [[9, 2, 3, 0]], '... without a sign');
    $part = { op => 'MPI_MAX', count => 5, operands => [[1, 1], [5, -1]] };
    is_deeply([DTPools::Program::Operands::runs($part, 'MPI_UINT8_T', 1)], [[5, -3, 2, 0], [3, -1, 2, 2], [5, 0, 1, 4]],
        '... whose bits vary');
    $part = { op => 'MPI_BXOR', count => 2, operands => [[-5, 1], [2, 0]] };
    is_deeply([DTPools::Program::Operands::runs($part, 'MPI_INT')], [[-7, 5, 2, 0]], '... bits of negative numbers');
    return;
}

# Operators that only other cases use; an object of a type that a fault has no elements of.
sub mistakes_are_not_taken_over {
    my ($text, $status) = program_of({}, 'make O0 MPI_Op_create function 1 &7f0:0:1',
        'make O1 MPI_Op_create_c function 1 &7f4:0:1',
        'fill a0000 1:1:MPI_REPLACE:7/1 1*MPI_INT', 'fill b0000 - 1*MPI_INT',
        'call MPI_Type_contiguous 1 MPI_INT &60:0:1', 'gave 0 newtype=T0', 'call MPI_Type_commit T0', 'gave 0',
        'call MPI_Sendrecv &a0000:0:0 1 T0 0 3 &b0000:0:4 1 MPI_INT 0 3 MPI_COMM_SELF MPI_STATUS_IGNORE', 'gave 0',
        'expect b0000 1:1:MPI_REPLACE:7/1 1*MPI_INT', 'failed elements-wrong one', 'call MPI_Op_free O0', 'gave 0');
    is($status, 0, 'what is sent is filled, though its type had no elements') or diag($text);
    unlike($text, qr/MPI_Op/, '... and nothing is made that others use');
    return;
}

# The text of a record of one process, and the exit status of its program.
sub program_of {
    my ($options, @lines) = @_;
    write_file("$folder/made.0", 'case 1 MPI_Send', 'size MPI_Status 20', @lines);
    my ($text, $why) = DTPools::Program::write_program(%$options, record => "$folder/made", ranks => 1,
        table => "$TOP/calls/calls.txt", dtp => 'dtpools/dtp');
    return ($text // $why, defined $text ? status_of(write_file("$folder/made.c", $text)) : 'none');
}

# A handle that is given again, while the call that freed it is left out, is freed once.
sub handles_are_freed_once {
    my @lines = map { ('make C0 MPI_Comm_dup MPI_COMM_SELF &500:0:1', message($_, 500, "${_}0000"),
        "call MPI_Wait R$_ &7f1:0:1", 'gave 0') } 8, 9;
    s/(MPI_(?:Irecv|Send) .*)MPI_COMM_SELF/$1C0/ for @lines;
    my ($text, $status) = program_of({}, @lines);
    is($status, 0, 'a handle that is given again is freed once') or diag($text);
    return;
}

# A message of one integer to the process itself, received where it says.
sub message {
    my ($tag, $start, $place) = @_;
    my $from = sprintf '%x', 0x100000 * $tag;
    return ("fill $place - 1*MPI_INT", "call MPI_Irecv &$place:0:4 1 MPI_INT 0 $tag MPI_COMM_SELF &7f0$tag:0:1",
        "gave 0 request=R$tag",
        "fill $from 1:1:MPI_REPLACE:$start/1 1*MPI_INT", "call MPI_Send &$from:0:4 1 MPI_INT 0 $tag MPI_COMM_SELF",
        'gave 0');
}

sub completions_are_settled {
    my @lines = (message(1, 500, 'a0000'), message(2, 600, 'b0000'),
        'call MPI_Waitsome 2 [R1,R2] &8000:0:1 &8010:0:2 &8020:0:2',
        'gave 0 outcount=1 array_of_indices=1 array_of_statuses=~77',
        'expect b0000 1:1:MPI_REPLACE:600/1 1*MPI_INT',
        'failed elements-wrong received data', 'call MPI_Get_count &9000:0:1~77 MPI_INT &9010:0:1', 'gave 0 count=2',
        'number MPI_Get_count 1 1 2',
        'failed status MPI_Get_count: count: expected 1, found 2',
        'call MPI_Testany 2 [R1,MPI_REQUEST_NULL] &8000:0:1 &8004:0:1 &8040:0:1',
        'gave 0 index=-32766 flag=0 status=~5',
        'call MPI_Testany 2 [R1,MPI_REQUEST_NULL] &8000:0:1 &8004:0:1 &8040:0:1',
        'gave 0 index=0 flag=1 status=~78');
    my ($text, $status) = program_of({ settled => 1 }, @lines);
    is($status, 0, 'requests are waited for in the order in which they were complete') or diag($text);
    like($text, qr/MPI_Wait\(&request\[1\].*compare.*MPI_Wait\(&request\[0\]/s, '... one after the other');
    unlike($text, qr/MPI_Testany|MPI_Waitsome/, '... and not as the MPI likes');
    like($text, qr/equal\("MPI_Get_count: count", number\[\d\], 1\);/, 'a copied status is compared');
    like((program_of({}, @lines))[0], qr/MPI_Waitsome.*MPI_Testany/s, 'as it was, if that is asked for');
    my @early = (@lines[0 .. 5], 'call MPI_Request_get_status R1 &9010:0:1 MPI_STATUS_IGNORE', 'gave 0 flag=1',
        'number MPI_Issend 0 0 1', 'failed status MPI_Issend: complete before it is received: expected 0, found 1');
    like((program_of({}, @early))[0], qr/get_status.*equal\("MPI_Issend: complete[ \w]+", number\[0\], 0/s,
        'a flag that another call returned');
    my @asked = (@lines[0 .. 5], 'call MPI_Request_get_status R2 &9010:0:1 MPI_STATUS_IGNORE', 'gave 0 flag=1');
    my @wrong = ('call MPI_Wait R2 &8040:0:1', 'gave 0 status=~77',
        'expect b0000 1:1:MPI_REPLACE:600/1 1*MPI_INT', 'failed elements-wrong received data');
    unlike((program_of({ settled => 1 }, @asked, @wrong))[0], qr/get_status/,
        'whether a request is complete is not asked');
    like((program_of({ settled => 1 }, @asked, @wrong[2, 3, 0, 1]))[0], qr/get_status.*compare.*MPI_Wait/s,
        '... unless data are compared before it is waited for');
    like((program_of({ settled => 1 }, @asked, 'number MPI_Issend 0 0 1',
        'failed status MPI_Issend: complete before it is received: expected 0, found 1'))[0], qr/get_status/,
        '... unless that was wrong');
    my ($parts) = program_of({}, @lines, map { ('call MPI_Parrived R1 0 &9010:0:1', "gave 0 flag=$_") } 0, 1);
    like($parts, qr/^ +MPI_Parrived.*^ +do\n +MPI_Parrived.*\n +while \(!number\[\d\]\);$/ms,
        'a partition that arrived is waited for');
    return;
}

# A status that was one of an array is so where it is used alone.
sub entries_of_arrays_are_variables {
    my @lines = (message(1, 500, 'a0000'), message(2, 600, 'b0000'),
        'call MPI_Waitall 2 [R1,R2] &8000:0:2', 'gave 0 array_of_statuses=~77,~78',
        'call MPI_Recv &c0000:0:4 1 MPI_INT 0 3 MPI_COMM_SELF &8014:0:1', 'gave 0 status=~79');
    my ($text) = program_of({ all => 1 }, @lines, 'failed elements-wrong one');
    like($text, qr/MPI_Waitall\(2, [^;]*&status\[0\]\).*MPI_Recv\([^;]*&status\[1\]\)/s,
        'an entry of an array of statuses');
    return;
}

# Memory that MPI_Win_shared_query returns is as large as it says.
sub shared_memory_is_of_its_size {
    my ($text) = program_of({ all => 1 },
        'make W0 MPI_Win_allocate_shared 80 1 MPI_INFO_NULL MPI_COMM_SELF &608:0:8 &600:0:1',
        'call MPI_Win_shared_query W0 0 &700:0:1 &708:0:1 &710:0:8', 'gave 0 size=80 disp_unit=1 baseptr=&7f1000',
        'expect 7f104c 1:1:MPI_REPLACE:70/1 1*MPI_INT', 'failed elements-wrong one');
    like($text, qr/compare\("base\[1\]", base\[1\], 76, /, 'the end of memory of a shared window') or diag($text);
    return;
}

sub types_of_no_blocks_have_one_instance {
    is_deeply([DTPools::Program::Objects::instances_of('2*struct({}, {}, {})')], ['1*struct({}, {}, {})'],
        'an instance of a struct without blocks');
    return;
}

# Addresses that count from MPI_BOTTOM are those of the program's arrays.
sub absolute_addresses_are_known {
    my ($to, $from) = (0x7ff00000, 0x7ff80000);
    my ($text, $status) = program_of({}, sprintf('fill %x - 1*MPI_INT', $to),
        sprintf('fill %x 1:1:MPI_REPLACE:70/1 1*MPI_INT', $from),
        (map { ("call MPI_Type_create_struct 1 [1] [$_->[1]] [MPI_INT] &60$_->[0]:0:1", "gave 0 newtype=T$_->[0]",
        "call MPI_Type_commit T$_->[0]",
            'gave 0') } [0, $to], [1, $from]),
        sprintf('call MPI_Irecv &0:%d:%d 1 T0 0 3 MPI_COMM_SELF &700:0:1', $to, $to + 4), 'gave 0 request=R0',
        sprintf('call MPI_Send &0:%d:%d 1 T1 0 3 MPI_COMM_SELF', $from, $from + 4), 'gave 0',
        'call MPI_Wait R0 MPI_STATUS_IGNORE', 'gave 0', sprintf('expect %x 1:1:MPI_REPLACE:70/1 1*MPI_INT', $to),
        'failed elements-wrong one');
    is($status, 0, 'absolute addresses') or diag($text);
    return;
}

# What is put into a dynamic window of another rank goes to an address there.
sub remote_addresses_are_told {
    my @fence = ('call MPI_Win_fence 0 W0', 'gave 0');
    my $made  = 'make W0 MPI_Win_create_dynamic MPI_INFO_NULL MPI_COMM_WORLD &500:0:1';
    my $case  = ['case 1 MPI_Put', 'size MPI_Status 20'];
    write_file("$folder/put.0", @$case, $made, 'call MPI_Win_attach W0 &a0000000:0:4 4', 'gave 0',
        'fill b0000000 1:1:MPI_REPLACE:70/1 1*MPI_INT',
        @fence, 'call MPI_Put &b0000000:0:4 1 MPI_INT 1 3221225476 1 MPI_INT W0', 'gave 0', @fence);
    write_file("$folder/put.1", @$case, $made, 'call MPI_Win_attach W0 &c0000000:0:8 8', 'gave 0',
        'fill c0000004 - 1*MPI_INT', @fence, @fence,
        'expect c0000004 1:1:MPI_REPLACE:70/1 1*MPI_INT', 'failed elements-wrong one');
    my ($text, $why) = DTPools::Program::write_program(record => "$folder/put", ranks => 2,
        table => "$TOP/calls/calls.txt", dtp => 'dtpools/dtp');
    like($text // $why, qr/MPI_Allgather\(&own.*MPI_Put\([^;]*remote\[1\]/s, 'an address of another rank');
    write_file("$folder/put.c", $text // '');
    is(status_of("$folder/put.c", 2), 0, '... is that of its array') or diag($text // '');
    return;
}

# The handles of the ranks differ in number, and the loops that free them in one line of two.
sub loops_are_statements {
    my $types = sub { map { ("call MPI_Type_contiguous 2 MPI_INT &60$_:0:1", "gave 0 newtype=T$_",
        "call MPI_Type_commit T$_", 'gave 0', "call MPI_Bcast &a0000:0:8 1 T$_ 0 MPI_COMM_SELF", 'gave 0') }
        0 .. $_[0] };
    write_file("$folder/loops.$_", 'case 1 MPI_Put', 'size MPI_Status 20', $types->(4 + $_),
        'failed elements-wrong one') for 0, 1;
    my ($text) = DTPools::Program::write_program(record => "$folder/loops", ranks => 2,
        table => "$TOP/calls/calls.txt", dtp => 'dtpools/dtp');
    like($text, qr/rank == 1.*for \(int i = 5/s, 'loops that differ');
    write_file("$folder/loops.c", $text // '');
    is(status_of("$folder/loops.c", 2), 0, '... stay whole') or diag($text // '');
    return;
}

# Where a process ends in one case, another one may have begun the next.
sub others_may_have_gone_on {
    my @case = (['case 4 MPI_Put', 'size MPI_Status 20', 'call MPI_Barrier MPI_COMM_WORLD'],
        ['case 5 MPI_Put', 'call MPI_Barrier MPI_COMM_SELF']);
    write_file("$folder/ahead.0", map { @$_, 'gave 0' } @case);
    write_file("$folder/ahead.1", @{ $case[0] });
    my $of = sub { [map { scalar grep { $_->{do} eq 'call' } @$_ } @{ DTPools::Program::Record::read_case(@_) }] };
    is_deeply($of->("$folder/ahead", 2), [1, 1], 'the case that the last process is in, of all processes');
    is_deeply($of->("$folder/ahead", 2, 0, 5), [1, 0], '... or the one that ended a process');
    my $is_whole = sub { DTPools::Program::Record::is_whole("$folder/ahead", 2, @_) };
    ok($is_whole->(5), '... which calls nothing that needs others');
    write_file("$folder/ahead.0", @{ $case[0] }, 'gave 0', (map { s/SELF/WORLD/r } @{ $case[1] }), 'gave 15');
    ok(!$is_whole->(5), '... unless it does');
    for my $all (0, 1) {
        is((DTPools::Program::write_program(record => "$folder/ahead", ranks => 2, ended => 5, all => $all,
            table => "$TOP/calls/calls.txt", dtp => 'dtpools/dtp'))[1], 'some processes had not begun the case',
            '... which is no program then' . ($all ? ', nor with the cases before it' : ''));
    }
    write_file("$folder/endless.0", 'case 1 MPI_Put', ('call MPI_Win_flush 0 W0', 'gave 0') x 200_000);
    my @why = DTPools::Program::write_program(record => "$folder/endless", ranks => 1, table => "$TOP/calls/calls.txt",
        dtp => 'dtpools/dtp');
    is_deeply(\@why, [undef, 'it has more than 100000 events', 1], 'a case that asks again and again is no program');
    is(DTPools::Failures::Handover::_shown('crash', '', 256), undef, 'a program that does not end does not crash');
    is(DTPools::Failures::Handover::_shown('crash', '', 139), 'crash', '... as one does that a signal ends');
    return;
}

# Of a crash, unless another kind is given, under a launcher that starts one process: env -u NONE.
sub replay_of_crash {
    return bless { case => { launcher => ['env'], flag => '-u', env => {} }, kind => 'crash', mpicc => $MPICC,
        tries => 0, each => 5, until => time + 30, @_ }, 'DTPools::Failures::Replay';
}

# What the elements were that a test died of, its program sees before it dies; and it may die where the test waited. But
# where the test died, a program that waits shows nothing: the record of another process may end too early.
sub programs_show_other_kinds {
    my %does = (
        'wrong data' => ['puts("byte 3: 1, the standard demands 2"); return 1;', 'goes wrong'],
        'a crash'    => ['abort();',                                             'ends the process'],
        'no end'     => ['for (;;) sleep(1);',                                   'does not end'],
    );
    my %shows = (crash => ['wrong data', 'a crash'], hang => ['wrong data', 'a crash', 'no end']);
    for my $kind (sort keys %shows) {
        for my $what (sort keys %does) {
            my $replay = replay_of_crash(output => "$folder/instead.c", kind => $kind, each => 2);
            my ($body, $says) = @{ $does{$what} };
            my $text = "/* MPI_Put $DTPools::Failures::Handover::SAYS{$kind} */\n#include <stdio.h>\n"
                . "#include <stdlib.h>\n#include <unistd.h>\nint main(void) { $body }";
            my %program = DTPools::Failures::Handover::_checked($replay, { procs => 'NONE' }, $text);
            my $is_one = grep { $_ eq $what } @{ $shows{$kind} };
            is(defined $program{program}, !!$is_one, "a $kind whose program shows $what") or diag explain \%program;
            like(read_file("$folder/instead.c"), qr{^/\* MPI_Put $says \*/$}m, '... which says so') if $is_one;
        }
    }
    return;
}

# A crash that comes at every second start is recorded when it comes.
sub what_fails_at_times_is_recorded_again {
    my $test = write_script("$folder/at_times", "echo x >>'$folder/starts'", 'echo "case 1 MPI_Put" >"$DTP_RECORD.0"',
        "test \$(wc -l <'$folder/starts') = 2 || exit 0", 'echo "  kind: crash"', 'echo "  case: 1"', 'exit 1');
    my $replay = replay_of_crash(dtp => 'dtpools/dtp');
    my $case = { procs => 'NONE', test => $test, options => [] };
    is(DTPools::Failures::Handover::_record($replay, $case, $folder), '', 'a record');
    is($replay->{tries}, 2, '... of the second start, which crashed');
    is($replay->{ended}, 1, '... in the case that it reported');
    return;
}

sub errors_that_must_be_are_demanded {
    my ($to, $from) = ('a0000', 'b0000');
    for my $code (1, 0) {
        my $is_wrong = $code == 0;
        my ($text, $status) = program_of({ few => 1 }, "fill $from 2:2:MPI_REPLACE:5/1 2*MPI_INT",
            "fill $to - 1*MPI_INT", "call MPI_Irecv &$to:0:4 1 MPI_INT 0 3 MPI_COMM_SELF &700:0:1", 'gave 0 request=R0',
            "call MPI_Send &$from:0:8 2 MPI_INT 0 3 MPI_COMM_SELF", 'gave 0', 'call MPI_Wait R0 MPI_STATUS_IGNORE',
            "gave $code",
            'number MPI_Error_class MPI_ERR_TRUNCATE MPI_ERR_TRUNCATE ' . ($is_wrong ? 0 : 'MPI_ERR_TRUNCATE'),
            $is_wrong
            ? 'failed status MPI_Wait: MPI_Error_class: expected 15, found 0'
            : "expect $to 1:1:MPI_REPLACE:6/1 1*MPI_INT", $is_wrong ? () : 'failed elements-wrong one');
        like($text, qr/fails\(MPI_Wait\(.*, MPI_ERR_TRUNCATE\);/, 'an error that must be');
        is($status, $is_wrong ? 0 : 1, '... is no failure') or diag($text);
    }
    return;
}

sub what_is_not_needed_is_left_out {
    my @round = (message(1, 500, 'a0000'), 'call MPI_Wait R1 MPI_STATUS_IGNORE', 'gave 0',
        'expect a0000 1:1:MPI_REPLACE:500/1 1*MPI_INT');
    my @lines = ('call MPI_Info_create &510:0:1', 'gave 0 info=I0', 'call MPI_Info_set I0 "a" "true"', 'gave 0',
        'make C0 MPI_Comm_dup_with_info MPI_COMM_WORLD I0 &500:0:1', 'round 0', @round,
        'call MPI_Get_count &1:0:1~3 MPI_INT &9010:0:1', 'gave 0 count=9',
        'number MPI_Get_count 1 1 9', 'round 1', @round, 'failed elements-wrong one', 'beside 1',
        'call MPI_Barrier MPI_COMM_WORLD', 'gave 0', 'beside 0',
        'round 2', @round, 'round -1', 'call MPI_Comm_free C0', 'gave 0', 'call MPI_Info_free I0', 'gave 0');
    my ($text, $status) = program_of({ few => 1 }, @lines);
    is($status, 0, 'a program of one round of three') or diag($text);
    is(scalar(() = $text =~ /MPI_Irecv/g), 1, '... with its calls alone');
    unlike($text, qr/Barrier|Comm|Info|equal/,
        '... nothing beside it, no communicator and info object that is not used, no number that is known to be wrong');
    my @info = ('call MPI_Comm_set_info MPI_COMM_WORLD I0', 'gave 0');
    like((program_of({}, @lines[0 .. 3], @info, @lines[5 .. $#lines]))[0], qr/Info_set/, 'an info object that is used');
    ($text, $status) = program_of({}, @lines);
    is(scalar(() = $text =~ /MPI_Irecv|MPI_Barrier/g), 4, 'a program of all rounds');
    ($text) = program_of({}, message(1, 500, 'a0000'), 'call MPI_Wait R1 &1:0:1', 'gave 0 status=~3',
        'call MPI_Win_get_attr W0 MPI_WIN_SIZE &9000:0:1 &9010:0:1',
        'gave 0 attribute_val=@7000 flag=1',
        'call MPI_Get_count &1:0:1~3 MPI_INT &9010:0:1', 'gave 0 count=1',
        'number MPI_Get_count 1 1 1', 'call MPI_Get_elements &1:0:1~3 MPI_INT &9010:0:1');
    like($text, qr/MPI_Get_elements/, 'a query that did not return is made');
    unlike($text, qr/MPI_Get_count|MPI_Win_get_attr/, '... and none that returned what is right');
    is((program_of({}, message(1, 500, 'a0000'), 'call MPI_Wait R1 &900:0:1', 'gave 0 status=~3',
        'expect a0000 1:1:MPI_REPLACE:500/1 1*MPI_INT'))[1], 0, 'a status that nobody looks at is none');
    return;
}

# What all ranks do is written once; a statement of several lines stays whole.
sub ranks_share_statements {
    my @many = map { my $rank = $_; [map { "f($_, $rank);" } 1 .. 100_000] } 0, 1;
    is(scalar DTPools::Program::Branches::merge(@many), 200_003,
        'very many statements are not compared with each other');
    my @copy  = map { ["memcpy(want,", "    \"\\x0$_\",", '    "\x07", 2);', 'compare("a", a, 0, 0, 2);'] } 0, 1;
    is_deeply([DTPools::Program::Branches::merge(@copy)],
        ['if (rank == 0) {', (map { "    $_" } @{ $copy[0] }[0 .. 2]), '} else if (rank == 1) {',
        (map { "    $_" } @{ $copy[1] }[0 .. 2]), '}', $copy[0][3]], 'a statement of three lines that differs in one');
    my $put  = sub { "put$_[1](a + 64, (struct values) {" . (100 * $_[0] + $_[1]) . ", 7, 2});" };
    my $puts = sub { my ($rank) = @_; map { $put->($rank, $_) } 1 .. 5 };
    my @lines = map { my $rank = $_; [$puts->($rank), $rank == 1 ? 'MPI_Start(&request[0]);' : (),
        'for (int i = 0; i < ' . (4, 1, 2)[$rank] . '; i++) {',
        '    f(' . (3 + $rank) % 4 . ", a[2], t[0], g - $rank);",
        '}', $puts->($rank), 'h("' . $rank . '");'] } 0 .. 2;
    my @merged = DTPools::Program::Branches::merge(@lines);
    my $text = join "\n", @merged;
    is($merged[0], 'put1(a + 64, (struct values) {1 + 100 * rank, 7, 2});', 'numbers become expressions of the rank');
    like($text, qr/^\} else if \(rank == 1\) \{\n    MPI_Start\(&request\[0\]\);\n/m, '... a call of one rank');
    like($text, qr/^    for \(.*\n        f\(.*, a\[2\], t\[0\], g - 1\);\n    \}$/m, '... and what else differs');
    is((DTPools::Program::Branches::merge(map { ["f($_);", 'x;'] } 2, 0, 1))[0], 'if (rank == 0) {',
        'few stay as they are');
    is_deeply([map { (DTPools::Program::Branches::merge(map { [("f($_);") x 6] } @$_))[0] } [2, 0, 1], [1, 2, 0],
        [3, 2, 1], [5, 9, 9]],
        ['f((rank + 2) % 3);', 'f((rank + 1) % 3);', 'f(3 - rank);', 'f((int[]) {5, 9, 9}[rank]);'],
        'ways to say a number');
    return;
}

# Values that repeat are put by a loop.
sub values_repeat {
    my $puts = sub {
        my @parts = map { { elements => 1, count => 1, op => 'MPI_OP_NULL', operands => [$_] } } @_;
        return [DTPools::Program::Objects::puts({}, { put => 'put0', type => 'MPI_INT' }, 'want', @parts)];
    };
    my $line = sub { 'put0(want, (struct values) {' . join(', ', @_) . '});' };
    my @halves = map { ([5340 + 14 * $_, 0], [99 - $_, 0]) } 0 .. 3;
    is_deeply($puts->(@halves, [7, 0]),
        ['for (long i = 0; i < 4; i++) {', '    ' . $line->('5340 + 14 * i', 0, 1, '2 * i'),
        '    ' . $line->('99 - i', 0, 1, '1 + 2 * i'), '}', $line->(7, 0, 1, 8)], 'two in turn become a loop');
    is_deeply($puts->(@halves[0 .. 5]),
        [map { $line->(@{ $halves[$_] }, 1, $_ || ()) } 0 .. 5], '... not three times as much');
    return;
}

# Memory lies as basic types ask for, or as it was; accesses and packs of nothing are left out.
sub memory_is_plain {
    my @lines = ('make W0 MPI_Win_create &c0030:0:4 4 1 MPI_INFO_NULL MPI_COMM_SELF &500:0:1', 'fill c0030 - 1*MPI_INT',
        'fill a0020 1:1:MPI_REPLACE:7/1 1*MPI_INT', 'call MPI_Win_fence 0 W0', 'gave 0',
        'call MPI_Put &a0020:0:4 1 MPI_INT 0 0 1 MPI_INT W0', 'gave 0',
        'call MPI_Put &a0020:0:0 0 MPI_INT 0 0 0 MPI_INT W0', 'gave 0', 'call MPI_Win_fence 0 W0', 'gave 0',
        'call MPI_Pack &a0020:0:0 0 MPI_INT &b0000:0:8 8 &700:0:1=0 MPI_COMM_SELF', 'gave 0 position=0',
        'expect c0030 1:1:MPI_REPLACE:7/1 1*MPI_INT', 'failed elements-wrong one');
    my ($text, $status) = program_of({ few => 1 }, @lines);
    is($status, 0, 'a window') or diag($text);
    is(scalar(() = $text =~ /MPI_Put\(|MPI_Pack\(/g), 1, '... with what is put there alone');
    like($text, qr/MPI_Win_create\(winbuf \+ 64, .*MPI_Put\(sendbuf \+ 64, /s, '... at the beginning of arrays');
    ($text) = program_of({ few => 1 }, map { s/position=0/position=4/r } @lines);
    like($text, qr/MPI_Pack\(/, '... and a pack of nothing that moves the position');
    ($text) = program_of({ aligned => 1 }, @lines);
    like($text, qr/MPI_Win_create\(winbuf \+ 112, .*MPI_Put\(sendbuf \+ 96, .*MPI_Put/s, '... or as it was');
    return;
}

# What a window that MPI has allocated held before matters, where it is fetched.
sub windows_hold_what_they_held {
    my ($text, $status) = program_of({ few => 1 },
        'make W0 MPI_Win_allocate 64 1 MPI_INFO_NULL MPI_COMM_SELF &608:0:8 &600:0:1 =&7f1000:64',
        'fill 7f1000 1:1:MPI_REPLACE:70/1 1*MPI_INT', 'fill a0000 1:1:MPI_REPLACE:3/1 1*MPI_INT',
        'fill b0000 - 1*MPI_INT', 'call MPI_Win_lock MPI_LOCK_SHARED 0 0 W0', 'gave 0',
        'call MPI_Fetch_and_op &a0000:0:4 &b0000:0:4 MPI_INT 0 0 MPI_REPLACE W0', 'gave 0', 'call MPI_Win_unlock 0 W0',
        'gave 0', 'expect b0000 1:1:MPI_REPLACE:70/1 1*MPI_INT', 'failed elements-wrong one');
    is($status, 0, 'an allocated window that is fetched') or diag($text);
    return;
}

# What is under way beside an operation is that of the recorder's own numbers.
sub what_is_beside_is_compared {
    my @lines = ('beside 1', 'data a0000 e9030000', 'call MPI_Iallgather &a0000:0:4 1 MPI_INT &b0000:0:4 1 MPI_INT '
            . 'MPI_COMM_SELF &700:0:1', 'gave 0 request=R0', 'beside 0', 'call MPI_Barrier MPI_COMM_SELF', 'gave 0',
        'beside 1', 'call MPI_Wait R0 MPI_STATUS_IGNORE', 'gave 0', 'beside 0',
        'failed other MPI_Iallgather, started after MPI_Barrier: expected 1001 at 0, found 0');
    my ($text, $status) = program_of({ few => 1 }, @lines);
    is($status, 0, 'what is beside an operation') or diag($text);
    like($text, qr/MPI_Wait.*equal\("MPI_Iallgather beside it, at 0", .*\[0\], 1001\);/s, '... is compared');
    return;
}

# A type that one case has made and others use is made and freed once.
sub types_of_several_cases_are_made_once {
    my ($text, $status) = program_of({ all => 1 }, 'call MPI_Type_dup MPI_INT &60:0:1', 'gave 0 newtype=T0',
        'call MPI_Type_commit T0', 'gave 0', 'case 2 MPI_Send', 'make T0 MPI_Type_dup MPI_INT &60:0:1', 'commit T0',
        'call MPI_Bcast &a0000:0:4 1 T0 0 MPI_COMM_SELF', 'gave 0', 'failed elements-wrong one');
    is($status, 0, 'a type of several cases') or diag($text);
    is(scalar(() = $text =~ /MPI_Type_free/g), 1, '... is freed once');
    return;
}

# What is returned of types within types is compared too; what a process does after that is not needed.
sub contents_are_those_of_constructors {
    my @ask = map { my ($type, $at, $child) = @$_; (
        "call MPI_Type_get_envelope $type &$at:0:1 &9010:0:1 &9020:0:1 &9030:0:1",
        "gave 0 num_integers=0 num_addresses=0 num_datatypes=1 combiner=1",
        "call MPI_Type_get_contents $type 0 0 1 &9040:0:1 &9050:0:1 &9060:0:1", "gave 0 array_of_datatypes=$child") }
        ['T1', 9000, 'T2'], ['T2', 9100, 'T3'], ['T3', 9200, 'MPI_INT'];
    my ($text, $status) = program_of({}, 'call MPI_Type_dup MPI_INT &60:0:1', 'gave 0 newtype=T0',
        'call MPI_Type_dup T0 &68:0:1', 'gave 0 newtype=T1', @ask, 'call MPI_Type_free T2', 'gave 0',
        'call MPI_Type_free T3', 'gave 0', 'failed contents types within types', 'call MPI_Barrier MPI_COMM_WORLD',
        'gave 0', (map { ("call MPI_Type_free T$_", 'gave 0') } 0, 1));
    is($status, 0, 'contents of a duplicate of a duplicate') or diag($text);
    is(scalar(() = $text =~ /get_contents, type 0 is MPI_INT", t\[\d\] == MPI_INT, ([01])\);/g), 1,
        '... are a type that is given back, and a predefined one');
    unlike($text, qr/(?:envelope|free)\(&?t\[3\]|MPI_Barrier/, '... nothing is asked of a type that must not be there');
    s/T1 0 0 1/T1 0 2 1/ for @ask;
    ($text, $status) = program_of({}, 'call MPI_Type_dup MPI_INT &60:0:1', 'gave 0 newtype=T0',
        'call MPI_Type_dup T0 &68:0:1', 'gave 0 newtype=T1', @ask, 'failed contents another constructor');
    is($status, 0, '... nor for contents that a type cannot have') or diag($text);
    return;
}

# The entry of an array that is wrong is the one that is compared, not the first.
sub entries_have_numbers {
    my @lines = ('call MPI_Type_vector 3 1 2 MPI_INT &60:0:1', 'gave 0 newtype=T0',
        'call MPI_Type_get_contents T0 3 0 1 &9040:0:12 &9050:0:1 &9060:0:1', 'gave 0 array_of_datatypes=MPI_INT');
    my ($text, $status) = program_of({}, @lines, 'failed status MPI_Type_get_contents: integer 2: expected 2, found 3');
    is($status, 0, 'contents by their numbers') or diag($text);
    like($text, qr/get_contents, integer 2", number\[2\], 2\)/, '... in the entry that is named');
    return;
}

# A byte that was packed is one of the values of all bits: plain numbers have others.
sub packed_bytes_have_all_bits {
    my @lines = ('fill a0000 1:1:MPI_REPLACE:500/1 1*MPI_INT', 'fill b0000 - 4*MPI_BYTE',
        'call MPI_Pack_external "external32" &a0000:0:4 1 MPI_INT &b0000:0:4 4 &9000=0', 'gave 0 position=4',
        'failed other MPI_Pack_external: byte 3 of 4: expected 0xd5, found 0x00');
    like((program_of({}, @lines))[0], qr/all bits/, 'a packed byte is not compared with that of a plain number');
    like((program_of({ bits => 1 }, @lines))[0], qr/equal\("MPI_Pack_external, byte 3", .*, 0xd5\);/,
        '... but with the value that it had');
    $lines[-1] = 'failed other MPI_Pack_external: byte 4 of room for 4: expected it as it was, found it written';
    my ($text, $status) = program_of({}, @lines);
    like($text, qr/equal\("MPI_Pack_external, behind the room", recvbuf\[\d+\], 165\);/, 'a byte behind the room');
    is($status, 0, '... which is not written') or diag($text);
    @lines = ('fill b0000 - 1*MPI_INT', 'data a0000 57d51123',
        'call MPI_Unpack_external "external32" &a0000:0:4 4 &9000=0 &b0000:0:4 1 MPI_INT', 'gave 0 position=4',
        'expect b0000 1:1:MPI_REPLACE:500/1 1*MPI_INT', 'failed elements-wrong one');
    like((program_of({}, @lines))[0], qr/all bits/, 'nor are bytes read that are none of plain numbers');
    my @received = ('call MPI_Sendrecv &c0000:0:4 4 MPI_BYTE 0 3 &a0000:0:4 4 MPI_BYTE 0 3 MPI_COMM_SELF '
            . 'MPI_STATUS_IGNORE', 'gave 0');
    unlike((program_of({}, @received, @lines))[0], qr/memcpy\(recvbuf|all bits/,
        '... but for those that were received before');
    like((program_of({ bits => 1 }, @lines))[0], qr/memcpy\(\w+(?: \+ \d+)?, "\\x57\\xd5/, '... but as they were');
    return;
}

# What follows from a failure is not taken for another one.
sub what_was_wrong_first_is_shown {
    my @lines = ('fill a0000 1:1:MPI_REPLACE:500/1 1*MPI_INT', 'fill c0000 - 1*MPI_INT',
        'call MPI_Pack &a0000:0:4 1 MPI_INT &b0000:0:8 8 &9000=4 MPI_COMM_SELF', 'gave 0 position=4',
        'number MPI_Pack 7 7 7', 'failed other MPI_Pack: position: expected at least 8, found 4',
        'call MPI_Unpack &b0000:0:4 4 &9010=0 &c0000:0:4 1 MPI_INT MPI_COMM_SELF', 'gave 0 position=0',
        'number MPI_Unpack 4 4 0', 'failed status MPI_Unpack: position: expected 4, found 0');
    my ($text, $status) = program_of({ first => 1 }, @lines);
    is($status, 0, 'a position that was too small') or diag($text);
    like($text, qr/equal\("MPI_Pack, position, at least", number\[0\] < 8 \? number\[0\] : 8, 8\);/,
        '... is compared, and not a number that was right before');
    unlike($text, qr/MPI_Unpack/, '... nothing is unpacked after it');
    like((program_of({}, @lines))[0], qr/equal\("MPI_Unpack/, '... unless that is asked for');
    $lines[5] = 'failed other MPI_Pack: position: expected 4 to 7, found 8';
    like((program_of({ first => 1 }, @lines))[0], qr/position, at most", number\[0\] > 7 \? number\[0\] : 7, 7\);/,
        'a position that was too large');
    return;
}

sub texts_are_compared {
    my @name = ('call MPI_Type_get_name MPI_INT &9000:0:1 &9010:0:1', 'gave 0 resultlen=1',
        q(failed other MPI_Type_get_name: expected 'MPI_INT' of 7 characters, found 'x' of 1));
    my ($text, $status) = program_of({}, @name);
    is($status, 0, 'the name of a type') or diag($text);
    like($text, qr/same\("MPI_Type_get_name, name", text, "MPI_INT"\);\n.*, length", number\[0\], 7\);/,
        '... and its length');
    return;
}

# What must not be there is not waited for; a number is that of the call that returned it.
sub what_was_asked_is_compared {
    my ($text, $status) = program_of({}, 'call MPI_Iprobe 0 3 MPI_COMM_SELF &9000:0:1 MPI_STATUS_IGNORE',
        'gave 0 flag=1', 'number MPI_Iprobe 0 0 1', 'failed status MPI_Iprobe: flag: expected 0, found 1');
    is($status, 0, 'a flag that must not be set') or diag($text);
    unlike($text, qr/while/, '... is not waited for');
    ($text, $status) = program_of({}, 'call MPI_Recv &b0000:0:0 0 MPI_INT MPI_PROC_NULL 3 MPI_COMM_SELF &8000:0:1',
        'gave 0 status=~5', 'call MPI_Status_set_elements &8000:0:1~5 MPI_INT 1', 'gave 0',
        'call MPI_Status_set_cancelled &8000:0:1~5 0', 'gave 0',
        'call MPI_Get_elements &8000:0:1~5 MPI_INT &9000:0:1', 'gave 0 count=9',
        'number MPI_Status_set_cancelled 1 1 9',
        'failed status MPI_Status_set_cancelled: elements: expected 1, found 9');
    is($status, 0, 'what one call left as it was') or diag($text);
    like($text, qr/MPI_Get_elements\(.*\n    equal\("MPI_Status_set_cancelled: elements", number\[0\], 1\);/,
        '... and another returned');
    return;
}

sub what_is_only_read_is_compared {
    my ($text, $status) = program_of({}, 'fill a0000 1:1:MPI_REPLACE:500/1 1*MPI_INT', 'fill c0000 - 1*MPI_INT',
        'call MPI_Pack &a0000:0:4 1 MPI_INT &b0000:0:4 4 &9000=0 MPI_COMM_SELF', 'gave 0 position=4',
        'call MPI_Unpack &b0000:0:4 4 &9010=0 &c0000:0:4 1 MPI_INT MPI_COMM_SELF', 'gave 0 position=4',
        'failed other MPI_Unpack: the packed bytes: expected them as they were, found them changed');
    is($status, 0, 'packed bytes that must not change') or diag($text);
    like($text, qr/memcpy\(want, (\w+), 4\);\n    MPI_Unpack.*\n    compare\("MPI_Unpack, inbuf", \1, 0, 0, 4\);/,
        '... are compared with what they were');
    ($text, $status) = program_of({}, 'call MPI_Type_get_envelope MPI_2INT &9000:0:1 &9010:0:1 &9020:0:1 &9030:0:1',
        'gave 0 num_integers=1 num_addresses=0 num_datatypes=1 combiner=9', 'failed contents '
            . 'MPI_Type_get_envelope: expected MPI_COMBINER_NAMED without arguments for MPI_2INT, found struct');
    is($status, 0, 'a predefined type') or diag($text);
    like($text, qr/, combiner", number\[3\], MPI_COMBINER_NAMED\);/, '... is a named one');
    return;
}

# Types that MPI was asked for: which ones is not known, and nobody frees them.
sub types_are_those_that_were_returned {
    my @size = ('call MPI_Type_size MPI_INTEGER4 &9000:0:1', 'gave 0 size=4', 'number MPI_Type_size 8 8 4',
        'failed status MPI_Type_size: size: expected 8, found 4');
    my ($text, $status) = program_of({}, 'call MPI_Type_match_size 2 8 &60:0:1', 'gave 0 datatype=MPI_INTEGER4', @size);
    like($text, qr/MPI_Type_match_size\(2, 8, &t\[0\]\);\n    MPI_Type_size\(t\[0\],/, 'the type that was matched');
    ($text, $status) = program_of({}, 'call MPI_Type_create_f90_integer 4 &60:0:1', 'gave 0 newtype=T0',
        'call MPI_Type_get_contents T0 1 0 0 &9000:0:1 NULL NULL', 'gave 0',
        'failed status MPI_Type_get_contents: integer 0: expected 4, found 9');
    is($status, 0, 'a parametrised type') or diag($text);
    unlike($text, qr/free/, '... is not freed');
    ($text, $status) = program_of({}, 'call MPI_Type_create_f90_integer 4 &60:0:1', 'gave 0 newtype=T0',
        'call MPI_Type_get_contents T0 3 0 0 &9000:0:3 NULL NULL', 'gave 0', 'failed other MPI_Type_get_contents: '
            . 'integer 3 of an array of 3: expected it as it was, found it written');
    is($status, 0, 'an entry behind an array') or diag($text);
    like($text, qr/number\[3\] = 165;.*\n.*\n    equal\("\w+, integer 3, behind the array", number\[3\]/,
        '... is set, and compared');
    ($text, $status) = program_of({}, 'call MPI_Type_contiguous 2 MPI_INT &60:0:1', 'gave 0 newtype=T0',
        'call MPI_Type_get_contents T0 1 0 3 &9000:0:1 NULL &9010:0:3', 'gave 0 array_of_datatypes=MPI_INT',
        'failed other MPI_Type_get_contents: datatype 3 of an array of 3: expected it as it was, found it written');
    is($status, 0, 'a type behind an array') or diag($text);
    like($text, qr/t\[4\] = MPI_DATATYPE_NULL;.*equal\("\w+, datatype 3, behind the array", t\[4\] == /s,
        '... is compared too');
    return;
}

# MPI_Type_get_envelope is not for types with large counts.
sub large_counts_are_asked_for {
    my ($text, $status) = program_of({}, 'call MPI_Type_contiguous_c 3 MPI_INT &60:0:1', 'gave 0 newtype=T0',
        'call MPI_Type_get_envelope_c T0 &9000:0:1 &9010:0:1 &9020:0:1 &9030:0:1 &9040:0:1',
        'gave 0 num_integers=1 num_addresses=0 num_large_counts=0 num_datatypes=1 combiner=9',
        'call MPI_Type_get_envelope T0 &9050:0:1 &9060:0:1 &9070:0:1 &9080:0:1',
        'gave 0 num_integers=1 num_addresses=0 num_datatypes=1 combiner=9', 'failed contents of integers');
    like($text, qr/MPI_Type_get_envelope_c, combiner", \w+\[\d\], MPI_COMBINER_CONTIGUOUS/, 'a type with large counts');
    unlike($text, qr/MPI_Type_get_envelope\(/, '... is asked for them');
    return;
}

# What a call has ended has a null handle then: the call stays, though nothing uses the type.
sub handles_end {
    my ($text, $status) = program_of({}, 'call MPI_Type_dup MPI_INT &60:0:1', 'gave 0 newtype=T0',
        'call MPI_Type_free T0', 'gave 0',
        'failed other MPI_Type_free: datatype: expected MPI_DATATYPE_NULL, found another handle');
    like($text, qr/MPI_Type_free\(&t\[0\]\);\s+equal\("MPI_Type_free, datatype is MPI_DATATYPE_NULL", t\[0\] == MPI_/,
        'a handle that a call has ended is compared');
    is($status, 0, '... and is null');
    return;
}

# Fields of statuses are those of the status that was looked at, when it was returned; of several that are the same,
# that of the address.
sub fields_are_of_their_status {
    my @lines = (message(1, 500, 'a0000'), message(2, 600, 'b0000'));
    my $waits = sub {
        my (@numbers) = @_;
        return map { ("call MPI_Wait R$_ &8020:0:1", "gave 0 status=~$numbers[$_ - 1]") } 1, 2;
    };
    my $fails = sub {
        my ($status, $tag) = @_;
        return ("status $status", "number MPI_TAG $tag $tag 9", "failed status MPI_TAG: expected $tag, found 9");
    };
    for my $tag (1, 2) {
        is((program_of({}, @lines, $waits->(77, 78), $fails->('~77 9000', $tag)))[1], $tag - 1,
            "a copy of a status that the next one has overwritten: tag $tag");
    }
    my @counts = ('call MPI_Get_count &9000:0:1~77 MPI_INT &9010:0:1', 'gave 0 count=1',
        'number MPI_Get_count 0 0 1', 'failed status MPI_Get_count: count: expected 0, found 1');
    is(scalar(() = (program_of({}, @lines, $waits->(77, 78), @counts))[0] =~ /status\[1\] = status\[0\]/g), 1,
        'a status that is asked for a count later is kept');
    is((program_of({}, @lines, map { s/~77/~5/r } @counts))[0], 'a status that no call has returned',
        '... one of nothing is not');
    my @all = ('call MPI_Waitall 2 [R1,R2] &8020:0:2', 'gave 0 array_of_statuses=~77 array_of_statuses=~77');
    for my $tag (1, 2) {
        is((program_of({}, @lines, @all, $fails->(sprintf('~77 %x', 0x8020 + 20 * ($tag - 1)), $tag)))[1], 0,
            "of two that are the same the one at its address: tag $tag");
    }
    unlike((program_of({}, @lines, @all, $fails->('~77 9000', 1)))[0], qr/equal/, '... nothing is said of a copy');
    my @unknown = ($fails->('~77 9000', 1))[1, 2];
    unlike((program_of({}, 'call MPI_Iprobe 0 9 MPI_COMM_SELF &9010:0:1 &9020:0:1', 'gave 0 flag=9 status=~77',
        @unknown))[0], qr/equal/, '... nor of a status that nobody names');
    return;
}

# What is compared after the MPI has chosen among requests is of the choice that was recorded.
sub choices_are_as_recorded {
    my $program = sub {
        my ($index) = @_;
        return program_of({}, message(1, 500, 'a0000'), message(2, 600, 'b0000'), 'call MPI_Wait R2 &8000:0:1',
            'gave 0 status=~70', 'call MPI_Waitany 2 [R1,MPI_REQUEST_NULL] &8010:0:1 &8020:0:1',
            'gave 0 index=0 status=~71', message(3, 700, 'c0000'), message(4, 800, 'd0000'),
            'call MPI_Wait R3 &8000:0:1', 'gave 0 status=~72',
            'call MPI_Waitany 2 [R3,R4] &8010:0:1 &8020:0:1', "gave 0 index=$index status=~73", 'status ~73 8020',
            'number MPI_TAG 9 9 4', 'failed status MPI_TAG: expected 9, found 4');
    };
    is(($program->(1))[1], 1, 'the choice that was recorded');
    is(($program->(0))[1], 0, '... and another one, of which nothing is known');
    is(scalar(() = ($program->(1))[0] =~ /as_recorded = as_recorded/g), 1, '... where there was a choice');
    my @lost = ('call MPI_Waitany 2 [R3,R4] &8010:0:1 &8020:0:1', 'gave 15', 'number MPI_Error_class 0 0 15',
        'failed status MPI_Error_class: expected 0, found 15');
    is((program_of({}, message(3, 700, 'c0000'), message(4, 800, 'd0000'), @lost))[0],
        "which operation failed is the MPI's to say", 'an error of a choice');
    my @twice = map { ('call MPI_Waitany 2 [R1,R2] &8010:0:1 MPI_STATUS_IGNORE', 'gave 0 index=0') } 1, 2;
    is((program_of({ settled => 1 }, @twice))[0], 'a request is said to be complete twice',
        'a request is complete once');
    return;
}

# An epoch that was said to end too soon ends before the window is freed.
sub exposures_end {
    my ($text, $status) = program_of({}, 'make G0 MPI_Comm_group MPI_COMM_SELF &600:0:1',
        'make W0 MPI_Win_create &a0000:0:40 40 4 MPI_INFO_NULL MPI_COMM_SELF &700:0:1',
        'call MPI_Win_post G0 0 W0', 'gave 0', 'call MPI_Win_start G0 0 W0', 'gave 0',
        'call MPI_Win_test W0 &9000:0:1', 'gave 0 flag=1', 'number MPI_Win_test 0 0 1',
        'failed status MPI_Win_test: flag: expected 0, found 1', 'call MPI_Win_complete W0', 'gave 0',
        'call MPI_Win_free W0', 'gave 0');
    like($text, qr/MPI_Win_complete.*MPI_Win_wait.*MPI_Win_free/s, 'an exposure epoch is waited for');
    is($status, 0, '... after MPI_Win_test, which returns what it must');
    return;
}

# A program with two attributes, the second one of which is copied as the byte after it, and is not copied the second
# time; @lines come in between.
sub attributes {
    my (@lines) = @_;
    return program_of({}, 'make K0 MPI_Type_create_keyval MPI_TYPE_DUP_FN function &500:0:1 NULL',
        'make K1 MPI_Type_create_keyval function function &500:0:1 @8888',
        'call MPI_Type_dup MPI_INT &600:0:1', 'gave 0 newtype=T0',
        'call MPI_Type_set_attr T0 K0 @7000', 'gave 0', 'call MPI_Type_set_attr T0 K1 @7010', 'gave 0',
        'call MPI_Type_dup T0 &600:0:1', 'called copy K1 @7010 @7011 1 0', 'gave 0 newtype=T1', @lines,
        'call MPI_Type_dup T0 &600:0:1', 'called copy K1 @7010 @7010 0 0', 'gave 0 newtype=T2',
        map { ("call MPI_Type_free T$_", "called delete K0 \@7000 \@7000 1 0", 'gave 0') } 0 .. 2);
}

# Callbacks do what they were recorded to do; what they count, and attributes, are compared.
sub attributes_have_callbacks {
    my @wrong = ('number copies/K1 1 1 0', 'failed status MPI_Type_dup: attributes copied: expected 1, found 0');
    my @asks  = ('call MPI_Type_get_attr T1 K1 &9000:0:1 &9010:0:1', 'gave 0 attribute_val=@7010 flag=1',
        'number MPI_Type_get_attr 1 1 1', 'failed other MPI_Type_get_attr: key -5: expected 0x7011, found 0x7010');
    my @other = map { s/0x7011/0x7010/r } @asks;
    is((attributes(@wrong))[1], 0, 'callbacks are counted');
    is((attributes(map { s/1 1 0/2 2 0/r } @wrong))[1], 1, '... each call once');
    is((attributes(@asks))[1],  0, 'an attribute is copied as its callback says');
    is((attributes(@other))[1], 1, '... and no other one is right');
    my @refuses = ('call MPI_Type_dup T0 &600:0:1', 'called copy K1 @7010 @7010 1 15', 'gave 15', @wrong);
    like((attributes(@refuses))[0], qr/copy_code = MPI_ERR_OTHER;.*refuses\(MPI_Type_dup/s, 'a callback that refuses');
    is((attributes(@refuses))[1], 1, '... is called too');
    is((attributes('call MPI_Type_set_attr T1 K0 @7fff0000', 'gave 0', @wrong))[0],
        'the values of attributes are far from each other', 'values far apart are none of an array');
    is((attributes('unrecorded a callback calls MPI', @wrong))[0], 'a callback calls MPI', 'a callback that calls MPI');
    return;
}

# Of a window's attributes the one that failed, as the type that it has.
sub attributes_of_windows_are_compared {
    my $window = sub {
        my ($name, $found, $expected) = @_;
        return program_of({}, 'make W0 MPI_Win_create &a0000:0:40 40 4 MPI_INFO_NULL MPI_COMM_SELF &700:0:1',
            (map { ("call MPI_Win_get_attr W0 $_ &9000:0:1 &9010:0:1",
                sprintf 'gave 0 attribute_val=@%x flag=1', 0xa0000 + $found) }
                qw(MPI_WIN_BASE MPI_WIN_SIZE MPI_WIN_DISP_UNIT)),
            "number MPI_Win_get_attr $expected $expected $found",
            "failed status MPI_Win_get_attr: $name: expected $expected, found $found", 'call MPI_Win_free W0',
            'gave 0');
    };
    for my $row (['MPI_WIN_BASE', 1, 0], ['MPI_WIN_SIZE', 39, 40], ['MPI_WIN_DISP_UNIT', 1, 4]) {
        my ($name, $found, $expected) = @$row;
        is(($window->($name, $found, $expected))[1],     0, "$name is that of the window");
        is(($window->($name, $found, $expected + 2))[1], 1, '... and no other one');
    }
    return;
}

# An MPI that reads past an object is not noticed in an array: here one that is said to have two elements.
sub objects_are_guarded {
    my @lines = ('fill a000c 1:1:MPI_REPLACE:500/1 1*MPI_INT',
        'call MPI_Pack &a000c:0:8 2 MPI_INT &b0000:0:8 8 &9000=0 MPI_COMM_SELF', 'gave 0 position=8');
    is((program_of({}, @lines))[1], 0, 'what is read past an object ends no program');
    isnt((program_of({ guarded => 1 }, @lines))[1], 0, '... unless memory that nobody may access follows');
    s/:0:8 2/:0:4 1/ for @lines;
    my ($text, $status) = program_of({ guarded => 1 }, @lines);
    is($status, 0, '... which may be there') or diag($text);
    return;
}

# A call may fail because of an earlier one alike; those of several threads have no order.
sub calls_stay_together {
    my @commit = ('call MPI_Type_commit MPI_INT', 'gave 0', 'call MPI_Type_commit MPI_INT', 'gave 3');
    like((program_of({}, @commit))[0], qr/MPI_Type_commit.*MPI_Type_commit/s, 'a type that is committed twice');
    is((program_of({}, 'unrecorded several threads call MPI', @commit))[0], 'several threads call MPI',
        'threads are no program');
    my @test = ('call MPI_Testall 1 [MPI_REQUEST_NULL] &9000:0:1 MPI_STATUSES_IGNORE', 'gave 0 flag=0',
        'number MPI_Testall 1 1 0', 'failed status MPI_Testall: flag: expected 1, found 0');
    my ($text, $status) = program_of({ settled => 1 }, @test);
    is($status, 0, 'a flag that must be set') or diag($text);
    like($text, qr/MPI_Testall\(.*\n    equal\("MPI_Testall: flag", number\[0\], 1\);/, '... is asked for');
    return;
}

# The sum of complex numbers v is not that of the number of their sum: -v - 1 in the second half.
sub parts_of_numbers_are_not_combined {
    my @lines = ('fill a0000 1:1:MPI_REPLACE:5/1 1*MPI_C_DOUBLE_COMPLEX',
        'call MPI_Pack &a0000:0:16 1 MPI_C_DOUBLE_COMPLEX &b0000:0:16 16 &9000=0 MPI_COMM_SELF', 'gave 0 position=16');
    for my $op (qw(MPI_SUM MPI_PROD)) {
        like((program_of({}, @lines, "expect a0000 1:1:$op:5/1,7/1 1*MPI_C_DOUBLE_COMPLEX",
            'failed elements-wrong one'))[0], qr/numbers of MPI_C_DOUBLE_COMPLEX that are combined/,
            "$op of complex numbers");
    }
    is((program_of({}, @lines, 'expect a0000 1:1:MPI_NO_OP:5/1,7/1 1*MPI_C_DOUBLE_COMPLEX',
        'failed elements-wrong one'))[1], 0, '... but one of them is');
    return;
}

# A file that is only opened.
sub files_may_have_any_bytes {
    my @lines = ('write "f" a0000 9000', 'call MPI_Type_get_name MPI_INT &9000:0:1 &9010:0:1', 'gave 0 resultlen=1',
        q(failed other MPI_Type_get_name: expected 'MPI_INT' of 7 characters, found 'x' of 1));
    like((program_of({}, @lines))[0], qr/put_file\("f", buf/, 'a file of which nothing is compared');
    like((program_of({}, @lines, 'fill b0000 - 1*MPI_INT', 'expect b0000 - 1*MPI_INT', 'failed elements-wrong one'))[0],
        qr/too large/, '... and one of which something is');
    return;
}

# Memory of gigabytes: what no element is in is not touched.
sub far_memory_is_not_filled {
    my $object = '4*resized(0, 1431655808, MPI_INT)';
    my @lines = ("fill 100000000 4:4:MPI_REPLACE:600/1 $object",
        'call MPI_Bcast &100000000:0:4294967428 4 MPI_INT 0 MPI_COMM_SELF', 'gave 0',
        "expect 100000000 4:4:MPI_REPLACE:600/1 $object", 'failed elements-wrong one');
    my ($text, $status) = program_of({}, @lines);
    is($status, 0, 'a program with elements far from each other') or diag($text);
    like($text, qr/madvise.*^ +clear\(\w+buf, \d+\);.*^ +clear\(want, .*^ +compare_pages\(/ms, '... skips pages');
    is((program_of({}, map { s/^expect.*\K600/700/r } @lines))[1], 1, '... and sees what is wrong');
    my ($near) = program_of({}, map { s/1431655808/1048576/r =~ s/4294967428/3145732/r } @lines);
    like($near, qr/^ +memset\(want/m, '... and a program with elements less far does not');
    return;
}

# A file that a program creates is gone after it.
sub files_are_deleted {
    my ($created, $again) = map {
        my ($mode, $file) = @$_;
        [qq(call MPI_File_open MPI_COMM_SELF "/x/f" $mode MPI_INFO_NULL &9000:0:1), "gave 0 fh=$file"];
    } ['MPI_MODE_CREATE|MPI_MODE_RDWR', 'F0'], ['MPI_MODE_RDONLY', 'F1'];
    my ($fails, $fails_again) = map {
        ['fill b0000 - 1*MPI_INT', "call MPI_File_write $_ &b0000:0:4 1 MPI_INT MPI_STATUS_IGNORE", 'gave 0',
            'expect b0000 - 1*MPI_INT', 'failed elements-wrong one'];
    } qw(F0 F1);
    my ($close, $close_again) = map { ["call MPI_File_close $_", 'gave 0'] } qw(F0 F1);
    like((program_of({}, @$created, @$fails, @$close))[0], qr/CREATE.*DELETE_ON_CLOSE/, 'a file that is opened once');
    like((program_of({}, @$created, @$again, @$fails, @$close_again, @$close))[0],
        qr/CREATE.*DELETE_ON_CLOSE.*MODE_RDONLY,/s, '... and by the handle that is closed last');
    like((program_of({}, @$created, @$close, @$again, @$fails_again, @$close_again))[0],
        qr/MODE_RDWR,.*RDONLY \| MPI_MODE_DELETE_ON_CLOSE/s, '... which may be another one');
    return;
}

# All basic types, with the values that the library gives their elements.
sub bits_are_the_pools {
    my $types = (DTPools::Command::run(20, qw(dtpools/dtp types)))[0];
    my @types = $types =~ /^(MPI_\w+)/mg;
    splice @types, 60 if @types > 60;
    my ($put) = DTPools::Command::run(20, qw(dtpools/dtp put -bits), map { "40*$_" } @types);
    my @includes = map { "#include <$_.h>" } qw(dtpools mpi stdio string);
    my @source = (@includes, $put =~ s/\A.*?\n\n//sr, <<'END',
static int wrong;
static void check(MPI_Datatype type, const char *name, void (*put)(unsigned char *, struct values), int start,
                  int stride)
{
    DTP_t pool;

    DTP_pool_create(type, 40, &pool);
    DTP_pool_set_values(pool, DTP_VALUES_BITS);
    DTP_obj_create(pool, 0, start, stride, 0);
    put(pool->DTP_obj_array[0].DTP_obj_buf, (struct values) {.next = start, .step = stride, .left = 40});
    if (DTP_obj_buf_check(pool, 0, start, stride, 40) && ++wrong)
        printf("%s: %s\n", name, DTP_message());
    DTP_pool_free(pool);
}

int main(void)
{
    MPI_Init(NULL, NULL);
END
        (map { my $k = $_; map { qq(check($types[$k], "$types[$k]", put$k, $_);) } '-40, 3', '100000, 517', '400, 1',
        '90, 1' } 0 .. $#types), 'MPI_Finalize();', 'return wrong;', '}');
    my @library = ("-I$TOP/dtpools/include", '-Idtpools/include', glob('dtpools/.libs/libdtpools.a'), '-lm');
    is(status_of(write_file("$folder/bits.c", @source), @library), 0, 'values of all bits are those of the pools');
    s/d623fa77/d623fa79/, s/is_odd = 0/is_odd = 1/ for @source;
    is(status_of(write_file("$folder/bits.c", @source), @library), 4 * @types, '... and of each type');
    return;
}

# What the known issues say: the one fault is there, the other is not.
sub issues_are_watched {
    my @rows = map { +{ issue => $_, mpi => $_ eq 'of-another' ? 'No such MPI 1.0' : 'MPI', program => "$_.c",
        folder => $folder } } qw(fails mended of-another);
    for my $row (['fails', 1], ['mended', 0]) {
        write_file("$folder/$row->[0].c", '#include <mpi.h>',
            "int main(void) { MPI_Init(0, 0); MPI_Finalize(); return $row->[1]; }");
    }
    my @issues = DTPools::Known::Programs::check(rows => \@rows, mpicc => $MPICC, launcher => \@MPIEXEC,
        np_flag => '-n', env => [], tag => "known-$$ ", workers => 2);
    is_deeply([map { "$_->{issue} " . ($_->{fails_now} ? 'fails' : 'does not') } @issues],
        ['fails fails', 'mended does not'], 'known issues: those of this MPI, and whether they still fail');
    return;
}

# In the library's own trees: each candidate can be taken, and asking again comes to an end.
sub shrinking_ends {
    my ($send, $recv) = ('1*vector(8, 64, 65, MPI_DOUBLE)',
        '2*resized(-8, 4096, struct({16, 240}, {0, 256}, {2xMPI_DOUBLE}))');
    my $steps = 0;
    while ($steps < 200) {
        my ($text, $status) = DTPools::Command::run(20, qw(dtpools/dtp shrink), $send, $recv);
        is($status, 0, "shrink '$send' '$recv'") or last if $status;
        my ($line) = grep { /^\d+\*[^\t]+\t\d+\*/ } split /\n/, $text or last;
        ($send, $recv) = split /\t/, $line;
        $steps++;
    }
    is("$send $recv", '1*MPI_INT 1*MPI_INT', "shrinking ends at the smallest object after $steps steps");
    return;
}

# The case as it was has to fail as it did; where conditions are left out, other cases may fail too.
sub others_are_not_taken_for_it {
    my $is_it = sub {
        return DTPools::Failures::Shrink::_is_asked_for({ kind => $_[0], operation => 'MPI_Put' }, @_[1, 2]) ? 1 : 0;
    };
    is($is_it->('mpi-error', 'crash'), 1, 'a crash in place of an error of MPI: another end of it');
    is($is_it->('mpi-error', 'gap'), 0, '... but nothing that goes on');
    is($is_it->('mpi-error', 'error', 'MPI_Put'), 1, 'with fewer conditions: the same way in the same operation');
    is($is_it->('mpi-error', 'error', 'MPI_Get'), 0, '... not in another operation');
    is($is_it->('mpi-error', 'crash', 'MPI_Put'), 0, '... nor another way');
    is($is_it->(undef, 'gap', 'MPI_Get'), 1, 'anything, where nothing is said');
    is(DTPools::Failures::Replay::_kind_of("  kind: ended\n  kind: gap\n", 1), 'gap',
        'what ended with the others is no kind');
    is_deeply([DTPools::Failures::Shrink::_fewer_conditions(qw(-obj=1 -where=x=y -seed=1))],
        [[qw(-obj=1 -where=x=y -seed=1)], [qw(-obj=1 -seed=1)], ['-seed=1']], 'fewer conditions');
    return;
}

# The case passes at once; with fewer conditions, so many cases follow that they do not end in time.
sub many_cases_are_no_hang {
    my $test = write_script("$folder/many_cases", 'case "$*" in *-obj=*) exit 0;; esac', 'exec sleep 60');
    my %case = (program => $test, procs => 'NONE', launcher => ['env'], flag => '-u', env => {});
    for my $asked (undef, 'crash', 'hang') {
        my $replay = replay_of_crash(kind => $asked, each => 2, case => { %case, options => ['-obj=0,0'] });
        is(DTPools::Failures::Shrink::_again($replay), undef, 'a test of many cases is no case that fails, as '
            . ($asked // 'nothing') . ' is asked for');
    }
    my $replay = replay_of_crash(until => time + 1, case => { %case, options => ['-obj=0,0'] });
    is(DTPools::Failures::Shrink::_again($replay), undef, '... nor where there is little time');
    ok(!$replay->{is_cut}, '... in which the case was tried, though');
    return;
}

# Of the program of the case as it was and that of a smaller one.
sub the_shorter_program_is_kept {
    my $kept = sub {
        my ($before, $after) = @_;
        write_file("$folder/kept.c", 'as it was');
        write_file("$folder/kept-smaller.c", 'smaller');
        my %found = (procs => 4, defined $before ? (program => "$folder/kept.c", lines => $before)
            : (no_program => 'before'));
        my %kept = DTPools::Failures::Shrink::_shorter(\%found, "$folder/kept.c",
            defined $after ? (program => "$folder/kept-smaller.c", lines => $after) : (no_program => 'after'));
        is($kept{program}, "$folder/kept.c", "a program has the name that was asked for") if defined $kept{program};
        my $which = $kept{no_program} // read_file($kept{program}) =~ s/\n//r;
        return join ' ', $which, $kept{as_it_was} ? $kept{procs} : ();
    };
    is($kept->(80, 40), 'smaller', 'the program of a smaller case');
    is($kept->(40, 80), 'as it was 4', '... is not longer than that of the case as it was');
    is($kept->(80),     'as it was 4', '... which is there if a smaller one has none');
    is($kept->(undef, 80), 'smaller', '... and may have none itself');
    is($kept->(), 'after', 'why there is none at all');
    return;
}

# The compiler, which would have to take minutes, is not even started: there is none here.
sub long_programs_are_refused {
    my %program = DTPools::Failures::Handover::_checked({ output => "$folder/long.c" }, {}, "\n" x 10_001);
    is($program{no_program}, 'it has 10001 lines; expected at most 10000', 'a program that nobody would read');
    ok(!-e "$folder/long.c", '... is not written');
    return;
}

is(DTPools::Faults::build($TOP, $faulty, $MPICC), '', 'the faulty MPI is built') or BAIL_OUT('no faulty MPI');
ok(build_own(), 'our own faults are built') or BAIL_OUT('no faults');
my %built;
ok(runs($MAKE, '-s', '-f', 'tests.mk', grep { !$built{$_}++ } map { $_->[1] } @cases), 'the tests are built');
my @lines = map { becomes_a_program($_, @{ $cases[$_] }) } 0 .. $#cases;
splice @lines, -(@FILES + @OWN);
cmp_ok(median(@lines), '<=', 60, "the programs fit a screen: @lines lines");
types_have_no_numbers();
operators_become_functions();
operators_are_those_of_types();
mistakes_are_not_taken_over();
handles_are_freed_once();
completions_are_settled();
entries_of_arrays_are_variables();
shared_memory_is_of_its_size();
types_of_no_blocks_have_one_instance();
absolute_addresses_are_known();
remote_addresses_are_told();
loops_are_statements();
others_may_have_gone_on();
programs_show_other_kinds();
what_fails_at_times_is_recorded_again();
others_are_not_taken_for_it();
many_cases_are_no_hang();
the_shorter_program_is_kept();
long_programs_are_refused();
errors_that_must_be_are_demanded();
what_is_not_needed_is_left_out();
ranks_share_statements();
values_repeat();
contents_are_those_of_constructors();
entries_have_numbers();
packed_bytes_have_all_bits();
what_was_wrong_first_is_shown();
texts_are_compared();
what_was_asked_is_compared();
what_is_only_read_is_compared();
types_are_those_that_were_returned();
large_counts_are_asked_for();
handles_end();
fields_are_of_their_status();
choices_are_as_recorded();
exposures_end();
attributes_have_callbacks();
attributes_of_windows_are_compared();
objects_are_guarded();
calls_stay_together();
parts_of_numbers_are_not_combined();
files_may_have_any_bytes();
files_are_deleted();
far_memory_is_not_filled();
memory_is_plain();
windows_hold_what_they_held();
what_is_beside_is_compared();
types_of_several_cases_are_made_once();
bits_are_the_pools();
issues_are_watched();
shrinking_ends();
done_testing();
