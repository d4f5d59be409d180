package DTPools::Failures::Replay;

use strict;
use warnings;
use File::Basename qw(dirname);
use File::Path qw(make_path);
use File::Temp qw(tempdir);
use List::Util qw(max min);
use Text::ParseWords qw(shellwords);
use Time::HiRes qw(time);

use DTPools::Command;
use DTPools::Run::Output;
use DTPools::Run::Place;

=head1 NAME

DTPools::Failures::Replay - run a case of a replay line again, as it was or changed, and tell how it fails

=head1 SYNOPSIS

    my $replay = DTPools::Failures::Replay->new(replay => $line, output => 'failures/x.c', seconds => 20,
        dtp => 'dtpools/dtp', mpicc => 'mpicc') or die "not the replay line of a test\n";
    my $kind = $replay->kind($replay->as_it_was);

=head1 DESCRIPTION

A case is a hash: C<test>, the binary; C<procs>; C<options>; C<send> and C<recv>, the texts of its objects, in place of
those of the options.

An object has the arguments of B<new>, and C<case>, the parts of the replay line; C<kind>, how the case failed; C<text>,
what the first try printed, C<last>, what the last one did; C<ended>, the number of the case that ended it; C<is_cut>,
whether a try had too little time; C<tries>, how many there were; C<begin> and C<until>, when all began and has to end;
C<each>, the seconds of a try.

=head1 METHODS

=head2 new(replay => $line, output => $file, seconds => $seconds, dtp => ..., mpicc => ..., launcher => \@words)

Nothing if the line is not one of a test. C<launcher> comes in place of the line's.

=cut

# How a test fails where it does not say so itself; it may also be that it cannot be run so, with too few processes.
my $CRASHES = qr/ended within MPI|inaccessible page|BAD TERMINATION|Assertion .*failed|signal \d+/;
my $REFUSES = qr/^ Error: /m;

# Seconds for one try; where the case hangs, each candidate that still does takes so long, and less tells nothing.
my $EACH         = 5;
my $EACH_OF_HANG = 2;
my $TIMES_HANG   = 2;    # as often the seconds of DTP_HANG, where processes share a core (harness/run/crash.c)
my $TO_HANG      = 3;    # of a whole case, or of its program
my $TO_CRASH     = 1;    # of the program of a crash; one that does not end will not crash any more
my $TO_START     = 2;    # of a job
my $TO_LAUNCH    = 30;   # of a command that does nothing, in many processes

# Seconds for the program after those for making the case smaller; and of the last try, which may come too late for it.
my $OVERTIME = 3;
my $LAST_TRY = 1;

