package DTPools::Failures::Handover;

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename qw(dirname);
use File::Copy qw(copy);
use File::Temp qw(tempdir);
use Text::ParseWords qw(shellwords);
use Time::HiRes qw(time);

use DTPools::Command;
use DTPools::Program;
use DTPools::Program::Record;
use DTPools::Wrappers;

=head1 NAME

DTPools::Failures::Handover - from a case that fails to a stand-alone C program that fails too

=head1 DESCRIPTION

A library of wrappers around the MPI calls (F<calls/recorder>) is preloaded while the case runs, above whatever is
preloaded already, and records it. The record becomes a program of plain MPI calls (L<DTPools::Program>), which is
compiled and run.

=head1 FUNCTIONS

=cut

my $TOP = abs_path(dirname(__FILE__) . '/../../../..');

# The recorder, above what the environment or the launcher preloads: both come before this.
my $PRELOAD = 'LD_PRELOAD=$1${LD_PRELOAD:+:$LD_PRELOAD}; DTP_RECORD=$2; export LD_PRELOAD DTP_RECORD; '
    . 'shift 2; exec "$@"';

# What fails at times is recorded again, so often.
my $RECORDS = 3;

# Tests have the C library put bytes into memory that is not set yet, or freed (harness/run/perturb.c).  A program that
# needs this too says so.
my @PERTURB = qw(env MALLOC_PERTURB_=165);

# What a program shows.
our %SAYS = (
    'elements-wrong' => 'moves other elements than it must',
    past             => 'changes elements that no data are for',
    gap              => 'changes bytes between the elements',
    before           => 'changes bytes before the object',
    after            => 'changes bytes after the object',
    'send-buffer'    => 'changes a buffer that is only read',
    status           => 'is followed by a wrong status, count or the like',
    metadata         => 'is of a type whose size or bounds are returned wrongly',
    contents         => 'is of a type whose constructor is returned wrongly',
    'memory-grows'   => 'keeps memory of types that are freed',
    error            => 'returns an error',
    crash            => 'ends the process',
    hang             => 'does not end',
    other            => 'goes wrong',
);

# A program of more lines is not one that anyone reads, and takes minutes to compile.
my $MOST_LINES = 10_000;

# How the record becomes a program (see DTPools::Program), the smallest one first.
my @WAYS = (
    [qw(first few settled)], [qw(first few settled bits)], [qw(few settled)], [qw(few settled bits)], [qw(settled)],
    [qw(settled bits)], [qw(first few)], [], [qw(settled all)], [qw(settled all bits)], [qw(settled aligned)],
    [qw(settled aligned bits)],
);

# As well where a test ended by itself: tests have such pages around their objects.
my @GUARDED = ([qw(few settled guarded)], [qw(settled guarded)], [qw(settled all guarded)]);

=head2 build_recorder(dtp => ..., mpicc => ...)

Builds the recorder, unless it is there; returns why it is not. To be called once before several processes need it.

=head2 recorder($replay, $folder), recording($folder)

Puts the recorder into a folder, whose path has no blank or colon; returns why it does not. And what comes before a
binary then, so that its calls are recorded there.

=cut

sub build_recorder {
    my (%arg) = @_;
    my $why = DTPools::Wrappers::build_recorder(top => $TOP, output => _recorder_of($arg{dtp}),
        mpicc => $arg{mpicc});
    return length $why ? "the recorder is not built: $why" : '';
}

# It stays in the build folder.
sub _recorder_of {
    my ($dtp) = @_;
    return abs_path(dirname($dtp) . '/..') . '/calls/record.so';
}

sub recorder {
    my ($replay, $folder) = @_;
    my $why = build_recorder(dtp => $replay->{dtp}, mpicc => $replay->{mpicc});
    return $why if length $why;
    return copy(_recorder_of($replay->{dtp}), "$folder/record.so") ? '' : "the recorder is not copied: $!";
}

sub recording {
    my ($folder) = @_;
    return ('sh', '-c', $PRELOAD, 'sh', "$folder/record.so", "$folder/record");
}

=head2 program($replay, $case)

The program of a case (L<DTPools::Failures::Replay>): C<program>, where it is, and C<lines>, how long; or C<no_program>,
why there is none.

=head2 program_of($replay, $case, $folder)

That of a case which has been recorded in a folder.

=cut

sub program {
    my ($replay, $case) = @_;
    my $folder = tempdir('dtpXXXXXX', TMPDIR => 1, CLEANUP => 1);
    my $why = _record($replay, $case, $folder);
    return length $why ? (no_program => $why) : program_of($replay, $case, $folder);
}

sub _record {
    my ($replay, $case, $folder) = @_;
    my $why = recorder($replay, $folder);
    return $why if length $why;
    for (1 .. $RECORDS) {
        unlink glob "$folder/record.[0-9]*";
        my $kind = $replay->kind($case, recording($folder));
        return 'nothing was recorded: no case began, or this system preloads no library' unless -e "$folder/record.0";
        my $is_it = defined $kind && $kind eq $replay->{kind} && _is_whole($replay, $folder);
        last if $is_it or time > $replay->{until};
    }
    return '';
}

