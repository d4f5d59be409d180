package DTPools::Calls;

use strict;
use warnings;

use DTPools::Lines;

=head1 NAME

DTPools::Calls - the table of MPI procedures

=head1 SYNOPSIS

    my $table = DTPools::Calls::read_table('calls/calls.txt');
    print DTPools::Calls::prototype_of($_), "\n" for @{ $table->{procedures} };

=head1 DESCRIPTION

Reads F<calls/calls.txt>, where the format is described, and makes of each row all forms of its procedure. A procedure
is a hash with the keys C<name>, C<row> (the name of its row), C<family>, C<params>, and C<accesses>; a parameter has
C<name>, C<kind>, C<direction> (C<in>, C<out>, C<inout>), C<base> (the C type of what it is, or points to),
C<is_pointer>, C<length> (of an array) and C<declaration>. An access says what a call does with a buffer: C<param>,
C<direction>, C<count>, C<times>, C<displs>, C<type>, C<where>.

=cut

# Of each kind: the C type, that of the _c form if it has another one, and whether it is an array.
my %KINDS = (
    (map { $_ => ['int'] } qw(rank root tag int n keyval)),
    (map { $_ => ['MPI_Aint'] } qw(disp aint bytecount)),
    (map { $_ => ['int', 'MPI_Count'] } qw(count position)),
    (map { $_ => ['MPI_Aint', 'MPI_Count'] } qw(bytes bposition)),
    unit       => ['int', 'MPI_Aint'],
    large      => ['MPI_Count'],
    offset     => ['MPI_Offset'],
    counts     => ['int', 'MPI_Count', 1],
    displs     => ['int', 'MPI_Aint', 1],
    bytess     => ['MPI_Aint', 'MPI_Count', 1],
    ints       => ['int', undef, 1],
    addresses  => ['MPI_Aint', undef, 1],
    larges     => ['MPI_Count', undef, 1],
    type       => ['MPI_Datatype'],
    types      => ['MPI_Datatype', undef, 1],
    requests   => ['MPI_Request', undef, 1],
    statuses   => ['MPI_Status', undef, 1],
    status     => ['MPI_Status'],
    string     => ['char', undef, 1],
    comm       => ['MPI_Comm'],
    win        => ['MPI_Win'],
    file       => ['MPI_File'],
    group      => ['MPI_Group'],
    info       => ['MPI_Info'],
    op         => ['MPI_Op'],
    errhandler => ['MPI_Errhandler'],
    request    => ['MPI_Request'],
    message    => ['MPI_Message'],
    buffer     => ['void'],
    memory     => ['void'],
    cmemory    => ['void'],
    pointer    => ['void'],
    user_fn    => ['MPI_User_function'],
    user_fn_c  => ['MPI_User_function_c'],
    extent_fn  => ['MPI_Datarep_extent_function'],
    datarep_fn => ['MPI_Datarep_conversion_function'],
    datarep_fn_c   => ['MPI_Datarep_conversion_function_c'],
    type_copy_fn   => ['MPI_Type_copy_attr_function'],
    type_delete_fn => ['MPI_Type_delete_attr_function'],
);
my %ALWAYS_POINTS = map { $_ => 1 }
    grep { /_fn(?:_c)?\z/ or /^(?:status|buffer|memory|cmemory|pointer)\z/ or $KINDS{$_}[2] } keys %KINDS;
my %NEVER_CONST   = map { $_ => 1 } grep { /_fn(?:_c)?\z/ or /^(?:memory|pointer|requests)\z/ } keys %KINDS;
my %DIRECTIONS    = ('' => 'in', '>' => 'out', '=' => 'inout', '~' => 'root');

=head1 FUNCTIONS

=head2 read_table($file)

Returns C<< { procedures => [...], families => { NAME => TEXT } } >>; dies with file and line.

=cut

