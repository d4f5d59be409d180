package DTPools::Failures::Shrink;

use strict;
use warnings;
use File::Temp qw(tempdir);
use Time::HiRes qw(time);

use DTPools::Failures::Handover;
use DTPools::Failures::Replay;

=head1 NAME

DTPools::Failures::Shrink - from a failure to the smallest C program that shows it

=head1 SYNOPSIS

    my $found = DTPools::Failures::Shrink::shrink(
        replay => $line, output => 'failures/x.c', seconds => 20, dtp => 'dtpools/dtp', mpicc => 'mpicc');

=head1 DESCRIPTION

Runs the case of a replay line once more (L<DTPools::Failures::Replay>) and makes it a program of plain MPI calls
(L<DTPools::Failures::Handover>).

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

# The plainest programs of the suite, with how many processes they are tried, and of which cases.
our @PLAINER = (
    ['datatype/packsize', 1],
    ['pt2pt/sendrecv1',   1, '-comm=self'],
    ['pt2pt/sendself',    1, '-where=variant=plain*'],
    ['pt2pt/sendself',    1],
    ['pt2pt/sendrecv1',   2, '-comm=world'],
);

sub shrink {
    my (%arg) = @_;
    my $found = reproduce(%arg);
    return defined $found->{kind} ? smaller(%arg, found => $found) : $found;
}

sub reproduce {
    my (%arg) = @_;
    my $replay   = DTPools::Failures::Replay->new(%arg) or return { why => 'the replay line is not one of a test' };
    my $folder = tempdir('dtpXXXXXX', TMPDIR => 1, CLEANUP => 1);
    my $why    = DTPools::Failures::Handover::recorder($replay, $folder);
    my ($now)  = length $why ? () : _again($replay, DTPools::Failures::Handover::recording($folder));
    my %program;
    if ($now and -e "$folder/record.0") {
        %program = DTPools::Failures::Handover::program_of($replay, $now, $folder);
    }
    elsif ($now //= $replay->{is_cut} ? undef : _again($replay)) {    # the recorder itself may keep it from failing
        %program = length $why ? (no_program => $why) : DTPools::Failures::Handover::program($replay, $now);
    }
    return { why => $replay->{is_cut} ? 'the time for shrinking was over' : 'it does not fail again' } unless $now;
    @$now{qw(send recv)} = $replay->reported_texts;
    return {
        %$now, kind => $replay->{kind}, tries => $replay->{tries}, %program,
        seconds => time - $replay->{begin}, text => $replay->{text},
    };
}

sub smaller {
    my (%arg) = @_;
    my $found = $arg{found};
    my $replay  = DTPools::Failures::Replay->new(%arg);
    my $case  = { map { $_ => $found->{$_} } qw(procs test options operation) };
    $replay->{case}{options} = $found->{options};
    @$replay{qw(kind text tries)} = @$found{qw(kind text tries)};
    $replay->hangs if $replay->{kind} eq 'hang';
    $replay->{output} = $arg{output} =~ s/(?:\.c)?\z/-smaller.c/r;
    my $now = _first_of($replay, $case);
    $now = defined $now->{send} ? _smallest($replay, $now) : _fewer_processes($replay, $now);
    if (grep { /^-where=.*\bop=user/ } @{ $now->{options} }) {
        my $other = { %$now, options => [_without_function(@{ $now->{options} })] };
        $now = $other if _same($replay, $other);
    }
    my $is_another = _is_another($now, $case);
    my $is_worth = $is_another || defined $now->{send} || !defined $found->{program};
    my %program  = $is_worth ? DTPools::Failures::Handover::program($replay, $now) : ();
    if (!defined $program{program} and $is_another and defined $now->{send}) {    # the plainer one was too plain
        my $again = { %$now, test => $case->{test}, procs => $case->{procs}, options => $case->{options} };
        $now = _smaller_objects($replay, $again);
        %program = DTPools::Failures::Handover::program($replay, $now) if _same($replay, $now);
    }
    @$now{qw(send recv)} = $replay->texts unless defined $now->{send};
    my %kept = _shorter($found, $arg{output}, %program);
    my $seconds = $found->{seconds} + time - $replay->{begin};
    return { %$now, kind => $replay->{kind}, tries => $replay->{tries}, %kept, seconds => $seconds };
}

