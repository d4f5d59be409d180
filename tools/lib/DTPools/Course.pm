package DTPools::Course;

use strict;
use warnings;

use DTPools::Group;
use DTPools::Job;
use DTPools::Output;

=head1 NAME

DTPools::Course - from tests to jobs, and from jobs to results

=head1 SYNOPSIS

    my $course = DTPools::Course->new(tests => \@tests, cores => 8, launch => $launch);
    my @items = $course->items;
    my ($results, $more, $trouble) = $course->take($job->ended($status));

=head1 DESCRIPTION

A test that ends early, by a crash, a hang or an error of MPI, goes on after the case that it ended in: its result is
made of all its parts. The setting C<restarts> of C<$launch> is how often that is done for a test, 0 unless it is given,
and C<hangs> after how many hangs it is not done any more; after that, after three times its limit of time, or when
C<budget>, a L<DTPools::Budget>, is spent, it is given up.

What ends a test early is noted in C<endings>, a L<DTPools::Endings>, if there is one.

With the setting C<groups>, tests of one program share a job (L<DTPools::Group>). What does not pass there is run alone,
after the case that it ended in if it did, and the rest of the group goes on in a new job, or alone if nothing of the
group passed or ended in a case. A test that passes only when it is alone has failed.

A result is a hash: C<test>, C<verdict> (C<passed>, C<failed> or C<skipped>), C<reason>, C<seconds>, C<log>, C<replay>,
C<messages> (lines to show), C<cases> (C<verified>, C<known>, C<avoided>, C<untried>; if the test tells), C<known> (see
L<DTPools::Output>).

=head1 FUNCTIONS

=head2 new(tests => \@tests, cores => $cores, launch => $launch, budget => $budget, endings => $endings)

=head2 items

What is to be run first, for L<DTPools::Job>.

=head2 has_begun($test)

Whether a part of a test has been run, or a group in which it failed, so that what follows of it has to be run.

=head2 take($ended)

Takes in what became of a job. Returns the results that are known now, what is to be run further, and why nothing more
can be run, if so; the first two as references to lists.

=cut

my $TIMES_THE_LIMIT = 3;

sub new {
    my ($class, %arg) = @_;
    return bless { %arg, parts => {}, grouped => {} }, $class;
}

sub items {
    my ($self) = @_;
    my @tests = @{ $self->{tests} };
    return map { _single($_) } @tests unless $self->{launch}{groups};
    return map { @$_ > 1 ? $self->_group(@$_) : _single(@$_) } DTPools::Group::chunks($self->{cores}, @tests);
}

