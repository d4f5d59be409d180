package DTPools::Wrappers;

use strict;
use warnings;
use File::Glob ();
use File::Basename qw(dirname);
use File::Path qw(make_path);
use File::Temp qw(tempdir);
use Text::ParseWords qw(shellwords);

use DTPools::Calls;
use DTPools::Command;

=head1 NAME

DTPools::Wrappers - libraries of wrappers around the MPI calls of the table, to be preloaded

=head1 SYNOPSIS

    my $why = DTPools::Wrappers::build(
        top => $top, output => 'faulty.so', mpicc => 'mpicc', sources => [...], includes => [...]);

=head1 DESCRIPTION

Makes C functions of the names of MPI's procedures that call C<calls_before>, the procedure, and C<calls_after> (see
F<calls/calls.h>). What an MPI lacks is left out: each wrapper has its name for a file name, so that the compiler's
errors name what cannot be declared, and the linker's what is not there. A library binds to its own functions, so that
several can be preloaded, each above the next. One that needs nothing new is not built again; a file beside it, with
C<.mpicc> after its name, holds the compiler that built it.

=cut

my %CONSTANTS = (
    one  => 'CALLS_ONE', size => 'CALLS_SIZE', local => 'CALLS_LOCAL_SIZE', in => 'CALLS_INDEGREE',
    out  => 'CALLS_OUTDEGREE', dims => 'CALLS_DIMS',
);

=head1 FUNCTIONS

=head2 build(top => ..., output => ..., mpicc => ..., sources => [...], includes => [...], depends => [...])

Returns why it could not be built: nothing if it was. C<sources> may be of any folder; C<depends>, other files that it
is made of.

=cut

