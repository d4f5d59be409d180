package DTPools::Program::Operands;

use strict;
use warnings;
no warnings 'pack';    # a character that is wrapped
use List::Util qw(reduce);

=head1 NAME

DTPools::Program::Operands - what operators of MPI's make of the values of a recorded case

=head1 FUNCTIONS

=head2 runs($part, $type, $bits)

The values of a part of an object (L<DTPools::Program::Record>) whose elements are of the basic type C<$type>, as linear
runs: each is [start, step, count, elements before it]. C<$bits>: all bits of the values vary, and the operator gives
one of them. Dies where an operator has no values that can be written so.

=cut

# The type's numbers, as a letter of pack().
my %LETTER = (
    (map { $_ => 'c' } qw(MPI_CHAR MPI_SIGNED_CHAR MPI_INT8_T MPI_INTEGER1)),
    (map { $_ => 'C' } qw(MPI_UNSIGNED_CHAR MPI_UINT8_T MPI_BYTE MPI_C_BOOL MPI_CXX_BOOL)),
    (map { $_ => 's' } qw(MPI_SHORT MPI_INT16_T MPI_SHORT_INT MPI_INTEGER2)),
    (map { $_ => 'S' } qw(MPI_UNSIGNED_SHORT MPI_UINT16_T)),
    (map { $_ => 'l' } qw(MPI_INT MPI_INT32_T MPI_INTEGER MPI_INTEGER4)),
    (map { $_ => 'L' } qw(MPI_UNSIGNED MPI_UINT32_T)),
    (map { $_ => 'q' } qw(MPI_LONG MPI_LONG_LONG MPI_LONG_LONG_INT MPI_INT64_T MPI_INTEGER8)),
    (map { $_ => 'Q' } qw(MPI_UNSIGNED_LONG MPI_UNSIGNED_LONG_LONG MPI_UINT64_T)),
    (map { $_ => 'f' } qw(MPI_FLOAT MPI_FLOAT_INT MPI_REAL MPI_REAL4 MPI_2REAL)),
);

# Of first halves of pairs, and of long doubles; see the README of the library.
my $PAIRS  = qr/^MPI_(?:FLOAT|DOUBLE|LONG|2|SHORT|LONG_DOUBLE)_?INT\z/;
my $NEARLY = qr/^MPI_(?:(?:DOUBLE|LONG|LONG_DOUBLE)_INT|LONG_DOUBLE)\z/;    # some nearly agree
# Numbers of several parts, of which each has a value of its own: what they make is no number.
my $SEVERAL = qr/COMPLEX|^MPI_(?:INTEGER|REAL|LOGICAL)16\z/;
my $PERIOD = 64 * (2**24 - 3);
my $PLAIN  = 2**24;

# Of two values that the type holds as [what it holds, value].
my %OPERATORS = (
    MPI_PROD   => sub { use integer; $_[0][1] * $_[1][1] },
    MPI_MIN    => sub { ($_[1][0] < $_[0][0] ? $_[1] : $_[0])->[1] },
    MPI_MAX    => sub { ($_[1][0] > $_[0][0] ? $_[1] : $_[0])->[1] },
    MPI_MINLOC => sub { $_[0][0] == $_[1][0] ? _of_lower_index(@_) : ($_[1][0] < $_[0][0] ? $_[1] : $_[0])->[1] },
    MPI_MAXLOC => sub { $_[0][0] == $_[1][0] ? _of_lower_index(@_) : ($_[1][0] > $_[0][0] ? $_[1] : $_[0])->[1] },
    MPI_BAND   => sub { use integer; $_[0][1] & $_[1][1] },
    MPI_BOR    => sub { use integer; $_[0][1] | $_[1][1] },
    MPI_BXOR   => sub { use integer; $_[0][1] ^ $_[1][1] },
    MPI_LAND   => sub { $_[0][0] && $_[1][0] ? 1 : 0 },
    MPI_LOR    => sub { $_[0][0] || $_[1][0] ? 1 : 0 },
    MPI_LXOR   => sub { !$_[0][0] != !$_[1][0] ? 1 : 0 },
);

sub _of_lower_index {
    my ($x, $y) = map { $_->[1] } @_;
    return _second_half($x) < _second_half($y) ? $x : $y;
}

# The halves of pair number k; what a long double has a multiple of.
sub _first_half {
    my ($k) = @_;
    use integer;
    return abs $k > $PERIOD + 3 ? $k % $PERIOD : $k;
}

# The same order as of first halves that nearly agree.
sub _near_half {
    my ($k) = @_;
    use integer;
    my $half = _first_half($k);
    return 4 * $half + (abs $half > $PLAIN ? $k / (2 * $PERIOD) % 2 : 0);
}

# The bits of number k in an integer of so many bytes.
sub _bits {
    my ($k, $size, $is_signed) = @_;
    my $x = do {
        use integer;
        my $from = $is_signed && $size < 4 ? 1 << (8 * $size - 1) : 0;
        my $turn = $size < 4 ? ($k + $from) >> 8 * $size : 0;
        ($k + 37 * $turn + 101 * ($turn >> 8) + 7146057691288625177) * 1790742272122550903;
    };
    my $all = unpack 'Q', pack 'q', $x;
    $all &= (1 << 8 * $size) - 1 if $size < 8;
    return $all ^ $all >> 4 * $size;
}

sub _second_half {
    my ($k) = @_;
    return unpack 'l', pack 'l', -$k - 1;
}

sub runs {
    my ($part, $type, $bits) = @_;
    my @operands = @{ $part->{operands} };
    return [0, 0, 0, 0] unless @operands and $part->{count} > 0;
    return [@{ $operands[-1] }, $part->{count}, 0] if @operands == 1 or $part->{op} eq 'MPI_REPLACE';
    return [@{ $operands[0] }, $part->{count}, 0] if $part->{op} eq 'MPI_NO_OP';
    die "numbers of $type that are combined\n" if $type =~ $SEVERAL;
    my $sum = sub { my ($k) = @_; my $s = 0; $s += $_->[$k] for @operands; $s };
    return [$sum->(0), $sum->(1), $part->{count}, 0] if $part->{op} eq 'MPI_SUM';
    my $by = $OPERATORS{ $part->{op} } or die "the operator $part->{op}\n";
    my $letter = $LETTER{$type};
    die "the bits of $type\n" if $bits and !$letter;
    my $whole = $bits ? sub { _bits($_[0], length pack($letter, 0), $letter eq lc $letter) }
        : $type =~ $NEARLY ? \&_near_half
        : $type =~ $PAIRS  ? \&_first_half
        :                    sub { $_[0] };
    my $held   = sub {
        my ($value) = @_;
        my $v = $whole->($value);
        return [$letter ? unpack $letter, pack $letter, $v : $v, $value];
    };
    my $value  = sub {
        my ($k) = @_;
        use integer;
        return reduce { $by->($held->($a), $held->($b)) } map { $_->[0] + $k * $_->[1] } @operands;
    };
    return _linear(map { $value->($_) } 0 .. $part->{count} - 1);
}

sub _linear {
    my (@values) = @_;
    my @runs;
    use integer;
    for my $k (0 .. $#values) {
        my $run = $runs[-1];
        if ($run and $run->[2] == 1) { $run->[1] = $values[$k] - $run->[0]; $run->[2]++ }
        elsif ($run and $values[$k] == $run->[0] + $run->[1] * $run->[2]) { $run->[2]++ }
        else { push @runs, [$values[$k], 0, 1, $k] }
    }
    return @runs;
}

1;
