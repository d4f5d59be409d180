package DTPools::Run::Processes;

use strict;
use warnings;
use Time::HiRes qw(sleep time);

=head1 NAME

DTPools::Run::Processes - end a whole tree of processes

=head1 DESCRIPTION

A launcher puts the ranks into process groups and sessions of their own, and their parents may be gone, so no single
C<kill> reaches them all. The members of a tree are found as

=over

=item * the descendants of the process that was started, and all of its process group and session;

=item * every process with the tree's tag, C<DTP_RUN_ID=E<lt>tagE<gt>...>, in its environment;

=item * the descendants of those, and whatever was a member before.

=back

F</proc> has all of this. Where there is none, C<ps> shows parents and groups, which leaves out a process that has
left both.

=cut

our $TAG_NAME = 'DTP_RUN_ID';

my $POLL = 0.02;

# A process that survives SIGKILL for this long, in seconds, is stuck in the kernel.
my $KILL_PATIENCE = 5;

=head1 FUNCTIONS

=head2 end_trees(\@roots, $tag, $grace)

Sends SIGTERM to the trees of the processes C<@roots> and to all that carry the tag, waits up to C<$grace> seconds, and
sends SIGKILL until none is left. The caller reaps its own children. Returns the processes that are left all the same.

=cut

sub end_trees {
    my ($roots, $tag, $grace) = @_;
    my %members;
    my %asked;
    my $begin = time;
    while (1) {
        my @alive = _update(\%members, $roots, $tag) or return;
        my $age   = time - $begin;
        return @alive if $age > $grace + $KILL_PATIENCE;
        if ($age >= $grace) {
            kill KILL => @alive;
        }
        else {
            kill TERM => grep { !$asked{$_}++ } @alive;
        }
        sleep $POLL;
    }
}

=head2 children

The living processes whose parent this one is.

=cut

sub children {
    my $table = _table();
    return grep { $table->{$_}{parent} == $$ } keys %$table;
}

# Adds what is new to the members and drops what has ended; returns the process numbers.
sub _update {
    my ($members, $roots, $tag) = @_;
    my $table = _table();
    for my $pid (keys %$members) {
        delete $members->{$pid} unless $table->{$pid} and $table->{$pid}{born} eq $members->{$pid};
    }
    my %is_root = map { $_ => 1 } @$roots;
    my %child_of;
    push @{ $child_of{ $table->{$_}{parent} } }, $_ for keys %$table;
    my @found = grep {
        my $p = $table->{$_};
        $members->{$_} or $is_root{$_} or $is_root{ $p->{group} } or $is_root{ $p->{session} } or _has_tag($_, $tag)
    } keys %$table;
    push @found, map { @{ $child_of{$_} // [] } } @$roots;
    my %seen;
    while (defined(my $pid = shift @found)) {
        next if $seen{$pid}++ or $pid == $$;
        $members->{$pid} = $table->{$pid}{born};
        push @found, @{ $child_of{$pid} // [] };
    }
    return keys %$members;
}

sub _has_tag {
    my ($pid, $tag) = @_;
    open my $in, '<', "/proc/$pid/environ" or return 0;
    local $/;
    my $environment = <$in> // '';
    return $environment =~ /(?:^|\0)$TAG_NAME=\Q$tag\E/;
}

# All living processes: number => { parent, group, session, born }.
sub _table {
    opendir my $proc, '/proc' or return _table_of_ps();
    my %table;
    for my $pid (grep { /^\d+\z/ } readdir $proc) {
        open my $in, '<', "/proc/$pid/stat" or next;
        my $stat = <$in> // next;
        $stat =~ s/.*\)//s;    # the command's name may hold anything
        my ($state, $parent, $group, $session, $born) = (split ' ', $stat)[0 .. 3, 19];
        next if $state =~ /[ZX]/;
        $table{$pid} = { parent => $parent, group => $group, session => $session, born => $born };
    }
    return %table ? \%table : _table_of_ps();
}

sub _table_of_ps {
    open my $ps, '-|', 'ps', '-A', '-o', 'pid=,ppid=,pgid=,stat=' or return {};
    my %table;
    while (<$ps>) {
        my ($pid, $parent, $group, $state) = split;
        next if $state =~ /^Z/;
        $table{$pid} = { parent => $parent, group => $group, session => 0, born => 0 };
    }
    return \%table;
}

1;
