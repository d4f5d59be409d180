package DTPools::Program::Attributes;

use strict;
use warnings;
no warnings 'portable';    # addresses
use List::Util qw(max min);

use DTPools::Program::Memory;

=head1 NAME

DTPools::Program::Attributes - attributes of a stand-alone program, and the callbacks of their keys

=head1 SYNOPSIS

    DTPools::Program::Attributes::find($program, $rank, $events);
    my $value = DTPools::Program::Attributes::pointer($rank, '0x7ffe0040');
    $rank->say(DTPools::Program::Attributes::behaviour($rank, $event));

=head1 DESCRIPTION

Values of attributes of types are pointers that MPI does not look behind: they become pointers into an array,
C<attribute>, as far apart as they were. Callbacks of the application's become functions that do for each key what these
were recorded to do: they count their calls, copy the value, or one some bytes after it, or none, and refuse.

=head1 FUNCTIONS

=head2 find($self, $rank, $events)

Notes where the values of a rank lie.

=head2 pointer($rank, $address)

The C expression of a value. Dies where no attribute of a type had it.

=head2 argument($self, $rank, $event, $param, $token), function($self, $rank, $event, $param)

The C expressions of a pointer, an attribute or what a key's callbacks are given; and of such a callback.

=head2 behaviour($rank, $event)

Statements before a call: what the callbacks do that it calls, where they did something else before.

=head2 count($rank, $which)

The C expression of how often callbacks of a key were called, by its name in the record; or undef.

=head2 of_window($self, $rank, $name)

The C expression of a number that is an attribute of a window, as the call that asked for it last has returned it: the
base is the one of the window's memory, in bytes after it. Undef where it is none.

=head2 functions($self)

The array of values, the callbacks, and what is known of their keys, where the program has them.

=cut

my $MOST = 4096;    # bytes from the first value to the last one

sub find {
    my ($self, $rank, $events) = @_;
    my @calls = grep { $_->{do} eq 'call' } @$events;
    my @given = map { $_->{args}[2] =~ /^@(\w+)/ } grep { $_->{name} eq 'MPI_Type_set_attr' } @calls;
    my @values = grep { $_ } map { hex } @given, map { @$_{qw(value copy)} } map { @{ $_->{called} // [] } } @calls;
    return unless @values;
    my $size = max(@values) - min(@values) + 1;
    die "the values of attributes are far from each other\n" if $size > $MOST;
    $self->{attribute_size} = max($self->{attribute_size} // 0, $size);
    $rank->{attributes} = [min(@values), max(@values)];
    return;
}

sub pointer {
    my ($rank, $address) = @_;
    my $at = hex $address;
    return 'NULL' if $at == 0;
    my ($first, $last) = @{ $rank->{attributes} // [1, 0] };
    die "a pointer that is no attribute\n" if $at < $first or $at > $last;
    return $at == $first ? 'attribute' : 'attribute + ' . ($at - $first);
}

sub argument {
    my ($self, $rank, $event, $param, $token) = @_;
    return pointer($rank, $token =~ s/^@//r) if $param->{name} eq 'attribute_val';
    return 'NULL' unless grep { $_ eq 'function' } @{ $event->{args} };
    return '&' . _key($rank, $event->{handle} // $event->{gave}{keyval}[0]);
}

sub function {
    my ($self, $rank, $event, $param) = @_;
    my $name = $param->{name} eq 'copy_fn' ? 'copy_attribute' : 'delete_attribute';
    $self->{callbacks}{$name} = 1;
    return $name;
}

# What is known of a key, which has the number of its handle.
sub _key {
    my ($rank, $handle) = @_;
    return $rank->handle($handle) =~ s/^keyval/key/r;
}

sub behaviour {
    my ($rank, $event) = @_;
    my @lines;
    for my $called (@{ $event->{called} // [] }) {
        my ($which, $flag) = @$called{qw(which flag)};
        my %does = ("${which}_code" => $called->{code} ? 'MPI_ERR_OTHER' : 0);
        $does{is_left} = $flag ? 0 : 1 if $which eq 'copy';
        $does{step} = hex($called->{copy}) - hex $called->{value} if $which eq 'copy' && $flag;
        my $known = $rank->{keys}{ $called->{handle} } //= {};
        for my $field (grep { ($known->{$_} // 0) ne $does{$_} } sort keys %does) {
            $known->{$field} = $does{$field};
            push @lines, _key($rank, $called->{handle}) . ".$field = $does{$field};";
        }
    }
    return @lines;
}

sub count {
    my ($rank, $which) = @_;
    my ($field, $handle) = $which =~ m{^(copies|deletions)/(K\d+)\z} or return;
    return _key($rank, $handle) . ".$field";
}

my %TYPE_OF = (MPI_WIN_SIZE => 'MPI_Aint', MPI_WIN_DISP_UNIT => 'int', MPI_WIN_CREATE_FLAVOR => 'int');

sub of_window {
    my ($self, $rank, $event, $name) = @_;
    my $call = $rank->last_call('MPI_Win_get_attr', $name) or return;
    my ($flag, $value) = @{ $call->{results} }{qw(flag attribute_val)};
    return $flag if !$call->{event}{gave}{flag}[0];
    return "*($TYPE_OF{$name} *) $value" if $TYPE_OF{$name};
    my ($found) = ($call->{event}{gave}{attribute_val}[0] // '') =~ /^@(\w+)/ or return;
    return unless $name eq 'MPI_WIN_BASE';
    my $base = DTPools::Program::Memory::address($self, $rank, hex($found) - $event->{found});
    return "(unsigned char *) $value - ($base)";
}

my %CALLBACKS = (
    copy_attribute => <<'END',
static int copy_attribute(MPI_Datatype type, int keyval, void *state, void *value, void *copy, int *flag)
{
    struct key *k = state;

    (void) type, (void) keyval;
    k->copies++;
    *(void **) copy = (char *) value + k->step;
    *flag = !k->is_left;
    return k->copy_code;
}

END
    delete_attribute => <<'END',
static int delete_attribute(MPI_Datatype type, int keyval, void *value, void *state)
{
    struct key *k = state;

    (void) type, (void) keyval, (void) value;
    k->deletions++;
    return k->delete_code;
}

END
);

sub functions {
    my ($self) = @_;
    my $text = '';
    $text .= "static char attribute[$self->{attribute_size}]; /* what attributes point to */\n\n"
        if $self->{attribute_size};
    return $text unless $self->{callbacks};
    return $text . <<"END" . join '', map { $CALLBACKS{$_} } sort keys %{ $self->{callbacks} };
/* Of each key: how often its callbacks were called, how far after a value its copy is, whether it is not copied, and
 * what they return. */
static struct key {
    int copies, deletions, step, is_left, copy_code, delete_code;
} key[$self->{counts}{K}];

END
}

1;
