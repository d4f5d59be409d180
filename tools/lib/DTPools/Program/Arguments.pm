package DTPools::Program::Arguments;

use strict;
use warnings;
no warnings 'portable';    # addresses
use List::Util qw(first max);

use DTPools::Program::Attributes;
use DTPools::Program::Memory;
use DTPools::Program::Names;
use DTPools::Program::Record;

=head1 NAME

DTPools::Program::Arguments - a recorded argument as the C expression that a stand-alone program passes

=head1 SYNOPSIS

    my $text = DTPools::Program::Arguments::argument($program, $rank, $event, $parameter, $token);

=head1 DESCRIPTION

What a call writes goes to variables, which are elements of arrays, as handles are (L<DTPools::Program::Rank>).
C<< $rank->{results} >> has the variable of each parameter that the present call writes.

=cut

my %HANDLES   = %DTPools::Program::Names::HANDLES;
my %VARIABLES = %DTPools::Program::Names::VARIABLES;

# The first of n variables of a type at an address, each at the same place in its array whenever it is used.
sub _variable {
    my ($self, $rank, $type, $address, $n) = @_;
    my $array = $VARIABLES{$type} // die "a variable of type $type\n";
    my $key   = "$array $address";
    my $index = $rank->{variables}{$key};
    if (!defined $index or $rank->{lengths}{$key} < $n) {
        $index = $rank->{next}{$array} // 0;
        $rank->{next}{$array} = $index + $n;
        my $width = $rank->{width}{$type};
        for my $k (0 .. ($width ? $n - 1 : 0)) {
            my $entry = "$array " . ($address + $k * ($width // 0));
            ($rank->{variables}{$entry}, $rank->{lengths}{$entry}) = ($index + $k, $n - $k);
        }
    }
    return "$array\[$index]";
}

# An array of C; one of nothing has one entry, since C has none without.
sub _array {
    my ($base, @values) = @_;
    @values = ($base eq 'MPI_Datatype' ? 'MPI_BYTE' : 0) unless @values;
    return "($base\[]) {" . join(', ', @values) . '}';
}

# A number: where it is an absolute address of memory that the program has, that address.
sub _number {
    my ($self, $rank, $event, $param, $token) = @_;
    return $token unless $param->{base} =~ /^MPI_(?:Aint|Count)\z/ and $token =~ /^\d{8,}\z/;
    my $owner = $param->{name} eq 'target_disp' ? $rank->{elsewhere}{$token} : undef;
    if (defined $owner) {
        my $blocks = $token - $self->{remote}{$owner};
        return "remote\[$owner]" . ($blocks ? sprintf ' %s %d', $blocks < 0 ? '-' : '+', abs $blocks : '');
    }
    my ($name, $disp) = DTPools::Program::Memory::place($self, $rank, $token) or return $token;
    return "(MPI_Aint) ($name + $disp)";
}

# A pointer to a variable that has a value, =VALUE, or to the first of several, of which the first may be the copy of a
# status, ~NUMBER.
my $POINTER = qr/^&(\w+)(?:=(-?\d+)|:0:(-?\d+)(~\d+)?)\z/;

# The kinds of arguments: when one is of a kind, by its parameter and token, and what makes the expression.
my @KINDS = (
    [sub { $_[1] =~ /^@/ || $_[0]{name} eq 'extra_state' }, \&DTPools::Program::Attributes::argument],
    [\&_is_constant,                                       sub { $_[4] }],
    [sub { $_[1] eq 'function' },                          \&_function],
    [sub { $_[0]{kind} =~ /^(?:buffer|memory|cmemory)\z/ }, \&_memory],
    [\&_is_handle,                                         \&_handle_argument],
    [sub { $_[0]{kind} eq 'string' },                      \&_string],
    [sub { $_[1] =~ $POINTER },                            \&_pointer],
    [sub { $_[1] =~ /^\[/ },                               \&_numbers],
    [sub { 1 },                                            \&_number],
);

sub argument {
    my ($self, $rank, $event, $param, $token) = @_;
    my $kind = first { $_->[0]->($param, $token) } @KINDS;
    return $kind->[1]->(@_);
}

sub _is_constant {
    my ($param, $token) = @_;
    return 1 if $token eq 'NULL';
    return $param->{is_pointer} && !_is_handle($param) && $token =~ /^MPI_\w+(?: \| MPI_\w+)*\z/;
}

sub _is_handle {
    my ($param) = @_;
    return 1 if $param->{kind} eq 'keyval';
    return $param->{base} =~ /^MPI_(?:Datatype|Comm|Win|File|Group|Info|Op|Request|Message|Errhandler)\z/;
}

sub _function {
    my ($self, $rank, $event, $param) = @_;
    return DTPools::Program::Attributes::function(@_) if $event->{name} eq 'MPI_Type_create_keyval';
    return "operate$1" if $event->{name} =~ /^MPI_Op_create(|_c)\z/;
    die "$event->{name}: a function of the application's\n";
}

sub _memory {
    my ($self, $rank, $event, $param, $token) = @_;
    return $token if $token =~ /^MPI_(?:IN_PLACE|BUFFER_AUTOMATIC)\z/;
    my ($at, $lo, $hi) = DTPools::Program::Record::memory_of($token)
        or die "$event->{name}: '$token': expected memory\n";
    return DTPools::Program::Memory::base_pointer($self, $rank, $event)
        if "$param->{direction} $param->{kind}" eq 'out memory';
    return 'MPI_BOTTOM' if $at == 0;
    return 'NULL' if $lo == $hi and !DTPools::Program::Memory::place($self, $rank, $at);
    return $rank->{results}{ $param->{name} } = DTPools::Program::Memory::address($self, $rank, $at);
}

sub _pointer {
    my ($self, $rank, $event, $param, $token) = @_;
    my ($at, $value, $n, $status) = $token =~ $POINTER;
    my $copy = defined $status ? $rank->kept_status($status) : undef;
    return "&$copy" if $copy;
    my $variable = $param->{kind} eq 'pointer' ? 'value[' . $rank->{next}{value}++ . ']'    # one for each attribute
        : _variable($self, $rank, $param->{base}, hex $at, max($n // 1, 1));
    die "a status that no call has returned\n" if defined $status && !$rank->{changed}{$variable};
    $rank->{changed}{$variable} = 1 if $event->{name} =~ /^MPI_Status_set_/;
    $rank->say("$variable = $value;") if defined $value and ($rank->{holds}{$variable} // 0) ne $value;
    $rank->{holds}{$variable} = $event->{gave}{ $param->{name} }[0] // 'unknown';
    $rank->{results}{ $param->{name} } = $variable;
    return "&$variable";
}

sub _numbers {
    my ($self, $rank, $event, $param, $token) = @_;
    return _array($param->{base}, map { _number($self, $rank, $event, $param, $_) }
        DTPools::Program::Record::entries($token));
}

sub _string {
    my ($self, $rank, $event, $param, $token) = @_;
    return $rank->{results}{ $param->{name} } = $self->{has_text} = 'text' if $param->{direction} eq 'out';
    my ($text) = $token =~ /^"(.*)"\z/s;
    $text =~ s{.*/}{};
    $text =~ s/%([0-9a-f]{2})/chr hex $1/ge;
    $text =~ s/([\\"])/\\$1/g;
    $text =~ s/\n/\\n/g;
    return qq("$text");
}

sub _handle_argument {
    my ($self, $rank, $event, $param, $token) = @_;
    my $given = $event->{gave}{ $param->{name} };
    if ($param->{direction} eq 'out') {
        my ($letter) = grep { $HANDLES{$_}[1] eq $param->{base} } keys %HANDLES;
        return '&' . $rank->handle($event->{handle}) if defined $event->{handle};
        my @given  = $given ? @$given : "${letter}999999";
        my @tokens = map { /^MPI_/ ? $letter . (1000000 + $rank->{strange}++) : $_ } @given;
        $rank->{returned}{ $given[0] } = $tokens[0] if $event->{name} eq 'MPI_Type_match_size';
        delete $rank->{handles}{$_} for @tokens;
        my @names = map { $rank->handle($_) } @tokens;
        $rank->{results}{ $param->{name} } = $names[0];
        return "&$names[0]";
    }
    my @names = map { $rank->handle($_) } $token =~ /^\[/ ? DTPools::Program::Record::entries($token) : $token;
    if ($param->{direction} eq 'in') {
        return $token =~ /^\[/ ? _array($param->{base}, @names) : $names[0];
    }
    return "&$names[0]" if $token !~ /^\[/ and $names[0] !~ /^MPI_/;
    my @indices = map { /\[(\d+)\]\z/ ? $1 : -1 } @names;
    my $in_row = @indices && !grep { $indices[$_] != $indices[0] + $_ or $indices[$_] < 0 } 0 .. $#indices;
    return $in_row ? "&$names[0]" : _array($param->{base}, @names);
}

1;
