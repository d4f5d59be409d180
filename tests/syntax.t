#!/usr/bin/env perl

# How the sources are written: width, blanks, shell; and that no C source knows an MPI implementation.

use strict;
use warnings;
use File::Find qw(find);
use FindBin;
use Test::More;

my $WIDTH = 120;

chdir "$FindBin::RealBin/.." or die "cannot enter the source folder: $!\n";

# The sources, by their paths: files of these folders and kinds, and some of the top folder.
my @FOLDERS = grep { -d } qw(attr bench calls coll datatype dtpools harness io known-issues m4 pt2pt rma tests tools);
my @sources = grep { -f } qw(.ci/run Makefile.am autogen.sh configure.ac quickstart tests.mk.in);
find({ no_chdir => 1, wanted => sub { push @sources, $_ if /\.(?:c|h|cxx|def|pm|t|sh|am|m4|ac)\z/ } }, @FOLDERS);
push @sources, grep { -f && !m{\.} } glob '{bench,tools}/*';
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
is(places(sub { length $_[0] > $WIDTH }, @sources), '', "no line is longer than $WIDTH");

# Texts too, but for rows of tables, which are a line each, and for what they show as it is.
my @texts = grep { -f } qw(README CONTRIBUTING NEWS dtpools/README known-issues/README), glob 'doc/*.md *.txt */*.txt';
push @texts, grep { -f } glob 'tests/faulty/*.txt dtpools/*/*.txt';
is(places(sub { length $_[0] > $WIDTH && $_[0] !~ /^(?:\||    )/ }, @texts), '', '... and none of a text');
my @c = grep { /\.(?:c|h|cxx|def)\z/ } @sources;
is(places(sub { $_[0] =~ /\t/ }, @c), '', 'no tabs in C');
is(places(sub { $_[0] =~ /\(MPI_Aint\)\s*\d+\s*<<\s*(?:3[1-9]|[4-9]\d)/ }, grep { !m{^dtpools/test/} } @c), '',
    'an MPI_Aint may have 32 bits');

# What one implementation gets wrong is a row of known-issues/, or of dtpools/test/known.txt.
is(places(sub { $_[0] =~ /mpich|open ?mpi|ompi_|romio|ompio/i }, grep { !m{^known-issues/} } @c), '',
    'no C source names an MPI implementation');
my @shell = grep { /\.sh\z/ || m{^(?:\.ci/run|quickstart)\z} } @sources;
is(join(' ', grep { (lines_of($_))[0] =~ /^#!(?!\/bin\/sh\z)/ } @shell), '', 'shell as POSIX has it');
SKIP: {
    skip 'no shellcheck', 1 if system('shellcheck --version >/dev/null 2>&1');
    is(qx(shellcheck @shell 2>&1), '', 'shellcheck has nothing to say');
}
done_testing();