sub read_table {
    my ($file) = @_;
    my $lines = DTPools::Lines::read_lines($file) or die "cannot read $file: $!\n";
    my %table = (procedures => [], families => {}, kinds => {});
    my $family;
    for my $numbered (grep { length $_->[1] } @$lines) {
        my ($number, $line) = @$numbered;
        if ($line =~ /^kind\s+(\w+)\s+(.+)\z/) {
            $table{kinds}{$_} = $1 for split ' ', $2;
        }
        elsif ($line =~ /^family\s+([\w-]+):\s*(.+)\z/) {
            $family = $1;
            $table{families}{$1} = $2;
        }
        elsif ($line =~ /^(MPI_\w+)((?:\s+\+\w+)*):\s*((?:-c\s+)?)(.*)\z/) {
            my ($name, $forms, $no_c, $params) = ($1, $2, $3, $4);
            my %row = (name => $name, family => $family, no_c => length $no_c, params => $params);
            push @{ $table{procedures} }, eval { _procedures(\%table, \%row, split ' ', $forms =~ s/\+//gr) };
            die "$file:$number: error: $@" if $@;
        }
        else {
            die "$file:$number: error: '$line': expected kind, family or PROCEDURE: PARAMETER...\n";
        }
    }
    return \%table;
}

# What a form makes of the name and the parameters.
my %FORMS = (
    I     => sub { _renamed($_[0], qr/^MPI_(\w)/, sub { 'MPI_I' . lc $_[0] }, 'request') },
    R     => sub { _renamed($_[0], qr/^MPI_(\w)/, sub { 'MPI_R' . lc $_[0] }, 'request') },
    fi    => sub { _renamed($_[0], qr/^MPI_File_(\w)/, sub { "MPI_File_i$_[0]" }, 'request') },
    init  => sub { _renamed($_[0], qr/(\w)\z/, sub { "$_[0]_init" }, 'request') },
    cinit => sub { _renamed($_[0], qr/(\w)\z/, sub { "$_[0]_init" }, 'info', 'request') },
    split => sub { _split($_[0]) },
);

sub _renamed {
    my ($row, $pattern, $by, @more) = @_;
    my $name   = $row->{name} =~ s/$pattern/$by->($1)/er;
    my $params = join ' ', grep({ $_ ne '>status' } split ' ', $row->{params}),
        map { $_ eq 'request' ? ">$_" : $_ } @more;
    return { %$row, name => $name, params => $params };
}

# The end of a split access knows the buffer and nothing of what is in it.
sub _split {
    my ($row)   = @_;
    my $begin   = join ' ', grep { $_ ne '>status' } split ' ', $row->{params};
    my $pointer = $row->{params} =~ /(?:^|\s)>buf/ ? 'buf:memory' : 'buf:cmemory';
    return { %$row, name => "$row->{name}_begin", params => $begin },
        { %$row, name => "$row->{name}_end", no_c => 1, params => "fh $pointer >status" };
}

sub _procedures {
    my ($table, $row, @forms) = @_;
    my ($unknown) = grep { !$FORMS{$_} } @forms;
    die "form +$unknown: expected +" . join(' +', sort keys %FORMS) . "\n" if defined $unknown;
    my @rows = ($row, map { $FORMS{$_}->($row) } @forms);
    my @made;
    for my $form (@rows) {
        my $plain = _procedure($table, $form, 0);
        push @made, $plain;
        my $has_large = grep { defined $KINDS{ $_->{kind} }[1] } @{ $plain->{params} };
        push @made, _procedure($table, { %$form, name => "$form->{name}_c" }, 1) if $has_large && !$form->{no_c};
    }
    $_->{row} = $row->{name} for @made;
    return @made;
}

sub _procedure {
    my ($table, $row, $is_large) = @_;
    my %p = (name => $row->{name}, family => $row->{family}, params => [], accesses => []);
    for my $word (split ' ', $row->{params}) {
        my ($mark, $name, $kind, $blocks, $where, $length) =
            $word =~ m{^([>=~]?)(\w+)(?::(\w+))?(?:\(([^()]+)\)(?:/(\w+))?)?(?:\[([\w+.]+)\])?\z}
            or die "$row->{name}: '$word': expected NAME, NAME:KIND or NAME(BLOCKS)\n";
        $kind = 'buffer' if defined $blocks;
        $kind //= $table->{kinds}{$name} // die "$row->{name}: parameter $name: expected a kind\n";
        $KINDS{$kind} or die "$row->{name}: $name:$kind: no such kind\n";
        my $param = { name => $name, kind => $kind, direction => $DIRECTIONS{$mark}, length => $length };
        _type($param, $is_large);
        push @{ $p{params} }, $param;
        next unless defined $blocks;
        my %access = (param => $name, direction => $DIRECTIONS{$mark}, where => $where // 'all');
        push @{ $p{accesses} }, { %access, _blocks($row, $blocks) };
    }
    _lengths(\%p);
    return \%p;
}

sub _type {
    my ($param, $is_large) = @_;
    my ($small, $large, $is_array) = @{ $KINDS{ $param->{kind} } };
    my $in = $param->{direction} eq 'in';
    $param->{base}       = $is_large && defined $large ? $large : $small;
    $param->{is_array}   = $is_array;
    $param->{is_pointer} = !$in || $ALWAYS_POINTS{ $param->{kind} } ? 1 : 0;
    my $const = $in && $param->{is_pointer} && !$NEVER_CONST{ $param->{kind} } ? 'const ' : '';
    $param->{declaration} = "$const$param->{base} " . ($param->{is_pointer} ? '*' : '') . $param->{name};
    return;
}

# COUNT[+|.rank][@DISPLS][*TIMES],TYPE or PARAM*COUNT,TYPE
sub _blocks {
    my ($row, $blocks) = @_;
    my ($count, $how, $displs, $times, $type) = $blocks =~ /^(\w+)(\+|\.rank)?(?:@(\w+))?(?:\*(\w+))?,(\w+)\z/
        or die "$row->{name}: ($blocks): expected (COUNT,TYPE), (COUNT*TIMES,TYPE) or (COUNTS\@DISPLS,TYPE)\n";
    return (count => $count, how => $how // '', displs => $displs, times => $times // ($displs ? 'size' : undef),
        type => $type);
}

sub _lengths {
    my ($p) = @_;
    my %times = map { my $a = $_; map { defined $_ ? ($_ => $a->{times}) : () } @$a{qw(count displs type)} }
        grep { defined $_->{displs} } @{ $p->{accesses} };
    my $last;
    for my $param (@{ $p->{params} }) {
        $last = $param->{name} if $param->{kind} eq 'n' or $param->{name} eq 'count';
        $param->{length} //= $times{ $param->{name} } // ($param->{name} eq 'recvcounts' ? 'local' : $last)
            if $param->{is_array} && $param->{kind} ne 'string';
    }
    return;
}

=head2 prototype_of($procedure)

Its declaration in C, without the semicolon.

=cut

sub prototype_of {
    my ($p) = @_;
    return "int $p->{name}(" . (join(', ', map { $_->{declaration} } @{ $p->{params} }) || 'void') . ')';
}

=head2 takes_type($procedure)

Whether it has a datatype argument.

=cut

sub takes_type {
    my ($p) = @_;
    return scalar grep { $_->{base} eq 'MPI_Datatype' } @{ $p->{params} };
}

=head2 argument($procedure, $event, $name)

What a recorded call was given for the parameter of that name, if it has it.

=cut

sub argument {
    my ($procedure, $event, $name) = @_;
    my $params = $procedure->{params};
    my ($k) = grep { $params->[$_]{name} eq $name } 0 .. $#$params;
    return defined $k ? $event->{args}[$k] : undef;
}

=head2 of_any_form($operation)

One word for the blocking, the nonblocking and the persistent call of an operation, and those for large counts.

=cut

sub of_any_form {
    my ($operation) = @_;
    return lc $operation =~ s/_c\z//r =~ s/_init\z//r =~ s/^MPI_\KI(?=[a-z])//r;
}

1;
