package DTPools::Run::Course;

use strict;
use warnings;

use DTPools::Calls;
use DTPools::Run::Group;
use DTPools::Run::Job;
use DTPools::Run::Output;

=head1 NAME

DTPools::Run::Course - from tests to jobs, and from jobs to results

=head1 SYNOPSIS

    my $course = DTPools::Run::Course->new(cores => 8, launch => $launch);
    my @items = $course->items(@tests);
    my ($results, $more, $trouble) = $course->take($job->ended($status));

=head1 DESCRIPTION

A test that ends early, by a crash, a hang or an error of MPI, goes on after the case that it ended in: its result is
made of all its parts. The setting C<restarts> of C<$launch> is how often that is done for a test, 0 unless it is given,
and C<hangs> after how many hangs it is not done any more; after that, after three times its limit of time, or when
C<budget>, a L<DTPools::Run::Budget>, is spent, it is given up.

What ends a test early is noted in C<endings>, a L<DTPools::Failures::Endings>, if there is one.

With the setting C<groups>, tests of one program share a job (L<DTPools::Run::Group>), those of several programs too
where the setting C<shared> is a binary that has these. A failure counts there as it would alone if the test is the
first one of the job; if it prints nothing but what other tests have printed alone; or if it ends early in a case that
it names, and all before it went well. All other tests that fail are run again, in a job of their own, of which the
first one then counts, and so on; one that passes then has failed in the group, unless another one had failed before it
there. Before that is said, the case that failed there is run by itself, since the test alone may have stopped before
it; if it fails, that is what counts. Where a test ends the job, the rest goes on in the job in which that test does,
behind it.

A result is a hash: C<test>, C<verdict> (C<passed>, C<failed> or C<skipped>), C<reason>, C<seconds>, C<log>, C<replay>,
C<messages> (lines to show), C<cases> (C<verified>, C<known>, C<avoided>, C<untried>; if the test prints them),
C<known> (see L<DTPools::Run::Output>).

=head1 FUNCTIONS

=head2 new(cores => $cores, launch => $launch, budget => $budget, endings => $endings)

The course of one run, on so many cores; the settings as in L<DTPools::Run::Job>. The last two may be undefined.

=head2 items(@tests)

What is to be run of these tests, which have not begun, for L<DTPools::Run::Job>. Where a job may have tests of several
programs, one test of each comes first (L<DTPools::Run::Schedule>): so all programs are tried, even if most of the time
goes to tests that end early.

=head2 has_begun($test)

Whether a part of a test has been run, or a group in which it failed, so that what follows of it has to be run.

=head2 take($ended)

Takes in what became of a job. Returns the results that are known now, what is still to be run, and why nothing more
can be run, if so; the first two as references to lists.

=cut

my $TIMES_THE_LIMIT = 3;

sub new {
    my ($class, %arg) = @_;
    return bless { %arg, parts => {}, grouped => {}, has_begun => {}, confirmed => {} }, $class;
}

sub items {
    my ($self, @tests) = @_;
    return map { _single($_) } @tests unless $self->{launch}{groups};
    my (%has, @first, @others);
    push @{ $has{ DTPools::Run::Group::program($_) }++ ? \@others : \@first }, $_ for @tests;
    return $self->_items(@tests) if @first == 1 or !defined $self->{launch}{shared};
    return ((map { { %$_, comes_first => 1 } } $self->_items(@first)), $self->_items(@others));
}

sub _items {
    my ($self, @tests) = @_;
    my $are_shared = defined $self->{launch}{shared};
    return map { $self->_item(0, @$_) } DTPools::Run::Group::chunks($self->{cores}, $are_shared, @tests);
}

# Tests of which the first one goes on after a case, 0 if it has not begun.
sub _item {
    my ($self, $after, @tests) = @_;
    return _single($tests[0], $after) if @tests == 1;
    my %programs = map { $_->{family} => 1 } @tests;
    my $program  = keys %programs > 1 ? 'several' : $tests[0]{family} =~ s{/}{-}gr;
    return {
        %{ _single($tests[0], $after) },
        tests => \@tests, group => "$program-" . ++$self->{number}, is_shared => keys %programs > 1,
    };
}

