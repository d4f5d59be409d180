package DTPools::Known;

use strict;
use warnings;
use File::Basename qw(dirname);
use File::Spec;

use DTPools::Lines;
use DTPools::Write;

=head1 NAME

DTPools::Known - the known issues of the MPI that is tested

=head1 DESCRIPTION

Issues are records of C<key: value> lines in a file such as F<known-issues/known-issues.txt>, which the tests read too:
they leave out the cases that a record is about, or expect them to fail. The program of a record, which lies beside the
file, shows whether the fault is there still (L<DTPools::Known::Programs>).

=head1 FUNCTIONS

=head2 read_file($file)

Returns the records, hashes with the keys of the file (C<where> is a list), and the messages of all errors
(C<file:line: error: ...>), each as a reference to a list.

=cut

my $VERSION = qr/\d+(?:\.\d+)*/a;
my $RANGE   = qr/[^\d,]*[^\d,\s]\s*(?:$VERSION(?:\.\.(?:$VERSION)?)?)?/;
my $FACT    = qr/[\w-]+(?:!?=|[<>]=?)\S+/a;

# key => [what its value must match, what to say where it does not, whether each record has one]
my %KEY = (
    issue   => [qr/^[\w.,+-]+\z/a,               'a name',                                            1],
    mpi     => [qr/^$RANGE(?:\s*,\s*$RANGE)*\z/, 'a name and versions, such as MPICH 4.0..4.0.2',     1],
    where   => [qr/^$FACT(?:\s+$FACT)*\z/a,      'facts, such as operation=MPI_Put bytes>8K',         1],
    fails   => [qr/^[\w-]+(?:\s+[\w-]+)*\z/a,    'kinds of failures, separated by blanks',            0],
    way     => [qr/^(?:expect|avoid)\z/,         'expect or avoid',                                   1],
    about   => [qr/\S/,                          'a sentence',                                        0],
    program => [qr{^[\w.,+/-]+\.c\z}a,           'the name of a C source in the folder of this file', 0],
    procs   => [qr/^[1-9]\d{0,5}\z/a,            'a number of processes',                             0],
);

sub read_file {
    my ($file) = @_;
    my $lines = DTPools::Lines::read_lines($file)
        or return ([], ["$file: error: cannot read the known issues: $!"]);
    my (@rows, @errors, $row, %seen);
    for my $numbered (@$lines) {
        my ($number, $line) = @$numbered;
        if (!length $line) {
            undef $row;
            next;
        }
        push @rows, $row = { place => "$file:$number", where => [] } unless $row;
        my $why = _take($row, $line);
        push @errors, "$file:$number: error: $why" if defined $why;
    }
    push @errors, map { _missing($_, \%seen) } @rows;
    return (\@rows, \@errors);
}

# Puts a line into the record; returns what is wrong with it, if anything is.
sub _take {
    my ($row, $line) = @_;
    my ($key, $value) = $line =~ /^([^:\s]*)\s*:\s*(.*)\z/s;
    my $rule = defined $key ? $KEY{$key} : undef;
    return 'expected one of ' . join(' ', map { "$_:" } sort keys %KEY) . ", found '$line'" unless $rule;
    return "a second $key: in one record: expected a blank line between records"
        if $key ne 'where' and defined $row->{$key};
    $key eq 'where' ? push @{ $row->{where} }, $value : ($row->{$key} = $value);
    return if $value =~ $rule->[0];
    return "bad value in '$key: $value': expected $rule->[1]";
}

