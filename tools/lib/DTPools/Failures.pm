package DTPools::Failures;

use strict;
use warnings;
use File::Temp;
use List::Util qw(max min uniq);
use POSIX qw(WNOHANG);
use Storable ();
use Time::HiRes qw(sleep time);

use DTPools::Causes;
use DTPools::Output;
use DTPools::Shrink;

=head1 NAME

DTPools::Failures - shrink the failures of a run, and report one cause once

=head1 FUNCTIONS

=head2 report(results => \@results, reasons => $reasons, present => \%issues)

Looks for failures that have one cause (L<DTPools::Causes>). It is reported with its smallest test: C<shrunk>
of the result has lines for the summary, among them how many others do, and which. The others have C<like>, a line that
names that test. A cause that is one of C<present>, issues of other versions of the MPI that are in this one too, is
reported with its program.

=head2 shrink(results => \@results, reasons => $reasons, present => \%issues, most => 10, seconds => 20, total => 100,
workers => 2, mpicc => 'mpicc', dtp => 'dtpools/dtp', output => 'failures')

Does so, and makes the smallest C program of each cause, of at most C<most>, in C<seconds> each (L<DTPools::Shrink>),
C<workers> of them at once; where there are so many that it would take more than C<total> seconds, in less, down to what
a program of the case as it is takes; those that are left a little after C<total> have none. Where the first failure of
a cause does not fail again, the second one is tried. Causes are one, too, if they shrink to the same smallest case: the
same way of failing, objects and operation; or if the one fails in the same way with the smallest objects of the other,
but not with a single element, as where it would fail with any objects.

=cut

my $MAX_NAMES  = 5;
my $PAUSE      = 0.02;
my $LEAST      = 2;    # seconds, enough for a record
my $TO_WRITE   = 1.5;  # seconds, the program
my $OVERTIME   = 10;   # seconds, for what has to be smaller in the least of time
my $TO_COMPARE = 0.3;  # of its time, to find out whether a cause is one that has been reported
my $MOST_TRIED = 2;    # failures of a cause
our $TO_END    = 20;   # seconds, for a process that has had its time for each failure that is tried

sub report {
    my (%arg) = @_;
    _report_all(DTPools::Causes::find(@arg{qw(reasons present)}, _failed(%arg)));
    return;
}

sub shrink {
    my (%arg) = @_;
    my @causes = DTPools::Causes::find(@arg{qw(reasons present)}, _failed(%arg));
    my @left   = grep { defined $_->{failures}[0]{replay} && !$_->{issue} } @causes;
    splice @left, $arg{most} if @left > $arg{most};
    my %is_left = map { $_ => 1 } @left;
    my @reported = grep { !$is_left{$_} } @causes;
    my $end     = time + $arg{total};
    my %working;
    while (@left or %working) {
        if (time > $end + $OVERTIME) {
            $_->{found} = { why => 'the time for shrinking was over' } for @left;
            push @reported, splice @left;
        }
        while (@left and keys %working < $arg{workers}) {
            my $share  = ($end - time) * $arg{workers} / @left - $TO_WRITE;
            my $worker = _begin({ %arg, seconds => min($arg{seconds}, max($LEAST, $share)) }, shift @left, @reported);
            $working{ $worker->{pid} } = $worker;
        }
        for my $worker (map { delete $working{$_} } grep { waitpid($_, WNOHANG) == $_ } keys %working) {
            my ($cause, $same) = _end(\%arg, $worker, @reported);
            $same ? push @{ $same->{more} }, $cause : push @reported, $cause;
        }
        sleep $PAUSE;
    }
    my %place = map { $causes[$_] => $_ } 0 .. $#causes;
    _report_all(sort { $place{$a} <=> $place{$b} } @reported);
    return;
}

# A process of its own for each cause; what it finds is read from its file.
sub _begin {
    my ($arg, $cause, @reported) = @_;
    my $file = File::Temp->new;
    print "shrinking $cause->{failures}[0]{result}{test}{id} (", _name($cause), ")\n";
    my $pid = fork // die "cannot fork: $!\n";
    return { pid => $pid, file => $file, cause => $cause, known => @reported + 0, seconds => $arg->{seconds} } if $pid;
    alarm(($MOST_TRIED + 1) * $arg->{seconds} + $TO_END);
    eval { Storable::nstore(_look($arg, $cause, @reported), "$file"); 1 } or warn "runtests: $@";
    File::Temp::cleanup();
    return POSIX::_exit(0);
}

