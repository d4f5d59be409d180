package DTPools::Program::Needed;

use strict;
use warnings;
use List::Util qw(max min);

use DTPools::Calls;
use DTPools::Program::Contents;
use DTPools::Program::Memory;
use DTPools::Program::Objects;
use DTPools::Program::Record;

=head1 NAME

DTPools::Program::Needed - what of a recorded case its program needs

=head1 FUNCTIONS

Lists of events (L<DTPools::Program::Record>), one a rank, lose what is not needed.

=head2 take_few($self, @ranks)

Of the rounds, the first that failed; not what is beside the operation, unless it is what failed; no accesses and
packs of nothing.

=head2 simplify($self, @ranks)

Numbers that were right go with the queries that returned them, if these returned; comparisons that found nothing, where
others found something; objects that no call touches; types that nothing uses; what a process by itself does after its
last failure.

=head2 is_query($event)

Whether it is a call that only returns something.

=head2 shared_handles(@ranks)

Communicators, windows and files that some rank uses within the case, and what they were made of.

=head2 drop_unused_handles($events, @shared)

Communicators, windows and files other than these are not made, and so not freed; info objects of those neither.

=cut

my $MARGIN = $DTPools::Program::Objects::MARGIN;

my $ENDS = qr/^MPI_(?:Comm_free|Comm_disconnect|Win_free|Win_attach|File_close|Group_free)\z/;

sub drop_unused_handles {
    my ($events, @shared) = @_;
    my %shared = map { $_ => 1 } @shared;
    my @made   = grep { /^[CWF]/ } map { $_->{do} eq 'make' ? $_->{handle} : () } @$events;
    my %unused = map { $_ => 1 } grep { !$shared{$_} } @made;
    my $is_of_unused = sub {
        my ($event) = @_;
        return $unused{ $event->{handle} } if $event->{do} eq 'make';
        return $event->{do} eq 'call' && $event->{name} =~ $ENDS && $unused{ $event->{args}[0] };
    };
    @$events = grep { !$is_of_unused->($_) } @$events;
    _drop_unused($events, info => qr/^MPI_Info_(?:create|set|free)\z/);
    return;
}

sub shared_handles {
    my (@ranks) = @_;
    my (%used, %made);
    for my $events (@ranks) {
        for my $event (@$events) {
            $made{ $event->{handle} } //= $event if $event->{do} eq 'make';
            next if $event->{do} ne 'call' or $event->{name} =~ $ENDS;
            $used{$_}++ for DTPools::Program::Record::handles_of($event);
        }
    }
    my $more = 1;
    while ($more) {
        $more = 0;
        for my $handle (grep { $made{$_} } keys %used) {
            $used{$_}++ or $more = 1 for DTPools::Program::Record::handles_of($made{$handle});
        }
    }
    return grep { /^[CWF]/ } sort keys %used;
}

