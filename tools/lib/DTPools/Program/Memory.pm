package DTPools::Program::Memory;

use strict;
use warnings;
no warnings 'portable';    # addresses
use List::Util qw(first max min sum0);

use DTPools::Calls;
use DTPools::Program::Objects;
use DTPools::Program::Record;

=head1 NAME

DTPools::Program::Memory - the arrays of a stand-alone program, for the memory that recorded calls touched

=head1 SYNOPSIS

    DTPools::Program::Memory::find($program, $rank, $events);
    my ($name, $disp, $size) = DTPools::Program::Memory::place($program, $rank, $address);
    my @given = DTPools::Program::Memory::given($program, $event);
    DTPools::Program::Memory::find_remote($program, $events, @ranks);

=head1 DESCRIPTION

What a rank's events (L<DTPools::Program::Record>) touch becomes static arrays, named by what they are for: C<sendbuf>,
C<recvbuf>, C<winbuf>. Memory that MPI gives is named by the pointer in which it does. Addresses of dynamic windows may
be in other ranks' memory: C<find_remote> notes of each rank the address that the others must know.

=head1 FUNCTIONS

=head2 find($program, $rank, $events), find_remote($program, $events, @ranks)

Note what arrays the program has, and which addresses are those of other ranks.

=head2 is_much(@ranks)

Whether the arrays of all ranks are more than a program can fill and compare.

=head2 given($program, $event)

The memory that MPI gives with an event, each as [address, bytes].

=head2 place($program, $rank, $address), address($program, $rank, $address)

The name of the array, the displacement in it and how large it is, or nothing; the C expression of the two, or death
where the address is in no array.

=head2 base_pointer($program, $rank, $event)

The C expression of where the event puts the address of memory that MPI gives.

=cut

my $MARGIN    = $DTPools::Program::Objects::MARGIN;
my $ALIGNMENT = $DTPools::Program::Objects::ALIGNMENT;
my $NATURAL   = 16;    # no basic type asks for more
my $MOST      = 2**32; # bytes of all ranks
our $BACKGROUND = 165;    # what is in bytes of no element

