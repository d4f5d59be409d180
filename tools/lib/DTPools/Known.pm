package DTPools::Known;

use strict;
use warnings;
use File::Temp qw(tempdir);
use Text::ParseWords qw(shellwords);

use DTPools::Command;

=head1 NAME

DTPools::Known - the known issues of the MPI that is tested

=head1 DESCRIPTION

An issue is a program of its own in F<doc/known-issues> and a row in F<harness/known_issues.def>, which the tests are compiled with:
they leave out what fails, or expect it to. So the programs tell whether an issue is still there.

=head1 FUNCTIONS

=head2 read_table($file)

Returns the rows: hashes with C<issue>, C<library> (how what the MPI says of its version begins) and C<procs>.

=cut

my $SECONDS = 5;

# Ends with a line that tells the library's version.
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

sub read_table {
    my ($file) = @_;
    open my $in, '<', $file or die "cannot read $file: $!\n";
    my @rows;
    while (<$in>) {
        my ($issue, $library, $procs) = /^KNOWN\("([^"]+)", "([^"]*)", (\d+)\)/ or next;
        push @rows, { issue => $issue, library => $library =~ s/\\t/\t/gr, procs => $procs };
    }
    return @rows;
}

=head2 check(table => $file, programs => $folder, mpicc => $command, launcher => \@words, np_flag => '-n', env => \@pairs)

Compiles and runs the programs of the issues that this MPI has. Returns the rows of these, with C<fails>: whether the fault is there,
by exit status, by a crash or as a hang; or with C<why> if the program cannot be compiled.

=cut

sub check {
    my (%arg) = @_;
    my $self = { %arg, folder => tempdir(CLEANUP => 1) };
    local %ENV = (%ENV, map { @$_ } @{ $arg{env} // [] });
    my ($library) = _output($self, 1, _compiled($self, _probe($self))) =~ /^library: (.*)/ms or return;
    my @rows = grep { index($library, $_->{library}) == 0 } read_table($arg{table});
    for my $row (@rows) {
        my $program = _compiled($self, "$arg{programs}/$row->{issue}.c");
        if (!$program) {
            $row->{why} = "$arg{programs}/$row->{issue}.c cannot be compiled";
            next;
        }
        my (undef, $status) = _launch($self, $row->{procs}, $program);
        $row->{fails} = $status != 0;
    }
    return @rows;
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
    my (undef, $status) = DTPools::Command::run(60, shellwords($self->{mpicc}), '-o', $program, $source, '-lm');
    return $status ? undef : $program;
}

sub _launch {
    my ($self, $procs, $program) = @_;
    return DTPools::Command::run($SECONDS, @{ $self->{launcher} }, $self->{np_flag}, $procs, $program);
}

sub _output {
    my ($self, $procs, $program) = @_;
    return '' unless $program;
    my ($text) = _launch($self, $procs, $program);
    return $text;
}

1;
