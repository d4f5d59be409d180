package DTPools::Known::Programs;

use strict;
use warnings;
use File::Spec;
use File::Temp;
use POSIX ();
use Text::ParseWords qw(shellwords);

use DTPools::Command;
use DTPools::Known;
use DTPools::Run::Processes;

=head1 NAME

DTPools::Known::Programs - whether the faults of known issues are there still

=head1 DESCRIPTION

The program of an issue (L<DTPools::Known>) fails with an MPI that has the fault: by its exit status, by a crash or as a
hang.

=head1 FUNCTIONS

=head2 check(rows => \@rows, mpicc => $command, launcher => \@words, np_flag => '-n', env => \@pairs, tag => $tag, ...)

Compiles and runs the programs of the records that are about this MPI, C<workers> of them at a time. Returns these
records, with C<fails_now>: whether the fault is there, by exit status, by a crash or as a hang; or with C<why> if that
cannot be known. C<any_version>: of all records, and the fault is there only if it is each time. C<seconds>: no other
one after that. C<watch>: a L<DTPools::Run::Watch> that ends the processes if this one is killed.

=head2 present(names => \@names, ...)

The records with these names whose programs fail with this MPI, by their names; the rest as for C<check>.

=head2 library(mpicc => $command, launcher => \@words, np_flag => '-n')

What C<MPI_Get_library_version> says, in one line; or undefined, and why that cannot be known.

=cut

my $COMPILE_SECONDS = 60;
my $SECONDS         = 5;
my $TIMES           = 5;     # a race may let it pass, and so may a launcher that loses the status of a crash
my $TIMES_OF_NEWS   = 2;     # each must fail: a launcher may, too

# Ends with a line that has the library's version.
my $PROBE = <<'END';
#include <mpi.h>
#include <stdio.h>
int main(void)
{
    char text[MPI_MAX_LIBRARY_VERSION_STRING];
    int n;

    MPI_Init(NULL, NULL);
    MPI_Get_library_version(text, &n);
    printf("library: %s\n", text);
    MPI_Finalize();
    return 0;
}
END

