package DTPools::Hangs;

use strict;
use warnings;

use DTPools::Output;

=head1 NAME

DTPools::Hangs - what hangs once need not hang in every test

=head1 SYNOPSIS

    my $hangs = DTPools::Hangs->new;
    $hangs->note($test, $text);            # after a test that hung
    $ENV{DTP_LEAVE_OUT} = $hangs->text;    # for those that follow

=head1 DESCRIPTION

A hang takes all the time that a case may have, so a run of little time leaves out what is like a case that hung, by its
replay line: the cases of that variant, or else operation, of the same program; of that variant in all programs, after
hangs in two of them. The cases stay untried, and the summary says so.

=cut

sub new {
    my ($class) = @_;
    return bless { programs => {} }, $class;
}

sub note {
    my ($self, $test, $text) = @_;
    my ($block) = sort { $a->{case} <=> $b->{case} }
        grep { defined $_->{case} and ($_->{kind} // '') eq 'hang' } DTPools::Output::blocks($text);
    my ($where) = map { /^  replay: .* -where='([^']*)'/ ? $1 : () } @{ ($block // { lines => [] })->{lines} };
    my ($fact) = map { ($where // '') =~ /(?:^| )(\Q$_\E=\S+)/ ? $1 : () } qw(variant operation) or return;
    my $program = ($test->{family} // $test->{id}) =~ s{.*/|__.*}{}gr;
    $self->{programs}{$fact}{$program} = 1;
    return;
}

=head2 conditions, text

The cases to leave out: conditions on their facts; these as one text, or nothing.

=cut

sub conditions {
    my ($self) = @_;
    return map { _conditions($_, sort keys %{ $self->{programs}{$_} }) } sort keys %{ $self->{programs} };
}

sub _conditions {
    my ($fact, @programs) = @_;
    return $fact if @programs > 1 and $fact =~ /^variant/;
    return map { "program=$_ $fact" } @programs;
}

sub text {
    my ($self) = @_;
    return join(';', $self->conditions) || undef;
}

1;
