package DTPools::Program::Record;

use strict;
use warnings;
no warnings 'portable';    # addresses
use List::Util qw(max min);

=head1 NAME

DTPools::Program::Record - what the recorder has written, as events of one case

=head1 FUNCTIONS

=head2 read_case($prefix, $ranks, $all, $ended)

Reads the files F<PREFIX.RANK> (their format stands in F<calls/recorder/file.h>). Returns the events of the first case
that failed on any rank; or of case C<$ended>, where it is known which one ended a process; or of the first case that
is the last one of a rank, since others may have gone on: a reference to a list of one list a rank. An event is a hash
with the keys C<do> (C<size>, C<alive>, C<make>, C<commit>, C<call>, C<fill>, C<expect>, C<data>, C<write>, C<read>,
C<number>, C<failed>, C<unrecorded>), and what belongs to it; C<round>, if it belongs to a round of the case; and
C<beside>, if it is beside the operation under test. A field of a status has C<status>, the number and the address of
that one; a call has C<called>, the callbacks that it called, and C<refused>, if one of them returned an error. With
C<$all>, the events of the cases before come first. Nothing if there is no record. Case 0 is what a case opens, a window
perhaps, where no case was begun after that. Dies if the case has more than 100,000 events, as one has that asks again
and again for a value which never comes, or if C<is_whole> does not hold.

=cut

my $MOST_EVENTS = 100_000;

