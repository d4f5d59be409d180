#!/usr/bin/env perl

# From a failure to a report: under MPIs with a fault (tests/faulty) a test's replay line fails again in the same way, the
# case is made smaller, and the program that is left fails under the fault and passes without it.  To be run in the build
# folder.  DTP_SHRINK_TEST=all tries ten faults, and tells in a table what became of them.

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::RealBin/../tools/lib";
use Test::More;
use Text::ParseWords qw(shellwords);
use Time::HiRes qw(time);

use DTPools::Command;
use DTPools::Faults;
use DTPools::Known;
use DTPools::Shrink;

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
my @cases = ($ENV{DTP_SHRINK_TEST} // '') eq 'all' ? @ALL : @FEW;

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
    my $launcher = "$folder/$fault.sh";
    open my $out, '>', $launcher or die "cannot write $launcher: $!\n";
    print {$out} "#!/bin/sh\nflag=\$1 n=\$2\nshift 2\n",
        "exec @MPIEXEC \"\$flag\" \"\$n\" env LD_PRELOAD='$faulty' DTP_FAULT=$fault \"\$@\"\n";
    close $out or die "cannot write $launcher: $!\n";
    chmod 0755, $launcher or die "cannot make $launcher executable: $!\n";
    return $launcher;
}

sub read_file {
    my ($file) = @_;
    open my $in, '<', $file or return '';
    local $/ = undef;
    return <$in>;
}

sub told {
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
    my ($kind, $replay) = told($text);
    ok($status != 0 && defined $kind && defined $replay, "$name: fails, with a replay line") or return diag($text);
    my ($objects_in_full) = $text =~ /^  (?:send|origin) object \d+ \(\w+\): \d+\*\S/m;
    ok($objects_in_full && $text =~ /^  MPI: \S/m, "$name: tells objects and MPI");
    my (undef, @words) = shellwords($replay =~ s/^.*?(?= -n )/x/r);
    my ($again) = DTPools::Command::run(60, @launcher, @words);
    is((told($again))[0], $kind, "$name: the replay line fails in the same way: $kind");
    my $source = "$folder/case$number.c";
    my $found  = DTPools::Shrink::shrink(replay => $replay, launcher => \@launcher, output => $source,
        seconds => $SECONDS, mpicc => $MPICC, dtp => 'dtpools/dtp');
    ok(defined $found->{program}, "$name: becomes a program") or return diag(explain($found));
    cmp_ok($found->{seconds}, '<', $SECONDS + 10, "$name: in time");
    my $program = "$folder/case$number";
    ok(runs(shellwords($MPICC), qw(-std=c11 -Wall -Wextra -pedantic -Werror -o), $program, $source), "$name: it compiles without warnings");
    my $lines = () = read_file($source) =~ /\n/g;
    my $procs = read_file($source) =~ /mpiexec -n 2/ ? 2 : 1;
    is((DTPools::Command::run(20, @launcher, '-n', $procs, $program))[1], 1, "$name: it fails under the fault");
    is((DTPools::Command::run(20, @MPIEXEC,  '-n', $procs, $program))[1], 0, "$name: and passes without it");
    diag(sprintf '%-8s %-36s %-15s %5.1f s %3d lines, %s: %s -> %s', $fault, $test, $kind, $found->{seconds}, $lines,
        map { $_ // '' } @$found{qw(operation send recv)}) if @cases == @ALL;
    return $lines;
}

sub median {
    my (@sorted) = sort { $a <=> $b } @_;
    return $sorted[$#sorted / 2];
}

# What the known issues say: the one fault is there, the other is not.
sub issues_are_watched {
    my @rows = map { +{ issue => $_, mpi => $_ eq 'of-another' ? 'No such MPI 1.0' : 'MPI', program => "$_.c", folder => $folder } }
        qw(fails mended of-another);
    for my $row (['fails', 1], ['mended', 0]) {
        open my $out, '>', "$folder/$row->[0].c" or die "cannot write: $!\n";
        print {$out} "#include <mpi.h>\nint main(void) { MPI_Init(0, 0); MPI_Finalize(); return $row->[1]; }\n";
        close $out;
    }
    my @issues = DTPools::Known::finish(DTPools::Known::start(rows => \@rows, mpicc => $MPICC, launcher => \@MPIEXEC, np_flag => '-n',
        env => [], tag => "known-$$ "));
    is_deeply([map { "$_->{issue} " . ($_->{fails_now} ? 'fails' : 'does not') } @issues], ['fails fails', 'mended does not'],
        'known issues: those of this MPI, and whether they still fail');
    return;
}

# In the library's own trees: each candidate can be taken, and asking again comes to an end.
sub shrinking_ends {
    my ($send, $recv) = ('1*vector(8, 64, 65, MPI_DOUBLE)', '2*resized(-8, 4096, struct({16, 240}, {0, 256}, {2xMPI_DOUBLE}))');
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

is(DTPools::Faults::build($TOP, $faulty, $MPICC), '', 'the faulty MPI is built') or BAIL_OUT('no faulty MPI');
my %built;
ok(runs($MAKE, '-s', '-f', 'tests.mk', grep { !$built{$_}++ } map { $_->[1] } @cases), 'the tests are built');
my @lines = map { becomes_a_program($_, @{ $cases[$_] }) } 0 .. $#cases;
cmp_ok(median(@lines), '<', 80, 'the programs fit a screen') if @lines == @cases;
issues_are_watched();
shrinking_ends();
done_testing();
