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
use DTPools::Place;
use DTPools::Program;
use DTPools::Wrappers;

=head1 NAME

DTPools::Shrink - from a failure to the smallest C program that shows it

=head1 SYNOPSIS

    my $found = DTPools::Shrink::shrink(
        replay => $line, output => 'failures/x.c', seconds => 20, dtp => 'dtpools/dtp', mpicc => 'mpicc');

=head1 DESCRIPTION

Runs the case of a replay line again and again with fewer processes and smaller objects (B<dtp shrink> proposes them),
each time in a process group of its own with a time limit, for C<seconds>, and keeps what fails in the same way; where a
plainer program of the suite fails in the same way with the same objects, it goes on with that one. At the end the case
is recorded: a library of wrappers around the MPI calls (F<calls/record.c>) is preloaded, above whatever is preloaded
already. The record becomes a program of plain MPI calls (L<DTPools::Program>), which is compiled and run.

C<launcher>, a reference to a list of words, comes in place of the replay line's.

Returns a hash: C<kind>, how the case fails; C<send>, C<recv>, the smallest objects; C<procs>; C<tries>; C<seconds>;
C<test>, the program of the suite that was recorded; C<operation>, the MPI procedure that the case is about; C<program>
and C<lines>, or C<no_program>, why there is none; or C<why> alone, if nothing could be done.

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

# Seconds for the program after those for making the case smaller; and of the last try, which may come too late for it.
my $OVERTIME = 3;
my $LAST_TRY = 1;

my $TOP = abs_path(dirname(__FILE__) . '/../../..');

sub shrink {
    my (%arg) = @_;
    my $case = _parse($arg{replay}) or return { why => 'the replay line is not one of a test' };
    $case->{launcher} = $arg{launcher} if $arg{launcher};
    my $self = { %arg, case => $case, begin => time, tries => 0, each => $EACH };
    $self->{until} = $self->{begin} + $arg{seconds} + $OVERTIME;
    my $kind = _kind($self, _original($case));
    for my $narrow (qr/^-where=/, qr/^-(?:obj|comm)=/) {    # it may need the cases before it
        last if defined $kind or !grep { $_ =~ $narrow } @{ $case->{options} };
        $case->{options} = [grep { $_ !~ $narrow } @{ $case->{options} }];
        delete $self->{text};
        $kind = _kind($self, _original($case));
    }
    return { why => 'the time for shrinking was over' } if !defined $kind and $self->{is_cut};
    return { why => 'it does not fail again' } unless defined $kind;
    $self->{kind} = $kind;
    $self->{each} = $EACH_OF_HANG if $kind eq 'hang';
    my $now = _first_of($self, { procs => $case->{procs}, test => $case->{program}, options => $case->{options} });
    make_path(dirname($self->{output}));
    $now = defined $now->{send} ? _smallest($self, $now) : _fewer_processes($self, $now);
    if (grep { /^-where=.*\bop=user/ } @{ $now->{options} }) {
        my $other = { %$now, options => [_without_function(@{ $now->{options} })] };
        $now = $other if _same($self, $other);
    }
    my %program = _program($self, $now);
    if (!defined $program{program} and _is_another($now, $case)) {    # the plainer one was not plain enough
        my $again = { %$now, test => $case->{program}, procs => $case->{procs}, options => $case->{options} };
        $now = _smaller_objects($self, $again);
        %program = _program($self, $now) if _same($self, $now);
    }
    @$now{qw(send recv)} = (_texts($self), 'no text', 'no text')[0, 1] unless defined $now->{send};
    delete $now->{options};
    return { %$now, kind => $kind, tries => $self->{tries}, %program, seconds => time - $self->{begin} };
}

=head2 fails_with(replay => $line, kind => $kind, send => $text, recv => $text, until => $time)

Whether the case of a replay line fails in this way with two objects alone; not, if that takes longer than C<until>.

=cut

sub fails_with {
    my (%arg) = @_;
    my $case = _parse($arg{replay}) or return;
    $case->{launcher} = $arg{launcher} if $arg{launcher};
    my $self = { %arg, case => $case, tries => 0, each => $arg{kind} eq 'hang' ? $EACH_OF_HANG : $EACH };
    my %with = map { $_ => $arg{$_} } qw(send recv);
    return _same($self, { procs => $case->{procs}, test => $case->{program}, options => $case->{options}, %with });
}

sub _is_another {
    my ($now, $case) = @_;
    return join("\n", $now->{test}, $now->{procs}, @{ $now->{options} })
        ne join("\n", $case->{program}, $case->{procs}, @{ $case->{options} });
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
    for my $pair (@pairs) {
        for my $options (_wider($case->{options})) {
            my $now = { %$case, options => $options, send => $pair->[0], recv => $pair->[1] };
            return $now if _same($self, $now);
        }
    }
    _same($self, $case);
    return $case;
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
    $text .= DTPools::Place::left("$place", $text) unless $status == 0 or $status == $TOO_LONG;
    return ($text, $status);
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
    my ($text, $status) = _run($self, $limit, @command);
    $self->{text} //= $text;
    $self->{last} = $text;
    $self->{is_cut} ||= $status == $TOO_LONG && $limit < $EACH_OF_HANG;
    return $limit < $EACH_OF_HANG ? undef : 'hang' if $status == $TOO_LONG;
    return undef if $status == 0 or $status == 2 or $status == 77;    ## no critic
    return $1 eq 'mpi-error' ? 'error' : $1 if $text =~ /^  kind: (\S+)$/m;
    return $text =~ $REFUSES && $text !~ $CRASHES ? undef : 'crash';
}

