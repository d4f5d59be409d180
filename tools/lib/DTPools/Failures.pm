package DTPools::Failures;

use strict;
use warnings;
use File::Temp;
use List::Util qw(max min uniq);
use POSIX qw(WNOHANG);
use Storable ();
use Time::HiRes qw(sleep time);

use DTPools::Calls;
use DTPools::Failures::Causes;
use DTPools::Failures::Handover;
use DTPools::Failures::Shrink;
use DTPools::Run::Output;

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
causes come before all others: those where two processes show that objects are not handled as they should be. What has
been made of these objects is tried with each of the others before anything is made of it. Where the first failure of a
cause does not fail again, or has no program, the second one is tried. Causes are one, too, if they shrink to the same
smallest case: the same way of failing, objects and operation, in another form perhaps, if only some objects show it; or
if the one fails in the same way with the smallest objects of the other, but not with a single element, as where it
would fail with any objects. All wrong data are one way there.

=cut

my $MAX_NAMES  = 5;
my $PAUSE      = 0.02;
my $TO_RECORD  = 6;    # seconds, for the program of a case as it is
my $OVERTIME   = 10;   # seconds, for those whose turn has not come
our $LATEST    = 25;   # seconds after that time at which all processes have ended
my $LEAST      = 4;    # seconds, in which something can become smaller
my $TO_WRITE   = 1.5;  # seconds, the program
my $TO_COMPARE = 0.3;  # of its time, to find out whether a cause is one that has been reported
my $MOST_TRIED = 2;    # failures of a cause
my $FEW        = 2;    # processes
my $TO_TELL    = 0.4;  # of the time, for what tells of others
my $MOST_TELLING = 12;
my $OF_DATA    = qr/^(?:elements-wrong|gap|past|before|after|other|metadata|send-buffer)\z/;
our $TO_END    = 20;   # seconds, for a process that has had its time for each failure that is tried

sub report {
    my (%arg) = @_;
    _report_all(DTPools::Failures::Causes::find(@arg{qw(reasons present)}, _failed(%arg)));
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
    _report_all(sort { $place{$a} <=> $place{$b} } @reported);
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
    return _in_turn($arg, $begin, sub { my ($worker) = @_; $worker->{cause}{found} = _result_of($worker) }, @causes);
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
    return _in_turn($arg, $begin, $take, @causes);
}

