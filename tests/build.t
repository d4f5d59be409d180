#!/usr/bin/env perl

# The build: configure's errors, types that an MPI lacks, and the library alone, from its own folder to a program that
# uses the installed one.  `make distcheck` shows the rest: building outside of a source tree that cannot be written to.

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename qw(basename);
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::RealBin/lib";
use Test::More;
use Scratch qw(read_file write_file write_script);

my $MPICC  = $ENV{MPICC} || 'mpicc';
my $LAUNCH = $ENV{MPIEXEC};
my $CXX    = $ENV{MPI_CXX_COMPILE};
my $MAKE   = $ENV{MAKE} || 'make';
my $folder = tempdir(CLEANUP => 1);
my $TOP    = "$folder/top";     # configure refuses a source folder whose absolute path has blanks
symlink abs_path("$FindBin::RealBin/.."), $TOP or die "cannot make a link to the source folder: $!\n";
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL DTP_DATATYPE_FILE MPICC MPIEXEC CC CFLAGS CONFIG_SITE)};
$ENV{PKG_CONFIG_PATH} = "$folder/installed/lib/pkgconfig";

plan skip_all => 'no configure: autogen.sh was not run' unless -x "$TOP/dtpools/configure";

# run(COMMAND): its exit status and all of its output.
sub run {
    my ($command) = @_;
    my $output = qx(cd '$folder' && { $command; } 2>&1 </dev/null);
    return ($? >> 8, $output);
}

# configure(FOLDER, ARGUMENTS): configures the library in a folder of its own.
sub configure {
    my ($name, $arguments) = @_;
    return run("mkdir -p $name && cd $name && $TOP/dtpools/configure $arguments");
}

