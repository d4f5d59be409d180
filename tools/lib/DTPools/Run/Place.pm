package DTPools::Run::Place;

use strict;
use warnings;

use DTPools::Run::Output;

=head1 NAME

DTPools::Run::Place - what is left of a job that ended without a word

=head1 DESCRIPTION

A process that ends by SIGKILL, or by _exit within MPI, prints nothing. In the file that the environment variable
C<DTP_PLACE> names, each rank keeps, in a part of its own, what it would have printed: an early end of the case that is
under way (F<harness/run/place.c>); and its process ID.

=head1 FUNCTIONS

=head2 left($file, $text)

What a test would have printed beside its output, C<$text>: that of the rank that the launcher or the MPI names as the
one that ended or, where they name none, of the one whose case came first, among those that printed no end themselves;
nothing if any printed what ended it. What MPI printed of a failure of its own is added.

=cut

my $BYTES     = 1 << 16;    # of each rank
my $PID_BYTES = 16;         # of these, at the end

sub left {
    my ($file, $text) = @_;
    my ($parts, $pids) = _read($file);
    $text =~ s/.*^ Begin: \S+\n//ms;
    return '' if DTPools::Run::Output::has_verdict($text) or DTPools::Run::Output::known_cases($text);
    my @blocks = DTPools::Run::Output::blocks($text);
    return '' if grep { DTPools::Run::Output::is_reason($_) } @blocks;
    my %has_ended = map { $_ => 1 } map { $_->{lines}[0] =~ /: rank (\d+) of \d+: ended within MPI/ } @blocks;
    my @left = sort { _case($parts->[$a]) <=> _case($parts->[$b]) or $a <=> $b }
        grep { length $parts->[$_] and !$has_ended{$_} } 0 .. $#$parts;
    my ($first) = ((grep { _is_named($_, $pids->[$_], $text) } @left), @left);
    return defined $first ? _with_words_of_mpi($parts->[$first], $text) : '';
}

# Hydra knows the process ID, Open MPI's launchers and MPICH's own words the rank.
sub _is_named {
    my ($rank, $pid, $text) = @_;
    return 1 if $text =~ /^internal ABORT - process $rank$/m or $text =~ /^Abort\(-?\d+\) on node $rank /m;
    return $text =~ /^=   PID \Q$pid\E RUNNING AT /m || $text =~ /\bnoticed that process rank $rank with PID /;
}

sub _with_words_of_mpi {
    my ($part, $text) = @_;
    my ($said) = grep { /assert|fail|fatal/i } reverse $text =~ /^(\S.*)/mg or return $part;
    return $part =~ s/^(  ended without a word.*)/$1; MPI printed: $said/mr;
}

sub _read {
    my ($file) = @_;
    my (@parts, @pids);
    open my $in, '<:raw', $file or return (\@parts, \@pids);
    while (read $in, my $part, $BYTES) {
        push @pids,  substr($part, -$PID_BYTES) =~ s/\0.*//sr;
        push @parts, $part =~ s/\0.*//sr;
    }
    return (\@parts, \@pids);
}

sub _case {
    my ($part) = @_;
    return $part =~ /^(?:  case:| Note: case) (\d+)/m ? $1 : 0;
}

1;
