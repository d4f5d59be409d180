package DTPools::Failures::Same;

use strict;
use warnings;
use Time::HiRes qw(time);

use DTPools::Calls;
use DTPools::Failures::Shrink;
use DTPools::Failures::Trial;

=head1 NAME

DTPools::Failures::Same - one cause of failures, or two

=head1 FUNCTIONS

=head2 met_before($arg, $cause, @reported)

The cause that was shrunk before, and whose smallest objects make this one fail in the same way: on the same side, or on
the other one, since what is got comes from the target. Nothing if there is none. C<$arg> is what
L<DTPools::Failures/shrink> was given.

=head2 comparable($cause, @reported)

Those whose objects this one may fail with.

=head2 is_same($found, $other)

Whether two that were shrunk are the same: the way of failing, the objects, and the operation, in any form if only some
objects show it.

=head2 is_of_data($kind)

Whether that way of failing is one of wrong data.

=cut

my $TO_COMPARE = 0.3;    # of the time of a cause, to find out whether it is one that has been reported
my $OF_DATA    = qr/^(?:elements-wrong|gap|past|before|after|other|metadata|send-buffer)\z/;

sub met_before {
    my ($arg, $cause, @reported) = @_;
    my @others = comparable($cause, @reported);
    my @pairs  = map { my $other = $_; map { { objects => $_, other => $other } } _sides($other) } @others;
    my $until  = time + $TO_COMPARE * $arg->{seconds};
    while (@pairs and (my $left = $until - time) > 0) {
        my $number = _first_that_fails($arg, $cause, $left, map { $_->{objects} } @pairs) // return;
        my $pair   = (splice @pairs, 0, $number + 1)[-1];
        return $pair->{other} if !defined _first_that_fails($arg, $cause, $left, _plain(@{ $pair->{objects} }));
    }
    return;
}

sub comparable {
    my ($cause, @reported) = @_;
    return grep { _is_specific($_->{found}) && _are_alike($_->{found}{kind}, _kind_of($cause)) } @reported;
}

# Wrong data are of one way, whatever shows them.
sub _are_alike {
    my (@kinds) = @_;
    return $kinds[0] eq $kinds[1] || !grep { !is_of_data($_) } @kinds;
}

sub _sides {
    my ($cause) = @_;
    my @sides = @{ $cause->{found} }{qw(send recv)};
    return $sides[0] eq $sides[1] ? \@sides : (\@sides, [reverse @sides]);
}

sub _first_that_fails {
    my ($arg, $cause, $seconds, @pairs) = @_;
    my $find = sub {
        my (%arg) = @_;
        return DTPools::Failures::Shrink::first_that_fails(\@pairs, %arg, kind => _kind_of($cause));
    };
    my $failure = ($cause->{found} // {})->{failure} // 0;
    return DTPools::Failures::Trial::of_one({ %$arg, seconds => $seconds }, $cause, $failure, $find);
}

# As it was found to fail, or as it was met.
sub _kind_of {
    my ($cause) = @_;
    return ($cause->{found} // {})->{kind} // $cause->{failures}[0]{kind};
}

# Plain objects of the first basic type: what fails with these too fails with objects of any shape.
sub _plain {
    return [map { '1*' . (/\b(MPI_\w+)/)[0] } @_];
}

# Whether the smallest objects have elements, and are of another shape than elements in a row.
sub _is_specific {
    my ($found) = @_;
    return unless defined $found and defined $found->{send};
    my @texts = @$found{qw(send recv)};
    return (grep { /\d+\*.*\(/ } @texts) && !grep { !/\bMPI_\w+/ } @texts;
}

sub is_same {
    my ($x, $y) = @_;
    return unless defined $x and defined $x->{send} and defined $y->{send};
    return if grep { $x->{$_} ne $y->{$_} } qw(kind send recv procs);
    my @operations = map { $_->{operation} // '' } $x, $y;
    @operations = map { DTPools::Calls::of_any_form($_) } @operations if _is_specific($x);
    return $operations[0] eq $operations[1];
}

sub is_of_data {
    my ($kind) = @_;
    return $kind =~ $OF_DATA;
}

1;
