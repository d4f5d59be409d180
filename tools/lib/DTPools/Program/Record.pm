package DTPools::Program::Record;

use strict;
use warnings;
no warnings 'portable';    # addresses
use List::Util qw(max min);

=head1 NAME

DTPools::Program::Record - what the recorder has written, as events of one case

=head1 FUNCTIONS

=head2 read_case($prefix, $ranks, $all, $ended)

Reads the files F<PREFIX.RANK> (their format stands in F<calls/recorder/file.h>). Returns the events of the first case
that failed on any rank; or of case C<$ended>, where it is known which one ended a process; or of the first case that is
the last one of a rank, since others may have gone on: a reference to a list of one list a rank. An event is a hash with
the keys C<do> (C<size>, C<alive>, C<make>, C<commit>, C<call>, C<fill>, C<expect>, C<data>, C<write>, C<read>,
C<number>, C<failed>), and what belongs to it; C<round>, if it belongs to a round of the case; and C<beside>, if it is
beside the operation under test. With C<$all>, those of the cases before it come first. Nothing if there is no record.
Case 0 is what a case opens, a window perhaps, where no case was begun after that.

=cut

sub read_case {
    my ($prefix, $ranks, $all, $ended) = @_;
    my @cases = map { _cases("$prefix.$_") } 0 .. $ranks - 1;
    my $failed = min(map { my $c = $_; grep { _has_failed($c->{$_}) } keys %$c } @cases);
    my ($known) = grep { $_ == ($ended // -1) } map { keys %$_ } @cases;
    my $case = $failed // $known // min(map { max(keys %$_) // () } @cases) // return;
    return [map { my $c = $_; [map { @{ $c->{$_} } } $all ? _until($case, $c) : grep { $c->{$_} } $case] } @cases];
}

# The cases up to that one; handles that live longer are made once.
sub _until {
    my ($case, $cases) = @_;
    my @numbers = sort { $a <=> $b } grep { $_ <= $case } keys %$cases;
    my %made;
    for my $number (@numbers) {
        my $again = sub { $_[0]{do} =~ /^(?:make|commit|alive|size)\z/
            && $made{"$_[0]{do} " . ($_[0]{handle} // '')}++ };
        $cases->{$number} = [grep { !$again->($_) } @{ $cases->{$number} }];
        for my $handle (map { map { @$_ } values %{ $_->{gave} // {} } } @{ $cases->{$number} }) {
            $made{"$_ $handle"}++ for qw(make commit);
        }
    }
    return @numbers;
}

=head2 handles_of($event)

The handles, or other arguments, that an event names; those of arrays too.

=head2 memory_of($argument)

The memory that an argument stands for: its address, and where it begins and ends, relative to that, by the type's
bounds. Nothing for other arguments.

=head2 entries($argument)

The entries of an argument that is an array.

=cut

sub handles_of {
    my ($event) = @_;
    return map { /^\[(.*)\]\z/ ? split(/,/, $1) : $_ } @{ $event->{args} };
}

sub memory_of {
    my ($argument) = @_;
    my ($at, $lo, $hi) = ($argument // '') =~ /^&(\w+):(-?\d+):(-?\d+)\z/ or return;
    return (hex $at, $lo, $hi);
}

sub entries {
    my ($token) = @_;
    return $token =~ /^\[(.*)\]\z/s ? split(/,/, $1) : ();
}

=head2 is_error($event)

Whether a call returned an error.

=cut

sub is_error {
    my ($event) = @_;
    return ($event->{code} // 0) ne '0';
}

sub _has_failed {
    my ($events) = @_;
    return scalar grep { $_->{do} eq 'failed' or $_->{do} eq 'call' && is_error($_) && !defined $_->{class} } @$events;
}

sub _cases {
    my ($file) = @_;
    open my $in, '<', $file or return {};
    my (%cases, $now, %where);
    while (my $line = <$in>) {
        chomp $line;
        if ($line =~ /^case (\d+) (.*)/) {
            delete $cases{0};    # what was opened was opened well
            $now   = $cases{$1} //= [];
            %where = ();
        }
        elsif ($line =~ /^(round|beside) (-?\d+)/) {
            $where{$1} = $2;
        }
        elsif (my $event = $now && _event($now, $line)) {
            $event->{round}  = $where{round} if ($where{round} // -1) >= 0;
            $event->{beside} = 1             if $where{beside};
            push @$now, $event unless _is_class($now, $event);
        }
    }
    return \%cases;
}

# A call that must return an error has the class in the key C<class>.
sub _is_class {
    my ($now, $event) = @_;
    return 0 unless $event->{do} eq 'number' and $event->{what} eq 'MPI_Error_class';
    my ($call) = grep { $_->{do} eq 'call' } reverse @$now;
    $call->{class} = $event->{expected} if $call;
    return 1;
}

sub _event {
    my ($now, $line) = @_;
    my ($do, $rest) = $line =~ /^(\w+) (.*)\z/s or return;
    if ($do eq 'make') {
        my ($handle, $name, @args) = split ' ', $rest;
        my ($memory) = map { /^=&(\w+):(\d+)\z/ ? [hex $1, $2] : () } @args;
        return { do => $do, handle => $handle, name => $name, args => [grep { !/^=/ } @args], memory => $memory };
    }
    if ($do eq 'call') {
        my ($name, @args) = split ' ', $rest;
        return { do => $do, name => $name, args => \@args };
    }
    if ($do eq 'gave') {
        my ($call) = grep { $_->{do} eq 'call' } reverse @$now;
        return unless $call;
        ($call->{code}, my @given) = split ' ', $rest;
        for (@given) {
            push @{ $call->{gave}{$1} }, $2 if /^(\w+)=(.*)\z/;
        }
        return;
    }
    if ($do eq 'fill' or $do eq 'expect') {
        my ($address, $parts, $text) = $rest =~ /^(\w+) (\S+) (.*)\z/ or return;
        my @parts = map { _part($_) } grep { $_ ne '-' } split /;/, $parts;
        my $bytes = $do eq 'expect' && @$now && $now->[-1]{do} eq 'wants' ? (pop @$now)->{bytes} : undef;
        return { do => $do, zero => hex $address, text => $text, parts => \@parts, bytes => $bytes };
    }
    return { do => $do, name => $1, address => hex $2, n => $3 }
        if $do =~ /^(?:write|read)\z/ and $rest =~ /^"(\S+)" (\w+) (\d+)/;
    return { do => $do, n => $rest } if $do eq 'alive';
    return { do => $do, type => $1, n => $2 } if $do eq 'size' and $rest =~ /^(\w+) (\d+)/;
    return { do => $do, handle => $rest } if $do eq 'commit';
    return { do => $do, address => hex $1, bytes => $2 }
        if $do =~ /^(?:data|wants)\z/ and $rest =~ /^(\w+) (\w+|-)/;
    return { do => $do, what => $1, expected => $2, other => $3, found => $4 }
        if $do eq 'number' and $rest =~ /^(\S+) (\S+) (\S+) (\S+)/;
    return { do => $do, kind => $1, what => $2 } if $do eq 'failed' and $rest =~ /^(\S+) (.*)/;
    return;
}

# ELEMENTS:COUNT:OP:START/STRIDE,...
sub _part {
    my ($text) = @_;
    my ($elements, $count, $op, $operands) = split /:/, $text, 4;
    my @operands = map { [split m{/}, $_] } split /,/, $operands // '';
    return { elements => $elements, count => $count, op => $op, operands => \@operands };
}

1;
