package DTPools::Run::Schedule;

use strict;
use warnings;

=head1 NAME

DTPools::Run::Schedule - which job may start next

=head1 SYNOPSIS

    my $schedule = DTPools::Run::Schedule->new(tests => \@tests, cores => 8, memory => 16);
    while (my $test = $schedule->take) { ... }    # undef: nothing fits beside what is running
    $schedule->give_back($test);
    $schedule->add($other);

=head1 DESCRIPTION

A test, or whatever else has C<procs> and C<mem>, takes a core for each of its ranks and the memory that it asks for
(GB). One with more ranks than there are cores runs alone. Tests of equal needs queue in the order of the list; the
widest that fits starts first, so that the narrow ones fill up the rest. What is added later comes first among its
equals. Whatever C<comes_first> does so before all others.

=cut

sub new {
    my ($class, %arg) = @_;
    my $self = bless { queues => [], cores => $arg{cores}, memory => $arg{memory}, all_cores => $arg{cores} }, $class;
    $self->add(@{ $arg{tests} });
    return $self;
}

sub add {
    my ($self, @tests) = @_;
    my %new;
    push @{ $new{ join ' ', _rank($_) } }, $_ for @tests;
    for my $queue (grep { @$_ } @{ $self->{queues} }) {
        my $more = delete $new{ join ' ', _rank($queue->[0]) } or next;
        unshift @$queue, @$more;
    }
    $self->{queues} = [sort { _compare([_rank($b->[0])], [_rank($a->[0])]) }
        grep { @$_ } @{ $self->{queues} }, values %new];
    return;
}

# What tests of one queue have in common; the greater ones start first.
sub _rank {
    my ($test) = @_;
    return ($test->{comes_first} ? 1 : 0, @$test{qw(procs mem)});
}

sub _compare {
    my ($one, $other) = @_;
    return $one->[0] <=> $other->[0] || $one->[1] <=> $other->[1] || $one->[2] <=> $other->[2];
}

sub take {
    my ($self) = @_;
    for my $queue (@{ $self->{queues} }) {
        next unless @$queue and $self->_fits($queue->[0]);
        my $test = shift @$queue;
        $self->_use($test, 1);
        return $test;
    }
    return;
}

sub give_back {
    my ($self, $test) = @_;
    $self->_use($test, -1);
    return;
}

# The cores that a test holds: never more than there are, so that a wide test fits once all are free.
sub _width {
    my ($self, $test) = @_;
    return $test->{procs} < $self->{all_cores} ? $test->{procs} : $self->{all_cores};
}

sub _fits {
    my ($self, $test) = @_;
    return $self->_width($test) <= $self->{cores} && (!defined $self->{memory} || $test->{mem} <= $self->{memory});
}

sub _use {
    my ($self, $test, $sign) = @_;
    $self->{cores} -= $sign * $self->_width($test);
    $self->{memory} -= $sign * $test->{mem} if defined $self->{memory};
    return;
}

1;
