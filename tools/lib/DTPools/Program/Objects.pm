package DTPools::Program::Objects;

use strict;
use warnings;
use List::Util qw(max min uniq);

use DTPools::Program::Operands;

=head1 NAME

DTPools::Program::Objects - the objects of a recorded case, and statements of C that fill them

=head1 FUNCTIONS

The first argument of all, C<$self>, is the program that is written (L<DTPools::Program>).

=head2 read_objects($self, @ranks)

Asks B<dtp put> for the functions that put elements into the objects which the events of the ranks name:
C<put_functions>, and C<objects>, a hash for each text with C<put> (the function), C<lo>, C<hi> (the bytes from its
displacement 0), C<elements>, C<padded> and C<type> (the first basic type of the text).

=head2 instances_of($text)

The types that a user's operator may be called with, as texts: that of the object, or of its first block.

=head2 puts($self, $object, $place, @parts)

Statements that put values into an object, for each part of it; in loops, where parts repeat.

=head2 extent_of($object, $disp, $size)

The bytes of an object at a displacement of its array that are compared, from where to where.

=cut

our $MARGIN    = 64;    # bytes around what is accessed that are compared too
our $ALIGNMENT = 64;

sub read_objects {
    my ($self, @ranks) = @_;
    my @events = map { @$_ } @ranks;
    my @texts = uniq map { $_->{text} } grep { $_->{do} =~ /^(?:fill|expect)\z/ } @events;
    $self->{operates} = grep { ($_->{name} // '') =~ /^MPI_Op_create(?:_c)?\z/ } @events;
    @texts = uniq @texts, map { instances_of($_) } @texts if $self->{operates};
    @$self{qw(objects put_functions)} = ({}, '');
    return unless @texts;
    local %ENV = %ENV;
    delete $ENV{LD_PRELOAD};
    open my $in, '-|', $self->{dtp}, 'put', $self->{bits} ? '-bits' : (), $self->{operates} ? '-combine' : (), @texts
        or die "cannot run $self->{dtp}: $!\n";
    for my $k (0 .. $#texts) {
        my $line = <$in> // die "dtp put: nothing said\n";
        my ($type) = $texts[$k] =~ /\b(MPI_\w+)/;    # of elements that operators combine there is one
        my ($lo, $hi, $elements, $padded) = $line =~ /^(-?\d+) (-?\d+) (\d+) (\d) \d /
            or die "dtp put: $line";
        $self->{objects}{ $texts[$k] } = {
            put => "put$k", lo => $lo, hi => $hi, elements => $elements, padded => $padded, type => $type // '',
        };
    }
    my $functions = do { local $/ = undef; <$in> };
    close $in or die "dtp put failed\n";
    $functions =~ s/^\[WARNING\].*\n?//mg;    # what MPI itself prints at its end
    $functions =~ s/\A\n+|\n+\z//g;
    $self->{put_functions} = $functions;
    return;
}

sub instances_of {
    my ($text) = @_;
    my ($type) = $text =~ /^\d+\*(.*)\z/s or return;
    my ($blocks) = $type =~ /^struct\(\{[^{}]*\}, \{[^{}]*\}, \{(?:\d+x)?(.+)\}\)\z/s or return "1*$type";
    my ($depth, $first) = (0, '');
    for my $c (split //, $blocks) {
        last if $c eq ',' and $depth == 0;
        $depth += $c =~ /[({]/ ? 1 : $c =~ /[)}]/ ? -1 : 0;
        $first .= $c;
    }
    return ("1*$first", "1*$type");
}

sub puts {
    my ($self, $o, $place, @parts) = @_;
    my ($skip, @runs) = (0);
    for my $part (@parts) {
        die "values that are combined are numbers\n"
            if $self->{bits} and @{ $part->{operands} } > 1 and $part->{op} !~ /^MPI_(?:REPLACE|NO_OP|MIN|MAX)\z/;
        if ($part->{op} eq 'MPI_OP_NULL' and @{ $part->{operands} } > 1) {
            push @runs, _operated($self, $o, $place, $skip, $part);
            $skip += $part->{elements};
            next;
        }
        for my $run (DTPools::Program::Operands::runs($part, $o->{type}, $self->{bits})) {
            my ($start, $step, $count, $passed) = @$run;
            $self->{skips} ||= $skip + $passed > 0;
            push @runs, [$start, $step, $count, $skip + $passed] if $count > 0;
        }
        $skip += $part->{elements};
    }
    return _statements(sub { _put($o, $place, @_) }, \@runs);
}

sub _put {
    my ($o, $place, @fields) = @_;
    return "$o->{put}($place, (struct values) {" . join(', ', @fields) . '});';
}

# A statement for each run of values, which C<$put> makes of its fields; a loop for those that repeat.
sub _statements {
    my ($put, $runs) = @_;
    my ($k, @lines) = (0);
    while ($k < @$runs) {
        my ($period, $times) = _repetition($runs, $k);
        my @of = @$runs[$k .. $k + $period - 1];
        if ($times == 1) {
            push @lines, map { ref ? $put->(@$_[0 .. 2], $_->[3] || ()) : $_ } @of;
        }
        else {
            my @next = @$runs[$k + $period .. $k + 2 * $period - 1];
            push @lines, "for (long i = 0; i < $times; i++) {",
                (map { '    ' . $put->(_moving($of[$_], $next[$_])) } 0 .. $#of), '}';
        }
        $k += $period * $times;
    }
    return @lines;
}

my $WORTH = 4;    # so many repetitions are worth a loop

# How many runs, from number k on, repeat how often, all of their fields going on as from the first time to the second.
sub _repetition {
    my ($runs, $k) = @_;
    for my $period (1, 2) {
        my $times = 1;
        $times++ while !grep { !_goes_on($runs, $k + $_, $period, $times) } 0 .. $period - 1;
        return ($period, $times) if $times >= $WORTH;
    }
    return (1, 1);
}

sub _goes_on {
    my ($runs, $k, $period, $times) = @_;
    my ($first, $second, $this) = @$runs[$k, $k + $period, $k + $times * $period];
    return if grep { !ref } $first, $second, $this;
    return !grep { $this->[$_] != $first->[$_] + $times * ($second->[$_] - $first->[$_]) } 0 .. 3;
}

# Fields as expressions of i, 0 the first time and 1 the second.
sub _moving {
    my ($first, $second) = @_;
    return map {
        my ($from, $by) = ($first->[$_], $second->[$_] - $first->[$_]);
        my $product = abs $by == 1 ? 'i' : abs($by) . ' * i';
        $by == 0 ? $from : $from == 0 && $by > 0 ? $product : "$from " . ($by < 0 ? '-' : '+') . " $product";
    } 0 .. 3;
}

# A user's operator that does not commute: the last operand, and those before it from the left, one after the other.
sub _operated {
    my ($self, $o, $place, $skip, $part) = @_;
    my ($disp) = $place =~ /^want(.*)/ or die "operands are combined elsewhere\n";
    my ($last, @before) = reverse @{ $part->{operands} };
    $self->{skips}  ||= $skip > 0;
    $self->{operand} = 1;
    my $put = sub {
        my ($to, $values) = @_;
        return _put($o, "$to$disp", @$values, $part->{count}, $skip || ());
    };
    my $skipped = $skip ? ".skip = $skip, " : '';
    my $by = ".left = $part->{count}, $skipped.in = operand$disp, .inout = want$disp";
    my $combine = _put($o, "want$disp", $by);
    return ($put->('want', $last), map { ($put->('operand', $_), $combine) } @before);
}

sub extent_of {
    my ($o, $disp, $size) = @_;
    my $lo = max(0, $disp + min(0, $o->{lo}) - $MARGIN);
    return ($lo < $ALIGNMENT ? 0 : $lo, min($size, $disp + max(0, $o->{hi}) + $MARGIN));
}

1;
