package DTPools::Program::Said;

use strict;
use warnings;
use List::Util qw(first max);

use DTPools::Calls;
use DTPools::Program::Attributes;
use DTPools::Program::Memory;

=head1 NAME

DTPools::Program::Said - statements that compare what a failure says was wrong with what must be there

=head1 DESCRIPTION

What calls return, numbers and bytes, is in variables of the program and in its arrays; the functions add statements to
a rank (L<DTPools::Program::Rank>) that compare it, if the failure says what it is of.

=head1 FUNCTIONS

=head2 number($self, $rank, $event)

A number that was not as expected, by the names of the call and of the number.

=head2 failed($self, $rank, $event)

What the message of a failure says, if no C<number> has said it.

=head2 is_said($message)

Whether there is a statement that says the same as the message of a failure.

=cut

my $BACKGROUND = $DTPools::Program::Memory::BACKGROUND;

sub number {
    my ($self, $rank, $event) = @_;
    return if $event->{what} =~ /^(?:MPI_ERROR|MPI_Type_copy_attr_function|MPI_Type_delete_attr_function)\z/;
    my $said  = $event->{failure}{what} // '';
    my $found = $event->{found};
    my $call  = $rank->last_call($event->{what});
    return $event->{failure}{is_said} = 1 if $call && $call->{event}{refused};    # where the call is
    return _field($rank, $event) if $event->{what} =~ /^MPI_(?:SOURCE|TAG)\z/;
    my $is_attribute = $event->{what} =~ m{^MPI_Win_get_attr\z|/};
    my $variable = $is_attribute ? _attribute($self, $rank, $event, $said)
        : _result($rank, $event->{what}, $found, $said) // _flag($rank, $found) // _asked($rank, $found);
    return unless defined $variable;
    $event->{failure}{is_said} = 1;
    my ($expected, $other) = @$event{qw(expected other)};
    my $name = $event->{what} =~ /^MPI_/ ? qr/\Q$event->{what}\E/ : qr/MPI_\w+/;
    my ($what) = $said =~ /^($name: [\w ,]+): expected/;
    $what //= $event->{what};
    $rank->say($expected eq $other
        ? "equal(\"$what\", $variable, $expected);"
        : "either(\"$what\", $variable, $expected, $other);");
    return;
}

# A field of a status that was looked at, right after the call that returned it: of several alike that of the one at the
# address, unless it is a copy.
sub _field {
    my ($rank, $event) = @_;
    my ($number) = split ' ', $event->{status} // return;
    my $status = $rank->status($event->{status}) // $rank->status($number) // return;
    return if $status->{is_ambiguous};
    $event->{failure}{is_said} = 1;
    my ($field, $expected) = @$event{qw(what expected)};
    $rank->say_after($status->{call}, "equal(\"$field\", $status->{variable}.$field, $expected);");
    return;
}

