package DTPools::SideBySide;

use strict;
use warnings;
use IO::Select;
use Storable ();

=head1 NAME

DTPools::SideBySide - call a function for many items in processes of their own

=head1 FUNCTIONS

=head2 run($jobs, $do, $done, @items)

Calls C<$do-E<gt>($item)> for each item in a process of its own, C<$jobs> at a time, and here, as each of them ends,
C<$done-E<gt>($item, @results)>, with what it has returned. Whatever C<$do> prints is lost.

=cut

sub run {
    my ($jobs, $do, $done, @items) = @_;
    my ($select, %item_of) = (IO::Select->new);
    while (@items or %item_of) {
        while (@items and keys %item_of < $jobs) {
            my $item = shift @items;
            my $pid  = open(my $from, '-|') // die "cannot fork: $!\n";
            _send_and_exit($do, $item) if !$pid;
            $select->add($from);
            $item_of{$from} = $item;
        }
        for my $from ($select->can_read) {    # what it sends comes at its end, all at once
            my $reported = do { local $/ = undef; <$from> // '' };
            $select->remove($from);
            close $from;
            my $results = eval { Storable::thaw($reported) } // die "a process ended without a word\n";
            $done->(delete $item_of{$from}, @$results);
        }
    }
    return;
}

sub _send_and_exit {
    my ($do, $item) = @_;
    open my $to, '>&', \*STDOUT or exit 1;
    open STDOUT, '>', '/dev/null' or exit 1;
    print {$to} Storable::nfreeze([$do->($item)]);
    close $to;
    exit 0;
}

1;
