package DTPools::Run::Runner;

use strict;
use warnings;
use POSIX ':sys_wait_h';
use Time::HiRes qw(time);

use DTPools::Run::Course;
use DTPools::Run::Group;
use DTPools::Run::Job;
use DTPools::Run::Processes;
use DTPools::Run::Progress;
use DTPools::Run::Schedule;
use DTPools::Run::Watch;

=head1 NAME

DTPools::Run::Runner - run tests side by side

=head1 SYNOPSIS

    my ($results, $signal, $trouble) = DTPools::Run::Runner::run(
        tests => \@tests, launch => $launch, cores => 8, memory => 16, have => { cxx => 1 });

=head1 DESCRIPTION

C<launch> is described in L<DTPools::Run::Job>; C<memory> (GB, may be undefined: not known) and C<cores> bound what runs
at the same time; C<have> names what the build has for C<requires=>; C<not_built> (test => lines) those programs that
are not, and what was said; with C<expected>, failures are no news; C<budget> is a L<DTPools::Run::Budget>, or
undefined: what the launch says; C<endings> a L<DTPools::Failures::Endings>, or undefined: nothing is left out; C<watch>
is a L<DTPools::Run::Watch> of the caller's. Returns the results (L<DTPools::Run::Course>) and, where the run ended
early, the name of the signal that ended it, or what made it impossible to go on, a full disk perhaps. No process of the
tests is left at the end.

=cut

my $GRACE = 2;
my $FEW   = 2;    # tests of a program that has not begun when the time is over
my $MORE  = 40;   # seconds of a run whose tests have often ended early
my $OFTEN = 2;    # early ends of tests of one program
my $MANY  = 6;    # hangs of a run: then one of a test is enough

my %NAME_OF_NEED = (cxx => 'no C++ compiler in this build');

my %SIGNAL_STOPS = map { $_ => 1 } qw(INT TERM HUP PIPE);

