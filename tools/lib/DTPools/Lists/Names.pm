package DTPools::Lists::Names;

use strict;
use warnings;

=head1 NAME

DTPools::Lists::Names - the stable names of the generated tests

=head1 DESCRIPTION

A name is made of the source, its macros and the signature, never of a line's number, so that a new line renames
nothing. Tests that have names must not be renamed: histories and lists of known failures go by them.

    bcast__MPI_INT__17                  coll/bcast.c, 17 MPI_INT
    bcast__LARGE__N-3__MPI_INT__17      the same with -DLARGE -DN=3
    sendrecv1__MPI_INT__17_512          mixed pools: 17 sent, room for 512
    bcast__PARTICLE                     a struct with a name
    bcast__MPI_INT.MPI_CHAR__3.4        a struct without

The option C<name=> of a line stands for source and macros together.

=head1 FUNCTIONS

=head2 object($line)

The name of the object file that a line's source and macros are compiled to, without folder and C<.o>.

=head2 program($line)

What the names of a line's tests begin with.

=head2 tests($line, \@types)

The tests of a line, in order: a list of C<[name, options, type]>. The options are those that the test program is
compiled with; the type is undefined for a struct.

=cut

sub object {
    my ($line) = @_;
    return join '__', $line->{stem}, map { tr/=/-/r } @{ $line->{macros} };
}

sub program {
    my ($line) = @_;
    return $line->{name} // object($line);
}

sub tests {
    my ($line, $types) = @_;
    my $program = program($line);
    return _struct($program, $line->{struct}) if $line->{struct};
    my @counts = _counts($line);
    my @tests;
    for my $type (@$types) {
        push @tests, map { ["${program}__${type}__$_->[0]", "-type=$type $_->[1]", $type] } @counts;
    }
    return @tests;
}

sub _struct {
    my ($program, $struct) = @_;
    return ["${program}__$struct->{name}", "-sendobj=$struct->{text}", undef] if defined $struct->{text};
    my ($types, $counts) = @$struct{qw(types counts)};
    my $name = $struct->{name} // join('.', @$types) . '__' . join('.', @$counts);
    return ["${program}__$name", '-types=' . join(',', @$types) . ' -counts=' . join(',', @$counts), undef];
}

# What follows the type: a list of [end of the name, options]. Where the two sides may differ, each count is also sent
# to where there is room for the next larger count of the line.
sub _counts {
    my ($line) = @_;
    my @counts = @{ $line->{counts} };
    my @sorted = sort { length $a <=> length $b || $a cmp $b } @counts;
    my %larger;
    @larger{ @sorted[0 .. $#sorted - 1] } = @sorted[1 .. $#sorted] if $line->{folder} eq 'pt2pt';
    my $mixed = sub { my ($n, $more) = @_; defined $more ? ["${n}_$more", "-sendcount=$n -recvcount=$more"] : () };
    return map { ([$_, "-count=$_"], $mixed->($_, $larger{$_})) } @counts;
}

1;
