package DTPools::Failures;

use strict;
use warnings;

use DTPools::Shrink;

=head1 NAME

DTPools::Failures - shrink the failures of a run, and tell one cause once

=head1 FUNCTIONS

=head2 shrink(results => \@results, most => 10, seconds => 20, mpicc => 'mpicc', dtp => 'dtpools/dtp', output => 'failures')

Takes the failed tests that printed a line which replays one case, at most C<most> of them and one for each program, profile and way of
failing, and makes the smallest C program of each, in C<seconds> each (L<DTPools::Shrink>). What came of it stands in C<shrunk> of
the result: lines for the summary. Failures that shrink to the same smallest case (the same way of failing, the same objects, the same
operation) have one cause: it is told with the first of them, and with the number and the names of the tests that show it; the others
name that one.

=cut

my $LOOK_AT   = 65536;
my $MAX_NAMES = 5;

sub shrink {
    my (%arg) = @_;
    my ($left, %taken, %causes) = ($arg{most});
    for my $result (sort { $a->{test}{id} cmp $b->{test}{id} } grep { $_->{verdict} eq 'failed' } @{ $arg{results} }) {
        my ($kind, $replay) = _first_case($result) or next;
        my $key = join ' ', $result->{test}{program} =~ s/__.*//r, $kind, $result->{test}{id} =~ /\@(.*)/;
        my $cause = $taken{$key};
        if (!$cause) {
            next unless $left-- > 0;
            my $found = _shrink_one(\%arg, $result, $kind, $replay);
            my $key_of_cause = _cause_of($found) // $result->{test}{id};
            unlink $found->{program} if $causes{$key_of_cause} && defined $found->{program};
            $cause = $taken{$key} = $causes{$key_of_cause} //= { found => $found, tests => [] };
        }
        push @{ $cause->{tests} }, $result;
    }
    _tell($_) for values %causes;
    return;
}

sub _shrink_one {
    my ($arg, $result, $kind, $replay) = @_;
    print "shrinking $result->{test}{id} ($kind)\n";
    my $output = "$arg->{output}/" . $result->{test}{id} =~ s{[^\w.,=+-]}{-}gr . '.c';
    local %ENV = (%ENV, DTP_NUM_OBJS => '-1', map { @$_ } @{ $arg->{env} });
    return DTPools::Shrink::shrink(%$arg, replay => $replay, output => $output);
}

sub _cause_of {
    my ($found) = @_;
    return unless defined $found->{send};
    return join "\n", map { $_ // '' } @$found{qw(kind send recv operation procs)};
}

sub _tell {
    my ($cause) = @_;
    my ($first, @others) = @{ $cause->{tests} };
    my @names = map { $_->{test}{id} } @others;
    my $more  = @names > $MAX_NAMES ? ', and ' . (@names - $MAX_NAMES) . ' more' : '';
    splice @names, $MAX_NAMES if @names > $MAX_NAMES;
    my @told  = @names ? sprintf('the same in %d other test%s: %s%s', scalar @others, @others == 1 ? '' : 's', join(', ', @names), $more) : ();
    $first->{shrunk} = [_lines($cause->{found}), @told];
    my $kind = $cause->{found}{kind} // "not shrunk";
    $_->{shrunk} = ["fails as $first->{test}{id} does ($kind)"] for @others;
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
    my $told = sprintf '%s%s with %d process%s: %s -> %s', $found->{kind}, defined $found->{operation} ? " of $found->{operation}" : '',
        $found->{procs}, $found->{procs} == 1 ? '' : 'es', @$found{qw(send recv)};
    return ($told, "no program: $found->{no_program}") unless defined $found->{program};
    return ($told, "program: $found->{program} ($found->{lines} lines, from $found->{test})");
}

1;
