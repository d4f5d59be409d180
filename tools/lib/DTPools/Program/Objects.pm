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
displacement 0), C<elements> and C<padded>.

=head2 instances_of($text)

The types that a user's operator may be called with, as texts: that of the object, or of its first block.

=head2 puts($self, $object, $place, @parts)

Statements that put values into an object, for each part of it.

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
        my ($lo, $hi, $elements, $padded, $overlaps) = $line =~ /^(-?\d+) (-?\d+) (\d+) (\d) (\d) /
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
    my ($skip, @lines) = (0);
    for my $part (@parts) {
        die "values that are combined are numbers\n"
            if $self->{bits} and @{ $part->{operands} } > 1 and $part->{op} !~ /^MPI_(?:REPLACE|NO_OP)\z/;
        if ($part->{op} eq 'MPI_OP_NULL' and @{ $part->{operands} } > 1) {
            push @lines, _operated($self, $o, $place, $skip, $part);
            $skip += $part->{elements};
            next;
        }
        for my $run (DTPools::Program::Operands::runs($part, $o->{type})) {
            my ($start, $step, $count, $passed) = @$run;
            my $values = join ', ', $start, $step, $count, map { $_ ? ($_) : () } $skip + $passed;
            $self->{skips} ||= $skip + $passed > 0;
            push @lines, "$o->{put}($place, (struct values) {$values});" if $count > 0;
        }
        $skip += $part->{elements};
    }
    return @lines;
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
        return "$o->{put}($to$disp, (struct values) {" . join(', ', @$values, $part->{count}, $skip || ()) . '});';
    };
    my $skipped = $skip ? ".skip = $skip, " : '';
    my $by = ".left = $part->{count}, $skipped.in = operand$disp, .inout = want$disp";
    my $combine = "$o->{put}(want$disp, (struct values) {$by});";
    return ($put->('want', $last), map { ($put->('operand', $_), $combine) } @before);
}

sub extent_of {
    my ($o, $disp, $size) = @_;
    my $lo = max(0, $disp + min(0, $o->{lo}) - $MARGIN);
    return ($lo < $ALIGNMENT ? 0 : $lo, min($size, $disp + max(0, $o->{hi}) + $MARGIN));
}

1;
