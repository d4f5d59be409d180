package DTPools::Lists::Definitions;

use strict;
use warnings;

use DTPools::Lists::Fields;

=head1 NAME

DTPools::Lists::Definitions - the objects that lines of F<structtypetest.txt> define

=head1 SYNOPSIS

    my $definitions = DTPools::Lists::Definitions->new($types);
    my $line   = $definitions->add('structtypetest.txt:3', 'DEFINE PAIR {MPI_INT:1, MPI_CHAR:2}', $complain);
    my $struct = $definitions->of('PAIR');

=head1 DESCRIPTION

A definition gives a struct a name, C<DEFINE NAME {MPI_TYPE:count,...}>, or any object, by its text: C<DEFINE NAME
{TEXT}>. C<$complain> is called with a message for each thing that is wrong.

=head1 FUNCTIONS

=head2 new($types)

No definition yet; C<$types> are the types that there are (L<DTPools::Lists::Types>).

=head2 add($place, $text, $complain)

Takes in the line at that place. Returns a hash with C<place>, C<define>, its name, and C<text>, undefined if it is that
of a struct; nothing if it defines nothing.

=head2 of($name)

What was defined so, or undef: a hash with C<place>, and either C<types> and C<counts>, references to lists, or C<text>.

=head2 names()

All names, sorted.

=head2 struct($complain, [$type, $count], ...)

The checked members of a struct: C<< types => [...], counts => [...] >>.

=cut

my $FORMAT = 'DEFINE NAME {MPI_TYPE:count,...} or DEFINE NAME {TEXT}, the text of an object such as '
    . '1*vector(8, 64, 65, MPI_INT)';

my %CONSTRUCTORS = map { $_ => 1 } qw(
    contiguous vector hvector indexed hindexed indexed_block hindexed_block struct subarray
    darray resized dup);

sub new {
    my ($class, $types) = @_;
    return bless { types => $types, defined => {} }, $class;
}

sub add {
    my ($self, $place, $text, $complain) = @_;
    my ($name, $members) = $text =~ /^DEFINE\s+([A-Za-z]\w*)\s*\{(.*)\}\z/a
        or return $complain->("bad definition '$text': expected $FORMAT");
    if (my $first = $self->{defined}{$name}) {
        return $complain->("$name is already defined, at $first->{place}: expected another name");
    }
    my $complain_of = sub { $complain->("DEFINE $name: $_[0]") };
    my @meaning     = $members =~ /^\s*\d+\s*\*/
        ? $self->_text_of($complain_of, $members)
        : $self->_members($complain_of, $members);
    $self->{defined}{$name} = { place => $place, @meaning };
    return { place => $place, define => $name, text => $self->{defined}{$name}{text} };
}

sub of {
    my ($self, $name) = @_;
    return $self->{defined}{$name};
}

sub names {
    my ($self) = @_;
    return sort keys %{ $self->{defined} };
}

sub struct {
    my ($self, $complain, @pairs) = @_;
    for my $pair (@pairs) {
        my ($type, $count) = @$pair;
        $self->{types}->check($type, $complain);
        DTPools::Lists::Fields::member_count($count, $complain);
    }
    return (types => [map { $_->[0] } @pairs], counts => [map { $_->[1] } @pairs]);
}

sub _members {
    my ($self, $complain, $members) = @_;
    my @pairs = map { [split /:/, $_, -1] } split /,/, $members =~ s/\s//gr, -1;
    my @bad   = grep { @$_ != 2 } @pairs;
    $complain->("bad member '" . join(':', @$_) . "': expected $FORMAT") for @bad;
    $complain->("no members: expected $FORMAT") unless @pairs;
    return $self->struct($complain, @bad ? () : @pairs);
}

# The text of an object, without blanks.  Whether it describes one is for the library to say, when the test starts.
sub _text_of {
    my ($self, $complain, $text) = @_;
    my $open = '';
    for my $token ($text =~ /[A-Za-z_]\w*|\S/g) {
        if ($token =~ /^[({]/) {
            $open .= $token;
        } elsif ($token =~ /^[)}]/) {
            return $complain->("'$token' closes nothing: expected $FORMAT")
                if $open !~ s/\Q${\ ($token =~ tr|)}|({|r)}\E\z//;
        } elsif ($token =~ /^[A-Za-z_]\w+/ && !$CONSTRUCTORS{$token} && !$self->{types}->is_known($token =~ s/^x//r)) {
            return $complain->("unknown word '$token': expected a constructor (" . join(' ', sort keys %CONSTRUCTORS)
                    . ') or a type (' . $self->{types}->names . ')');
        } elsif ($token !~ /^[\w*+,.\/-]/) {
            return $complain->("unexpected '$token': expected $FORMAT");
        }
    }
    return $complain->("'" . substr($open, -1) . "' is not closed: expected $FORMAT") if length $open;
    return (text => $text =~ s/\s//gr);
}

1;