sub _single {
    my ($test, $after) = @_;
    return { tests => [$test], procs => $test->{procs}, mem => $test->{mem}, after => $after // 0 };
}

sub has_begun {
    my ($self, $test) = @_;
    return exists $self->{has_begun}{ $test->{id} };
}

sub take {
    my ($self, $ended) = @_;
    return ([], [], $ended->{trouble}) if defined $ended->{trouble};
    my ($results, $items, $trouble) = defined $ended->{item}{group}
        ? $self->_take_group($ended)
        : $self->_take_single($ended);
    return ([], [], $trouble) if defined $trouble;
    return ($results, $items);
}

# ---- a test ----

sub _take_single {
    my ($self, $ended) = @_;
    return $self->_take_case($ended) if $ended->{item}{options};
    my $test = $ended->{item}{tests}[0];
    my ($verdict, $reason) = _verdict($ended);
    my %part = (verdict => $verdict, reason => $reason, is_alone => 1, after => $ended->{item}{after},
        map { $_ => $ended->{$_} } qw(seconds text));
    my ($result, $after, $item) = $self->_take_part($test, \%part);
    my $trouble = $ended->{job}->close_log($verdict, $reason) // _end_log($result, \%part);
    return $result ? ([$result], [], $trouble) : ([], [$item // _single($test, $after)], $trouble);
}

# Returns the result of the test; or, where it goes on, nothing and after which case; or, where the case that failed in
# a group is to be run by itself, nothing, nothing and that item.
sub _take_part {
    my ($self, $test, $part) = @_;
    my $text = $part->{text};
    $part->{cases} = DTPools::Run::Output::cases($text);
    if ($part->{verdict} eq 'failed' and !DTPools::Run::Output::has_verdict($text)) {
        @$part{qw(case kind)} = DTPools::Run::Output::ended_in($text, $part->{after});
        my ($known, $is_all) = DTPools::Run::Output::known_end($text, $part->{after});
        @$part{qw(case kind)} = ($known, 'known failure') if defined $known;
        $part->{verdict} = 'known' if $is_all;
    }
    my $parts = $self->{parts}{ $test->{id} } //= [];
    push @$parts, $part;
    $self->{has_begun}{ $test->{id} } = 1;
    $self->{endings}->note($test, $part->{kind}, $text) if $self->{endings} and defined $part->{kind};
    $self->{confirmed}{$_} = 1 for $part->{is_alone} ? _ways($text) : ();
    return (undef, $part->{case}) if defined $part->{case} and !$self->_give_up($test, $parts);
    return $self->_result($test);
}

# The verdict, where it is not that of the last part.
sub _end_log {
    my ($result, $part) = @_;
    return if !$result or $result->{reason} eq $part->{reason};
    return DTPools::Run::Job::add_to_log($result->{log}, "# $result->{verdict}: $result->{reason}\n");
}

# How each failure that is printed came; nothing that could be like another where one does not say what it is of.
sub _ways {
    my ($text) = @_;
    my @ways = map { _way($_) } DTPools::Run::Output::blocks($text);
    return (grep { !defined } @ways) ? () : @ways;
}

sub _way {
    my ($block) = @_;
    my ($kind, $operation, $check) = @$block{qw(kind operation check)};
    return unless defined $operation;
    return join ' ', $kind, DTPools::Calls::of_any_form($operation), $check // ();
}

sub _give_up {
    my ($self, $test, $parts) = @_;
    my $most = $self->{launch}{restarts} || return 1;
    my $time = $TIMES_THE_LIMIT * $test->{limit} * $self->{launch}{scale};
    my $seconds = 0;
    $seconds += $_->{seconds} for @$parts;
    my $hangs = grep { ($_->{kind} // '') eq 'hang' } @$parts;
    my $part  = $parts->[-1];
    $part->{given_up} =
          (grep { $_->{verdict} ne 'known' } @$parts) > $most ? 'given up after ' . _times($most, 'restart')
        : $seconds >= $time                                   ? sprintf 'given up after %.0f s', $seconds
        : $hangs >= ($self->{launch}{hangs} // $hangs + 1)    ? 'given up after ' . _times($hangs, 'hang')
        : $self->{budget} && $self->{budget}->is_spent        ? 'given up, since the time of the run is spent'
        :                                                       return 0;
    # which _result makes of it where cases were verified: passed
    $part->{verdict} = (grep { $_->{verdict} ne 'known' } @$parts) ? 'failed' : 'skipped';
    return 1;
}

sub _given_up {
    my ($part) = @_;
    return "$part->{given_up}, cases after $part->{case} are untried";
}

sub _times {
    my ($n, $what) = @_;
    return $n == 1 ? "a $what" : "$n ${what}s";
}

sub _result {
    my ($self, $test) = @_;
    my $parts  = delete $self->{parts}{ $test->{id} };
    my @failed = grep { $_->{verdict} eq 'failed' } @$parts;
    my $text   = join "\n", map { $_->{text} } @failed ? @failed : @$parts;
    my $last   = $parts->[-1];
    my $cases  = DTPools::Run::Output::sum(map { $_->{cases} } @$parts);
    my $passes = $last->{verdict} eq 'skipped' && $cases && $cases->{verified} > 0;    # in the parts before
    my %result = (
        test => $test, verdict => @failed ? 'failed' : $passes ? 'passed' : $last->{verdict}, seconds => 0,
        reason   => @failed ? join('; ', map { _reason($_) } @failed)
            : defined $last->{given_up} ? _given_up($last)
            : $passes ? "$last->{reason}; cases before were verified" : $last->{reason},
        log      => DTPools::Run::Job::log_file($test, $self->{launch}),
        replay   => DTPools::Run::Job::replay(_single($test), $self->{launch}),
        messages => [@failed ? DTPools::Run::Output::messages($text) : ()],
        cases    => $cases,
        known    => DTPools::Run::Output::sum_known(map { DTPools::Run::Output::known($_->{text}) } @$parts),
    );
    $result{seconds} += $_->{seconds} for @$parts;
    my $grouped = delete $self->{grouped}{ $test->{id} };
    return \%result if !$grouped or @failed;
    my @options = DTPools::Run::Output::options_of_case($grouped->{text});
    return _failed_in_group(\%result, $grouped) unless @options;
    return (undef, undef, { %{ _single($test) }, options => \@options, in_group => [\%result, $grouped] });
}

# What became of the case that failed in a group, by itself.
sub _take_case {
    my ($self, $ended) = @_;
    my $item = $ended->{item};
    my ($result, $grouped) = @{ $item->{in_group} };
    my ($verdict, $reason) = _verdict($ended);
    $result = $verdict eq 'failed' ? $self->_case_failed($ended, $result, $reason)
        : _failed_in_group($result, $grouped);
    return ([$result], [], $ended->{job}->close_log($verdict, $reason));
}

sub _case_failed {
    my ($self, $ended, $result, $reason) = @_;
    my ($text, $test) = ($ended->{text}, $ended->{item}{tests}[0]);
    my ($case, $kind) = DTPools::Run::Output::has_verdict($text) ? () : DTPools::Run::Output::ended_in($text, 0);
    $self->{endings}->note($test, $kind, $text) if $self->{endings} and defined $kind;
    $self->{confirmed}{$_} = 1 for _ways($text);
    return {
        %$result,
        verdict  => 'failed',
        reason   => _reason({ after => 0, case => $case, kind => $kind, reason => $reason }),
        messages => [DTPools::Run::Output::messages($text)],
        replay   => $ended->{replay},
    };
}

sub _reason {
    my ($part) = @_;
    my ($case, $kind, $reason) = @$part{qw(case kind reason)};
    return $part->{after} ? "$reason after case $part->{after}" : $reason unless defined $case;
    my $way = ($kind // 'end') . " in case $case";
    $way .= ": $reason" unless $reason =~ /^exit status/;
    return join '; ', $way, defined $part->{given_up} ? _given_up($part) : ();
}

sub _failed_in_group {
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

# Passed, failed or skipped; and why.
sub _verdict {
    my ($ended) = @_;
    return (failed => $ended->{why}) if defined $ended->{why};
    return DTPools::Run::Output::verdict($ended->{status}, $ended->{text});
}

# ---- a group ----

sub _take_group {
    my ($self, $ended) = @_;
    my @tests = @{ $ended->{item}{tests} };
    my @parts = _parts_of($ended);
    return $self->_take_odd_group($ended, scalar @parts) if _is_odd($ended, @parts);
    my ($has_failed, $goes_on, $trouble, @results, @items, @again) = (0, 0);
    for my $part (@parts) {
        my $test  = shift @tests;
        my $fails = $part->{verdict} eq 'failed';
        my ($result, $after, $item);
        if (!$fails or $self->_counts($part, $has_failed)) {
            ($result, $after, $item) = $self->_take_part($test, $part);
            $trouble //= $self->_write_log($test, $part, $ended) // _end_log($result, $part);
        }
        else {
            $self->_note_failure($test, $ended, @$part{qw(text reason)}) unless $has_failed;
        }
        $has_failed ||= $fails;
        if ($result)                { push @results, $result }
        elsif ($item)               { push @items, $item }
        elsif (!$part->{is_over})   { ($goes_on, @tests) = ($after // 0, $test, @tests) }
        elsif (defined $after)      { push @items, _single($test, $after) }
        else                        { push @again, $test }
    }
    $self->{budget}->give_back(grep { !$self->has_begun($_) } @tests) if $self->{budget};
    push @items, $self->_item(0, @again) if @again;
    push @items, { %{ $self->_item($goes_on, @tests) }, comes_first => $ended->{item}{comes_first} } if @tests;
    return (\@results, \@items, $trouble // _close_log($ended, $has_failed, @items));
}

# Of the tests that have begun: what was under way when the job ended has no status.
sub _parts_of {
    my ($ended) = @_;
    my $sections = DTPools::Run::Group::sections($ended->{text});
    my ($seconds, @parts) = $ended->{seconds};
    for my $test (@{ $ended->{item}{tests} }) {
        my $section = $sections->{ DTPools::Run::Job::name_in_group($ended->{item}, $test) } // last;
        my ($verdict, $reason) = DTPools::Run::Group::verdict($section);
        my %part = (
            %$section, verdict => $verdict, reason => $reason // (_verdict($ended))[1],
            is_over => defined $section->{status}, is_alone => !@parts, after => @parts ? 0 : $ended->{item}{after},
        );
        $part{seconds} = $seconds unless $part{is_over};
        $seconds -= $part{seconds};
        push @parts, \%part;
    }
    return @parts;
}

# A failure that needs no other run of its test.
sub _counts {
    my ($self, $part, $has_failed) = @_;
    return 1 if $part->{is_alone};
    my $text = $part->{text};
    if ($part->{is_over}) {
        my @ways = _ways($text);
        return @ways && !grep { !$self->{confirmed}{$_} } @ways;
    }
    return 0 if $has_failed or !$self->{launch}{restarts} or DTPools::Run::Output::has_verdict($text);
    my (undef, $kind) = DTPools::Run::Output::ended_in($text, 0);
    return (DTPools::Run::Output::known_end($text, 0))[1] || defined $kind && $kind ne 'ended';
}

sub _note_failure {
    my ($self, $test, $ended, $text, $reason) = @_;
    $self->{has_begun}{ $test->{id} } = 1;
    $self->{grouped}{ $test->{id} } =
        { text => $text, reason => $reason, log => $ended->{log}, replay => $ended->{replay} };
    return;
}

# None of its tests has begun, as where the program knows no groups; or all are over, but the end says something else.
sub _is_odd {
    my ($ended, @parts) = @_;
    return 1 unless @parts;
    return 0 if @parts < @{ $ended->{item}{tests} } or !$parts[-1]{is_over};
    my ($worst) = sort { $b <=> $a } map { $_->{verdict} eq 'failed' ? $_->{status} : 0 } @parts;
    return defined $ended->{why} || $ended->{status} != $worst << 8;
}

# Each is run alone.
sub _take_odd_group {
    my ($self, $ended, $is_over) = @_;
    my @tests  = @{ $ended->{item}{tests} };
    my $reason = (_verdict($ended))[1];
    $self->_note_failure($is_over ? ($tests[-1], $ended, $ended->{text}, "all tests were over, but then: $reason")
        : ($tests[0], $ended, $ended->{text}, $reason));
    my ($first, @items) = map { _single($_) } @tests;
    $first->{after} = $ended->{item}{after};
    return ([], [$first, @items], _close_log($ended, 1, $first, @items));
}

sub _close_log {
    my ($ended, $has_failed, @items) = @_;
    my @names = map { $_->{id} } map { @{ $_->{tests} } } @items;
    return $ended->{job}->close_log($has_failed ? 'failed' : 'passed', @names ? "to be run: @names" : ());
}

# The test's own log, of its part of the group's.
sub _write_log {
    my ($self, $test, $part, $ended) = @_;
    my $log = DTPools::Run::Job::log_file($test, $self->{launch});
    unlink $log unless $part->{after};
    return DTPools::Run::Job::add_to_log($log, join '', $part->{after} ? "\n" : '',
        "# test: $test->{id}\n# command: ", DTPools::Run::Job::replay(_single($test, $part->{after}), $self->{launch}),
        "\n# in the group: $ended->{replay}\n", $part->{text},
        sprintf "# time: %.2f s\n# %s\n", $part->{seconds}, join ': ', grep { length } @$part{qw(verdict reason)});
}

1;
