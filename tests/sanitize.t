#!/usr/bin/env perl

# The harness and the programs, built without optimization, with AddressSanitizer, LeakSanitizer and
# UndefinedBehaviorSanitizer: tests of all programs pass, and what is kept when they end is MPI's
# (dtpools/test/asan.supp).  The unit tests of the library have dtpools/test/sanitize.sh.

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::RealBin/../tools/lib", "$FindBin::RealBin/lib";
use Test::More;

use DTPools::Command;
use Scratch qw(write_file);

my $TOP     = abs_path("$FindBin::RealBin/..");
my $MPICC   = $ENV{MPICC} || 'mpicc';
my $MPIEXEC = $ENV{MPIEXEC} || 'mpiexec';
my $MAKE    = $ENV{MAKE} || 'make';
my $FLAGS   = '-g -O0 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined';
my $folder  = tempdir(CLEANUP => 1);

# Memory that is freed is kept for a while: not for datatype/leaks, which asks how much there is.
my $TESTS = '^(?!datatype/leaks).*(?:__MPI_INT__(?:17|17_512)|__PARTICLE|/[a-z_]+)$';

delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL MPICC MPIEXEC CFLAGS CONFIG_SITE), grep { /^DTP_/ } keys %ENV};
# The last two: what MPI copies itself is its own business.
$ENV{ASAN_OPTIONS}  = 'handle_segv=0:allocator_may_return_null=1:quarantine_size_mb=16:malloc_context_size=8:'
    . 'replace_intrin=0:replace_str=0';
$ENV{LSAN_OPTIONS}  = "suppressions='$TOP/dtpools/test/asan.supp':print_suppressions=0";
$ENV{UBSAN_OPTIONS} = 'print_stacktrace=1';
@ENV{qw(DTP_NUM_OBJS DTP_BUDGET DTP_SHRINK)} = (12, 0.1, 0);

plan skip_all => 'not a build folder of the whole: no tests.mk' unless -e 'tests.mk';
plan skip_all => 'no configure: autogen.sh was not run' unless -x "$TOP/configure";

# What a command line of sh prints in the folder; its status is in $?.
sub said {
    my ($command) = @_;
    return DTPools::Command::output('sh', '-c', "cd '$folder' && $command");
}

# Leaks are named by the library that made them, which must still be there at the end.
write_file("$folder/keep.c", 'int dlclose(void *handle) { (void) handle; return 0; }');
write_file("$folder/probe.c", 'int main(void) { return 0; }');
my $said = said("$MPICC $FLAGS -c keep.c && $MPICC $FLAGS probe.c keep.o -o probe && ./probe");
plan skip_all => "no sanitizers: $said" if $?;

$said = said("'$TOP/configure' -q MPICC='$MPICC' MPIEXEC='$MPIEXEC' CFLAGS='$FLAGS' && $MAKE -s -j2");
is($?, 0, 'the library and the harness are built') or BAIL_OUT($said);
$said = said("FILTER='$TESTS' $MAKE -s -j2 testing testing_make='$MAKE LDFLAGS=$folder/keep.o'");
is($?, 0, 'all tests pass') or diag($said);
like($said, qr/^\d{3} passed, 0 failed, \d+ skipped$/m, '... and they are hundreds');

done_testing;
