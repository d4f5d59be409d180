package DTPools::Faults::Trials;

use strict;
use warnings;
use Text::ParseWords qw(shellwords);
use Time::HiRes qw(time);

use DTPools::Faults;
use DTPools::Faults::Cases;
use DTPools::Run::Defaults qw($OBJECTS $SAMPLE);
use DTPools::Run::Runner;

=head1 NAME

DTPools::Faults::Trials - runs tests with faults

=head1 SYNOPSIS

    my $trials = DTPools::Faults::Trials->new(so => $so, mpiexec => 'mpiexec', jobs => 2, verdicts => $verdicts);
    $trials->run([$fault, $test], [$fault, $other_test]);

=head1 METHODS

=head2 new(so => ..., mpiexec => ..., jobs => ..., verdicts => ..., budget => ..., is_one => ..., seconds => ...)

C<so>: the faulty MPI; C<jobs>: the number of cores; C<verdicts>: where to note what comes of it
(L<DTPools::Faults::Verdicts>). C<budget> (L<DTPools::Run::Budget>), if given: tests run as in a default run, with at
least the time that they have there; otherwise with all objects. C<is_one>: one program is to catch a fault, so that
another test of a program which failed with other words may be tried, and the same goes on after its first failure.
C<seconds>: the time of a test, if not the usual.

=head2 with(...)

The same with other values.

=head2 run([$fault, $test], ...)

Runs those whose program has not failed with the fault before. The tests are built.

=cut

my $LIMIT          = 60;
my $SECONDS        = 10;
my $SECONDS_OF_FEW = 3;     # where only some cases are tried
my $TIMES_HANG     = 8;     # as often the seconds of a test a case may take, before it is said to hang
my $MOST_BROKEN    = 2;     # tests of a program that broke with a fault

sub new {
    my ($class, %arg) = @_;
    return bless {%arg}, $class;
}

sub with {
    my ($self, %arg) = @_;
    return bless { %$self, %arg }, ref $self;
}

sub run {
    my ($self, @pairs) = @_;
    my @others = $self->_run(['-first'], @pairs);
    $self->_run([], @others) if $self->{is_one};
    return;
}

# Returns the pairs that fail with other words.
sub _run {
    my ($self, $options, @pairs) = @_;
    my (%of, @tests);
    for my $pair (grep { !$self->_is_done(@$_) } @pairs) {
        my $faulty = DTPools::Faults::faulty_test(@$pair[1, 0], $self->{so}, @$options);
        $faulty->{limit} = $LIMIT;
        $faulty->{env}   = $self->_environment(@$pair);
        $of{ $faulty->{id} } = $pair;
        push @tests, $faulty;
    }
    my $launch = {
        command => [shellwords($self->{mpiexec})], np_flag => '-n', env => [], hidden_env => [],
        output => 'mutants-output', scale => 1, tag => sprintf('%d-%.6f ', $$, time),
        $self->{seconds} ? (hang => $TIMES_HANG * $self->{seconds}, hangs => 1) : (),
    };
    my ($results, $signal) = DTPools::Run::Runner::run(
        tests => \@tests, launch => $launch, cores => $self->{jobs}, have => {}, expected => 1);
    exit 130 if $signal;
    return grep { defined } map { $self->_note($of{ $_->{test}{id} }, $_) } @$results;
}

# Returns the pair, if it fails with other words.
sub _note {
    my ($self, $pair, $result) = @_;
    my $judged = DTPools::Faults::judge($result, $pair->[0]);
    $self->{verdicts}->note(@$pair, $judged);
    return $judged->{as} eq 'other' ? $pair : undef;
}

sub _is_done {
    my ($self, $fault, $test) = @_;
    my $before = $self->{verdicts}->of_program($fault, $test) or return 0;
    return $before->{as} =~ /^(?:caught|other|broken)\z/ unless $self->{is_one};
    return $before->{as} eq 'caught' || $self->{verdicts}->tests_broken($fault, $test) >= $MOST_BROKEN;
}

# What is the test's own comes last.
sub _environment {
    my ($self, $fault, $test) = @_;
    return [[DTP_NUM_OBJS => $OBJECTS], [DTP_SAMPLE_OBJS => $SAMPLE], [DTP_BUDGET => $self->{budget}->least($test)],
        @{ $test->{env} }] if $self->{budget};
    my @where   = DTPools::Faults::Cases::of($fault);
    my $seconds = $self->{seconds} // (@where ? $SECONDS_OF_FEW : $SECONDS);
    return [[DTP_NUM_OBJS => -1], (@where ? [DTP_WHERE => "@where"] : ()), [DTP_BUDGET => $seconds],
        @{ $test->{env} }];
}

1;
