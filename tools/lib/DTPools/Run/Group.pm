package DTPools::Run::Group;

use strict;
use warnings;

use DTPools::Run::Output;

=head1 NAME

DTPools::Run::Group - tests that share a job

=head1 FUNCTIONS

=head2 chunks($cores, $is_shared, @tests)

Puts tests together that are of one environment, with the same number of processes, and of one program, unless a binary
with several is shared (C<$is_shared>): a list of references to lists of tests. There are enough of these for all cores
to have work until the end.

=cut

my $JOBS_PER_CORE = 4;
my $MOST          = 64;

sub chunks {
    my ($cores, $is_shared, @tests) = @_;
    my (%set, @keys);
    for my $test (@tests) {
        my $key = _key($is_shared, $test);
        push @keys, $key unless $set{$key};
        push @{ $set{$key} }, $test;
    }
    my @chunks;
    for my $key (@keys) {
        my $all  = $set{$key};
        my $size = _size($cores, $all->[0]{procs}, scalar @tests);
        push @chunks, [splice @$all, 0, $size] while @$all;
    }
    return @chunks;
}

# One that is of no program with others is alone.
sub _key {
    my ($is_shared, $test) = @_;
    return $test->{id} unless defined $test->{family};
    my $program = $is_shared && shares($test) ? '' : $test->{family};
    return join "\0", $program, $test->{procs}, $test->{mem}, map { @$_ } @{ $test->{env} };
}

=head2 program($test)

What a test is made of, with others that differ in their options alone: its program, or itself if it has none.

=cut

sub program {
    my ($test) = @_;
    return $test->{family} // $test->{id};
}

=head2 shares($test)

Whether its program may be one of several in a binary, which is linked as C.

=cut

sub shares {
    my ($test) = @_;
    return defined $test->{family} && !@{ $test->{requires} };
}

sub _size {
    my ($cores, $procs, $tests) = @_;
    my $at_once = int($cores / $procs);
    return $MOST if $at_once <= 1;
    my $size = int(($tests - 1) / ($JOBS_PER_CORE * $at_once)) + 1;
    return $size < $MOST ? $size : $MOST;
}

=head2 sections($text)

The output of a group, by the names of the tests: hashes with C<text>, and, of those that have ended, C<status> and
C<seconds>.

=cut

sub sections {
    my ($text) = @_;
    my %section;
    while ($text =~ /\G.*? Begin: (\S+)\n(.*?)(?: End: \1 (\d+)(?: ([\d.]+))?$|\z)/msgc) {
        $section{$1} = { text => $2, status => $3, seconds => $4 // 0 };
    }
    return \%section;
}

=head2 verdict($section)

What the section of a test comes to: the verdict and the reason, which is undefined if it is that of the whole job.

=cut

sub verdict {
    my ($section) = @_;
    return ('failed', undef) unless $section and defined $section->{status};
    my ($status, $text) = @$section{qw(status text)};
    return ('passed', '') if $status == 0 and $text =~ /^ No Errors$/m;
    my $reason = DTPools::Run::Output::skip_reason($text);
    return ('skipped', $reason) if $status == 77 and defined $reason;
    return ('failed', $status ? "exit status $status" : 'no verdict: exit status 0, but no line " No Errors"');
}

1;