sub new {
    my ($class, %arg) = @_;
    my $case = _parse($arg{replay}) or return;
    $case->{launcher} = $arg{launcher} if $arg{launcher};
    make_path(dirname($arg{output}));
    my $each = ($arg{kind} // '') eq 'hang' ? $TO_HANG : $EACH;
    my $self = bless { %arg, case => $case, begin => time, tries => 0, each => $each }, $class;
    $self->{until} = $self->{begin} + $arg{seconds} + $OVERTIME;
    return $self;
}

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

=head2 launcher

Its words, of the line, without the number of processes.

=head2 why_not

Why no case of the line can be run: there is no such program, or the launcher does not start so many processes. Empty
where nothing is in the way.

=head2 as_it_was

The case of the line.

=head2 hangs

From now on a case has only so long as a hang needs to be seen.

=head2 time_is_up

Whether the time for making the case smaller is over; its program takes some too.

=cut

sub launcher {
    my ($self) = @_;
    return @{ $self->{case}{launcher} };
}

sub why_not {
    my ($self) = @_;
    my ($program, $flag, $procs) = @{ $self->{case} }{qw(program flag procs)};
    return "there is no program $program here: expected a test that is built" unless -f $program && -x _;
    my ($said, $status) = _run($self, $TO_LAUNCH, launcher($self), $flag, $procs, 'true');
    return '' if $status == 0;
    my $what = join ' ', launcher($self), $flag, $procs, 'true';
    return "'$what' does not start: " . ($said =~ /(\S.*)/ ? $1 : 'it prints nothing');
}

sub as_it_was {
    my ($self) = @_;
    my $case = $self->{case};
    return { procs => $case->{procs}, test => $case->{program}, options => $case->{options} };
}

sub hangs {
    my ($self) = @_;
    $self->{each} = $EACH_OF_HANG;
    return;
}

sub time_is_up {
    my ($self) = @_;
    return time - $self->{begin} > 0.8 * $self->{seconds};
}

=head2 kind($case, @before)

How the case fails, with C<@before> before the binary; nothing if it does not.

=head2 first_kind(@cases)

Runs cases of one test and as many processes in one job, which ends with the first that fails. Returns the number of
this one, how it fails (empty: it took the job's time, or what is no failure) and what it printed; nothing if none did.

=head2 program($procs, @command)

Runs a stand-alone program. Returns what it printed and its status (C<$DTPools::Command::TOO_LONG>: it did not end).

=cut

sub kind {
    my ($self, $case, @before) = @_;
    my $limit = _limit($self);
    my $hang  = max($EACH_OF_HANG, int $limit);
    my $most  = $limit < $EACH_OF_HANG ? $limit : $TIMES_HANG * $hang;
    local $ENV{DTP_HANG} = $hang;    # it says itself in which call; else it is ended later
    my ($text, $status) = _try($self, $most, $case->{procs}, @before, _application($case));
    $self->{text} //= $text;
    $self->{last} = $text;
    ($self->{ended}) = $text =~ /^  kind: crash\n  case: (\d+)$/m;
    $self->{is_cut} ||= $status == $DTPools::Command::TOO_LONG && $limit < $EACH_OF_HANG;
    return $limit < $EACH_OF_HANG ? undef : 'hang' if $status == $DTPools::Command::TOO_LONG;
    return _kind_of($text, $status);
}

sub first_kind {
    my ($self, @cases) = @_;
    my $folder = tempdir('dtpXXXXXX', TMPDIR => 1, CLEANUP => 1);
    open my $out, '>', "$folder/each" or die "cannot write $folder/each: $!\n";
    for my $case (@cases) {
        my (undef, @options) = _application($case);
        print {$out} join("\t", @options), "\n";
    }
    close $out or die "cannot write $folder/each: $!\n";
    local $ENV{DTP_HANG} = $self->{each};
    my $limit = max($TIMES_HANG * $self->{each}, $self->{begin} + 0.8 * $self->{seconds} - time);
    my ($text, $status) = _try($self, $limit, $cases[0]{procs}, $cases[0]{test}, "-each=$folder/each");
    return if $status == 0;
    my ($k, $last) = $text =~ /.*^ Begin: (\d+)\n(.*)/ms or return ($#cases, '', '');
    return ($k, $status == $DTPools::Command::TOO_LONG ? '' : _kind_of($last, $status) // '', $last);
}

sub program {
    my ($self, $procs, @command) = @_;
    my %least = (hang => $TO_HANG, crash => $TO_CRASH);
    return _try($self, $least{ $self->{kind} } // max($TO_HANG, _limit($self)), $procs, @command);
}

# Of a try; towards the end, of what does not take long.
sub _limit {
    my ($self) = @_;
    return min($self->{each}, max($LAST_TRY, $self->{until} - time));
}

sub _application {
    my ($case) = @_;
    return ($case->{test}, '-first', @{ $case->{options} }) unless defined $case->{send};
    return ($case->{test}, '-first', "-sendobj=$case->{send}", "-recvobj=$case->{recv}",
        grep { !/^-(?:obj|sendobj|recvobj)=/ } @{ $case->{options} });
}

sub _try {
    my ($self, $limit, $procs, @command) = @_;
    $self->{tries}++;
    return _run($self, $limit + $TO_START, @{ $self->{case}{launcher} }, $self->{case}{flag}, $procs, @command);
}

sub _run {
    my ($self, $limit, @command) = @_;
    my $place = File::Temp->new;
    local %ENV = (%ENV, %{ $self->{case}{env} }, DTP_PLACE => "$place");
    my ($text, $status) = DTPools::Command::run($limit, @command);
    $text = DTPools::Run::Output::plain($text);
    $text .= DTPools::Run::Place::left("$place", $text) unless $status == 0 or $status == $DTPools::Command::TOO_LONG;
    return ($text, $status);
}

sub _kind_of {
    my ($text, $status) = @_;
    return undef if $status == 0 or $status == 2 or $status == 77;    ## no critic
    my ($kind) = grep { $_ ne 'ended' } $text =~ /^  kind: (\S+)$/mg;
    return $kind eq 'mpi-error' ? 'error' : $kind if defined $kind;
    return $text =~ $REFUSES && $text !~ $CRASHES ? undef : 'crash';
}

=head2 plainly(@command)

Runs what is not under test, without what is preloaded for tests; returns what it printed and its status.

=head2 texts, reported_texts

The texts of the objects that are sent and received: of the process that reported its failure or, where it did not come
to that, of the options; the former alone. Nothing where they are not known in full.

=cut

sub plainly {
    my ($self, @command) = @_;
    local %ENV = %ENV;
    delete $ENV{LD_PRELOAD};
    return _run($self, 20, @command);
}

sub texts {
    my ($self) = @_;
    my ($send, $recv) = $self->reported_texts;
    if (!defined $recv) {
        my $case = $self->{case};
        my ($text) = _run($self, $EACH, @{ $case->{launcher} }, $case->{flag}, $case->{procs}, $case->{program},
            @{ $case->{options} }, '-show');
        ($send) = $text =~ /^send: (.+)$/m;
        ($recv) = $text =~ /^receive: (.+)$/m;
    }
    return defined $send && defined $recv ? map { s/\s*#.*//r } $send, $recv : ();
}

sub reported_texts {
    my ($self) = @_;
    my @texts = $self->{text}
        =~ /^  (?:send|origin) object [^:\n]+: (.+)\n  (?:receive|target) object [^:\n]+: (.+)$/m;
    return "@texts" =~ /\.\.\.(?: |\z)/ ? () : map { s/\s*#.*//r } @texts;
}

1;
