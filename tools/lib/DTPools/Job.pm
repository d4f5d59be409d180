package DTPools::Job;

use strict;
use warnings;
use Config ();
use File::Basename qw(dirname);
use File::Path qw(make_path);
use POSIX ();
use Time::HiRes qw(time);

use DTPools::Processes;

=head1 NAME

DTPools::Job - one test while it runs, and the verdict on it

=head1 SYNOPSIS

    my $job = DTPools::Job->start($test, $launch);
    my $result = $job->result($wait_status);    # once its process was reaped

=head1 DESCRIPTION

C<$launch> is a hash with what all jobs share: C<command> (the launcher's words), C<np_flag>, C<env> (a list of
[name, value] that a replay needs), C<hidden_env> (further ones), C<output> (the folder of the logs), C<scale> (factor of
time limits) and C<tag> (marks the processes of this run).

The launcher is executed without a shell, in a session of its own, its input from F</dev/null>, its output to the test's
log file.

A result is a hash: C<test>, C<verdict> (C<passed>, C<failed> or C<skipped>), C<reason>, C<seconds>, C<log>, C<replay> and
C<messages> (the first lines of the output) and C<known> (the known issues of the MPI that it met).

=cut

my $MAX_OUTPUT   = 64 * 2**20;
my $LOOK_AT      = 65536;
my $MAX_MESSAGES = 12;
my $GRACE        = 2;
my $SKIP_STATUS  = 77;

my @SIGNAL_NAME = split ' ', $Config::Config{sig_name};

sub start {
    my ($class, $test, $launch) = @_;
    my $self = bless {
        test   => $test,
        log    => log_file($test, $launch),
        replay => replay($test, $launch),
        tag    => $launch->{tag} . $test->{id} . ' ',
        begin  => time,
        limit  => $test->{limit} * $launch->{scale},
    }, $class;
    my $out = $self->_open_log or return $self;
    $self->{pid} = fork // return $self->_cannot_start("cannot fork: $!");
    _execute($test, $launch, $self->{tag}, $out) unless $self->{pid};
    return $self;
}

sub log_file {
    my ($test, $launch) = @_;
    return "$launch->{output}/$test->{id}.log";
}

sub _cannot_start {
    my ($self, $why) = @_;
    $self->{ended_because} = $why;
    return $self;
}

sub _open_log {
    my ($self) = @_;
    make_path(dirname($self->{log}), { error => \my $ignored });    # the open tells
    unlink $self->{log};
    my $out;
    if (!open $out, '>>', $self->{log}) {
        $self->_cannot_start("cannot write $self->{log}: $!");
        return;
    }
    $out->autoflush;
    print {$out} "# test: $self->{test}{id}\n# command: $self->{replay}\n# time limit: $self->{limit} s\n";
    $self->{head} = tell $out;
    return $out;
}

# In the child.
sub _execute {
    my ($test, $launch, $tag, $out) = @_;
    $SIG{$_} = 'DEFAULT' for qw(INT TERM HUP PIPE CHLD);
    POSIX::setsid();
    open STDIN,  '<',  '/dev/null';
    open STDOUT, '>&', $out;
    open STDERR, '>&', $out;
    $ENV{ $_->[0] } = $_->[1] for @{ $launch->{hidden_env} }, _environment($test, $launch);
    $ENV{$DTPools::Processes::TAG_NAME} = $tag;
    my @words = _words($test, $launch);
    no warnings 'exec';
    exec { $words[0] } @words or print {$out} "cannot run $words[0]: $!\n";
    POSIX::_exit(127);
}

sub _words {
    my ($test, $launch) = @_;
    return (@{ $launch->{command} }, $launch->{np_flag}, $test->{procs}, $test->{program}, @{ $test->{args} });
}

# What a test sets for itself comes instead of what all get.
sub _environment {
    my ($test, $launch) = @_;
    my %own = map { $_->[0] => 1 } @{ $test->{env} };
    return ((grep { !$own{ $_->[0] } } @{ $launch->{env} }), @{ $test->{env} });
}

=head2 replay($test, $launch)

The line that runs the test alone, for a shell in the build folder.

=cut

sub replay {
    my ($test, $launch) = @_;
    return join ' ', (map { "$_->[0]=" . _quote($_->[1]) } _environment($test, $launch)),
        map { _quote($_) } _words($test, $launch);
}

sub _quote {
    my ($word) = @_;
    return $word if $word =~ m{^[\w\@%+=:,./-]+\z}a;
    $word =~ s/'/'\\''/g;
    return "'$word'";
}

=head2 enforce_limits

Ends the job where it has used up its time, or written more than any sensible test does.

=cut