sub read_case {
    my ($prefix, $ranks, $all, $ended) = @_;
    my ($case, @cases) = _find_case($prefix, $ranks, $ended) or return;
    die "it has more than $MOST_EVENTS events\n" if grep { @{ $_->{$case} // [] } >= $MOST_EVENTS } @cases;
    die "some processes had not begun the case\n" unless _is_whole($case, @cases);
    return [map { my $c = $_; [map { @{ $c->{$_} } } $all ? _until($case, $c) : grep { $c->{$_} } $case] } @cases];
}

# Its number, and the cases of each rank; nothing if there is none.
sub _find_case {
    my ($prefix, $ranks, $ended) = @_;
    my @cases = map { _cases("$prefix.$_") } 0 .. $ranks - 1;
    my $failed = min(map { my $c = $_; grep { _has_failed($c->{$_}) } keys %$c } @cases);
    my ($known) = grep { $_ == ($ended // -1) } map { keys %$_ } @cases;
    my $case = $failed // $known // min(map { max(keys %$_) // () } @cases) // return;
    return ($case, @cases);
}

# The cases up to that one; handles that live longer are made once.
sub _until {
    my ($case, $cases) = @_;
    my @numbers = sort { $a <=> $b } grep { $_ <= $case } keys %$cases;
    my %made;
    for my $number (@numbers) {
        my $again = sub { $_[0]{do} =~ /^(?:make|commit|alive|size)\z/
            && $made{"$_[0]{do} " . ($_[0]{handle} // '')}++ };
        $cases->{$number} = [grep { !$again->($_) } @{ $cases->{$number} }];
        for my $handle (map { map { @$_ } values %{ $_->{gave} // {} } } @{ $cases->{$number} }) {
            $made{"$_ $handle"}++ for qw(make commit);
        }
    }
    return @numbers;
}

=head2 handles_of($event)

The handles, or other arguments, that an event names; those of arrays too.

=head2 memory_of($argument)

The memory that an argument stands for: its address, and where it begins and ends, relative to that, by the type's
bounds. Nothing for other arguments.

=head2 entries($argument)

The entries of an argument that is an array.

=cut

sub handles_of {
    my ($event) = @_;
    return map { /^\[(.*)\]\z/ ? split(/,/, $1) : $_ } @{ $event->{args} };
}

sub memory_of {
    my ($argument) = @_;
    my ($at, $lo, $hi) = ($argument // '') =~ /^&(\w+):(-?\d+):(-?\d+)\z/ or return;
    return (hex $at, $lo, $hi);
}

sub entries {
    my ($token) = @_;
    return $token =~ /^\[(.*)\]\z/s ? split(/,/, $1) : ();
}

=head2 is_error($event)

Whether a call returned an error.

=cut

sub is_error {
    my ($event) = @_;
    return ($event->{code} // 0) ne '0';
}

=head2 is_whole($prefix, $ranks, $ended)

Whether all ranks have begun the case, or those that have call nothing which needs the others.

=cut

sub is_whole {
    my ($case, @cases) = _find_case(@_) or return 1;
    return _is_whole($case, @cases);
}

sub _is_whole {
    my ($case, @cases) = @_;
    return 1 unless grep { !$_->{$case} } @cases;
    my $needs_others = sub {
        my ($event) = @_;
        return $event->{do} eq 'call' && $event->{name} !~ /^MPI_(?:Unp|P)ack/
            && grep { /^(?:[CWF]\d+|MPI_COMM_WORLD)\z/ } @{ $event->{args} };
    };
    return !grep { $needs_others->($_) } map { @{ $_->{$case} // [] } } @cases;
}

=head2 must_fail($event)

Whether a call must return an error: one of a class, C<class>, or any, for a callback refuses.

=cut

sub must_fail {
    my ($event) = @_;
    return defined $event->{class} || $event->{refused};
}

sub _has_failed {
    my ($events) = @_;
    return scalar grep { $_->{do} eq 'failed' or $_->{do} eq 'call' && is_error($_) && !must_fail($_) } @$events;
}

sub _cases {
    my ($file) = @_;
    open my $in, '<', $file or return {};
    my (%cases, $now, %where);
    my $kept = 0;
    while (my $line = <$in>) {
        chomp $line;
        if ($line =~ /^case (\d+) (.*)/) {
            delete $cases{0};    # what was opened was opened well
            $kept = _forget_what_was_right(\%cases) if ($kept += @{ $now // [] }) > $MOST_EVENTS;
            $now   = $cases{$1} //= [];
            %where = ();
        }
        elsif ($line =~ /^(round|beside|status) (-?\d+|~\d+ \w+)/) {
            $where{$1} = $2;
        }
        elsif ($now and @$now >= $MOST_EVENTS) {
            push @$now, { do => 'failed' } if $line =~ /^failed /;
        }
        elsif (my $event = $now && _event($now, $line)) {
            $event->{round}  = $where{round} if ($where{round} // -1) >= 0;
            $event->{beside} = 1             if $where{beside};
            $event->{status} = $where{status} if ($event->{what} // '') =~ /^MPI_(?:SOURCE|TAG)\z/;
            push @$now, $event unless _is_class($now, $event);
        }
    }
    return \%cases;
}

# Of a long record only the cases that failed may be asked for.  Returns how many events are left.
sub _forget_what_was_right {
    my ($cases) = @_;
    my $kept = 0;
    for my $events (values %$cases) {
        @$events = () unless _has_failed($events);
        $kept += @$events;
    }
    return $kept;
}

# A call that must return an error has the class in the key C<class>.
sub _is_class {
    my ($now, $event) = @_;
    return 0 unless $event->{do} eq 'number' and $event->{what} eq 'MPI_Error_class';
    my $call = _last_call($now);
    $call->{class} = $event->{expected} if $call;
    return 1;
}

sub _last_call {
    my ($now) = @_;
    my $k = $#$now;
    $k-- while $k >= 0 and $now->[$k]{do} ne 'call';
    return $k < 0 ? undef : $now->[$k];
}

# Events of one line and no other: its pattern, and the keys of what it captures.
my $ALL   = qr/(.*)/s;
my $FILE  = [qr/^"(\S+)" (\w+) (\d+)/, qw(name address n)];
my $BYTES = [qr/^(\w+) (\w+|-)/, qw(address bytes)];
my %PLAIN = (
    alive   => [$ALL, 'n'],
    commit  => [$ALL, 'handle'],
    data    => $BYTES,
    failed  => [qr/^(\S+) (.*)/, qw(kind what)],
    number  => [qr/^(\S+) (\S+) (\S+) (\S+)/, qw(what expected other found)],
    read    => $FILE,
    size    => [qr/^(\w+) (\d+)/, qw(type n)],
    unrecorded => [$ALL, 'why'],
    wants   => $BYTES,
    write   => $FILE,
);
my %OTHER = (
    call => \&_call, called => \&_called, expect => \&_object, fill => \&_object, gave => \&_gave, make => \&_make);

# The event of a line, if it is one, after those there are now.
sub _event {
    my ($now, $line) = @_;
    my ($do, $rest) = $line =~ /^(\w+) (.*)\z/s or return;
    return $OTHER{$do}->($do, $rest, $now) if $OTHER{$do};
    my ($pattern, @keys) = @{ $PLAIN{$do} // return };
    my %event = (do => $do);
    @event{@keys} = $rest =~ $pattern or return;
    $event{address} = hex $event{address} if defined $event{address};
    return \%event;
}

sub _make {
    my ($do, $rest) = @_;
    my ($handle, $name, @args) = split ' ', $rest;
    my ($memory) = map { /^=&(\w+):(\d+)\z/ ? [hex $1, $2] : () } @args;
    return { do => $do, handle => $handle, name => $name, args => [grep { !/^=/ } @args], memory => $memory };
}

sub _call {
    my ($do, $rest) = @_;
    my ($name, @args) = split ' ', $rest;
    return { do => $do, name => $name, args => \@args };
}

# A callback goes to the event of the last call too.
sub _called {
    my (undef, $rest, $now) = @_;
    my $call = _last_call($now) // return;
    my %called;
    @called{qw(which handle value copy flag code)} = map { s/^@//r } split ' ', $rest;
    push @{ $call->{called} }, \%called;
    $call->{refused} = 1 if $called{code};
    return;
}

# What the last call returned goes to its event.
sub _gave {
    my (undef, $rest, $now) = @_;
    my $call = _last_call($now) // return;
    ($call->{code}, my @given) = split ' ', $rest;
    for (@given) {
        push @{ $call->{gave}{$1} }, $2 if /^(\w+)=(.*)\z/;
    }
    return;
}

sub _object {
    my ($do, $rest, $now) = @_;
    my ($address, $parts, $text) = $rest =~ /^(\w+) (\S+) (.*)\z/ or return;
    my @parts = map { _part($_) } grep { $_ ne '-' } split /;/, $parts;
    my $bytes = $do eq 'expect' && @$now && $now->[-1]{do} eq 'wants' ? (pop @$now)->{bytes} : undef;
    return { do => $do, zero => hex $address, text => $text, parts => \@parts, bytes => $bytes };
}

# ELEMENTS:COUNT:OP:START/STRIDE,...
sub _part {
    my ($text) = @_;
    my ($elements, $count, $op, $operands) = split /:/, $text, 4;
    my @operands = map { [split m{/}, $_] } split /,/, $operands // '';
    return { elements => $elements, count => $count, op => $op, operands => \@operands };
}

1;
