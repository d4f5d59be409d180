package DTPools::Program::End;

use strict;
use warnings;
use List::Util qw(first uniq);

use DTPools::Program::Record;

=head1 NAME

DTPools::Program::End - how the statements of a rank end

=head1 SYNOPSIS

    $program->{ends_early} = grep { DTPools::Program::End::is_early(@$_) } @ranks;
    DTPools::Program::End::end($program, $rank, \@events);

=head1 FUNCTIONS

=head2 is_early(@events)

Whether a rank's events end by a call that does not return, or returns an error that it must not.

=head2 end($self, $rank, \@events)

Adds the statements that close epochs and free handles. Where the case ended early, what followed on all ranks is not
known: several ranks end there.

=cut

my %FREE = (
    T => 'MPI_Type_free', C => 'MPI_Comm_free', W => 'MPI_Win_free', F => 'MPI_File_close',
    G => 'MPI_Group_free', O => 'MPI_Op_free', I => 'MPI_Info_free',
    K => 'MPI_Type_free_keyval',
);
my $MANY_FREED = 4;

sub is_early {
    my (@events) = @_;
    my $last = first { $_->{do} eq 'call' } reverse @events;
    return $last && (!defined $last->{code} || DTPools::Program::Record::is_error($last)
        && !DTPools::Program::Record::must_fail($last));
}

sub end {
    my ($self, $rank, $events) = @_;
    if (@{ $self->{ranks} } > 1 and is_early(@$events)) {
        $rank->say('MPI_Abort(MPI_COMM_WORLD, errors > 0); /* other ranks may wait for what is not here */');
        return;
    }
    if (_refuses_a_window(@$events)) {
        $rank->say('MPI_Abort(MPI_COMM_WORLD, errors > 0); /* if there is a window, nobody frees it */');
        return;
    }
    _close_epochs($self, $rank, @$events) if $self->{ends_early};
    # One that is made again was freed, by a call that is left out.
    my @freed = grep { $FREE{ substr $_, 0, 1 } } uniq(reverse @{ $rank->{live} });
    my @frees = map { $FREE{ substr $_, 0, 1 } . '(&' . $rank->handle($_) . ');' } @freed;
    $rank->say(_frees(@frees));
    $rank->say("for (int i = 0; i < $rank->{alive}; i++)", '    MPI_Type_free(&more[i]);') if $rank->{alive};
    return;
}

sub _refuses_a_window {
    my (@events) = @_;
    my $last = first { $_->{do} eq 'call' } reverse @events;
    return $last && $last->{name} =~ /^MPI_Win_(?:create|allocate)/ && DTPools::Program::Record::is_error($last);
}

# What ends the epoch that a call begins, and with which of its arguments; a fence begins one unless it says otherwise.
my %ENDS_EPOCH = (
    MPI_Win_fence    => ['MPI_Win_fence'],
    MPI_Win_lock     => ['MPI_Win_unlock', 1],
    MPI_Win_lock_all => ['MPI_Win_unlock_all'],
    MPI_Win_start    => ['MPI_Win_complete'],
    MPI_Win_post     => ['MPI_Win_wait'],
);
my %IS_END = map { $_->[0] => 1 } values %ENDS_EPOCH;

# Epochs that are open where the case ended: the calls after that are not recorded.
sub _close_epochs {
    my ($self, $rank, @events) = @_;
    my %ends;
    for my $event (grep { $_->{do} eq 'call' } @events) {
        my ($name, @args) = ($event->{name}, @{ $event->{args} });
        delete $ends{ join ' ', $name, $name eq 'MPI_Win_unlock' ? $args[0] : (), $args[-1] } if $IS_END{$name};
        my ($end, @which) = @{ $ENDS_EPOCH{$name} // next };
        my $is_last = $name eq 'MPI_Win_fence' && $args[0] =~ /MPI_MODE_NOSUCCEED/;
        my @with = $name eq 'MPI_Win_fence' ? 0 : @args[@which];
        $ends{ join ' ', $end, @args[@which, -1] } = [$end, \@with, $args[-1]] unless $is_last;
    }
    for my $key (sort keys %ends) {
        my ($end, $with, $win) = @{ $ends{$key} };
        $rank->say("$end(" . join(', ', @$with, $rank->handle($win)) . ');');
    }
    return;
}

# Statements that free handles: many that follow each other become a loop.
sub _frees {
    my (@lines) = @_;
    my (@done, @run);
    for my $line (@lines, '') {
        my ($free, $k) = $line =~ /^(.*)\[(\d+)\]\);\z/;
        if (@run and (!defined $k or $run[0]{free} ne $free or $run[-1]{k} - 1 != $k)) {
            my ($first, $last) = @run[0, -1];
            push @done, @run < $MANY_FREED ? map { $_->{line} } @run
                : ("for (int i = $first->{k}; i >= $last->{k}; i--)", "    $first->{free}\[i]);");
            @run = ();
        }
        push @run, { line => $line, free => $free, k => $k } if defined $k;
        push @done, $line if !defined $k && length $line;
    }
    return @done;
}

1;
