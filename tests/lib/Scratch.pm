package Scratch;

use strict;
use warnings;
use Exporter qw(import);
use File::Basename qw(dirname);
use File::Path qw(make_path);

our @EXPORT_OK = qw(read_file write_file write_script);

=head1 NAME

Scratch - the files that the tests write for what they test, and read what came of it

=head1 FUNCTIONS

=head2 write_file($file, @lines)

Writes the lines, each with its end, and makes the folder. Returns the name of the file.

=head2 write_script($file, @lines)

Does the same for an executable script of sh, whose first line is not among those given.

=head2 read_file($file)

Returns all of a file: nothing where there is none.

=cut

sub write_file {
    my ($file, @lines) = @_;
    make_path(dirname($file));
    open my $out, '>', $file or die "cannot write $file: $!\n";
    print {$out} map { "$_\n" } @lines or die "cannot write $file: $!\n";
    close $out or die "cannot write $file: $!\n";
    return $file;
}

sub write_script {
    my ($file, @lines) = @_;
    write_file($file, '#!/bin/sh', @lines);
    chmod 0755, $file or die "cannot make $file executable: $!\n";
    return $file;
}

sub read_file {
    my ($file) = @_;
    open my $in, '<', $file or return '';
    local $/ = undef;
    return <$in> // '';
}

1;
