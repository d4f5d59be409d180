package DTPools::Failures::Workers;

use strict;
use warnings;
use File::Temp;
use POSIX qw(WNOHANG);
use Storable ();
use Time::HiRes qw(sleep);

=head1 NAME

DTPools::Failures::Workers - a process of its own for each of several things

=head1 SYNOPSIS

    my $begin = sub { my ($thing) = @_; return DTPools::Failures::Workers::begin(60, sub { look_at($thing) }) };
    my $take  = sub { my ($worker) = @_; push @found, DTPools::Failures::Workers::result($worker) };
    DTPools::Failures::Workers::in_turn(4, $begin, $take, @things);

=head1 FUNCTIONS

=head2 in_turn($most, $begin, $take, @things)

Calls C<$begin> with each thing, and C<$take> with the process that it has begun, when that has ended: so many at a
time. Where C<$begin> returns nothing, nothing is taken.

=head2 begin($seconds, $do)

Begins a process that calls C<$do>, which returns a reference to what it finds, and that is ended after so many seconds.
Returns a reference to a hash; C<$begin> may add to it.

=head2 result($worker)

What the process found, or undef if it was ended before.

=cut

my $PAUSE = 0.02;

sub in_turn {
    my ($most, $begin, $take, @things) = @_;
    my %working;
    while (@things or %working) {
        while (@things and keys %working < $most) {
            my $worker = $begin->(shift @things) // next;
            $working{ $worker->{pid} } = $worker;
        }
        $take->($_) for map { delete $working{$_} } grep { waitpid($_, WNOHANG) == $_ } keys %working;
        sleep $PAUSE if %working;
    }
    return;
}

# What it finds is read from its file.
sub begin {
    my ($seconds, $do) = @_;
    my $file = File::Temp->new;
    my $pid = fork // die "cannot fork: $!\n";
    return { pid => $pid, file => $file } if $pid;
    alarm $seconds;
    eval { Storable::nstore($do->(), "$file"); 1 } or warn "runtests: $@";
    File::Temp::cleanup();
    return POSIX::_exit(0);
}

sub result {
    my ($worker) = @_;
    return eval { Storable::retrieve("$worker->{file}") };
}

1;
