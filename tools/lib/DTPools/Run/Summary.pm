package DTPools::Run::Summary;

use strict;
use warnings;

use DTPools::Run::Output;

=head1 NAME

DTPools::Run::Summary - what a run came to

=head1 FUNCTIONS

=head2 show(results => \@results, known => \@issues, total => $tests_selected, seconds => $time, ended_by => $why, ...)

What ended the run early, if anything did, is a signal's name or a sentence; the issues are those of L<DTPools::Known>;
C<budget> says within what time cases are untried, C<left_out> what was not tried any more, C<issues> is a file of
issues of other versions that this MPI has. Prints each failure with its first lines, log file and replay line, a line
of each that is like another (L<DTPools::Failures>), the skipped tests by reason, the cases, the time, and at the very
end one line C<311 passed, 0 failed, 2 skipped>. Returns true if something ran and all of it passed.

=cut

my $MAX_NAMES = 3;

sub show {
    my (%run) = @_;
    my %by = (passed => [], failed => [], skipped => []);
    push @{ $by{ $_->{verdict} } }, $_ for @{ $run{results} };
    my ($passed, $failed, $skipped) = map { scalar @{ $by{$_} } } qw(passed failed skipped);
    my @failed = sort { $a->{test}{id} cmp $b->{test}{id} } @{ $by{failed} };
    _show_failure($_) for grep { !$_->{like} } @failed;
    _show_like(grep { $_->{like} } @failed);
    _show_skipped(@{ $by{skipped} });
    _show_known($run{known} // [], $run{results});
    _show_untried($run{budget}, grep { $_->{cases} && $_->{cases}{untried} } @{ $run{results} });
    print "\nNot tried any more, after cases like these ended their tests:\n",
        map { '  ' . _in_short($_) . "\n" } @{ $run{left_out} } if @{ $run{left_out} // [] };
    print "\nIssues of other versions that this MPI has too: DTP_KNOWN_ISSUES=$run{issues} takes them as known\n"
        if defined $run{issues};
    my $missed = $run{total} - @{ $run{results} };
    print "\n";
    print "ended early: $run{ended_by}\n" if defined $run{ended_by};
    print "$missed of $run{total} tests were not run",
        defined $run{ended_by} ? '' : ', since tests that ended early took their time', "\n" if $missed;
    print "nothing was run\n" unless $passed + $failed;
    _show_cases(@{ $run{results} });
    print "pairs of facts met:\n", map { "  $_\n" } @{ $run{coverage} } if @{ $run{coverage} // [] };
    printf "time: %.1f s\n", $run{seconds};
    print "$passed passed, $failed failed, $skipped skipped\n";
    return $passed && !$failed && !$missed;
}

# Of a condition, the first ones of many programs.
sub _in_short {
    my ($condition) = @_;
    my ($programs) = $condition =~ /\bprogram=(\S+)/ or return $condition;
    my @programs = split /\|/, $programs;
    return $condition if @programs <= $MAX_NAMES;
    my $short = join '|', @programs[0 .. $MAX_NAMES - 1], sprintf '... (%d more)', @programs - $MAX_NAMES;
    return $condition =~ s/\bprogram=\S+/program=$short/r;
}

sub _show_failure {
    my ($result) = @_;
    printf "\nFAILED %s: %s (%.1f s)\n", $result->{test}{id}, $result->{reason}, $result->{seconds};
    print "  | $_\n" for @{ $result->{messages} };
    print "  $_\n" for @{ $result->{shrunk} // [] };
    print "  log:    $result->{log}\n" if defined $result->{log};
    print "  replay: $result->{replay}\n";
    return;
}

sub _show_like {
    my (@results) = @_ or return;
    print "\n";
    printf "FAILED %s: %s (%.1f s), as %s\n", $_->{test}{id}, $_->{reason}, $_->{seconds}, join ', ',
        @{ $_->{like} } for @results;
    return;
}

# What is known to fail: what the tests met of it, and what its program says.
sub _show_known {
    my ($issues, $results) = @_;
    my @known = map { $_->{known} // () } @$results;
    my %met   = %{ DTPools::Run::Output::sum_known(@known) };
    $met{$_}{tests}++ for map { keys %$_ } @known;
    my %row = map { $_->{issue} => $_ } @$issues;
    return unless %met or %row;
    print "\nKnown issues of this MPI, not counted as failures (known-issues/README):\n";
    for my $issue (sort keys %{ { %met, %row } }) {
        print "  $issue: ", join('; ', grep { length } _met($met{$issue}), _state($row{$issue}, $met{$issue})), "\n";
    }
    return;
}

sub _met {
    my ($met) = @_;
    return 'no case met it' unless $met;
    my @counts = ($met->{covered} ? _count($met->{covered}, 'case') . " covered, $met->{failed} failed" : (),
        $met->{avoided} ? "$met->{avoided} not run" : ());
    return join(', ', @counts) . ' (' . _count($met->{tests}, 'test') . ')';
}

sub _count {
    my ($number, $noun) = @_;
    return "$number $noun" . ($number == 1 ? '' : 's');
}

# A program that has stopped failing is news, unless cases still fail.
sub _state {
    my ($row, $met) = @_;
    return '' unless $row;
    return $row->{why} if defined $row->{why};
    return 'its program fails' if $row->{fails_now};
    return $met && $met->{failed} ? 'its program passes, but cases fail' : 'DOES NOT FAIL ANY MORE';
}

# All cases of all tests that print them.
sub _show_cases {
    my $sum = DTPools::Run::Output::sum(map { $_->{cases} } @_) or return;
    print 'cases: ', join(', ', map { "$sum->{$_} $_" } @DTPools::Run::Output::COUNTS), "\n";
    return;
}

sub _show_untried {
    my ($budget, @results) = @_;
    my $sum = 0;
    $sum += $_->{cases}{untried} for @results;
    return unless $sum;
    my @most = sort { $b->{cases}{untried} <=> $a->{cases}{untried} or $a->{test}{id} cmp $b->{test}{id} } @results;
    my $more = @most > $MAX_NAMES ? ', ...' : '';
    splice @most, $MAX_NAMES if $more;
    printf "\n%s of %s untried within %s (DTP_BUDGET=0 tries all): %s%s\n", _count($sum, 'case'),
        _count(scalar @results, 'test'), $budget,
        join(', ', map { "$_->{test}{id} ($_->{cases}{untried})" } @most), $more;
    return;
}

sub _show_skipped {
    my %names_of;
    push @{ $names_of{ $_->{reason} } }, $_->{test}{id} for @_;
    print "\nSkipped:\n" if %names_of;
    for my $reason (sort keys %names_of) {
        my @names = @{ $names_of{$reason} };
        my $more = @names > $MAX_NAMES ? ', ...' : '';
        splice @names, $MAX_NAMES if $more;
        printf "  %5d  %s (%s%s)\n", scalar @{ $names_of{$reason} }, $reason, join(', ', @names), $more;
    }
    return;
}

1;
