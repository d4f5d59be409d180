package DTPools::Faults::Become;

use strict;
use warnings;
use Cwd qw(abs_path);
use Text::ParseWords qw(shellwords);

use DTPools::Command;
use DTPools::Failures::Shrink;
use DTPools::Faults;

=head1 NAME

DTPools::Faults::Become - whether a failure under a fault becomes a program that shows the fault

=head1 FUNCTIONS

=head2 become($fault, $judged, mpiexec => $command, mpicc => $command, so => $file, seconds => 60)

Makes a stand-alone program (L<DTPools::Failures::Shrink>) of what a test has printed under a fault
(L<DTPools::Faults>). It must compile without warnings, fail under the fault, and pass without it. Returns a line that
begins with C<PROGRAM> or C<NO PROGRAM>, and says why there is none.

=cut

sub become {
    my ($fault, $judged, %arg) = @_;
    my ($found, $why) = _program_that_shows(\%arg, $fault, $judged);
    my $seconds = sprintf '%.0f s, %d tries', @$found{qw(seconds tries)};
    return "NO PROGRAM: $fault->{name}, $judged->{test}: $why ($seconds)\n" if length $why;
    return "PROGRAM: $fault->{name}, $judged->{test}: $found->{lines} lines, $found->{procs} processes, $seconds: "
        . "$found->{program}\n";
}

sub _program_that_shows {
    my ($arg, $fault, $judged) = @_;
    my $none = { seconds => 0, tries => 0 };
    my ($replay) = $judged->{first} =~ /^  replay: (.*\s-seed=\d+)/m or return ($none, 'no replay line');
    my @mpiexec = shellwords($arg->{mpiexec});
    my $name = "$fault->{name}-$judged->{test}" =~ s{[^\w.,=+-]}{-}gr;
    my $launcher = abs_path('mutants-output') . "/with-$name";
    DTPools::Faults::write_launcher($launcher, $fault->{name}, $arg->{so}, @mpiexec);
    my $output = "mutants-output/programs/$name.c";
    my $found = DTPools::Failures::Shrink::shrink(replay => $replay, launcher => [$launcher], output => $output,
        seconds => $arg->{seconds}, mpicc => $arg->{mpicc}, dtp => 'dtpools/dtp');
    $found = { %$none, %$found };
    return ($found, $found->{why} // $found->{no_program}) unless defined $found->{program};
    return ($found, _wrong_without_fault($arg, $found));
}

# What is wrong with a program that fails under the fault.
sub _wrong_without_fault {
    my ($arg, $found) = @_;
    my ($source, @mpiexec) = ($found->{program}, shellwords($arg->{mpiexec}));
    my $binary = $source =~ s/\.c\z//r;
    my @strict = qw(-std=c11 -Wall -Wextra -pedantic);
    my ($text, $status) = DTPools::Command::run($arg->{seconds}, shellwords($arg->{mpicc}), @strict, '-o', $binary,
        $source);
    return 'it does not compile' if $status;
    return "the compiler warns: $1" if $text =~ /^\Q$source\E:.*warning: (.*)/m;    # a header of MPI's may
    ($text, $status) = DTPools::Command::run($arg->{seconds}, @mpiexec, '-n', $found->{procs}, $binary);
    unlink $binary;
    return $status ? 'it fails without the fault: ' . ($text =~ /^(.+)$/m ? $1 : "exit status $status") : '';
}

1;
