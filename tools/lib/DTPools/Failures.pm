package DTPools::Failures;

use strict;
use warnings;

use DTPools::Shrink;

=head1 NAME

DTPools::Failures - shrink the failures of a run

=head1 FUNCTIONS

=head2 shrink(results => \@results, most => 10, seconds => 20, mpicc => 'mpicc', dtp => 'dtpools/dtp', output => 'failures')

Takes the failed tests that printed a line which replays one case, at most C<most> of them and one for each program and way of
failing, and makes the smallest C program of each, in C<seconds> each (L<DTPools::Shrink>). What came of it stands in C<shrunk> of
the result: lines for the summary. The others that fail in the same way name the test that was taken.

=cut

my $LOOK_AT = 65536;

sub shrink {
    my (%arg) = @_;
    my ($left, %taken) = ($arg{most});
    for my $result (sort { $a->{test}{id} cmp $b->{test}{id} } grep { $_->{verdict} eq 'failed' } @{ $arg{results} }) {
        my ($kind, $replay) = _first_case($result) or next;
        my $key = $result->{test}{program} =~ s/__.*//r . " $kind";
        if (my $other = $taken{$key}) {
            $result->{shrunk} = ["fails as $other does ($kind)"];
            next;
        }
        next unless $left-- > 0;
        $taken{$key} = $result->{test}{id};
        print "shrinking $result->{test}{id} ($kind)\n";
        my $output = "$arg{output}/" . $result->{test}{id} =~ s{[^\w.,=+-]}{-}gr . '.c';
        local %ENV = (%ENV, DTP_NUM_OBJS => '-1', map { @$_ } @{ $arg{env} });
        my $found = DTPools::Shrink::shrink(%arg, replay => $replay, output => $output);
        $result->{shrunk} = [_lines($found)];
    }
    return;
}

# The way of failing and the replay line of the first failure that a test tells.
sub _first_case {
    my ($result) = @_;
    open my $log, '<', $result->{log} // return or return;
    my $text = '';
    read $log, $text, $LOOK_AT;
    my ($replay) = $text =~ /^  replay: (.*\s-seed=\d+)/m or return;
    my ($kind) = $text =~ /^  kind: (\S+)/m;
    return ($kind // $result->{reason}, $replay);
}

sub _lines {
    my ($found) = @_;
    return "not shrunk: $found->{why}" unless defined $found->{send};
    my $told = sprintf '%s with %d process%s: %s -> %s', $found->{kind}, $found->{procs}, $found->{procs} == 1 ? '' : 'es',
        @$found{qw(send recv)};
    return ($told, 'no program of one operation shows it by itself') unless defined $found->{program};
    return ($told, "program: $found->{program} ($found->{operation}, $found->{lines} lines)");
}

1;
