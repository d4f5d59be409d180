package DTPools::Run::Job;

use strict;
use warnings;
use File::Basename qw(dirname);
use File::Path qw(make_path);
use POSIX ();
use Time::HiRes qw(time);

use DTPools::Run::Build;
use DTPools::Run::Output;
use DTPools::Run::Place;
use DTPools::Run::Processes;

=head1 NAME

DTPools::Run::Job - a test, or a group of tests, while it runs

=head1 SYNOPSIS

    my $job = DTPools::Run::Job->start($item, $launch);
    my $ended = $job->ended($wait_status);    # once its process was reaped
    $job->close_log(failed => 'exit status 1');

=head1 DESCRIPTION

An item is what L<DTPools::Run::Course> has made of the tests: a hash with C<tests>, C<procs>, C<mem>, C<after>, the
number of the last case of the first test that is not to be run, and, for a group, C<group>, its name; C<options>, more
options of the only test, where one case of it is to be run; if the run says so, C<budget>, the seconds of each test,
and C<leave_out>, the conditions on cases that are not to be tried (C<DTP_LEAVE_OUT>).

C<$launch> is a hash with what all jobs share: C<command> (the launcher's words), C<np_flag>, C<env> (a list of
[name, value] that a replay needs), C<mpi_env> (those of them that the launcher needs), C<hidden_env> (others),
C<hang> (the most seconds of a case, if the limit of its test is not all), C<output> (the folder of the logs), C<scale>
(factor of time limits), C<tag> (marks the processes of this run) and C<make>, if the binary of a test is to be built
before it is run, with this make.

The launcher is executed without a shell, in a session of its own, its input from F</dev/null>, its output to the log
file of the test or the group. A group is run by one of its programs, C<PROGRAM -group=FILE>, or, if it C<is_shared>,
by C<shared> of C<$launch>, which has them all; the file has a line for each test, its name and its options, those of
the command line after C<-->, and the program prints S<C< Begin: NAME>> and S<C< End: NAME STATUS>> around the output of
each.

=cut

my $MAX_OUTPUT = 64 * 2**20;
my $LOOK_AT    = 65536;
my $GRACE      = 2;

my $PARTS_OF_LIMIT = 3;