sub run {
    my (%arg) = @_;
    my @tests = @{ $arg{tests} };
    my $work  = 0;
    $work += $_->{procs} for @tests;
    pipe my $woken, my $wake or die "cannot make a pipe: $!\n";
    $_->blocking(0) for $woken, $wake;
    my $self = {
        %arg,
        results  => [],
        late     => [],
        running  => {},
        progress => DTPools::Run::Progress->new(total => scalar @tests, work => $work, expected => $arg{expected}),
        woken    => $woken,
        watch    => $arg{watch} // DTPools::Run::Watch->new($arg{launch}{tag}),
        stop     => undef,
    };
    local $SIG{CHLD} = sub { syswrite $wake, '.' };
    local @SIG{ keys %SIGNAL_STOPS } = (sub { $self->{stop} //= $_[0]; syswrite $wake, '.' }) x keys %SIGNAL_STOPS;
    _run_all($self, grep { _can_run($self, $_) } @tests);
    $self->{watch}->close unless $arg{watch};
    return ($self->{results}, $self->{trouble} ? (undef, $self->{trouble}) : $self->{stop});
}

sub _run_all {
    my ($self, @tests) = @_;
    my $course   = $self->{course} = DTPools::Run::Course->new(cores => $self->{cores},
        launch => $self->{launch}, budget => $self->{budget}, endings => $self->{endings});
    my $schedule = DTPools::Run::Schedule->new(tests => [$course->items(@tests)], cores => $self->{cores},
        memory => $self->{memory});
    my $running  = $self->{running};
    until ($self->{stop} or $self->{trouble}) {
        _start_what_fits($self, $schedule);
        next if !%$running and _add_late($self, $schedule);
        last unless %$running;
        $self->{progress}->show(values %$running);
        _wait($self);
        _enforce_limits($self, $schedule);
    }
    $self->{progress}->clear;
    my @left = DTPools::Run::Processes::end_trees([keys %$running], $self->{launch}{tag}, $GRACE);
    warn "runtests: could not end the processes @left\n" if @left;
    return;
}

# To end a job takes a while, in which others may have ended by themselves.
sub _enforce_limits {
    my ($self, $schedule) = @_;
    _reap($self, $schedule);
    my @jobs = values %{ $self->{running} };
    for my $job (@jobs) {
        $job->enforce_limits if $self->{running}{ $job->{pid} };
        _reap($self, $schedule);
    }
    return;
}

# A test that cannot run at all has its result at once.
sub _can_run {
    my ($self, $test) = @_;
    my ($verdict, $reason) = _obstacle($self, $test) or return 1;
    _add($self, {
        test => $test, verdict => $verdict, reason => $reason, seconds => 0,
        replay => DTPools::Run::Job::replay({ tests => [$test] }, $self->{launch}),
        messages => $self->{not_built}{ $test->{id} } // [],
    });
    return 0;
}

sub _obstacle {
    my ($self, $test) = @_;
    for my $need (unmet_needs($test, $self->{have})) {
        return (skipped => $NAME_OF_NEED{$need} // "this build lacks '$need'");
    }
    my $memory = $self->{memory};
    return (skipped => sprintf 'needs %g GB of memory, %.1f GB available', $test->{mem}, $memory)
        if defined $memory and $test->{mem} > $memory;
    return (failed => 'not built') if $self->{not_built}{ $test->{id} };
    return if defined $self->{launch}{make};
    return (failed => 'not built') if !-f $test->{program} or !-x _;
    return;
}

=head2 unmet_needs($test, \%have)

Returns what the test requires and the build does not have.

=cut

sub unmet_needs {
    my ($test, $have) = @_;
    return grep { !$have->{$_} } @{ $test->{requires} };
}

# Tests that often end early take time that no budget has.  Of programs that have begun by then, no more tests are
# run, and of each other one a few; the summary says how many are not.  What has begun goes on.
sub _is_cut {
    my ($self, $item) = @_;
    my ($budget, $endings) = @$self{qw(budget endings)};
    return 0 unless $budget and $endings and $endings->have_cost and $budget->is_spent;
    my ($tests, %number) = $item->{tests};
    my $most = $budget->is_overdue ? 0 : $FEW;
    @$tests = grep {
        my $program = DTPools::Run::Group::program($_);
        $self->{course}->has_begun($_) || !$self->{programs}{$program} && ++$number{$program} <= $most
    } @$tests;
    return !@$tests;
}

# Where that is so while there is time, the tests of programs that often end early, and have not begun, come after all
# others.
sub _is_late {
    my ($self, $item) = @_;
    my ($budget, $endings, $late) = @$self{qw(budget endings late)};
    return 0 unless $budget and $endings and $endings->have_cost and $late;
    my @now;
    for my $test (@{ $item->{tests} }) {
        my $is_late = !$self->{course}->has_begun($test) && $endings->of_program($test) >= $OFTEN;
        push @{ $is_late ? $late : \@now }, $test;
    }
    @{ $item->{tests} } = @now;
    return !@now;
}

# These are not put off again.
sub _add_late {
    my ($self, $schedule) = @_;
    my @tests = @{ delete $self->{late} // [] };
    $schedule->add($self->{course}->items(@tests));
    return scalar @tests;
}

# What ends tests early takes less time once much has gone that way, and the others get more.
sub _be_brief {
    my ($self) = @_;
    my ($launch, $endings) = @$self{qw(launch endings)};
    my $hangs = $endings->hangs;
    $launch->{hang}     = $launch->{hang_again} if $hangs;
    $launch->{hangs}    = 1 if $hangs >= $MANY;
    return unless $endings->have_cost;
    $launch->{restarts} = 1;
    $self->{budget}->extend($MORE) if $self->{budget} and !$self->{is_extended}++;
    return;
}

sub _give_time {
    my ($self, $item, $is_case) = @_;
    $item->{budget} = $is_case ? 0 : $self->{budget}->take($item);
    $item->{weight} = { map { $_->{id} => $self->{budget}->weight($_) } @{ $item->{tests} } };
    return;
}

sub _start_what_fits {
    my ($self, $schedule) = @_;
    while (!$self->{stop} and !$self->{trouble} and my $item = $schedule->take) {
        _be_brief($self) if $self->{endings};
        if (_is_late($self, $item) or _is_cut($self, $item)) {
            $schedule->give_back($item);
            next;
        }
        my $is_case = defined $item->{options};    # to be tried whatever time is left
        _give_time($self, $item, $is_case) if $self->{budget};
        $item->{leave_out} = $self->{endings}->text if $self->{endings} and !$is_case;
        my $job = DTPools::Run::Job->start($item, $self->{launch});
        if ($job->{pid}) {
            $self->{running}{ $job->{pid} } = $job;
            $self->{watch}->begin($job->{pid});
            next;
        }
        _take($self, $schedule, $job->ended(0));
    }
    return;
}

# Sleeps until a process ends, a signal comes, a time limit passes or the progress is to be shown.
sub _wait {
    my ($self) = @_;
    my $timeout = $self->{progress}->period;
    for my $job (values %{ $self->{running} }) {
        my $rest = $job->rest;
        $timeout = $rest < 0 ? 0 : $rest if $rest < $timeout;
    }
    vec(my $bits = '', fileno $self->{woken}, 1) = 1;
    sysread $self->{woken}, my $ignored, 4096 if select($bits, undef, undef, $timeout) > 0;
    return;
}

sub _reap {
    my ($self, $schedule) = @_;
    while ((my $pid = waitpid -1, WNOHANG) > 0) {
        my $status = $?;
        my $job = delete $self->{running}{$pid} or next;
        $self->{watch}->end($pid);
        _take($self, $schedule, $job->ended($status));
    }
    return;
}

sub _take {
    my ($self, $schedule, $ended) = @_;
    my ($results, $items, $trouble) = $self->{course}->take($ended);
    $schedule->give_back($ended->{item});
    $schedule->add(@$items);
    $self->{programs}{ DTPools::Run::Group::program($_->{test}) } = 1 for @$results;
    _add($self, $_) for @$results;
    $self->{trouble} //= $trouble;
    return;
}

sub _add {
    my ($self, $result) = @_;
    push @{ $self->{results} }, $result;
    $self->{progress}->add($result);
    return;
}

1;
