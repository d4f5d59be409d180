package DTPools::Failures::Reasons;

use strict;
use warnings;

use DTPools::Calls;

=head1 NAME

DTPools::Failures::Reasons - what failures of many cases have in common

=head1 SYNOPSIS

    my $reasons = DTPools::Failures::Reasons->new(@tests);
    my $failure = $reasons->failure($test, $facts, groups => 1);
    my ($found, $left) = $reasons->find('ending', @failures);

=head1 DESCRIPTION

Failures of one fault have facts in common: what most of them have that would rarely be so by chance. These are looked
for, in this order; what one of them explains does not count for those after it:

=over

=item *

of a call that asks about a message (C<check>): a trait or a kind of types;

=item *

of the programs of a folder, where several operations fail, two for a variant to four for a trait: one of these, or a
form, if it is neither the blocking nor the nonblocking one, a completion, a kind of communicators or of topologies, an
operator, or all logical or bitwise ones, what is freed or is under way beside it, what arguments are that play no part,
absolute addresses, the mode of a file, operations that an MPI is likely to have in one place, as all that accumulate;

=item *

of one operation, the same but for the form.

=back

=head1 FUNCTIONS

=cut

# How often a fact has a value by chance, of the cases of a test: by and large.
my %CHANCE = (
    form => 0.3, variant => 0.12, completion => 0.15, comm => 0.15, extent => 0.1, kind => 0.35, op => 0.15,
    topology => 0.4, trait => 0.3, freed => 0.12, beside => 0.12, unused => 0.25, address => 0.3, mode => 0.25,
    'op-length' => 0.12, operation => 0.2,
);
my %PART   = (topology => 0.2);    # of the programs of a folder have it at all
my @NAMES  = qw(form variant completion comm topology op op-length freed beside unused address mode);
my $SIMILAR = qr/^op=MPI_[LB](?=AND|X?OR)/;
my @GROUPS  = map { { pattern => $_, regex => qr/^${\(s{\*}{.*}gr)}\z/ } }
    qw(MPI_File_i*_all* MPI_File_*_begin* MPI_File_*ordered* MPI_File_*shared* MPI_*ccumulate* MPI_*endrecv*
       MPI_*bsend* MPI_Bsend* MPI_P*_init*);
my %SHARES = (
    (map { $_ => 0.7 } qw(form=blocking form=nonblocking comm=reversed comm=self)),
    (map { $_ => 0.03 } qw(variant=empty variant=empty-unlike)),
    (map { $_ => 0.3 } qw(op=MPI_L* op=MPI_B*)),
);

my $ENOUGH     = 6.5;    # the logarithm of how much more likely the failures are by their common fact than by chance
my $LEAST_PART = 0.3;    # of the failures, that have it
my $OTHERS     = 2;      # so many failures of a form weigh as much as one of another
my $RARE       = 0.35;   # of all cases, at most
my $FEW        = 2;      # processes
my %OPERATIONS = (
    variant => 2, form => 3, completion => 3, comm => 3, topology => 3, extent => 3, op => 3, 'op-length' => 3,
    freed => 3, beside => 3, unused => 3, address => 3, mode => 3, kind => 4, trait => 4, operation => 2,
);
my @SCOPES     = (\&_of_check, \&_of_folder, \&_of_operation);
my $OF_FOLDER  = qr/^(?:form|operation)\z/;    # no reason for the failures of one operation
my $NOT_ALL    = qr/^(?:form=(?:non)?blocking|comm=world|address=relative)\z/;    # where tests begin

sub new {
    my ($class, @tests) = @_;
    my $self = bless { programs => {}, chance => {%SHARES} }, $class;
    $self->{programs}{ _folder($_) }{ _program($_) } = 1 for @tests;
    return $self;
}

=head2 know(\%share)

The part of all layouts that have a trait, by its name. In a case it is on either side, and the selection of objects
favours what is rare.

=cut

sub know {
    my ($self, $share) = @_;
    for my $trait (keys %$share) {
        my $chance = 0.1 + 2 * $share->{$trait};
        $self->{chance}{"trait=$trait"} = $chance < 0.7 ? $chance : 0.7;
    }
    return;
}

