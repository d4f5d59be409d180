package DTPools::Run::Lock;

use strict;
use warnings;
use Fcntl qw(:flock);
use File::Basename qw(dirname);
use File::Path qw(make_path);
use POSIX qw(strftime);

=head1 NAME

DTPools::Run::Lock - one run at a time

=head1 FUNCTIONS

=head2 take($file)

Locks the file for as long as this process lives, and says in it who has it. Returns nothing if that is done; else what
the file says, or why it cannot be had.

=cut

my @held;

sub take {
    my ($file) = @_;
    make_path(dirname($file), { error => \my $ignored });    # the open fails then
    open my $lock, '+>>', $file or return "cannot write $file: $!";
    if (!flock $lock, LOCK_EX | LOCK_NB) {
        seek $lock, 0, 0;
        my $holder = <$lock> // 'another run';
        chomp $holder;
        return "in use by $holder";
    }
    truncate $lock, 0;
    $lock->autoflush;
    printf {$lock} "process %d, started at %s\n", $$, strftime('%H:%M:%S on %Y-%m-%d', localtime);
    push @held, $lock;
    return;
}

1;