# Processes are some cases apart: where one of them ends, others may not have begun the case.
sub _is_whole {
    my ($replay, $folder) = @_;
    my $n = () = glob "$folder/record.[0-9]*";
    return $n < 2 || DTPools::Program::Record::is_whole("$folder/record", $n, $replay->{ended});
}

sub program_of {
    my ($replay, $case, $folder) = @_;
    my %record = (record => "$folder/record", ranks => $case->{procs}, ended => $replay->{ended},
        table => "$TOP/calls/calls.txt", dtp => $replay->{dtp}, about => _about($replay, $case));
    my %program;
    my %tried;
    for my $way (@WAYS, $replay->{kind} =~ /^(?:crash|guard)\z/ ? @GUARDED : ()) {
        my ($text, $why, $is_of_record) = DTPools::Program::write_program(%record, map { $_ => 1 } @$way);
        %program = (no_program => $why) unless defined $text or %program;
        last if $is_of_record;
        next if !defined $text or $tried{$text}++;
        %program = _checked($replay, $case, $text);
        last if defined $program{program} or $program{is_too_long} or time > $replay->{until};
    }
    return %program;
}

# What the program's first comment says.
sub _about {
    my ($replay, $case) = @_;
    my @objects = defined $case->{send} ? ($case->{send}, $case->{recv}) : $replay->reported_texts;
    shift @objects if @objects == 2 && $objects[0] eq $objects[1];
    my $kind  = $replay->{kind};
    my $about = join ' ', grep { defined && length } $case->{operation}, $SAYS{$kind} // "($kind)";
    $about .= !@objects ? '' : @objects == 1 ? ", with\n * $objects[0]" : ", from\n * $objects[0]\n * to $objects[1]";
    my @settings = grep { /^\w+=/ } split ' ', $replay->{case}{env}{DTP_SETTINGS} // '';
    return @settings ? "$about\n * with @settings" : $about;
}

# The program, if it fails; else why there is none, and whether that is its length, which other ways make no shorter.
sub _checked {
    my ($replay, $case, $text) = @_;
    my $lines = () = $text =~ /\n/g;
    return (no_program => "it has $lines lines; expected at most $MOST_LINES", is_too_long => 1)
        if $lines > $MOST_LINES;
    my ($source, $kind) = @$replay{qw(output kind)};
    _write($source, $text);
    my $binary = $source =~ s/\.c\z//r;
    $binary = "./$binary" unless $binary =~ m{/};
    my ($said, $status) = $replay->plainly(shellwords($replay->{mpicc}), qw(-std=c11 -o), $binary, $source);
    return (no_program => "it does not compile: $said") if $status;
    (my $shown, $said, $status, my @before) = _run($replay, $case->{procs}, $binary);
    unlink $binary, $text =~ /put_file\("([^"]+)"/g;
    if (defined $shown) {
        $text =~ s/^ \* mpiexec -n \d+\K/ @before/m if @before;
        _write($source, $text =~ s/\Q$SAYS{$kind}/$SAYS{$shown}/r) if $shown ne $kind or @before;
        return (program => $source, lines => $lines);
    }
    unlink $source;
    my $but = $status == $DTPools::Command::TOO_LONG ? ', but does not end'
        : $status ? ', but ends early: ' . _first_line($said) : '';
    return (no_program => "what was recorded does not fail by itself$but");
}

# MPI libraries print whole stacks.
sub _first_line {
    my ($said) = @_;
    return $said =~ /(\S.*)/ ? $1 : 'it prints nothing';
}

# What a program shows, undef if nothing, as it is or with @PERTURB; what it printed, its status, and that setting.
sub _run {
    my ($replay, $procs, $binary) = @_;
    my ($said, $status);
    for my $setting ([], \@PERTURB) {
        ($said, $status) = $replay->program($procs, @$setting, $binary);
        my $shown = _shown($replay->{kind}, $said, $status);
        return ($shown, $said, $status, @$setting) if defined $shown or $status == $DTPools::Command::TOO_LONG;
    }
    return (undef, $said, $status);
}

# What a program shows of a failure; undef if nothing. What ends a test, or keeps it from an end, may be a wrong result
# or the end of a process for a program; but one that does not end may wait for what the end of a process cut off.
sub _shown {
    my ($kind, $said, $status) = @_;
    my $is_found = $said =~ /the standard demands/;
    my $goes_on  = $status == $DTPools::Command::TOO_LONG;
    return $is_found || $kind eq 'error' && $status ? $kind : undef unless $kind =~ /^(?:crash|hang)\z/;
    return $is_found ? 'other' : $goes_on && $kind eq 'crash' || !$status ? undef : $goes_on ? 'hang' : 'crash';
}

sub _write {
    my ($file, $text) = @_;
    open my $out, '>', $file or die "cannot write $file: $!\n";
    print {$out} $text;
    return close $out;
}

1;