sub _same {
    my ($self, $now) = @_;
    my $found = _kind($self, _command($self, $now));
    my $same = defined $found && $found eq $self->{kind};
    ($now->{operation}) = $self->{last} =~ /^  facts:.* operation=(\S+)/m if $same;
    return $same;
}

# Those of the process that reported its failure; of the options, where it did not come to that.
sub _texts {
    my ($self) = @_;
    my ($send, $recv) = $self->{text}
        =~ /^  (?:send|origin) object [^:\n]+: (.+)\n  (?:receive|target) object [^:\n]+: (.+)$/m;
    if (!defined $recv or "$send$recv" =~ /\.\.\.$/m) {
        my ($text) = _run($self, $EACH, _original($self->{case}), '-show');
        ($send) = $text =~ /^send: (.+)$/m;
        ($recv) = $text =~ /^receive: (.+)$/m;
    }
    return defined $send && defined $recv ? map { s/\s*#.*//r } $send, $recv : ();
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

# Takes the first smaller pair that fails in the same way, again and again.
sub _smaller_objects {
    my ($self, $now) = @_;
    my %seen;
    AGAIN: while (!_time_is_up($self)) {
        my ($lines) = _plainly($self, $self->{dtp}, 'shrink', $now->{send}, $now->{recv});
        for my $line (split /\n/, $lines) {
            my ($send, $recv) = $line =~ /^(\d+\*[^\t]+)\t(\d+\*.+)\z/ or next;
            next if $seen{"$send $recv"}++ or _is_of_one_type($now) && $send ne $recv;
            last AGAIN if _time_is_up($self);
            my $smaller = { %$now, send => $send, recv => $recv };
            next unless _same($self, $smaller);
            $now = $smaller;
            next AGAIN;
        }
        last;
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
sub _record {
    my ($self, $now, $folder) = @_;
    my $so  = abs_path(dirname($self->{dtp}) . '/..') . '/calls/record.so';
    my $why = DTPools::Wrappers::build(top => $TOP, output => $so, mpicc => $self->{mpicc},
        sources => [map { "$TOP/calls/$_" } qw(record.c handles.c)]);
    return "the recorder is not built: $why" if length $why;
    copy($so, "$folder/record.so") or return "the recorder is not copied: $!";
    my $kind;
    for (1 .. $RECORDS) {
        unlink glob "$folder/record.[0-9]*";
        $kind = _kind($self, _command($self, $now, 'sh', '-c', $PRELOAD, 'sh', "$folder/record.so", "$folder/record"));
        return 'nothing was recorded: this system preloads no library' unless -e "$folder/record.0";
        last if defined $kind and $kind eq $self->{kind} or time > $self->{until};
    }
    ($self->{ended}) = ($kind // '') eq 'crash' ? $self->{last} =~ /^  kind: crash\n  case: (\d+)$/m : ();
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
    return (no_program => $why) if length $why;
    my @objects = defined $now->{send} ? ($now->{send}, $now->{recv}) : _texts($self);
    shift @objects if @objects == 2 && $objects[0] eq $objects[1];
    my $about = join ' ', grep { defined && length } $now->{operation}, $SAYS{ $self->{kind} } // "($self->{kind})";
    $about .= !@objects ? '' : @objects == 1 ? ", with\n * $objects[0]" : ", from\n * $objects[0]\n * to $objects[1]";
    my @settings = grep { /^\w+=/ } split ' ', $self->{case}{env}{DTP_SETTINGS} // '';
    $about .= "\n * with @settings" if @settings;
    my %program;
    my %tried;
    for my $way (@WAYS) {
        (my $text, $why) = DTPools::Program::write_program((map { $_ => 1 } @$way), record => "$folder/record",
            ranks => $now->{procs}, ended => $self->{ended}, table => "$TOP/calls/calls.txt", dtp => $self->{dtp},
            about => $about);
        %program = (no_program => $why) unless defined $text or %program;
        next if !defined $text or $tried{$text}++;
        %program = _checked($self, $now, $text);
        last if defined $program{program} or time > $self->{until};
    }
    return %program;
}

sub _checked {
    my ($self, $now, $text) = @_;
    _write($self->{output}, $text);
    my $binary = $self->{output} =~ s/\.c\z//r;
    $binary = "./$binary" unless $binary =~ m{/};
    my @compile = (shellwords($self->{mpicc}), qw(-std=c11 -o), $binary, $self->{output});
    my ($said, $status) = _plainly($self, @compile);
    return (no_program => "it does not compile: $said") if $status;
    $self->{tries}++;
    my $limit = $self->{kind} eq 'hang' ? $self->{each} : _limit($self);
    ($said, $status) = _run($self, $limit, @{ $self->{case}{launcher} }, $self->{case}{flag}, $now->{procs}, $binary);
    unlink $binary, $text =~ /put_file\("([^"]+)"/g;
    my $lines = () = $text =~ /\n/g;
    return (program => $self->{output}, lines => $lines) if _shows($self->{kind}, $said, $status);
    unlink $self->{output};
    return (no_program => 'what was recorded does not fail by itself' . ($status ? ", but ends early: $said" : ''));
}

# Whether a program fails in this way.
sub _shows {
    my ($kind, $said, $status) = @_;
    return $status == $TOO_LONG if $kind eq 'hang';
    my $is_found = $said =~ /the standard demands/;
    return $status && $status != $TOO_LONG && !$is_found if $kind eq 'crash';
    return $is_found || $kind eq 'error' && $status;
}

sub _write {
    my ($file, $text) = @_;
    open my $out, '>', $file or die "cannot write $file: $!\n";
    print {$out} $text;
    return close $out;
}

1;
