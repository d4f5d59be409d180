package DTPools::Program;

use strict;
use warnings;
no warnings 'portable';    # addresses
use List::Util qw(first max min uniq);

use DTPools::Calls;
use DTPools::Record;

=head1 NAME

DTPools::Program - the stand-alone C program of a recorded case

=head1 SYNOPSIS

    my ($text, $why) = DTPools::Program::write_program(
        record => 'failures/x.record', ranks => 2, table => 'calls/calls.txt', dtp => 'dtpools/dtp', about => ' * ...');

=head1 DESCRIPTION

Each rank's events (L<DTPools::Record>) become statements; those that are the same on all ranks stand outside of the
branches. Memory that the calls touch becomes static arrays, in which an object lies as it did with regard to alignment;
objects are filled and compared by functions that B<dtp put> makes of their type maps. Communicators, windows and files
are made if any rank uses them; types when they are used first.

With C<few>, the program has of the case's rounds the one that failed alone, and not what was beside the operation; with
C<settled>, requests are waited for in the order in which they were completed, where it was left to the MPI. With
C<all>, the program has the cases before that one too; with C<bits>, elements have values of which all bits vary, in
place of plain numbers. Returns the text, or undef and why there is none.

Calls are checked where one of them failed, or files are accessed; elsewhere an error ends the program by itself.

=cut

my $MARGIN     = 64;     # bytes around what is accessed that are compared too
my $ALIGNMENT  = 64;
my $BACKGROUND = 165;
my $COLUMNS    = 116;

# Handles: the array that holds them, and the type.
my %HANDLES = (
    T => ['t',       'MPI_Datatype'],
    C => ['comm',    'MPI_Comm'],
    W => ['win',     'MPI_Win'],
    F => ['file',    'MPI_File'],
    G => ['group',   'MPI_Group'],
    I => ['info',    'MPI_Info'],
    O => ['op',      'MPI_Op'],
    R => ['request', 'MPI_Request'],
    M => ['message', 'MPI_Message'],
    E => ['handler', 'MPI_Errhandler'],
);
my %FREE = (
    T => 'MPI_Type_free', C => 'MPI_Comm_free', W => 'MPI_Win_free', F => 'MPI_File_close',
    G => 'MPI_Group_free', O => 'MPI_Op_free', I => 'MPI_Info_free',
);

# Variables that calls set: by the C type.
my %VARIABLES = (
    int => 'number', MPI_Aint => 'address', MPI_Count => 'count', MPI_Offset => 'offset', MPI_Status => 'status',
);