# What configure has found of the system and its compiler, but not of an MPI, in the folder of this name: those after it
# need not look again, which is more than half of their time.
sub remember_system {
    my ($name) = @_;
    my @found = grep { /^(?:test \$\{)?(?:lt|am|ac)_cv_/ && !/ac_cv_env|MPI|ac_cv_prog_ac_ct_CC/ }
        split /\n/, read_file("$folder/$name/config.cache");
    $ENV{CONFIG_SITE} = write_file("$folder/config.site", @found);
    return;
}

sub configure_errors {
    my ($status, $output) = configure('bad', "--with-mpi='$folder/nowhere'");
    isnt($status, 0, 'no MPI: configure stops');
    like($output, qr{there is no mpicc in \Q$folder\E/nowhere/bin.*MPICC=COMMAND}s,
        'and says where it looked, and what to do');

    for my $variable (qw(MPICC MPIEXEC)) {
        ($status, $output) = configure('bad', "MPICC='$MPICC' $variable='$folder/nothing -x'");
        isnt($status, 0, "$variable is no command: configure stops");
        like($output, qr{error: $variable=\Q$folder\E/nothing -x: there is no command \Q$folder\E/nothing: expected},
            'and says so');
    }

    ($status, $output) = configure('bad', "--with-mpi=/opt/one MPICC='$MPICC'");
    isnt($status, 0, 'two MPIs: configure stops');
    like($output, qr{error: --with-mpi=/opt/one and MPICC=\Q$MPICC\E: expected one of the two$}m, 'and says so');

    my %message = (
        'MPI_INT # a comment,MPI-INT' => qr/bad\.txt:2: 'MPI-INT' is not the name of an MPI type/,
        'MPI_INT,,MPI_INT'            => qr/bad\.txt:3: MPI_INT stands in the list twice/,
        '#,MPI_NO_SUCH'               => qr/bad\.txt:2: the library does not know MPI_NO_SUCH/,
        '# nothing'                   => qr/bad\.txt: names no type/,
    );
    for my $lines (sort keys %message) {
        my $list = write_file("$folder/bad.txt", split /,/, $lines);
        ($status, $output) = configure('bad', "MPICC='$MPICC' DTP_DATATYPE_FILE=$list");
        like($output, $message{$lines}, "list of types '$lines'");
        isnt($status, 0, 'configure stops');
    }
    return;
}

# A wrapper around the compiler, with an mpi.h that lacks one type and has another as a null handle.
sub lacking_types {
    write_file("$folder/include/mpi.h", '#include_next <mpi.h>', '#undef MPI_WCHAR', '#define MPI_WCHAR nothing_here',
        '#undef MPI_LONG_DOUBLE', '#define MPI_LONG_DOUBLE MPI_DATATYPE_NULL');
    write_script("$folder/lackingcc", qq(exec $MPICC -I$folder/include "\$@"));
    my $list = write_file("$folder/list.txt", "\xEF\xBB\xBFMPI_INT\r", "# CRLF\r", "\r", 'MPI_WCHAR', 'MPI_LONG_DOUBLE',
        "MPI_CHAR # the last\r");
    my ($status, $output) = configure('lacking', "MPICC=$folder/lackingcc DTP_DATATYPE_FILE=$list");
    is($status, 0, 'an MPI that lacks types will do') or diag($output);
    like($output, qr/^configure: MPI_WCHAR skipped: not declared by this MPI$/m,
        'a type that is not declared is skipped by name');
    like($output, qr/^configure: MPI_LONG_DOUBLE skipped: MPI_DATATYPE_NULL in this MPI$/m, 'so is a null handle');
    is(join(' ', read_file("$folder/lacking/dtp_types.h") =~ /DTP_TYPE\((\w+)\)/g), 'MPI_INT MPI_CHAR',
        'the others are in order');
    return;
}

# A launcher that launches nothing; two processes that do not know of each other are no job either.
sub bad_launchers {
    my $alone = write_script("$folder/solo", 'shift 2', 'exec "$@"');
    for my $launcher ('false', $alone) {
        my ($status, $output) = run("mkdir -p launch && cd launch && $TOP/configure MPICC='$MPICC' MPIEXEC=$launcher");
        like($output, qr/WARNING: $launcher -n 2 does not launch two processes of \Q$MPICC\E here/,
            "MPIEXEC=$launcher is an error");
    }
    return;
}

# An MPI that does not declare one newer procedure, and declares another that its library does not have.
sub lacking_calls {
    write_file("$folder/fewer/mpi.h", '#include_next <mpi.h>', '#define MPI_Type_size_x nothing_here',
        '#ifndef MPI_Type_toint', 'int MPI_Type_toint(MPI_Datatype type);', '#endif');
    write_script("$folder/fewercc", qq(exec $MPICC -I$folder/fewer "\$@"));
    my ($status, $output) = run("mkdir whole && cd whole && $TOP/configure MPICC=$folder/fewercc MPIEXEC='$LAUNCH'");
    is($status, 0, 'an MPI that lacks procedures will do') or diag($output);
    my %has = map { $_ => 1 } read_file("$folder/whole/mpi_has.h") =~ /^#define (\w+) 1$/mg;
    ok($has{HAVE_MPI_GET_ELEMENTS_X}, 'a procedure that is there is in mpi_has.h');
    ok(!$has{HAVE_MPI_TYPE_SIZE_X},   'one that is not declared is not');
    ok(!$has{HAVE_MPI_TYPE_TOINT},    'nor one that is declared only');
    my @lists = map { m{([^/]+)/testlist\.def\z} } glob "$TOP/*/testlist.def";
    is(join(' ', grep { !-e "$folder/whole/$_/testlist" } @lists), '', 'each folder of tests has its list');
    return;
}

# Of an option that runs nothing; with jobs, those of make are the runner's too.
sub testing_target {
    write_file("$folder/whole/generate.stamp");
    my $runner = write_script("$folder/runner", "echo run >>$folder/ran", "exec $MAKE -f $folder/jobs.mk");
    write_file("$folder/jobs.mk", 'all: ; @echo a job');
    for my $option ('-n', '-q', '-t', '-kn --no-print-directory') {
        my (undef, $output) = run("$MAKE -C whole $option testing RUNTESTS=$runner");
        is(read_file("$folder/ran"), '', "make $option testing runs nothing") or diag($output);
    }
    my (undef, $printed) = run("$MAKE -C whole -n testing FILTER=nothing");
    like($printed, qr{/tools/runtests --mpiexec=}, 'make -n testing prints what would be run');
    my ($status, $output) = run("$MAKE -C whole -j2 testing RUNTESTS=$runner FILTER=nqt");
    is($status, 0, 'make -j2 testing runs') or diag($output);
    is(read_file("$folder/ran"), "run\n", '... once');
    like($output, qr/^a job$/m, '... and what it makes');
    unlike($output, qr/jobserver/, '... with the jobs of make');
    return;
}

# What quickstart hands over to configure, where the system has mpicc.mpich, and all that is to be installed.
sub quickstart {
    my $quick = "$folder/quick";
    write_script("$quick/bin/$_", 'exit 0')
        for qw(cc gcc g++ make perl pkg-config mpicc mpiexec mpicc.mpich mpiexec.mpich);
    write_script("$quick/$_/configure", 'echo "MPICC=${MPICC:-} MPIEXEC=${MPIEXEC:-}" "$@"') for '.', 'dtpools';
    symlink "$TOP/quickstart", "$quick/quickstart" or die "cannot make a link to quickstart: $!\n";
    my $both = "MPICC=$quick/bin/mpicc.mpich MPIEXEC=$quick/bin/mpiexec.mpich";
    my @cases = (
        ['', '--', "$both -q"],
        ['', '-- --disable-shared', "$both -q --disable-shared"],
        ['', '-- --with-mpi=/opt/one', 'MPICC= MPIEXEC= -q --with-mpi=/opt/one'],
        ['', '-- MPICC=/opt/one/bin/mpicc', 'MPICC= MPIEXEC= -q MPICC=/opt/one/bin/mpicc'],
        ['MPIEXEC=mpiexec', '--', 'MPICC= MPIEXEC=mpiexec -q'],
        ['MPICC=mpicc', '--', 'MPICC=mpicc MPIEXEC= -q'],
    );
    for my $case (@cases) {
        my ($environment, $arguments, $handed_over) = @$case;
        my (undef, $output) = run("env PATH=$quick/bin:\$PATH $environment sh quick/quickstart testing $arguments");
        like($output, qr/^\Q$handed_over\E$/m, "$environment quickstart testing $arguments");
    }
    write_script("$quick/bin/$_", 'exit 1') for qw(mpiexec.mpich apt-get dnf zypper brew sudo);
    write_script("$quick/bin/mpiexec", 'test "$OMPI_ALLOW_RUN_AS_ROOT$OMPI_ALLOW_RUN_AS_ROOT_CONFIRM" = 11');
    my ($status, $output) = run("env PATH=$quick/bin:\$PATH sh quick/quickstart testing -- --any");
    like($output, qr/^MPICC= MPIEXEC= -q --any$/m, 'an MPI whose launcher refuses root is used') or diag($output);
    my %message = (
        ''                       => 'no target: expected testing or check',
        'foo'                    => "unknown target 'foo': expected testing or check",
        'testing --with-mpi=/x'  => "'--with-mpi=/x': expected -- before arguments of configure",
    );
    for my $arguments (sort keys %message) {
        ($status, $output) = run("sh quick/quickstart $arguments");
        is($status, 2, "quickstart $arguments: exit status");
        like($output, qr/\Aquickstart: error: \Q$message{$arguments}\E\nusage: /, '... and what was expected');
    }
    return;
}

sub library_alone {
    my ($status, $output) = configure('alone', "-C -q MPICC='$MPICC' --prefix=$folder/installed");
    is($status, 0, 'the library alone configures') or diag($output);
    ($status, $output) = run("$MAKE -C alone install");
    is($status, 0, 'builds and installs') or diag($output);
    ok(-e "$folder/installed/$_", "$_ is installed")
        for qw(include/dtpools.h lib/libdtpools.a lib/libdtpools.so lib/pkgconfig/dtpools.pc);
    return;
}

# dtpools.pc names the prefix that `make install` was given, and a staging folder may have blanks in its name.
sub other_folders {
    my ($status, $output) = run("$MAKE -C alone install prefix=$folder/elsewhere DESTDIR='$folder/staging area'");
    is($status, 0, 'installs elsewhere') or diag($output);
    my $root = "staging area/$folder/elsewhere";
    ok(-e "$folder/$root/$_", "$_ is there") for qw(include/dtpools.h lib/libdtpools.a lib/libdtpools.so bin/dtp);
    like(read_file("$folder/$root/lib/pkgconfig/dtpools.pc"),
        qr{^prefix=$folder/elsewhere\n.*^libdir=$folder/elsewhere/lib\n}ms, 'dtpools.pc names that place');
    return;
}

# The examples, the one of the design document among them, with the installed header and library, found by pkg-config.
sub installed_examples {
    my @examples = glob "$TOP/dtpools/example/*.c";
    push @examples, glob "$TOP/dtpools/example/*.cxx" if $CXX;
    ok(scalar @examples, 'there are examples');
    for my $source (@examples) {
        my $compiler = $source =~ /[.]c$/ ? $MPICC : $CXX;
        my ($status, $output) = run("$compiler -o example $source \$(pkg-config --cflags --libs dtpools)");
        is($status, 0, basename($source) . ' compiles against the installed header and library') or diag($output);
        ($status, $output) = run("LD_LIBRARY_PATH=$folder/installed/lib $LAUNCH -n 2 ./example");
        is($status, 0, 'and runs to the end') or diag($output);
    }
    return;
}

library_alone();
remember_system('alone');
other_folders();
configure_errors();
bad_launchers();
lacking_types();
quickstart();
SKIP: {
    skip 'no MPIEXEC in the environment', 1 unless $LAUNCH;
    lacking_calls();
    testing_target();
}
SKIP: {
    skip 'no pkg-config', 1 if (run('pkg-config --version'))[0];
    skip 'no MPIEXEC in the environment', 1 unless $LAUNCH;
    installed_examples();
}
done_testing();