# What messages of failures are of, and what says the same in the program: of what the pattern takes from the message.
my @SAID = (
    [qr/(MPI_\w+): ([\w ]+): expected (-?\d+), (?:MPI says|found) -?\d+/, \&_number_returned],
    [qr/(MPI_\w+): (?:(position): )?expected at least (?:the )?(\d+)(?: bytes|, found)/, \&_at_least],
    [qr/(MPI_\w+): position: expected (\d+) to (\d+), found (\d+)/,       \&_position_between],
    [qr/(MPI_\w+): byte (\d+) of \d+: expected (0x\w+)/,                  \&_byte_packed],
    [qr/(MPI_\w+), started after \w+: expected (-?\d+) at (\d+)/,         \&_number_beside],
    [qr/(MPI_\w+): byte (\d+) of (?:room for|a buffer of) \d+: expected it as it was/, \&_byte_behind],
    [qr/(MPI_\w+): the packed bytes: expected them as they were/,         \&_kept],
    [qr/(MPI_Type_get_envelope): expected MPI_COMBINER_NAMED/,            \&_named],
    [qr/(MPI_\w+): (integer|address|datatype) (\d+) of an array of \d+: expected it as it was/, \&_entry_behind],
    [qr/(MPI_Type_get_attr): key -?\d+: expected (0x\w+|\(nil\)), found/,              \&_pointer],
    [qr/(MPI_Type_get_name): expected '([^'"\\]*)'(?: of (\d+))?/,        \&_text],
    [qr/(MPI_File_get_view): datarep: expected (\w+)/,                    \&_text],
    [qr/(MPI_\w+): (\w+): expected (MPI_\w+), found another handle/,       \&_ended],
);

sub is_said {
    my ($message) = @_;
    return scalar grep { $message =~ $_->[0] } @SAID;
}

sub failed {
    my ($self, $rank, $event) = @_;
    return if $event->{is_said};
    for my $row (@SAID) {
        my ($pattern, $say) = @$row;
        my @found = $event->{what} =~ $pattern or next;
        return $say->($self, $rank, @found);
    }
    return;
}

# A number that a call returned, alone or as an entry of an array.
sub _number_returned {
    my ($self, $rank, $call, $what, $expected) = @_;
    my ($entry, $k) = $what =~ /(integer|address|count) (\d+)\z/ ? ($1, $2) : ($what, 0);
    my $like = $what =~ /lower/ ? qr/lb/ : $what =~ /extent/ ? qr/extent/ : qr/\Q$entry\E/;
    my $compared = sub { ($_[0] =~ s/\[\K(\d+)(?=\]\z)/$1 + $k/er, $expected) };
    return _say_equal($rank, $call, $like, ", $what", $compared);
}

sub _at_least {
    my ($self, $rank, $call, $param, $least) = @_;
    $param //= 'size';
    my $compared = sub { ("$_[0] < $least ? $_[0] : $least", $least) };
    return _say_equal($rank, $call, qr/$param/, ", $param, at least", $compared);
}

sub _position_between {
    my ($self, $rank, $call, $least, $most, $found) = @_;
    return _at_least($self, $rank, $call, 'position', $least) if $found < $least;
    my $compared = sub { ("$_[0] > $most ? $_[0] : $most", $most) };
    return _say_equal($rank, $call, qr/position/, ', position, at most', $compared);
}

sub _byte_packed {
    my ($self, $rank, $call, $byte, $expected) = @_;
    die "the bytes that are packed have all bits of the values\n" unless $self->{bits};
    return _say_equal($rank, $call, qr/outbuf/, ", byte $byte", sub { ("($_[0])[$byte]", $expected) });
}

# An attribute, relative to where the values of all begin.
sub _pointer {
    my ($self, $rank, $call, $expected) = @_;
    my $value = DTPools::Program::Attributes::pointer($rank, $expected =~ s/\(nil\)/0/r);
    my ($at)  = $value =~ /(?:^attribute|\+ (\d+))\z/ or return;
    my $compared = sub { ("(char *) $_[0] - attribute", $at // 0) };
    return _say_equal($rank, $call, qr/attribute_val/, ', bytes from the first attribute', $compared);
}

# A number that belongs to what is beside the operation under test.
sub _number_beside {
    my ($self, $rank, $call, $expected, $at) = @_;
    my $compared = sub { ("((int *) ($_[0]))[$at]", $expected) };
    return _say_equal($rank, $call, qr/^(?:recvbuf|buf|buffer)\z/, " beside it, at $at", $compared);
}

# The handle of what a call ended.
sub _ended {
    my ($self, $rank, $name, $param, $null) = @_;
    my $call   = $rank->last_call($name) or return;
    my $handle = $call->{event}{gave}{$param}[0]
        // DTPools::Calls::argument($self->{procedure}{$name}, $call->{event}, $param);
    $rank->say("equal(\"$name, $param is $null\", " . $rank->handle($handle) . " == $null, 1);");
    return;
}

sub _text {
    my ($self, $rank, $call, $expected, $length) = @_;
    my $last = $rank->last_call($call) or return;
    my ($param) = grep { $last->{results}{$_} eq 'text' } sort keys %{ $last->{results} };
    $rank->say(qq(same("$call, $param", text, "$expected");)) if defined $param;
    return defined $length ? _say_equal($rank, $call, qr/resultlen/, ', length', sub { ($_[0], $length) }) : ();
}

# A byte behind what a call may write is set before the call.
sub _byte_behind {
    my ($self, $rank, $name, $byte) = @_;
    my $call = $rank->last_call($name) or return;
    my $memory = $call->{results}{outbuf} // $call->{results}{buffer} // '';
    my ($array, $disp) = $memory =~ /^(\w+)(?: \+ (\d+))?\z/ or return;
    my $at = ($disp // 0) + $byte;
    $self->{sizes}{$array} = max($self->{sizes}{$array}, $at + 1);
    $rank->say_before($call, "$array\[$at] = $BACKGROUND; /* behind the room */");
    $rank->say("equal(\"$name, behind the room\", $array\[$at], $BACKGROUND);");
    return;
}

# The packed bytes are copied before they are unpacked, and compared with that.
sub _kept {
    my ($self, $rank, $name) = @_;
    my $call = $rank->last_call($name) or return;
    my $size = DTPools::Calls::argument($self->{procedure}{$name}, $call->{event}, 'insize') // return;
    my $from = $call->{results}{inbuf} // return;
    $self->{want_size} = max($self->{want_size} // 0, $size);
    $rank->say_before($call, "memcpy(want, $from, $size);");
    $rank->say("compare(\"$name, inbuf\", $from, 0, 0, $size);");
    return;
}

sub _named {
    my ($self, $rank, $call) = @_;
    return _say_equal($rank, $call, qr/combiner/, ', combiner', sub { ($_[0], 'MPI_COMBINER_NAMED') });
}

# An entry behind an array is set before the call too; one of types, if no other type is there.
sub _entry_behind {
    my ($self, $rank, $name, $entry, $k) = @_;
    my $call = $rank->last_call($name) or return;
    my ($param) = grep { /\Q$entry\E/ } sort keys %{ $call->{results} };
    my ($array, $first) = ($call->{results}{ $param // '' } // '') =~ /^(\w+)\[(\d+)\]\z/ or return;
    my $is_type = $entry eq 'datatype';
    my ($letter, $at) = ($is_type ? 'T' : $array, $first + $k);
    return if $is_type && $at < $rank->{next}{$letter};
    $rank->{next}{$letter} = max($rank->{next}{$letter}, $at + 1);
    my ($behind, $found, $right) = $is_type
        ? ('MPI_DATATYPE_NULL', "$array\[$at] == MPI_DATATYPE_NULL", 1) : ($BACKGROUND, "$array\[$at]", $BACKGROUND);
    $rank->say_before($call, "$array\[$at] = $behind; /* behind the array */");
    $rank->say("equal(\"$name, $entry $k, behind the array\", $found, $right);");
    return;
}

# Compares what the last call of that name returned in the parameter.
sub _say_equal {
    my ($rank, $call, $like, $what, $compared) = @_;
    my $last = $rank->last_call($call) or return;
    my ($param) = grep { $_ =~ $like } sort keys %{ $last->{results} };
    return unless defined $param;
    my ($found, $expected) = $compared->($last->{results}{$param});
    $rank->say("equal(\"$call$what\", $found, $expected);");
    return;
}

# How often callbacks were called, or an attribute of a window.
sub _attribute {
    my ($self, $rank, $event, $said) = @_;
    my ($of_window) = $said =~ /^MPI_Win_get_attr: (MPI_WIN_\w+)/;
    return DTPools::Program::Attributes::of_window($self, $rank, $event, $of_window) if $of_window;
    return DTPools::Program::Attributes::count($rank, $event->{what});
}

# The variable in which a call returned a number, that of the parameter which the text names if there is one.
sub _result {
    my ($rank, $what, $found, $text) = @_;
    my $call = $rank->last_call($what) or return;
    my $gave = $call->{event}{gave} // {};
    my @named = sort { ($text =~ /\b$b\b/) <=> ($text =~ /\b$a\b/) || $a cmp $b } keys %$gave;
    my ($name) = grep { defined $call->{results}{$_} and ($gave->{$_}[0] // '') eq $found } @named;
    return defined $name ? $call->{results}{$name} : undef;
}

# The number that the call returned which was asked last.
sub _asked {
    my ($rank, $found) = @_;
    my $call = first { $_->{event}{is_asked} } reverse @{ $rank->{calls} };
    my $gave = $call ? $call->{event}{gave} : {};
    my $name = first { $call->{results}{$_} && $gave->{$_}[0] eq $found } sort keys %$gave;
    return defined $name ? $call->{results}{$name} : undef;
}

# The last flag that was found so.
sub _flag {
    my ($rank, $found) = @_;
    my $call = first { ($_->{event}{gave}{flag}[0] // '') eq $found } reverse @{ $rank->{calls} };
    return $call ? $call->{results}{flag} : undef;
}

1;
