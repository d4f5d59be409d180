package DTPools::Failures::Endings;

use strict;
use warnings;

use DTPools::Failures::Reasons;
use DTPools::Run::Group;
use DTPools::Run::Output;

=head1 NAME

DTPools::Failures::Endings - what ends tests early need not do so in every test

=head1 SYNOPSIS

    my $endings = DTPools::Failures::Endings->new(DTPools::Failures::Reasons->new(@tests));
    $endings->note($test, $kind, $text);     # after a crash, a hang or an error of MPI
    $ENV{DTP_LEAVE_OUT} = $endings->text;    # for those that follow

=head1 DESCRIPTION

A case that crashes, hangs or ends its test otherwise costs more than hundreds that do not, and shows the same in one
test after the other. A run of little time leaves out what such cases have in common (L<DTPools::Failures::Reasons>):
the cases, or, where a call that asks about a message ends them, that call alone. Until something is found that they
have in common, this is guessed: that it comes of the rarest of their facts, in that program and operation; after six
endings, or two hangs, or twelve of its program, of all cases of these.

These cases stay untried, and the summary says so.

=cut

my $HANG        = 3;     # costs as much as so many crashes
my $UNEXPLAINED = 6;
my $OF_PROGRAM  = 12;
my $MUCH        = 15;

sub new {
    my ($class, $reasons) = @_;
    return bless { reasons => $reasons, endings => [], conditions => [] }, $class;
}

sub note {
    my ($self, $test, $kind, $text) = @_;
    $self->{of_program}{ DTPools::Run::Group::program($test) }++;
    my ($block) = sort { $a->{case} <=> $b->{case} }
        grep { defined $_->{case} and ($_->{kind} // '') eq $kind } DTPools::Run::Output::blocks($text);
    my $failure = $self->{reasons}->failure($test, $block && $block->{facts}) // return;
    $failure->{costs} = $kind eq 'hang' ? $HANG : 1;
    push @{ $self->{endings} }, $failure;
    my ($found, $left) = $self->{reasons}->find('ending', @{ $self->{endings} });
    $self->{conditions} = [sort map({ $_->{condition} } @$found), $self->_guesses(@$left)];
    return;
}

sub _guesses {
    my ($self, @failures) = @_;
    my (%costs, %guess);
    for my $failure (@failures) {
        $costs{$_} += $failure->{costs} for $failure->{program}, "$failure->{program} $failure->{name}";
    }
    for my $failure (@failures) {
        my ($program, $name) = @$failure{qw(program name)};
        my $is_all = $costs{"$program $name"} >= $UNEXPLAINED || $costs{$program} >= $OF_PROGRAM;
        my $rarest = $self->{reasons}->rarest($failure);
        $guess{ join ' ', "program=$program", $name, $is_all ? () : $rarest } = 1 if $is_all or defined $rarest;
    }
    return keys %guess;
}

=head2 have_cost, hangs

Whether tests have ended early so often that the time of the run is short for the others; how many of these times by a
hang.

=cut

sub have_cost {
    my ($self) = @_;
    my $costs = 0;
    $costs += $_->{costs} for @{ $self->{endings} };
    return $costs >= $MUCH;
}

sub hangs {
    my ($self) = @_;
    return scalar grep { $_->{costs} == $HANG } @{ $self->{endings} };
}

=head2 of_program($test)

How often tests of its program have ended early.

=cut

sub of_program {
    my ($self, $test) = @_;
    return $self->{of_program}{ DTPools::Run::Group::program($test) } // 0;
}

=head2 conditions, text

The cases to leave out: conditions on their facts; these as one text, or nothing.

=cut

sub conditions {
    my ($self) = @_;
    return @{ $self->{conditions} };
}

sub text {
    my ($self) = @_;
    return join(';', $self->conditions) || undef;
}

1;
