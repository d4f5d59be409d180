#!/usr/bin/env perl

# The generator: what it makes of small config files, every error, and the make rules with real binaries where there is
# a compiler.

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Path qw(make_path);
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::RealBin/lib";
use Test::More;
use Time::HiRes qw(time);
use Scratch qw(read_file write_file write_script);

my $TOP      = abs_path("$FindBin::RealBin/..");
my $GENERATE = "$TOP/tools/generate";
my $MAKE     = $ENV{MAKE} || 'make';
my $LONG_AGO = 1_000_000_000;
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL V)};

chdir tempdir(CLEANUP => 1) or die "cannot enter the folder of this test: $!\n";

sub append_file {
    my ($name, @lines) = @_;
    return write_file($name, split(/\n/, read_file($name)), @lines);
}

# run(COMMAND): its exit status, its output and its messages.
sub run {
    my ($command) = @_;
    my $output = `{ $command; } 2>messages </dev/null`;
    return ($? >> 8, $output, read_file('messages'));
}

sub generate {
    return run("'$^X' '$GENERATE' --srcdir=src");
}

# A source folder with these lines in basictypetest.txt and in structtypetest.txt.
my @SOURCES = qw(pt2pt/send.c pt2pt/other.c coll/bcast.c coll/more.cxx);

sub source_folder {
    my ($basic, $struct) = @_;
    run('rm -rf src');
    make_path('src/dtpools');
    write_file("src/$_", '/* a program */') for @SOURCES;
    write_file("src/$_/testlist.def", "# by hand") for qw(pt2pt coll);
    write_file('src/basictypelist.txt', 'MPI_INT', 'MPI_AINT');
    write_file('src/basictypetest.txt', @$basic);
    write_file('src/structtypetest.txt', @{ $struct || [] });
    return;
}

