package DTPools::Shrink;

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename qw(dirname);
use File::Copy qw(copy);
use File::Path qw(make_path);
use File::Temp qw(tempdir);
use List::Util qw(max min);
use Text::ParseWords qw(shellwords);
use Time::HiRes qw(time);

use DTPools::Command;
use DTPools::Output;
use DTPools::Place;
use DTPools::Program;
use DTPools::Wrappers;

=head1 NAME

DTPools::Shrink - from a failure to the smallest C program that shows it

=head1 SYNOPSIS

    my $found = DTPools::Shrink::shrink(
        replay => $line, output => 'failures/x.c', seconds => 20, dtp => 'dtpools/dtp', mpicc => 'mpicc');

=head1 DESCRIPTION

Runs the case of a replay line once more and records it: a library of wrappers around the MPI calls (F<calls/record.c>)
is preloaded, above whatever is preloaded already. The record becomes a program of plain MPI calls
(L<DTPools::Program>), which is compiled and run.

Then the case is made smaller: it is run again and again with fewer processes and smaller objects (B<dtp shrink>
proposes them), each time in a process group of its own with a time limit, for C<seconds>; what fails in the same way is
kept. Where a plainer program of the suite fails in the same way with the same objects, it goes on with that one. What
is left becomes the program, if that fails too.

=head1 FUNCTIONS

=head2 shrink(replay => $line, output => $file, seconds => $seconds, dtp => ..., mpicc => ..., launcher => \@words)

Does both. C<launcher> comes in place of the replay line's. Returns a hash: C<kind>, how the case fails; C<send>,
C<recv>, the smallest objects, where they are known; C<procs>; C<tries>; C<seconds>; C<test>, the program of the suite
that was recorded; C<operation>, the MPI procedure that the case is about; C<program> and C<lines>, or C<no_program>,
why there is none; C<as_it_was>, if the program is that of the case before it was made smaller; or C<why> alone, if
nothing could be done.

=head2 reproduce(..., kind => $kind, operation => $operation), smaller(..., found => $found)

The one alone, and the other, with what the one returned. Where it is said how the case failed, and in which operation,
nothing else counts.

=cut

# How a test fails where it does not say so itself; it may also be that it cannot be run so, with too few processes.
my $CRASHES = qr/ended within MPI|inaccessible page|BAD TERMINATION|Assertion .*failed|signal \d+/;
my $REFUSES = qr/^ Error: /m;

# The plainest programs of the suite, with how many processes they are tried, and of which cases.
my @PLAINER = (
    ['datatype/packsize', 1],
    ['pt2pt/sendrecv1',   1, '-comm=self'],
    ['pt2pt/sendself',    1, '-where=variant=plain*'],
    ['pt2pt/sendself',    1],
    ['pt2pt/sendrecv1',   2, '-comm=world'],
);

# The status of a command that took too long.
my $TOO_LONG = 256;

# Seconds for one try; where the case hangs, each candidate that still does takes so long, and less tells nothing.
my $EACH         = 5;
my $EACH_OF_HANG = 2;
my $TO_HANG      = 3;    # of a whole case, or of its program
my $TO_START     = 2;    # of a job

# Seconds for the program after those for making the case smaller; and of the last try, which may come too late for it.
my $OVERTIME = 3;
my $LAST_TRY = 1;

my $TOP = abs_path(dirname(__FILE__) . '/../../..');

sub shrink {
    my (%arg) = @_;
    my $found = reproduce(%arg);
    return defined $found->{kind} ? smaller(%arg, found => $found) : $found;
}

sub reproduce {
    my (%arg) = @_;
    my $self   = _new(%arg) or return { why => 'the replay line is not one of a test' };
    my $folder = tempdir('dtpXXXXXX', TMPDIR => 1, CLEANUP => 1);
    my $why    = _recorder($self, $folder);
    my ($now)  = length $why ? () : _again($self, _recording($folder));
    my %program;
    if ($now and -e "$folder/record.0") {
        %program = _program_of($self, $now, $folder);
    }
    elsif ($now //= $self->{is_cut} ? undef : _again($self)) {    # the recorder itself may keep it from failing
        %program = length $why ? (no_program => $why) : _program($self, $now);
    }
    return { why => $self->{is_cut} ? 'the time for shrinking was over' : 'it does not fail again' } unless $now;
    @$now{qw(send recv)} = _reported_texts($self);
    return {
        %$now, kind => $self->{kind}, tries => $self->{tries}, %program,
        seconds => time - $self->{begin}, text => $self->{text},
    };
}

