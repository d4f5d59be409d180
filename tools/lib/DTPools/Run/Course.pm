package DTPools::Run::Course;

use strict;
use warnings;

use DTPools::Calls;
use DTPools::Run::Group;
use DTPools::Run::Job;
use DTPools::Run::Output;
use DTPools::Run::Result;
use DTPools::Run::Together;

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

=head2 item($after, @tests), single($test, $after)

What L<DTPools::Run::Together> has to run again: tests of which the first one goes on after a case, 0 if it has not
begun; one test.

=head2 take_part($test, $part)

Takes in a part of a test. Returns the result of the test; or, where it goes on, nothing and after which case; or, where
the case that failed in a group is to be run by itself, nothing, nothing and that item.

=head2 note_failure($test, $ended, $text, $reason)

Notes that a test failed with others in a job, and is to be run again.

=head2 is_confirmed($text)

Whether a test that prints this fails as others have failed alone, and in no other way.

=cut

my $TIMES_THE_LIMIT = 3;

sub new {
    my ($class, %arg) = @_;
    return bless { %arg, parts => {}, grouped => {}, has_begun => {}, confirmed => {} }, $class;
}

sub items {
    my ($self, @tests) = @_;
    return map { $self->single($_) } @tests unless $self->{launch}{groups};
    my (%has, @first, @others);
    push @{ $has{ DTPools::Run::Group::program($_) }++ ? \@others : \@first }, $_ for @tests;
    return $self->_items(@tests) if @first == 1 or !defined $self->{launch}{shared};
    return ((map { { %$_, comes_first => 1 } } $self->_items(@first)), $self->_items(@others));
}

sub _items {
    my ($self, @tests) = @_;
    my $are_shared = defined $self->{launch}{shared};
    return map { $self->item(0, @$_) } DTPools::Run::Group::chunks($self->{cores}, $are_shared, @tests);
}

sub item {
    my ($self, $after, @tests) = @_;
    return $self->single($tests[0], $after) if @tests == 1;
    my %programs = map { $_->{family} => 1 } @tests;
    my $program  = keys %programs > 1 ? 'several' : $tests[0]{family} =~ s{/}{-}gr;
    return {
        %{ $self->single($tests[0], $after) },
        tests => \@tests, group => "$program-" . ++$self->{number}, is_shared => keys %programs > 1,
    };
}

sub single {
    my ($self, $test, $after) = @_;
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
        ? DTPools::Run::Together::take($self, $ended)
        : $self->_take_single($ended);
    return ([], [], $trouble) if defined $trouble;
    return ($results, $items);
}

sub _take_single {
    my ($self, $ended) = @_;
    return $self->_take_case($ended) if $ended->{item}{options};
    my $test = $ended->{item}{tests}[0];
    my ($verdict, $reason) = DTPools::Run::Result::verdict($ended);
    my %part = (verdict => $verdict, reason => $reason, is_alone => 1, after => $ended->{item}{after},
        map { $_ => $ended->{$_} } qw(seconds text));
    my ($result, $after, $item) = $self->take_part($test, \%part);
    my $trouble = $ended->{job}->close_log($verdict, $reason) // DTPools::Run::Result::add_verdict($result, \%part);
    return $result ? ([$result], [], $trouble) : ([], [$item // $self->single($test, $after)], $trouble);
}

sub take_part {
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

sub note_failure {
    my ($self, $test, $ended, $text, $reason) = @_;
    $self->{has_begun}{ $test->{id} } = 1;
    $self->{grouped}{ $test->{id} } =
        { text => $text, reason => $reason, log => $ended->{log}, replay => $ended->{replay} };
    return;
}

sub is_confirmed {
    my ($self, $text) = @_;
    my @ways = _ways($text);
    return @ways && !grep { !$self->{confirmed}{$_} } @ways;
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
    # Only known issues ended it: skipped, which becomes passed if cases were verified (DTPools::Run::Result).
    $part->{verdict} = (grep { $_->{verdict} ne 'known' } @$parts) ? 'failed' : 'skipped';
    return 1;
}

sub _times {
    my ($n, $what) = @_;
    return $n == 1 ? "a $what" : "$n ${what}s";
}

sub _result {
    my ($self, $test) = @_;
    my $result = {
        test => $test, DTPools::Run::Result::of_parts(@{ delete $self->{parts}{ $test->{id} } }),
        log    => DTPools::Run::Job::log_file($test, $self->{launch}),
        replay => DTPools::Run::Job::replay($self->single($test), $self->{launch}),
    };
    my $grouped = delete $self->{grouped}{ $test->{id} };
    return $result if !$grouped or $result->{verdict} eq 'failed';
    my @options = DTPools::Run::Output::options_of_case($grouped->{text});
    return DTPools::Run::Result::failed_in_group($result, $grouped) unless @options;
    return (undef, undef, { %{ $self->single($test) }, options => \@options, in_group => [$result, $grouped] });
}

# What became of the case that failed in a group, by itself.
sub _take_case {
    my ($self, $ended) = @_;
    my $item = $ended->{item};
    my ($result, $grouped) = @{ $item->{in_group} };
    my ($verdict, $reason) = DTPools::Run::Result::verdict($ended);
    $result = $verdict eq 'failed' ? $self->_case_failed($ended, $result, $reason)
        : DTPools::Run::Result::failed_in_group($result, $grouped);
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
        reason   => DTPools::Run::Result::reason({ after => 0, case => $case, kind => $kind, reason => $reason }),
        messages => [DTPools::Run::Output::messages($text)],
        replay   => $ended->{replay},
    };
}

1;
