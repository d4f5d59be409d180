#!/usr/bin/env perl

# Other MPIs that are correct (tests/liberties): no test fails with one that does what the standard permits and few
# libraries do.  To be run in the build folder.

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Glob ();
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::RealBin/../tools/lib", "$FindBin::RealBin/lib";
use Test::More;
use Text::ParseWords qw(shellwords);

use DTPools::Command;
use DTPools::Lists::Testlist;
use DTPools::Wrappers;
use Scratch qw(read_file);
use Skips qw(not_skipped skipped);

my $TOP     = abs_path("$FindBin::RealBin/..");
my $MPICC   = $ENV{MPICC} || 'mpicc';
my @MPIEXEC = shellwords($ENV{MPIEXEC} || 'mpiexec');
my $MAKE    = $ENV{MAKE} || 'make';
my @FOLDERS = DTPools::Lists::Testlist::folders();
my $folder  = tempdir(CLEANUP => 1);
my $library = "$folder/liberties.so";
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL DTP_LIBERTY LD_PRELOAD), grep { /^DTP_/ } keys %ENV};

# Messages within the eager limits and beyond them, of a basic type and of a struct; what is preloaded knows nothing of
# threads.
my $LINES = '^(?!datatype/threads).*__(?:MPI_INT__17|MPI_INT__4140|PARTICLE)$';

plan skip_all => 'not a build folder of the whole: no tests.mk' unless -e 'tests.mk';
plan skip_all => "nothing is preloaded on $^O" if $^O =~ /^(?:darwin|aix|cygwin)$/;

sub launcher {
    my ($liberty) = @_;
    return DTPools::Wrappers::write_launcher("$folder/$liberty", $library, "DTP_LIBERTY=$liberty", @MPIEXEC);
}

my @files = File::Glob::bsd_glob("$TOP/tests/liberties/*.{c,h,def}");
my $why   = DTPools::Wrappers::build(
    top => $TOP, output => $library, mpicc => $MPICC, sources => [grep { /\.c\z/ && !/relies/ } @files],
    includes => ["$TOP/tests/liberties"]);
is($why, '', 'the library is built') or BAIL_OUT('no library');

# ---- what each of them does ----

my @names = read_file("$TOP/tests/liberties/liberties.def") =~ /^LIBERTY\("([\w-]+)"/mg;
my $said  = DTPools::Command::output(shellwords($MPICC), '-o', "$folder/relies", "$TOP/tests/liberties/relies.c");
is($?, 0, 'a program that relies on what is not promised') or BAIL_OUT($said);
unlike(DTPools::Command::output(@MPIEXEC, '-n', 2, "$folder/relies"), qr/^\Q$_\E$/m, "without $_")
    for grep { $_ ne 'not-yet' } @names;
like(DTPools::Command::output(launcher($_), '-n', 2, "$folder/relies"), qr/^\Q$_\E$/m, "... and with it")
    for @names;
$said = DTPools::Command::output(launcher('no-such'), '-n', 1, "$folder/relies");
isnt($?, 0, 'others are refused');
like($said, qr/DTP_LIBERTY: 'no-such': expected all, or some of synchronous-sends/, '... with the names of all');

# ---- no test minds ----

@ENV{qw(DTP_NUM_OBJS DTP_BUDGET DTP_SHRINK)} = (5, 0.1, 0);

sub run_tests {
    my ($launcher) = @_;
    return DTPools::Command::output($^X, "$TOP/tools/runtests", "--mpiexec=$launcher", "--make=$MAKE -s",
        "--output=$folder/output", "--filter=$LINES", @FOLDERS);
}

$said = run_tests(launcher('all'));
is($?, 0, 'no test fails with all liberties') or diag($said);
like($said, qr/^\d{3} passed, 0 failed, \d+ skipped$/m, '... and hundreds pass');
is(join(' ', not_skipped("$folder/without", skipped("$folder/output"))), '',
    '... but for those that are skipped anyway');

done_testing;