sub enforce_limits {
    my ($self) = @_;
    if ($self->seconds > $self->{limit}) {
        $self->end("time limit of $self->{limit} s exceeded");
    }
    elsif ((-s $self->{log} // 0) > $MAX_OUTPUT) {
        $self->end('more than ' . $MAX_OUTPUT / 2**20 . ' MB of output');
    }
    return;
}

sub seconds {
    my ($self) = @_;
    return time - $self->{begin};
}

# Ends the job's processes, all of them, because of $why.
sub end {
    my ($self, $why) = @_;
    my @left = DTPools::Processes::end_trees([$self->{pid}], $self->{tag}, $GRACE);
    $self->{ended_because} = $why . (@left ? "; could not end the processes @left" : '');
    return;
}

=head2 result($wait_status)

The verdict. Nothing of the job is left running after it.

=cut

sub result {
    my ($self, $status) = @_;
    $self->{seconds} = $self->seconds;
    $self->_end_leftovers($status) if $self->{pid};
    my $text = $self->_output;
    my ($verdict, $reason) =
        defined $self->{ended_because} ? ('failed', $self->{ended_because}) : _verdict($status, $text);
    my %result = (
        test => $self->{test}, verdict => $verdict, reason => $reason, seconds => $self->{seconds},
        log => $self->{log}, replay => $self->{replay}, messages => [_messages($text->{first})],
        known => [_known_issues("$text->{first}\n$text->{last}")],
    );
    $self->_close_log($status, $text, \%result);
    return \%result;
}

# To look through all processes costs more than many a test, so not where it went well and nobody is in its group.
sub _end_leftovers {
    my ($self, $status) = @_;
    return if defined $self->{ended_because};
    return unless $status or kill 0, -$self->{pid};
    DTPools::Processes::end_trees([$self->{pid}], $self->{tag}, $GRACE);
    return;
}

# The two ends of the output.
sub _output {
    my ($self) = @_;
    my %text = (first => '', last => '');
    open my $in, '<', $self->{log} or return \%text;
    seek $in, $self->{head}, 0;
    read $in, $text{first}, $LOOK_AT;
    my $tail = (-s $in) - $LOOK_AT;
    seek $in, ($tail > $self->{head} ? $tail : $self->{head}), 0;
    read $in, $text{last}, $LOOK_AT;
    return \%text;
}

sub _verdict {
    my ($status, $text) = @_;
    my $good = $text->{last} =~ /(?:^|\n) No Errors\s*\z/;
    return ('passed', '') if $status == 0 and $good;
    if (my $signal = _signal($status, $text->{last})) {
        return ('failed', "signal $signal (SIG" . ($SIGNAL_NAME[$signal] // '?') . ')');
    }
    return ('failed', 'no verdict: exit status 0, but the last line is not " No Errors"') if $status == 0;
    my $exit = $status >> 8;
    if ($exit == $SKIP_STATUS) {
        return ('skipped', $1) if "$text->{first}\n$text->{last}" =~ /^ Skipped: *(\S.*?)\s*$/m;
        return ('failed', "exit status $exit, but no line \" Skipped: <reason>\"");
    }
    return ('failed', "exit status $exit" . ($good ? ', although the last line is " No Errors"' : ''));
}

# A launcher that lives on tells of a rank's signal in words (first MPICH's, then Open MPI's) or as a shell does.
sub _signal {
    my ($status, $text) = @_;
    return $status & 127 if $status & 127;
    return 0 if $status == 0;
    return $1 if $text =~ /EXIT STRING: .*\(signal (\d+)\)/ or $text =~ /exited on signal (\d+)/;
    my $exit = $status >> 8;
    return $exit > 128 && $exit <= 128 + 64 ? $exit - 128 : 0;
}

# The first lines that say something; what follows a launcher's banner does not.
sub _messages {
    my ($text) = @_;
    $text =~ s/^={20,}\n=   BAD TERMINATION.*//ms;
    my @lines = grep { /\S/ } split /\n/, $text;
    splice @lines, $MAX_MESSAGES if @lines > $MAX_MESSAGES;
    return map { length > 200 && !/^  replay:/ ? substr($_, 0, 197) . '...' : $_ } @lines;
}

sub _known_issues {
    my ($text) = @_;
    my %named = map { $_ => 1 } $text =~ m{^ Note: known issue of this MPI: doc/known-issues/(\S+)\.c$}mg;
    return sort keys %named;
}

sub _close_log {
    my ($self, $status, $text, $result) = @_;
    open my $out, '>>', $self->{log} or return;
    print {$out} "\n" if $text->{last} =~ /[^\n]\z/;
    printf {$out} "# launcher: %s\n# time: %.2f s\n# %s\n", _how_it_ended($status), $result->{seconds},
        join ': ', grep { length } @$result{qw(verdict reason)};
    return;
}

sub _how_it_ended {
    my ($status) = @_;
    return 'not started' unless defined $status;
    return $status & 127 ? 'signal ' . ($status & 127) : 'exit status ' . ($status >> 8);
}

1;