sub _missing {
    my ($row, $seen) = @_;
    my @missing = grep { $KEY{$_}[2] && !($_ eq 'where' ? @{ $row->{where} } : defined $row->{$_}) } sort keys %KEY;
    push @missing, 'fails' if ($row->{way} // '') eq 'expect' and !defined $row->{fails};
    my $name = $row->{issue} // '';
    my @wrong = map { "$row->{place}: error: this record has no $_: expected $KEY{$_}[1]" } @missing;
    push @wrong, "$row->{place}: error: '$name' is already at $seen->{$name}: expected another name" if $seen->{$name};
    $seen->{$name} //= $row->{place} if length $name;
    return @wrong;
}

=head2 are_facts($text)

Whether all words are conditions on facts, as those of C<where:> are.

=cut

sub are_facts {
    my ($text) = @_;
    return !grep { !/^$FACT\z/ } split ' ', $text;
}

=head2 read_files($standard, $more)

The records of the standard file and of another one, the value of C<DTP_KNOWN_ISSUES>, which may be undefined, and
switches all off as C<none>. Returns them as C<read_file> does; each has its C<file>, and that file's C<folder>.

=cut

sub read_files {
    my ($standard, $more) = @_;
    return ([], []) if ($more // '') eq 'none';
    my (@rows, @errors);
    for my $file ($standard, length($more // '') ? $more : ()) {
        my ($found, $wrong) = read_file($file);
        push @rows, map { { %$_, file => $file, folder => dirname($file) } } @$found;
        push @errors, @$wrong;
    }
    return (\@rows, \@errors);
}

=head2 is_about($mpi, $library)

Whether one of the ranges of versions, such as C<MPICH 4.0..4.0.2, Open MPI 4.1>, has the library's version, from what
C<MPI_Get_library_version> says. Versions compare number by number, as far as both go.

=cut

sub is_about {
    my ($mpi, $library) = @_;
    return scalar grep { _is_range_of($_, $library) } _ranges_of($mpi);
}

sub _ranges_of {
    return split /\s*,\s*/, $_[0];
}

sub _is_range_of {
    my ($range, $library) = @_;
    my ($name, $from, $dots, $to) = _parts_of($range);
    my $version = _version_of($name, $library) // return 0;
    return 1 if !defined $from;
    return 0 if _compare($version, $from) < 0;
    return $dots ? !defined $to || _compare($version, $to) <= 0 : _compare($version, $from) == 0;
}

# Name, first version, dots, last version.
sub _parts_of {
    return $_[0] =~ /^(.*?)\s*(?:($VERSION)(?:(\.\.)($VERSION)?)?)?\z/s;
}

# Undefined if the library has another name.
sub _version_of {
    my ($name, $library) = @_;
    return $library =~ /\Q$name\E\D*($VERSION)/ ? $1 : undef;
}

sub _compare {
    my @left  = split /\./, $_[0];
    my @right = split /\./, $_[1];
    while (@left && @right) {
        my $order = shift(@left) <=> shift @right;
        return $order if $order;
    }
    return 0;
}

=head2 write_rows($file, \%present, \@rows)

Writes these as records of the version of this MPI, beside those of C<rows> that were read from the same file. Returns
nothing, or a message where that failed.

=cut

sub write_rows {
    my ($file, $present, $rows) = @_;
    my %row = map { $_->{issue} => $_ } grep { _is_same_file($_->{file}, $file) } @$rows;
    $row{ $_->{issue} } = _of_this_version($_, dirname($file)) for values %$present;
    return DTPools::Write::write_changed({ $file => join "\n", map { _text($row{$_}) } sort keys %row });
}

sub _is_same_file {
    my ($left, $right) = map { File::Spec->rel2abs($_) } @_;
    return $left eq $right;
}

# The record for a file in another folder.
sub _of_this_version {
    my ($row, $folder) = @_;
    my $program = File::Spec->abs2rel($row->{folder}, $folder) . "/$row->{program}";
    my ($name)  = grep { defined _version_of($_, $row->{library}) } map { (_parts_of($_))[0] } _ranges_of($row->{mpi});
    return { %$row, mpi => "$name " . _version_of($name, $row->{library}),
        program => $program =~ $KEY{program}[0] ? $program : undef };
}

sub _text {
    my ($row) = @_;
    return join '', map { my $key = $_; map { "$key: $_\n" } ref $row->{$key} ? @{ $row->{$key} } : $row->{$key} // () }
        qw(issue mpi where fails way about program procs);
}

1;
