package DTPools::Program::Text;

use strict;
use warnings;
use List::Util qw(first);

use DTPools::Program::Branches;
use DTPools::Program::Functions;
use DTPools::Program::Names;
use DTPools::Program::Objects;

=head1 NAME

DTPools::Program::Text - the text of a C program around the statements of its ranks

=head1 FUNCTIONS

=head2 text($self, @ranks)

The program (L<DTPools::Program>): what it is about, the memory, the functions that its statements call
(L<DTPools::Program::Functions>), variables, and the statements (L<DTPools::Program::Branches>).

=cut

my %HANDLES   = %DTPools::Program::Names::HANDLES;
my %VARIABLES = %DTPools::Program::Names::VARIABLES;
my $COLUMNS   = 116;
our $HUGE     = 2**30;
my $ALIGNMENT = $DTPools::Program::Objects::ALIGNMENT;

sub text {
    my ($self, @ranks) = @_;
    my @lines = map { @{ $_->{lines} } } @ranks;
    _ignore_statuses($self, map { $_->{lines} } @ranks)
        unless grep { /status\[\d+\]\.|MPI_\w+_(?:count|elements|cancelled)\w*\(&status/ } @lines;
    _set_all_fields($self, $_) for map { $_->{lines} } @ranks;
    my @body = DTPools::Program::Branches::merge(map { $_->{lines} } @ranks);
    my $ignores = grep { s/\bMPI_STATUSES_IGNORE\b/ignored/ } @body;
    s/^( *\w.*?\b\w+) \+ 0(?=[,)])/$1/ for @body;
    for my $said ([qr/^\s*(?:memset|clear)\(\w*buf/, 'stays wherever no element is'],
        [qr/^\s*(?:memset|clear)\(want/, 'what must be there now']) {
        my $line = first { $body[$_] =~ $said->[0] } 0 .. $#body;
        $body[$line] .= " /* $said->[1] */" if defined $line;
    }
    my @allocations = map { _allocation($self, @$_) } @{ (_arrays($self))[1] };
    my $text = _head($self, scalar @ranks) . _declarations($self, $ignores)
        . DTPools::Program::Functions::functions($self, @allocations, @body);
    my $asks = grep { /\brank\b/ } @body;
    my @locals = _locals($self, $asks);
    unshift @locals, 'int as_recorded = 1; /* whether requests were completed in the order that was recorded */'
        if grep { /\bas_recorded\b/ } @body;
    $text .= join '', "int main(void)\n{\n", (map { "    $_\n" } @locals), @locals ? "\n" : '',
        @allocations, "    MPI_Init(NULL, NULL);\n";
    my @comms = !$self->{checks} ? () : (grep { /MPI_COMM_SELF|\brefuses\(/ } @body) ? qw(WORLD SELF) : 'WORLD';
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
    my $manages_memory = $self->{guarded} || $self->{is_sparse};
    my @headers = ('mpi.h', 'stdio.h', $manages_memory || @{ (_arrays($self))[1] } ? 'stdlib.h' : (), 'string.h',
        $manages_memory ? ('sys/mman.h', 'unistd.h') : ());
    $text .= "#define _DEFAULT_SOURCE /* mmap, madvise */\n" if $manages_memory;
    return $text . join('', map { "#include <$_>\n" } @headers) . "\n";
}

# What no compiler places among other variables unless it is asked to is allocated, as what must end before a page.
# Compilers warn of the address that stands for no statuses, where they see it.
sub _declarations {
    my ($self, $ignores) = @_;
    my ($small, $allocated) = _arrays($self);
    my @small     = map { "$_->[0]\[$_->[1]]" } @$small;
    my @allocated = map { "*$_->[0]" } @$allocated;
    my $text  = @small ? _wrapped("static _Alignas($ALIGNMENT) unsigned char " . join(', ', @small) . ';') : '';
    $text .= _wrapped('static unsigned char ' . join(', ', @allocated) . ';') if @allocated;
    $text .= "static MPI_Status *volatile ignored = MPI_STATUSES_IGNORE;\n" if $ignores;
    return $text . "static int errors;\n\n";
}

# The names and sizes of all arrays of bytes: two references, the second one to those that are allocated.
sub _arrays {
    my ($self) = @_;
    my @arrays = map { [$_, $self->{sizes}{$_}] } sort keys %{ $self->{sizes} };
    push @arrays, ['want',    $self->{want_size}] if $self->{want_size};
    push @arrays, ['operand', $self->{want_size}] if $self->{want_size} and $self->{operand};
    my $is_allocated = sub { $_[0][1] >= $HUGE || $self->{guarded} && $self->{sizes}{ $_[0][0] } };
    return ([grep { !$is_allocated->($_) } @arrays], [grep { $is_allocated->($_) } @arrays]);
}

sub _allocation {
    my ($self, $array, $size) = @_;
    return "    $array = guarded($size);\n" if $self->{guarded} and $self->{sizes}{$array};
    my $whole = $ALIGNMENT * int(($size + $ALIGNMENT - 1) / $ALIGNMENT);
    return "    if (!($array = aligned_alloc($ALIGNMENT, $whole)))\n        return 2;\n";
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
        my $type = $type_of{$array} eq 'void' ? 'void *' : "$type_of{$array} ";
        push @lines, "$type$array\[$n{$array}]" . ($is_number ? ' = {0};' : ';');
    }
    push @lines, "unsigned char *base[$self->{bases}];" if $self->{bases};
    push @lines, "MPI_Datatype more[$self->{alive}]; /* that are there, and not used */" if $self->{alive};
    push @lines, 'MPI_Aint own = 0, remote[' . @{ $self->{ranks} } . ']; /* addresses */' if $self->{remote};
    push @lines, 'char text[MPI_MAX_OBJECT_NAME + MPI_MAX_DATAREP_STRING] = "";' if $self->{has_text};
    push @lines, 'int rank;' if $asks;
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
