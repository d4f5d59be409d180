package DTPools::Program::Rank;

use strict;
use warnings;
use List::Util qw(first);

use DTPools::Program::Names;

=head1 NAME

DTPools::Program::Rank - the statements of a rank, and what is known of it while they are made

=head1 SYNOPSIS

    my $rank = DTPools::Program::Rank->new(0);
    $rank->say('MPI_Barrier(comm[0]);');
    my $call = $rank->last_call('MPI_Recv');

=head1 DESCRIPTION

A hash: C<lines> of its statements, the C<calls> among them, and C<live>, handles that are to be freed;
L<DTPools::Program::Memory> and L<DTPools::Program::Arguments> keep there what the rank's arrays and variables are.

=head1 FUNCTIONS

=head2 new($number)

A rank without statements.

=head2 say(@lines)

Adds lines of statements.

=head2 as_recorded($condition)

What is compared from here on is compared only if the condition holds, which is true of what was recorded.

=head2 say_before($call, @lines)

Adds lines before those of a call that C<last_call> has returned.

=head2 say_after($call, @lines)

Adds lines right after those of such a call.

=head2 note_status($token, $variable, $call), status($token)

A status that a call has returned, by what the record has for it; such a one, or undef: a hash with C<variable>, the
last one that holds it, C<call>, and C<is_ambiguous>, if other variables held one that is the same.

=head2 kept_status($token)

A variable that holds such a status still: it is copied where a later call has set its own.

=head2 handle($token)

The C expression of a recorded handle: an element of an array, numbered in the order of their first use.

=head2 last_call($name, @with)

The last call of a procedure, with these recorded arguments among its own, or undef: a hash with C<event>; C<results>,
the variables of what it returned, by parameters; and C<at>, its place in C<lines>.

=cut

my %HANDLES = %DTPools::Program::Names::HANDLES;

sub new {
    my ($class, $number) = @_;
    return bless {
        number => $number, lines => [], live => [], calls => [], next => {}, next_base => 0,
        width  => { int => 4, MPI_Aint => 8, MPI_Count => 8, MPI_Offset => 8 }, strange => 0,
    }, $class;
}

sub say {
    my ($self, @lines) = @_;
    push @{ $self->{lines} }, $self->{chooses} ? _of_choice(@lines) : @lines;
    return;
}

sub as_recorded {
    my ($self, $condition) = @_;
    $self->say("as_recorded = as_recorded && $condition;");
    $self->{chooses} = 1;
    return;
}

sub _of_choice {
    return map { s/^(?=(?:equal|either|same|compare)\()/if (as_recorded) /r } @_;
}

sub say_before {
    my ($self, $call, @lines) = @_;
    $self->_insert($call->{at}, @lines);
    return;
}

sub say_after {
    my ($self, $call, @lines) = @_;
    $self->_insert($call->{end}, $call->{chooses} ? _of_choice(@lines) : @lines);
    return;
}

sub _insert {
    my ($self, $at, @lines) = @_;
    splice @{ $self->{lines} }, $at, 0, @lines;
    for my $call (@{ $self->{calls} }) {
        $call->{at}  += @lines if $call->{at} >= $at;
        $call->{end} += @lines if $call->{end} >= $at;
    }
    return;
}

sub note_status {
    my ($self, $token, $variable, $call) = @_;
    my $known = $self->{statuses}{$token};
    my $is_other = $known && ($known->{is_ambiguous} || $known->{variable} ne $variable);
    $self->{statuses}{$token} = { variable => $variable, call => $call, is_ambiguous => $is_other };
    $self->{returned_by}{$variable} = $call;
    return;
}

sub kept_status {
    my ($self, $token) = @_;
    my $status = $self->{statuses}{$token} // return;
    my ($variable, $call) = @$status{qw(variable call)};
    return $variable if $self->{returned_by}{$variable} == $call;
    if (!defined $status->{kept}) {
        $status->{kept} = 'status[' . $self->{next}{status}++ . ']';
        $self->say_after($call, "$status->{kept} = $variable;");
    }
    return $status->{kept};
}

sub status {
    my ($self, $token) = @_;
    return $self->{statuses}{$token};
}

# Which predefined one MPI_Type_match_size returns is not known.
sub handle {
    my ($self, $token) = @_;
    $token = $self->{returned}{$token} // $token;
    return $token if $token =~ /^MPI_/;
    my ($letter) = $token =~ /^([A-Z])\d+\z/ or die "a handle that nobody made: $token\n";
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
