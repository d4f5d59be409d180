package DTPools::Program::Contents;

use strict;
use warnings;

use DTPools::Calls;
use DTPools::Program::Record;

=head1 NAME

DTPools::Program::Contents - what must be returned of the types of a recorded case

=head1 FUNCTIONS

=head2 drop_unknown($self, $events)

Of the types that MPI_Type_get_contents returns, those of which it is not known how they were made are not asked about:
they are there by mistake. Nor is a type asked for the contents of another constructor, or one with large counts without
them (MPI-4.0, 5.1.13).

=head2 expected($self, $rank, $event)

What a call of MPI_Type_get_envelope or MPI_Type_get_contents must return, as its type's constructor was called: a list
of [C expression, value, what it is]; too much is nothing. What other calls return is noted.

=cut

my $ASKS = qr/^MPI_Type_get_(?:envelope(?:_c)?|contents)\z/;
my $MOST = 40;

sub drop_unknown {
    my ($self, $events) = @_;
    my (%made, %gone);
    @$events = grep { _is_known($self, \%made, \%gone, $_) } @$events;
    return;
}

sub _is_known {
    my ($self, $made, $gone, $event) = @_;
    _note($self, $made, $event);
    return 1 if $event->{do} ne 'call';
    my ($first) = $event->{args}[0] // '';
    return 0 if $gone->{$first};
    return 1 if $event->{name} !~ $ASKS or $first =~ /^MPI_/;
    my $is_large = $made->{$first} && $made->{$first}{name} =~ /_c\z/ && $event->{name} !~ /_c\z/;
    return 1 if $made->{$first} and !$is_large
        and $event->{name} !~ /contents/ || _has_room($self, $made->{$first}, $event);
    $gone->{$_} = 1 for grep { /^T/ } _children($event);
    return 0;
}

# How the types were made that an event makes, or returns as parts of others.
sub _note {
    my ($self, $made, $event) = @_;
    $made->{ $event->{handle} } = $event if $event->{do} eq 'make';
    return if $event->{do} ne 'call';
    my ($type) = ($event->{gave}{newtype} // [])->[0];
    $made->{$type} = $event if defined $type;
    return unless $event->{name} eq 'MPI_Type_get_contents' and my $of = $made->{ $event->{args}[0] };
    my @children = _children($event);
    my (undef, undef, @types) = _arguments($self, $of);
    for my $k (grep { defined $types[$_] && $made->{ $types[$_] } } 0 .. $#children) {
        $made->{ $children[$k] } = $made->{ $types[$k] };
    }
    return;
}

# Whether a call asks for as many integers, addresses and types as the constructor was given.
sub _has_room {
    my ($self, $made, $event) = @_;
    my ($ints, $addresses, @types) = _arguments($self, $made);
    my @asked = map { DTPools::Calls::argument($self->{procedure}{ $event->{name} }, $event, $_) }
        qw(max_integers max_addresses max_datatypes);
    return "@asked" eq join ' ', scalar @$ints, scalar @$addresses, scalar @types;
}

sub _children {
    my ($event) = @_;
    return @{ $event->{gave}{array_of_datatypes} // [] };
}

# The integers and addresses that a constructor was given, each as a list, and the types.
sub _arguments {
    my ($self, $made) = @_;
    my $params = $self->{procedure}{ $made->{name} }{params};
    my %values = map { $_ => [] } qw(int MPI_Aint MPI_Datatype);
    for my $k (grep { $params->[$_]{direction} eq 'in' } 0 .. $#$params) {
        my $arg = $made->{args}[$k];
        push @{ $values{ $params->[$k]{base} } }, $arg =~ /^\[/ ? DTPools::Program::Record::entries($arg) : $arg;
    }
    return (@values{qw(int MPI_Aint)}, @{ $values{MPI_Datatype} });
}

sub expected {
    my ($self, $rank, $event) = @_;
    my $made = $event->{name} =~ $ASKS ? $rank->{made}{ $event->{args}[0] } : undef;
    _note($self, $rank->{made} //= {}, $event);
    return unless $made;
    my $results = $rank->{results};
    if ($results->{combiner}) {
        my $row = $self->{procedure}{ $made->{name} }{row};
        return [$results->{combiner}, 'MPI_COMBINER_' . uc($row =~ s/^MPI_Type_(?:create_)?//r), 'combiner'];
    }
    my ($ints, $addresses, @types) = _arguments($self, $made);
    my @expected = (_entries($results->{array_of_integers}, 'integer', @$ints),
        _entries($results->{array_of_addresses}, 'address', @$addresses),
        _types($results->{array_of_datatypes}, [_children($event)], @types));
    return @expected > $MOST ? () : @expected;
}

sub _entries {
    my ($variable, $what, @values) = @_;
    my ($array, $first) = ($variable // '') =~ /^(\w+)\[(\d+)\]\z/ or return;
    return map { ["$array\[" . ($first + $_) . ']', $values[$_], "$what $_"] } 0 .. $#values;
}

# A predefined type is returned as itself, another one as no predefined one.
sub _types {
    my ($variable, $given, @types) = @_;
    my ($array, $first) = ($variable // '') =~ /^(\w+)\[(\d+)\]\z/ or return;
    return map {
        my ($is, $returned) = map { $_ // '' } $types[$_], $given->[$_];
        my $name = $is =~ /^MPI_/ ? $is : $returned =~ /^MPI_/ ? $returned : undef;
        defined $name ? ["$array\[" . ($first + $_) . "] == $name", $is eq $name ? 1 : 0, "type $_ is $name"] : ();
    } 0 .. $#types;
}

1;