sub smaller {
    my (%arg) = @_;
    my $found = $arg{found};
    my $self  = _new(%arg);
    my $case  = { map { $_ => $found->{$_} } qw(procs test options operation) };
    $self->{case}{options} = $found->{options};
    @$self{qw(kind text tries)} = @$found{qw(kind text tries)};
    $self->{each}   = $EACH_OF_HANG if $self->{kind} eq 'hang';
    $self->{output} = $arg{output} =~ s/(?:\.c)?\z/-smaller.c/r;
    my $now = _first_of($self, $case);
    $now = defined $now->{send} ? _smallest($self, $now) : _fewer_processes($self, $now);
    if (grep { /^-where=.*\bop=user/ } @{ $now->{options} }) {
        my $other = { %$now, options => [_without_function(@{ $now->{options} })] };
        $now = $other if _same($self, $other);
    }
    my $is_another = _is_another($now, $case);
    my %program = $is_another || defined $now->{send} ? _program($self, $now) : ();
    if (!defined $program{program} and $is_another and defined $now->{send}) {    # the plainer one was too plain
        my $again = { %$now, test => $case->{test}, procs => $case->{procs}, options => $case->{options} };
        $now = _smaller_objects($self, $again);
        %program = _program($self, $now) if _same($self, $now);
    }
    @$now{qw(send recv)} = _texts($self) unless defined $now->{send};
    my %kept = _shorter($found, $arg{output}, %program);
    my $seconds = $found->{seconds} + time - $self->{begin};
    return { %$now, kind => $self->{kind}, tries => $self->{tries}, %kept, seconds => $seconds };
}

# The program of the smaller case; that of the case as it was where there is none, or where it is shorter.
sub _shorter {
    my ($found, $output, %program) = @_;
    my %before = map { exists $found->{$_} ? ($_ => $found->{$_}) : () } qw(program lines no_program procs);
    return %program ? %program : (no_program => $found->{no_program})
        unless defined $before{program} // $program{program};
    if (defined $program{program} and !(defined $before{program} && $before{lines} < $program{lines})) {
        rename $program{program}, $output or return %program;
        return (%program, program => $output);
    }
    unlink $program{program} if defined $program{program};
    return (%before, %program ? (as_it_was => 1) : ());
}

