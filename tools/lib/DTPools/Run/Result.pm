package DTPools::Run::Result;

use strict;
use warnings;

use DTPools::Run::Job;
use DTPools::Run::Output;

=head1 NAME

DTPools::Run::Result - the result of a test, of its parts

=head1 DESCRIPTION

A part is what one job has shown of a test: a hash with C<verdict>, C<reason>, C<seconds>, C<text> (its output),
C<cases>, C<after> (the case before it); with C<case> and C<kind> where it ended early, and C<given_up> where nothing
follows then. What a result is stands in L<DTPools::Run::Course>.

=head1 FUNCTIONS

=head2 verdict($ended)

Of a job: C<passed>, C<failed> or C<skipped>; and why.

=head2 of_parts(@parts)

The verdict of a test and what else its parts say, as a list of keys and values.

=head2 reason($part)

Why a part failed, and where.

=head2 failed_in_group($result, $grouped)

The result of a test that failed with others in a job, C<$grouped>, and does not fail alone.

=head2 add_verdict($result, $part)

Adds the verdict to the log of the test, where it is not that of its last part.

=cut

sub verdict {
    my ($ended) = @_;
    return (failed => $ended->{why}) if defined $ended->{why};
    return DTPools::Run::Output::verdict($ended->{status}, $ended->{text});
}

sub of_parts {
    my (@parts) = @_;
    my @failed = grep { $_->{verdict} eq 'failed' } @parts;
    my $text   = join "\n", map { $_->{text} } @failed ? @failed : @parts;
    my $last   = $parts[-1];
    my $cases  = DTPools::Run::Output::sum(map { $_->{cases} } @parts);
    my $passes = $last->{verdict} eq 'skipped' && $cases && $cases->{verified} > 0;    # in the parts before
    my %result = (
        verdict => @failed ? 'failed' : $passes ? 'passed' : $last->{verdict}, seconds => 0,
        reason   => @failed ? join('; ', map { reason($_) } @failed)
            : defined $last->{given_up} ? _given_up($last)
            : $passes ? "$last->{reason}; cases before were verified" : $last->{reason},
        messages => [@failed ? DTPools::Run::Output::messages($text) : ()],
        cases    => $cases,
        known    => DTPools::Run::Output::sum_known(map { DTPools::Run::Output::known($_->{text}) } @parts),
    );
    $result{seconds} += $_->{seconds} for @parts;
    return %result;
}

sub reason {
    my ($part) = @_;
    my ($case, $kind, $reason) = @$part{qw(case kind reason)};
    return $part->{after} ? "$reason after case $part->{after}" : $reason unless defined $case;
    my $way = ($kind // 'end') . " in case $case";
    $way .= ": $reason" unless $reason =~ /^exit status/;
    return join '; ', $way, defined $part->{given_up} ? _given_up($part) : ();
}

sub _given_up {
    my ($part) = @_;
    return "$part->{given_up}, cases after $part->{case} are untried";
}

sub failed_in_group {
    my ($result, $grouped) = @_;
    my $alone = $result->{verdict} eq 'passed' ? 'passes alone' : 'is skipped alone';
    return {
        %$result,
        verdict  => 'failed',
        reason   => "fails in a group of tests and $alone: $grouped->{reason}",
        messages => [DTPools::Run::Output::messages($grouped->{text})],
        log      => $grouped->{log}, replay => $grouped->{replay},
    };
}

sub add_verdict {
    my ($result, $part) = @_;
    return if !$result or $result->{reason} eq $part->{reason};
    return DTPools::Run::Job::add_to_log($result->{log}, "# $result->{verdict}: $result->{reason}\n");
}

1;