# Intervals of memory that events touch, merged: each is an array of the program.
sub find {
    my ($self, $rank, $events) = @_;
    my @spans = map { _span_of_object($self, $_) } grep { $_->{do} =~ /^(?:fill|expect)\z/ } @$events;
    my @objects = $self->{guarded} ? @spans : ();    # they end where their elements end, not their types
    my @given;
    for my $event (@$events) {
        push @spans, [$event->{address} - $MARGIN, $event->{address} + $event->{n} + $MARGIN]
            if $event->{do} =~ /^(?:write|read)\z/;
        push @given, map { [$_->[0], $_->[0] + $_->[1], $event->{handle} // $event] } given($self, $event);
        next unless $event->{args};
        my $p = $self->{procedure}{ $event->{name} } // next;
        for my $k (0 .. $#{ $p->{params} }) {
            my ($kind, $direction) = @{ $p->{params}[$k] }{qw(kind direction)};
            next unless $kind =~ /^(?:buffer|memory|cmemory)\z/ and "$direction $kind" ne 'out memory';
            my ($at, $lo, $hi) = DTPools::Program::Record::memory_of($event->{args}[$k]) or next;
            next if grep { $at + $lo < $_->[1] && $at + $hi > $_->[0] } @objects;
            push @spans, [$lo, $hi] if !$at and $hi > $lo;    # from MPI_BOTTOM
            push @spans, [$at + min($lo, 0), $at + max($hi, 1)] if $at and $hi > $lo || $lo == 0;
        }
    }
    _note_roles($self, $rank, $events);
    $rank->{memory} = [_merged(\@given, $self->{aligned} ? $ALIGNMENT : $NATURAL, @spans)];
    $rank->{given}  = \@given;
    return;
}

sub is_much {
    my (@ranks) = @_;
    return $MOST < sum0(map { $_->[1] - $_->[0] } map { @{ $_->{memory} } } @ranks);
}

sub _span_of_object {
    my ($self, $event) = @_;
    my $o = $self->{objects}{ $event->{text} };
    my $after = $self->{guarded} ? 0 : $MARGIN;
    return [$event->{zero} + min(0, $o->{lo}) - $MARGIN, $event->{zero} + max(0, $o->{hi}) + $after];
}

sub given {
    my ($self, $event) = @_;
    return $event->{memory} if $event->{memory};
    return unless $event->{do} eq 'call' and $event->{gave}{baseptr};
    my $p = $self->{procedure}{ $event->{name} } // return;
    my ($size) = @{ $event->{gave}{size} // [DTPools::Calls::argument($p, $event, 'size')] };
    return map { [hex s/^&//r, $size] } @{ $event->{gave}{baseptr} };
}

# Spans that overlap, as one; not those of memory that MPI gives.
sub _merged {
    my ($given, $alignment, @spans) = @_;
    my @merged;
    for my $s (sort { $a->[0] <=> $b->[0] } @spans) {
        next if grep { $s->[1] > $_->[0] and $s->[0] < $_->[1] } @$given;
        if (@merged and $s->[0] <= $merged[-1][1]) {
            $merged[-1][1] = max($merged[-1][1], $s->[1]);
        }
        else {
            push @merged, [@$s];
        }
    }
    $_->[0] -= $_->[0] % $alignment for @merged;
    return @merged;
}

# What memory is for: a window, what is received, what is sent.
sub _note_roles {
    my ($self, $rank, $events) = @_;
    for my $event (grep { $_->{do} =~ /^(?:call|make)\z/ } @$events) {
        my $p = $self->{procedure}{ $event->{name} } // next;
        for my $k (0 .. $#{ $p->{params} }) {
            my $param = $p->{params}[$k];
            my ($at, $lo, $hi) = DTPools::Program::Record::memory_of($event->{args}[$k]) or next;
            my $role = $param->{kind} eq 'memory' ? 'winbuf' : $param->{kind} ne 'buffer' ? next
                : $param->{name} =~ /recv|result|outbuf|inout/ || $param->{direction} ne 'in' ? 'recvbuf' : 'sendbuf';
            push @{ $rank->{roles}{$role} }, $at || $lo if $hi > $lo;
        }
    }
    return;
}

# SENDBUF, or SENDBUF2 and so on.
sub _array_name {
    my ($rank, $m) = @_;
    my $has  = sub { grep { $_ >= $m->[0] && $_ < $m->[1] } @{ $rank->{roles}{ $_[0] } // [] } };
    my $role = (first { $has->($_) } qw(winbuf recvbuf sendbuf)) // 'buf';
    my $n = ++$rank->{arrays}{$role};
    return $n > 1 ? "$role$n" : $role;
}

sub place {
    my ($self, $rank, $address) = @_;
    for my $g (@{ $rank->{given} }) {
        next unless $address >= $g->[0] && $address < $g->[1];
        $g->[3] //= $rank->{next_base}++;
        return ("base[$g->[3]]", $address - $g->[0], $g->[1] - $g->[0]);
    }
    for my $m (@{ $rank->{memory} }) {
        next unless $address >= $m->[0] && $address <= $m->[1];
        my $name = $m->[2] //= _array_name($rank, $m);
        $self->{sizes}{$name} = max($self->{sizes}{$name} // 0, $m->[1] - $m->[0]);
        return ($name, $address - $m->[0], $m->[1] - $m->[0]);
    }
    return;
}

sub address {
    my ($self, $rank, $address) = @_;
    my ($name, $disp) = place($self, $rank, $address)
        or die sprintf "address %x is in no memory that is known\n", $address;
    return $disp ? "$name + $disp" : $name;
}

# Dynamic windows are accessed at addresses of other ranks: which, and of which rank.
sub find_remote {
    my ($self, $events, @ranks) = @_;
    for my $rank (@ranks) {
        for my $event (grep { $_->{do} eq 'call' } @{ $events->[ $rank->{number} ] }) {
            my $address = DTPools::Calls::argument($self->{procedure}{ $event->{name} }, $event, 'target_disp') // next;
            next unless $address =~ /^\d{8,}\z/;
            my $target = DTPools::Calls::argument($self->{procedure}{ $event->{name} }, $event, 'target_rank');
            my ($owner) = grep { _holds($_, $address) } ($ranks[$target] // (), @ranks) or next;
            next if $owner == $rank;
            $self->{remote}{ $owner->{number} } //= $address;
            $rank->{elsewhere}{$address} = $owner->{number};
        }
    }
    return;
}

sub _holds {
    my ($rank, $address) = @_;
    return scalar grep { $address >= $_->[0] && $address < $_->[1] } @{ $rank->{memory} };
}

sub base_pointer {
    my ($self, $rank, $event) = @_;
    my $g = first { $_->[2] eq ($event->{handle} // $event) } @{ $rank->{given} }
        or return '&base[' . $rank->{next_base}++ . ']';
    $g->[3] //= $rank->{next_base}++;
    return "&base[$g->[3]]";
}

1;
