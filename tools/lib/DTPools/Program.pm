package DTPools::Program;

use strict;
use warnings;
no warnings 'portable';    # addresses
use List::Util qw(first max);

use DTPools::Calls;
use DTPools::Program::Arguments;
use DTPools::Program::Attributes;
use DTPools::Program::Completions;
use DTPools::Program::Contents;
use DTPools::Program::End;
use DTPools::Program::Failed;
use DTPools::Program::Files;
use DTPools::Program::Memory;
use DTPools::Program::Names;
use DTPools::Program::Needed;
use DTPools::Program::Objects;
use DTPools::Program::Rank;
use DTPools::Program::Record;
use DTPools::Program::Said;
use DTPools::Program::Text;

=head1 NAME

DTPools::Program - the stand-alone C program of a recorded case

=head1 SYNOPSIS

    my ($text, $why) = DTPools::Program::write_program(
        record => 'failures/x.record', ranks => 2, table => 'calls/calls.txt', dtp => 'dtpools/dtp', about => ' * ...');

=head1 DESCRIPTION

Each rank's events (L<DTPools::Program::Record>) become statements; those that are the same on all ranks stand outside
of the branches. Memory that the calls touch becomes static arrays, in which an object lies as it did with regard to
alignment; objects are filled and compared by functions that B<dtp put> makes of their type maps. Communicators, windows
and files are made if any rank uses them; types when they are used first. What is not needed is left out before
(L<DTPools::Program::Needed>); L<DTPools::Program::Objects> fills the objects, L<DTPools::Program::Text> has the text
around the statements.

With C<first>, the program shows of each rank's failures the first one alone. With C<few>, it has of the case's rounds
the one that failed alone, and not what was beside the operation; with C<settled>, requests are waited for in the order
in which they were completed, where it was left to the MPI. With C<all>, the program has the cases before that one too;
with C<bits>, elements have values of which all bits vary, in place of plain numbers; with C<aligned>, memory is
aligned as it was to more than any basic type asks for; with C<guarded>, objects end right before memory that nobody
may access. C<ended> is the number of the case in which a process ended, if it is known. Returns the text; or undef,
why there is none, and whether that is true of any program of this record.

Calls are checked where one of them failed, or files are accessed; elsewhere an error ends the program by itself.

=cut

my $BACKGROUND = $DTPools::Program::Memory::BACKGROUND;
my %HANDLES    = %DTPools::Program::Names::HANDLES;

