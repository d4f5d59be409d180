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
those after it. A test that is run again has as much as if it had not begun, which the others have less.

=cut

our $MOST = 2;
my $LEAST = 0.1;
my $WIDE  = 2;

my $OVERDUE = 40;

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
    my @tests = @{ $item->{tests} };
    my @new   = grep { !$self->{seen}{ $_->{id} }++ } @tests;
    my $again = 0;
    $again += $self->_work($_) for @new ? () : $tests[0];
    my $rest    = $self->{ends} - time;
    my $work    = $self->{left} + $again;
    my $seconds = $rest > 0 && $work > 0 ? $rest / $work * $self->_share($tests[0]) : 0;
    $self->{left} -= $self->_work($_) for @new;
    return _within($seconds);
}

=head2 least($test)

What this test has if all those before it take all of their time.

=cut

sub least {
    my ($self, $test) = @_;
    return _within($self->{seconds} / $self->{all} * $self->_share($test));
}

=head2 is_spent

Whether the time of the run is over.

=cut

sub is_spent {
    my ($self) = @_;
    return time >= $self->{ends};
}

=head2 is_overdue

Whether it has been over for so long that a run of which tests end early stops.

=cut

sub is_overdue {
    my ($self) = @_;
    return time >= $self->{ends} + $OVERDUE;
}

sub _within {
    my ($seconds) = @_;
    return sprintf '%.2f', $seconds < $LEAST ? $LEAST : $seconds > $MOST ? $MOST : $seconds;
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
