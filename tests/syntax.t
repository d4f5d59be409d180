#!/usr/bin/env perl

# How the sources are written: width, blanks, shell; and that no C source knows an MPI implementation.

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Find qw(find);
use FindBin;
use Test::More;

my $WIDTH = 120;

# Files with longer lines, from before there was a width.  None is to be added; shorten a file, and take it out.
my %IS_WIDE = map { $_ => 1 } qw(
    Makefile.am calls/record.c calls/record.h datatype/external.c datatype/typeinfo.c dtpools/m4/dtp_mpi.m4
    dtpools/m4/dtp_types.m4 harness/coverage.c harness/facts.c harness/harness.am harness/harness.h
    harness/internal.h harness/operation.c harness/operators.c harness/options.c harness/pools.c
    harness/record.c harness/values.c harness/where.c harness/where.h
    known-issues/mpich-4.0-accumulate-empty-member.c known-issues/mpich-4.0-accumulate-resized.c
    known-issues/mpich-4.0-darray-true-lb.c known-issues/mpich-4.0-get-elements-darray.c
    known-issues/mpich-4.0-get-elements-float-int.c known-issues/mpich-4.0-get-elements-struct.c
    known-issues/mpich-4.0-long-double-complex.c known-issues/mpich-4.0-many-types.c
    known-issues/mpich-4.0-pack-external.c known-issues/mpich-4.0-set-elements.c
    known-issues/openmpi-4.1-accumulate-pair.c known-issues/openmpi-4.1-get-accumulate.c
    known-issues/openmpi-4.1-negative-stride.c known-issues/openmpi-4.1-single-window.c m4/dtp_tests.m4
    quickstart tests.mk.in tests/build.t tests/calls.t tests/faulty.t tests/faulty/faulty.h tests/generator.t
    tests/runner.t tests/shapes.t tests/shrink.t tools/lib/DTPools/Calls.pm tools/lib/DTPools/Command.pm
    tools/lib/DTPools/Config.pm tools/lib/DTPools/Course.pm tools/lib/DTPools/Failures.pm
    tools/lib/DTPools/Faults.pm tools/lib/DTPools/Job.pm tools/lib/DTPools/Known.pm tools/lib/DTPools/Names.pm
    tools/lib/DTPools/Output.pm tools/lib/DTPools/Plan.pm tools/lib/DTPools/Program.pm
    tools/lib/DTPools/Record.pm tools/lib/DTPools/Render.pm tools/lib/DTPools/Runner.pm
    tools/lib/DTPools/Settings.pm tools/lib/DTPools/Shrink.pm tools/lib/DTPools/Summary.pm
    tools/lib/DTPools/Testlist.pm tools/lib/DTPools/Wrappers.pm
);

chdir "$FindBin::RealBin/.." or die "cannot enter the source folder: $!\n";

# The sources, by their paths: files of these folders and kinds, and some of the top folder.
my @FOLDERS = grep { -d } qw(attr bench calls coll datatype dtpools harness io known-issues m4 pt2pt rma tests tools);
my @sources = grep { -f } qw(Makefile.am autogen.sh configure.ac quickstart tests.mk.in);
find({ no_chdir => 1, wanted => sub { push @sources, $_ if /\.(?:c|h|cxx|def|pm|t|sh|am|m4|ac)\z/ } }, @FOLDERS);
@sources = sort grep { !m{/build[^/]*/|/autom4te|/(?:aclocal|libtool|lt[a-z~]*)\.m4\z} } @sources;

# The lines of a file, without their ends.
sub lines_of {
    my ($file) = @_;
    open my $in, '<:encoding(UTF-8)', $file or die "cannot read $file: $!\n";
    chomp(my @lines = <$in>);
    return @lines;
}

# The places (file:line) of the lines of these files that are wrong.
sub places {
    my ($is_wrong, @files) = @_;
    my @places;
    for my $file (@files) {
        my @lines = lines_of($file);
        push @places, map { "$file:" . ($_ + 1) } grep { $is_wrong->($lines[$_]) } 0 .. $#lines;
    }
    return join "\n", @places;
}

cmp_ok(scalar @sources, '>', 100, 'there are sources');
is(places(sub { $_[0] =~ /[ \t]\z/ }, @sources), '', 'no blanks at the ends of lines');
is(places(sub { length $_[0] > $WIDTH }, grep { !$IS_WIDE{$_} } @sources), '', "no line is longer than $WIDTH");
my @mended = grep { !-f || !places(sub { length $_[0] > $WIDTH }, $_) } sort keys %IS_WIDE;
note("no longer wide: @mended") if @mended;
my @c = grep { /\.(?:c|h|cxx|def)\z/ } @sources;
is(places(sub { $_[0] =~ /\t/ }, @c), '', 'no tabs in C');
is(places(sub { $_[0] =~ /\(MPI_Aint\)\s*\d+\s*<<\s*(?:3[1-9]|[4-9]\d)/ }, grep { !m{^dtpools/test/} } @c), '',
    'an MPI_Aint may have 32 bits');

# What one implementation gets wrong is a row of known-issues/, or of dtpools/test/known.txt.
is(places(sub { $_[0] =~ /mpich|open ?mpi|ompi_/i }, grep { !m{^known-issues/} } @c), '',
    'no C source names an MPI implementation');
SKIP: {
    skip 'no shellcheck', 1 if system('shellcheck --version >/dev/null 2>&1');
    my @shell = grep { /\.sh\z/ || $_ eq 'quickstart' } @sources;
    is(qx(shellcheck @shell 2>&1), '', 'shellcheck has nothing to say');
}
done_testing();
