package DTPools::Program::Branches;

use strict;
use warnings;
use List::Util qw(max sum0 uniq);

=head1 NAME

DTPools::Program::Branches - the statements of several ranks as one text

=head1 FUNCTIONS

=head2 merge(\@lines, ...)

Takes the lines of each rank's statements, and returns those of all ranks: what is the same on all ranks stands outside
of branches; so does what differs by numbers alone, which become expressions of C<rank>, where that makes the text much
shorter. A statement that goes on in the next lines, indented or at the end of a loop, stays whole.

=cut

# So many lines less are worth expressions in place of branches.
my $WORTH = 8;

# Of more statements a rank nobody looks for those that all ranks have: it takes time and memory for the square of their
# number.
my $MOST = 2000;

sub merge {
    my (@lines) = @_;
    my @ranks = map { [_statements(@$_)] } @lines;
    my @first = _same(\@ranks, 0);
    my @last  = reverse _same(\@ranks, -1);
    my @plain  = _branches(@ranks);
    my @merged = max(map { scalar @$_ } @ranks) > $MOST ? @plain : _merged(@ranks);
    my @middle = _length(@merged) + $WORTH <= _length(@plain) ? @merged : @plain;
    return map { split /\n/ } @first, @middle, @last;
}

sub _length {
    return sum0 map { 1 + tr/\n// } @_;
}

# Lines that belong together as one text.
sub _statements {
    my @statements;
    for my $line (@_) {
        if (@statements and $line =~ /^(?:\s|\}|while \(!)/) {
            $statements[-1] .= "\n$line";
        }
        else {
            push @statements, $line;
        }
    }
    return @statements;
}

# Takes the statements off that all ranks have at one end (0: the first, -1: the last).
sub _same {
    my ($ranks, $end) = @_;
    my @same;
    while (!grep { !@$_ } @$ranks and uniq(map { $_->[$end] } @$ranks) == 1) {
        push @same, $ranks->[0][$end];
        splice @$_, $end, 1 for @$ranks;
    }
    return @same;
}

# Those of each rank, of equal ranks once.
sub _branches {
    my (@ranks) = @_;
    my (@order, %of);
    for my $rank (grep { @{ $ranks[$_] } } 0 .. $#ranks) {
        my $text = join "\n", @{ $ranks[$rank] };
        push @order, $text unless $of{$text};
        push @{ $of{$text} }, $rank;
    }
    my ($word, @lines) = ('');
    for my $text (@order) {
        push @lines, "${word}if (" . _condition(scalar @ranks, @{ $of{$text} }) . ') {',
            map { "    $_" } split /\n/, $text;
        $word = '} else ';
    }
    return @lines ? join "\n", @lines, '}' : ();
}

sub _condition {
    my ($n, @which) = @_;
    return join ' || ', map { "rank == $_" } @which if @which == 1 or $which[-1] - $which[0] != $#which;
    return $which[-1] == $n - 1 ? "rank >= $which[0]"
        : $which[0] == 0        ? "rank <= $which[-1]"
        :                         "rank >= $which[0] && rank <= $which[-1]";
}

# ---- numbers that differ ----

# What stays as it is: words, texts, elements of arrays, what is subtracted.
my $KEPT   = qr{"(?:[^"\\]|\\.)*"|/\*.*?\*/|[A-Za-z_]\w*(?:\[\d+\])*|\d+[.\w]*[A-Za-z.]\w*|- \d+};
my $NUMBER = qr/-?\b\d{1,9}\b/;

# Texts and numbers in turn.
sub _parts {
    my ($statement) = @_;
    my @parts = ('');
    while ($statement =~ /\G(?:($KEPT)|($NUMBER)|(.))/gs) {
        if (defined $2) {
            push @parts, $2, '';
        }
        else {
            $parts[-1] .= $1 // $3;
        }
    }
    return @parts;
}

sub _shape {
    my @parts = _parts(@_);
    return join '#', map { $parts[2 * $_] } 0 .. $#parts / 2;
}

# One statement for all ranks of those that have one shape.
sub _of_all {
    my @of = map { [_parts($_)] } @_;
    my $text = '';
    for my $k (0 .. $#{ $of[0] }) {
        my @values = map { $_->[$k] } @of;
        $text .= $k % 2 == 0 || uniq(@values) == 1 ? $values[0] : _expression(@values);
    }
    return $text;
}

# The number that each rank has.
sub _expression {
    my (@values) = @_;
    my ($n, $first) = (scalar @values, $values[0]);
    my $step = $values[1] - $first;
    if (!grep { $values[$_] != $first + $step * $_ } 0 .. $n - 1) {
        my $product = abs $step == 1 ? 'rank' : abs($step) . ' * rank';
        return $first == 0 && $step > 0 ? $product : "$first " . ($step < 0 ? '-' : '+') . " $product";
    }
    return "(rank + $first) % $n" if !grep { $values[$_] != ($first + $_) % $n } 0 .. $n - 1;
    return '(int[]) {' . join(', ', @values) . '}[rank]';
}

# ---- statements that all ranks have ----

sub _merged {
    my (@ranks) = @_;
    my @shapes = map { [map { _shape($_) } @$_] } @ranks;
    my @common = @{ $shapes[0] };
    @common = _common(\@common, $_) for @shapes[1 .. $#shapes];
    my (@text, @at);
    for my $shape (@common) {
        my @own = map { [_until($ranks[$_], $shapes[$_], \$at[$_], $shape)] } 0 .. $#ranks;
        my @statement = map { pop @$_ } @own;
        push @text, _branches(@own), _of_all(@statement);
    }
    return (@text, _branches(map { [@{ $ranks[$_] }[($at[$_] // 0) .. $#{ $ranks[$_] }]] } 0 .. $#ranks));
}

# The next statements, the last of which has that shape.
sub _until {
    my ($statements, $shapes, $at, $shape) = @_;
    my $from = $$at // 0;
    my $to   = $from;
    $to++ while $shapes->[$to] ne $shape;
    $$at = $to + 1;
    return @$statements[$from .. $to];
}

# The longest list that is part of two.
sub _common {
    my ($x, $y) = @_;
    my @length = map { [(0) x (@$y + 1)] } 0 .. @$x;
    for my $i (reverse 0 .. $#$x) {
        for my $j (reverse 0 .. $#$y) {
            $length[$i][$j] = $x->[$i] eq $y->[$j] ? 1 + $length[$i + 1][$j + 1]
                : max($length[$i + 1][$j], $length[$i][$j + 1]);
        }
    }
    my ($i, $j, @common) = (0, 0);
    while ($i < @$x and $j < @$y) {
        if ($x->[$i] eq $y->[$j]) {
            push @common, $x->[$i];
            $i++;
            $j++;
        }
        elsif ($length[$i + 1][$j] >= $length[$i][$j + 1]) {
            $i++;
        }
        else {
            $j++;
        }
    }
    return @common;
}

1;
