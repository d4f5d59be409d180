package DTPools::Usage;

use strict;
use warnings;

=head1 NAME

DTPools::Usage - what the command lines of the tools have in common

=head1 FUNCTIONS

=head2 help()

Prints the sections of the calling script's POD that say how it is used, and ends it: with status 0, or 2 where the
output cannot be written.

=head2 bad_pattern($text)

What is wrong with it as a regular expression, or nothing.

=cut

my $SECTIONS = 'SYNOPSIS|DESCRIPTION|OPTIONS|ENVIRONMENT|EXIT STATUS';

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
