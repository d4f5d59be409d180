package DTPools::Usage;

use strict;
use warnings;
use File::Basename qw(basename);
use Getopt::Long qw(:config no_ignore_case no_auto_abbrev);

=head1 NAME

DTPools::Usage - what the command lines of the tools have in common

=head1 FUNCTIONS

=head2 options(\%option, @specifications)

Takes the options from the command line, as L<Getopt::Long> does, without abbreviations. Returns messages of what is
wrong with them, each with where to find what is right. Shows the help, where that is asked for, and ends the tool.

=head2 refuse(@messages), end($status, @messages)

Prints each with the name of the tool, and ends it, with status 2 or another.

=head2 refuse_files(\@errors, @messages)

Prints errors of files as they are, C<file:line: error: ...>, and does the same with the messages.

=head2 help()

Prints the sections of the calling script's POD that say how it is used, and ends it: with status 0, or 2 where the
output cannot be written.

=head2 bad_pattern($text)

What is wrong with it as a regular expression, or nothing.

=cut

my $SECTIONS = 'SYNOPSIS|DESCRIPTION|OPTIONS|ENVIRONMENT|EXIT STATUS';

sub options {
    my ($option, @specifications) = @_;
    my @wrong;
    my $tool = basename($0);
    local $SIG{__WARN__} = sub { push @wrong, lcfirst($_[0] =~ s/\n//r) . ": see $tool -h" };
    GetOptions($option, @specifications, 'help|h');
    help() if $option->{help};
    return @wrong;
}

sub refuse {
    return end(2, @_);
}

sub refuse_files {
    my ($errors, @messages) = @_;
    print STDERR map { "$_\n" } @$errors;
    return refuse(@messages);
}

sub end {
    my ($status, @messages) = @_;
    my $tool = basename($0);
    print STDERR map { "$tool: " . s/\n?\z/\n/r } @messages;
    exit $status;
}

sub help {
    require Pod::Usage;
    Pod::Usage::pod2usage(-exitval => 'NOEXIT', -output => \*STDOUT, -verbose => 99, -sections => $SECTIONS);
    exit(close(STDOUT) ? 0 : 2);
}

sub bad_pattern {
    my ($text) = @_;
    return if eval { qr/$text/ };
    return $@ =~ s/ at .* line \d+\.\n\z//r;
}

1;