sub _new {
    my (%arg) = @_;
    my $case = _parse($arg{replay}) or return;
    $case->{launcher} = $arg{launcher} if $arg{launcher};
    make_path(dirname($arg{output}));
    my $each = ($arg{kind} // '') eq 'hang' ? $TO_HANG : $EACH;
    my $self = { %arg, case => $case, begin => time, tries => 0, each => $each };
    $self->{until} = $self->{begin} + $arg{seconds} + $OVERTIME;
    return $self;
}

# The case as it was, if it fails again; or with fewer conditions.
sub _again {
    my ($self, @before) = @_;
    my $case = $self->{case};
    my @options = @{ $case->{options} };
    for my $options (_fewer_conditions(@options)) {
        my $now = { procs => $case->{procs}, test => $case->{program}, options => $options };
        delete $self->{text};
        my $kind = _kind($self, _command($self, $now, @before));
        return if $self->{is_cut};
        $now->{operation} = _operation_of($self->{last});
        next unless defined $kind;
        next unless _is_asked_for($self, $kind, @$options < @options ? $now->{operation} : undef);
        $case->{options} = $options;
        $self->{kind}    = $kind;
        return $now;
    }
    return;
}

# Where it is known how the case failed: another end of it may come of the same fault, not one of other cases.
my $ENDS = qr/^(?:crash|error|guard|hang)\z/;

sub _is_asked_for {
    my ($self, $kind, $operation) = @_;
    my $asked = ($self->{kind} // return 1) =~ s/^mpi-//r;
    return defined $operation ? $kind eq $asked && $operation eq ($self->{operation} // $operation)
        : $kind eq $asked || $kind =~ $ENDS && $asked =~ $ENDS;
}

# The options, then those without conditions, without objects: a case may need those before it.
sub _fewer_conditions {
    my (@options) = @_;
    my @all = \@options;
    for my $left_out (qr/^-where=/, qr/^-(?:obj|comm)=/) {
        my @fewer = grep { $_ !~ $left_out } @{ $all[-1] };
        push @all, \@fewer if @fewer < @{ $all[-1] };
    }
    return @all;
}

sub _operation_of {
    my ($text) = @_;
    return $text =~ /^  facts:.* operation=(\S+)/m ? $1 : undef;
}

=head2 first_that_fails(\@pairs, replay => $line, kind => $kind, seconds => $seconds, ...)

With the objects of which pair, sending and receiving, the case of a replay line fails in this way, in that time: the
number of the first one; nothing if with none. A failure of an C<operation> is no failure outside of all operations, as
of objects that no process can make.

=cut

sub first_that_fails {
    my ($pairs, %arg) = @_;
    my $self  = _new(%arg) or return;
    my $case  = $self->{case};
    my @cases = map { { procs => $case->{procs}, test => $case->{program}, options => $case->{options},
        send => $pairs->[$_][0], recv => $pairs->[$_][1], pair => $_ } } 0 .. $#$pairs;
    $self->{each} = $EACH_OF_HANG if $arg{kind} eq 'hang';
    $self->{in_operation} = defined $arg{operation};
    my $found = _first_same($self, 1, @cases);
    return $found ? $found->{pair} : undef;
}

sub _is_another {
    my ($now, $case) = @_;
    return join("\n", $now->{test}, $now->{procs}, @{ $now->{options} })
        ne join("\n", $case->{test}, $case->{procs}, @{ $case->{options} });
}

# What a report calls a buffer of several blocks.
my $BLOCKS = 'DTPI_OBJ_LAYOUT_BLOCKS';

# The case with two objects alone, those of its report, both like one of the blocks or like the object that failed; or
# as it is.
sub _first_of {
    my ($self, $case) = @_;
    my @texts = _texts($self);
    my @pairs = @texts ? [@texts] : ();
    push @pairs, map { ["1*$_", "1*$_"] } _blocks($self);
    push @pairs, map { [$_, $_] } $self->{text} =~ /^  failed object \d+ \((?!$BLOCKS)\w+\): (\d+\*.+)$/m;
    my @cases;
    for my $pair (@pairs) {
        push @cases, { %$case, options => $_, send => $pair->[0], recv => $pair->[1] } for _wider($case->{options});
    }
    return _first_same($self, 1, @cases) // $case;
}

# The facts that a pair of objects has in turn with others: another pair may meet the operation with others of them.
my $IN_TURN = qr/\b(?:completion|receive|variant|source|dest|root|window|unit|lock|assert|op|handle)!?=\S+\s*/;

# The options, then with fewer conditions, down to none.
sub _wider {
    my ($options) = @_;
    my %seen;
    my $with = sub { my ($change) = @_; [grep { $_ ne '-where=' } map { /^-where=/ ? $change->($_) : $_ } @$options] };
    return grep { !$seen{"@$_"}++ } $options, $with->(sub { $_[0] =~ s/$IN_TURN//gr =~ s/\s+\z//r }),
        $with->(sub { '-where=' . ($_[0] =~ /\b(operation=\S+)/ ? $1 : '') }), $with->(sub { '-where=' });
}

# The different types of the blocks of a buffer that failed, at most four.
sub _blocks {
    my ($self) = @_;
    my ($members) = $self->{text} =~ /^  failed object [^:\n]*\($BLOCKS\): 1\*struct\(.*\}, \{([^\n]*)\}\)$/m
        or return;
    my ($depth, $now, %seen, @found) = (0, '');
    for my $c (split(//, $members), ',') {
        if ($c eq ',' and $depth == 0) {
            $now =~ s/^\s+|\s+\z//g;
            push @found, $now unless $seen{$now}++;
            $now = '';
            next;
        }
        $depth += $c =~ /[({]/ ? 1 : $c =~ /[)}]/ ? -1 : 0;
        $now .= $c;
    }
    splice @found, 4 if @found > 4;
    return grep { !/^\d+x/ } @found;
}

sub _smallest {
    my ($self, $now) = @_;
    my $plain = _plainer($self, $now);
    return _smaller_objects($self, $plain // _fewer_processes($self, $now));
}

# ---- the case ----

# NAME=VALUE... mpiexec -n PROCS PROGRAM OPTION...
sub _parse {
    my ($line) = @_;
    $line =~ s/^\s*replay:\s*//;
    my @words = shellwords($line);
    my %case = (env => {}, launcher => []);
    $case{env}{$1} = $2 while @words && $words[0] =~ /^(\w+)=(.*)\z/s && shift @words;
    push @{ $case{launcher} }, shift @words while @words && $words[0] !~ /^-n(?:p)?\z/;
    return if @words < 3 or !@{ $case{launcher} };
    (@case{qw(flag procs program)}, @{ $case{options} }) = @words;
    return $case{procs} =~ /^\d+\z/ ? \%case : ();
}

sub _original {
    my ($case) = @_;
    return (@{ $case->{launcher} }, $case->{flag}, $case->{procs}, $case->{program}, @{ $case->{options} });
}

sub _application {
    my ($now) = @_;
    return ($now->{test}, '-first', @{ $now->{options} }) unless defined $now->{send};
    return ($now->{test}, '-first', "-sendobj=$now->{send}", "-recvobj=$now->{recv}",
        grep { !/^-(?:obj|sendobj|recvobj)=/ } @{ $now->{options} });
}

sub _command {
    my ($self, $now, @before) = @_;
    return (@{ $self->{case}{launcher} }, $self->{case}{flag}, $now->{procs}, @before, _application($now));
}

# The options without what names communicators, ranks and the like.
sub _plain_options {
    my (@options) = @_;
    my @kept;
    for my $option (@options) {
        next if $option =~ /^-comm=/;
        $option =~ s/\b(?!operation|form)[\w-]+(?:!=|[<>]=?|=)\S*\s*//g if $option =~ s/^-where=//;
        push @kept, $option =~ /^-/ ? $option : $option =~ /\S/ ? "-where=$option" : ();
    }
    return @kept;
}

# The case with an operator of MPI's in place of the user's.
sub _without_function {
    my (@options) = @_;
    return ((map { /^-where=/ ? s/\s*\bop=\S+//r . ' op!=user*' : $_ } @options),
        grep { !grep { /^-where=/ } @options } '-where=op!=user*');
}

# ---- running ----

sub _run {
    my ($self, $limit, @command) = @_;
    my $place = File::Temp->new;
    local %ENV = (%ENV, %{ $self->{case}{env} }, DTP_PLACE => "$place");
    my ($text, $status) = DTPools::Command::run($limit, @command);
    $text = DTPools::Output::plain($text);
    $text .= DTPools::Place::left("$place", $text) unless $status == 0 or $status == $TOO_LONG;
    return ($text, $status);
}

# A case that hangs says so itself, and in which call; else it is ended a little later.
sub _run_case {
    my ($self, $limit, @command) = @_;
    local $ENV{DTP_HANG} = max($EACH_OF_HANG, int $limit);
    return _run($self, $limit + $TO_START, @command);
}

# Of a try; towards the end, of what does not take long.
sub _limit {
    my ($self) = @_;
    return min($self->{each}, max($LAST_TRY, $self->{until} - time));
}

# How a command fails; undef if it does not.
sub _kind {
    my ($self, @command) = @_;
    $self->{tries}++;
    my $limit = _limit($self);
    my ($text, $status) = _run_case($self, $limit, @command);
    $self->{text} //= $text;
    $self->{last} = $text;
    ($self->{ended}) = $text =~ /^  kind: crash\n  case: (\d+)$/m;
    $self->{is_cut} ||= $status == $TOO_LONG && $limit < $EACH_OF_HANG;
    return $limit < $EACH_OF_HANG ? undef : 'hang' if $status == $TOO_LONG;
    return _kind_of($text, $status);
}

sub _kind_of {
    my ($text, $status) = @_;
    return undef if $status == 0 or $status == 2 or $status == 77;    ## no critic
    my ($kind) = grep { $_ ne 'ended' } $text =~ /^  kind: (\S+)$/mg;
    return $kind eq 'mpi-error' ? 'error' : $kind if defined $kind;
    return $text =~ $REFUSES && $text !~ $CRASHES ? undef : 'crash';
}

sub _same {
    my ($self, $now) = @_;
    return _is_same($self, $now, _kind($self, _command($self, $now)) // '', $self->{last});
}

# Whether a case that said this, and failed in a way, if any, failed in the same one.
sub _is_same {
    my ($self, $case, $kind, $said) = @_;
    my $operation = _operation_of($said);
    return 0 if $kind ne $self->{kind} || $self->{in_operation} && !defined $operation;
    $case->{operation} = $operation;
    return 1;
}

# The first of these cases, of one program and as many processes, that fails in the same way. They share a job, which
# ends with the first that fails; or in which that comes after others, but fails by itself too.
sub _first_same {
    my ($self, $is_alone, @cases) = @_;
    while (@cases > 1 and !_time_is_up($self)) {
        my ($k, $is_same) = _try_each($self, @cases);
        return undef unless defined $k;    ## no critic
        my @tried = splice @cases, 0, $k + 1;
        return $tried[-1] if $is_same and (!$is_alone or $k == 0 or _same($self, $tried[-1]));
    }
    return @cases == 1 && !_time_is_up($self) && _same($self, $cases[0]) ? $cases[0] : undef;
}

# Which one failed, or took the job's time, and whether in the same way; nothing if none did.
sub _try_each {
    my ($self, @cases) = @_;
    my ($folder, $first) = (tempdir('dtpXXXXXX', TMPDIR => 1, CLEANUP => 1), $cases[0]);
    my @lines = map { my (undef, @options) = _application($_); join "\t", @options } @cases;
    _write("$folder/each", map { "$_\n" } @lines);
    $self->{tries}++;
    my $limit = max($self->{each}, $self->{begin} + 0.8 * $self->{seconds} - time);
    local $ENV{DTP_HANG} = $self->{each};
    my ($text, $status) = _run($self, $limit + $TO_START, @{ $self->{case}{launcher} }, $self->{case}{flag},
        $first->{procs}, $first->{test}, "-each=$folder/each");
    return if $status == 0;
    my ($k, $last) = $text =~ /.*^ Begin: (\d+)\n(.*)/ms or return $#cases;
    my $kind = $status == $TOO_LONG ? '' : _kind_of($last, $status) // '';
    return ($k, _is_same($self, $cases[$k], $kind, $last));
}

# Those of the process that reported its failure; of the options, where it did not come to that.
sub _texts {
    my ($self) = @_;
    my ($send, $recv) = _reported_texts($self);
    if (!defined $recv) {
        my ($text) = _run($self, $EACH, _original($self->{case}), '-show');
        ($send) = $text =~ /^send: (.+)$/m;
        ($recv) = $text =~ /^receive: (.+)$/m;
    }
    return defined $send && defined $recv ? map { s/\s*#.*//r } $send, $recv : ();
}

sub _reported_texts {
    my ($self) = @_;
    my @texts = $self->{text}
        =~ /^  (?:send|origin) object [^:\n]+: (.+)\n  (?:receive|target) object [^:\n]+: (.+)$/m;
    return "@texts" =~ /\.\.\.(?: |\z)/ ? () : map { s/\s*#.*//r } @texts;
}

sub _time_is_up {
    my ($self) = @_;
    return time - $self->{begin} > 0.8 * $self->{seconds};    # the program takes its time too
}

# ---- smaller ----

# The plainest program of the suite that fails in the same way with these objects.
sub _plainer {
    my ($self, $now) = @_;
    for my $row (@PLAINER) {
        my ($name, $procs, @options) = @$row;
        last if $now->{test} =~ m{(?:^|/)\Q$name\E__} and $procs == $now->{procs};
        my ($test) = grep { -x && !/\.[a-z]+\z/ } sort { length $a <=> length $b or $a cmp $b } glob "${name}__*"
            or next;
        last if _time_is_up($self);
        my @seed  = grep { /^-seed=/ } @{ $now->{options} };
        my $plain = { %$now, test => "./$test", procs => $procs, options => [@options, @seed] };
        return $plain if _same($self, $plain);
        @$plain{qw(send recv)} = @$now{qw(recv send)};    # what a target has comes to the origin
        return $plain if $now->{test} =~ m{(?:^|/)rma/} and _same($self, $plain);
    }
    return undef;    ## no critic
}

sub _fewer_processes {
    my ($self, $now) = @_;
    for my $procs (1 .. $now->{procs} - 1) {
        my $fewer = { %$now, procs => $procs, options => [_plain_options(@{ $now->{options} })] };
        return $fewer if !_time_is_up($self) and _same($self, $fewer);
    }
    return $now;
}

# A reduction takes one type.
sub _is_of_one_type {
    my ($now) = @_;
    return ($now->{operation} // '') =~ /^MPI_(?:I?(?:all)?reduce|I?(?:ex)?scan)/i;
}

# Takes the first smaller pair that fails in the same way, again and again. What is left has to fail by itself.
sub _smaller_objects {
    my ($self, $now) = @_;
    my $smallest = _go_down($self, $now, 0);
    return $smallest if $smallest == $now or _same($self, $smallest);
    return _go_down($self, $now, 1);
}

sub _go_down {
    my ($self, $now, $is_alone) = @_;
    my %seen;
    while (!_time_is_up($self)) {
        my ($lines) = _plainly($self, $self->{dtp}, 'shrink', $now->{send}, $now->{recv});
        my @pairs = map { /^(\d+\*[^\t]+)\t(\d+\*.+)\z/ ? [$1, $2] : () } split /\n/, $lines;
        @pairs = grep { $_->[0] eq $_->[1] } @pairs if _is_of_one_type($now);
        my @cases = map { { %$now, send => $_->[0], recv => $_->[1] } } grep { !$seen{"@$_"}++ } @pairs;
        $now = _first_same($self, $is_alone, @cases) // last;
    }
    return $now;
}

# Runs what is not under test: without what is preloaded for tests.
sub _plainly {
    my ($self, @command) = @_;
    local %ENV = %ENV;
    delete $ENV{LD_PRELOAD};
    return _run($self, 20, @command);
}

# ---- the program ----

# The recorder, above what the environment or the launcher preloads: both come before this.
my $PRELOAD = 'LD_PRELOAD=$1${LD_PRELOAD:+:$LD_PRELOAD}; DTP_RECORD=$2; export LD_PRELOAD DTP_RECORD; '
    . 'shift 2; exec "$@"';

# What fails at times is recorded again, so often.
my $RECORDS = 3;

# The recorder's library stays in the build folder; it is preloaded from where the path has no blank or colon.
sub _recorder {
    my ($self, $folder) = @_;
    my $why = build_recorder(%$self);
    return $why if length $why;
    return copy(_recorder_of($self->{dtp}), "$folder/record.so") ? '' : "the recorder is not copied: $!";
}

sub _recorder_of {
    my ($dtp) = @_;
    return abs_path(dirname($dtp) . '/..') . '/calls/record.so';
}

=head2 build_recorder(dtp => ..., mpicc => ...)

Builds the recorder, unless it is there; returns why it is not. To be called once before several processes need it.

=cut

sub build_recorder {
    my (%arg) = @_;
    my $why = DTPools::Wrappers::build(top => $TOP, output => _recorder_of($arg{dtp}), mpicc => $arg{mpicc},
        sources => [map { "$TOP/calls/$_" } qw(record.c handles.c)]);
    return length $why ? "the recorder is not built: $why" : '';
}

# What comes before a program that is recorded.
sub _recording {
    my ($folder) = @_;
    return ('sh', '-c', $PRELOAD, 'sh', "$folder/record.so", "$folder/record");
}

sub _record {
    my ($self, $now, $folder) = @_;
    my $why = _recorder($self, $folder);
    return $why if length $why;
    for (1 .. $RECORDS) {
        unlink glob "$folder/record.[0-9]*";
        my $kind = _kind($self, _command($self, $now, _recording($folder)));
        return 'nothing was recorded: this system preloads no library' unless -e "$folder/record.0";
        last if defined $kind and $kind eq $self->{kind} or time > $self->{until};
    }
    return '';
}

# What a program shows.
my %SAYS = (
    'elements-wrong' => 'moves other elements than it must',
    past             => 'changes elements that no data are for',
    gap              => 'changes bytes between the elements',
    before           => 'changes bytes before the object',
    after            => 'changes bytes after the object',
    'send-buffer'    => 'changes a buffer that is only read',
    status           => 'is followed by a wrong status, count or the like',
    metadata         => 'is of a type whose size or bounds are returned wrongly',
    contents         => 'is of a type whose constructor is returned wrongly',
    error            => 'returns an error',
    crash            => 'ends the process',
    hang             => 'does not end',
    other            => 'goes wrong',
);

# A program of more lines is not one that anyone reads, and takes minutes to compile.
my $MOST_LINES = 10_000;

# How the record becomes a program (see DTPools::Program), the smallest one first.
my @WAYS = (
    [qw(few settled)], [qw(few settled bits)], [qw(settled)], [qw(settled bits)], [], [qw(settled all)],
    [qw(settled all bits)], [qw(settled aligned)], [qw(settled aligned bits)],
);

# The program of the record: where, how long it is, and that it fails; or why there is none.
sub _program {
    my ($self, $now) = @_;
    my $folder = tempdir('dtpXXXXXX', TMPDIR => 1, CLEANUP => 1);
    my $why = _record($self, $now, $folder);
    return length $why ? (no_program => $why) : _program_of($self, $now, $folder);
}

sub _program_of {
    my ($self, $now, $folder) = @_;
    my @objects = defined $now->{send} ? ($now->{send}, $now->{recv}) : _reported_texts($self);
    shift @objects if @objects == 2 && $objects[0] eq $objects[1];
    my $about = join ' ', grep { defined && length } $now->{operation}, $SAYS{ $self->{kind} } // "($self->{kind})";
    $about .= !@objects ? '' : @objects == 1 ? ", with\n * $objects[0]" : ", from\n * $objects[0]\n * to $objects[1]";
    my @settings = grep { /^\w+=/ } split ' ', $self->{case}{env}{DTP_SETTINGS} // '';
    $about .= "\n * with @settings" if @settings;
    my %program;
    my %tried;
    for my $way (@WAYS) {
        my ($text, $why) = DTPools::Program::write_program((map { $_ => 1 } @$way), record => "$folder/record",
            ranks => $now->{procs}, ended => $self->{ended}, table => "$TOP/calls/calls.txt", dtp => $self->{dtp},
            about => $about);
        %program = (no_program => $why) unless defined $text or %program;
        next if !defined $text or $tried{$text}++;
        %program = _checked($self, $now, $text);
        last if defined $program{program} or $program{is_too_long} or time > $self->{until};
    }
    return %program;
}

# The program, if it fails; else why there is none, and whether that is its length, which other ways make no shorter.
sub _checked {
    my ($self, $now, $text) = @_;
    my $lines = () = $text =~ /\n/g;
    return (no_program => "it has $lines lines; expected at most $MOST_LINES", is_too_long => 1)
        if $lines > $MOST_LINES;
    _write($self->{output}, $text);
    my $binary = $self->{output} =~ s/\.c\z//r;
    $binary = "./$binary" unless $binary =~ m{/};
    my @compile = (shellwords($self->{mpicc}), qw(-std=c11 -o), $binary, $self->{output});
    my ($said, $status) = _plainly($self, @compile);
    return (no_program => "it does not compile: $said") if $status;
    $self->{tries}++;
    my $limit = $self->{kind} eq 'hang' ? $TO_HANG : max($TO_HANG, _limit($self));
    ($said, $status) = _run($self, $limit + $TO_START, @{ $self->{case}{launcher} }, $self->{case}{flag},
        $now->{procs}, $binary);
    unlink $binary, $text =~ /put_file\("([^"]+)"/g;
    my $shown = _shown($self->{kind}, $said, $status);
    if (defined $shown) {
        _write($self->{output}, $text =~ s/\Q$SAYS{ $self->{kind} }/$SAYS{$shown}/r) if $shown ne $self->{kind};
        return (program => $self->{output}, lines => $lines);
    }
    unlink $self->{output};
    my $but = $status == $TOO_LONG ? ', but does not end' : $status ? ", but ends early: $said" : '';
    return (no_program => "what was recorded does not fail by itself$but");
}

# What a program shows of a failure; undef if nothing. What ends a test may be a wrong result for a program.
sub _shown {
    my ($kind, $said, $status) = @_;
    my $is_found = $said =~ /the standard demands/;
    return $is_found ? 'other' : $status && $status != $TOO_LONG ? $kind : undef if $kind eq 'crash';
    return ($kind eq 'hang' ? $status == $TOO_LONG : $is_found || $kind eq 'error' && $status) ? $kind : undef;
}

sub _write {
    my ($file, @text) = @_;
    open my $out, '>', $file or die "cannot write $file: $!\n";
    print {$out} @text;
    return close $out;
}

1;
