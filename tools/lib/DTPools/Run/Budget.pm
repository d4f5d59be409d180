package DTPools::Run::Budget;

use strict;
use warnings;
use List::Util qw(max min sum0);
use Time::HiRes qw(time);

=head1 NAME

DTPools::Run::Budget - how long each test may take, for a run to take so long in all

=head1 SYNOPSIS

    my $budget = DTPools::Run::Budget->new(seconds => 200, cores => 2, tests => \@tests);
    my $seconds = $budget->take($item);    # of each test of the item, which starts now, times its weight

=head1 DESCRIPTION

What time is left is divided among the tests that have not begun, alike but for those of more ranks than cores: these
get as much more as ranks share a core; those of many elements, which get twice as much, as their cases take long; and
those of programs that have fewer tests than others, which get up to four times as much: a program is about something
that no other is about; those of all layouts within a process, which are quick, get six times as much. What a test does
not use is for those after it. A test that is run again has as much as if it had not begun, which the others have less.
Half of what jobs have taken so far beside what their tests were given, to start perhaps, or to start again, is taken to
come of each other test: those of many ranks, which take most, come first.

=cut

our $MOST = 2;
my $LEAST = 0.03;

my $HEAVIEST    = 4;
my $ALL_LAYOUTS = 6;
my $MANY        = 4096;    # elements

my $OVERDUE = 15;
my $BESIDE  = 0.5;
my $FIRST   = 0.05;    # of all tests, after which what jobs take beside counts in full

sub new {
    my ($class, %arg) = @_;
    my $self = bless { cores => $arg{cores}, seconds => $arg{seconds}, all => 0, seen => {} }, $class;
    $self->{ends} = time + $arg{seconds};
    $self->{weights} = _weights(@{ $arg{tests} });
    $self->{all} += $self->_work($_) for @{ $arg{tests} };
    @$self{qw(left work given)} = ($self->{all}, $FIRST * $self->{all}, 0);
    return $self;
}

sub take {
    my ($self, $item) = @_;
    my ($rest, $work, $share) = ($self->{ends} - time, 0, $self->_share($item->{tests}[0]));
    for my $test (@{ $item->{tests} }) {
        $work += $self->_work($test);
        $self->{left} += $self->_work($test) if $self->{seen}{ $test->{id} }++;
    }
    my $seconds = _within($rest > 0 ? ($rest / $self->{left} - $self->_beside) * $share : 0);
    $self->{left}  -= $work;
    $self->{given} += $seconds / $share * $work;
    $self->{work}  += $work;
    return $seconds;
}

sub _beside {
    my ($self) = @_;
    my $spent = $self->{seconds} - ($self->{ends} - time);
    return $BESIDE * max(0, $spent - $self->{given}) / $self->{work};
}

=head2 weight($test)

How many times as long as another test this one may take.

=cut

sub weight {
    my ($self, $test) = @_;
    my $weight = $self->{weights}{ $test->{family} // '' } // 1;
    return $ALL_LAYOUTS if $test->{has_all_layouts};
    my ($elements) = $test->{id} =~ /__(\d+)(?:\@|\z)/;
    return min($HEAVIEST, ($elements // 0) < $MANY ? $weight : 2 * $weight);
}

# By programs: what brings one of fewer tests than the mean up to it.
sub _weights {
    my (@tests) = @_;
    my %tests;
    $tests{$_}++ for grep { defined } map { $_->{family} } @tests;
    my $all = sum0(values %tests);
    return { map { $_ => max(1, min($HEAVIEST, int($all / keys(%tests) / $tests{$_} + 0.5))) } keys %tests };
}

=head2 give_back(@tests)

These have not begun after all.

=cut

sub give_back {
    my ($self, @tests) = @_;
    $self->{left} += $self->_work($_) for @tests;
    delete $self->{seen}{ $_->{id} } for @tests;
    return;
}

=head2 least($test)

What this test has if all those before it take all of their time.

=cut

sub least {
    my ($self, $test) = @_;
    return _within($self->{seconds} / $self->{all} * $self->_share($test));
}

=head2 extend($seconds)

The run has so much more time.

=cut

sub extend {
    my ($self, $seconds) = @_;
    $self->{$_} += $seconds for qw(seconds ends);
    return;
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
    return max(1, $test->{procs} / $self->{cores});
}

# Of all cores, for one share of time.
sub _work {
    my ($self, $test) = @_;
    my $width = $test->{procs} < $self->{cores} ? $test->{procs} : $self->{cores};
    return $self->weight($test) * $self->_share($test) * $width / $self->{cores};
}

1;
