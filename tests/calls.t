#!/usr/bin/env perl

# The table of MPI procedures, and the libraries that are made of it: a fault is in every call, whatever the operation;
# calls are counted.  To be run in the build folder, or anywhere with MPICC.

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::RealBin/../tools/lib", "$FindBin::RealBin/lib";
use Test::More;
use Text::ParseWords qw(shellwords);

use DTPools::Calls;
use DTPools::Command;
use DTPools::Faults;
use DTPools::Wrappers;
use Scratch qw(read_file write_file write_script);

my $TOP     = abs_path("$FindBin::RealBin/..");
my $MPICC   = $ENV{MPICC} || 'mpicc';
my @MPIEXEC = shellwords($ENV{MPIEXEC} || 'mpiexec');
my $TABLE   = "$TOP/calls/calls.txt";
my $folder  = tempdir('dtpXXXXXX', TMPDIR => 1, CLEANUP => 1);
delete @ENV{qw(LD_PRELOAD), grep { /^DTP_/ } keys %ENV};

# ---- the table ----

sub procedure {
    my ($table, $name) = @_;
    return (grep { $_->{name} eq $name } @{ $table->{procedures} })[0];
}

sub table_is_whole {
    my $table = DTPools::Calls::read_table($TABLE);
    is(scalar(grep { DTPools::Calls::takes_type($_) } @{ $table->{procedures} }), 318,
        'all procedures that take a datatype are rows');
    my %prototypes = map { /(\w+)\(/ => $_ } split /;\n/, <<'END' =~ s/\n +/ /gr;
int MPI_Send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
int MPI_Ibcast_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm,
    MPI_Request *request);
int MPI_Recv_init(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
    MPI_Request *request);
int MPI_File_iread_at(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype,
    MPI_Request *request);
int MPI_Type_vector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype,
    MPI_Datatype *newtype);
int MPI_Alltoallw_init(const void *sendbuf, const int *sendcounts, const int *sdispls, const MPI_Datatype *sendtypes,
    void *recvbuf, const int *recvcounts, const int *rdispls, const MPI_Datatype *recvtypes, MPI_Comm comm,
    MPI_Info info, MPI_Request *request);
END
    is(scalar keys %prototypes, 6, 'prototypes to compare');
    is(DTPools::Calls::prototype_of(procedure($table, $_)), $prototypes{$_}, "$_: its prototype")
        for sort keys %prototypes;
    return;
}

