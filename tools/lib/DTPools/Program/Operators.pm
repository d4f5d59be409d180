package DTPools::Program::Operators;

use strict;
use warnings;
use List::Util qw(first max sum0);

use DTPools::Program::Objects;
use DTPools::Program::Record;

=head1 NAME

DTPools::Program::Operators - the functions of users' operators in a stand-alone program

=head1 SYNOPSIS

    my $before = DTPools::Program::Operators::combination($program);
    my $behind = DTPools::Program::Operators::functions($program, @statements);

=head1 DESCRIPTION

The function of an operator goes through the elements by the functions that fill objects; these call C<combine>, which
stands before them. Both texts are empty where no operator is made.

=head1 FUNCTIONS

=head2 combination($self)

What operators do with two values, by what is expected of them.

=head2 functions($self, @body)

The functions of C<MPI_Op_create> and C<MPI_Op_create_c> that the statements use: of the type whose instances, as many
as a call says, have the elements that are expected.

=cut

my $ADD = <<'END';
static long long combine(long long left, long long right, int half)
{
    (void) half;
    return left + right;
}

END

my $COMPOSE = <<'END';
/* Numbers stand for maps x -> (2 s + 1) x + t, modulo 2^half: s in the lower half of their bits, t - s - 1 in the upper
 * one.  The right map, then the left one: associative, and not commutative. */
static long long combine(long long left, long long right, int half)
{
    const unsigned long long mask = (1ull << half) - 1, sign = 1ull << (2 * half - 1), a = left, b = right;
    const unsigned long long as = a & mask, bs = b & mask, at = (a >> half) + as + 1, bt = (b >> half) + bs + 1;
    const unsigned long long s = 2 * as * bs + as + bs, t = (2 * as + 1) * bt + at;
    const unsigned long long c = (s & mask) | ((t - s - 1) & mask) << half;

    return (long long) (((c & (2 * sign - 1)) ^ sign) - sign);
}

END

# The function of a program for each kind of user's operators, and the type of its length.
my @OPERATORS = ([operate => 'int'], [operate_c => 'MPI_Count']);

sub combination {
    my ($self) = @_;
    return '' unless $self->{operates};
    return $self->{operand} ? $COMPOSE : $ADD;
}

sub functions {
    my ($self, @body) = @_;
    return '' unless $self->{operates};
    my @functions = grep { my $name = $_->[0]; first { /\b$name,/ } @body } @OPERATORS;
    for my $events (@{ $self->{ranks} }) {
        my ($call) = grep { $_->{do} eq 'call' && grep { /^O\d+\z/ } @{ $_->{args} } } @$events or next;
        my @counts = map { /^\[/ ? DTPools::Program::Record::entries($_) : $_ }
            grep { /^\d+\z|^\[\d/ } @{ $call->{args} };
        for my $event (grep { $_->{do} =~ /^(?:fill|expect)\z/ && @{ $_->{parts} } } @$events) {
            my $elements = $event->{parts}[0]{elements};
            my ($o) = grep { my $each = $_->{elements}; grep { $each * $_ == $elements } @counts }
                map { $self->{objects}{$_} } DTPools::Program::Objects::instances_of($event->{text}) or next;
            my $most = _most_elements(@$events) / $o->{elements};
            return join '', map { <<"END" } @functions;
static void $_->[0](void *in, void *inout, $_->[1] *len, MPI_Datatype *type)
{
    unsigned char *left = in, *right = inout;
    MPI_Aint lb, extent;

    if (*len > $most && ++errors) {
        printf("instances for the operator: the standard demands $most at most, found %lld\\n", (long long) *len);
        return;
    }
    MPI_Type_get_extent(*type, &lb, &extent);
    for ($_->[1] i = 0; i < *len; i++, left += extent, right += extent)
        $o->{put}(right, (struct values) {.left = $o->{elements}, .in = left, .inout = right});
}

END
        }
    }
    die "the operator's elements are not known\n";
}

# The elements of the largest operand.
sub _most_elements {
    my (@events) = @_;
    return max(map { sum0(map { $_->{elements} } @{ $_->{parts} }) } grep { $_->{do} =~ /^(?:fill|expect)\z/ } @events);
}

1;