sub _folder {
    my ($test) = @_;
    return $test->{id} =~ s{/[^/]*\z}{}r;
}

sub _program {
    my ($test) = @_;
    return $test->{id} =~ s{.*/|__.*}{}gr;
}

=head2 failure($test, $facts, groups => 1)

A failure of a test, by the facts that it prints; nothing if it prints no operation. C<name> of it is the check, or the
operation. With C<groups>, operations that an MPI is likely to have in one place may be what it has in common with
others: to be told together, not to be left out together.

=cut

sub failure {
    my ($self, $test, $facts, %arg) = @_;
    my %fact = map { /^([\w-]+)=(\S+)\z/ ? ($1 => $2) : () } split ' ', $facts // '';
    return unless defined $fact{operation};
    my $operation = $fact{operation} =~ s/_c\z//r;
    my $check     = defined $fact{check} ? $fact{check} =~ s/_[cx]\z//r : undef;
    return {
        program => _program($test), operation => $operation, check => $check,
        programs => 'program=' . join('|', sort keys %{ $self->{programs}{ _folder($test) } }),
        name => defined $check ? "check=$check*" : "operation=$operation|${operation}_c",
        atoms => [_atoms(\%fact), $arg{groups} ? _groups_of($fact{operation}) : ()],
    };
}