# Returns those that are not the same as one of the reported ones.
sub _compare_each {
    my ($arg, $end, $reported, @causes) = @_;
    my @others;
    my $begin = sub {
        my ($cause) = @_;
        if ($end - time < $LEAST or !_comparable($cause, @$reported)) {
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
    _in_turn($arg, $begin, $take, @causes);
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
    return $failure->{kind} =~ $OF_DATA && $failure->{result}{test}{procs} <= $FEW
        && ($failure->{facts} // '') =~ /-trait=/;
}

# What has no program needs one most, then what has the longest.
sub _need {
    my ($cause) = @_;
    return $cause->{found}{lines} // 1e9;
}

# So many at a time; of those that are not begun nothing is taken.
sub _in_turn {
    my ($arg, $begin, $take, @causes) = @_;
    my %working;
    while (@causes or %working) {
        while (@causes and keys %working < $arg->{workers}) {
            my $worker = $begin->(shift @causes) // next;
            $working{ $worker->{pid} } = $worker;
        }
        $take->($_) for map { delete $working{$_} } grep { waitpid($_, WNOHANG) == $_ } keys %working;
        sleep $PAUSE if %working;
    }
    return;
}

# A process of its own for each cause; what it finds is read from its file.
sub _begin {
    my ($doing, $arg, $cause, $do) = @_;
    my $file = File::Temp->new;
    print "$doing $cause->{failures}[0]{result}{test}{id} (", _name($cause), ")\n";
    my $pid = fork // die "cannot fork: $!\n";
    return { pid => $pid, file => $file, cause => $cause } if $pid;
    alarm(max(1, min(($MOST_TRIED + 1) * $arg->{seconds} + $TO_END, $arg->{latest} - time)));
    eval { Storable::nstore($do->($arg, $cause), "$file"); 1 } or warn "runtests: $@";
    File::Temp::cleanup();
    return POSIX::_exit(0);
}

sub _result_of {
    my ($worker) = @_;
    return eval { Storable::retrieve("$worker->{file}") }
        // { why => 'it took too long to make a program of its record' };
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
    return { %{ _of_one($arg, $cause, $k, sub { DTPools::Failures::Shrink::reproduce(@_) }) }, failure => $k };
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
    my $same = _met_before($arg, $cause, @reported[$first .. $#reported]) // return {};
    return { same => grep { $reported[$_] == $same } 0 .. $#reported };
}

# ..., or what is found of it.
sub _look {
    my ($arg, $cause, @among) = @_;
    my $same = _compare($arg, $cause, @among);
    return $same if defined $same->{same};
    my $found = _with_program($arg, $cause);
    my $shrink = sub { DTPools::Failures::Shrink::smaller(@_, found => $found) };
    return { failure => $found->{failure}, %{ _of_one($arg, $cause, $found->{failure}, $shrink) } };
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
    ($same) = grep { _is_same($_->{found}, $cause->{found}) } @reported if $is_new;
    $same //= _met_before($worker->{with}, $cause, @reported[$worker->{known} .. $#reported]) if $is_new;
    return ($cause, $same);
}

sub _failed {
    my (%arg) = @_;
    return grep { $_->{verdict} eq 'failed' } @{ $arg{results} };
}

# ---- one cause or two ----

# The cause that was shrunk before, and whose smallest objects make this one fail in the same way: on the same side, or
# on the other one, since what is got comes from the target.
sub _met_before {
    my ($arg, $cause, @reported) = @_;
    my @others = _comparable($cause, @reported);
    my @pairs  = map { my $other = $_; map { { objects => $_, other => $other } } _sides($other) } @others;
    my $until  = time + $TO_COMPARE * $arg->{seconds};
    while (@pairs and (my $left = $until - time) > 0) {
        my $number = _first_that_fails($arg, $cause, $left, map { $_->{objects} } @pairs) // return;
        my $pair   = (splice @pairs, 0, $number + 1)[-1];
        return $pair->{other} if !defined _first_that_fails($arg, $cause, $left, _plain(@{ $pair->{objects} }));
    }
    return;
}

# Those whose objects this one may fail with.
sub _comparable {
    my ($cause, @reported) = @_;
    return grep { _is_specific($_->{found}) && _are_alike($_->{found}{kind}, _kind_of($cause)) } @reported;
}

# Wrong data are of one way, whatever shows them.
sub _are_alike {
    my (@kinds) = @_;
    return $kinds[0] eq $kinds[1] || !grep { $_ !~ $OF_DATA } @kinds;
}

sub _sides {
    my ($cause) = @_;
    my @sides = @{ $cause->{found} }{qw(send recv)};
    return $sides[0] eq $sides[1] ? \@sides : (\@sides, [reverse @sides]);
}

sub _first_that_fails {
    my ($arg, $cause, $seconds, @pairs) = @_;
    my $find = sub {
        my (%arg) = @_;
        return DTPools::Failures::Shrink::first_that_fails(\@pairs, %arg, kind => _kind_of($cause));
    };
    return _of_one({ %$arg, seconds => $seconds }, $cause, ($cause->{found} // {})->{failure} // 0, $find);
}

# As it was found to fail, or as it was met.
sub _kind_of {
    my ($cause) = @_;
    return ($cause->{found} // {})->{kind} // $cause->{failures}[0]{kind};
}

# Plain objects of the first basic type: what fails with these too fails with objects of any shape.
sub _plain {
    return [map { '1*' . (/\b(MPI_\w+)/)[0] } @_];
}

# Whether the smallest objects have elements, and are of another shape than elements in a row.
sub _is_specific {
    my ($found) = @_;
    return unless defined $found and defined $found->{send};
    my @texts = @$found{qw(send recv)};
    return (grep { /\d+\*.*\(/ } @texts) && !grep { !/\bMPI_\w+/ } @texts;
}

sub _is_same {
    my ($x, $y) = @_;
    return unless defined $x and defined $x->{send} and defined $y->{send};
    return if grep { $x->{$_} ne $y->{$_} } qw(kind send recv procs);
    my @operations = map { $_->{operation} // '' } $x, $y;
    @operations = map { DTPools::Calls::of_any_form($_) } @operations if _is_specific($x);
    return $operations[0] eq $operations[1];
}

# One of its failures; the program is called after the first one.
sub _of_one {
    my ($arg, $cause, $k, $do) = @_;
    my $failure = $cause->{failures}[$k];
    my %about = map { $_ => $failure->{$_} } qw(replay kind operation);
    return _in_environment($arg, sub { $do->(%$arg, %about, output => "$arg->{output}/$cause->{file}.c") });
}

sub _in_environment {
    my ($arg, $do) = @_;
    local %ENV = (%ENV, DTP_NUM_OBJS => '-1', map { @$_ } @{ $arg->{env} });
    return $do->();
}

# ---- what is reported ----

sub _name {
    my ($cause) = @_;
    return "$cause->{issue}{issue} of $cause->{issue}{mpi}" if $cause->{issue};
    return join ' ', $cause->{kind}, defined $cause->{operation} ? "of $cause->{operation}" : (),
        defined $cause->{check} ? "($cause->{check})" : (), defined $cause->{reason} ? "where $cause->{reason}" : ();
}

# A test that is the first one of a cause is reported in full, with all of which it is; the others in a line.
sub _report_all {
    my (@causes) = @_;
    my %reported;
    for my $cause (@causes) {
        my ($first, @others) = _results_of($cause);
        _report($cause, $first, @others);
        push @{ $reported{ $_->{test}{id} } }, DTPools::Failures::Causes::kinds($first) for @others;
        push @{ $reported{ $_->{result}{test}{id} } }, $_->{kind} for _failures_of($cause);
    }
    delete $_->{like} for map { (_results_of($_))[0] } @causes;
    my %seen;
    _add_kinds($_, @{ $reported{ $_->{test}{id} } })
        for grep { $_->{like} && !$seen{ $_->{test}{id} }++ } map { _results_of($_) } @causes;
    return;
}

# Those of all tests that show it, each once.
sub _results_of {
    my ($cause) = @_;
    my %seen;
    return grep { !$seen{ $_->{test}{id} }++ } map { $_->{result} } _failures_of($cause);
}

sub _failures_of {
    my ($cause) = @_;
    return map { @{ $_->{failures} } } $cause, @{ $cause->{more} // [] };
}

# The ways of failing that a test shows and that those which it is like do not.
sub _add_kinds {
    my ($result, @reported) = @_;
    my %reported = map { $_ => 1 } @reported;
    my @more = grep { !$reported{$_} } DTPools::Failures::Causes::kinds($result);
    $result->{like}[-1] .= ', but also ' . join ' ', @more if @more;
    return;
}

sub _report {
    my ($cause, $first, @others) = @_;
    _show_block($first, $cause->{failures}[0]{block});
    my @names = map { $_->{test}{id} } @others;
    my $tests = @others == 1 ? '1 other test' : scalar(@others) . ' other tests';
    my @same  = @names ? "the same in $tests: " . _list(@names) : ();
    push @{ $first->{shrunk} }, _known($cause->{issue}),
        (map { "shrunk: $_" } _lines($cause->{found})), _common($cause), @same;
    my $name = _name($cause);
    push @{ $_->{like} }, "$first->{test}{id} ($name)" for @others;
    return;
}

# What other versions of the MPI have too.
sub _known {
    my ($issue) = @_;
    return unless $issue;
    return ("known of $issue->{mpi} as $issue->{issue}: " . ($issue->{about} // '?'),
        "program: $issue->{folder}/$issue->{program}, which fails here too");
}

# What the failures of the cause have in common, and of which operations they are.
sub _common {
    my ($cause) = @_;
    my @operations = uniq map { @{ $_->{operations} // [] } } $cause, @{ $cause->{more} // [] };
    my @reported;
    push @reported, "in common: $cause->{reason}" if defined $cause->{reason};
    push @reported, 'of ' . _list(@operations) if @operations > 1;
    return @reported ? join '; ', @reported : ();
}

# Names, of many the first ones.
sub _list {
    my (@names) = @_;
    my $left = @names - $MAX_NAMES;
    splice @names, $MAX_NAMES, $left, "and $left more" if $left > 0;
    return join ', ', @names;
}

# The failure is among the messages of its test already, unless others came before it.
sub _show_block {
    my ($result, $block) = @_;
    return unless $block;
    my %is_shown = map { $_ => 1 } @{ $result->{messages} };
    my @lines = DTPools::Run::Output::block_lines($block);
    my ($place) = ((grep { /^  case:/ } @lines), grep { /^  replay:/ } @lines);
    push @{ $result->{messages} }, @lines unless defined $place and $is_shown{$place};
    return;
}

sub _lines {
    my ($found) = @_;
    return unless $found;
    return "not shrunk: $found->{why}" unless defined $found->{kind};
    my $reported = sprintf '%s%s with %d process%s', $found->{kind},
        defined $found->{operation} ? " of $found->{operation}" : '', $found->{procs}, $found->{procs} == 1 ? '' : 'es';
    $reported .= ": $found->{send} -> $found->{recv}" if defined $found->{recv};
    return ($reported, "no program: $found->{no_program}") unless defined $found->{program};
    my $from = $found->{as_it_was} ? 'from the case as it was' : "from $found->{test}";
    return ($reported, "program: $found->{program} ($found->{lines} lines, $from)");
}

1;
