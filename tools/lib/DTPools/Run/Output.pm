package DTPools::Run::Output;

use strict;
use warnings;
use Config ();
use Text::ParseWords qw(shellwords);

=head1 NAME

DTPools::Run::Output - what a test says, read by the runner

=head1 DESCRIPTION

A failure of a test is a block: a line S<C< Error: ...>> and the lines after it that begin with two blanks, among them
C<kind: WORD> and, where the failure is one of a case, C<case: NUMBER>.

=head1 FUNCTIONS

=head2 plain($text)

The text without the NUL bytes with which a launcher may end a message of its own: a line of the test follows.

=cut

sub plain {
    my ($text) = @_;
    return $text =~ tr/\0//dr;
}

=head2 verdict($status, $text)

What a wait status and the output come to: C<passed>, C<failed> or C<skipped>, and the reason.

=cut

my $SKIP_STATUS = 77;

# What an MPI library, or the transport below it, says at its own end of what it has not given back.
my $AFTERWARDS = qr/\[WARNING\] .*|MPICH: Builtin communicator .*|\[[\d.]+\] .* UCX +(?:WARN|DIAG) .*/;

my @SIGNAL_NAME = split ' ', $Config::Config{sig_name};

sub verdict {
    my ($status, $text) = @_;
    my $good = $text =~ /(?:\A|\n) No Errors\s*(?:$AFTERWARDS\s*)*\z/;
    return ('passed', '') if $status == 0 and $good;
    if (my $signal = _signal($status, $text)) {
        return ('failed', "signal $signal (SIG" . ($SIGNAL_NAME[$signal] // '?') . ')');
    }
    return ('failed', 'no verdict: exit status 0, but the last line is not " No Errors"') if $status == 0;
    my $exit = $status >> 8;
    if ($exit == $SKIP_STATUS) {
        my $reason = skip_reason($text);
        return defined $reason ? ('skipped', $reason)
            : ('failed', "exit status $exit, but no line \" Skipped: <reason>\"");
    }
    return ('failed', "exit status $exit" . ($good ? ', although the last line is " No Errors"' : ''));
}

# A launcher that lives on reports a rank's signal in words (first MPICH's, then Open MPI's) or as a shell does.
sub _signal {
    my ($status, $text) = @_;
    return $status & 127 if $status & 127;
    return 0 if $status == 0;
    return $1 if $text =~ /EXIT STRING: .*\(signal (\d+)\)/ or $text =~ /exited on signal (\d+)/;
    my $exit = $status >> 8;
    return $exit > 128 && $exit <= 128 + 64 ? $exit - 128 : 0;
}

=head2 skip_reason($text)

What stands after S<C< Skipped:>>, or nothing.

=cut

sub skip_reason {
    my ($text) = @_;
    return $text =~ /^ Skipped: *(\S.*?)\s*$/m ? $1 : undef;
}

=head2 has_verdict($text)

Whether the test came to its end and said what it came to.

=cut

sub has_verdict {
    my ($text) = @_;
    return $text =~ /^ (?:No Errors|Found \d+ errors|Skipped:)/m;
}

=head2 options_of_case($text)

The options by which the first failure in it is replayed; none if it is of no case.

=cut

sub options_of_case {
    my ($text) = @_;
    my ($replay) = $text =~ /^  replay: (.*\s-seed=\d+)/m or return;
    my @words = shellwords($replay);
    shift @words while @words and $words[0] !~ /^-obj=/;
    return @words;
}

=head2 blocks($text)

The failures in it: hashes with C<lines>, C<kind>, C<case>, C<facts>, and of these C<operation> and C<check>;
all but the first undefined where they are not there; and C<elsewhere>, the issues of other versions of the MPI that it
is like, a list.

=cut

sub blocks {
    my ($text) = @_;
    my @blocks;
    while ($text =~ /^( Error: .*(?:\n  .*)*)/mg) {
        my $block = $1;
        my ($kind) = $block =~ /^  kind: (\S+)/m;
        my ($case) = $block =~ /^  case: (\d+)/m;
        my ($facts) = $block =~ /^  facts:( .*)/m;
        my ($elsewhere) = $block =~ /^  elsewhere:( .*)/m;
        my ($operation, $check) = map { ($facts // '') =~ / $_=(\S+)/ ? $1 : undef } qw(operation check);
        push @blocks, {
            lines => [split /\n/, $block], kind => $kind, case => $case, facts => $facts, operation => $operation,
            check => $check, elsewhere => [split ' ', $elsewhere // ''],
        };
    }
    return @blocks;
}

=head2 ended_in($text, $after)

The number of the case in which a test ended early, if it is reported and above C<$after>, and the kind of its failure.
Ranks that waited may report a later case, and those that the launcher ended with the others any: so what crashed counts
first, then what hung.

=cut

my @WAYS_TO_END = (qr/^(?:crash|guard)\z/, qr/^(?:mpi-error|library|no-memory)\z/, qr/^hang\z/, qr/^ended\z/);

sub ended_in {
    my ($text, $after) = @_;
    my @reported = grep { defined $_->{case} and $_->{case} > $after } blocks($text);
    for my $way (@WAYS_TO_END) {
        my ($first) = sort { $a->{case} <=> $b->{case} } grep { ($_->{kind} // '') =~ $way } @reported;
        return @$first{qw(case kind)} if $first;
    }
    my ($last) = sort { $b->{case} <=> $a->{case} } @reported;
    return $last ? ($last->{case}, undef) : ();
}

=head2 is_reason($block)

Whether a failure is one that ends a test, as a crash does; not where a rank is ended with the others.

=head2 known_cases($text)

The numbers of the cases that ended a test early as known issues expect.

=head2 known_end($text, $after)

The number of the case in which a test ended early as a known issue expects, and whether nothing else failed. On other
ranks this case or a later one may hang or meet an error of a call, because of that.

=cut

my $BY_ITSELF = qr/^(?:crash|guard|library|no-memory)\z/;
my $BY_OTHERS = qr/^(?:hang|mpi-error)\z/;
my $IS_OUTSIDE = 'ended';

sub is_reason {
    my ($block) = @_;
    my $kind = $block->{kind} // '';
    return $kind =~ $BY_ITSELF || $kind =~ $BY_OTHERS;
}

sub known_cases {
    my ($text) = @_;
    return $text =~ /^ Note: case (\d+) fails as known$/mga;
}

sub known_end {
    my ($text, $after) = @_;
    my ($case) = sort { $a <=> $b } grep { $_ > $after } known_cases($text);
    return unless defined $case;
    my $is_all = 1;
    for my $block (blocks($text)) {
        my $kind = $block->{kind} // '';
        return if $kind =~ $BY_ITSELF or $kind =~ $BY_OTHERS and ($block->{case} // 0) < $case;
        $is_all = 0 unless $kind eq $IS_OUTSIDE or $kind =~ $BY_OTHERS;
    }
    return ($case, $is_all);
}

=head2 cases($text)

How many cases were C<verified>, C<known>, C<avoided> and C<untried>, as a hash; nothing if the test does not say. Of a
test that ended early, each rank may say it: the one that came least far is where it ended.

=cut

our @COUNTS = qw(verified known avoided untried);

sub cases {
    my ($text) = @_;
    my @lines  = map { [split] } map { s/[^\d ]//gr } $text =~ /^ Cases: ((?:\d+ [a-z]+,? ?)+)$/mga;
    @lines = $lines[-1] if @lines and has_verdict($text);
    my ($least) = sort { $a->[0] + $a->[1] + $a->[2] <=> $b->[0] + $b->[1] + $b->[2] } grep { @$_ == @COUNTS } @lines;
    return unless $least;
    my %count;
    @count{@COUNTS} = @$least;
    return \%count;
}

=head2 known($text)

The known issues that a part of a test met: issue => { C<covered>, C<failed>, C<avoided> }, numbers of cases. Of one
that ended early, each rank may say it: the largest numbers count.

=cut

my @KNOWN_COUNTS = qw(covered failed avoided);

sub known {
    my ($text) = @_;
    my %known;
    while ($text =~ /^ Known: (\S+) covered=(\d+) failed=(\d+) avoided=(\d+)$/mg) {
        my ($counts, %more) = ($known{$1} //= {}, covered => $2, failed => $3, avoided => $4);
        for my $name (@KNOWN_COUNTS) {
            $counts->{$name} = $more{$name} if $more{$name} > ($counts->{$name} // -1);
        }
    }
    return \%known;
}

=head2 sum(@cases), sum_known(@known)

The sums of what B<cases>, and B<known>, have returned; the former nothing where no test has counted its cases.

=cut

sub sum {
    my @counts = grep { defined } @_ or return;
    my %sum;
    for my $name (@COUNTS) {
        $sum{$name} += $_->{$name} for @counts;
    }
    return \%sum;
}

sub sum_known {
    my %sum;
    for my $known (@_) {
        for my $issue (keys %$known) {
            $sum{$issue}{$_} += $known->{$issue}{$_} for @KNOWN_COUNTS;
        }
    }
    return \%sum;
}

=head2 messages($text)

The lines to show of a test that failed: the first failure, a line of each other one. Where it reports
none, the first lines of what it printed, without what is a launcher's, and what repeats but for numbers once.

=head2 block_lines($block)

The lines of a failure; of very many, the first ones.

=head2 printable($line)

The line with everything that a terminal would not print as it is replaced by C<\xNN>.

=cut

my $MAX_MESSAGES = 16;
my $MAX_MORE     = 5;
my $MAX_WIDTH    = 200;

sub messages {
    my ($text) = @_;
    my ($first, @more) = blocks($text);
    ($first, @more) = grep { ($_->{kind} // '') ne 'ended' } $first, @more
        if grep { ($_->{kind} // '') ne 'ended' } @more;
    return map { _cut(printable($_)) } _folded($text) unless $first;
    return (block_lines($first), map { _cut(printable($_)) } _more_lines($first, @more));
}

sub block_lines {
    my ($block) = @_;
    my @lines = @{ $block->{lines} };
    if (@lines > $MAX_MESSAGES) {
        my ($replay) = grep { /^  replay:/ } @lines[$MAX_MESSAGES - 1 .. $#lines];
        my $keep = $MAX_MESSAGES - (defined $replay ? 2 : 1);
        my $left = @lines - $keep - (defined $replay ? 1 : 0);
        @lines = (@lines[0 .. $keep - 1], "  ... $left more lines in the log", $replay // ());
    }
    return map { _cut(printable($_)) } @lines;
}

sub _what {
    my ($block) = @_;
    my ($kind, $case) = @$block{qw(kind case)};
    return defined $kind && defined $case ? "$kind $case" : $block->{lines}[0];
}

# Other ranks report the same failure again.
sub _more_lines {
    my ($first, @blocks) = @_;
    my %seen = (_what($first) => 1);
    @blocks = grep { !$seen{ _what($_) }++ } @blocks;
    my $left = @blocks - $MAX_MORE;
    splice @blocks, $MAX_MORE if $left > 0;
    return ((map { _in_a_line($_) } @blocks), $left > 0 ? " ... $left more errors in the log" : ());
}

sub _in_a_line {
    my ($block) = @_;
    my $line = $block->{lines}[0];
    $line .= ": $block->{kind}" if @{ $block->{lines} } > 1 and defined $block->{kind};
    $line .= ", case $block->{case}" if defined $block->{case};
    return $line;
}

# Lines that differ in nothing but numbers are reported once.
sub _folded {
    my ($text) = @_;
    $text =~ s/^={20,}\n=   BAD TERMINATION.*//ms;
    my (@shown, %times);
    for my $line (grep { /\S/ } split /\n/, $text) {
        my $like = $line =~ s/\b(?:0x[[:xdigit:]]+|\d+)\b/0/gr;
        push @shown, [$line, $like] unless $times{$like}++;
    }
    my $left = @shown - $MAX_MESSAGES;
    splice @shown, $MAX_MESSAGES if $left > 0;
    return ((map { $_->[0] . ($times{ $_->[1] } > 1 ? " ($times{$_->[1]} lines like this)" : '') } @shown),
        $left > 0 ? "... $left more lines in the log" : ());
}

sub _cut {
    my ($line) = @_;
    return length $line > $MAX_WIDTH && $line !~ /^  (?:replay|facts):/
        ? substr($line, 0, $MAX_WIDTH - 3) . '...'
        : $line;
}

sub printable {
    my ($line) = @_;
    my $text = $line;
    my $is_utf8 = utf8::decode($text);
    $text =~ s/([^\t\x20-\x7e\xa0-\x{10ffff}])/sprintf '\x%02x', ord $1/ge;
    $text =~ s/([^\t\x20-\x7e])/sprintf '\x%02x', ord $1/ge unless $is_utf8;
    utf8::encode($text);
    return $text;
}

1;
