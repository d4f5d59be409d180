package DTPools::Program::Functions;

use strict;
use warnings;

use DTPools::Program::Attributes;
use DTPools::Program::Operators;

=head1 NAME

DTPools::Program::Functions - the functions that the statements of a stand-alone program call

=head1 SYNOPSIS

    my $text = DTPools::Program::Functions::functions($program, @statements);

=head1 FUNCTIONS

=head2 functions($self, @body)

What C<@body>, the lines of all statements of the program (L<DTPools::Program>), calls: functions that say what is
wrong, that access files without MPI, that fill objects, and those of attributes
(L<DTPools::Program::Attributes>) and of users' operators (L<DTPools::Program::Operators>).

=cut

# What is always the same, by its name, in the order of the program.
my @FUNCTIONS = (
    [guarded => <<'END'],
/* Bytes right before a page that nobody may access. */
static unsigned char *guarded(size_t bytes)
{
    const size_t page = (size_t) sysconf(_SC_PAGESIZE), aligned = (bytes + 15) / 16 * 16;
    const size_t pages = (aligned + page - 1) / page * page;
    unsigned char *at = mmap(NULL, pages + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (at == MAP_FAILED || mprotect(at + pages, page, PROT_NONE) != 0)
        exit(2);
    return at + pages - aligned;
}

END
    [clear => <<'END'],
/* Zeros: whole pages without memory for them. */
static void clear(unsigned char *at, size_t n)
{
    const size_t page = (size_t) sysconf(_SC_PAGESIZE), before = (page - (size_t) at % page) % page;
    const size_t pages = n > before ? (n - before) / page * page : 0;

    if (pages > 0 && madvise(at + before, pages, MADV_DONTNEED) != 0)
        exit(2);
    memset(at, 0, pages > 0 ? before : n);
    if (pages > 0)
        memset(at + before + pages, 0, n - before - pages);
}

END
    [call => <<'END'],
static void call(int code, const char *name)
{
    if (code == MPI_SUCCESS)
        return;
    errors++;
    printf("%s: the standard demands MPI_SUCCESS, found error %d\n", name, code);
    fflush(stdout);
}

END
    [fails => <<'END'],
static void fails(int code, const char *name, int demanded)
{
    int class;

    MPI_Error_class(code, &class);
    if (class != demanded && ++errors)
        printf("%s: the standard demands an error of class %d, found one of class %d\n", name, demanded, class);
}

END
    [refuses => <<'END'],
static void refuses(int code, const char *name)
{
    if (code == MPI_SUCCESS && ++errors)
        printf("%s: the standard demands an error, as its callback returns one, found MPI_SUCCESS\n", name);
}

END
    [equal => <<'END'],
static void equal(const char *what, long long found, long long demanded)
{
    if (found != demanded && ++errors)
        printf("%s: the standard demands %lld, found %lld\n", what, demanded, found);
}

END
    [either => <<'END'],
static void either(const char *what, long long found, long long one, long long other)
{
    if (found != one && found != other && ++errors)
        printf("%s: the standard demands %lld or %lld, found %lld\n", what, one, other, found);
}

END
    [same => <<'END'],
static void same(const char *what, const char *found, const char *demanded)
{
    if (strcmp(found, demanded) != 0 && ++errors)
        printf("%s: the standard demands \"%s\", found \"%s\"\n", what, demanded, found);
}

END
    _compare_function('compare'),
    _compare_function('compare_pages', "    const long page = sysconf(_SC_PAGESIZE);\n\n", <<'END' . '        else '),
if (k + page <= to && memcmp(found + k, want + k, (size_t) page) == 0)
            k += page - 1;
END
    _file_function('put_file', 'const unsigned char *', 'wb', 'fwrite(bytes, 1, n, file) != n'),
    _file_function('get_file', 'unsigned char *',       'rb', '(fread(bytes, 1, n, file) != n && ferror(file))'),
);

sub functions {
    my ($self, @body) = @_;
    my $operators = DTPools::Program::Operators::functions($self, @body);
    my $text = DTPools::Program::Attributes::functions($self);
    for my $function (@FUNCTIONS) {
        my ($name, $lines) = @$function;
        $text .= $lines if grep { /\b$name\(/ } @body;
    }
    $text .= DTPools::Program::Operators::combination($self);
    return $text . _used_functions(_put_functions($self), @body, $operators) . $operators;
}

# Those that fill objects; some values have elements to be skipped first.
sub _put_functions {
    my ($self) = @_;
    my $put = $self->{put_functions} // '';
    if ($self->{skips}) {
        $put =~ s/(struct values \{ long long next, step, left);/$1, skip;/;
        $put =~ s/^(static void put_.*\n\{\n(?:    const .*\n)*\n?)/$1    if (v->skip-- > 0)\n        return;\n/mg;
    }
    return $put;
}

# The function's name, and, if anything, what it declares, and what comes before a byte is compared.
sub _compare_function {
    my ($name, $declares, $skips) = (@_, '', '');
    return [$name => <<"END"];
static void $name(const char *what, const unsigned char *found, long zero, long from, long to)
{
$declares    for (long k = from, shown = 0; k < to; k++)
        ${skips}if (found[k] != want[k] && ++errors && shown++ < 4)
            printf("%s, displacement %ld: the standard demands 0x%02x, found 0x%02x\\n", what, k - zero, want[k],
                   found[k]);
}

END
}

# Without MPI: the function's name, its bytes, the mode, and what fails; a file may be too short.
sub _file_function {
    my ($name, $type, $mode, $fails) = @_;
    return [$name => <<"END"];
static void ${name}(const char *name, ${type}bytes, size_t n)
{
    FILE *file = fopen(name, "$mode");

    if (!file || $fails || fclose(file) != 0)
        MPI_Abort(MPI_COMM_WORLD, 2); /* no fault of MPI's */
}

END
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

1;