sub names {
    my ($folder) = @_;
    return join ' ', read_file("src/$folder/testlist.dtp") =~ /^([^#\s]\S*)/mg;
}

sub made_files {
    return sort grep { -f } map { glob "src/*/$_" } qw(Makefile.dtp testlist.dtp testlist.in basictypelist.txt *tmp*);
}

sub makes_tests {
    source_folder(['# a comment', '', 'coll/bcast.c:ALL N=3:2 1:timeLimit=60 mem=1.5 env=A=b=c arg=-x:4  # another',
            ' coll/more.cxx : : 7 : : 1 ', 'coll/bcast.c:ALL FAST:5:name=quick:2',
            'coll/bcast.c:ALL FAST:5:name=fast:2']);
    my ($status, $output, $messages) = generate();
    is($status, 0, 'good files are taken') or diag($messages);
    is($messages, '', 'without messages');
    is($output, <<'END', 'a line for each line of the config files');
basictypetest.txt:3: Generate tests for: bcast.c ... done
basictypetest.txt:4: Generate tests for: more.cxx ... done
basictypetest.txt:5: Generate tests for: bcast.c ... done
basictypetest.txt:6: Generate tests for: bcast.c ... done
Generate testlist in dir: coll ... done
Generate testlist in dir: pt2pt ... done
Generate basictypelist.txt for dtpools ... done
END
    is(read_file('src/coll/testlist.dtp') =~ s/\A#.*\n//r, <<'END' =~ s/\n +/ /gr, 'testlist.dtp');
bcast__ALL__N-3__MPI_INT__2 4 timeLimit=60 mem=1.5 env=A=b=c arg=-x type=MPI_INT
    program=bcast__ALL__N-3 default=-type=MPI_INT default=-count=2
bcast__ALL__N-3__MPI_INT__1 4 timeLimit=60 mem=1.5 env=A=b=c arg=-x type=MPI_INT
    program=bcast__ALL__N-3 default=-type=MPI_INT default=-count=1
bcast__ALL__N-3__MPI_AINT__2 4 timeLimit=60 mem=1.5 env=A=b=c arg=-x type=MPI_AINT
    program=bcast__ALL__N-3 default=-type=MPI_AINT default=-count=2
bcast__ALL__N-3__MPI_AINT__1 4 timeLimit=60 mem=1.5 env=A=b=c arg=-x type=MPI_AINT
    program=bcast__ALL__N-3 default=-type=MPI_AINT default=-count=1
more__MPI_INT__7 1 type=MPI_INT requires=cxx program=more default=-type=MPI_INT default=-count=7
more__MPI_AINT__7 1 type=MPI_AINT requires=cxx program=more default=-type=MPI_AINT default=-count=7
quick__MPI_INT__5 2 type=MPI_INT program=quick default=-type=MPI_INT default=-count=5
quick__MPI_AINT__5 2 type=MPI_AINT program=quick default=-type=MPI_AINT default=-count=5
fast__MPI_INT__5 2 type=MPI_INT program=fast default=-type=MPI_INT default=-count=5
fast__MPI_AINT__5 2 type=MPI_AINT program=fast default=-type=MPI_AINT default=-count=5
END
    is(read_file('src/coll/testlist.in'), "# by hand\n" . read_file('src/coll/testlist.dtp'),
        'testlist.in is both lists');
    is(read_file('src/dtpools/basictypelist.txt'), "MPI_INT\nMPI_AINT\n", "the library's list of types");
    my $rules = read_file('src/coll/Makefile.dtp');
    like($rules, qr{^coll/bcast__ALL__N-3\.o: \$\(srcdir\)/coll/bcast\.c\n\t\$\(compile_c\) -DALL -DN=3$}m,
        'how to compile');
    is(scalar(() = $rules =~ m{^coll/bcast__ALL__FAST\.o:}mg), 1, 'once for each set of macros');
    like($rules, qr{^coll/bcast__ALL__N-3__MPI_INT__2: defaults = -type=MPI_INT -count=2$}m,
        'what a test is compiled with');
    like($rules, qr{^\$\(coll/quick\.tests\): coll/bcast__ALL__FAST\.o \S+ stamps/coll/quick\.\w+\n\t\$\(link_c\)$}m,
        'how to link');
    like($rules, qr{^coll/quick\.object = coll/bcast__ALL__FAST\.o$}m, 'what has the program');
    like($rules, qr{^\$\(coll/more\.tests\): coll/more\.o \S+\n\t\$\(link_cxx\)$}m,
        'C++ is linked by its own compiler');
    return;
}

sub mixes_pools {
    source_folder(['pt2pt/send.c::17 1 512::2']);
    generate();
    is(names('pt2pt') =~ s/ send__MPI_AINT.*//r,
        'send__MPI_INT__17 send__MPI_INT__17_512 send__MPI_INT__1 send__MPI_INT__1_17 send__MPI_INT__512',
        'in pt2pt each count is also sent to where there is room for the next larger one');
    like(read_file('src/pt2pt/Makefile.dtp'),
        qr/^\S+__17_512: defaults = -type=MPI_INT -sendcount=17 -recvcount=512$/m, 'with both counts');
    is(read_file('src/coll/testlist.dtp') =~ s/#.*\n//r, '', 'a folder without tests has an empty list');
    source_folder(['pt2pt/send.c::9223372036854775807 9 10::2']);
    my ($status) = generate();
    is($status, 0, 'a count of 63 bits is taken');
    like(names('pt2pt'), qr/__9 send__MPI_INT__9_10 send__MPI_INT__10 send__MPI_INT__10_9223372036854775807 /,
        'and counts are ordered as numbers');
    return;
}

sub makes_structs {
    source_folder([], ['coll/bcast.c::PARTICLE:timeLimit=9:4',
        'DEFINE PARTICLE {MPI_CHAR:64, MPI_INT:32,MPI_FLOAT:8 } # later',
            'coll/bcast.c:A:2:MPI_INT,MPI_AINT:3,4::2']);
    my ($status, $output, $messages) = generate();
    is($status, 0, 'structs are taken') or diag($messages);
    like($output, qr/^structtypetest\.txt:2: Define PARTICLE \.\.\. done$/m, 'a DEFINE has its line');
    is(read_file('src/coll/testlist.dtp') =~ s/\A#.*\n//r,
        <<'END', 'structs with and without a name');
bcast__PARTICLE 4 timeLimit=9 program=bcast default=-types=MPI_CHAR,MPI_INT,MPI_FLOAT default=-counts=64,32,8
bcast__A__MPI_INT.MPI_AINT__3.4 2 program=bcast__A default=-types=MPI_INT,MPI_AINT default=-counts=3,4
END
    like(read_file('src/coll/Makefile.dtp'),
        qr/^\S+__PARTICLE: defaults = -types=MPI_CHAR,MPI_INT,MPI_FLOAT -counts=64,32,8$/m, 'a DEFINE is spelt out');
    return;
}

# The pathnames of the design, which stand for a source with macros, or for one that is elsewhere.
sub takes_pathnames {
    source_folder([]);
    write_file("src/rma/$_") for qw(testlist.def fence1.c pscw1.c lock_dt.c);
    write_file("src/$_") for qw(attr/testlist.def attr/fkeyvaltypex.cxx datatype/testlist.def datatype/packsizex.cxx);
    my @rma = map { "rma/$_.c" } qw(
        accfence1 getfence1 putfence1 accpscw1 putpscw1 lock_dt lock_dt_flush lock_dt_flushlocal lockall_dt
        lockall_dt_flush lockall_dt_flushall lockall_dt_flushlocal lockall_dt_flushlocalall);
    write_file('src/basictypelist.txt', 'MPI_INT');
    write_file('src/basictypetest.txt', map { "$_:A=1:17::2" } @rma,
        qw(cxx/attr/fkeyvaltypex.cxx cxx/datatype/packsizex.cxx));
    my ($status, $output, $messages) = generate();
    is("$status$messages", '0', 'the pathnames of the design are taken');
    is(names('rma'), join(' ', map { m{/(\w+)} ? "$1__A-1__MPI_INT__17" : () } @rma), 'tests are named after them');
    like($output, qr/^basictypetest\.txt:7: Generate tests for: lock_dt_flush\.c \.\.\. done$/m,
        'and so they are shown');
    like(read_file('src/rma/Makefile.dtp'), qr{rma/lock_dt\.c\n\t\$\(compile_c\) -DLOCKALL -DFLUSH_ALL -DA=1$}m,
        'their macros are set');
    is(names('attr') . ' ' . names('datatype'), 'fkeyvaltypex__A-1__MPI_INT__17 packsizex__A-1__MPI_INT__17',
        'those of C++ too');
    append_file('src/basictypetest.txt', 'rma/fence1.c:ACC A=1:17:name=accfence1__A-1:2');
    (undef, undef, $messages) = generate();
    like($messages, qr/the test rma\/accfence1__A-1__MPI_INT__17 is already generated for basictypetest\.txt:1/,
        'the same test either way');
    return;
}

# A dtp that knows some texts, and crashes with one: what it says of a definition is an error of the line.
sub asks_dtp {
    write_script('dtp', 'case $2 in', '1*dup*) echo "dtp: column 3: no"; exit 2;;',
        '2*contiguous*) echo "type map: 0 elements";;',
        '3*) echo "traits: gaps overlapping";;', '4*) exit 1;;', '*) echo "traits:"; echo "type map: 10 elements";;',
        'esac');
    source_folder([], ['DEFINE A {1*dup(MPI_INT)}', 'DEFINE B {2*contiguous(0, MPI_INT)}', 'DEFINE C {3*MPI_INT}',
        'DEFINE D {4*MPI_INT}',
            'DEFINE E {5*MPI_INT}', 'DEFINE F {MPI_INT:3}']);
    my ($status, undef, $messages) = run("'$^X' '$GENERATE' --srcdir=src --dtp=./dtp");
    is("$status $messages", <<'END', 'definitions that the library refuses');
1 structtypetest.txt:1: error: DEFINE A: column 3: no
structtypetest.txt:2: error: DEFINE B: no elements: expected at least one
structtypetest.txt:3: error: DEFINE C: elements overlap: expected an object that can be received
structtypetest.txt:4: error: DEFINE D: './dtp show' ended with status 1: expected 0, or 2 for a text that is wrong
END
    is(join(' ', made_files()), '', 'and nothing is generated');
    write_file('src/structtypetest.txt', 'DEFINE E {5*MPI_INT}');
    is(join('', run("'$^X' '$GENERATE' --srcdir=src --dtp=./dtp")), '0', 'one that it takes');
    ($status, undef, $messages) = run("'$^X' '$GENERATE' --srcdir=src --dtp=./nosuch");
    is("$status $messages", "2 generate: --dtp='./nosuch': expected an executable file, the dtp of a build\n",
        'no such command');
    write_script('dtp', 'echo "dtp: cannot load libmpi.so"; exit 127');
    ($status, undef, $messages) = run("'$^X' '$GENERATE' --srcdir=src --dtp=./dtp");
    is("$status $messages", "1 generate: --dtp='./dtp' cannot be run: expected the dtp of a build: dtp: cannot load "
        . "libmpi.so\n", 'a command that cannot be run');
    write_script('dtp', 'exit 1');
    is(join('', run("'$^X' '$GENERATE' --srcdir=src --dtp=./dtp")), '0', 'one whose MPI cannot run here');
    return;
}

# A program of which one process verifies nothing.
sub needs_processes {
    source_folder(['coll/bcast.c::1::1', 'coll/bcast.c::2::2'], ['coll/bcast.c::1:MPI_INT:1::1']);
    write_file('src/coll/bcast.c', '/* One to all.', ' * Needs 2 processes. */', '#include "harness.h"');
    my ($status, undef, $messages) = generate();
    is("$status $messages", <<'END', 'fewer processes than the program needs');
1 basictypetest.txt:1: error: number of processes '1': coll/bcast.c needs 2 or more
structtypetest.txt:1: error: number of processes '1': coll/bcast.c needs 2 or more
END
    return;
}

sub keeps_what_is_same {
    source_folder(['coll/bcast.c::1 2::4']);
    generate();
    my @made = made_files();
    my %text = map { $_ => read_file($_) } @made;
    is(scalar @made, 7, 'three files a folder, and the list of types');
    utime $LONG_AGO, $LONG_AGO, @made;
    generate();
    is(join(' ', map { (stat)[9] } made_files()), join(' ', ($LONG_AGO) x 7), 'a second run rewrites nothing');
    run('cp -r src copy; rm -rf src/*/*.dtp');
    generate();
    is(join('', map { read_file($_) } @made), join('', map { $text{$_} } @made), 'the bytes are the same again');
    utime $LONG_AGO, $LONG_AGO, @made;
    write_file('src/basictypetest.txt', 'coll/more.cxx::3::1', split /\n/, read_file('src/basictypetest.txt'));
    generate();
    my @changed = grep { (stat)[9] != $LONG_AGO } made_files();
    is("@changed", 'src/coll/Makefile.dtp src/coll/testlist.dtp src/coll/testlist.in',
        'a new line rewrites what it changes');
    is(names('coll') =~ s/more\S+ ?//gr, names_of($text{'src/coll/testlist.dtp'}), 'and renames nothing');
    run('rm -rf copy');
    return;
}

sub names_of {
    my ($text) = @_;
    return join ' ', $text =~ /^([^#\s]\S*)/mg;
}

# What editors of other systems write: CRLF at the ends of lines, a byte order mark at the beginning.
sub tolerates_crlf_and_marks {
    my @basic = ('coll/bcast.c:A:1 2:timeLimit=5:4', '# a comment', '', 'coll/bcast.c::3::4');
    source_folder(\@basic, ['DEFINE S {MPI_INT:1}', 'coll/bcast.c::S::4']);
    generate();
    my %text = map { $_ => read_file($_) } made_files();
    for my $file (glob 'src/*.txt src/*/testlist.def') {
        my ($first, @others) = split /\n/, read_file($file);
        write_file($file, "\xEF\xBB\xBF$first\r", map { "$_\r" } @others);
    }
    my ($status, undef, $messages) = generate();
    is("$status$messages", '0', 'CRLF and byte order marks are taken');
    is_deeply({ map { $_ => read_file($_) } made_files() }, \%text, 'and change nothing');
    return;
}

sub takes_hand_written {
    source_folder(['coll/bcast.c::1::4']);
    write_file('src/coll/testlist.def', 'more 2 timeLimit=3 requires=cxx  # C++');
    write_file('src/pt2pt/testlist.def', 'other 3 env=A=1');
    my ($status, undef, $messages) = generate();
    is("$status$messages", '0', 'hand-written entries are taken');
    is(read_file('src/pt2pt/testlist.in') =~ s/#.*\n//r, "other 3 env=A=1\n", 'their lines are carried as they are');
    like(read_file('src/pt2pt/Makefile.dtp'), qr{^pt2pt/other: defaults = $}m, 'and their programs are built');
    like(read_file('src/coll/Makefile.dtp'), qr{^\$\(coll/more\.tests\): .*\n\t\$\(link_cxx\)$}m, 'in C++ too');
    return;
}

# What is wrong with a line => what must be said.
my @BASIC_ERRORS = (
    'coll/bcast.c::1:4' =>
        q(4 fields separated by ':': expected <test pathname>:<macros>:<counts>:<options>:<procs#>),
    'coll/bcast.c::1:::4'                 => q(6 fields separated by ':': expected <test pathname>:),
    '::1::4'                              => q(field 1 is empty: expected <test pathname>:),
    'coll/bcast.c::::4'                   => q(field 3 is empty: expected),
    'coll/bcast.c::1::'                   => q(field 5 is empty: expected),
    'coll/bcast.c::0::4'                  => q(field 3: count '0': expected a positive integer),
    'coll/bcast.c::-1::4'                 => q(field 3: count '-1': expected a positive integer),
    'coll/bcast.c::1,2::4'                => q(field 3: count '1,2': expected a positive integer),
    'coll/bcast.c::1 1e3::4'              => q(field 3: count '1e3': expected a positive integer),
    'coll/bcast.c::9223372036854775808::4' =>
        q(field 3: count '9223372036854775808' is too large: expected at most 9223372036854775807),
    'coll/bcast.c::99999999999999999999::4' => q(is too large: expected at most 9223372036854775807),
    'coll/bcast.c::1 2 1::4'              => q(field 3: count 1 is given twice),
    'coll/bcast.c::1::0'                  => q(number of processes '0': expected a positive integer),
    'coll/bcast.c::1::two'                => q(number of processes 'two': expected a positive integer),
    'coll/bcast.c::1:timeLimit=0:4'       => q(bad value in 'timeLimit=0': expected a positive integer),
    'coll/bcast.c::1:timeLimit=1.5:4'     => q(bad value in 'timeLimit=1.5': expected a positive integer),
    'coll/bcast.c::1:timeLimit=1 timeLimit=2:4' => q('timeLimit=2': timeLimit= is given twice),
    'coll/bcast.c::1:timelimit=1:4' =>
        q(unknown option 'timelimit=1': expected one of timeLimit= mem= env= arg= name=),
    'coll/bcast.c::1:60:4'                => q(unknown option '60': expected one of timeLimit=),
    'coll/bcast.c::1:mem=0:4'             => q(bad value in 'mem=0': expected a positive number of GB),
    'coll/bcast.c::1:mem=2G:4'            => q(bad value in 'mem=2G': expected a positive number of GB),
    'coll/bcast.c::1:env=A:4'             => q(bad value in 'env=A': expected NAME=VALUE),
    'coll/bcast.c::1:env=1A=2:4'          => q(bad value in 'env=1A=2': expected NAME=VALUE),
    'coll/bcast.c::1:arg=:4'              => q(bad value in 'arg=': expected an argument),
    'coll/bcast.c::1:name=a/b:4'          => q(bad value in 'name=a/b': expected a file name of letters),
    'coll/bcast.c::1:requires=cxx:4'      => q(unknown option 'requires=cxx': expected),
    'coll/nosuch.c::1::4'                 => q(test pathname 'coll/nosuch.c': there is no such source file),
    'coll/bcast.f90::1::4' =>
        q(bad test pathname 'coll/bcast.f90': expected <folder>/<name>.c or <folder>/<name>.cxx),
    'bcast.c::1::4'                       => q(bad test pathname 'bcast.c': expected <folder>/),
    '../coll/bcast.c::1::4'               => q(bad test pathname '../coll/bcast.c': expected <folder>/),
    'nowhere/bcast.c::1::4'               => q('nowhere' is no folder of tests: expected one of coll pt2pt),
    'coll/bcast.c:1A:1::4'                => q(macro '1A': expected NAME or NAME=VALUE),
    'coll/bcast.c:-DA:1::4'               => q(macro '-DA': expected NAME or NAME=VALUE),
    'coll/bcast.c:A=$(X):1::4'            => q(macro 'A=$(X)': expected NAME or NAME=VALUE),
    'coll/bcast.c:A A=2:1::4'             => q(macro 'A' is given twice),
    'coll/bcast.c:A:1::2' =>
        q(the test coll/bcast__A__MPI_INT__1 is already generated for basictypetest.txt:1),
    'coll/bcast.c::1:name=bcast__A:2' =>
        q('coll/bcast__A' would be made of 'coll/bcast.c', but basictypetest.txt:1 makes it of 'coll/bcast.c A'),
);
my @STRUCT_ERRORS = (
    'DEFINE S MPI_INT:1' =>
        q(bad definition 'DEFINE S MPI_INT:1': expected DEFINE NAME {MPI_TYPE:count,...}),
    'DEFINE 1S {MPI_INT:1}'               => q(bad definition 'DEFINE 1S {MPI_INT:1}': expected DEFINE NAME),
    'DEFINE S {}'                         => q(DEFINE S: no members: expected DEFINE NAME),
    'DEFINE S {MPI_INT}'                  => q(DEFINE S: bad member 'MPI_INT': expected DEFINE NAME),
    'DEFINE S {MPI_INT:1,}'               => q(DEFINE S: bad member '': expected DEFINE NAME),
    'DEFINE S {MPI_INTEGER9:1}' =>
        q(DEFINE S: unknown type 'MPI_INTEGER9': expected one of MPI_2INT MPI_AINT MPI_BYTE),
    'DEFINE S {MPI_INT:0}'                => q(DEFINE S: count '0': expected a positive integer),
    'DEFINE GOOD {MPI_INT:1}'             => q(GOOD is already defined, at structtypetest.txt:1),
    'coll/bcast.c::BAD::4'                => q(field 3: 'BAD' is not defined: expected one of FINE GOOD),
    'coll/bcast.c::GOOD:4' =>
        q(4 fields separated by ':': expected <test pathname>:<macros>:<DEFINE name>:<options>:<procs#>),
    'coll/bcast.c::GOOD::'                => q(field 5 is empty: expected <test pathname>:<macros>:<DEFINE name>),
    'coll/bcast.c::GOOD:x:4'              => q(unknown option 'x': expected),
    'coll/bcast.c::2:MPI_INT:1,2::4' =>
        q(field 3: 2 types, but there are 1 types in field 4 and 2 counts in field 5),
    'coll/bcast.c::2:MPI_INT,MPI_CHAR:1::4' =>
        q(field 3: 2 types, but there are 2 types in field 4 and 1 counts in field 5),
    'coll/bcast.c::3:MPI_INT,MPI_CHAR:1,2::4' =>
        q(field 3: 3 types, but there are 2 types in field 4 and 2 counts in field 5),
    'coll/bcast.c::0:MPI_INT:1::4'        => q(number of types '0': expected a positive integer),
    'coll/bcast.c::1:INT:1::4'            => q(unknown type 'INT': expected one of MPI_2INT),
    'coll/bcast.c::1:MPI_INT:2147483648::4' => q(count '2147483648' is too large: expected at most 2147483647),
    'coll/bcast.c::1:MPI_INT:1:4' =>
        q(6 fields separated by ':': expected <test pathname>:<macros>:<num types>:),
    'coll/bcast.c::1::1::4'               => q(field 4 is empty: expected),
    'coll/bcast.c::1:MPI_INT:::4'         => q(field 5 is empty: expected),
    'coll/bcast.c::GOOD::2'               => q(the test coll/bcast__GOOD is already generated for structtypetest.txt:3),
);
my @TYPE_ERRORS = (
    'INT'         => q('INT' is not the name of an MPI type: expected one such as MPI_INT a line),
    'MPI_INT;'    => q('MPI_INT;' is not the name of an MPI type),
    'MPI_LONG MPI_CHAR' => q('MPI_LONG MPI_CHAR' is not the name of an MPI type),
    'MPI_int'     => q('MPI_int' is not the name of an MPI type),
    'MPI_NO_SUCH' => q(unknown type 'MPI_NO_SUCH': expected one of MPI_2INT MPI_AINT MPI_BYTE MPI_CHAR),
    'MPI_AINT'    => q(MPI_AINT is already in the list, at basictypelist.txt:2),
);
my @ENTRY_ERRORS = (
    'nosuch 2'            => q('nosuch': there is neither coll/nosuch.c nor coll/nosuch.cxx),
    'bcast'               => q(no number of processes after 'bcast': expected <name> <procs#> [options]),
    'bcast 0'             => q(number of processes '0': expected a positive integer),
    'bcast 2 time=3'      => q(unknown option 'time=3': expected one of timeLimit= mem= env= arg= type= requires=),
    'more 1'              => q('more' is C++: expected requires=cxx),
);

# One bad line at the end of a file: the message, the status, and that nothing was generated.
sub reports_errors {
    my ($file, @cases) = @_;
    while (my ($line, $message) = splice @cases, 0, 2) {
        source_folder(['coll/bcast.c:A:1::4'],
            ['DEFINE GOOD {MPI_INT:1}', 'DEFINE FINE {MPI_INT:2}', 'coll/bcast.c::GOOD::4']);
        append_file("src/$file", $line);
        my $place = "$file:" . scalar(split /\n/, read_file("src/$file"));
        my ($status, undef, $messages) = generate();
        like($messages, qr/^\Q$place: error: \E.*\Q$message\E/m, "$file: $line");
        is($status . join(' ', made_files()), '1', '  stops before anything is made');
    }
    return;
}

sub reports_all_errors {
    source_folder(['coll/bcast.c::x::4', '', 'coll/bcast.c::y::0'], ['DEFINE', 'coll/bcast.c::S::4']);
    append_file('src/basictypelist.txt', '?');
    write_file('src/coll/testlist.def', 'bcast');
    my (undef, undef, $messages) = generate();
    is(join(' ', $messages =~ /^(\S+): error: /mg),
        join(' ', qw(coll/testlist.def:1 basictypelist.txt:3 basictypetest.txt:1),
            qw(basictypetest.txt:3 basictypetest.txt:3 structtypetest.txt:1 structtypetest.txt:2)),
            'all errors in one run');
    for my $file (qw(basictypelist.txt basictypetest.txt structtypetest.txt)) {
        source_folder(['coll/bcast.c::1::4']);
        unlink "src/$file";
        (my $status, undef, $messages) = generate();
        is("$status $messages", "1 $file: error: cannot read the file: No such file or directory\n",
            "$file is missing");
        mkdir "src/$file";
        ($status, undef, $messages) = generate();
        like("$status $messages", qr/^1 \Q$file\E: error: cannot read the file: /, "$file is a folder");
    }
    source_folder(['coll/bcast.c::1::4']);
    write_file('src/basictypelist.txt', '# nothing');
    (undef, undef, $messages) = generate();
    like($messages, qr/^basictypelist\.txt: error: names no type/, 'a list without types');
    return;
}

sub keeps_old_on_error {
    source_folder(['coll/bcast.c::1::4']);
    generate();
    my %text = map { $_ => read_file($_) } made_files();
    append_file('src/basictypetest.txt', 'coll/bcast.c::2::4', 'bad');
    generate();
    is_deeply({ map { $_ => read_file($_) } made_files() }, \%text, 'after an error everything is as it was');
    write_file('src/basictypetest.txt', 'coll/bcast.c::2::4');
    run('rm -r src/dtpools');
    delete $text{'src/dtpools/basictypelist.txt'};
    my ($status, undef, $messages) = generate();
    like("$status $messages", qr{^1 src/dtpools/basictypelist\.txt: error: cannot write: },
        'a file that cannot be written');
    is_deeply({ map { $_ => read_file($_) } made_files() }, \%text, 'the others are left as they were');
    return;
}

sub has_options {
    my ($status, $output, $messages) = run("'$^X' '$GENERATE' --srcdir=nowhere --bad extra");
    is($status, 2, 'wrong options have a status of their own');
    is($messages, <<'END', 'and are named');
generate: unknown option: bad: see generate -h
generate: unknown argument 'extra': expected only options, see generate -h
generate: --srcdir='nowhere': there is no such folder
END
    ($status, $output) = run("'$^X' '$GENERATE' -h");
    is($status, 0, '-h');
    like($output, qr/DEFINE <name>.*--srcdir=FOLDER.*0 if all is written/s,
        'says the formats, the options and the exit status');
    return;
}

sub shipped_lists {
    run("rm -rf src; mkdir src && cp '$TOP'/*.txt src");
    my @folders = map { m{([^/]+)/testlist\.def\z} } glob "'$TOP'/*/testlist.def";
    for my $folder ('dtpools', @folders) {
        run("mkdir src/$folder; cp '$TOP'/$folder/testlist.def '$TOP'/$folder/*.c* src/$folder");
    }
    my $begin = time;
    my ($status, $output, $messages) = generate();
    is("$status$messages", '0', 'the shipped lists are good');
    my $tests = () = map { split ' ', names($_) } @folders;
    note(sprintf '%d tests generated in %.3f s', $tests, time - $begin);
    cmp_ok($tests, '>', 4000, 'the shipped lists make thousands of tests');
    return;
}

# tests.mk with a compiler in place of the MPI's, and libraries of one empty object.
sub build_folder {
    my %value = (srcdir => 'src', MPI_COMPILE => 'cc', MPI_LINK => 'cc', AM_DEFAULT_VERBOSITY => 0, HAVE_CXX => 'no',
        LIBDTPOOLS => 'empty.a');
    my $text = read_file("$TOP/tests.mk.in") =~ s/\@(\w+)\@/$value{$1} \/\/ ''/ger;
    write_file('tests.mk', $text);
    make_path(qw(pt2pt coll harness));
    write_file('empty.c', 'int empty;');
    my ($status, undef, $messages) = run('cc -c empty.c && ar rc empty.a empty.o && cp empty.a harness/libharness.a');
    diag($messages) if $status;
    return;
}

sub make {
    my ($status, $output, $messages) = run("$MAKE -f tests.mk @_");
    diag($messages) if $status;
    return join ' ', sort $output =~ /^  (?:CC|CXX|LINK) +(\S+)/mg;
}

my @PROGRAM = ('#include <stdio.h>', '#include "part.h"', 'extern const char harness_defaults[];', '#ifndef WORD',
    '#define WORD 0', '#endif', 'struct h_program { int n; };', 'extern const struct h_program h_program;',
    'const struct h_program h_program = {0};',
    'int main(void) { printf("%d %s\n", WORD, harness_defaults); return 0; }');

sub builds_tests {
    source_folder(['coll/bcast.c::1 2::4', 'coll/bcast.c:WORD=5:3:name=five:2', 'coll/more.cxx::1::1'],
        ['DEFINE S {MPI_INT:1,MPI_CHAR:2}', 'coll/bcast.c::S::4']);
    write_file('src/coll/bcast.c', @PROGRAM);
    write_file('src/coll/part.h', '/* a header */');
    write_file('src/pt2pt/send.c', @PROGRAM[0, 2 .. $#PROGRAM]);
    write_file('src/pt2pt/testlist.def', 'send 1');
    generate();
    build_folder();
    is(make('coll/bcast__MPI_INT__1'), 'coll/bcast.o coll/bcast__MPI_INT__1', 'one test is an object and a link');
    is(make('all-tests'), join(' ',
        sort qw(coll/bcast__MPI_INT__2 coll/bcast__MPI_AINT__1 coll/bcast__MPI_AINT__2 coll/bcast__S),
        qw(coll/bcast__WORD-5.o coll/five__MPI_INT__3 coll/five__MPI_AINT__3 pt2pt/send pt2pt/send.o)),
        'the others need one object for each set of macros; without a C++ compiler no C++');
    is(`./coll/bcast__MPI_INT__2`, "0 bcast__MPI_INT__2 -type=MPI_INT -count=2\n",
        'a test knows its name and signature');
    is(`./coll/bcast__S`, "0 bcast__S -types=MPI_INT,MPI_CHAR -counts=1,2\n", 'a struct too');
    is(`./coll/five__MPI_INT__3`, "5 five__MPI_INT__3 -type=MPI_INT -count=3\n", 'macros are defined');
    is(`./pt2pt/send`, "0 send\n", 'a hand-written test knows its name');
    is(make('all-tests'), '', 'nothing is built twice');

    append_file('src/basictypetest.txt', 'coll/bcast.c::9::4');
    generate();
    is(make('all-tests'), 'coll/bcast__MPI_AINT__9 coll/bcast__MPI_INT__9', 'a new line builds its tests and no other');
    write_file('src/structtypetest.txt', 'DEFINE S {MPI_INT:1,MPI_CHAR:3}', 'coll/bcast.c::S::4');
    generate();
    is(make('all-tests'), 'coll/bcast__S', 'another meaning of a DEFINE rebuilds its tests');
    is(`./coll/bcast__S`, "0 bcast__S -types=MPI_INT,MPI_CHAR -counts=1,3\n", 'with it');
    write_file('src/structtypetest.txt', 'DEFINE S {MPI_INT:1,MPI_CHAR:2}', 'coll/bcast.c::S::4');
    generate();
    is(make('all-tests'), 'coll/bcast__S', 'going back too');
    write_file('src/basictypetest.txt', read_file('src/basictypetest.txt') =~ s/WORD=5/WORD=6/r);
    generate();
    is(make('all-tests'), 'coll/bcast__WORD-6.o coll/five__MPI_AINT__3 coll/five__MPI_INT__3',
        'and another meaning of name=');
    is(`./coll/five__MPI_INT__3`, "6 five__MPI_INT__3 -type=MPI_INT -count=3\n", 'with the new macros');

    utime $LONG_AGO, $LONG_AGO, glob 'src/coll/* coll/* harness/* empty.a stamps/*/*';
    utime undef, undef, 'src/coll/part.h';
    is(make('coll/bcast__S'), 'coll/bcast.o coll/bcast__S', 'a changed header compiles again');
    run("$MAKE -f tests.mk clean-tests");
    is(join(' ', glob('coll/* pt2pt/* stamp*')), '', 'clean-tests leaves nothing');
    unlink 'empty.a';
    my ($status, undef, $messages) = run("$MAKE -f tests.mk coll/bcast__S");
    like("$status $messages", qr/^2 .*empty\.a is not built/s, 'a missing library is named');
    return;
}

makes_tests();
mixes_pools();
makes_structs();
takes_pathnames();
asks_dtp();
needs_processes();
keeps_what_is_same();
tolerates_crlf_and_marks();
takes_hand_written();
reports_errors('basictypetest.txt',  @BASIC_ERRORS);
reports_errors('structtypetest.txt', @STRUCT_ERRORS);
reports_errors('basictypelist.txt',  @TYPE_ERRORS);
reports_errors('coll/testlist.def',  @ENTRY_ERRORS);
reports_all_errors();
keeps_old_on_error();
has_options();
shipped_lists();
SKIP: {
    skip 'no C compiler called cc', 1 if (run('cc --version'))[0];
    builds_tests();
}
done_testing();