sub check {
    my (%arg) = @_;
    local @ENV{ map { $_->[0] } @{ $arg{env} } } = map { $_->[1] } @{ $arg{env} };
    local $ENV{$DTPools::Run::Processes::TAG_NAME} = $arg{tag};
    my ($library, $why) = library(%arg);
    return _not_run($why) unless defined $library;
    my (@parts, %part_of, $n);
    for my $row (@{ $arg{rows} }) {    # of one program by one worker, which runs it once for a number of processes
        my $part = $part_of{ $row->{program} // '' } //= $n++ % $arg{workers};
        push @{ $parts[$part] }, $row;
    }
    my @checks = map { _start(%arg, rows => $_, library => $library) } @parts;
    $arg{watch}->begin($_->{pid}) for $arg{watch} ? @checks : ();
    my @rows = map { _finish($_) } @checks;
    $arg{watch}->end($_->{pid}) for $arg{watch} ? @checks : ();
    return @rows;
}

sub _not_run {
    my ($why) = @_;
    print STDERR "runtests: the programs of known issues were not run: $why\n";
    return;
}

sub present {
    my (%arg) = @_;
    my %is_asked = map { $_ => 1 } @{ $arg{names} };
    my @rows = grep { $is_asked{ $_->{issue} } } @{ $arg{rows} };
    return { map { $_->{issue} => $_ } grep { $_->{fails_now} } check(%arg, rows => \@rows, any_version => 1) };
}

sub _start {
    my (%arg) = @_;
    pipe my $out, my $in or die "cannot make a pipe: $!\n";
    my $pid = fork // die "cannot fork: $!\n";
    close $in if $pid;
    return { pid => $pid, out => $out, rows => $arg{rows}, library => $arg{library} } if $pid;
    my $end = defined $arg{seconds} ? time + $arg{seconds} : undef;
    $SIG{$_} = 'DEFAULT' for qw(INT TERM HUP PIPE CHLD);
    $in->autoflush;
    my $folder = File::Temp->newdir;
    eval { _check({ %arg, folder => "$folder", in => $in, end => $end }) } or print {$in} $@;
    undef $folder;
    return POSIX::_exit(0);
}

# In the child.  Prints a line for each record: its number, whether the fault is there, and why that is not known.
sub _check {
    my ($self) = @_;
    my @rows  = @{ $self->{rows} };
    my @asked = grep { $self->{any_version} || DTPools::Known::is_about($rows[$_]{mpi}, $self->{library}) } 0 .. $#rows;
    my %tried;
    for my $k (@asked) {
        last if defined $self->{end} and time > $self->{end};
        my $row    = $rows[$k];
        my $source = "$row->{folder}/" . ($row->{program} // '');
        my $procs  = $row->{procs} // 1;
        my $result = $tried{"$procs $source"} //= defined $row->{program} ? _try($self, $source, $procs)
            : '- it has no program';
        print { $self->{in} } "$k $result\n";
    }
    return 1;
}

sub _finish {
    my ($check) = @_;
    my @rows;
    while (my $line = readline $check->{out}) {
        chomp $line;
        my ($k, $fails, $why) = $line =~ /^(\d+) ([01-]) ?(.*)$/;
        if (!defined $k) {
            _not_run($line);
            next;
        }
        my %result = $fails eq '-' ? (why => $why) : (fails_now => $fails);
        push @rows, { %{ $check->{rows}[$k] }, library => $check->{library}, %result };
    }
    waitpid $check->{pid}, 0;
    return @rows;
}

sub _try {
    my ($self, $source, $procs) = @_;
    return "- there is no $source" unless -f $source;
    my ($program) = _compiled($self, $source);
    return "- $source cannot be compiled" unless defined $program;
    my ($times, $otherwise) = $self->{any_version} ? ($TIMES_OF_NEWS, 0) : ($TIMES, 1);
    for (1 .. $times) {
        my (undef, $status) = _launch($self, $procs, $program);
        return $otherwise if !!$status == $otherwise;
    }
    return 1 - $otherwise;
}

sub library {
    my (%arg) = @_;
    my $folder = File::Temp->newdir;
    my $self   = { %arg, folder => "$folder" };
    my ($program, $said) = _compiled($self, _probe($self));
    my ($first) = split /\n/, $said;
    return (undef, "'$arg{mpicc}' cannot compile a program that calls MPI_Get_library_version: " . ($first // ''))
        unless $program;
    ($said) = _launch($self, 1, $program);
    my ($library) = $said =~ /^library: (.*)/ms;
    return $library =~ s/\s*\n\s*/; /gr if defined $library;
    ($first) = split /\n/, $said;
    return (undef, 'a program that calls MPI_Get_library_version says ' . ($first // 'nothing'));
}

sub _probe {
    my ($self) = @_;
    my $file = "$self->{folder}/probe.c";
    open my $out, '>', $file or die "cannot write $file: $!\n";
    print {$out} $PROBE;
    close $out or die "cannot write $file: $!\n";
    return $file;
}

# The program of a source, or undefined; and what the compiler says.
sub _compiled {
    my ($self, $source) = @_;
    my $program = "$self->{folder}/program";
    my ($said, $status) = DTPools::Command::run($COMPILE_SECONDS, shellwords($self->{mpicc}), '-o', $program, $source,
        '-lm');
    return ($status ? undef : $program, $said);
}

# In the folder, with which the files go that a program leaves when it crashes.
sub _launch {
    my ($self, $procs, $program) = @_;
    my ($launcher, @words) = @{ $self->{launcher} };
    $launcher = File::Spec->rel2abs($launcher) if $launcher =~ m{/};
    return DTPools::Command::run($SECONDS, 'sh', '-c', 'cd "$0" && exec "$@"', $self->{folder}, $launcher, @words,
        $self->{np_flag}, $procs, $program);
}

1;
