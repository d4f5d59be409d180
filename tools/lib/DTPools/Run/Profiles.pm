package DTPools::Run::Profiles;

use strict;
use warnings;
use File::Basename qw(basename);
use List::Util qw(min);

use DTPools::Command;
use DTPools::Run::Group;

=head1 NAME

DTPools::Run::Profiles - settings under which an MPI chooses other algorithms and protocols

=head1 DESCRIPTION

C<dtp profiles> lists them, as MPI itself describes them. A profile is a hash: C<name>; C<operation>, the program that
it is for, or C<pt2pt>, the folder; C<settings>, the words C<ENVIRONMENT=VALUE> and C<VARIABLE:NUMBER>, which the tests
verify; C<env>, a list of [name, value], all that a test is started with.

=head1 FUNCTIONS

=head2 choose($wanted, $dtp)

C<$wanted> is C<all>, or names separated by commas, in which C<*> stands for any text. Returns the profiles and the
messages of all errors, each as a reference to a list.

=cut

my $SECONDS = 120;
my $NEAREST = 3;

sub choose {
    my ($wanted, $dtp) = @_;
    my ($text, $status) = DTPools::Command::run($SECONDS, $dtp, 'profiles');
    return ([], ["$dtp profiles: " . ($text =~ /^(dtp: .*)/m ? $1 : "exit status $status")]) if $status;
    my @all = read_list($text);
    my (%chosen, @wrong);
    for my $name (split /,/, $wanted) {
        my $pattern = $name eq 'all' ? qr/\A/ : join '.*', map { quotemeta } split /\*/, $name, -1;
        my @found = grep { $_->{name} =~ /\A$pattern\z/ || $name eq 'all' } @all;
        $chosen{ $_->{name} } = 1 for @found;
        push @wrong, _unknown($name, @all) unless @found;
    }
    return ([grep { $chosen{ $_->{name} } } @all], \@wrong);
}

sub _unknown {
    my ($name, @all) = @_;
    return "--profile='$name': this MPI offers no profiles" unless @all;
    my %far  = map { $_->{name} => _distance($name, $_->{name}) } @all;
    my @near = sort { $far{$a} <=> $far{$b} or $a cmp $b } keys %far;
    splice @near, $NEAREST if @near > $NEAREST;
    return "--profile='$name': this MPI has no such profile: expected all, or some of `dtp profiles`; "
        . "the nearest are @near";
}

# How many characters two names differ in.
sub _distance {
    my ($left, $right) = @_;
    my @row = 0 .. length $right;
    for my $i (1 .. length $left) {
        my $before = $row[0];
        $row[0] = $i;
        for my $j (1 .. length $right) {
            my $replaced = $before + (substr($left, $i - 1, 1) ne substr $right, $j - 1, 1);
            $before  = $row[$j];
            $row[$j] = min($replaced, $row[$j] + 1, $row[$j - 1] + 1);
        }
    }
    return $row[-1];
}

=head2 read_list($text)

The profiles of what C<dtp profiles> prints.

=cut

sub read_list {
    my ($text) = @_;
    my @profiles;
    for my $line (split /\n/, $text) {
        my ($name, $operation, $settings) = $line =~ /^(\S+=\S+)\s+(\w+)\s+(\S+=\S.*?:\d+)\s+#/ or next;
        my @env = map { [split /=/, $_, 2] } grep { /^\w+=/ } split ' ', $settings;
        push @profiles, { name => $name, operation => $operation, settings => $settings,
            env => [@env, [DTP_PROFILE => $name], [DTP_SETTINGS => $settings]] };
    }
    return @profiles;
}

=head2 tests(\@profiles, @tests)

The tests of the programs that the profiles are for, once for each: C<NAME@PROFILE>.

=cut

sub tests {
    my ($profiles, @tests) = @_;
    my @all;
    for my $profile (@$profiles) {
        push @all, map { _with($profile, $_) } grep { _is_affected($profile, $_) } @tests;
    }
    return @all;
}

# The program of this name, or with all totals; of a protocol, every program of the folder.
sub _is_affected {
    my ($profile, $test) = @_;
    return 1 if $test->{folder} eq $profile->{operation};
    return basename(DTPools::Run::Group::program($test)) =~ /^\Q$profile->{operation}\E(?:_totals)?(?:__|\z)/;
}

sub _with {
    my ($profile, $test) = @_;
    my @env = (@{ $test->{env} }, @{ $profile->{env} });
    return { %$test, id => "$test->{id}\@$profile->{name}", built => $test->{id}, env => \@env };
}

1;
