package DTPools::Program;

use strict;
use warnings;
no warnings 'portable';    # addresses
use List::Util qw(first max min);

use DTPools::Calls;
use DTPools::Needed;
use DTPools::Objects;
use DTPools::ProgramText;
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
are made if any rank uses them; types when they are used first. What is not needed is left out before
(L<DTPools::Needed>); L<DTPools::Objects> fills the objects, L<DTPools::ProgramText> has the text around the statements.

With C<few>, the program has of the case's rounds the one that failed alone, and not what was beside the operation; with
C<settled>, requests are waited for in the order in which they were completed, where it was left to the MPI. With
C<all>, the program has the cases before that one too; with C<bits>, elements have values of which all bits vary, in
place of plain numbers. Returns the text, or undef and why there is none.

Calls are checked where one of them failed, or files are accessed; elsewhere an error ends the program by itself.

=cut

my $BACKGROUND = 165;
my $MARGIN     = $DTPools::Objects::MARGIN;
my $ALIGNMENT  = $DTPools::Objects::ALIGNMENT;
my %HANDLES    = %DTPools::ProgramText::HANDLES;
my %VARIABLES  = %DTPools::ProgramText::VARIABLES;

my %FREE = (
    T => 'MPI_Type_free', C => 'MPI_Comm_free', W => 'MPI_Win_free', F => 'MPI_File_close',
    G => 'MPI_Group_free', O => 'MPI_Op_free', I => 'MPI_Info_free',
);

sub write_program {
    my (%arg) = @_;
    my $ranks = DTPools::Record::read_case(@arg{qw(record ranks all)}) or return (undef, 'nothing was recorded');
    my $table = DTPools::Calls::read_table($arg{table});
    my $self  = {
        %arg, families => $table->{families}, procedure => { map { $_->{name} => $_ } @{ $table->{procedures} } },
        sizes => {},
    };
    my $text = eval {
        DTPools::Needed::settle($_) for $arg{settled} ? @$ranks : ();
        DTPools::Needed::take_few(@$ranks) if $arg{few};
        DTPools::Objects::read_objects($self, @$ranks);
        DTPools::Needed::simplify($self, @$ranks);
        DTPools::Objects::read_objects($self, @$ranks);    # those that are left
        $self->{checks} = grep { $_->{name} =~ /^MPI_File_/ || DTPools::Record::is_error($_) || defined $_->{class} }
            grep { $_->{do} eq 'call' } map { @$_ } @$ranks;
        $self->{ranks} = $ranks;
        my @shared = DTPools::Needed::shared_handles(@$ranks);
        DTPools::Needed::drop_unused_ends($_, @shared) for @$ranks;
        my @ranks = map { _new_rank($self, $_, $ranks->[$_], \@shared) } 0 .. $#$ranks;
        _find_remote($self, $ranks, @ranks);
        _run_rank($self, $ranks[$_], $ranks->[$_]) for 0 .. $#ranks;
        DTPools::ProgramText::text($self, @ranks);
    };
    return defined $text ? ($text, '') : (undef, $@ =~ s/\n\z//r);
}

# ---- handles ----

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
    _note_roles($self, $rank, $events);
    $rank->{memory} = [_merged(\@given, @spans)];
    $rank->{given}  = \@given;
    return;
}

# Spans that overlap, as one; not those of memory that MPI gives.
sub _merged {
    my ($given, @spans) = @_;
    my @merged;
    for my $s (sort { $a->[0] <=> $b->[0] } @spans) {
        next if grep { $s->[1] > $_->[0] and $s->[0] < $_->[1] } @$given;
        if (@merged and $s->[0] <= $merged[-1][1]) {
            $merged[-1][1] = max($merged[-1][1], $s->[1]);
        }
        else {
            push @merged, [@$s];
        }
    }
    $_->[0] -= $_->[0] % $ALIGNMENT for @merged;
    return @merged;
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
    return _array($param->{base}, map { _number($self, $rank, $param, $_) } DTPools::Record::entries($token))
        if $token =~ /^\[/;
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
    my @names = map { _handle($rank, $_) } $token =~ /^\[/ ? DTPools::Record::entries($token) : $token;
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
        push @{ $values{ $p->{params}[$k]{base} } }, $arg =~ /^\[/ ? DTPools::Record::entries($arg) : $arg;
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

sub _do_fill {
    my ($self, $rank, $event) = @_;
    my $o = $self->{objects}{ $event->{text} };
    my ($name, $disp, $size) = _place($self, $rank, $event->{zero});
    my ($lo, $hi) = DTPools::Objects::extent_of($o, $disp, $size);
    push @{ $rank->{known} }, [$event->{zero} - $disp, $event->{zero} - $disp + $hi];
    _say($rank, sprintf 'memset(%s%s, %d, %d);', $name, $lo ? " + $lo" : '', $BACKGROUND, $hi - $lo);
    _say($rank, DTPools::Objects::puts($self, $o, "$name + $disp", @{ $event->{parts} }));
    return;
}

sub _do_expect {
    my ($self, $rank, $event) = @_;
    my $o = $self->{objects}{ $event->{text} };
    my ($name, $disp, $size) = _place($self, $rank, $event->{zero});
    my ($lo, $hi) = DTPools::Objects::extent_of($o, $disp, $size);
    $self->{want_size} = max($self->{want_size} // 0, $hi);
    _say($rank, sprintf('memset(want, %d, %d);', $BACKGROUND, $hi),
        DTPools::Objects::puts($self, $o, "want + $disp", @{ $event->{parts} }));
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
    _say($rank, DTPools::ProgramText::frees(map { "$FREE{substr $_, 0, 1}(&" . _handle($rank, $_) . ');' } @freed));
    _say($rank, "for (int i = 0; i < $rank->{alive}; i++)", '    MPI_Type_free(&more[i]);') if $rank->{alive};
    for my $name (keys %{ $rank->{next} }) {
        $self->{counts}{$name} = max($self->{counts}{$name} // 0, $rank->{next}{$name});
    }
    $self->{bases} = max($self->{bases} // 0, $rank->{next_base});
    return;
}

1;
