package DTPools::Program::Failed;

use strict;
use warnings;
use List::Util qw(first);

use DTPools::Program::Needed;
use DTPools::Program::Said;

=head1 NAME

DTPools::Program::Failed - what failed of a recorded case

=head1 FUNCTIONS

Both take lists of events (L<DTPools::Program::Record>), one a rank.

=head2 note_failures(@ranks)

The comparisons that failed, and the calls that returned a wrong number, know it: C<bad>, C<failure>, C<is_asked>. What
is wrong and known is not reported.

=head2 take_first(@ranks)

Of each rank the first failure that a program can show, not those after it: they may come of what was wrong, and so may
what is unpacked, asked for or looked at in a file then.

=cut

sub note_failures {
    for my $events (@_) {
        for my $k (1 .. $#$events) {
            my ($before, $event) = @$events[$k - 1, $k];
            next unless $event->{do} eq 'failed';
            _note_attribute($events, $k) if $event->{what} =~ /_get_attr:/;
            next unless _is_wrong($before);
            @$before{qw(bad failure)} = (1, $event);
            _wait_for_exposure($events, $k) if $event->{what} =~ /^MPI_Win_test: .*expected 0/;
            _note_question($events, $k - 1) if $before->{do} eq 'number' && $before->{what} =~ /^MPI_/;
        }
    }
    return;
}

# The call that returned a number which was wrong: the last one that returned it, of those that it names if any did.
sub _note_question {
    my ($events, $at) = @_;
    my ($what, $found) = @{ $events->[$at] }{qw(what found)};
    my $returned = sub { $_[0]{do} eq 'call' && grep { $_ eq $found } map { @$_ } values %{ $_[0]{gave} // {} } };
    my @before = reverse 0 .. $at - 1;
    my $call   = (first { ($events->[$_]{name} // '') eq $what && $returned->($events->[$_]) } @before)
        // (first { $returned->($events->[$_]) } @before) // return;
    $events->[$call]{is_asked} = 1;
    return;
}

# The call that returned an attribute which was wrong.
sub _note_attribute {
    my ($events, $at) = @_;
    my ($name, $keyval) = $events->[$at]{what} =~ /^(\w+): (?:key|(MPI_WIN_\w+))/ or return;
    my $asks = sub { ($_[0]{name} // '') eq $name && (!defined $keyval || $_[0]{args}[1] eq $keyval) };
    my $call = first { $asks->($_) } reverse @$events[0 .. $at - 1];
    $call->{is_asked} = 1 if $call;
    return;
}

# An exposure epoch that was said to end too soon ends before the window is freed, or exposed again.
sub _wait_for_exposure {
    my ($events, $from) = @_;
    my ($test) = grep { ($_->{name} // '') eq 'MPI_Win_test' } reverse @$events[0 .. $from - 1] or return;
    my $win = $test->{args}[0];
    my $ends = sub { $_[0]{do} eq 'call' && $_[0]{name} =~ /^MPI_Win_(?:free|post|fence|lock)/
        && grep { $_ eq $win } @{ $_[0]{args} } };
    my $at = (first { $ends->($events->[$_]) } $from .. $#$events) // @$events;
    splice @$events, $at, 0, { do => 'call', name => 'MPI_Win_wait', args => [$win], code => 0 };
    return;
}

# Whether a failure right after an event is of what it compares.
sub _is_wrong {
    my ($event) = @_;
    return 1 if $event->{do} eq 'expect';
    return $event->{do} eq 'number' && !grep { $event->{found} eq $_ } @$event{qw(expected other)};
}

sub take_first {
    for my $events (@_) {
        my $first = first { _is_shown($events, $_) } 0 .. $#$events;
        next unless defined $first;
        my @after = splice @$events, $first + 1;
        push @$events, grep { !_may_follow_from_failure($_) } @after;
    }
    return;
}

sub _is_shown {
    my ($events, $k) = @_;
    my $event = $events->[$k];
    return if $event->{do} ne 'failed';
    return $k > 0 && _is_wrong($events->[$k - 1]) || $event->{kind} eq 'contents'
        || DTPools::Program::Said::is_said($event->{what});
}

sub _may_follow_from_failure {
    my ($event) = @_;
    return $event->{do} =~ /^(?:expect|failed|number|read|write)\z/ || DTPools::Program::Needed::is_query($event)
        || $event->{do} eq 'call' && $event->{name} =~ /^MPI_(?:Unp|P)ack(?!_size)/;
}

1;
