package DTPools::Shrink;

use strict;
use warnings;
use File::Basename qw(dirname);
use File::Path qw(make_path);
use Text::ParseWords qw(shellwords);
use Time::HiRes qw(time);

use DTPools::Command;

=head1 NAME

DTPools::Shrink - from a failure to the smallest C program that shows it

=head1 SYNOPSIS

    my $found = DTPools::Shrink::shrink(
        replay => $line, output => 'failures/x.c', seconds => 20, dtp => 'dtpools/dtp', mpicc => 'mpicc');

=head1 DESCRIPTION

Runs the case of a replay line again and again with fewer processes and smaller objects (B<dtp shrink> proposes them), each time
in a process group of its own with a time limit, and keeps what fails in the same way. At the end writes a program of plain
MPI calls (B<dtp program>), with the plainest operation that shows the fault, which it compiles and runs.

C<launcher>, a reference to a list of words, comes in place of the replay line's.

Returns a hash: C<kind>, how the case fails; C<send>, C<recv>, the smallest objects; C<procs>; C<tries>; C<seconds>; C<program> and
C<operation>, unless no program shows the fault by itself; or C<why> alone, if nothing could be done.

=cut

# How a test fails where it does not say so itself.
my @KINDS = (
    [crash => qr/ended within MPI|inaccessible page|BAD TERMINATION|Assertion .*failed|signal \d+/],
    [error => qr/ Error: /],
);

# Of these, a program that ends without a word is one more; of data that differ, it is something else.
my %ENDS = map { $_ => 1 } qw(crash error hang);

# The operations of stand-alone programs to be tried, by the folder and name of the test.
my @OPERATIONS = (
    [qr{(?:^|/)coll/}     => qw(pack sendself bcast)],
    [qr{(?:^|/)rma/.*get} => qw(pack sendself get-self get)],
    [qr{(?:^|/)rma/.*acc} => qw(pack sendself put-self accumulate-self get_accumulate put accumulate)],
    [qr{(?:^|/)rma/}      => qw(pack sendself put-self get-self accumulate-self get_accumulate put get accumulate)],
    [qr{}                 => qw(pack sendself sendrecv)],
);
my %FIRST_FOR = (metadata => 'typeinfo', contents => 'typeinfo', status => 'status');
my %PROCESSES = map { $_ => 2 } qw(sendrecv bcast put get accumulate);

# Seconds for one try; where the case hangs, each candidate that still does takes so long.
my $EACH         = 5;
my $EACH_OF_HANG = 2;

