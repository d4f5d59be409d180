package DTPools::Failures;

use strict;
use warnings;
use List::Util qw(max min);
use Time::HiRes qw(time);

use DTPools::Failures::Causes;
use DTPools::Failures::Handover;
use DTPools::Failures::Report;
use DTPools::Failures::Same;
use DTPools::Failures::Shrink;
use DTPools::Failures::Trial;
use DTPools::Failures::Workers;

=head1 NAME

DTPools::Failures - shrink the failures of a run, and report one cause once

=head1 FUNCTIONS

=head2 report(results => \@results, reasons => $reasons, present => \%issues)

Looks for failures that have one cause (L<DTPools::Failures::Causes>). It is reported with its smallest test: C<shrunk>
of the result has lines for the summary, among them how many others do, and which. The others have C<like>, a line that
names that test. A cause that is one of C<present>, issues of other versions of the MPI that are in this one too, is
reported with its program.

=head2 shrink(results => \@results, reasons => $reasons, present => \%issues, most => 10, seconds => 20, total => 100,
workers => 2, mpicc => 'mpicc', dtp => 'dtpools/dtp', output => 'failures')

Does so, and makes a C program of each cause, of at most C<most>, C<workers> of them at once
(L<DTPools::Failures::Shrink>), in C<total> seconds: first of the case as it is, of all of them; then, in what is left
of the time, of a smaller one, in at most C<seconds> each, those first that have no program yet, or a long one. Some
causes come before all others: those where two processes show that objects are not handled as they should be. Each
other cause is first tried with the smallest objects of these: it may be the same. Where the first failure of a cause
does not fail again, or has no program, the second one is tried. Causes are one, too, if they shrink to the same
smallest case: the same way of failing, objects and operation, in another form perhaps, if only some objects show it; or
if the one fails in the same way with the smallest objects of the other, but not with a single element, as where it
would fail with any objects. All wrong data are one way there.

=cut

my $TO_RECORD  = 6;    # seconds, for the program of a case as it is
my $OVERTIME   = 10;   # seconds, for those whose turn has not come
our $LATEST    = 25;   # seconds after that time at which all processes have ended
my $LEAST      = 4;    # seconds, in which something can become smaller
my $TO_WRITE   = 1.5;  # seconds, the program
my $MOST_TRIED = 2;    # failures of a cause
my $FEW        = 2;    # processes
my $TO_TELL    = 0.4;  # of the time, for what tells of others
my $MOST_TELLING = 12;
our $TO_END    = 20;   # seconds, for a process that has had its time for each failure that is tried

sub report {
    my (%arg) = @_;
    DTPools::Failures::Report::report(DTPools::Failures::Causes::find(@arg{qw(reasons present)}, _failed(%arg)));
    return;
}

sub shrink {
    my (%arg) = @_;
    my @causes = DTPools::Failures::Causes::find(@arg{qw(reasons present)}, _failed(%arg));
    my @left   = grep { defined $_->{failures}[0]{replay} && !$_->{issue} } @causes;
    _give_names(@left);
    my $end = time + $arg{total};
    $arg{latest} = $end + $LATEST;
    DTPools::Failures::Handover::build_recorder(%arg) if @left;    # else each of them would
    my %is_left  = map { $_ => 1 } @left;
    my @reported = grep { !$is_left{$_} } @causes;
    my @telling  = grep { _tells($_) } @left;
    splice @telling, min($MOST_TELLING, $arg{most}, scalar @telling);
    _make_programs(\%arg, time + $TO_TELL * $arg{total}, \@reported, @telling);
    my %tells    = map { $_ => 1 } @telling;
    my @others   = _compare_each(\%arg, $end, \@reported, grep { !$tells{$_} } @left);
    my @more     = splice @others, min($arg{most} - @telling, scalar @others);
    _make_programs(\%arg, $end, \@reported, @others);
    push @reported, @more;
    my %place = map { $causes[$_] => $_ } 0 .. $#causes;
    DTPools::Failures::Report::report(sort { $place{$a} <=> $place{$b} } @reported);
    return;
}

