package DTPools::Run::Watch;

use strict;
use warnings;
use POSIX ();

use DTPools::Run::Processes;

=head1 NAME

DTPools::Run::Watch - ends the jobs of a runner that was killed

=head1 SYNOPSIS

    my $watch = DTPools::Run::Watch->new($tag);
    $watch->begin($pid);
    $watch->end($pid);
    $watch->close;

=head1 DESCRIPTION

SIGKILL cannot be caught: a child in a session of its own waits for the end of a pipe, which comes when its parent is
gone, and ends what was begun and has not ended, as L<DTPools::Run::Processes> does.

=cut

my $GRACE = 2;

sub new {
    my ($class, $tag) = @_;
    pipe my $out, my $in or die "cannot make a pipe: $!\n";
    my $pid = fork // die "cannot fork: $!\n";
    if (!$pid) {
        close $in;
        _watch($out, $tag);
    }
    close $out;
    $in->autoflush;
    return bless { pid => $pid, in => $in }, $class;
}

# In the child.
sub _watch {
    my ($out, $tag) = @_;
    POSIX::setsid();
    $SIG{$_} = 'IGNORE'  for qw(INT TERM HUP PIPE);
    $SIG{$_} = 'DEFAULT' for qw(CHLD);
    open STDIN,  '<', '/dev/null';
    open STDOUT, '>', '/dev/null';
    open STDERR, '>', '/dev/null';
    my %running;
    while (my $line = <$out>) {
        my ($what, $pid) = $line =~ /^(\w+) ?(\d*)$/ or next;
        POSIX::_exit(0) if $what eq 'close';
        $what eq 'begin' ? $running{$pid} = 1 : delete $running{$pid};
    }
    DTPools::Run::Processes::end_trees([keys %running], $tag, $GRACE);
    POSIX::_exit(0);
}

sub begin {
    my ($self, $pid) = @_;
    return $self->_send("begin $pid");
}

sub end {
    my ($self, $pid) = @_;
    return $self->_send("end $pid");
}

sub close {
    my ($self) = @_;
    $self->_send('close');
    close $self->{in};
    waitpid $self->{pid}, 0;
    return;
}

sub _send {
    my ($self, $line) = @_;
    local $SIG{PIPE} = 'IGNORE';
    print { $self->{in} } "$line\n";
    return;
}

1;