sub write_program {
    my (%arg) = @_;
    my $ranks = DTPools::Record::read_case(@arg{qw(record ranks all)}) or return (undef, 'nothing was recorded');
    my $table = DTPools::Calls::read_table($arg{table});
    my $self  = {
        %arg, families => $table->{families}, procedure => { map { $_->{name} => $_ } @{ $table->{procedures} } },
        sizes => {}, used => {}, functions => {},
    };
    my $text = eval {
        _settle($_) for $arg{settled} ? @$ranks : ();
        _take_few(@$ranks) if $arg{few};
        _read_objects($self, @$ranks);
        _simplify($self, @$ranks);
        _read_objects($self, @$ranks);    # those that are left
        $self->{checks} = grep { $_->{name} =~ /^MPI_File_/ || DTPools::Record::is_error($_) || defined $_->{class} }
            grep { $_->{do} eq 'call' } map { @$_ } @$ranks;
        $self->{ranks} = $ranks;
        my @shared = _shared_handles($self, @$ranks);
        _drop_unused_ends($_, @shared) for @$ranks;
        my @ranks = map { _new_rank($self, $_, $ranks->[$_], \@shared) } 0 .. $#$ranks;
        _find_remote($self, $ranks, @ranks);
        _run_rank($self, $ranks[$_], $ranks->[$_]) for 0 .. $#ranks;
        _text($self, @ranks);
    };
    return defined $text ? ($text, '') : (undef, $@ =~ s/\n\z//r);
}

# ---- objects ----

# What `dtp put` knows of the objects, and the functions that it writes for them.
sub _read_objects {
    my ($self, @ranks) = @_;
    my @events = map { @$_ } @ranks;
    my @texts = uniq map { $_->{text} } grep { $_->{do} =~ /^(?:fill|expect)\z/ } @events;
    $self->{operates} = grep { ($_->{name} // '') eq 'MPI_Op_create' } @events;
    @texts = uniq @texts, map { _instances_of($_) } @texts if $self->{operates};
    @$self{qw(objects put_functions)} = ({}, '');
    return unless @texts;
    local %ENV = %ENV;
    delete $ENV{LD_PRELOAD};
    open my $in, '-|', $self->{dtp}, 'put', $self->{bits} ? '-bits' : (), $self->{operates} ? '-combine' : (), @texts
        or die "cannot run $self->{dtp}: $!\n";
    for my $k (0 .. $#texts) {
        my $line = <$in> // die "dtp put: nothing said\n";
        my ($lo, $hi, $elements, $padded, $overlaps) = $line =~ /^(-?\d+) (-?\d+) (\d+) (\d) (\d) /
            or die "dtp put: $line";
        $self->{objects}{ $texts[$k] } = {
            put => "put$k", lo => $lo, hi => $hi, elements => $elements, padded => $padded,
        };
    }
    my $functions = do { local $/ = undef; <$in> };
    close $in or die "dtp put failed\n";
    $functions =~ s/^\[WARNING\].*\n?//mg;    # what MPI itself prints at its end
    $functions =~ s/\A\n+|\n+\z//g;
    $self->{put_functions} = $functions;
    return;
}

# The types that a user's operator may be called with: that of the object, or of its first block.
sub _instances_of {
    my ($text) = @_;
    my ($type) = $text =~ /^\d+\*(.*)\z/s or return;
    my ($blocks) = $type =~ /^struct\(\{[^{}]*\}, \{[^{}]*\}, \{(?:\d+x)?(.*)\}\)\z/s or return "1*$type";
    my ($depth, $first) = (0, '');
    for my $c (split //, $blocks) {
        last if $c eq ',' and $depth == 0;
        $depth += $c =~ /[({]/ ? 1 : $c =~ /[)}]/ ? -1 : 0;
        $first .= $c;
    }
    return ("1*$first", "1*$type");
}

# ---- handles ----

my $ENDS = qr/^MPI_(?:Comm_free|Comm_disconnect|Win_free|Win_attach|File_close|Group_free)\z/;

# What is not used is not made, and so not freed.
sub _drop_unused_ends {
    my ($events, @shared) = @_;
    my %shared = map { $_ => 1 } @shared;
    my %made   = map { $_->{handle} => 1 } grep { $_->{do} eq 'make' && $_->{handle} =~ /^[CWF]/ } @$events;
    my $ends_unused = sub {
        my ($event) = @_;
        return if $event->{do} ne 'call' or $event->{name} !~ $ENDS;
        return $made{ $event->{args}[0] } && !$shared{ $event->{args}[0] };
    };
    @$events = grep { !$ends_unused->($_) } @$events;
    return;
}

# Communicators, windows and files that some rank uses within the case, and what they were made of.
sub _shared_handles {
    my ($self, @ranks) = @_;
    my (%used, %made);
    for my $events (@ranks) {
        for my $event (@$events) {
            $made{ $event->{handle} } //= $event if $event->{do} eq 'make';
            $used{$_}++ for $event->{do} eq 'call' && $event->{name} !~ $ENDS ? _handles_of($event) : ();
        }
    }
    my $more = 1;
    while ($more) {
        $more = 0;
        for my $handle (grep { $made{$_} } keys %used) {
            $used{$_}++ or $more = 1 for _handles_of($made{$handle});
        }
    }
    return grep { /^[CWF]/ } sort keys %used;
}

# ---- what is left out ----

# Where the status of a request is that is waited for by itself: at an address of its own.
my $STATUSES = 1 << 56;

# Which of several requests is complete first is not the program's to say: they are waited for as they were completed.
sub _settle {
    my ($events) = @_;
    my $completes = sub { $_[0]{do} eq 'call' && $_[0]{name} =~ /^MPI_(?:Test|Wait)(?:any|some|all)?\z/ };
    @$events = map { $completes->($_) ? _waits($_) : $_ } @$events;
    return;
}

sub _waits {
    my ($event) = @_;
    my ($name, $gave) = ($event->{name}, $event->{gave} // {});
    return $event if !$event->{gave} or ($event->{code} // 1) ne '0' or $name =~ /^MPI_Wait(?:all)?\z/;
    my ($flag) = @{ $gave->{flag} // [1] };
    return () unless $flag;
    my @args = @{ $event->{args} };
    return { %$event, name => 'MPI_Wait',    args => [@args[0, 2]] }    if $name eq 'MPI_Test';
    return { %$event, name => 'MPI_Waitall', args => [@args[0, 1, 3]] } if $name eq 'MPI_Testall';
    my @requests = _entries($args[1]);
    my @which    = grep { $_ >= 0 } @{ $gave->{index} // $gave->{array_of_indices} // [] };
    my @statuses = @{ $gave->{status} // $gave->{array_of_statuses} // [] };
    return map {
        my ($number) = $requests[ $which[$_] ] =~ /^R(\d+)\z/;
        my $status   = defined $number && @statuses ? sprintf '&%x:0:1', $STATUSES + $number : 'MPI_STATUS_IGNORE';
        my $gave     = { status => [$statuses[$_] // ()] };
        +{ %$event, name => 'MPI_Wait', args => [$requests[ $which[$_] ], $status], gave => $gave };
    } 0 .. $#which;
}

# Of the rounds, the first that failed; not what is beside the operation, unless it is what failed.
sub _take_few {
    my (@ranks) = @_;
    my @failed = grep { $_->{do} eq 'failed' } map { @$_ } @ranks;
    my $round  = min(map { $_->{round} // () } @failed);
    my $beside = grep { $_->{what} =~ /, started after / } @failed;
    for my $events (@ranks) {
        @$events = grep { !defined $round or ($_->{round} // $round) == $round } @$events;
        @$events = grep { !$_->{beside} } @$events unless $beside;
    }
    return;
}

# What is not needed to show the fault: numbers that were right with the queries that told them, comparisons that found
# nothing where others found something, objects that no call touches.
sub _simplify {
    my ($self, @ranks) = @_;
    my $any_failed = 0;
    for my $events (@ranks) {
        for my $k (1 .. $#$events) {
            my ($before, $event) = @$events[$k - 1, $k];
            next unless $event->{do} eq 'failed';    # what is wrong and known is not told
            $any_failed = 1;
            @$before{qw(bad failure)} = (1, $event) if $before->{do} =~ /^(?:expect|number)\z/;
        }
    }
    $self->{contents} = grep { $_->{do} eq 'failed' && $_->{kind} eq 'contents' } map { @$_ } @ranks;
    for my $events (@ranks) {
        my %told = map { $_->{what} => 1 } grep { $_->{do} eq 'number' && $_->{bad} } @$events;
        $told{$_} = 1 for $self->{contents} ? qw(MPI_Type_get_envelope MPI_Type_get_contents) : ();
        $told{$_} = 1 for map { $_->{do} eq 'failed' ? $_->{what} =~ /(MPI_\w+):/g : () } @$events;
        @$events = grep {
            $_->{do} eq 'number' ? $_->{bad}
                : $_->{do} eq 'expect' ? ($_->{bad} or !$any_failed)
                : _is_query($_) ? ($told{ $_->{name} } or DTPools::Record::is_error($_))
                : 1;
        } @$events;
        my @touched = map { /^&(\w+):(-?\d+):(-?\d+)\z/ && $3 > $2 ? [hex($1) + $2, hex($1) + $3] : () }
            map { @{ $_->{args} } } grep { $_->{args} } @$events;
        _drop_unused_types($events);
        push @touched, map { [$_->{zero} - $MARGIN, $_->{zero} + $MARGIN] } grep { $_->{do} eq 'expect' } @$events;
        @$events = grep {
            my $e = $_;
            my $o = $e->{do} eq 'fill' ? $self->{objects}{ $e->{text} } : undef;
            !$o or grep { $_->[0] < $e->{zero} + max(1, $o->{hi}) && $_->[1] > $e->{zero} + min(0, $o->{lo}) } @touched;
        } @$events;
    }
    return;
}

# A call that only tells something.
sub _is_query {
    my ($event) = @_;
    return $event->{do} eq 'call' && $event->{name} =~ /^MPI_(?:
        Get_(?:address|count|elements|library|processor|version) | Type_(?:size|get) |
        Comm_(?:rank|size|test_inter|remote_size|compare) | Pack_size | Pack_external_size | Topo_test)/x;
}

# Types that only constructors, commit and free know of are not made; where they are many, others are there in their
# place.
my $MANY_TYPES = 200;

sub _drop_unused_types {
    my ($events) = @_;
    my %used;
    my $keeps = sub { $_[0]{do} eq 'call' ? !_manages_types($_[0]) : $_[0]{do} eq 'make' && $_[0]{handle} !~ /^T/ };
    $used{$_} = 1 for map { _handles_of($_) } grep { $keeps->($_) } @$events;
    for my $e (reverse @$events) {
        my @made = $e->{do} eq 'make' ? $e->{handle} : map { @$_ } values %{ $e->{gave} // {} };
        next unless $e->{args} and grep { $used{$_} } @made;
        $used{$_} = 1 for _handles_of($e);
    }
    my $serves = sub {
        my ($e) = @_;
        return $used{ $e->{handle} } if $e->{do} =~ /^(?:make|commit)\z/;
        return 1 if $e->{do} ne 'call' or DTPools::Record::is_error($e);
        return grep { $used{$_} } $e->{name} =~ /commit|free/
            ? $e->{args}[0]
            : map { @$_ } values %{ $e->{gave} // {} };
    };
    my $made = grep { $_->{do} eq 'call' && $_->{gave}{newtype} } @$events;
    @$events = grep { $keeps->($_) || $serves->($_) } @$events;
    $made -= grep { $_->{do} eq 'call' && $_->{gave}{newtype} } @$events;
    unshift @$events, { do => 'alive', n => $made } if $made >= $MANY_TYPES;
    return;
}

sub _manages_types {
    my ($event) = @_;
    return $event->{name} =~ /^MPI_Type_(?!get|size|[sg]et_name|[sg]et_attr)/;
}

sub _handles_of {
    my ($event) = @_;
    return map { /^\[(.*)\]\z/ ? split(/,/, $1) : $_ } @{ $event->{args} };
}

# The C expression of a handle: a number in its array by first use.
sub _handle {
    my ($rank, $token) = @_;
    return $token if $token =~ /^MPI_/;
    my ($letter) = $token =~ /^([A-Z])\d+\z/ or die "a handle that nobody made\n";
    my $index = $rank->{handles}{$token} //= $rank->{next}{$letter}++;
    return "$HANDLES{$letter}[0]\[$index]";
}

# ---- memory ----

# Intervals of memory that events touch, merged: each is an array of the program.
sub _find_memory {
    my ($self, $rank, $events) = @_;
    my (@spans, @given);
    for my $event (@$events) {
        if ($event->{do} =~ /^(?:fill|expect)\z/) {
            my $o = $self->{objects}{ $event->{text} };
            push @spans, [$event->{zero} + min(0, $o->{lo}) - $MARGIN, $event->{zero} + max(0, $o->{hi}) + $MARGIN];
        }
        push @given, [$event->{memory}[0], $event->{memory}[0] + $event->{memory}[1], $event->{handle}]
            if $event->{memory};
        next unless $event->{args};
        my $p = $self->{procedure}{ $event->{name} } // next;
        for my $k (0 .. $#{ $p->{params} }) {
            my ($kind, $direction) = @{ $p->{params}[$k] }{qw(kind direction)};
            next unless $kind =~ /^(?:buffer|memory|cmemory)\z/ and "$direction $kind" ne 'out memory';
            my ($at, $lo, $hi) = ($event->{args}[$k] // '') =~ /^&(\w+):(-?\d+):(-?\d+)\z/ or next;
            push @spans, [$lo, $hi] if !hex $at and $hi > $lo;    # from MPI_BOTTOM
            push @spans, [hex($at) + min($lo, 0), hex($at) + max($hi, 1)] if hex $at and $hi > $lo || $lo == 0;
        }
        if ($event->{do} eq 'call' and $event->{gave}{baseptr}) {
            my ($size) = _named_argument($self, $event, 'size');
            push @given, [hex($_ =~ s/^&//r), hex($_ =~ s/^&//r) + $size, $event] for @{ $event->{gave}{baseptr} };
        }
    }
    my @merged;
    for my $s (sort { $a->[0] <=> $b->[0] } @spans) {
        if (my $g = first { $s->[1] > $_->[0] and $s->[0] < $_->[1] } @given) {
            next;
        }
        if (@merged and $s->[0] <= $merged[-1][1]) {
            $merged[-1][1] = max($merged[-1][1], $s->[1]);
        }
        else {
            push @merged, [@$s];
        }
    }
    $_->[0] -= $_->[0] % $ALIGNMENT for @merged;
    _note_roles($self, $rank, $events);
    $rank->{memory} = \@merged;
    $rank->{given}  = \@given;
    return;
}

sub _named_argument {
    my ($self, $event, $name) = @_;
    my $params = $self->{procedure}{ $event->{name} }{params};
    my ($k) = grep { $params->[$_]{name} eq $name } 0 .. $#$params;
    return defined $k ? $event->{args}[$k] : undef;
}

# What memory is for: a window, what is received, what is sent.
sub _note_roles {
    my ($self, $rank, $events) = @_;
    for my $event (grep { $_->{do} =~ /^(?:call|make)\z/ } @$events) {
        my $p = $self->{procedure}{ $event->{name} } // next;
        for my $k (0 .. $#{ $p->{params} }) {
            my $param = $p->{params}[$k];
            my ($at, $lo, $hi) = ($event->{args}[$k] // '') =~ /^&(\w+):(-?\d+):(-?\d+)\z/ or next;
            my $role = $param->{kind} eq 'memory' ? 'winbuf' : $param->{kind} ne 'buffer' ? next
                : $param->{name} =~ /recv|result|outbuf|inout/ || $param->{direction} ne 'in' ? 'recvbuf' : 'sendbuf';
            push @{ $rank->{roles}{$role} }, hex $at ? hex $at : $lo if $hi > $lo;
        }
    }
    return;
}

# SENDBUF, or SENDBUF2 and so on.
sub _array_name {
    my ($rank, $m) = @_;
    my $has  = sub { grep { $_ >= $m->[0] && $_ < $m->[1] } @{ $rank->{roles}{ $_[0] } // [] } };
    my $role = (first { $has->($_) } qw(winbuf recvbuf sendbuf)) // 'buf';
    my $n = ++$rank->{arrays}{$role};
    return $n > 1 ? "$role$n" : $role;
}

# The array, the displacement in it and how large it is, of an address.
sub _place {
    my ($self, $rank, $address) = @_;
    for my $g (@{ $rank->{given} }) {
        next unless $address >= $g->[0] && $address < $g->[1];
        $g->[3] //= $rank->{next_base}++;
        return ("base[$g->[3]]", $address - $g->[0], $g->[1] - $g->[0]);
    }
    for my $m (@{ $rank->{memory} }) {
        next unless $address >= $m->[0] && $address <= $m->[1];
        my $name = $m->[2] //= _array_name($rank, $m);
        $self->{sizes}{$name} = max($self->{sizes}{$name} // 0, $m->[1] - $m->[0]);
        return ($name, $address - $m->[0], $m->[1] - $m->[0]);
    }
    return;
}

sub _address {
    my ($self, $rank, $address) = @_;
    my ($name, $disp) = _place($self, $rank, $address)
        or die sprintf "address %x is in no memory that is known\n", $address;
    return $disp ? "$name + $disp" : $name;
}

# Dynamic windows are accessed at addresses of other ranks: which, and of which rank.
sub _find_remote {
    my ($self, $events, @ranks) = @_;
    for my $rank (@ranks) {
        for my $event (grep { $_->{do} eq 'call' } @{ $events->[ $rank->{number} ] }) {
            my $address = _named_argument($self, $event, 'target_disp') // next;
            next unless $address =~ /^\d{8,}\z/;
            my $target = _named_argument($self, $event, 'target_rank');
            my ($owner) = grep { _holds($_, $address) } ($ranks[$target] // (), @ranks) or next;
            next if $owner == $rank;
            $self->{remote}{ $owner->{number} } //= $address;
            $rank->{elsewhere}{$address} = $owner->{number};
        }
    }
    return;
}

sub _holds {
    my ($rank, $address) = @_;
    return scalar grep { $address >= $_->[0] && $address < $_->[1] } @{ $rank->{memory} };
}

# All ranks tell each other where what is accessed lies.
sub _say_own_address {
    my ($self, $rank) = @_;
    my $own = $self->{remote}{ $rank->{number} };
    _say($rank, 'MPI_Get_address(' . _address($self, $rank, $own) . ', &own);') if defined $own;
    _say($rank, 'MPI_Allgather(&own, 1, MPI_AINT, remote, 1, MPI_AINT, MPI_COMM_WORLD);');
    return;
}

# ---- arguments ----

# The first of n variables of a type at an address, each at the same place in its array whenever it is used.
sub _variable {
    my ($self, $rank, $type, $address, $n) = @_;
    my $array = $VARIABLES{$type} // die "a variable of type $type\n";
    my $key   = "$array $address";
    my $index = $rank->{variables}{$key};
    if (!defined $index or $rank->{lengths}{$key} < $n) {
        $index = $rank->{next}{$array} // 0;
        $rank->{next}{$array} = $index + $n;
        for my $k (0 .. $n - 1) {
            $rank->{variables}{ "$array " . ($address + $k * ($rank->{width}{$type} // 0)) } = $index + $k
                unless $k && !$rank->{width}{$type};
        }
        $rank->{lengths}{$key} = $n;
    }
    return "$array\[$index]";
}

# Lists of equal numbers at equal distances stay readable as they are; very long ones are left to loops of the reader's.
sub _array {
    my ($base, @values) = @_;
    @values = ($base eq 'MPI_Datatype' ? 'MPI_BYTE' : 0) unless @values;
    return "($base\[]) {" . join(', ', @values) . '}';
}

sub _entries {
    my ($token) = @_;
    return $token =~ /^\[(.*)\]\z/s ? split(/,/, $1) : ();
}

# A number: where it is an absolute address of memory that the program has, that address.
sub _number {
    my ($self, $rank, $param, $token) = @_;
    return $token unless $param->{base} =~ /^MPI_(?:Aint|Count)\z/ and $token =~ /^\d{8,}\z/;
    my $owner = $param->{name} eq 'target_disp' ? $rank->{elsewhere}{$token} : undef;
    if (defined $owner) {
        my $further = $token - $self->{remote}{$owner};
        return "remote\[$owner]" . ($further ? sprintf ' %s %d', $further < 0 ? '-' : '+', abs $further : '');
    }
    my ($name, $disp) = _place($self, $rank, $token) or return $token;
    return "(MPI_Aint) ($name + $disp)";
}

sub _argument {
    my ($self, $rank, $event, $param, $token) = @_;
    my $kind = $param->{kind};
    return $token if $param->{is_pointer} && $token =~ /^MPI_\w+(?: \| MPI_\w+)*\z/ && $token !~ /_NULL\z/;
    return 'NULL' if $token eq 'NULL';
    return 'operate' if $token eq 'function' and $event->{name} eq 'MPI_Op_create';
    die "$event->{name}: a function of the application's\n" if $token eq 'function';
    if ($kind =~ /^(?:buffer|memory|cmemory)\z/) {
        return 'MPI_IN_PLACE' if $token eq 'MPI_IN_PLACE';
        my ($at, $lo, $hi) = $token =~ /^&(\w+):(-?\d+):(-?\d+)\z/ or die "$event->{name}: '$token': expected memory\n";
        return _base_pointer($self, $rank, $event) if $kind eq 'memory' and $param->{direction} eq 'out';
        return 'MPI_BOTTOM' if hex $at == 0;
        return 'NULL' if $lo == $hi and !_place($self, $rank, hex $at);
        return $rank->{told_now}{ $param->{name} } = _address($self, $rank, hex $at);
    }
    if ($param->{base} =~ /^MPI_(?:Datatype|Comm|Win|File|Group|Info|Op|Request|Message|Errhandler)\z/) {
        return _handle_argument($self, $rank, $event, $param, $token);
    }
    return '(char[MPI_MAX_OBJECT_NAME]) {0}' if $kind eq 'string' && $param->{direction} eq 'out';
    return _string($token) if $kind eq 'string';
    if (my ($at, $value) = $token =~ /^&(\w+)=(-?\d+)\z/) {
        my $variable = _variable($self, $rank, $param->{base}, hex $at, 1);
        _say($rank, "$variable = $value;") if ($rank->{holds}{$variable} // 0) ne $value;
        $rank->{holds}{$variable} = $event->{gave}{ $param->{name} }[0] // 'unknown';
        $rank->{told_now}{ $param->{name} } = $variable;
        return "&$variable";
    }
    if (my ($pointer, $n, $status) = $token =~ /^&(\w+):0:(-?\d+)(~\d+)?\z/) {
        my $copied = defined $status ? $rank->{status_of}{$status} : undef;
        return "&$copied" if $copied;
        my $variable = _variable($self, $rank, $param->{base}, hex $pointer, max($n, 1));
        $rank->{holds}{$variable} = $event->{gave}{ $param->{name} }[0] // 'unknown';
        $rank->{told}{ $event->{name} } = [$variable, @{ $rank->{told}{ $event->{name} } // [] }]
            if $param->{base} ne 'MPI_Status';
        $rank->{told_now}{ $param->{name} } = $variable;
        return "&$variable";
    }
    return _array($param->{base}, map { _number($self, $rank, $param, $_) } _entries($token)) if $token =~ /^\[/;
    return _number($self, $rank, $param, $token);
}

sub _base_pointer {
    my ($self, $rank, $event) = @_;
    my $g = first { $_->[2] eq ($event->{handle} // $event) } @{ $rank->{given} }
        or return '&base[' . $rank->{next_base}++ . ']';
    $g->[3] //= $rank->{next_base}++;
    return "&base[$g->[3]]";
}

sub _string {
    my ($token) = @_;
    my ($text) = $token =~ /^"(.*)"\z/s;
    $text =~ s{.*/}{};
    $text =~ s/%([0-9a-f]{2})/chr hex $1/ge;
    $text =~ s/([\\"])/\\$1/g;
    $text =~ s/\n/\\n/g;
    return qq("$text");
}

sub _handle_argument {
    my ($self, $rank, $event, $param, $token) = @_;
    my $given = $event->{gave}{ $param->{name} };
    if ($param->{direction} eq 'out') {
        my ($letter) = grep { $HANDLES{$_}[1] eq $param->{base} } keys %HANDLES;
        return '&' . _handle($rank, $event->{handle}) if defined $event->{handle};
        my @given  = $given ? @$given : "${letter}999999";
        my @tokens = map { /^MPI_/ ? $letter . (1000000 + $rank->{strange}++) : $_ } @given;
        delete $rank->{handles}{$_} for @tokens;
        my @names = map { _handle($rank, $_) } @tokens;
        return "&$names[0]";
    }
    my @names = map { _handle($rank, $_) } $token =~ /^\[/ ? _entries($token) : $token;
    if ($param->{direction} eq 'in') {
        return $token =~ /^\[/ ? _array($param->{base}, @names) : $names[0];
    }
    return "&$names[0]" if $token !~ /^\[/ and $names[0] !~ /^MPI_/;
    my @indices = map { /\[(\d+)\]\z/ ? $1 : -1 } @names;
    my $in_row = @indices && !grep { $indices[$_] != $indices[0] + $_ or $indices[$_] < 0 } 0 .. $#indices;
    return $in_row ? "&$names[0]" : _array($param->{base}, @names);
}

# ---- statements ----

sub _say {
    my ($rank, @lines) = @_;
    push @{ $rank->{lines} }, @lines;
    return;
}

sub _call {
    my ($self, $rank, $event) = @_;
    my $p = $self->{procedure}{ $event->{name} } // die "$event->{name}: not in the table\n";
    local $rank->{told}{ $event->{name} } = undef;
    my @args = map { _argument($self, $rank, $event, $p->{params}[$_], $event->{args}[$_]) } 0 .. $#{ $p->{params} };
    return ("$event->{name}(" . join(', ', @args) . ')', $rank->{told}{ $event->{name} });
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
    number => \&_do_number,
    failed => \&_do_failed,
);

# Types that nobody uses.
sub _do_alive {
    my ($self, $rank, $event) = @_;
    $self->{alive} = max($self->{alive} // 0, $event->{n});
    _say($rank, "for (int i = 0; i < $event->{n}; i++) {");
    _say($rank, '    MPI_Type_vector(1 + i % 7, 1 + i % 3, 4 + i, MPI_INT, &more[i]);');
    _say($rank, '    MPI_Type_commit(&more[i]);', '}');
    $rank->{alive} = $event->{n};
    return;
}

sub _do_commit {
    my ($self, $rank, $event) = @_;
    _say($rank, 'MPI_Type_commit(&' . _handle($rank, $event->{handle}) . ');');
    return;
}

sub _do_make {
    my ($self, $rank, $event) = @_;
    return if $event->{handle} =~ /^[CWF]/ and !$rank->{shared}{ $event->{handle} };
    my ($call) = _call($self, $rank, $event);
    _say($rank, "$call;");
    $rank->{made}{ $event->{handle} } = $event;
    my $letter = substr $event->{handle}, 0, 1;
    _say($rank, "MPI_$1_set_errhandler(" . _handle($rank, $event->{handle}) . ', MPI_ERRORS_RETURN);')
        if $HANDLES{$letter}[1] =~ /^MPI_(Comm|Win)\z/ && $self->{checks};
    push @{ $rank->{live} }, $event->{handle};
    return;
}

my $NEVER_CHECKED = qr/^MPI_(?:
    Type_(?:commit|free|dup|size|get) | Comm_(?:rank|size|group|free) | Group_ | Get_ | Win_free)/x;

sub _do_call {
    my ($self, $rank, $event) = @_;
    $rank->{told_now} = {};
    my ($call, $told) = _call($self, $rank, $event);
    my $name = $event->{name};
    my $is_checked = $self->{checks} && $name !~ $NEVER_CHECKED;
    $self->{checked} ||= $is_checked && !defined $event->{class};
    $self->{classes} ||= defined $event->{class};
    my $checked = $is_checked ? "call($call, \"$name\");" : "$call;";
    _say($rank, defined $event->{class} ? "fails($call, \"$name\", $event->{class});" : $checked);
    push @{ $rank->{calls} }, { event => $event, told => { %{ $rank->{told_now} } } };
    _note_statuses($rank, $event);
    _say_contents($self, $rank, $event) if $self->{contents};
    $self->{family_count}{ $self->{procedure}{$name}{family} }++;
    if ($name =~ /_free\z|File_close\z/) {
        $rank->{live} = [grep { $_ ne $event->{args}[0] } @{ $rank->{live} }];
    }
    if ($name =~ /^MPI_(?:Type_(?!get)|Group|Comm|Win|Graph|Cart|Dist|Inter)/) {
        push @{ $rank->{live} }, grep { /^[TGCW]\d/ } map { @$_ } values %{ $event->{gave} // {} };
    }
    return;
}

# Where a type's contents were told wrongly: what its constructor was given, as what envelope and contents must tell.
sub _say_contents {
    my ($self, $rank, $event) = @_;
    my ($type) = ($event->{gave}{newtype} // [])->[0];
    $rank->{made}{$type} = $event if defined $type;
    return unless $event->{name} =~ /^MPI_Type_get_(?:envelope|contents)\z/
        and my $made = $rank->{made}{ $event->{args}[0] };
    my $told = $rank->{told_now};
    my $p = $self->{procedure}{ $made->{name} };
    my %values = (int => [], MPI_Aint => []);
    for my $k (0 .. $#{ $p->{params} }) {
        my $arg = $made->{args}[$k];
        push @{ $values{ $p->{params}[$k]{base} } }, $arg =~ /^\[/ ? _entries($arg) : $arg;
    }
    my $combiner = 'MPI_COMBINER_' . uc($p->{row} =~ s/^MPI_Type_(?:create_)?//r);
    my @expected = $told->{combiner} ? [$told->{combiner}, $combiner, 'combiner'] : (
        _expected_entries($told->{array_of_integers}, 'integer', @{ $values{int} }),
        _expected_entries($told->{array_of_addresses}, 'address', @{ $values{MPI_Aint} }),
    );
    my ($ints, $addresses) = map { _named_argument($self, $event, $_) } qw(max_integers max_addresses);
    return if @expected > 40 or defined $ints && ($ints != @{ $values{int} } || $addresses != @{ $values{MPI_Aint} });
    $self->{numbers} ||= @expected;
    _say($rank, map { "equal(\"$event->{name}, $_->[2]\", $_->[0], $_->[1], $_->[1]);" } @expected);
    return;
}

sub _expected_entries {
    my ($variable, $what, @values) = @_;
    my ($array, $first) = ($variable // '') =~ /^(\w+)\[(\d+)\]\z/ or return;
    return map { ["$array\[" . ($first + $_) . ']', $values[$_], "$what $_"] } 0 .. $#values;
}

# Statements that put values into an object, for each part of it.
sub _puts {
    my ($self, $o, $place, @parts) = @_;
    my ($skip, @lines) = (0);
    for my $part (@parts) {
        die "values that are combined are numbers\n"
            if $self->{bits} and @{ $part->{operands} } > 1 and $part->{op} !~ /^MPI_(?:REPLACE|NO_OP)\z/;
        if ($part->{op} eq 'MPI_OP_NULL' and @{ $part->{operands} } > 1) {
            push @lines, _operated($self, $o, $place, $skip, $part);
            $skip += $part->{elements};
            next;
        }
        for my $run (_runs($part)) {
            my ($start, $step, $count, $further) = @$run;
            my $values = join ', ', $start, $step, $count, map { $_ ? ($_) : () } $skip + $further;
            $self->{skips} ||= $skip + $further > 0;
            push @lines, "$o->{put}($place, (struct values) {$values});" if $count > 0;
        }
        $skip += $part->{elements};
    }
    return @lines;
}

# A user's operator that does not commute: the last operand, and those before it from the left, one after the other.
sub _operated {
    my ($self, $o, $place, $skip, $part) = @_;
    my ($disp) = $place =~ /^want(.*)/ or die "operands are combined elsewhere\n";
    my ($last, @before) = reverse @{ $part->{operands} };
    $self->{skips}  ||= $skip > 0;
    $self->{operand} = 1;
    my $put = sub {
        my ($to, $values) = @_;
        return "$o->{put}($to$disp, (struct values) {" . join(', ', @$values, $part->{count}, $skip || ()) . '});';
    };
    my $skipped = $skip ? ".skip = $skip, " : '';
    my $by = ".left = $part->{count}, $skipped.in = operand$disp, .inout = want$disp";
    my $combine = "$o->{put}(want$disp, (struct values) {$by});";
    return ($put->('want', $last), map { ($put->('operand', $_), $combine) } @before);
}

my %OPERATORS = (
    MPI_SUM  => sub { $_[0] + $_[1] },
    MPI_PROD => sub { $_[0] * $_[1] },
    MPI_MIN  => sub { min(@_) },
    MPI_MAX  => sub { max(@_) },
    MPI_BAND => sub { $_[0] & $_[1] },
    MPI_BOR  => sub { $_[0] | $_[1] },
    MPI_BXOR => sub { $_[0] ^ $_[1] },
    MPI_LAND => sub { $_[0] && $_[1] ? 1 : 0 },
    MPI_LOR  => sub { $_[0] || $_[1] ? 1 : 0 },
    MPI_LXOR => sub { !$_[0] != !$_[1] ? 1 : 0 },
);

# The values of a part as linear runs: [start, step, count, elements before it].
sub _runs {
    my ($part) = @_;
    my @operands = @{ $part->{operands} };
    return [0, 0, 0, 0] unless @operands and $part->{count} > 0;
    return [@{ $operands[-1] }, $part->{count}, 0] if @operands == 1 or $part->{op} eq 'MPI_REPLACE';
    return [@{ $operands[0] }, $part->{count}, 0] if $part->{op} eq 'MPI_NO_OP';
    my $sum = sub { my ($k) = @_; my $s = 0; $s += $_->[$k] for @operands; $s };
    return [$sum->(0), $sum->(1), $part->{count}, 0] if $part->{op} eq 'MPI_SUM';
    my $by = $OPERATORS{ $part->{op} } or die "the operator $part->{op}\n";
    use integer;
    my @values;
    for my $k (0 .. $part->{count} - 1) {
        my ($value, @rest) = map { $_->[0] + $k * $_->[1] } @operands;
        $value = $by->($value, $_) for @rest;
        push @values, $value;
    }
    my @runs;
    for my $k (0 .. $#values) {
        my $run = $runs[-1];
        if ($run and $run->[2] == 1) { $run->[1] = $values[$k] - $run->[0]; $run->[2]++ }
        elsif ($run and $values[$k] == $run->[0] + $run->[1] * $run->[2]) { $run->[2]++ }
        else { push @runs, [$values[$k], 0, 1, $k] }
    }
    return @runs;
}

# The bytes of an object that are compared: displacements in its array.
sub _extent_of {
    my ($o, $disp, $size) = @_;
    my $lo = max(0, $disp + min(0, $o->{lo}) - $MARGIN);
    return ($lo < $ALIGNMENT ? 0 : $lo, min($size, $disp + max(0, $o->{hi}) + $MARGIN));
}

sub _do_fill {
    my ($self, $rank, $event) = @_;
    my $o = $self->{objects}{ $event->{text} };
    my ($name, $disp, $size) = _place($self, $rank, $event->{zero});
    my ($lo, $hi) = _extent_of($o, $disp, $size);
    push @{ $rank->{known} }, [$event->{zero} - $disp, $event->{zero} - $disp + $hi];
    _say($rank, sprintf 'memset(%s%s, %d, %d);', $name, $lo ? " + $lo" : '', $BACKGROUND, $hi - $lo);
    _say($rank, _puts($self, $o, "$name + $disp", @{ $event->{parts} }));
    return;
}

sub _do_expect {
    my ($self, $rank, $event) = @_;
    my $o = $self->{objects}{ $event->{text} };
    my ($name, $disp, $size) = _place($self, $rank, $event->{zero});
    my ($lo, $hi) = _extent_of($o, $disp, $size);
    $self->{want_size} = max($self->{want_size} // 0, $hi);
    _say($rank, sprintf('memset(want, %d, %d);', $BACKGROUND, $hi),
        _puts($self, $o, "want + $disp", @{ $event->{parts} }));
    if ($o->{padded}) {
        my $padding = "(struct values) {.left = $o->{elements}, .only_padding = 1}";
        _say($rank, map { "$o->{put}($_ + $disp, $padding);" } $name, 'want');
    }
    $self->{compares} = 1;
    _say($rank, 'compare(' . join(', ', qq("$name"), $name, $disp, $lo, $hi) . ');');
    return;
}

sub _do_data {
    my ($self, $rank, $event) = @_;
    return if first { $event->{address} < $_->[1] and $event->{address} >= $_->[0] } @{ $rank->{known} };
    my ($name, $disp) = _place($self, $rank, $event->{address}) or return;
    push @{ $rank->{known} }, [$event->{address}, $event->{address} + length($event->{bytes}) / 2];
    my $text = join '', map { "\\x$_" } $event->{bytes} =~ /../g;
    _say($rank, "memcpy($name + $disp, \"$text\", " . length($event->{bytes}) / 2 . ');');
    return;
}

# The variable that a call has told a number in, or the field of the last status that has it.
sub _told {
    my ($rank, $what, $found) = @_;
    if ($what =~ /^MPI_(SOURCE|TAG)\z/) {
        my $status = first { $_->{ lc $1 } eq $found } reverse @{ $rank->{statuses} // [] };
        return $status ? "$status->{variable}.$what" : undef;
    }
    my $call = first { $_->{event}{name} eq $what } reverse @{ $rank->{calls} } or return;
    my $gave = $call->{event}{gave} // {};
    my ($name) = grep { defined $call->{told}{$_} and ($gave->{$_}[0] // '') eq $found } sort keys %$gave;
    return defined $name ? $call->{told}{$name} : undef;
}

# Where the statuses are that a call has told.
sub _note_statuses {
    my ($rank, $event) = @_;
    for my $name (qw(status array_of_statuses)) {
        my ($array, $first) = ($rank->{told_now}{$name} // '') =~ /^(\w+)\[(\d+)\]\z/ or next;
        my @told = @{ $event->{gave}{$name} // [] };
        for my $k (0 .. $#told) {
            my ($id, $source, $tag) = split m{/}, $told[$k];
            my $variable = "$array\[" . ($first + $k) . ']';
            $rank->{status_of}{$id} = $variable;
            push @{ $rank->{statuses} }, { variable => $variable, source => $source, tag => $tag };
        }
    }
    return;
}

sub _do_number {
    my ($self, $rank, $event) = @_;
    return if $event->{what} eq 'MPI_ERROR';
    my $variable = _told($rank, @$event{qw(what found)}) // return;
    $event->{failure}{told} = 1;
    $self->{numbers} = 1;
    _say($rank, "equal(\"$event->{what}\", $variable, $event->{expected}, $event->{other});");
    return;
}

# What a failure says of a number: CALL: WHAT: expected N, found N; of room: CALL: expected at least the N bytes; of a
# byte that was packed: CALL: byte N of N: expected 0xNN; of a name: CALL: expected 'NAME' of N.
sub _do_failed {
    my ($self, $rank, $event) = @_;
    return if $event->{told};
    my $text = $event->{what};
    if ($text =~ /(MPI_\w+): ([\w ]+): expected (-?\d+), (?:MPI says|found) (-?\d+)/) {
        my ($call, $what, $expected) = ($1, $2, $3);
        my $like = $what =~ /lower/ ? qr/lb/ : $what =~ /extent/ ? qr/extent/ : qr/\Q$what\E/;
        _say_equal($self, $rank, $call, $like, ", $what", sub { ($_[0], $expected) });
    }
    elsif ($text =~ /(MPI_\w+): expected at least the (\d+) bytes/) {
        my $least = $2;
        _say_equal($self, $rank, $1, qr/size/, ', at least', sub { ("$_[0] < $least ? $_[0] : $least", $least) });
    }
    elsif ($text =~ /(MPI_\w+): byte (\d+) of \d+: expected (0x\w+)/) {
        my ($byte, $expected) = ($2, $3);
        _say_equal($self, $rank, $1, qr/outbuf/, ", byte $byte", sub { ("($_[0])[$byte]", $expected) });
    }
    elsif ($text =~ /(MPI_Type_get_name): expected '.*?' of (\d+)/) {
        my $length = $2;
        _say_equal($self, $rank, $1, qr/resultlen/, ', length', sub { ($_[0], $length) });
    }
    return;
}

# Compares what the last call of that name has told in the parameter.
sub _say_equal {
    my ($self, $rank, $call, $like, $what, $compared) = @_;
    my $last = first { $_->{event}{name} eq $call } reverse @{ $rank->{calls} } or return;
    my ($param) = grep { $_ =~ $like } sort keys %{ $last->{told} };
    return unless defined $param;
    my ($found, $expected) = $compared->($last->{told}{$param});
    $self->{numbers} = 1;
    _say($rank, "equal(\"$call$what\", $found, $expected, $expected);");
    return;
}

# Many handles that follow each other are freed in a loop.
my $MANY_FREED = 4;

sub _frees {
    my (@lines) = @_;
    my (@done, @run);
    for my $line (@lines, '') {
        my ($free, $k) = $line =~ /^(.*)\[(\d+)\]\);\z/;
        if (@run and (!defined $k or $run[0]{free} ne $free or $run[-1]{k} - 1 != $k)) {
            my ($first, $last) = @run[0, -1];
            push @done, @run < $MANY_FREED ? map { $_->{line} } @run
                : ("for (int i = $first->{k}; i >= $last->{k}; i--)", "    $first->{free}\[i]);");
            @run = ();
        }
        push @run, { line => $line, free => $free, k => $k } if defined $k;
        push @done, $line if !defined $k && length $line;
    }
    return @done;
}

# ---- a rank ----

sub _new_rank {
    my ($self, $number, $events, $shared) = @_;
    my $rank = {
        number => $number, lines => [], live => [], calls => [], next => {}, next_base => 0,
        shared => { map { $_ => 1 } @$shared },
        width  => { int => 4, MPI_Aint => 8, MPI_Count => 8, MPI_Offset => 8 }, strange => 0,
    };
    _find_memory($self, $rank, $events);
    return $rank;
}

sub _run_rank {
    my ($self, $rank, $events) = @_;
    _say_own_address($self, $rank) if $self->{remote};
    for my $event (@$events) {
        $DO{ $event->{do} }->($self, $rank, $event);
    }
    my @freed = grep { $FREE{ substr $_, 0, 1 } } reverse @{ $rank->{live} };
    _say($rank, _frees(map { "$FREE{substr $_, 0, 1}(&" . _handle($rank, $_) . ');' } @freed));
    _say($rank, "for (int i = 0; i < $rank->{alive}; i++)", '    MPI_Type_free(&more[i]);') if $rank->{alive};
    for my $name (keys %{ $rank->{next} }) {
        $self->{counts}{$name} = max($self->{counts}{$name} // 0, $rank->{next}{$name});
    }
    $self->{bases} = max($self->{bases} // 0, $rank->{next_base});
    return;
}

# ---- the text ----

sub _text {
    my ($self, @ranks) = @_;
    my @lines = map { [@{ $_->{lines} }] } @ranks;
    my @first = _common(\@lines, sub { shift @{ $_[0] } }, sub { $_[0][0] });
    my @last  = reverse _common(\@lines, sub { pop @{ $_[0] } }, sub { $_[0][-1] });
    my $branches = grep { @$_ } @lines;
    my @body = (@first, _branches(@lines), @last);
    _ignore_statuses($self, @body)
        unless grep { /status\[\d+\]\.|MPI_\w+_(?:count|elements|cancelled)\w*\(&status/ } @body;
    my $skip = $self->{skips} ? ', 0' : '';
    my $padding = ($self->{put_functions} // '') =~ /int only_padding;/ ? ', 0' : '';
    my $operate = $self->{operates} ? ', NULL, NULL' : '';
    s/(\(struct values\) \{-?\d+, -?\d+, \d+)(, \d+)?\}/$1 . ($2 \/\/ $skip) . "$padding$operate}"/e for @body;
    $self->{operator} = $self->{operates} ? _operator($self, @{ $self->{ranks} }) : '';
    for my $said ([qr/^\s*memset\(\w*buf/, 'stays wherever no element is'],
        [qr/^\s*memset\(want/, 'what must be there now']) {
        my $line = first { $body[$_] =~ $said->[0] } 0 .. $#body;
        $body[$line] .= " /* $said->[1] */" if defined $line;
    }
    my $text = _head($self, scalar @ranks) . _declarations($self) . _functions($self, @body);
    $text .= "int main(void)\n{\n" . join('', map { "    $_\n" } _locals($self, $branches));
    $text .= "\n    MPI_Init(NULL, NULL);\n";
    my @comms = !$self->{checks} ? () : (grep { /MPI_COMM_SELF/ } @body) ? qw(WORLD SELF) : 'WORLD';
    $text .= "    MPI_Comm_set_errhandler(MPI_COMM_$_, MPI_ERRORS_RETURN);\n" for @comms;
    $text .= "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n" if $branches;
    $text .= join '', map { _wrapped("    $_") } @body;
    return $text . "    MPI_Finalize();\n    return errors > 0;\n}\n";
}

# Nobody looks at what statuses tell.  Those of many requests stay: compilers warn of the address that stands for none.
sub _ignore_statuses {
    my $self = shift;
    return if grep { /MPI_(?:Wait|Test)(?:all|some)\(.*&status/ } @_;
    s/&status\[\d+\]/MPI_STATUS_IGNORE/g for @_;
    delete $self->{counts}{status};
    return;
}

# Takes the lines off that all ranks have at one end.
sub _common {
    my ($lines, $take, $peek) = @_;
    my @common;
    while (!grep { !@$_ } @$lines) {
        my ($line, @others) = map { $peek->($_) } @$lines;
        last if grep { $_ ne $line } @others;
        push @common, $line;
        $take->($_) for @$lines;
    }
    return @common;
}

sub _branches {
    my (@lines) = @_;
    my @text;
    my $word = '';
    for my $rank (grep { @{ $lines[$_] } } 0 .. $#lines) {
        push @text, "${word}if (rank == $rank) {", map { "    $_" } @{ $lines[$rank] };
        $word = '} else ';
    }
    return @text ? (@text, '}') : ();
}

# Which family of calls a program is about: that of the largest number here.
my %WEIGHT = (
    collective => 9, reduction => 9, neighbourhood => 9, files => 9, 'one-sided' => 8, external => 7, packing => 6,
    'point-to-point' => 5, types => 4, requests => 1,
);

sub _head {
    my ($self, $ranks) = @_;
    my $heavier = sub { ($WEIGHT{$b} // 0) <=> ($WEIGHT{$a} // 0) or $a cmp $b };
    my ($family) = sort $heavier keys %{ $self->{family_count} // {} };
    my $about = $self->{about} // 'a recorded case';
    my $text = join '', map { _folded($_) } split /^/, "/* $about\n";
    $text .= " * $self->{families}{$family}.\n" if defined $family;
    $text .= " * mpiexec -n $ranks: exit status 1 where the fault is there, 0 where it is not. */\n";
    return $text . "#include <mpi.h>\n#include <stdio.h>\n#include <string.h>\n\n";
}

sub _declarations {
    my ($self) = @_;
    my @arrays = map { "$_\[$self->{sizes}{$_}]" } sort keys %{ $self->{sizes} };
    push @arrays, "want[$self->{want_size}]" if $self->{want_size};
    push @arrays, "operand[$self->{want_size}]" if $self->{want_size} and $self->{operand};
    my $text = @arrays ? _wrapped("static _Alignas($ALIGNMENT) unsigned char " . join(', ', @arrays) . ';') : '';
    return $text . "static int errors;\n\n";
}

# What users' operators do, by what is expected of them.
my $ADD = <<'END';
static long long combine(long long left, long long right, int half)
{
    (void) half;
    return left + right;
}

END

my $COMPOSE = <<'END';
/* Numbers stand for maps x -> (2 s + 1) x + t, modulo 2^half: s in the lower half of their bits, t - s - 1 in the upper
 * one.  The right map, then the left one: associative, and not commutative. */
static long long combine(long long left, long long right, int half)
{
    const unsigned long long mask = (1ull << half) - 1, sign = 1ull << (2 * half - 1), a = left, b = right;
    const unsigned long long as = a & mask, bs = b & mask, at = (a >> half) + as + 1, bt = (b >> half) + bs + 1;
    const unsigned long long s = 2 * as * bs + as + bs, t = (2 * as + 1) * bt + at;
    const unsigned long long c = (s & mask) | ((t - s - 1) & mask) << half;

    return (long long) (((c & (2 * sign - 1)) ^ sign) - sign);
}

END

sub _functions {
    my ($self, @body) = @_;
    my $text = '';
    $text .= <<'END' if $self->{checked};
static void call(int code, const char *name)
{
    if (code != MPI_SUCCESS && ++errors)
        printf("%s: the standard demands MPI_SUCCESS, found error %d\n", name, code);
}

END
    $text .= <<'END' if $self->{classes};
static void fails(int code, const char *name, int demanded)
{
    int class;

    MPI_Error_class(code, &class);
    if (class != demanded && ++errors)
        printf("%s: the standard demands an error of class %d, found one of class %d\n", name, demanded, class);
}

END
    $text .= <<'END' if $self->{numbers};
static void equal(const char *what, long long found, long long demanded, long long other)
{
    if (found != demanded && found != other && ++errors)
        printf("%s: the standard demands %lld, found %lld\n", what, demanded, found);
}

END
    $text .= <<'END' if $self->{compares};
static void compare(const char *what, const unsigned char *found, long zero, long from, long to)
{
    for (long k = from, told = 0; k < to; k++)
        if (found[k] != want[k] && ++errors && told++ < 4)
            printf("%s, displacement %ld: the standard demands 0x%02x, found 0x%02x\n", what, k - zero, want[k],
                   found[k]);
}

END
    my $put = $self->{put_functions} // '';
    if ($self->{skips}) {
        $put =~ s/(struct values \{ long long next, step, left);/$1, skip;/;
        $put =~ s/^(static void put_.*\n\{\n(?:    const .*\n)*\n?)/$1    if (v->skip-- > 0)\n        return;\n/mg;
    }
    $text .= $self->{operand} ? $COMPOSE : $ADD if $self->{operates};
    return $text . _used_functions($put, @body, $self->{operator}) . $self->{operator};
}

# The function of MPI_Op_create: of the type whose instances, as many as a call says, have the elements that are
# expected.
sub _operator {
    my ($self, @ranks) = @_;
    for my $events (@ranks) {
        my ($call) = grep { $_->{do} eq 'call' && grep { /^O\d+\z/ } @{ $_->{args} } } @$events or next;
        my @counts = map { /^\[/ ? _entries($_) : $_ } grep { /^\d+\z|^\[\d/ } @{ $call->{args} };
        for my $event (grep { $_->{do} =~ /^(?:fill|expect)\z/ && @{ $_->{parts} } } @$events) {
            my $elements = $event->{parts}[0]{elements};
            my ($o) = grep { my $each = $_->{elements}; grep { $each * $_ == $elements } @counts }
                map { $self->{objects}{$_} } _instances_of($event->{text}) or next;
            return <<"END";
static void operate(void *in, void *inout, int *len, MPI_Datatype *type)
{
    unsigned char *left = in, *right = inout;
    MPI_Aint lb, extent;

    MPI_Type_get_extent(*type, &lb, &extent);
    for (int i = 0; i < *len; i++, left += extent, right += extent)
        $o->{put}(right, (struct values) {.left = $o->{elements}, .in = left, .inout = right});
}

END
        }
    }
    die "the operator's elements are not known\n";
}

# Those that a statement or another of them calls.
sub _used_functions {
    my ($text, @body) = @_;
    my @functions = split /(?<=\n)\n(?=static )/, "$text\n";
    my $body = join "\n", @body;
    for my $k (reverse 0 .. $#functions) {
        my ($name) = $functions[$k] =~ /^static void (\w+)\(/ or next;
        if ($body =~ /\b$name\(/) {
            $body .= $functions[$k];
        }
        else {
            splice @functions, $k, 1;
        }
    }
    shift @functions unless $body =~ /\(struct values\)/;
    return join '', map { "$_\n" } @functions;
}

sub _locals {
    my ($self, $branches) = @_;
    my %type_of = ((map { $HANDLES{$_}[0] => $HANDLES{$_}[1] } keys %HANDLES),
        map { $VARIABLES{$_} => $_ } keys %VARIABLES);
    my %n;
    for my $name (keys %{ $self->{counts} // {} }) {
        my $array = $HANDLES{$name} ? $HANDLES{$name}[0] : $name;
        $n{$array} = $self->{counts}{$name};
    }
    my @lines;
    for my $array (grep { $n{$_} } sort keys %n) {
        my $is_number = $VARIABLES{ $type_of{$array} } && $array ne 'status';
        push @lines, "$type_of{$array} $array\[$n{$array}]" . ($is_number ? ' = {0};' : ';');
    }
    push @lines, "unsigned char *base[$self->{bases}];" if $self->{bases};
    push @lines, "MPI_Datatype more[$self->{alive}]; /* that are there, and not used */" if $self->{alive};
    push @lines, 'MPI_Aint own = 0, remote[' . @{ $self->{ranks} } . ']; /* addresses */' if $self->{remote};
    push @lines, 'int rank;' if $branches;
    return @lines;
}

# A line of a comment over several lines, if it is long, broken at blanks.
sub _folded {
    my ($line) = @_;
    my ($text, $now) = ('', '');
    for my $word (split /(?<=\S) /, $line) {
        if (length $now and length("$now $word") > $COLUMNS) {
            $text .= "$now\n";
            $now = " *   $word";
        }
        else {
            $now = length $now ? "$now $word" : $word;
        }
    }
    return $text . $now;
}

# A statement over several lines, if it is long, broken after commas.
sub _wrapped {
    my ($line) = @_;
    return "$line\n" if length $line <= $COLUMNS;
    my ($indent) = $line =~ /^( *)/;
    my ($text, $now) = ('', '');
    for my $piece (split /(?<=,) /, $line) {
        if (length $now and length("$now $piece") > $COLUMNS) {
            $text .= "$now\n";
            $now = "$indent        $piece";
        }
        else {
            $now = length $now ? "$now $piece" : $piece;
        }
    }
    return "$text$now\n";
}

1;