# Each has a file of its own, also where a test fails in one way and operation for several reasons.
sub _give_names {
    my %times;
    for my $cause (@_) {
        my $first = $cause->{failures}[0];
        my $name  = join '-', grep { defined } $first->{result}{test}{id}, $first->{kind},
            $first->{check} // $first->{operation};
        $name =~ s{[^\w.,=+-]}{-}g;
        $cause->{file} = $times{$name}++ ? "$name-$times{$name}" : $name;
    }
    return;
}

# Each has a program of its case as it is, if it fails by itself.
sub _record_all {
    my ($arg, $end, @causes) = @_;
    $_->{found} = { why => 'the time for shrinking was over' } for @causes;
    my $begin = sub {
        my ($cause) = @_;
        return if time > $end + $OVERTIME;
        return _begin('recording', { %$arg, seconds => $TO_RECORD }, $cause, sub { _reproduce(@_) });
    };
    my $take = sub { my ($worker) = @_; $worker->{cause}{found} = _result_of($worker) };
    return DTPools::Failures::Workers::in_turn($arg->{workers}, $begin, $take, @causes);
}

# One of the case as it is, of all of them; what is left of the time is for smaller ones, first of what needs them most.
sub _make_programs {
    my ($arg, $end, $reported, @causes) = @_;
    _record_all($arg, $end, @causes);
    push @$reported, grep { !defined $_->{found}{kind} } @causes;
    _shrink_each($arg, $end, $reported, sort { _need($b) <=> _need($a) } grep { defined $_->{found}{kind} } @causes);
    return;
}

# Those that are the same as another one are joined with it; they have been compared with what is reported already.
sub _shrink_each {
    my ($arg, $end, $reported, @causes) = @_;
    my $left  = @causes;
    my $first = @$reported;
    my $begin = sub {
        my ($cause) = @_;
        my $share = ($end - time) * $arg->{workers} / $left-- - $TO_WRITE;
        if ($end - time < $LEAST) {
            push @$reported, $cause;
            return;
        }
        my %with = (%$arg, seconds => min($arg->{seconds}, max($LEAST, $share)));
        my @known = @$reported;
        my $worker = _begin('shrinking', \%with, $cause, sub { _look(@_, $first, @known) });
        return { %$worker, known => scalar @known, with => \%with };
    };
    my $take = sub {
        my ($worker) = @_;
        my ($cause, $same) = _end($worker, @$reported);
        $same ? _join($cause, $same) : push @$reported, $cause;
    };
    return DTPools::Failures::Workers::in_turn($arg->{workers}, $begin, $take, @causes);
}

# Returns those that are not the same as one of the reported ones.
sub _compare_each {
    my ($arg, $end, $reported, @causes) = @_;
    my @others;
    my $begin = sub {
        my ($cause) = @_;
        if ($end - time < $LEAST or !DTPools::Failures::Same::comparable($cause, @$reported)) {
            push @others, $cause;
            return;
        }
        return _begin('comparing', { %$arg, seconds => $LEAST }, $cause, sub { _compare(@_, 0, @$reported) });
    };
    my $take = sub {
        my ($worker) = @_;
        my ($cause, $result) = ($worker->{cause}, _result_of($worker));
        defined $result->{same} ? _join($cause, $reported->[ $result->{same} ]) : push @others, $cause;
    };
    DTPools::Failures::Workers::in_turn($arg->{workers}, $begin, $take, @causes);
    return @others;
}

sub _join {
    my ($cause, $other) = @_;
    unlink $cause->{found}{program} if defined $cause->{found}{program};
    push @{ $other->{more} }, $cause;
    return;
}

