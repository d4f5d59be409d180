package DTPools::Program::Files;

use strict;
use warnings;

use DTPools::Program::Arguments;

=head1 NAME

DTPools::Program::Files - the file of a recorded case: it is there when a program opens it, and gone after the program

=head1 FUNCTIONS

=head2 wait_for_file($self, $rank, $event)

All ranks wait for a file that one of them has written without MPI, before C<MPI_File_open>.

=head2 is_deleted($self, $rank, $event)

Whether the file is deleted where the handle that C<MPI_File_open> returns is closed: that which is closed last, of
those of a file that the program writes without MPI, or creates.

=cut

sub wait_for_file {
    my ($self, $rank, $event) = @_;
    return unless _opens($event) && _is_written($self, $event);
    my $param = $self->{procedure}{ $event->{name} }{params}[0];
    my $comm = DTPools::Program::Arguments::argument($self, $rank, $event, $param, $event->{args}[0]);
    $rank->say("MPI_Barrier($comm);");
    return;
}

sub is_deleted {
    my ($self, $rank, $event) = @_;
    return 0 unless _opens($event);
    my @calls = grep { $_->{do} eq 'call' } @{ $self->{ranks}[$rank->{number}] };
    my @of_it = grep { _opens($_) && $_->{args}[1] eq $event->{args}[1] } @calls;
    return 0 unless grep { _is_written($self, $_) || $_->{args}[2] eq 'MPI_MODE_CREATE|MPI_MODE_RDWR' } @of_it;
    my ($last) = sort { _closed($b, @calls) <=> _closed($a, @calls) } @of_it;
    return $last == $event;
}

sub _opens {
    my ($event) = @_;
    return $event->{name} eq 'MPI_File_open';
}

sub _is_written {
    my ($self, $event) = @_;
    return scalar grep { $event->{args}[1] =~ /\Q$_\E"/ } @{ $self->{written} };
}

# The number of the call that closes what another one opened; more than any if there is none; -1 if nothing was opened.
sub _closed {
    my ($opened, @calls) = @_;
    my $handle = ($opened->{gave}{fh} // [])->[0] // return -1;
    my ($number) = grep { $calls[$_]{name} eq 'MPI_File_close' && $calls[$_]{args}[0] eq $handle } 0 .. $#calls;
    return $number // @calls;
}

1;