sub shrink {
    my (%arg) = @_;
    my $case = _parse($arg{replay}) or return { why => 'the replay line is not one of a test' };
    $case->{launcher} = $arg{launcher} if $arg{launcher};
    my $self = { %arg, case => $case, begin => time, tries => 0, each => $EACH };
    my $kind = _kind($self, _original($case));
    return { why => 'it does not fail again' } unless defined $kind;
    $self->{kind} = $kind;
    $self->{each} = $EACH_OF_HANG if $kind eq 'hang';
    my @texts = _texts($self) or return { kind => $kind, why => 'the objects have no text' };
    my $now = { procs => $case->{procs}, send => $texts[0], recv => $texts[1] };
    return { kind => $kind, why => 'it does not fail with these two objects alone' } unless _same($self, $kind, $now);
    make_path(dirname($self->{output}));
    my %program = _program($self, $kind, $now);
    if (%program) {
        my $fails = sub { (_way($self, $program{operation}, $_[0]) // '') eq $program{way} };
        $now = _smaller_objects($self, $fails, { %$now, procs => $PROCESSES{ $program{operation} } // 1 });
        %program = _program($self, $kind, $now, $program{operation});
    }
    else {
        $now = _fewer_processes($self, $kind, $now);
        $now = _smaller_objects($self, sub { _same($self, $kind, $_[0]) }, $now);
        %program = _program($self, $kind, $now);
    }
    return { %$now, kind => $kind, tries => $self->{tries}, %program, seconds => time - $self->{begin} };
}

# ---- the case ----

# NAME=VALUE... mpiexec -n PROCS PROGRAM OPTION...
sub _parse {
    my ($line) = @_;
    $line =~ s/^\s*replay:\s*//;
    $line =~ s/(?<= )(-seed=\d+).*/$1/s;    # two processes may have written at the same time
    my @words = shellwords($line);
    my %case = (env => {}, launcher => []);
    $case{env}{$1} = $2 while @words && $words[0] =~ /^(\w+)=(.*)\z/s && shift @words;
    push @{ $case{launcher} }, shift @words while @words && $words[0] !~ /^-n(?:p)?\z/;
    return if @words < 3 or !@{ $case{launcher} };
    (my $flag, $case{procs}, $case{program}, @{ $case{options} }) = @words;
    $case{flag} = $flag;
    return $case{procs} =~ /^\d+\z/ ? \%case : ();
}

sub _original {
    my ($case) = @_;
    return (@{ $case->{launcher} }, $case->{flag}, $case->{procs}, $case->{program}, @{ $case->{options} });
}

sub _command {
    my ($case, $now) = @_;
    my @kept = grep { /^-(?:comm|seed)=/ } @{ $case->{options} };
    return (@{ $case->{launcher} }, $case->{flag}, $now->{procs}, $case->{program}, "-sendobj=$now->{send}", "-recvobj=$now->{recv}",
        grep { $now->{procs} == $case->{procs} || !/^-comm=/ } @kept);
}

# ---- running ----

sub _run {
    my ($self, $limit, @command) = @_;
    local %ENV = (%ENV, %{ $self->{case}{env} });
    return DTPools::Command::run($limit, @command);
}

# How a command fails; undef if it does not.
sub _kind {
    my ($self, @command) = @_;
    $self->{tries}++;
    my ($text, $status) = _run($self, $self->{each}, @command);
    $self->{text} //= $text;
    return 'hang' if $status == 256;
    return undef if $status == 0 or $status == 2 or $status == 77;    ## no critic
    return $1 if $text =~ /^  kind: (\S+)$/m and $1 ne 'mpi-error';
    for my $kind (@KINDS) {
        return $kind->[0] if $text =~ $kind->[1];
    }
    return 'crash';
}

sub _same {
    my ($self, $kind, $now) = @_;
    my $found = _kind($self, _command($self->{case}, $now));
    return defined $found && $found eq $kind;
}

# Those of the process that told its failure; of the options, where it did not come to that.
sub _texts {
    my ($self) = @_;
    my ($send, $recv) = $self->{text} =~ /^  (?:send|origin) object [^:\n]+: (.+)\n  (?:receive|target) object [^:\n]+: (.+)$/m;
    if (!defined $recv or "$send$recv" =~ /\.\.\.$/m) {
        my ($text) = _run($self, $EACH, _original($self->{case}), '-show');
        ($send) = $text =~ /^send: (.+)$/m;
        ($recv) = $text =~ /^receive: (.+)$/m;
    }
    return defined $send && defined $recv ? map { s/\s*#.*//r } $send, $recv : ();
}

# Whether the data go from the second object to the first.
sub _is_get {
    my ($self) = @_;
    return $self->{text} =~ /^ Error: [^\n]*: MPI_R?[Gg]et[, ]/m;
}

sub _time_is_up {
    my ($self) = @_;
    return time - $self->{begin} > 0.8 * $self->{seconds};    # the last program takes its time too
}

# ---- smaller ----

sub _fewer_processes {
    my ($self, $kind, $now) = @_;
    for my $procs (1 .. $now->{procs} - 1) {
        my $fewer = { %$now, procs => $procs };
        return $fewer if !_time_is_up($self) and _same($self, $kind, $fewer);
    }
    return $now;
}

# Takes the first smaller pair that fails in the same way, again and again.
sub _smaller_objects {
    my ($self, $fails, $now) = @_;
    my %seen;
    AGAIN: while (!_time_is_up($self)) {
        my ($lines) = _plainly($self, $self->{dtp}, 'shrink', $now->{send}, $now->{recv});
        for my $line (split /\n/, $lines) {
            my ($send, $recv) = $line =~ /^(\d+\*[^\t]+)\t(\d+\*.+)\z/ or next;
            next if $seen{"$send $recv"}++;
            last AGAIN if _time_is_up($self);
            my $smaller = { %$now, send => $send, recv => $recv };
            next unless $fails->($smaller);
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

# The first operation whose program shows the fault: what it is, and in which way.  The program is left in the output file.
sub _program {
    my ($self, $kind, $now, @operations) = @_;
    my ($row) = grep { $self->{case}{program} =~ $_->[0] } @OPERATIONS;
    (undef, @operations) = @$row unless @operations;
    unshift @operations, $FIRST_FOR{$kind} if $FIRST_FOR{$kind};
    for my $operation (@operations) {
        my $way = _way($self, $operation, $now);
        return (program => $self->{output}, operation => $operation, way => $way, lines => $self->{lines}) if defined $way;
    }
    unlink $self->{output};
    return;
}

# How the program of an operation fails: what it says of the first difference, or how it ended.  undef if it does not.
sub _way {
    my ($self, $operation, $now) = @_;
    my ($send, $recv) = _is_get($self) ? @$now{qw(recv send)} : @$now{qw(send recv)};
    my ($source, $status) = _plainly($self, $self->{dtp}, 'program', $operation, $send, $recv);
    return undef if $status;    ## no critic
    _write($self->{output}, $source);
    $self->{lines} = () = $source =~ /\n/g;
    my $binary = $self->{output} =~ s/\.c\z//r;
    $binary = "./$binary" unless $binary =~ m{/};
    my @compile = (shellwords($self->{mpicc}), qw(-std=c11 -Wall -Wextra -pedantic -Werror -o), $binary, $self->{output});
    (undef, $status) = _plainly($self, @compile);
    return undef if $status;    ## no critic
    $self->{tries}++;
    my @launch = (@{ $self->{case}{launcher} }, $self->{case}{flag}, $PROCESSES{$operation} // 1);
    my ($text, $exit) = _run($self, $self->{each}, @launch, $binary);
    unlink $binary;
    return undef if $exit == 0;    ## no critic
    return 'hang' if $exit == 256;
    return $1 if $text =~ /^((?:send|receive) buffer, \w+|[\w ]+: the standard demands)/m;
    return $ENDS{ $self->{kind} } ? "exit status $exit" : undef;    ## no critic
}

sub _write {
    my ($file, $text) = @_;
    $text =~ s/^\[WARNING\].*\n?//mg;    # what MPI itself prints at its end
    open my $out, '>', $file or die "cannot write $file: $!\n";
    print {$out} $text;
    return close $out;
}

1;