# The number of the cause that it is the same as, or what is found of it.
sub _look {
    my ($arg, $cause, @reported) = @_;
    my $same = _met_before($arg, $cause, @reported);
    return { same => grep { $reported[$_] == $same } 0 .. $#reported } if $same;
    my $found;
    for my $failure (grep { defined } map { $cause->{failures}[$_] } 0 .. $MOST_TRIED - 1) {
        $found = _shrink_one($arg, $failure);
        last if defined $found->{kind};
    }
    return { found => $found };
}

# The cause with what was found, and another one that it is the same as, if any, those too that have been reported
# meanwhile.
sub _end {
    my ($arg, $worker, @reported) = @_;
    my $cause  = $worker->{cause};
    my $result = eval { Storable::retrieve("$worker->{file}") }
        // { found => { why => 'it took too long to make a program of its record' } };
    return ($cause, $reported[$result->{same}]) if defined $result->{same};
    $cause->{found} = $result->{found};
    my ($same) = grep { _is_same($_->{found}, $cause->{found}) } @reported;
    $same //= _met_before({ %$arg, seconds => $worker->{seconds} }, $cause, @reported[$worker->{known} .. $#reported]);
    unlink $cause->{found}{program} if $same and defined $cause->{found}{program};
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
    my $replay = $cause->{failures}[0]{replay} // return;
    my $until  = time + $TO_COMPARE * $arg->{seconds};
    my $fails = sub {
        my (%objects) = @_;
        return _in_environment($arg, sub {
            DTPools::Shrink::fails_with(%$arg, replay => $replay, kind => $cause->{kind}, until => $until, %objects);
        });
    };
    for my $other (grep { $_->{kind} eq $cause->{kind} and _is_specific($_->{found}) } @reported) {
        last if time > $until;
        my @sides = @{ $other->{found} }{qw(send recv)};
        for my $objects (\@sides, [reverse @sides]) {
            my %objects = (send => $objects->[0], recv => $objects->[1]);
            return $other if $fails->(%objects) and !$fails->(_plain(%objects));
        }
    }
    return;
}

# Plain objects of the first basic type: what fails with these too fails with objects of any shape.
sub _plain {
    my (%objects) = @_;
    return map { $_ => '1*' . ($objects{$_} =~ /\b(MPI_\w+)/)[0] } keys %objects;
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
    return !grep { ($x->{$_} // '') ne ($y->{$_} // '') } qw(kind send recv operation procs);
}

sub _shrink_one {
    my ($arg, $failure) = @_;
    my $name = join '-', grep { defined } $failure->{result}{test}{id}, $failure->{kind},
        $failure->{check} // $failure->{operation};
    my $output = "$arg->{output}/" . $name =~ s{[^\w.,=+-]}{-}gr . '.c';
    return _in_environment($arg,
        sub { DTPools::Shrink::shrink(%$arg, replay => $failure->{replay}, output => $output) });
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
        push @{ $reported{ $_->{test}{id} } }, DTPools::Causes::kinds($first) for @others;
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
    my @more = grep { !$reported{$_} } DTPools::Causes::kinds($result);
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
    my @lines = DTPools::Output::block_lines($block);
    my ($place) = ((grep { /^  case:/ } @lines), grep { /^  replay:/ } @lines);
    push @{ $result->{messages} }, @lines unless defined $place and $is_shown{$place};
    return;
}

sub _lines {
    my ($found) = @_;
    return unless $found;
    return "not shrunk: $found->{why}" unless defined $found->{send};
    my $reported = sprintf '%s%s with %d process%s: %s -> %s', $found->{kind},
        defined $found->{operation} ? " of $found->{operation}" : '',
        $found->{procs}, $found->{procs} == 1 ? '' : 'es', @$found{qw(send recv)};
    return ($reported, "no program: $found->{no_program}") unless defined $found->{program};
    return ($reported, "program: $found->{program} ($found->{lines} lines, from $found->{test})");
}

1;