sub _single {
    my ($test, $after) = @_;
    return { tests => [$test], procs => $test->{procs}, mem => $test->{mem}, after => $after // 0 };
}

sub _group {
    my ($self, @tests) = @_;
    my $name = $tests[0]{family} =~ s{/}{-}gr . '-' . ++$self->{number};
    return { tests => \@tests, procs => $tests[0]{procs}, mem => $tests[0]{mem}, group => $name };
}

sub has_begun {
    my ($self, $test) = @_;
    return exists $self->{parts}{ $test->{id} } || exists $self->{grouped}{ $test->{id} };
}

sub take {
    my ($self, $ended) = @_;
    return ([], [], $ended->{trouble}) if defined $ended->{trouble};
    my ($results, $items, $trouble) = defined $ended->{item}{group}
        ? $self->_take_group($ended)
        : $self->_take_part($ended);
    return defined $trouble ? ([], [], $trouble) : ($results, $items);
}

# ---- a test alone ----

sub _take_part {
    my ($self, $ended) = @_;
    my ($item, $text) = @$ended{qw(item text)};
    my $test  = $item->{tests}[0];
    my $parts = $self->{parts}{ $test->{id} } //= [];
    my ($verdict, $reason) = _verdict($ended);
    my %part = (verdict => $verdict, reason => $reason, seconds => $ended->{seconds}, text => $text,
        after => $item->{after}, cases => scalar DTPools::Output::cases($text));
    if ($verdict eq 'failed' and !DTPools::Output::told_verdict($text)) {
        @part{qw(case kind)} = DTPools::Output::ended_in($text, $item->{after});
        my ($known, $is_all) = DTPools::Output::known_end($text, $item->{after});
        @part{qw(case kind)} = ($known, 'known failure') if defined $known;
        $part{verdict} = 'known' if $is_all;
    }
    push @$parts, \%part;
    $self->_note_ending($test, \%part);
    my $trouble = $ended->{job}->close_log($verdict, $reason);
    return ([], [], $trouble) if defined $trouble;
    return ([], [_single($test, $part{case})]) if defined $part{case} and !$self->_give_up($test, $parts);
    my $result = $self->_result($ended);
    delete $self->{parts}{ $test->{id} };
    $trouble = DTPools::Job::add_to_log($ended->{log}, "# $result->{verdict}: $result->{reason}\n")
        if $result->{reason} ne $reason;
    return ([$result], [], $trouble);
}

sub _note_ending {
    my ($self, $test, $part) = @_;
    $self->{endings}->note($test, $part->{kind}, $part->{text}) if $self->{endings} and defined $part->{kind};
    return;
}

sub _give_up {
    my ($self, $test, $parts) = @_;
    my $most = $self->{launch}{restarts} || return 1;
    my $time = $TIMES_THE_LIMIT * $test->{limit} * $self->{launch}{scale};
    my $seconds = 0;
    $seconds += $_->{seconds} for @$parts;
    my $hangs = grep { ($_->{kind} // '') eq 'hang' } @$parts;
    $parts->[-1]{given_up} =
          (grep { $_->{verdict} ne 'known' } @$parts) > $most ? 'given up after ' . _times($most, 'restart')
        : $seconds >= $time                                   ? sprintf 'given up after %.0f s', $seconds
        : $hangs >= ($self->{launch}{hangs} // $hangs + 1)    ? 'given up after ' . _times($hangs, 'hang')
        : $self->{budget} && $self->{budget}->is_spent        ? 'given up, since the time of the run is spent'
        :                                                       return 0;
    $parts->[-1]{verdict} = 'failed';
    return 1;
}

sub _times {
    my ($n, $what) = @_;
    return $n == 1 ? "a $what" : "$n ${what}s";
}

sub _result {
    my ($self, $ended) = @_;
    my $test   = $ended->{item}{tests}[0];
    my $parts  = $self->{parts}{ $test->{id} };
    my @failed = grep { $_->{verdict} eq 'failed' } @$parts;
    my $text   = join "\n", map { $_->{text} } @failed ? @failed : @$parts;
    my %result = (
        test => $test, verdict => @failed ? 'failed' : $parts->[-1]{verdict}, seconds => 0,
        reason   => @failed ? join('; ', map { _reason($_) } @failed) : $parts->[-1]{reason},
        log      => $ended->{log}, replay => DTPools::Job::replay(_single($test), $self->{launch}),
        messages => [DTPools::Output::messages($text)],
        cases    => scalar _sum(map { $_->{cases} } @$parts),
        known    => _sum_of_known(map { DTPools::Output::known($_->{text}) } @$parts),
    );
    $result{seconds} += $_->{seconds} for @$parts;
    my $grouped = delete $self->{grouped}{ $test->{id} };
    return $grouped && !@failed ? _failed_in_group(\%result, $grouped) : \%result;
}

sub _reason {
    my ($part) = @_;
    my ($case, $kind, $reason) = @$part{qw(case kind reason)};
    return $part->{after} ? "$reason after case $part->{after}" : $reason unless defined $case;
    my $told = ($kind // 'end') . " in case $case";
    $told .= ": $reason" unless $reason =~ /^exit status/;
    return join '; ', $told, defined $part->{given_up} ? "$part->{given_up}, cases after $case are untried" : ();
}

sub _sum {
    my @counts = grep { defined } @_ or return;
    my %sum;
    for my $name (@DTPools::Output::COUNTS) {
        $sum{$name} += $_->{$name} for @counts;
    }
    return \%sum;
}

sub _sum_of_known {
    my %sum;
    for my $known (@_) {
        for my $issue (keys %$known) {
            $sum{$issue}{$_} += $known->{$issue}{$_} for @DTPools::Output::KNOWN_COUNTS;
        }
    }
    return \%sum;
}

sub _failed_in_group {
    my ($result, $grouped) = @_;
    my $alone = $result->{verdict} eq 'passed' ? 'passes alone' : 'is skipped alone';
    return {
        %$result,
        verdict  => 'failed',
        reason   => "fails in a group of tests and $alone: $grouped->{reason}",
        messages => [DTPools::Output::messages($grouped->{text})],
        log      => $grouped->{log}, replay => $grouped->{replay},
    };
}

# ---- a group ----

sub _take_group {
    my ($self, $ended) = @_;
    my $section = DTPools::Group::sections($ended->{text});
    my @left    = @{ $ended->{item}{tests} };
    my (@done, @again, $after);
    while (my $test = shift @left) {
        my $found = $section->{ DTPools::Job::name_in_group($test) };
        my ($verdict, $reason) = DTPools::Group::verdict($found);
        if ($verdict eq 'failed') {
            push @again, $test;
            last if $found and (DTPools::Output::known_end($found->{text}, 0))[1];
            $self->_note_failure($test, $ended, $reason, $found);
            $after = $self->_ended_in_group($test, $ended, $found);
            last;
        }
        push @done, $self->_result_in_group($test, $ended, $found, $verdict, $reason);
    }
    if (!@again and (defined $ended->{why} or $ended->{status} != 0)) {
        @again = map { $_->{test} } splice @done;
        $self->_note_failure($again[-1], $ended, 'all tests passed, but then: ' . (_verdict($ended))[1]);
    }
    my @verdict = @again ? (failed => 'run again alone: ' . join ' ', map { $_->{id} } @again) : 'passed';
    my $trouble = $ended->{job}->close_log(@verdict);
    ($trouble) = grep { defined } map { _write_log($_, $ended) } @done unless defined $trouble;
    my @items = map { _single($_, $after) } @again;
    push @items, (@done || defined $after) && @left > 1 ? $self->_group(@left) : map { _single($_) } @left;
    return (\@done, \@items, $trouble);
}

sub _note_failure {
    my ($self, $test, $ended, $reason, $found) = @_;
    $self->{grouped}{ $test->{id} } = {
        reason => $reason // (_verdict($ended))[1], text => $found ? $found->{text} : $ended->{text},
        log    => $ended->{log}, replay => $ended->{replay},
    };
    return;
}

# What ends in a case need not do so again: what the group has tried of the test is its first part.  Returns that case.
sub _ended_in_group {
    my ($self, $test, $ended, $found) = @_;
    my ($case, $kind) = $found ? DTPools::Output::ended_in($found->{text}, 0) : ();
    return unless defined $kind and $kind ne 'ended' and $self->{launch}{restarts}
        and !DTPools::Output::told_verdict($found->{text});
    my ($text, $seconds) = @$found{qw(text seconds)};
    my %part = (verdict => 'failed', reason => (_verdict($ended))[1], seconds => $seconds, text => $text, after => 0,
        case => $case, kind => $kind, cases => scalar DTPools::Output::cases($text));
    $self->{parts}{ $test->{id} } = [\%part];
    delete $self->{grouped}{ $test->{id} };
    $self->_note_ending($test, \%part);
    _write_log({ %part, test => $test, log => DTPools::Job::log_file($test, $self->{launch}),
        replay => DTPools::Job::replay(_single($test), $self->{launch}) }, $ended);
    return $case;
}

# Passed, failed or skipped; and why.
sub _verdict {
    my ($ended) = @_;
    return (failed => $ended->{why}) if defined $ended->{why};
    return DTPools::Output::verdict($ended->{status}, $ended->{text});
}

sub _result_in_group {
    my ($self, $test, $ended, $found, $verdict, $reason) = @_;
    return {
        test     => $test,
        verdict  => $verdict,
        reason   => $reason,
        seconds  => $found->{seconds},
        text     => $found->{text},
        log      => DTPools::Job::log_file($test, $self->{launch}),
        replay   => DTPools::Job::replay(_single($test), $self->{launch}),
        messages => [],
        cases    => scalar DTPools::Output::cases($found->{text}),
        known    => DTPools::Output::known($found->{text}),
    };
}

# The test's own log, of its part of the group's.
sub _write_log {
    my ($result, $ended) = @_;
    unlink $result->{log};
    return DTPools::Job::add_to_log($result->{log}, join '',
        "# test: $result->{test}{id}\n# command: $result->{replay}\n# in the group: $ended->{replay}\n",
        delete $result->{text},
        sprintf "# time: %.2f s\n# %s\n", $result->{seconds}, join ': ', grep { length } @$result{qw(verdict reason)});
}

1;