sub start {
    my ($class, $item, $launch) = @_;
    my $name = $item->{group} // $item->{tests}[0]{id};
    my $self = bless {
        item   => $item,
        name   => $name,
        launch => $launch,
        log    => defined $item->{group} ? "$launch->{output}/groups/$name.log" : log_file($item->{tests}[0], $launch),
        replay => replay($item, $launch),
        tag    => "$launch->{tag}$name ",
        begin  => time,
        at     => 0,
        read   => 0, half => '',
    }, $class;
    $self->{since} = $self->{begin};
    my $out = eval { $self->_write_group if defined $item->{group}; $self->_open_log };
    return $self->_cannot_start($@ =~ s/\n\z//r) unless $out;
    $self->{pid} = fork // return $self->_cannot_start("cannot fork: $!");
    _execute($item, $launch, $self->{tag}, $out, $self->_hang, _place($self->{log})) unless $self->{pid};
    return $self;
}

=head2 log_file($test, $launch)

Where the output of a test goes.

=cut

sub log_file {
    my ($test, $launch) = @_;
    return "$launch->{output}/$test->{id}.log";
}

sub _group_file {
    my ($item, $launch) = @_;
    return "$launch->{output}/groups/$item->{group}.txt";
}

# Nothing can be run any more: the key `trouble` says why.
sub _cannot_start {
    my ($self, $why) = @_;
    $self->{trouble} = $why;
    return $self;
}

sub _write_group {
    my ($self) = @_;
    my $item = $self->{item};
    my $file = _group_file($item, $self->{launch});
    my ($first, @others) = @{ $item->{tests} };
    _write($file, '>', _line_of_group($item, $first, _goes_on($item)), map { _line_of_group($item, $_) } @others);
    return;
}

sub _line_of_group {
    my ($item, $test, @more) = @_;
    my @args = (@{ $test->{args} }, _share($item, $test), @more);
    return join(' ', name_in_group($item, $test), @{ $test->{defaults} }, @args ? ('--', @args) : ()) . "\n";
}

# The option with which a test may take longer than others.
sub _share {
    my ($item, $test) = @_;
    my $weight = $item->{weight}{ $test->{id} } // 1;
    return $weight > 1 ? "-share=$weight" : ();
}

# The option with which the first test goes on.
sub _goes_on {
    my ($item) = @_;
    return $item->{after} ? "-after=$item->{after}" : ();
}

=head2 name_in_group($item, $test)

What a test of a group is called there: its binary, whatever it is run under, with its folder in a group of several
programs.

=cut

sub name_in_group {
    my ($item, $test) = @_;
    my $name = DTPools::Run::Build::binary($test);
    return $item->{is_shared} ? $name : $name =~ s{.*/}{}r;
}

# Writes lines, and dies where that does not work; returns the open file.
sub _write {
    my ($file, $mode, @lines) = @_;
    make_path(dirname($file), { error => \my $ignored });    # the open fails then
    open my $out, $mode, $file or die "cannot write $file: $!\n";
    $out->autoflush;
    return $out if print {$out} @lines;
    my $why = $!;
    close $out;    # else perl complains when it does so
    die "cannot write $file: $why\n";
}

# The parts of a test share a log.
sub _open_log {
    my ($self) = @_;
    my ($item, $log) = @$self{qw(item log)};
    my $goes_on = ($item->{after} || $item->{options}) && !defined $item->{group};
    unlink _place($log), $goes_on ? () : $log;
    my $out = _write($log, '>>', ($goes_on ? "\n" : ''), defined $item->{group} ? '# group: ' : '# test: ',
        $self->{name}, "\n# command: $self->{replay}\n", sprintf "# time limit: %s s\n", $self->_limit);
    $self->{head} = $self->{read} = tell $out;
    return $out;
}

# In the child.
sub _execute {
    my ($item, $launch, $tag, $out, $hang, $place) = @_;
    $SIG{$_} = 'DEFAULT' for qw(INT TERM HUP PIPE CHLD);
    POSIX::setsid();
    open STDIN,  '<',  '/dev/null';
    open STDOUT, '>&', $out;
    open STDERR, '>&', $out;
    _build($item, $launch) if defined $launch->{make} and !$item->{is_shared};
    $ENV{ $_->[0] } = $_->[1] for @{ $launch->{hidden_env} }, _environment($item, $launch);
    $ENV{DTP_HANG} = $hang;
    $ENV{DTP_PLACE} = $place;
    $ENV{DTP_LEAVE_OUT} = $item->{leave_out} if defined $item->{leave_out};
    $ENV{$DTPools::Run::Processes::TAG_NAME} = $tag;
    my @words = _words($item, $launch);
    no warnings 'exec';
    exec { $words[0] } @words or print {$out} "cannot run $words[0]: $!\n";
    POSIX::_exit(127);
}

# The binary of the first test: jobs that share one do not need it.
sub _build {
    my ($item, $launch) = @_;
    delete local @ENV{qw(MAKEFLAGS MFLAGS)};
    POSIX::_exit(127) if system DTPools::Run::Build::make_test($launch->{make}, $item->{tests}[0]);
    return;
}

sub _words {
    my ($item, $launch) = @_;
    my $test    = $item->{tests}[0];
    my $program = $item->{is_shared} ? $launch->{shared} : $test->{program};
    my @options = defined $item->{group} ? '-group=' . _group_file($item, $launch)
        : (@{ $test->{args} }, _share($item, $test), _goes_on($item), @{ $item->{options} // [] });
    return (@{ $launch->{command} }, $launch->{np_flag}, $test->{procs}, $program, @options);
}

# What a test sets for itself comes instead of what all get.
sub _environment {
    my ($item, $launch) = @_;
    my $test = $item->{tests}[0];
    my %own  = map { $_->[0] => 1 } @{ $test->{env} };
    my @all  = map { $_->[0] eq 'DTP_BUDGET' ? [DTP_BUDGET => $item->{budget} // $_->[1]] : $_ } @{ $launch->{env} };
    return ((grep { !$own{ $_->[0] } } @all), @{ $test->{env} });
}

=head2 replay($item, $launch)

The line that runs the item alone, for a shell in the build folder.

=cut

sub replay {
    my ($item, $launch) = @_;
    return join ' ', (map { "$_->[0]=" . quote($_->[1]) } _environment($item, $launch)),
        map { quote($_) } _words($item, $launch);
}

=head2 quote($word)

The word as a shell takes it.

=cut

sub quote {
    my ($word) = @_;
    return $word if $word =~ m{^[\w\@%+=:,./-]+\z}a;
    $word =~ s/'/'\\''/g;
    return "'$word'";
}

=head2 enforce_limits

Ends the job where the test that is under way has used up its time, or it has written more than any sensible test does.

=cut

sub enforce_limits {
    my ($self) = @_;
    $self->_look if defined $self->{item}{group};
    if ($self->rest < 0) {
        $self->end('time limit of ' . $self->_limit . ' s exceeded');
    }
    elsif ((-s $self->{log} // 0) > $MAX_OUTPUT) {
        $self->end('more than ' . $MAX_OUTPUT / 2**20 . ' MB of output');
    }
    return;
}

# Which test of a group is under way.
sub _look {
    my ($self) = @_;
    open my $in, '<', $self->{log} or return;
    seek $in, $self->{read}, 0;
    while (read $in, my $more, $LOOK_AT) {
        $self->{read} += length $more;
        my @lines = split /\n/, $self->{half} . $more, -1;
        $self->{half} = substr pop @lines, 0, $LOOK_AT;
        for my $line (@lines) {
            my ($what) = $line =~ / (Begin|End): \S/ or next;
            $self->{since} = time;
            $self->{at}++ if $what eq 'End' and $self->{at} < $#{ $self->{item}{tests} };
        }
    }
    return;
}

# Of the test that is under way.
sub _limit {
    my ($self) = @_;
    return $self->{item}{tests}[ $self->{at} ]{limit} * $self->{launch}{scale};
}

# The seconds that one case may take: so few that what hangs is reported before the test is ended.
sub _hang {
    my ($self) = @_;
    my ($least) = sort { $a <=> $b } map { $_->{limit} } @{ $self->{item}{tests} };
    my $hang = int($least * $self->{launch}{scale} / $PARTS_OF_LIMIT) + 1;
    my $most = $self->{launch}{hang};
    return defined $most && $most < $hang ? $most : $hang;
}

=head2 rest, seconds

The time that the test under way has left; the time that the job has taken.

=cut

sub rest {
    my ($self) = @_;
    return $self->{since} + $self->_limit - time;
}

sub seconds {
    my ($self) = @_;
    return time - $self->{begin};
}

=head2 describe

What is running, for the line of progress.

=cut

sub describe {
    my ($self) = @_;
    my $tests = $self->{item}{tests};
    return $tests->[ $self->{at} ]{id} . (@$tests > 1 ? sprintf ', %d of %d', $self->{at} + 1, scalar @$tests : '');
}

# Ends the job's processes, all of them, because of $why.
sub end {
    my ($self, $why) = @_;
    my @left = DTPools::Run::Processes::end_trees([$self->{pid}], $self->{tag}, $GRACE);
    $self->{ended_because} = $why . (@left ? "; could not end the processes @left" : '');
    return;
}

=head2 ended($wait_status)

How it ended, a hash with C<item>, C<status>, C<why> (why the runner has ended it, if it has), C<seconds>, C<text> (what
it printed; of very much, and no group, the two ends), C<log> and C<replay>; or C<trouble>, if it could not even be
started. Nothing of the job is left running.

=cut

sub ended {
    my ($self, $status) = @_;
    my %ended = (item => $self->{item}, job => $self, status => $status, why => $self->{ended_because},
        seconds => $self->seconds, log => $self->{log}, replay => $self->{replay}, trouble => $self->{trouble});
    $self->{seconds} = $ended{seconds};
    $self->{status}  = $status;
    return \%ended if defined $self->{trouble};
    $self->_end_leftovers($status);
    $ended{text} = $self->_output;
    $self->_add_what_is_left(\%ended) if $status and !defined $ended{why};
    unlink _place($self->{log});
    return \%ended;
}

sub _add_what_is_left {
    my ($self, $ended) = @_;
    my $left = DTPools::Run::Place::left(_place($self->{log}), $ended->{text});
    return unless length $left;
    $ended->{text} .= $left;
    $ended->{trouble} = add_to_log($self->{log}, $left);
    return;
}

# Where the processes keep what they would print.
sub _place {
    my ($log) = @_;
    return "$log.place";
}

# To look through all processes costs more than many a test, so not where it went well and nobody is in its group.
sub _end_leftovers {
    my ($self, $status) = @_;
    return if defined $self->{ended_because};
    return unless $status or kill 0, -$self->{pid};
    DTPools::Run::Processes::end_trees([$self->{pid}], $self->{tag}, $GRACE);
    return;
}

sub _output {
    my ($self) = @_;
    open my $in, '<', $self->{log} or return '';
    my $length = (-s $in) - $self->{head};
    my $is_whole = defined $self->{item}{group} || $length <= 2 * $LOOK_AT;
    seek $in, $self->{head}, 0;
    read $in, my ($text), $is_whole ? $length : $LOOK_AT;
    return DTPools::Run::Output::plain($text) if $is_whole;
    seek $in, -$LOOK_AT, 2;
    read $in, my ($end), $LOOK_AT;
    return DTPools::Run::Output::plain("$text\n$end");
}

=head2 close_log($verdict, $reason)

Writes at the end of the log how it ended. Returns why that was not possible, or nothing.

=cut

sub close_log {
    my ($self, @verdict) = @_;
    my $text = sprintf "# launcher: %s\n# time: %.2f s\n# %s\n", _how_it_ended($self->{status}), $self->{seconds},
        join ': ', grep { length } @verdict;
    return add_to_log($self->{log}, $text);
}

=head2 add_to_log($log, $text)

Adds lines to the end of a log. Returns why that was not possible, or nothing.

=cut

sub add_to_log {
    my ($log, $text) = @_;
    make_path(dirname($log), { error => \my $ignored });    # the open fails then
    open my $out, '+>>', $log or return "cannot write $log: $!";
    my $last = "\n";
    seek $out, -1, 2;
    read $out, $last, 1 if -s $out;
    $text = "\n$text" if $last ne "\n";
    return if print {$out} $text and close $out;
    return "cannot write $log: $!";
}

sub _how_it_ended {
    my ($status) = @_;
    return $status & 127 ? 'signal ' . ($status & 127) : 'exit status ' . ($status >> 8);
}

1;