sub take_few {
    my ($self, @ranks) = @_;
    my @failed = grep { $_->{do} eq 'failed' } map { @$_ } @ranks;
    my $round  = min(map { $_->{round} // () } @failed);
    my $beside = grep { $_->{what} =~ /, started after / } @failed;
    for my $events (@ranks) {
        @$events = grep { !defined $round or ($_->{round} // $round) == $round } @$events;
        @$events = grep { !$_->{beside} } @$events unless $beside;
        @$events = grep { !_moves_nothing($self, $_) } @$events;
    }
    return;
}

# No element of a window, or of a packed message, by its counts; a position stays what it was.
my $MOVES = qr/^MPI_(?:Put|Get|(?:Get_)?[Aa]ccumulate|(?:Unp|P)ack(?:_external)?)(?:_c)?\z/;

sub _moves_nothing {
    my ($self, $event) = @_;
    return if $event->{do} ne 'call' or $event->{name} !~ $MOVES;
    my $argument = sub { DTPools::Calls::argument($self->{procedure}{ $event->{name} }, $event, $_[0]) };
    my @counts   = map { $argument->($_) // () } qw(origin_count target_count incount outcount);
    my ($before) = ($argument->('position') // '') =~ /=(-?\d+)\z/;
    return if defined $before and $before ne ($event->{gave}{position} // [''])->[0];
    return !$event->{is_asked} && !DTPools::Program::Record::is_error($event) && !grep { $_ ne '0' } @counts;
}

sub simplify {
    my ($self, @ranks) = @_;
    my @failed = grep { $_->{do} eq 'failed' } map { @$_ } @ranks;
    $self->{contents} = grep { $_->{kind} eq 'contents' } @failed;
    _cut_after_failures($ranks[0]) if @ranks == 1;
    for my $events (@ranks) {
        DTPools::Program::Contents::drop_unknown($self, $events) if $self->{contents};
        _drop_what_was_right($self, $events, scalar @failed);
        my @touched = _spans($self, $events);
        _drop_unused_types($events);
        _drop_unused($events, op => qr/^MPI_Op_(?:create(?:_c)?|free)\z/);
        _drop_untouched_objects($self, $events, @touched);
    }
    return;
}

sub _drop_what_was_right {
    my ($self, $events, $any_failed) = @_;
    my %reported = map { $_->{what} => 1 } grep { $_->{do} eq 'number' && $_->{bad} } @$events;
    $reported{"MPI_Type_get_$_"} = 1 for $self->{contents} ? qw(envelope envelope_c contents) : ();
    $reported{$_} = 1 for map { $_->{do} eq 'failed' ? $_->{what} =~ /(MPI_\w+):/g : () } @$events;
    delete @reported{qw(MPI_Type_get_attr MPI_Win_get_attr)};    # the one that is asked is known
    @$events = grep {
        $_->{do} eq 'number' ? $_->{bad}
            : $_->{do} eq 'expect' ? ($_->{bad} or !$any_failed)
            : is_query($_)
            ? ($_->{is_asked} or $reported{ $_->{name} } or DTPools::Program::Record::is_error($_)
                or !defined $_->{code})
            : 1;
    } @$events;
    return;
}

# The bytes that events touch, each span as [first, end].
sub _spans {
    my ($self, $events) = @_;
    return (
        map({ _touched($_) } map { @{ $_->{args} } } grep { $_->{args} } @$events),
        map({ [$_->{address}, $_->{address} + $_->{n}] } grep { $_->{do} eq 'write' } @$events),
        map({ [$_->[0], $_->[0] + $_->[1]] } map { DTPools::Program::Memory::given($self, $_) } @$events),
        map({ [$_->{zero} - $MARGIN, $_->{zero} + $MARGIN] } grep { $_->{do} eq 'expect' } @$events),
    );
}

sub _drop_untouched_objects {
    my ($self, $events, @touched) = @_;
    @$events = grep {
        my $e = $_;
        my $o = $e->{do} eq 'fill' ? $self->{objects}{ $e->{text} } : undef;
        !$o or grep { $_->[0] < $e->{zero} + max(1, $o->{hi}) && $_->[1] > $e->{zero} + min(0, $o->{lo}) } @touched;
    } @$events;
    return;
}

# What a process by itself does after its last failure, unless something is under way then that it ends.
my $BEGINS = qr/^MPI_(?:Win_(?:fence|lock|start|post)|File_.*_begin|.*(?i:start)|Buffer_attach|Mprobe|Improbe)/;

sub _cut_after_failures {
    my ($events) = @_;
    my ($last) = grep { $events->[$_]{do} eq 'failed' } reverse 0 .. $#$events;
    return unless defined $last;
    my $is_under_way = sub {
        my ($e) = @_;
        return $e->{do} eq 'call' && ($e->{name} =~ $BEGINS || $e->{gave}{request} || !defined $e->{code});
    };
    return if grep { $is_under_way->($_) } @$events;
    splice @$events, $last + 1;
    return;
}

sub is_query {
    my ($event) = @_;
    return $event->{do} eq 'call' && $event->{name} =~ /^MPI_(?:
        Win_get_attr | Get_(?:address|count|elements|library|processor|version) | Type_(?:size|get) |
        Comm_(?:rank|size|test_inter|remote_size|compare) | Test_cancelled | Pack_size | Pack_external_size |
        Topo_test)/x;
}

# Types that only constructors, commit and free know of are not made; where they are many, others are there in their
# place.
my $MANY_TYPES = 200;

sub _drop_unused_types {
    my ($events) = @_;
    return if grep { $_->{called} } @$events;    # the end of a type is seen by callbacks
    my %used;
    my %ends = map { $_->{do} eq 'failed' && $_->{what} =~ /^(MPI_\w+): .*another handle/ ? ($1 => 1) : () } @$events;
    my $keeps = sub {
        my ($e) = @_;
        return $e->{do} eq 'make' && $e->{handle} !~ /^T/ if $e->{do} ne 'call';
        return $ends{ $e->{name} } || !_manages_types($e) || DTPools::Program::Record::is_error($e);
    };
    $used{$_} = 1 for map { DTPools::Program::Record::handles_of($_) } grep { $keeps->($_) } @$events;
    for my $e (reverse @$events) {
        my @made = $e->{do} eq 'make' ? $e->{handle} : map { @$_ } values %{ $e->{gave} // {} };
        next unless $e->{args} and grep { $used{$_} } @made;
        $used{$_} = 1 for DTPools::Program::Record::handles_of($e);
    }
    my $serves = sub {
        my ($e) = @_;
        return $used{ $e->{handle} } if $e->{do} =~ /^(?:make|commit)\z/;
        return 1 if $e->{do} ne 'call';
        return grep { $used{$_} } $e->{name} =~ /commit|free/
            ? $e->{args}[0]
            : map { @$_ } values %{ $e->{gave} // {} };
    };
    my $made = grep { $_->{do} eq 'call' && $_->{gave}{newtype} } @$events;
    @$events = grep { $keeps->($_) || $serves->($_) } @$events;
    $made -= grep { $_->{do} eq 'call' && $_->{gave}{newtype} } @$events;
    unshift @$events, { do => 'alive', n => $made } if $made >= $MANY_TYPES;
    return;
}

# The bytes that an argument stands for; of a type that has no elements, perhaps by mistake, its place.
sub _touched {
    my ($arg) = @_;
    my ($at, $lo, $hi) = DTPools::Program::Record::memory_of($arg) or return;
    return $hi > $lo || $at ? [$at + $lo, $at + max($hi, $lo + 1)] : ();
}

# What makes and ends handles, the parameter that returns one, which no other event uses.
sub _drop_unused {
    my ($events, $param, $name) = @_;
    my $manages = sub { ($_[0]{name} // '') =~ $name && !DTPools::Program::Record::is_error($_[0]) };
    my @users = grep { $_->{args} && !$manages->($_) } @$events;
    my %used  = map { $_ => 1 } map { DTPools::Program::Record::handles_of($_) } @users;
    @$events = grep {
        !$manages->($_) or grep { $used{ $_ // '' } } $_->{handle}, $_->{args}[0], @{ $_->{gave}{$param} // [] };
    } @$events;
    return;
}

sub _manages_types {
    my ($event) = @_;
    return $event->{name} =~ /^MPI_Type_(?!get|size|[sg]et_name|\w*attr|\w*keyval)/;
}

1;
