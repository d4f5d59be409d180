package DTPools::Known::Programs;

use strict;
use warnings;
use Cwd qw(getcwd);
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
    my (@parts, %part_of, $n);
    for my $row (@{ $arg{rows} }) {    # of one program by one worker, which runs it once for a number of processes
        my $part = $part_of{ $row->{program} // '' } //= $n++ % $arg{workers};
        push @{ $parts[$part] }, $row;
    }
    my @checks = map { _start(%arg, rows => $_) } @parts;
    $arg{watch}->begin($_->{pid}) for $arg{watch} ? @checks : ();
    my @rows = map { _finish($_) } @checks;
    $arg{watch}->end($_->{pid}) for $arg{watch} ? @checks : ();
    return @rows;
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
    return { pid => $pid, out => $out, rows => $arg{rows}, tag => $arg{tag} } if $pid;
    my $end = defined $arg{seconds} ? time + $arg{seconds} : undef;
    $SIG{$_} = 'DEFAULT' for qw(INT TERM HUP PIPE CHLD);
    $ENV{ $_->[0] } = $_->[1] for @{ $arg{env} };
    $ENV{$DTPools::Run::Processes::TAG_NAME} = $arg{tag};
    $in->autoflush;
    my $folder = File::Temp->newdir;
    eval { _check({ %arg, folder => "$folder", in => $in, end => $end }) } or print {$in} $@;
    undef $folder;
    return POSIX::_exit(0);
}

# In the child.  Prints a line for each record: its number, whether the fault is there, and why that is not known.
sub _check {
    my ($self) = @_;
    my ($library) = _output($self, 1, _compiled($self, _probe($self))) =~ /^library: (.*)/ms
        or die "what MPI_Get_library_version says cannot be had\n";
    $library =~ s/\s*\n\s*/; /g;
    my @rows = @{ $self->{rows} };
    my %tried;
    print { $self->{in} } "library: $library\n";
    for my $k (grep { $self->{any_version} || DTPools::Known::is_about($rows[$_]{mpi}, $library) } 0 .. $#rows) {
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
    my (@rows, $library);
    while (my $line = readline $check->{out}) {
        next if !defined $library and ($library) = $line =~ /^library: (.*)/;
        my ($k, $fails, $why) = $line =~ /^(\d+) ([01-]) ?(.*)$/;
        if (!defined $k) {
            print STDERR "runtests: the programs of known issues were not run: $line";
            next;
        }
        my %result = $fails eq '-' ? (why => $why) : (fails_now => $fails);
        push @rows, { %{ $check->{rows}[$k] }, library => $library, %result };
    }
    waitpid $check->{pid}, 0;
    return @rows;
}

sub _try {
    my ($self, $source, $procs) = @_;
    return "- there is no $source" unless -f $source;
    my $program = _compiled($self, $source) or return "- $source cannot be compiled";
    my ($times, $otherwise) = $self->{any_version} ? ($TIMES_OF_NEWS, 0) : ($TIMES, 1);
    for (1 .. $times) {
        my (undef, $status) = _launch($self, $procs, $program);
        return $otherwise if !!$status == $otherwise;
    }
    return 1 - $otherwise;
}

sub _probe {
    my ($self) = @_;
    my $file = "$self->{folder}/probe.c";
    open my $out, '>', $file or die "cannot write $file: $!\n";
    print {$out} $PROBE;
    close $out or die "cannot write $file: $!\n";
    return $file;
}

# The program of a source, or nothing.
sub _compiled {
    my ($self, $source) = @_;
    my $program = "$self->{folder}/program";
    my (undef, $status) = DTPools::Command::run($COMPILE_SECONDS, shellwords($self->{mpicc}), '-o', $program, $source,
        '-lm');
    return $status ? undef : $program;
}

# In the folder, with which the files go that a program leaves when it crashes.
sub _launch {
    my ($self, $procs, $program) = @_;
    my ($launcher, @words) = @{ $self->{launcher} };
    my $here = getcwd();
    $launcher = File::Spec->rel2abs($launcher) if $launcher =~ m{/};
    chdir $self->{folder} or die "cannot enter $self->{folder}: $!\n";
    my @result = DTPools::Command::run($SECONDS, $launcher, @words, $self->{np_flag}, $procs, $program);
    chdir $here or die "cannot enter $here: $!\n";
    return @result;
}

sub _output {
    my ($self, $procs, $program) = @_;
    return '' unless $program;
    my ($text) = _launch($self, $procs, $program);
    return $text;
}

1;
