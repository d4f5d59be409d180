package DTPools::Program::Text;

use strict;
use warnings;
use List::Util qw(first max sum0);

use DTPools::Program::Branches;
use DTPools::Program::Objects;
use DTPools::Program::Record;

=head1 NAME

DTPools::Program::Text - the text of a C program around the statements of its ranks

=head1 FUNCTIONS

=head2 text($self, @ranks)

The program (L<DTPools::Program>): what it is about, the memory, the functions that its statements call, variables, and
the statements (L<DTPools::Program::Branches>).

=head2 frees(@statements)

Those that free handles, many that follow each other as a loop.

=cut

my $COLUMNS   = 116;
our $HUGE     = 2**30;
my $ALIGNMENT = $DTPools::Program::Objects::ALIGNMENT;

# Handles: the array that holds them, and the type.
our %HANDLES = (
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

# Variables that calls set: by the C type.
our %VARIABLES = (
    int => 'number', MPI_Aint => 'address', MPI_Count => 'count', MPI_Offset => 'offset', MPI_Status => 'status',
);

sub text {
    my ($self, @ranks) = @_;
    my @lines = map { @{ $_->{lines} } } @ranks;
    _ignore_statuses($self, map { $_->{lines} } @ranks)
        unless grep { /status\[\d+\]\.|MPI_\w+_(?:count|elements|cancelled)\w*\(&status/ } @lines;
    _set_all_fields($self, $_) for map { $_->{lines} } @ranks;
    my @body = DTPools::Program::Branches::merge(map { $_->{lines} } @ranks);
    s/^( *\w.*?\b\w+) \+ 0(?=[,)])/$1/ for @body;
    $self->{operator} = $self->{operates} ? _operator($self, @body) : '';
    for my $said ([qr/^\s*memset\(\w*buf/, 'stays wherever no element is'],
        [qr/^\s*memset\(want/, 'what must be there now']) {
        my $line = first { $body[$_] =~ $said->[0] } 0 .. $#body;
        $body[$line] .= " /* $said->[1] */" if defined $line;
    }
    my $text = _head($self, scalar @ranks) . _declarations($self) . _functions($self, @body);
    my $asks = grep { /\brank\b/ } @body;
    my @locals = _locals($self, $asks);
    $text .= join '', "int main(void)\n{\n", (map { "    $_\n" } @locals), @locals ? "\n" : '',
        (map { _allocation(@$_) } @{ (_arrays($self))[1] }), "    MPI_Init(NULL, NULL);\n";
    my @comms = !$self->{checks} ? () : (grep { /MPI_COMM_SELF/ } @body) ? qw(WORLD SELF) : 'WORLD';
    $text .= "    MPI_Comm_set_errhandler(MPI_COMM_$_, MPI_ERRORS_RETURN);\n" for @comms;
    $text .= "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n" if $asks;
    $text .= "    memset(status, 1, sizeof status); /* as after earlier messages */\n"
        if grep { /MPI_Get_(?:count|elements)\w*\(&status/ } @body;
    $text .= join '', map { _wrapped("    $_") } @body;
    return $text . "    MPI_Finalize();\n    return errors > 0;\n}\n";
}

# Values have more fields in some programs.
sub _set_all_fields {
    my ($self, $lines) = @_;
    my $skip = $self->{skips} ? ', 0' : '';
    my $padding = ($self->{put_functions} // '') =~ /int only_padding;/ ? ', 0' : '';
    my $operate = $self->{operates} ? ', NULL, NULL' : '';
    my $number = qr/-?\d+(?: [-+] (?:\d+ \* )?i)?|(?:\d+ \* )?i/;
    s/(\(struct values\) \{$number, $number, $number)(, $number)?\}/$1 . ($2 \/\/ $skip) . "$padding$operate}"/e
        for @$lines;
    return;
}

# Nobody looks at what is in statuses.  Those of many requests stay: compilers warn of the address that stands for none.
sub _ignore_statuses {
    my ($self, @lines) = @_;
    return if grep { /MPI_(?:Wait|Test)(?:all|some)\(.*&status/ } map { @$_ } @lines;
    for my $of_rank (@lines) {
        s/&status\[\d+\]/MPI_STATUS_IGNORE/g for @$of_rank;
    }
    delete $self->{counts}{status};
    return;
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
    my @headers = ('mpi.h', 'stdio.h', @{ (_arrays($self))[1] } ? 'stdlib.h' : (), 'string.h');
    return $text . join('', map { "#include <$_>\n" } @headers) . "\n";
}

# What no compiler places among other variables unless it is asked to is allocated.
sub _declarations {
    my ($self) = @_;
    my ($small, $huge) = _arrays($self);
    my @small = map { "$_->[0]\[$_->[1]]" } @$small;
    my @huge  = map { "*$_->[0]" } @$huge;
    my $text  = @small ? _wrapped("static _Alignas($ALIGNMENT) unsigned char " . join(', ', @small) . ';') : '';
    $text .= _wrapped('static unsigned char ' . join(', ', @huge) . ';') if @huge;
    return $text . "static int errors;\n\n";
}

# The names and sizes of all arrays of bytes: two references, the second one to those that are huge.
sub _arrays {
    my ($self) = @_;
    my @arrays = map { [$_, $self->{sizes}{$_}] } sort keys %{ $self->{sizes} };
    push @arrays, ['want',    $self->{want_size}] if $self->{want_size};
    push @arrays, ['operand', $self->{want_size}] if $self->{want_size} and $self->{operand};
    return ([grep { $_->[1] < $HUGE } @arrays], [grep { $_->[1] >= $HUGE } @arrays]);
}

sub _allocation {
    my ($array, $size) = @_;
    my $whole = $ALIGNMENT * int(($size + $ALIGNMENT - 1) / $ALIGNMENT);
    return "    if (!($array = aligned_alloc($ALIGNMENT, $whole)))\n        return 2;\n";
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

# Without MPI: the function's prefix, its bytes, the mode, and what fails; a file may be too short.
# The function of a program for each kind of user's operators, and the type of its length.
my @OPERATORS = ([operate => 'int'], [operate_c => 'MPI_Count']);

my @FILE_FUNCTIONS = (
    ['put', 'const unsigned char *', 'wb', 'fwrite(bytes, 1, n, file) != n'],
    ['get', 'unsigned char *',       'rb', '(fread(bytes, 1, n, file) != n && ferror(file))'],
);

sub _file_function {
    my ($what, $type, $mode, $fails) = @_;
    return <<"END";
static void ${what}_file(const char *name, ${type}bytes, size_t n)
{
    FILE *file = fopen(name, "$mode");

    if (!file || $fails || fclose(file) != 0)
        MPI_Abort(MPI_COMM_WORLD, 2); /* no fault of MPI's */
}

END
}

sub _functions {
    my ($self, @body) = @_;
    my $text = '';
    $text .= <<'END' if $self->{checked};
static void call(int code, const char *name)
{
    if (code == MPI_SUCCESS)
        return;
    errors++;
    printf("%s: the standard demands MPI_SUCCESS, found error %d\n", name, code);
    fflush(stdout);
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
    $text .= <<'END' if grep { /\bequal\(/ } @body;
static void equal(const char *what, long long found, long long demanded)
{
    if (found != demanded && ++errors)
        printf("%s: the standard demands %lld, found %lld\n", what, demanded, found);
}

END
    $text .= <<'END' if grep { /\beither\(/ } @body;
static void either(const char *what, long long found, long long one, long long other)
{
    if (found != one && found != other && ++errors)
        printf("%s: the standard demands %lld or %lld, found %lld\n", what, one, other, found);
}

END
    $text .= <<'END' if $self->{compares};
static void compare(const char *what, const unsigned char *found, long zero, long from, long to)
{
    for (long k = from, shown = 0; k < to; k++)
        if (found[k] != want[k] && ++errors && shown++ < 4)
            printf("%s, displacement %ld: the standard demands 0x%02x, found 0x%02x\n", what, k - zero, want[k],
                   found[k]);
}

END
    $text .= join '', map { $self->{"$_->[0]_file"} ? _file_function(@$_) : () } @FILE_FUNCTIONS;
    my $put = $self->{put_functions} // '';
    if ($self->{skips}) {
        $put =~ s/(struct values \{ long long next, step, left);/$1, skip;/;
        $put =~ s/^(static void put_.*\n\{\n(?:    const .*\n)*\n?)/$1    if (v->skip-- > 0)\n        return;\n/mg;
    }
    $text .= $self->{operand} ? $COMPOSE : $ADD if $self->{operates};
    return $text . _used_functions($put, @body, $self->{operator}) . $self->{operator};
}

# The functions of MPI_Op_create and MPI_Op_create_c that are used: of the type whose instances, as many as a call says,
# have the elements that are expected.
sub _operator {
    my ($self, @body) = @_;
    my @functions = grep { my $name = $_->[0]; first { /\b$name,/ } @body } @OPERATORS;
    for my $events (@{ $self->{ranks} }) {
        my ($call) = grep { $_->{do} eq 'call' && grep { /^O\d+\z/ } @{ $_->{args} } } @$events or next;
        my @counts = map { /^\[/ ? DTPools::Program::Record::entries($_) : $_ }
            grep { /^\d+\z|^\[\d/ } @{ $call->{args} };
        for my $event (grep { $_->{do} =~ /^(?:fill|expect)\z/ && @{ $_->{parts} } } @$events) {
            my $elements = $event->{parts}[0]{elements};
            my ($o) = grep { my $each = $_->{elements}; grep { $each * $_ == $elements } @counts }
                map { $self->{objects}{$_} } DTPools::Program::Objects::instances_of($event->{text}) or next;
            my $most = _most_elements(@$events) / $o->{elements};
            return join '', map { <<"END" } @functions;
static void $_->[0](void *in, void *inout, $_->[1] *len, MPI_Datatype *type)
{
    unsigned char *left = in, *right = inout;
    MPI_Aint lb, extent;

    if (*len > $most && ++errors) {
        printf("instances for the operator: the standard demands $most at most, found %lld\\n", (long long) *len);
        return;
    }
    MPI_Type_get_extent(*type, &lb, &extent);
    for ($_->[1] i = 0; i < *len; i++, left += extent, right += extent)
        $o->{put}(right, (struct values) {.left = $o->{elements}, .in = left, .inout = right});
}

END
        }
    }
    die "the operator's elements are not known\n";
}

# The elements of the largest operand.
sub _most_elements {
    my (@events) = @_;
    return max(map { sum0(map { $_->{elements} } @{ $_->{parts} }) } grep { $_->{do} =~ /^(?:fill|expect)\z/ } @events);
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
    my ($self, $asks) = @_;
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
    push @lines, 'int rank;' if $asks;
    return @lines;
}

my $MANY_FREED = 4;

sub frees {
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
