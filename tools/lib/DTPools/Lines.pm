package DTPools::Lines;

use strict;
use warnings;

=head1 NAME

DTPools::Lines - the lines of a text, where one may go on in those after it

=head1 FUNCTIONS

=head2 read_lines($file)

The lines of a file that are no comments (C<#> comes first), as a reference to a list of pairs of a number and a text
without blanks at its end; undef, with C<$!>, if it cannot be read. A line that begins with a blank goes on with the one
before it. Lines without a text, which end a record, are among them. A byte order mark and CRLF are fine.

=cut

sub read_lines {
    my ($file) = @_;
    open my $in, '<', $file or return;
    my @lines;
    while (my $line = <$in>) {
        $line =~ s/\A\x{ef}\x{bb}\x{bf}// if $. == 1;
        $line =~ s/\s+\z//;
        if ($line =~ /^\s+(?=[^\s#])(.*)/ and @lines and length $lines[-1][1]) {
            $lines[-1][1] .= " $1";
        }
        else {
            push @lines, [$., $line];
        }
    }
    close $in or return;
    return [grep { $_->[1] !~ /^\s*#/ } @lines];
}

1;