# What two processes do not do right with certain objects, more of them do not either.
sub _tells {
    my ($cause) = @_;
    my $failure = $cause->{failures}[0];
    return DTPools::Failures::Same::is_of_data($failure->{kind}) && $failure->{result}{test}{procs} <= $FEW
        && ($failure->{facts} // '') =~ /-trait=/;
}

# What has no program needs one most, then what has the longest.
sub _need {
    my ($cause) = @_;
    return $cause->{found}{lines} // 1e9;
}

# A process that looks at a cause.
sub _begin {
    my ($doing, $arg, $cause, $do) = @_;
    print "$doing $cause->{failures}[0]{result}{test}{id} (", DTPools::Failures::Report::name($cause), ")\n";
    my $seconds = max(1, min(($MOST_TRIED + 1) * $arg->{seconds} + $TO_END, $arg->{latest} - time));
    return { %{ DTPools::Failures::Workers::begin($seconds, sub { $do->($arg, $cause) }) }, cause => $cause };
}

sub _result_of {
    my ($worker) = @_;
    return DTPools::Failures::Workers::result($worker) // { why => 'it took too long to make a program of its record' };
}

# What became of the first of its failures that fails again.
sub _reproduce {
    my ($arg, $cause) = @_;
    my $found;
    for my $k (grep { defined $cause->{failures}[$_] } 0 .. $MOST_TRIED - 1) {
        $found = _reproduce_one($arg, $cause, $k);
        return $found if defined $found->{kind};
    }
    return $found;
}

sub _reproduce_one {
    my ($arg, $cause, $k) = @_;
    my $reproduce = sub { DTPools::Failures::Shrink::reproduce(@_) };
    return { %{ DTPools::Failures::Trial::of_one($arg, $cause, $k, $reproduce) }, failure => $k };
}

# What was found of a failure, or of the next one if that one has a program and this one has none.
sub _with_program {
    my ($arg, $cause) = @_;
    my $found = $cause->{found};
    my $next  = $found->{failure} + 1;
    return $found if defined $found->{program} or $next >= $MOST_TRIED or !defined $cause->{failures}[$next];
    my $other = _reproduce_one({ %$arg, seconds => min($arg->{seconds}, $TO_RECORD) }, $cause, $next);
    return defined $other->{program} ? $other : $found;
}

# The number of the reported cause that it is the same as, if any, from the first one to compare it with.
sub _compare {
    my ($arg, $cause, $first, @reported) = @_;
    my $same = DTPools::Failures::Same::met_before($arg, $cause, @reported[$first .. $#reported]) // return {};
    return { same => grep { $reported[$_] == $same } 0 .. $#reported };
}

# The number of the reported cause that it is the same as; else what its smaller case comes to.
sub _look {
    my ($arg, $cause, @among) = @_;
    my $same = _compare($arg, $cause, @among);
    return $same if defined $same->{same};
    my $found = _with_program($arg, $cause);
    my $shrink = sub { DTPools::Failures::Shrink::smaller(@_, found => $found) };
    my $smaller = DTPools::Failures::Trial::of_one($arg, $cause, $found->{failure}, $shrink);
    return { failure => $found->{failure}, %$smaller };
}

# The cause with what was found, and another one that it is the same as, if any, those too that have been reported
# meanwhile.
sub _end {
    my ($worker, @reported) = @_;
    my $cause  = $worker->{cause};
    my $result = _result_of($worker);
    my $same   = defined $result->{same} ? $reported[ $result->{same} ] : undef;
    my $is_new = !$same && defined $result->{kind};
    $cause->{found} = $result if $is_new;
    ($same) = grep { DTPools::Failures::Same::is_same($_->{found}, $cause->{found}) } @reported if $is_new;
    $same //= DTPools::Failures::Same::met_before($worker->{with}, $cause, @reported[$worker->{known} .. $#reported])
        if $is_new;
    return ($cause, $same);
}

sub _failed {
    my (%arg) = @_;
    return grep { $_->{verdict} eq 'failed' } @{ $arg{results} };
}

1;
