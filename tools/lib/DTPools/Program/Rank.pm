package DTPools::Program::Rank;

use strict;
use warnings;
use List::Util qw(first);

use DTPools::Program::Names;

=head1 NAME

DTPools::Program::Rank - the statements of a rank, and what is known of it while they are made

=head1 SYNOPSIS

    my $rank = DTPools::Program::Rank->new(0, 'C1');
    $rank->say('MPI_Barrier(comm[0]);');
    my $call = $rank->last_call('MPI_Recv');

=head1 DESCRIPTION

A hash: C<lines> of its statements, the C<calls> among them, and C<live>, handles that are to be freed;
L<DTPools::Program::Memory> and L<DTPools::Program::Arguments> keep there what the rank's arrays and variables are.

=head1 FUNCTIONS

=head2 new($number, @shared)

A rank without statements; C<@shared> are the handles that all ranks make.

=head2 say(@lines)

Adds lines of statements.

=head2 say_before($call, @lines)

Adds lines before those of a call that C<last_call> has returned.

=head2 handle($token)

The C expression of a recorded handle: an element of an array, numbered in the order of their first use.

=head2 last_call($name, @with)

The last call of a procedure, with these recorded arguments among its own, or undef: a hash with C<event>; C<results>,
the variables of what it returned, by parameters; and C<at>, its place in C<lines>.

=cut

my %HANDLES = %DTPools::Program::Names::HANDLES;

sub new {
    my ($class, $number, @shared) = @_;
    return bless {
        number => $number, lines => [], live => [], calls => [], next => {}, next_base => 0,
        shared => { map { $_ => 1 } @shared },
        width  => { int => 4, MPI_Aint => 8, MPI_Count => 8, MPI_Offset => 8 }, strange => 0,
    }, $class;
}

sub say {
    my ($self, @lines) = @_;
    push @{ $self->{lines} }, @lines;
    return;
}

sub say_before {
    my ($self, $call, @lines) = @_;
    my $at = $call->{at};
    splice @{ $self->{lines} }, $at, 0, @lines;
    $_->{at} += @lines for grep { $_->{at} >= $at } @{ $self->{calls} };
    return;
}

# Which predefined one MPI_Type_match_size returns is not known.
sub handle {
    my ($self, $token) = @_;
    $token = $self->{returned}{$token} // $token;
    return $token if $token =~ /^MPI_/;
    my ($letter) = $token =~ /^([A-Z])\d+\z/ or die "a handle that nobody made\n";
    my $index = $self->{handles}{$token} //= $self->{next}{$letter}++;
    return "$HANDLES{$letter}[0]\[$index]";
}

sub last_call {
    my ($self, $name, @with) = @_;
    my $is_it = sub {
        my ($event) = @_;
        my %has = map { $_ => 1 } @{ $event->{args} };
        return $event->{name} eq $name && !grep { !$has{$_} } @with;
    };
    return first { $is_it->($_->{event}) } reverse @{ $self->{calls} };
}

1;
