package DTPools::Failures::Report;

use strict;
use warnings;
use List::Util qw(uniq);

use DTPools::Failures::Causes;
use DTPools::Run::Output;

=head1 NAME

DTPools::Failures::Report - what is reported of the causes of failures

=head1 FUNCTIONS

=head2 report(@causes)

Notes in the results of tests what the summary has: C<shrunk> of the first test of a cause has lines with all that is
known of it, C<like> of the others a line that names that test.

=head2 name($cause)

A cause (L<DTPools::Failures::Causes>) in a few words.

=cut

my $MAX_NAMES = 5;

sub name {
    my ($cause) = @_;
    return "$cause->{issue}{issue} of $cause->{issue}{mpi}" if $cause->{issue};
    return join ' ', $cause->{kind}, defined $cause->{operation} ? "of $cause->{operation}" : (),
        defined $cause->{check} ? "($cause->{check})" : (), defined $cause->{reason} ? "where $cause->{reason}" : ();
}

sub report {
    my (@causes) = @_;
    my %reported;
    for my $cause (@causes) {
        my ($first, @others) = _results_of($cause);
        _report_one($cause, $first, @others);
        push @{ $reported{ $_->{test}{id} } }, DTPools::Failures::Causes::kinds($first) for @others;
        push @{ $reported{ $_->{result}{test}{id} } }, $_->{kind} for _failures_of($cause);
    }
    delete $_->{like} for map { (_results_of($_))[0] } @causes;
    my %seen;
    _add_kinds($_, @{ $reported{ $_->{test}{id} } })
        for grep { $_->{like} && !$seen{ $_->{test}{id} }++ } map { _results_of($_) } @causes;
    return;
}

# Those of all tests that show it, each once.
sub _results_of {
    my ($cause) = @_;
    my %seen;
    return grep { !$seen{ $_->{test}{id} }++ } map { $_->{result} } _failures_of($cause);
}

sub _failures_of {
    my ($cause) = @_;
    return map { @{ $_->{failures} } } $cause, @{ $cause->{more} // [] };
}

# The ways of failing that a test shows and that those which it is like do not.
sub _add_kinds {
    my ($result, @reported) = @_;
    my %reported = map { $_ => 1 } @reported;
    my @more = grep { !$reported{$_} } DTPools::Failures::Causes::kinds($result);
    $result->{like}[-1] .= ', but also ' . join ' ', @more if @more;
    return;
}

sub _report_one {
    my ($cause, $first, @others) = @_;
    _show_block($first, $cause->{failures}[0]{block});
    my @names = map { $_->{test}{id} } @others;
    my $tests = @others == 1 ? '1 other test' : scalar(@others) . ' other tests';
    my @same  = @names ? "the same in $tests: " . _list(@names) : ();
    push @{ $first->{shrunk} }, _known($cause->{issue}),
        (map { "shrunk: $_" } _lines($cause->{found})), _common($cause), @same;
    my $name = name($cause);
    push @{ $_->{like} }, "$first->{test}{id} ($name)" for @others;
    return;
}

# What other versions of the MPI have too.
sub _known {
    my ($issue) = @_;
    return unless $issue;
    return ("known of $issue->{mpi} as $issue->{issue}: " . ($issue->{about} // '?'),
        "program: $issue->{folder}/$issue->{program}, which fails here too");
}

# What the failures of the cause have in common, and of which operations they are.
sub _common {
    my ($cause) = @_;
    my @operations = uniq map { @{ $_->{operations} // [] } } $cause, @{ $cause->{more} // [] };
    my @reported;
    push @reported, "in common: $cause->{reason}" if defined $cause->{reason};
    push @reported, 'of ' . _list(@operations) if @operations > 1;
    return @reported ? join '; ', @reported : ();
}

# Names, of many the first ones.
sub _list {
    my (@names) = @_;
    my $left = @names - $MAX_NAMES;
    splice @names, $MAX_NAMES, $left, "and $left more" if $left > 0;
    return join ', ', @names;
}

# The failure is among the messages of its test already, unless others came before it.
sub _show_block {
    my ($result, $block) = @_;
    return unless $block;
    my %is_shown = map { $_ => 1 } @{ $result->{messages} };
    my @lines = DTPools::Run::Output::block_lines($block);
    my ($place) = ((grep { /^  case:/ } @lines), grep { /^  replay:/ } @lines);
    push @{ $result->{messages} }, @lines unless defined $place and $is_shown{$place};
    return;
}

sub _lines {
    my ($found) = @_;
    return unless $found;
    return "not shrunk: $found->{why}" unless defined $found->{kind};
    my $reported = sprintf '%s%s with %d process%s', $found->{kind},
        defined $found->{operation} ? " of $found->{operation}" : '', $found->{procs}, $found->{procs} == 1 ? '' : 'es';
    $reported .= ": $found->{send} -> $found->{recv}" if defined $found->{recv};
    return ($reported, "no program: $found->{no_program}") unless defined $found->{program};
    my $from = $found->{as_it_was} ? 'from the case as it was' : "from $found->{test}";
    return ($reported, "program: $found->{program} ($found->{lines} lines, $from)");
}

1;