sub build {
    my (%arg) = @_;
    my @common  = map { "$arg{top}/calls/$_" } qw(access.c check.c enter.c);
    my @sources = (@common, @{ $arg{sources} });
    my $table   = "$arg{top}/calls/calls.txt";
    my $built_by = "$arg{output}.mpicc";
    return '' if _read($built_by) eq "$arg{mpicc}\n" and _is_newer($arg{output}, @sources, $table, __FILE__,
        File::Glob::bsd_glob("$arg{top}/calls/*.h"), @{ $arg{depends} // [] });
    my $folder  = tempdir(CLEANUP => 1);
    my @mpicc   = shellwords($arg{mpicc});
    my @include = map { "-I$_" } "$arg{top}/calls", "$arg{top}/dtpools/include", @{ $arg{includes} // [] };
    my ($text, $why) = _wrappers_that_compile($folder, [@mpicc, '-I', "$arg{top}/calls"],
        DTPools::Calls::read_table($table));
    return $why if length $why;
    make_path(dirname($arg{output}));
    my $temporary = "$arg{output}.$$";
    my $said = DTPools::Command::output(@mpicc, qw(-std=c11 -D_GNU_SOURCE -shared -fPIC -O -w), '-Wl,-Bsymbolic',
        @include, '-o', $temporary, "$folder/wrappers.c", @sources, '-ldl');
    return length $said ? $said : "the compiler fails, and says nothing\n" if $?;
    _write($built_by, "$arg{mpicc}\n");
    return rename($temporary, $arg{output}) ? '' : "cannot rename $temporary: $!\n";
}

=head2 build_recorder(top => ..., output => ..., mpicc => ...)

The same, of the recorder, which is all that is in F<calls/recorder>.

=cut

sub build_recorder {
    my (%arg) = @_;
    my @files = File::Glob::bsd_glob("$arg{top}/calls/recorder/*.[ch]");
    return build(%arg, sources => [grep { /\.c\z/ } @files], depends => \@files);
}

=head2 check($table)

Dies where a row refers to a parameter that it does not have.

=cut

sub check {
    my ($table) = @_;
    _tables($_, 0) for @{ $table->{procedures} };
    return;
}

=head2 write_launcher($file, $so, $setting, @mpiexec)

Writes a launcher whose processes have the library preloaded, and C<NAME=VALUE> in their environment. Returns the file.

=cut

sub write_launcher {
    my ($file, $so, $setting, @mpiexec) = @_;
    my $words = join ' ', map { "'" . s/'/'\\''/gr . "'" } @mpiexec;
    open my $out, '>', $file or die "cannot write $file: $!\n";
    my $command = qq($words "\$flag" "\$n" env LD_PRELOAD='$so' $setting "\$\@");
    print {$out} "#!/bin/sh\nflag=\$1 n=\$2\nshift 2\nexec $command\n";
    close $out or die "cannot write $file: $!\n";
    chmod 0755, $file or die "cannot make $file executable: $!\n";
    return $file;
}

sub _is_newer {
    my ($file, @than) = @_;
    my $made = (stat $file)[9] // return 0;
    return !grep { ((stat $_)[9] // 0) >= $made } @than;
}

# Leaves out what the MPI does not have, tries what it has without const, and asks again.
sub _wrappers_that_compile {
    my ($folder, $mpicc, $table) = @_;
    my %state;
    for (1 .. 4) {
        my @there = grep { ($state{ $_->{name} } // '') ne 'lacking' } @{ $table->{procedures} };
        my $text  = _text(\%state, @there);
        _write("$folder/wrappers.c", $text);
        my $said  = DTPools::Command::output(@$mpicc, qw(-std=c11 -w -O0 -fPIC -c -o), "$folder/wrappers.o",
            "$folder/wrappers.c");
        my $bad   = $?;
        my %named = map { $_ => 1 } $said =~ /^(MPI_\w+):\d+:\d+: (?:fatal )?error/mg;
        return (undef, $said) if $bad and !%named;
        %named = map { $_ => 1 } _not_linked($folder, $mpicc, @there) unless %named;
        return ($text, '') unless %named;
        $state{$_} = $bad && !$state{$_} ? 'plain' : 'lacking' for keys %named;
    }
    return (undef, "the wrappers do not compile\n");
}

# One link with all of them at once.
sub _not_linked {
    my ($folder, $mpicc, @procedures) = @_;
    my $calls = join '', map { "    (void (*)(void)) P$_->{name},\n" } @procedures;
    my $table = "void (*all[])(void) = {\n$calls};\n";
    _write("$folder/all.c", "#include <mpi.h>\n${table}int main(void) { return !all[0]; }\n");
    my $said = DTPools::Command::output(@$mpicc, qw(-std=c11 -w -O0 -o), "$folder/all", "$folder/all.c");
    return map { /\bP(MPI_\w+)/ ? $1 : () } grep { /undefined|undeclared|not declared/i } split /\n/, $said;
}

sub _read {
    my ($file) = @_;
    open my $in, '<', $file or return '';
    local $/;
    return <$in> // '';
}

sub _write {
    my ($file, $text) = @_;
    open my $out, '>', $file or die "cannot write $file: $!\n";
    print {$out} $text;
    close $out or die "cannot write $file: $!\n";
    return;
}

# ---- the C text ----

sub _text {
    my ($state, @procedures) = @_;
    my $n = 0;
    my $text = "/* Made of calls.txt. */\n#include \"calls.h\"\n#include <mpi.h>\n\n";
    $text .= join '', map { _tables($_, $n++) } @procedures;
    $n = 0;
    $text .= "struct calls_procedure calls_procedures[] = {\n" . join('', map { _row($_, $n++) } @procedures) . "};\n";
    $text .= "const int calls_num_procedures = $n;\n\n";
    $n = 0;
    return $text . join '', map { _wrapper($state, $_, $n++) } @procedures;
}

sub _kind {
    my ($kind) = @_;
    return 'CALLS_FUNCTION' if $kind =~ /_fn(?:_c)?\z/;
    return $kind eq 'root' ? 'CALLS_ROOT_RANK' : 'CALLS_' . uc $kind;
}

# A number of a parameter by its name, or the constant that its name is.
sub _index {
    my ($p, $name, $none) = @_;
    return $none unless defined $name;
    for my $k (0 .. $#{ $p->{params} }) {
        return $k if $p->{params}[$k]{name} eq $name;
    }
    return $CONSTANTS{$name} // ($name eq '1' ? 'CALLS_ONE' : die "$p->{name}: '$name': expected a parameter\n");
}

sub _tables {
    my ($p, $n) = @_;
    my @params   = map { [_param($p, $_)] } @{ $p->{params} };
    my @accesses = map { [_access($p, $_)] } @{ $p->{accesses} };
    return _array("calls_param params_$n", @params) . _array("calls_access accesses_$n", @accesses);
}

sub _array {
    my ($name, @rows) = @_;
    return @rows ? "static const struct $name\[] = {\n" . join('', map { _initializer(@$_) } @rows) . "};\n" : '';
}

sub _initializer {
    my (@fields) = @_;
    return '    {' . join(', ', @fields) . "},\n";
}

sub _param {
    my ($p, $param) = @_;
    my ($of, $which) = defined $param->{length} ? $param->{length} =~ /^(\w+?)(\+|\.last)?\z/ : ();
    my $width = $param->{base} eq 'void' || $param->{kind} =~ /_fn/ ? 1 : "sizeof($param->{base})";
    return (qq("$param->{name}"), _kind($param->{kind}), _direction($param), $param->{is_pointer} ? 1 : 0, $width,
        _index($p, $of, 'CALLS_ONE'), _letter($which));
}

sub _access {
    my ($p, $access) = @_;
    my $type = $access->{type} eq 'BYTE' ? 'CALLS_BYTE' : _index($p, $access->{type});
    return (_index($p, $access->{param}), _direction($access), _letter($access->{where}), _index($p, $access->{count}),
        _letter($access->{how}), (map { _index($p, $access->{$_}, 'CALLS_ONE') } qw(times displs)), $type);
}

sub _direction {
    my ($of) = @_;
    return 'CALLS_' . uc $of->{direction};
}

# The first letter of a word, as a character of C.
sub _letter {
    my ($word) = @_;
    return $word ? "'" . substr($word, 0, 1) . "'" : 0;
}

sub _row {
    my ($p, $n) = @_;
    my ($params, $accesses) = map { scalar @{ $p->{$_} } } qw(params accesses);
    return _initializer((map { qq("$_") } @$p{qw(name row family)}), $params, $accesses, "params_$n",
        $accesses ? "accesses_$n" : 'NULL', 0);
}

sub _wrapper {
    my ($state, $p, $n) = @_;
    my @params = @{ $p->{params} };
    my $prototype = DTPools::Calls::prototype_of($p);
    $prototype =~ s/\bconst //g if ($state->{ $p->{name} } // '') eq 'plain';
    my $types = $prototype =~ s/^int \w+\((.*)\)\z/$1/r;
    my $args  = join ', ', map { $_->{name} } @params;
    my $addresses = join ', ', map { "(void *) &$_->{name}" } @params;
    return <<"END";
#line 1 "$p->{name}"
$prototype
{
    static int (*next)($types);
    struct calls_call call = {&calls_procedures[$n], (void *[]) {$addresses}, 0, 0};

    if (!calls_enter(&calls_procedures[$n], (calls_function **) &next))
        return next($args);
    calls_before(&call);
    if (!call.skip)
        call.code = next($args);
    calls_after(&call);
    calls_leave();
    return call.code;
}

END
}

1;
