package DTPools::Faults;

use strict;
use warnings;
use File::Basename qw(dirname);
use File::Glob ();

use DTPools::Wrappers;

=head1 NAME

DTPools::Faults - the table of faulty MPIs, and what a test says under one

=head1 FUNCTIONS

=head2 read_table($file)

The rows of F<tests/faulty/faults.def> and of the files that it includes, each a hash with the keys C<name>, C<level>, C<shapes> (a list), C<says> (a pattern),
C<what>, and C<of> (a list of the procedures that it is about, empty for any).

=cut

my $TEXT = qr/"((?:[^"\\]|\\.)*)"/;

sub read_table {
    my ($file) = @_;
    open my $in, '<', $file or die "cannot read $file: $!\n";
    my $text = do { local $/; <$in> };
    my $folder = dirname($file);
    my @rows   = map { read_table("$folder/$_") } $text =~ /^#include "([^"]+)"/mg;
    while ($text =~ /^FAULT\($TEXT,\s*(\w+),\s*$TEXT,\s*$TEXT,\s*$TEXT(?:,\s*\.of\s*=\s*$TEXT)?/mg) {
        my ($name, $level, $shapes, $says, $what, $of) = ($1, $2, $3, $4, $5, $6 // '');
        $what =~ s/\\(.)/$1/g;
        push @rows, { name => $name, level => $level, shapes => [split ' ', $shapes], says => qr/$says/s, what => $what,
            of => [split ' ', $of] };
    }
    die "$file: no line begins with FAULT(\n" unless @rows;
    return @rows;
}

=head2 build($top, $so, $mpicc)

Makes the library that is preloaded of the sources in F<tests/faulty>, with generated wrappers around the MPI calls
L<DTPools::Wrappers>). Returns what the compiler says, if it does not.

=cut

sub build {
    my ($top, $so, $mpicc) = @_;
    my @files = File::Glob::bsd_glob("$top/tests/faulty/*");
    return DTPools::Wrappers::build(
        top => $top, output => $so, mpicc => $mpicc, sources => [grep { /\.c\z/ } @files], includes => ["$top/tests/faulty"], depends => \@files);
}

=head2 write_launcher($file, $fault, $so, @mpiexec)

Writes a launcher whose processes have the fault of that name. Returns the file.

=cut

sub write_launcher {
    my ($file, $fault, $so, @mpiexec) = @_;
    my $words = join ' ', map { "'" . s/'/'\\''/gr . "'" } @mpiexec;
    open my $out, '>', $file or die "cannot write $file: $!\n";
    print {$out} "#!/bin/sh\nflag=\$1 n=\$2\nshift 2\nexec $words \"\$flag\" \"\$n\" env LD_PRELOAD='$so' DTP_FAULT=$fault \"\$@\"\n";
    close $out or die "cannot write $file: $!\n";
    chmod 0755, $file or die "cannot make $file executable: $!\n";
    return $file;
}

=head2 faulty_test($test, $fault, $so)

The test (see L<DTPools::Testlist>) as it is run with the fault, under a name of its own.

=cut

sub faulty_test {
    my ($test, $fault, $so) = @_;
    return {
        %$test,
        id      => "$fault->{name}/$test->{id}",
        program => _path_of('env'),
        args    => ["LD_PRELOAD=$so", "DTP_FAULT=$fault->{name}", 'DTP_FAULT_VERBOSE=1', $test->{program}, '-first',
            @{ $test->{args} }],
    };
}

sub _path_of {
    my ($command) = @_;
    my ($found) = grep { -f and -x _ } map { "$_/$command" } split /:/, $ENV{PATH} // '';
    return $found // die "no command '$command' in the PATH\n";
}

=head2 judge($result, $fault)

What became of a test with the fault: a hash with the keys C<as>, C<first> (the first message), and C<objects> (how many
were verified before it, if the test says so). C<as> is one of

=over

=item C<caught>: the test says what the row of the fault asks for;

=item C<other>: it fails with other words;

=item C<broken>: it crashed, hung, or was ended by an error of MPI;

=item C<survived>: it passed, although the fault struck;

=item C<unreached>: the fault did not strike;

=item C<skipped>.

=back

=cut

sub judge {
    my ($result, $fault) = @_;
    my $log = _log_of($result);
    my ($first)   = $log =~ /^ Error: (.*?)(?=^ Error: |^ Found |^faulty: |^# launcher|\z)/ms;
    my ($objects) = $log =~ /^ Found \d+ errors, the first after (\d+) objects/m;
    my $struck = $log =~ /^faulty: \S+ strikes/m;
    my $passed = $log =~ /^ No Errors$/m && $log =~ /^# launcher: exit status 0$/m;    # the fault may say more after it
    my %judged = (first => $first // "$result->{reason}\n", objects => $objects);
    $judged{as} =
          $result->{verdict} eq 'skipped' ? 'skipped'
        : $passed                           ? ($struck ? 'survived' : 'unreached')
        : _says($log, $fault)             ? 'caught'
        : defined $objects                ? 'other'
        :                                   'broken';
    return \%judged;
}

# One of the messages that tell all there is to know says it.
sub _says {
    my ($log, $fault) = @_;
    return scalar grep { $_ =~ $fault->{says} } $log =~ /^ Error: (.*?)(?=^ Error: |^ Found |\z)/msg;
}

sub _log_of {
    my ($result) = @_;
    open my $in, '<', $result->{log} // return '' or return '';
    local $/;
    return <$in> // '';
}

1;
