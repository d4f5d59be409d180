package DTPools::Program::Completions;

use strict;
use warnings;

use DTPools::Program::Record;

=head1 NAME

DTPools::Program::Completions - which request is complete, and when, is the MPI's to say, not the program's

=head1 FUNCTIONS

=head2 settle($events)

Requests of a rank's events are waited for one by one, as they were completed; where no status, flag or the like was
wrong, they are not asked whether they are complete. Dies where one was completed twice.

=head2 waits_for_flag($event)

Whether a call of a program is made again until its flag is set: what had arrived, or was complete, is so sooner or
later, unless it must not be.

=head2 demand_own_error($event)

Dies where a call that completes some of several requests says of one that it has not failed: which has failed is the
MPI's to say.

=head2 note_choice($rank, $event)

Which of several requests a call completes is the MPI's to choose: what the rank compares later holds for the choice
that was recorded.

=cut

# A request that is waited for by itself has its status at an address of its own.
my $STATUSES = 1 << 56;

sub settle {
    my ($events) = @_;
    my $completes = sub { $_[0]{do} eq 'call' && $_[0]{name} =~ /^MPI_(?:Test|Wait)(?:any|some|all)?\z/ };
    _demand_single_completions(grep { $_->{do} eq 'call' } @$events);
    @$events = map { $completes->($_) ? _waits($_) : $_ } @$events;
    @$events = _without_questions(@$events) unless grep { $_->{do} eq 'number' && $_->{bad} } @$events;
    return;
}

# Whether a request is complete is not asked where it is not, or is waited for before anything is compared.
sub _without_questions {
    my (@kept, %is_waited_for);
    for my $event (reverse @_) {
        my @args = map { DTPools::Program::Record::entries($_), $_ } @{ $event->{args} // [] };
        %is_waited_for = () if $event->{do} eq 'expect';
        @is_waited_for{@args} = (1) x @args if $event->{do} eq 'call' && $event->{name} =~ /^MPI_Wait/;
        my $is_vain = _asks($event) && ($is_waited_for{ $args[0] } || !$event->{gave}{flag}[0]);
        unshift @kept, $event unless $is_vain;
    }
    return @kept;
}

sub _asks {
    my ($event) = @_;
    return $event->{do} eq 'call' && $event->{name} eq 'MPI_Request_get_status' && ($event->{code} // 1) eq '0';
}

# Of a request that is complete twice, the second time is another one's: not to be known which.
sub _demand_single_completions {
    my (@calls) = @_;
    my %is_complete;
    for my $event (@calls) {
        my @requests = map { DTPools::Program::Record::entries($_), $_ } @{ $event->{args} };
        delete @is_complete{@requests} if $event->{name} =~ /^MPI_Start/;
        for my $request ($event->{name} =~ /(?:any|some)\z/ ? _completed($event) : ()) {
            die "a request is said to be complete twice\n" if $is_complete{$request}++;
        }
    }
    return;
}

sub _waits {
    my ($event) = @_;
    my ($name, $gave) = ($event->{name}, $event->{gave} // {});
    return $event if $name =~ /^MPI_Wait(?:all)?\z/ or !$event->{gave} or ($event->{code} // 1) ne '0';
    return $event if $event->{is_asked};
    my ($flag) = @{ $gave->{flag} // [1] };
    return () unless $flag;
    my @args = @{ $event->{args} };
    return { %$event, name => 'MPI_Wait',    args => [@args[0, 2]] }    if $name eq 'MPI_Test';
    return { %$event, name => 'MPI_Waitall', args => [@args[0, 1, 3]] } if $name eq 'MPI_Testall';
    my @which    = _completed($event);
    my @statuses = @{ $gave->{status} // $gave->{array_of_statuses} // [] };
    return map {
        my ($number) = $which[$_] =~ /^R(\d+)\z/;
        my $status   = defined $number && @statuses ? sprintf '&%x:0:1', $STATUSES + $number : 'MPI_STATUS_IGNORE';
        my $gave     = { status => [$statuses[$_] // ()] };
        +{ %$event, name => 'MPI_Wait', args => [$which[$_], $status], gave => $gave };
    } 0 .. $#which;
}

# Of several requests, those that a call has completed.
sub _completed {
    my ($event) = @_;
    my $gave = $event->{gave} // {};
    my @requests = DTPools::Program::Record::entries($event->{args}[1]);
    return @requests[grep { $_ >= 0 } @{ $gave->{index} // $gave->{array_of_indices} // [] }];
}

my $ASKS_WHETHER = qr/^MPI_(?:Parrived|Iprobe|Improbe|Test|Testall|Testany|Request_get_status)\z/;

sub waits_for_flag {
    my ($event) = @_;
    return $event->{name} =~ $ASKS_WHETHER && !$event->{is_asked} && ($event->{gave}{flag} // [0])->[0];
}

sub demand_own_error {
    my ($event) = @_;
    die "which operation failed is the MPI's to say\n"
        if ($event->{class} // '') eq '0'
        and DTPools::Program::Record::is_error($event)
        and $event->{name} =~ /(?:any|some)\z/;
    return;
}

sub note_choice {
    my ($rank, $event) = @_;
    return if $event->{name} !~ /^MPI_(?:Wait|Test)(?:any|some)\z/;
    return if 2 > grep { /^R/ } DTPools::Program::Record::entries($event->{args}[1]);
    my $gave = $event->{gave} // {};
    my @same;
    for my $param (grep { $gave->{$_} } qw(flag outcount index array_of_indices)) {
        my ($array, $first) = ($rank->{results}{$param} // '') =~ /^(\w+)\[(\d+)\]\z/ or next;
        my @values = @{ $gave->{$param} };
        push @same, map { "$array\[" . ($first + $_) . "] == $values[$_]" } grep { $values[$_] >= 0 } 0 .. $#values;
    }
    $rank->as_recorded(join ' && ', @same) if @same;
    return;
}

1;