sub write_program {
    my (%arg) = @_;
    my $table = DTPools::Calls::read_table($arg{table});
    my $self  = {
        %arg, families => $table->{families}, procedure => { map { $_->{name} => $_ } @{ $table->{procedures} } },
        sizes => {},
    };
    my $ranks = eval {
        DTPools::Program::Record::read_case(@arg{qw(record ranks all ended)}) // die "nothing was recorded\n";
    } or return (undef, $@ =~ s/\n\z//r, 1);
    my $text = eval {
        die "$_->{why}\n" for grep { $_->{do} eq 'unrecorded' } map { @$_ } @$ranks;
        DTPools::Program::Failed::note_failures(@$ranks);
        DTPools::Program::Completions::settle($_) for $arg{settled} ? @$ranks : ();
        DTPools::Program::Failed::take_first(@$ranks) if $arg{first};
        DTPools::Program::Needed::take_few($self, @$ranks) if $arg{few};
        DTPools::Program::Objects::read_objects($self, @$ranks);
        DTPools::Program::Needed::simplify($self, @$ranks);
        DTPools::Program::Objects::read_objects($self, @$ranks);    # those that are left
        $self->{checks} =
            grep { $_->{name} =~ /^MPI_File_/ || DTPools::Program::Record::is_error($_)
                || DTPools::Program::Record::must_fail($_) }
            grep { $_->{do} eq 'call' } map { @$_ } @$ranks;
        $self->{compares} = grep { $_->{do} eq 'expect' } map { @$_ } @$ranks;
        $self->{ranks} = $ranks;
        $self->{ends_early} = grep { DTPools::Program::End::is_early(@$_) } @$ranks;
        $self->{written} = [map { $_->{do} eq 'write' ? $_->{name} : () } map { @$_ } @$ranks];
        my @shared = DTPools::Program::Needed::shared_handles(@$ranks);
        DTPools::Program::Needed::drop_unused_handles($_, @shared) for @$ranks;
        my @ranks = map { _new_rank($self, $_, $ranks->[$_]) } 0 .. $#$ranks;
        $self->{is_sparse} = DTPools::Program::Memory::is_much(@ranks);
        DTPools::Program::Memory::find_remote($self, $ranks, @ranks);
        _run_rank($self, $ranks[$_], $ranks->[$_]) for 0 .. $#ranks;
        DTPools::Program::Text::text($self, @ranks);
    };
    return defined $text ? ($text, '') : (undef, $@ =~ s/\n\z//r);
}

sub _call {
    my ($self, $rank, $event) = @_;
    my $p = $self->{procedure}{ $event->{name} } // die "$event->{name}: not in the table\n";
    my @args = map { DTPools::Program::Arguments::argument($self, $rank, $event, $p->{params}[$_], $event->{args}[$_]) }
        0 .. $#{ $p->{params} };
    $args[2] .= ' | MPI_MODE_DELETE_ON_CLOSE' if DTPools::Program::Files::is_deleted($self, $rank, $event);
    return "$event->{name}(" . join(', ', @args) . ')';
}

my %DO = (
    size   => sub { my ($self, $rank, $event) = @_; $rank->{width}{ $event->{type} } = $event->{n}; },
    alive  => \&_do_alive,
    make   => \&_do_make,
    commit => \&_do_commit,
    call   => \&_do_call,
    fill   => \&_do_fill,
    expect => \&_do_expect,
    data   => \&_do_data,
    write  => \&_do_write,
    read   => \&_do_read,
    number => \&DTPools::Program::Said::number,
    failed => \&DTPools::Program::Said::failed,
);

# Types that nobody uses.
sub _do_alive {
    my ($self, $rank, $event) = @_;
    $self->{alive} = max($self->{alive} // 0, $event->{n});
    $rank->say("for (int i = 0; i < $event->{n}; i++) {");
    $rank->say('    MPI_Type_vector(1 + i % 7, 1 + i % 3, 4 + i, MPI_INT, &more[i]);');
    $rank->say('    MPI_Type_commit(&more[i]);', '}');
    $rank->{alive} = $event->{n};
    return;
}

sub _do_commit {
    my ($self, $rank, $event) = @_;
    $rank->say('MPI_Type_commit(&' . $rank->handle($event->{handle}) . ');');
    return;
}

sub _do_make {
    my ($self, $rank, $event) = @_;
    DTPools::Program::Files::wait_for_file($self, $rank, $event);
    my $call = _call($self, $rank, $event);
    $rank->say("$call;");
    $rank->{made}{ $event->{handle} } = $event;
    my $letter = substr $event->{handle}, 0, 1;
    my $handle = $rank->handle($event->{handle});
    $rank->say("MPI_$1_set_errhandler($handle, MPI_ERRORS_RETURN);")
        if $HANDLES{$letter}[1] =~ /^MPI_(Comm|Win)\z/ && $self->{checks};
    push @{ $rank->{live} }, $event->{handle};
    return;
}

my $NEVER_CHECKED = qr/^MPI_(?:
    Type_(?:commit|free|dup|size|get) | Comm_(?:rank|size|group|free) | Group_ | Get_ | Win_free)/x;

# What makes handles that are to be freed: no predefined ones.
my $MAKES = qr/^MPI_(?:
    Type_(?!get|create_f90|match) | Group | Comm | Win | Graph | Cart | Dist | Inter | Op_create | Info_(?:create|dup) |
    File_open)/x;

sub _do_call {
    my ($self, $rank, $event) = @_;
    $rank->{results} = {};
    DTPools::Program::Files::wait_for_file($self, $rank, $event);
    my $call = _call($self, $rank, $event);
    my $name = $event->{name};
    DTPools::Program::Completions::demand_own_error($event);
    my $is_checked = $self->{checks} && ($name !~ $NEVER_CHECKED || DTPools::Program::Record::is_error($event));
    my $checked = $is_checked ? "call($call, \"$name\");" : "$call;";
    my $statement = defined $event->{class} ? "fails($call, \"$name\", $event->{class});"
        : $event->{refused} ? "refuses($call, \"$name\");" : $checked;
    my $waits = DTPools::Program::Completions::waits_for_flag($event);
    $rank->say(DTPools::Program::Attributes::behaviour($rank, $event));
    my $at    = @{ $rank->{lines} };
    $rank->say($waits ? ('do', "    $statement", "while (!$rank->{results}{flag});") : $statement);
    my $known = { event => $event, results => { %{ $rank->{results} } }, at => $at };
    push @{ $rank->{calls} }, $known;
    push @{ $rank->{known} }, _written($self->{procedure}{$name}, $event);
    _note_statuses($self, $rank, $known);
    DTPools::Program::Completions::note_choice($rank, $event);
    @$known{qw(end chooses)} = (scalar @{ $rank->{lines} }, $rank->{chooses});
    _say_contents($self, $rank, $event) if $self->{contents};
    $self->{family_count}{ $self->{procedure}{$name}{family} }++;
    if ($name =~ /_free(?:_keyval)?\z|File_close\z/) {
        $rank->{live} = [grep { $_ ne $event->{args}[0] } @{ $rank->{live} }];
    }
    if ($name =~ $MAKES and !$event->{refused}) {
        push @{ $rank->{live} }, grep { /^[TGCWOIFK]\d/ } map { @$_ } values %{ $event->{gave} // {} };
    }
    return;
}

# Where a type's contents were wrong: what its constructor was given, as what envelope and contents must be.
sub _say_contents {
    my ($self, $rank, $event) = @_;
    my @expected = DTPools::Program::Contents::expected($self, $rank, $event);
    $rank->say(map { "equal(\"$event->{name}, $_->[2]\", $_->[0], $_->[1]);" } @expected);
    push @{ $rank->{live} }, grep { $rank->{made}{$_} } @{ $event->{gave}{array_of_datatypes} // [] };
    return;
}

sub _do_fill {
    my ($self, $rank, $event) = @_;
    my $o = $self->{objects}{ $event->{text} };
    my ($name, $disp, $size) = DTPools::Program::Memory::place($self, $rank, $event->{zero});
    my ($lo, $hi) = DTPools::Program::Objects::extent_of($o, $disp, $size);
    push @{ $rank->{known} }, [$event->{zero} - $disp, $event->{zero} - $disp + $hi];
    $rank->say(_background($self, $lo ? "$name + $lo" : $name, $hi - $lo));
    $rank->say(DTPools::Program::Objects::puts($self, $o, "$name + $disp", @{ $event->{parts} }));
    return;
}

# What is in bytes of no element: zeros where memory is taken for what is touched alone.
sub _background {
    my ($self, $to, $n) = @_;
    return $self->{is_sparse} ? "clear($to, $n);" : "memset($to, $BACKGROUND, $n);";
}

sub _do_expect {
    my ($self, $rank, $event) = @_;
    my $o = $self->{objects}{ $event->{text} };
    my ($name, $disp, $size) = DTPools::Program::Memory::place($self, $rank, $event->{zero});
    my ($lo, $hi) = DTPools::Program::Objects::extent_of($o, $disp, $size);
    return _expect_bytes($self, $rank, $event->{bytes}, $name, $disp) if defined $event->{bytes};
    $self->{want_size} = max($self->{want_size} // 0, $hi);
    $rank->say(_background($self, 'want', $hi),
        DTPools::Program::Objects::puts($self, $o, "want + $disp", @{ $event->{parts} }));
    if ($o->{padded}) {
        my $padding = "(struct values) {.left = $o->{elements}, .only_padding = 1}";
        $rank->say(map { "$o->{put}($_ + $disp, $padding);" } $name, 'want');
    }
    my $compare = $self->{is_sparse} ? 'compare_pages' : 'compare';
    $rank->say("$compare(" . join(', ', qq("$name"), $name, $disp, $lo, $hi) . ');');
    return;
}

# Whether the program has put something there.
sub _is_known {
    my ($rank, $address) = @_;
    return first { $address < $_->[1] and $address >= $_->[0] } @{ $rank->{known} };
}

sub _do_data {
    my ($self, $rank, $event) = @_;
    return if _is_known($rank, $event->{address});
    my ($name, $disp) = DTPools::Program::Memory::place($self, $rank, $event->{address}) or return;
    die "what calls read has all bits of the values\n"
        if !$event->{beside} and _differs_from_numbers($self, $event->{bytes});
    push @{ $rank->{known} }, [$event->{address}, $event->{address} + length($event->{bytes}) / 2];
    $rank->say(_copy("$name + $disp", $event->{bytes}));
    return;
}

# The memory that a call puts something into, sooner or later.
sub _written {
    my ($p, $event) = @_;
    my @params = grep { $p->{params}[$_]{kind} eq 'buffer' && $p->{params}[$_]{direction} ne 'in' }
        0 .. $#{ $p->{params} };
    return map {
        my ($at, $lo, $hi) = DTPools::Program::Record::memory_of($_);
        defined $hi && $hi > $lo ? [$at + $lo, $at + $hi] : ();
    } @{ $event->{args} }[@params];
}

# Bytes that are read where elements are plain numbers, of values that are not combined.
sub _differs_from_numbers {
    my ($self, $hex) = @_;
    return if $self->{bits} or $hex =~ /^(..)\1*\z/;
    my @parts = map { @{ $_->{parts} // [] } } map { @$_ } @{ $self->{ranks} };
    return !grep { @{ $_->{operands} } > 1 } @parts;
}

# Statements with bytes as a string, so many in a line.
my $BYTES_A_LINE = 24;

sub _copy {
    my ($to, $hex) = @_;
    my $n = length($hex) / 2;
    return "memset($to, 0x$1, $n);" if $hex =~ /^(..)\1*\z/;
    my @strings = map { '"' . (join '', map { "\\x$_" } $_ =~ /../g) . '"' } $hex =~ /.{1,@{[2 * $BYTES_A_LINE]}}/g;
    return "memcpy($to, $strings[0], $n);" if @strings == 1;
    return ("memcpy($to,", (map { "    $_" } @strings[0 .. $#strings - 1]), "    $strings[-1], $n);");
}

my $TOO_LARGE = "the file is too large for its bytes to be written down\n";

sub _expect_bytes {
    my ($self, $rank, $hex, $name, $disp) = @_;
    die $TOO_LARGE if $hex eq '-';
    die "the bytes of the file have all bits of the values\n" unless $self->{bits};
    my $end = $disp + length($hex) / 2;
    $self->{want_size} = max($self->{want_size} // 0, $end);
    $rank->say(_copy("want + $disp", $hex), "compare(\"$name\", $name, $disp, $disp, $end);");
    return;
}

# A file that is written, or read, without MPI; what is in it matters where data are compared.
sub _do_write {
    my ($self, $rank, $event) = @_;
    die $TOO_LARGE if $self->{compares} and !_is_known($rank, $event->{address});
    _say_file_access($self, $rank, $event, 'put_file');
    return;
}

sub _do_read {
    my ($self, $rank, $event) = @_;
    _say_file_access($self, $rank, $event, 'get_file');
    return;
}

sub _say_file_access {
    my ($self, $rank, $event, $function) = @_;
    my ($name, $disp) = DTPools::Program::Memory::place($self, $rank, $event->{address});
    $rank->say("$function(\"$event->{name}\", $name + $disp, $event->{n});");
    return;
}

# Which call returned a status, and in which variable, by its number, and by that and its address.
sub _note_statuses {
    my ($self, $rank, $call) = @_;
    my $event = $call->{event};
    for my $name (qw(status array_of_statuses)) {
        my ($array, $first) = ($call->{results}{$name} // '') =~ /^(\w+)\[(\d+)\]\z/ or next;
        my @given = @{ $event->{gave}{$name} // [] };
        my ($at)  = DTPools::Calls::argument($self->{procedure}{ $event->{name} }, $event, $name) =~ /^&(\w+)/ or next;
        for my $k (0 .. $#given) {
            my $variable = "$array\[" . ($first + $k) . ']';
            my $address  = sprintf '%x', hex($at) + $k * ($rank->{width}{MPI_Status} // 0);
            $rank->note_status($_, $variable, $call) for $given[$k], "$given[$k] $address";
        }
    }
    return;
}

# All ranks send each other where what is accessed lies.
sub _say_own_address {
    my ($self, $rank) = @_;
    my $own = $self->{remote}{ $rank->{number} };
    my $at  = defined $own ? DTPools::Program::Memory::address($self, $rank, $own) : undef;
    $rank->say("MPI_Get_address($at, &own);") if defined $at;
    $rank->say('MPI_Allgather(&own, 1, MPI_AINT, remote, 1, MPI_AINT, MPI_COMM_WORLD);');
    return;
}

sub _new_rank {
    my ($self, $number, $events) = @_;
    my $rank = DTPools::Program::Rank->new($number);
    DTPools::Program::Memory::find($self, $rank, $events);
    DTPools::Program::Attributes::find($self, $rank, $events);
    return $rank;
}

sub _run_rank {
    my ($self, $rank, $events) = @_;
    _say_own_address($self, $rank) if $self->{remote};
    for my $event (@$events) {
        $DO{ $event->{do} }->($self, $rank, $event);
    }
    DTPools::Program::End::end($self, $rank, $events);
    for my $name (keys %{ $rank->{next} }) {
        $self->{counts}{$name} = max($self->{counts}{$name} // 0, $rank->{next}{$name});
    }
    $self->{bases} = max($self->{bases} // 0, $rank->{next_base});
    return;
}

1;