# What may be the reason: FACT=VALUE.  Where many processes have objects of their own, any trait is among them; of a
# variant of two, as external32/own, it is the first one.
sub _atoms {
    my ($fact) = @_;
    my %seen;
    my @sides  = ($fact->{'comm-size'} // 0) > $FEW ? () : @$fact{qw(send-trait recv-trait)};
    my @traits = map { split /,/, $_ // '' } @sides;
    my @kinds  = grep { !/^(?:integer|floating)\z/ } split /,/, $fact->{kind} // '';
    my @found  = map { "$_=$fact->{$_}" =~ s{/.*}{/*}r } grep { defined $fact->{$_} } @NAMES;
    push @found, map { /($SIMILAR)/ ? "$1*" : () } @found;
    push @found, 'extent<0' if ($fact->{extent} // '') =~ /^-/;
    return grep { !$seen{$_}++ } @found, (map { "kind=$_" } @kinds), map { "trait=$_" } @traits;
}

sub _groups_of {
    my ($operation) = @_;
    return map { "operation=$_->{pattern}" } grep { $operation =~ $_->{regex} } @GROUPS;
}

=head2 rarest($failure)

What it has that is the rarest by chance: FACT=VALUE; nothing if it has nothing that is rare.

=cut

sub rarest {
    my ($self, $failure) = @_;
    my @rare = grep { $_ !~ $NOT_ALL and $self->_chance($_) <= $RARE } @{ $failure->{atoms} };
    return (sort { $self->_chance($a) <=> $self->_chance($b) or $a cmp $b } @rare)[0];
}

sub _chance {
    my ($self, $atom) = @_;
    my ($fact) = $atom =~ /^([\w-]+)/;
    return $self->{chance}{$atom} // $CHANCE{$fact};
}

=head2 find($way, @failures)

Of failures of one way. Returns what was found, a list of hashes with C<condition>, the condition on the cases,
C<reason>, its last term, and C<failures>, those that it explains; and those that nothing explains. Both as references.
What was found once stays found.

=cut

sub find {
    my ($self, $way, @left) = @_;
    my $found = $self->{found}{$way} //= [];
    $_->{failures} = [] for @$found;
    @left = grep { !_is_explained($_, @$found) } @left;
    for my $scope (@SCOPES) {
        my $is_wide = $scope == \&_of_folder;
        my @narrow  = map { @{ $_->{failures} } } grep { $is_wide && $_->{scope} == \&_of_operation } @$found;
        my %set     = _sets($scope, @left, @narrow);
        for my $name (sort keys %set) {
            while (my ($atoms, @explained) = $self->_reason($is_wide, @{ $set{$name} })) {
                my $reason = join ' ', @$atoms;
                my $cause  = { scope => $scope, name => $name, atoms => $atoms, reason => $reason };
                @$cause{qw(condition failures)} = ("$name $reason", \@explained);
                $_ = [_without($_, @explained)] for $set{$name}, map { $_->{failures} } @$found;
                @left   = _without(\@left, @explained);
                @$found = ($is_wide ? $cause : (), (grep { @{ $_->{failures} } } @$found), $is_wide ? () : $cause);
            }
        }
    }
    return ($found, \@left);
}

# By what they are the failures of.
sub _sets {
    my ($scope, @failures) = @_;
    my %set;
    for my $failure (@failures) {
        my $name = $scope->($failure) // next;
        push @{ $set{$name} }, $failure;
    }
    return %set;
}

sub _without {
    my ($failures, @others) = @_;
    my %is_other = map { $_ => 1 } @others;
    return grep { !$is_other{$_} } @$failures;
}

# By what was found before.
sub _is_explained {
    my ($failure, @found) = @_;
    for my $cause (@found) {
        next if ($cause->{scope}->($failure) // '') ne $cause->{name};
        next unless _has($failure, @{ $cause->{atoms} });
        push @{ $cause->{failures} }, $failure;
        return 1;
    }
    return 0;
}

sub _has {
    my ($failure, @atoms) = @_;
    $failure->{has} //= { map { $_ => 1 } @{ $failure->{atoms} } };
    return !grep { !$failure->{has}{$_} } @atoms;
}

# A form is no reason for the failures of an operation that fails in others as well.
sub _having {
    my ($atom, @failures) = @_;
    my @having = grep { _has($_, $atom) } @failures;
    return @having if $atom !~ /^form=/;
    my %balance;
    $balance{ DTPools::Calls::of_any_form($_->{operation}) } += _has($_, $atom) ? 1 : -$OTHERS for @failures;
    return grep { $balance{ DTPools::Calls::of_any_form($_->{operation}) } > 0 } @having;
}

sub _of_check {
    my ($failure) = @_;
    return defined $failure->{check} ? $failure->{name} : undef;
}

sub _of_folder {
    my ($failure) = @_;
    return defined $failure->{check} ? undef : $failure->{programs};
}

sub _of_operation {
    my ($failure) = @_;
    return defined $failure->{check} ? undef : $failure->{name};
}

# The fact that explains most, with those that explain as much of the same failures; and these.
sub _reason {
    my ($self, $is_folder, @failures) = @_;
    my (%having, %count, %operations);
    for my $failure (@failures) {
        $having{$_} //= [_having($_, @failures)] for @{ $failure->{atoms} };
    }
    for my $atom (keys %having) {
        $count{$atom} = @{ $having{$atom} };
        $operations{$atom} = { map { $_->{operation} => 1 } @{ $having{$atom} } };
    }
    my ($most, %explains) = ($ENOUGH);
    for my $atom (sort keys %count) {
        my ($fact) = $atom =~ /^([\w-]+)/;
        next if $count{$atom} < $LEAST_PART * @failures;
        my $operations = keys %{ $operations{$atom} };
        next if $atom =~ $NOT_ALL or $is_folder ? $operations < $OPERATIONS{$fact} : $fact =~ $OF_FOLDER;
        my $chance = $self->_chance($atom) * ($is_folder ? $PART{$fact} // 1 : 1);
        $explains{$atom} = _explains($count{$atom}, scalar @failures, $chance);
        $most = $explains{$atom} if $explains{$atom} > $most;
    }
    my @best = grep { $explains{$_} == $most } sort keys %explains or return;
    my @explained = @{ $having{ $best[0] } };
    return ([grep { my $atom = $_; !grep { !_has($_, $atom) } @explained } @best], @explained);
}

# The logarithm of how much more likely it is that N of ALL have a fact if it is the reason than by chance.
sub _explains {
    my ($n, $all, $chance) = @_;
    return 0 if $n <= $chance * $all;
    my $rest = $all - $n;
    return $n * log($n / $all / $chance) + ($rest ? $rest * log($rest / $all / (1 - $chance)) : 0);
}

1;