# What a call sets is not known before it.
sub lengths_are_known {
    my @unknown;
    for my $p (@{ DTPools::Calls::read_table($TABLE)->{procedures} }) {
        my %direction = map { $_->{name} => $_->{direction} } @{ $p->{params} };
        my $is_out = sub { ($direction{ $_[0]{length} =~ s/(?:\+|\.last)\z//r } // '') eq 'out' };
        push @unknown, map { "$p->{name}: $_->{name}\[$_->{length}]" }
            grep { defined $_->{length} and $is_out->($_) } @{ $p->{params} };
    }
    is("@unknown", '', 'no array is as long as a call says');
    return;
}

sub bad_rows_are_told {
    my %bad = (
        'MPI_X: buf(count,datatype) count' => qr/MPI_X: 'datatype': expected a parameter/,
        'MPI_X: thing'                     => qr/MPI_X: parameter thing: expected a kind/,
        'MPI_X +Q: comm'                   => qr/form \+Q: expected \+I/,
        'nonsense'                         => qr/'nonsense': expected kind, family or PROCEDURE/,
    );
    for my $row (sort keys %bad) {
        my $file = write_file("$folder/bad.txt", 'kind comm comm', 'kind count count', 'family f: what', $row);
        eval { my $table = DTPools::Calls::read_table($file); DTPools::Wrappers::check($table); };
        like($@, $bad{$row}, "'$row': is an error");
    }
    return;
}

# ---- faults, whatever the operation ----

sub arrived {
    my ($fault, $faulty) = @_;
    my @before = defined $fault ? ('env', "LD_PRELOAD=$faulty", "DTP_FAULT=$fault") : ();
    my ($text) = DTPools::Command::run(60, @MPIEXEC, '-n', 2, @before, "$folder/operations");
    return [sort split /\n/, $text];
}

sub faults_are_in_all_calls {
    my $faulty = "$folder/faulty.so";
    is(DTPools::Faults::build($TOP, $faulty, $MPICC), '', 'the faulty MPI is built') or return;
    my $all = arrived();
    is(scalar @$all, 14, 'operations of all families bring their data') or diag(explain($all));
    is_deeply([grep { / gap/ } @$all], [], 'and change nothing else');
    is_deeply(arrived($_, $faulty), [], "$_: none of them does") for qw(null zero);
    my @gaps = map { s/ gap//r } grep { / gap/ } @{ arrived('gap', $faulty) };
    is_deeply(\@gaps, [sort qw(send replace persistent gather alltoallw neighbours file pack)],
        'gap: is in all that receive a type with gaps');
    return;
}

sub calls_are_counted {
    my %build = (top => $TOP, output => "$folder/count.so", sources => ["$TOP/calls/count.c"]);
    is(DTPools::Wrappers::build(%build, mpicc => $MPICC), '', 'the counting library is built') or return;
    my $inode = (stat $build{output})[1];
    is(DTPools::Wrappers::build(%build, mpicc => $MPICC), '', '... and asked for once more');
    is((stat $build{output})[1], $inode, '... is there already');
    like(DTPools::Wrappers::build(%build, mpicc => 'false'), qr{compiler fails}, '... but not by another compiler');
    DTPools::Command::run(60, @MPIEXEC, '-n', 2, 'env', "LD_PRELOAD=$folder/count.so", "DTP_CALLS=$folder/counts",
        "$folder/operations");
    open my $in, '<', "$folder/counts" or return fail('counts are written');
    my %n;
    /^(\w+) (\d+)$/ and $n{$1} += $2 while <$in>;
    is_deeply([@n{qw(MPI_Gather MPI_Rget MPI_File_read_at_all_begin MPI_Type_commit)}], [4, 6, 2, 2],
        'calls of both processes are counted');
    SKIP: {
        skip 'no /dev/full', 1 unless -c '/dev/full';
        my ($said) = DTPools::Command::run(60, @MPIEXEC, '-n', 1, 'env', "LD_PRELOAD=$folder/count.so",
            'DTP_CALLS=/dev/full', "$folder/operations");
        like($said, qr{^calls: cannot write the counts to /dev/full: [A-Z]}m, 'counts that there is no room for');
    }
    return;
}

# ---- what is recorded ----

# Runs statements with the recorder preloaded, as one process; the lines of its record, what it printed, its status.
sub recorded {
    my ($name, $statements, @functions) = @_;
    write_file("$folder/$name.c", qq(#include "record.h"), @functions, 'int main(void)', '{', $statements,
        '    return 0;', '}');
    my ($said, $status) = DTPools::Command::run(60, shellwords($MPICC), "-I$TOP/calls", "-I$TOP/dtpools/include",
        '-o', "$folder/$name", "$folder/$name.c");
    is($status, 0, "$name is compiled") or diag($said);
    ($said, $status) = DTPools::Command::run(60, @MPIEXEC, '-n', 1, 'env', "LD_PRELOAD=$folder/record.so",
        "DTP_RECORD=$folder/$name.record", "$folder/$name");
    my $record = -f "$folder/$name.record.0" ? read_file("$folder/$name.record.0") : '';
    return ([split /\n/, $record], $said, $status);
}

# Arguments that MPI does not look at may be anything, and what has no bytes may be anywhere.
sub only_significant_arguments_are_recorded {
    my ($record) = recorded('in_place', <<'END');
    int buf[1] = {1}, other[1] = {2}, one[1] = {1}, zero[1] = {0}, far[1] = {32}, never_read[1] = {-7};
    MPI_Datatype types[2] = {MPI_INT};
    MPI_Win win;

    MPI_Init(NULL, NULL);
    calls_record_case(1, "");
    MPI_Alltoallw(MPI_IN_PLACE, never_read, never_read, types, buf, one, zero, types, MPI_COMM_SELF);
    MPI_Type_contiguous(0, MPI_INT, types + 1);
    MPI_Type_commit(types + 1);
    MPI_Alltoallw(MPI_BOTTOM, one, far, types + 1, buf, zero, zero, types, MPI_COMM_SELF);
    MPI_Type_free(types + 1);
    MPI_Allgatherv(other, 1, MPI_INT, buf, one, zero, MPI_INT, MPI_COMM_SELF);
    MPI_Win_create(other, sizeof other, 1, MPI_INFO_NULL, MPI_COMM_SELF, &win);
    MPI_Win_fence(0, win);
    MPI_Fetch_and_op(NULL, buf, MPI_INT, 0, 0, MPI_NO_OP, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
END
    my @calls = grep { /^call MPI_(?:All|Fetch)/ } @$record;
    is(scalar @calls, 4, 'a record is written') or return;
    like($calls[0], qr/ MPI_IN_PLACE NULL NULL NULL &\w+:0:4 \[1\] \[0\] \[MPI_INT\] /,
        'what describes a buffer in place is not');
    like($calls[1], qr/ &0:0:0 \[1\] \[32\] /, 'what has no bytes is nowhere');
    like($calls[2], qr/ 1 MPI_INT &\w+:0:4 \[1\] \[0\] MPI_INT /, '... what describes others is');
    like($calls[3], qr/^call MPI_Fetch_and_op &0:0:0 &\w+:0:4 MPI_INT 0 0 MPI_NO_OP /, 'what MPI_NO_OP does not read');
    return;
}

# An MPI may return one object several times, with one value for all: a request of what is complete at once, too.
sub handles_of_one_value_are_several {
    my ($record) = recorded('shared', <<'END');
    int size, ints[1];
    MPI_Aint addresses[1];
    MPI_Group groups[3];
    MPI_Datatype inner, outer, again;
    MPI_Request requests[3];

    MPI_Init(0, 0);
    MPI_Type_contiguous(2, MPI_INT, &inner);
    MPI_Type_contiguous(3, inner, &outer);
    MPI_Type_get_contents(outer, 1, 0, 1, ints, addresses, &again);
    MPI_Type_commit(&inner);
    MPI_Type_free(&again);
    calls_record_case(1, "");
    for (int k = 0; k < 3; k++)
        MPI_Comm_group(MPI_COMM_WORLD, &groups[k]);
    for (int k = 0; k < 3; k++) {
        MPI_Group_size(groups[k], &size);
        MPI_Group_free(&groups[k]);
    }
    MPI_Type_size(inner, &size);
    MPI_Type_free(&inner);
    MPI_Type_free(&outer);
    for (int k = 0; k < 3; k++)
        MPI_Isend(ints, 1, MPI_INT, MPI_PROC_NULL, k, MPI_COMM_WORLD, &requests[k]);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    MPI_Finalize();
END
    my @freed = map { /^call MPI_Group_free (\S+)/ } @$record;
    is(join(' ', sort @freed), 'G0 G1 G2', 'each group is freed');
    my @asked = map { /^call MPI_Group_size (\S+)/ } @$record;
    is("@asked", "@freed", '... and not used after that');
    is_deeply([grep { /\?/ } @$record], [], '... and is one that was made');
    my ($type) = map { /^call MPI_Type_size (\S+)/ } @$record;
    is($type, 'T0', 'a type whose second handle was freed');
    is(scalar(grep { /^commit T0$/ } @$record), 1, '... is committed');
    my @waited = map { /^call MPI_Wait/ ? /\b(R\d+)/g : () } @$record;
    is(join(' ', sort @waited), 'R0 R1 R2', 'each request is waited for, once');
    return;
}

# An MPI may call procedures within MPI_Finalize, of handles that the application has not made.
sub calls_within_finalize_are_not_recorded {
    my ($record) = recorded('finalized', <<'END', <<'FUNCTION');
    int size, key;

    MPI_Init(0, 0);
    calls_record_case(1, "");
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete_value, &key, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
    MPI_Type_size(MPI_DOUBLE, &size);
    MPI_Finalize();
END
static int delete_value(MPI_Comm comm, int key, void *value, void *state)
{
    int size;

    return MPI_Type_size(MPI_CHAR, &size);
}
FUNCTION
    is(join(' ', map { /^call MPI_Type_size (\S+)/ } @$record), 'MPI_DOUBLE', 'calls within MPI_Finalize');
    return;
}

# What a wrapper cannot do is said, and no more than that.
sub failures_of_the_recorder_are_told {
    my $statements = <<'END';
    int buf[1] = {1};

    MPI_Init(0, 0);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    calls_record_case(1, "");
    for (int k = 0; k < 2; k++)
        MPI_Bcast(buf, 1, MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD);
    MPI_Finalize();
END
    my ($record, $said, $status) = recorded('refused', $statements);
    is($status, 0, 'a program with a wrong type ends well');
    my @told = $said =~ /^calls: MPI_Type_size, called by a wrapper, expected MPI_SUCCESS: \S/mg;
    is(scalar @told, 1, 'that MPI refuses an answer is said, once') or diag($said);
    my @gave = grep { /^gave [1-9]/ } @$record;
    is(scalar @gave, 2, '... and the calls are recorded');
    my $is_lost = sub {
        my ($name, $what) = @_;
        (undef, $said, $status) = recorded($name, $statements);
        is($status, 0, "$what: the program goes on");
        my @lost = $said =~ /^record: cannot write \Q$folder\E\/\S+\.0: [A-Z]/mg;
        is(scalar @lost, 1, '... and it is said, once') or diag($said);
        return;
    };
    mkdir "$folder/taken.record.0" or die "cannot make a folder: $!\n";
    $is_lost->('taken', 'a record that cannot be opened');
    SKIP: {
        skip 'no /dev/full', 3 unless -c '/dev/full';
        symlink '/dev/full', "$folder/full.record.0" or die "cannot make a link: $!\n";
        $is_lost->('full', 'a record that there is no room for');
    }
    return;
}

# A list of counts, made elsewhere.
sub run_is_named {
    my $counts = write_file("$folder/counts", 'MPI_Send 5');
    my @list = ($^X, "$TOP/tools/procedures", '--list', "--counts=$counts", "--mpicc=$MPICC", "--mpiexec=@MPIEXEC");
    my %of_run = ('' => 'the default run,', 7 => 'a run with `DTP_BUDGET=7`,');
    for my $budget (sort keys %of_run) {
        local $ENV{DTP_BUDGET} = $budget;
        my $text = DTPools::Command::output(@list);
        like($text =~ s/\s+/ /gr, qr/the calls of all processes of \Q$of_run{$budget}\E as wrappers/,
            "DTP_BUDGET='$budget': what was run");
        like($text, qr/^\| `MPI_Send` \| 5 \|$/m, 'and what was called');
    }
    return;
}

# Tests that call nothing; none at all.
sub list_is_not_made_of_nothing {
    my $list = write_file("$folder/list.md", 'as it was');
    my $counts = write_file("$folder/counts", 'MPI_Send 5');
    write_file("$folder/silent/testlist", 'test 1');
    write_script("$folder/silent/test", 'echo " No Errors"');
    my @list = ($^X, "$TOP/tools/procedures", "--output=$list", "--counts=$counts", "--mpicc=$MPICC",
        "--mpiexec=@MPIEXEC", 'silent');
    for my $filter ('', 'nosuch') {
        local $ENV{DTP_FILTER} = $filter;
        my ($text, $status) = DTPools::Command::run(60, @list);
        is($status, 1, "tests '$filter' that call nothing: exit status");
        like($text, qr/^procedures: the tests were not run, or called nothing: no list is written$/m, '... and why');
        is(read_file($list), "as it was\n", '... and the list is left');
    }
    return;
}

plan skip_all => "nothing is preloaded on $^O" if $^O =~ /^(?:darwin|aix|cygwin)$/;
table_is_whole();
lengths_are_known();
bad_rows_are_told();
my ($said, $status) = DTPools::Command::run(60, shellwords($MPICC), '-std=c11', '-o', "$folder/operations",
    "$TOP/tests/calls/operations.c");
is($status, 0, 'the operations are built') or BAIL_OUT($said);
chdir $folder or die "cannot enter $folder: $!\n";
faults_are_in_all_calls();
calls_are_counted();
my $why = DTPools::Wrappers::build_recorder(top => $TOP, output => "$folder/record.so", mpicc => $MPICC);
is($why, '', 'the recorder is built') or BAIL_OUT($why);
only_significant_arguments_are_recorded();
handles_of_one_value_are_several();
calls_within_finalize_are_not_recorded();
failures_of_the_recorder_are_told();
run_is_named();
list_is_not_made_of_nothing();
chdir $TOP;
done_testing();
