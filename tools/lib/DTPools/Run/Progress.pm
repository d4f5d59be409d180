package DTPools::Run::Progress;

use strict;
use warnings;
use Time::HiRes qw(time);

=head1 NAME

DTPools::Run::Progress - show how far a run has come

=head1 DESCRIPTION

Each test that fails or is skipped gets a line at once. Beside that, a terminal has one line that is updated in place;
any other output has a line every tenth of the tests, but not more often than every ten seconds nor less often than
every minute.

=cut

my $TERMINAL_PERIOD = 0.2;
my $PERIOD          = 10;
my $LONGEST_SILENCE = 60;

=head1 METHODS

=head2 new(total => $tests, work => $ranks, expected => $bool)

Of so many tests, whose ranks make this sum, by which the rest is estimated. Where failures are expected, they get no
line.

=head2 period

The seconds between two calls of B<show>.

=head2 add($result)

Takes note of a result.

=head2 show(@running)

Shows the state, if it is time to, with the jobs that run.

=head2 clear

Clears the line of a terminal, before anything else is printed.

=cut

sub new {
    my ($class, %arg) = @_;
    return bless {
        %arg,
        terminal => -t STDOUT ? 1 : 0,
        begin    => time,
        shown    => time, shown_done => 0,
        done     => 0, done_work => 0, failed => 0, skipped => 0,
    }, $class;
}

sub period {
    my ($self) = @_;
    return $self->{terminal} ? $TERMINAL_PERIOD : 1;
}

sub add {
    my ($self, $result) = @_;
    my $verdict = $result->{verdict};
    $self->{done}++;
    $self->{done_work} += $result->{test}{procs};
    return if $verdict eq 'passed';
    $self->{$verdict}++;
    return if $self->{expected};
    $self->clear;
    print "$verdict: $result->{test}{id}: $result->{reason}\n";
    return;
}

sub show {
    my ($self, @running) = @_;
    my $age = time - $self->{shown};
    return if $age < ($self->{terminal} ? $TERMINAL_PERIOD : $PERIOD);
    my $done = $self->_done(@running);
    return if !$self->{terminal} and $done - $self->{shown_done} < $self->{total} / 10 and $age < $LONGEST_SILENCE;
    @$self{qw(shown shown_done)} = (time, $done);
    print $self->{terminal} ? "\r" . $self->_line(@running) . "\e[K" : $self->_line(@running) . "\n";
    return;
}

# Those of a group that is under way have no result yet.
sub _done {
    my ($self, @running) = @_;
    my $done = $self->{done};
    $done += $_->{at} for @running;
    return $done;
}

sub clear {
    my ($self) = @_;
    print "\r\e[K" if $self->{terminal};
    return;
}

sub _line {
    my ($self, @running) = @_;
    my $done = $self->_done(@running);
    my $line = "[$done/$self->{total}] $self->{failed} failed";
    $line .= ", $self->{skipped} skipped" if $self->{skipped};
    $line .= ', ' . _clock($self->_rest) . ' left' if $self->{done};
    @running = sort { $a->{begin} <=> $b->{begin} } @running;
    $line .= '  ' . join ', ', map { sprintf '%s (%d s)', $_->describe, $_->seconds } @running;
    return $self->{terminal} ? substr $line, 0, _columns() - 1 : $line;
}

sub _rest {
    my ($self) = @_;
    return (time - $self->{begin}) * ($self->{work} - $self->{done_work}) / $self->{done_work};
}

sub _clock {
    my ($seconds) = @_;
    return sprintf '%d:%02d', $seconds / 60, $seconds % 60;
}

my $columns;

sub _columns {
    $columns //= _ask_columns();
    return $columns;
}

sub _ask_columns {
    return $1 if ($ENV{COLUMNS} // '') =~ /^(\d{2,4})\z/;
    return $1 if (`stty size 2>/dev/null </dev/tty` // '') =~ /^\d+ ([1-9]\d+)$/;
    return 80;
}

1;
