package DTPools::Faults::Verdicts;

use strict;
use warnings;

=head1 NAME

DTPools::Faults::Verdicts - what came of faults and programs

=head1 SYNOPSIS

    my $verdicts = DTPools::Faults::Verdicts->new;
    $verdicts->note($fault, $test, DTPools::Faults::judge($result, $fault));
    print $verdicts->text($fault);

=head1 METHODS

=head2 new

Verdicts on no fault yet.

=head2 note($fault, $test, $judged)

What a test of a program came to (L<DTPools::Faults/judge>). Of several tests of a program the best counts.

=head2 of_program($fault, $test), tests_broken($fault, $test)

What the program of this test came to: nothing, or what C<judge> returns, with C<test>, its name; and how many of its
tests broke.

=head2 program_of($test)

A function: the program of a test, C<folder/program>.

=head2 of_fault($fault), take($fault, $noted)

What is noted of a fault: that of another process can be taken.

=head2 verdict($fault)

The best that its programs came to.

=head2 catchers($fault)

What its programs came to that caught it.

=head2 text($fault)

What is printed of a fault: a line of it, of all programs, and the first message.

=head2 not_caught(@faults)

A line for each way not to be caught, and the faults.

=cut

# What may come of a fault and a program.
my @FROM_BEST = qw(caught other broken survived unreached skipped);
my %RANK      = map { $FROM_BEST[$_] => $_ } 0 .. $#FROM_BEST;

my $SHIFT = '  ';

sub new {
    my ($class) = @_;
    return bless {}, $class;
}

sub program_of {
    my ($test) = @_;
    return $test->{id} =~ s/__.*//r;
}

sub note {
    my ($self, $fault, $test, $judged) = @_;
    my $program = $self->{ $fault->{name} }{ program_of($test) } //= { broken => 0 };
    $program->{broken}++ if $judged->{as} eq 'broken';
    return if $program->{best} and $RANK{ $program->{best}{as} } <= $RANK{ $judged->{as} };
    $program->{best} = { %$judged, test => $test->{id} };
    return;
}

sub of_program {
    my ($self, $fault, $test) = @_;
    return ($self->{ $fault->{name} }{ program_of($test) } // {})->{best};
}

sub tests_broken {
    my ($self, $fault, $test) = @_;
    return ($self->{ $fault->{name} }{ program_of($test) } // {})->{broken} // 0;
}

sub of_fault {
    my ($self, $fault) = @_;
    return $self->{ $fault->{name} } // {};
}

sub take {
    my ($self, $fault, $noted) = @_;
    $self->{ $fault->{name} } = $noted;
    return;
}

sub _best {
    my ($self, $fault) = @_;
    my $by = $self->of_fault($fault);
    return map { $by->{$_}{best} } sort keys %$by;
}

sub verdict {
    my ($self, $fault) = @_;
    my %seen = map { $_->{as} => 1 } $self->_best($fault);
    my ($best) = grep { $seen{$_} && $_ ne 'skipped' } @FROM_BEST;
    return $best // 'unreached';
}

sub catchers {
    my ($self, $fault) = @_;
    return grep { $_->{as} eq 'caught' } $self->_best($fault);
}

sub text {
    my ($self, $fault) = @_;
    my $by      = $self->of_fault($fault);
    my $verdict = $self->verdict($fault);
    my ($first) = grep { $_->{as} eq $verdict } $self->_best($fault);
    return join '', sprintf("%s (%s): %s\n", @$fault{qw(name level what)}),
        $SHIFT, join(', ', map { "$_ " . _cell($by->{$_}{best}) } sort keys %$by), "\n",
        ($verdict eq 'caught' ? '' : "${SHIFT}NOT CAUGHT: $verdict; expected a message with $fault->{says}\n"),
        ($first ? _first_lines($first) : '');
}

sub _cell {
    my ($judged) = @_;
    return $judged->{as} eq 'caught' ? $judged->{objects} // '?' : $judged->{as} eq 'unreached' ? '.' : $judged->{as};
}

sub _first_lines {
    my ($judged) = @_;
    my @lines = grep { !/^  (?:kind|replay|MPI|send|receive|origin|target)\b/ } split /\n/, $judged->{first};
    splice @lines, 3 if @lines > 3;
    return map { $SHIFT x 2 . "| " . s/^\s+//r . "\n" } @lines;
}

sub not_caught {
    my ($self, @faults) = @_;
    my %by;
    push @{ $by{ $self->verdict($_) } }, $_->{name} for @faults;
    delete $by{caught};
    return join '', map { "$_: @{ $by{$_} }\n" } sort keys %by;
}

1;