# The program of the smaller case; that of the case as it was where there is none, or where it is shorter.
sub _shorter {
    my ($found, $output, %program) = @_;
    my %before = map { exists $found->{$_} ? ($_ => $found->{$_}) : () } qw(program lines no_program procs);
    return %program ? %program : (no_program => $found->{no_program})
        unless defined($before{program} // $program{program});
    if (defined $program{program} and !(defined $before{program} && $before{lines} < $program{lines})) {
        rename $program{program}, $output or return %program;
        return (%program, program => $output);
    }
    unlink $program{program} if defined $program{program};
    return (%before, %program ? (as_it_was => 1) : ());
}

# The case as it was, if it fails again; or with fewer conditions.
sub _again {
    my ($replay, @before) = @_;
    my $case = $replay->{case};
    my @options = @{ $case->{options} };
    for my $options (_fewer_conditions(@options)) {
        my $now = { %{ $replay->as_it_was }, options => $options };
        delete $replay->{text};
        my $kind = $replay->kind($now, @before);
        my $is_wider = @$options < @options;
        my $was_cut  = $replay->{is_cut};
        $replay->{is_cut} &&= !$is_wider;    # the case as it was had its time
        return if $was_cut;
        $now->{operation} = _operation_of($replay->{last});
        next unless defined $kind;
        next if $is_wider and $kind eq 'hang' and !defined $now->{operation};    # many cases take long
        next unless _is_asked_for($replay, $kind, $is_wider ? $now->{operation} : undef);
        $case->{options} = $options;
        $replay->{kind}    = $kind;
        return $now;
    }
    return;
}

# Where it is known how the case failed: another end of it may come of the same fault, not one of other cases.
my $ENDS = qr/^(?:crash|error|guard|hang)\z/;

sub _is_asked_for {
    my ($replay, $kind, $operation) = @_;
    my $asked = ($replay->{kind} // return 1) =~ s/^mpi-//r;
    return defined $operation ? $kind eq $asked && $operation eq ($replay->{operation} // $operation)
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
    my $replay  = DTPools::Failures::Replay->new(%arg) or return;
    my @cases = map { { %{ $replay->as_it_was }, send => $pairs->[$_][0], recv => $pairs->[$_][1], pair => $_ } }
        0 .. $#$pairs;
    $replay->hangs if $arg{kind} eq 'hang';
    $replay->{in_operation} = defined $arg{operation};
    my $found = _first_same($replay, 1, @cases);
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
    my ($replay, $case) = @_;
    my @texts = $replay->texts;
    my @pairs = @texts ? [@texts] : ();
    push @pairs, map { ["1*$_", "1*$_"] } _blocks($replay);
    push @pairs, map { [$_, $_] } $replay->{text} =~ /^  failed object \d+ \((?!$BLOCKS)\w+\): (\d+\*.+)$/m;
    my @cases;
    for my $pair (@pairs) {
        push @cases, { %$case, options => $_, send => $pair->[0], recv => $pair->[1] } for _wider($case->{options});
    }
    return _first_same($replay, 1, @cases) // $case;
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
    my ($replay) = @_;
    my ($members) = $replay->{text} =~ /^  failed object [^:\n]*\($BLOCKS\): 1\*struct\(.*\}, \{([^\n]*)\}\)$/m
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
    my ($replay, $now) = @_;
    my $plain = _plainer($replay, $now);
    return _smaller_objects($replay, $plain // _fewer_processes($replay, $now));
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

# ---- trying ----

sub _same {
    my ($replay, $now) = @_;
    return _is_same($replay, $now, $replay->kind($now) // '', $replay->{last});
}

# Whether a case that said this, and failed in a way, if any, failed in the same one.
sub _is_same {
    my ($replay, $case, $kind, $said) = @_;
    my $operation = _operation_of($said);
    return 0 if $kind ne $replay->{kind} || $replay->{in_operation} && !defined $operation;
    $case->{operation} = $operation;
    return 1;
}

# The first of these cases, of one program and as many processes, that fails in the same way. They share a job, which
# ends with the first that fails; or in which that comes after others, but fails by itself too.
sub _first_same {
    my ($replay, $is_alone, @cases) = @_;
    while (@cases > 1 and !$replay->time_is_up) {
        my ($k, $kind, $said) = $replay->first_kind(@cases) or return;
        my ($failed) = (splice @cases, 0, $k + 1)[-1];
        my $is_same = _is_same($replay, $failed, $kind, $said);
        return $failed if $is_same and (!$is_alone or $k == 0 or _same($replay, $failed));
    }
    return @cases == 1 && !$replay->time_is_up && _same($replay, $cases[0]) ? $cases[0] : undef;
}

# ---- smaller ----

# The plainest program of the suite that fails in the same way with these objects.
sub _plainer {
    my ($replay, $now) = @_;
    for my $row (@PLAINER) {
        my ($name, $procs, @options) = @$row;
        last if $now->{test} =~ m{(?:^|/)\Q$name\E__} and $procs == $now->{procs};
        my ($test) = grep { -x && !/\.[a-z]+\z/ } sort { length $a <=> length $b or $a cmp $b } glob "${name}__*"
            or next;
        last if $replay->time_is_up;
        my @seed  = grep { /^-seed=/ } @{ $now->{options} };
        my $plain = { %$now, test => "./$test", procs => $procs, options => [@options, @seed] };
        return $plain if _same($replay, $plain);
        @$plain{qw(send recv)} = @$now{qw(recv send)};    # what a target has comes to the origin
        return $plain if $now->{test} =~ m{(?:^|/)rma/} and _same($replay, $plain);
    }
    return undef;    ## no critic
}

sub _fewer_processes {
    my ($replay, $now) = @_;
    for my $procs (1 .. $now->{procs} - 1) {
        my $fewer = { %$now, procs => $procs, options => [_plain_options(@{ $now->{options} })] };
        return $fewer if !$replay->time_is_up and _same($replay, $fewer);
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
    my ($replay, $now) = @_;
    my $smallest = _go_down($replay, $now, 0);
    return $smallest if $smallest == $now or _same($replay, $smallest);
    return _go_down($replay, $now, 1);
}

sub _go_down {
    my ($replay, $now, $is_alone) = @_;
    my %seen;
    while (!$replay->time_is_up) {
        my ($lines) = $replay->plainly($replay->{dtp}, 'shrink', $now->{send}, $now->{recv});
        my @pairs = map { /^(\d+\*[^\t]+)\t(\d+\*.+)\z/ ? [$1, $2] : () } split /\n/, $lines;
        @pairs = grep { $_->[0] eq $_->[1] } @pairs if _is_of_one_type($now);
        my @cases = map { { %$now, send => $_->[0], recv => $_->[1] } } grep { !$seen{"@$_"}++ } @pairs;
        $now = _first_same($replay, $is_alone, @cases) // last;
    }
    return $now;
}

1;
