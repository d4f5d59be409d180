package DTPools::Endings;

use strict;
use warnings;

use DTPools::Output;

=head1 NAME

DTPools::Endings - what ends tests early need not do so in every test

=head1 SYNOPSIS

    my $endings = DTPools::Endings->new(@tests);
    $endings->note($test, $kind, $text);     # after a crash, a hang or an error of MPI
    $ENV{DTP_LEAVE_OUT} = $endings->text;    # for those that follow

=head1 DESCRIPTION

A case that crashes, hangs or ends its test otherwise costs more than hundreds that do not, and tells the same in one
test after the other. A run of little time leaves out what is like such cases, by their replay lines:

=over

=item *

of the same program, after a hang or two other endings, the cases of that variant; where there is none, after a hang or
four others, those of that operation;

=item *

in all programs, after endings in two of them, the cases of that variant;

=item *

in all programs of the folder, after endings in three of them, the cases of that form, if it is neither the blocking nor
the nonblocking one.

=back

These cases stay untried, and the summary says so.

=cut

my %ENOUGH   = (variant => 2, operation => 4);
my %PROGRAMS = (variant => 2, form => 3);

sub new {
    my ($class, @tests) = @_;
    my $self = bless { ends => {}, programs => {} }, $class;
    $self->{programs}{ _folder($_) }{ _program($_) } = 1 for @tests;
    return $self;
}

sub _folder {
    my ($test) = @_;
    return $test->{id} =~ s{/[^/]*\z}{}r;
}

sub _program {
    my ($test) = @_;
    return $test->{id} =~ s{.*/|__.*}{}gr;
}

sub note {
    my ($self, $test, $kind, $text) = @_;
    my ($block) = sort { $a->{case} <=> $b->{case} }
        grep { defined $_->{case} and ($_->{kind} // '') eq $kind } DTPools::Output::blocks($text);
    my ($where) = map { /^  replay: .* -where='([^']*)'/ ? $1 : () } @{ ($block // { lines => [] })->{lines} };
    my %fact = map { /^(\w+)=(\S+)\z/ ? ($1 => $2) : () } split ' ', $where // '';
    my ($what) = grep { defined $fact{$_} } qw(variant operation) or return;
    $self->{ends}{"$what=$fact{$what}"}{ _program($test) } += $kind eq 'hang' ? $ENOUGH{$what} : 1;
    $self->{forms}{ _folder($test) }{"form=$fact{form}"}{ _program($test) } = 1
        if defined $fact{form} and $fact{form} !~ /^(?:non)?blocking\z/;
    return;
}

=head2 conditions, text

The cases to leave out: conditions on their facts; these as one text, or nothing.

=cut

sub conditions {
    my ($self) = @_;
    return ((map { _of_programs($_, $self->{ends}{$_}) } sort keys %{ $self->{ends} }),
        map { $self->_of_folder($_) } sort keys %{ $self->{forms} });
}

sub _of_programs {
    my ($fact, $times) = @_;
    my ($name)   = $fact =~ /^(\w+)/;
    my @programs = sort keys %$times;
    return $fact if @programs >= ($PROGRAMS{$name} // @programs + 1);
    return map { "program=$_ $fact" } grep { $times->{$_} >= $ENOUGH{$name} } @programs;
}

sub _of_folder {
    my ($self, $folder) = @_;
    my $forms = $self->{forms}{$folder};
    my $programs = join '|', sort keys %{ $self->{programs}{$folder} };
    return map { "program=$programs $_" } grep { keys %{ $forms->{$_} } >= $PROGRAMS{form} } sort keys %$forms;
}

sub text {
    my ($self) = @_;
    return join(';', $self->conditions) || undef;
}

1;
