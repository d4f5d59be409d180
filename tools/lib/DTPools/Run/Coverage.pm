package DTPools::Run::Coverage;

use strict;
use warnings;

=head1 NAME

DTPools::Run::Coverage - which pairs of facts the cases of a run have met

=head1 FUNCTIONS

=head2 summary($file, \@types)

Reads what the tests have written to the file that C<DTP_COVERAGE> names, a pair of facts a line
(C<operation=MPI_Send type=MPI_INT>), and returns lines for the summary: of each two facts, how many pairs of
their values were met, and how many there are, which is the product of the values that each of them has in
this run; C<@types> are the types that there are tests of.

=cut

sub summary {
    my ($file, $types) = @_;
    open my $in, '<', $file or return;
    my (%met, %values);
    while (<$in>) {
        my ($a, $value, $b, $other) = /^(\S+?)=(\S*) (\S+?)=(\S*)$/ or next;
        $met{"$a and $b"}{"$value $other"} = 1;
        $values{$a}{$value} = $values{$b}{$other} = 1;
    }
    $values{type}{$_} = 1 for @$types;
    my @lines;
    for my $pair (sort keys %met) {
        my ($a, $b) = split / and /, $pair;
        my $all = keys(%{ $values{$a} }) * keys(%{ $values{$b} });
        my $met = keys %{ $met{$pair} };
        push @lines, sprintf '%s: %d of %d (%.0f %%)', $pair, $met, $all, 100 * $met / $all;
    }
    return @lines;
}

1;
