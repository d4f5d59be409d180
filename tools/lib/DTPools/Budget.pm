package DTPools::Budget;

use strict;
use warnings;
use Time::HiRes qw(time);

=head1 NAME

DTPools::Budget - how long each test may take, for a run to take so long in all

=head1 SYNOPSIS

    my $budget = DTPools::Budget->new(seconds => 200, cores => 2, tests => \@tests);
    my $seconds = $budget->take($item);    # of each test of the item, which starts now

=head1 DESCRIPTION

What time is left is divided among the tests that have not begun, alike but for those of more ranks than cores: these
get twice as much, since libraries that wait for a message let nobody else compute. What a test does not use is for
those after it. A test that is run again has as much time as any test may have.

=cut

our $MOST = 2;
my $LEAST = 0.1;
my $WIDE  = 2;

sub new {
    my ($class, %arg) = @_;
    my $self = bless { cores => $arg{cores}, seconds => $arg{seconds}, all => 0, seen => {} }, $class;
    $self->{ends} = time + $arg{seconds};
    $self->{all} += $self->_work($_) for @{ $arg{tests} };
    $self->{left} = $self->{all};
    return $self;
}

sub take {
    my ($self, $item) = @_;
    my @new = grep { !$self->{seen}{ $_->{id} }++ } @{ $item->{tests} };
    return $MOST unless @new;
    my $rest    = $self->{ends} - time;
    my $seconds = $rest > 0 && $self->{left} > 0 ? $rest / $self->{left} * $self->_share($new[0]) : 0;
    $self->{left} -= $self->_work($_) for @new;
    return sprintf '%.2f', $seconds < $LEAST ? $LEAST : $seconds > $MOST ? $MOST : $seconds;
}

=head2 least($test)

What this test has if all those before it take all of their time.

=cut

sub least {
    my ($self, $test) = @_;
    my $seconds = $self->{seconds} / $self->{all} * $self->_share($test);
    return sprintf '%.2f', $seconds < $LEAST ? $LEAST : $seconds > $MOST ? $MOST : $seconds;
}

=head2 is_spent

Whether the time of the run is over.

=cut

sub is_spent {
    my ($self) = @_;
    return time >= $self->{ends};
}

sub _share {
    my ($self, $test) = @_;
    return $test->{procs} > $self->{cores} ? $WIDE : 1;
}

# Of all cores, for one share of time.
sub _work {
    my ($self, $test) = @_;
    my $width = $test->{procs} < $self->{cores} ? $test->{procs} : $self->{cores};
    return $self->_share($test) * $width / $self->{cores};
}

1;
