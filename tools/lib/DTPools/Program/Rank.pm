package DTPools::Program::Rank;

use strict;
use warnings;
use List::Util qw(first);

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

=head2 last_call($name)

The last call of a procedure, or undef: a hash with C<event>; C<results>, the variables of what it returned, by
parameters; and C<at>, its place in C<lines>.

=cut

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

sub last_call {
    my ($self, $name) = @_;
    return first { $_->{event}{name} eq $name } reverse @{ $self->{calls} };
}

1;
