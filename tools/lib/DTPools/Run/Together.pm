package DTPools::Run::Together;

use strict;
use warnings;

use DTPools::Run::Group;
use DTPools::Run::Job;
use DTPools::Run::Output;
use DTPools::Run::Result;

=head1 NAME

DTPools::Run::Together - what became of tests that shared a job

=head1 DESCRIPTION

Which failures count, and what is run again, stands in L<DTPools::Run::Course>.

=head1 FUNCTIONS

=head2 take($course, $ended)

Takes in what became of a job of several tests, for a L<DTPools::Run::Course>, and returns what its C<take> does.

=cut

sub take {
    my ($course, $ended) = @_;
    my @tests = @{ $ended->{item}{tests} };
    my @parts = _parts_of($ended);
    return _take_odd($course, $ended, scalar @parts) if _is_odd($ended, @parts);
    my ($has_failed, $goes_on, $trouble, @results, @items, @again) = (0, 0);
    for my $part (@parts) {
        my $test  = shift @tests;
        my $fails = $part->{verdict} eq 'failed';
        my ($result, $after, $item);
        if (!$fails or _counts($course, $part, $has_failed)) {
            ($result, $after, $item) = $course->take_part($test, $part);
            $trouble //= _write_log($course, $test, $part, $ended) // DTPools::Run::Result::add_verdict($result, $part);
        }
        else {
            $course->note_failure($test, $ended, @$part{qw(text reason)}) unless $has_failed;
        }
        $has_failed ||= $fails;
        if ($result)                { push @results, $result }
        elsif ($item)               { push @items, $item }
        elsif (!$part->{is_over})   { ($goes_on, @tests) = ($after // 0, $test, @tests) }
        elsif (defined $after)      { push @items, $course->single($test, $after) }
        else                        { push @again, $test }
    }
    $course->{budget}->give_back(grep { !$course->has_begun($_) } @tests) if $course->{budget};
    push @items, $course->item(0, @again) if @again;
    push @items, { %{ $course->item($goes_on, @tests) }, comes_first => $ended->{item}{comes_first} } if @tests;
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
            %$section, verdict => $verdict, reason => $reason // (DTPools::Run::Result::verdict($ended))[1],
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
    my ($course, $part, $has_failed) = @_;
    return 1 if $part->{is_alone};
    my $text = $part->{text};
    return $course->is_confirmed($text) if $part->{is_over};
    return 0 if $has_failed or !$course->{launch}{restarts} or DTPools::Run::Output::has_verdict($text);
    my (undef, $kind) = DTPools::Run::Output::ended_in($text, 0);
    return (DTPools::Run::Output::known_end($text, 0))[1] || defined $kind && $kind ne 'ended';
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
sub _take_odd {
    my ($course, $ended, $is_over) = @_;
    my @tests  = @{ $ended->{item}{tests} };
    my $reason = (DTPools::Run::Result::verdict($ended))[1];
    $course->note_failure($is_over ? ($tests[-1], $ended, $ended->{text}, "all tests were over, but then: $reason")
        : ($tests[0], $ended, $ended->{text}, $reason));
    my ($first, @items) = map { $course->single($_) } @tests;
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
    my ($course, $test, $part, $ended) = @_;
    my $log = DTPools::Run::Job::log_file($test, $course->{launch});
    unlink $log unless $part->{after};
    my $command = DTPools::Run::Job::replay($course->single($test, $part->{after}), $course->{launch});
    return DTPools::Run::Job::add_to_log($log, join '', $part->{after} ? "\n" : '',
        "# test: $test->{id}\n# command: $command\n# in the group: $ended->{replay}\n", $part->{text},
        sprintf "# time: %.2f s\n# %s\n", $part->{seconds}, join ': ', grep { length } @$part{qw(verdict reason)});
}

1;
