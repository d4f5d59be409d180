#!/usr/bin/env perl

# The command lines of all tools: help, wrong options, output that gets lost.

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::RealBin/lib";
use Test::More;

use Scratch qw(write_file write_script);

my $TOOLS = abs_path("$FindBin::RealBin/../tools");
chdir tempdir(CLEANUP => 1) or die "cannot enter a folder: $!\n";
delete @ENV{ grep { /^DTP_/ } keys %ENV };

# said(ARGUMENTS): what a tool prints, and its exit status.
sub said {
    my ($arguments) = @_;
    my $text = qx(exec 2>&1 </dev/null; $^X '$TOOLS'/$arguments);
    return ($text, $? >> 8);
}

opendir my $folder, $TOOLS or die "cannot read $TOOLS: $!\n";
for my $tool (sort grep { -f "$TOOLS/$_" } readdir $folder) {
    for my $option (qw(-h --help)) {
        my ($text, $status) = said("$tool $option");
        is($status, 0, "$tool $option: exit status");
        like($text, qr/\AUsage:\n    $tool .*^Description:\n.*^ +--?\w/ms, "$tool $option: usage, and options");
        unlike($text, qr/^=|^use /m, 'nothing of the source');
    }
    my ($text, $status) = said("$tool --nothing");
    like($text, qr/^$tool: unknown option: nothing: see $tool -h$/m, "$tool: an option that it does not have");
    is($status, $tool eq 'shrink' ? 3 : 2, 'is refused');
    ($text, $status) = said("$tool --hel");
    like($text, qr/^$tool: unknown option: hel: see $tool -h$/m, "$tool: an option is not abbreviated");
    SKIP: {
        skip 'no /dev/full', 1 unless -w '/dev/full';
        isnt((said("$tool -h >/dev/full"))[1], 0, "$tool: lost help is no success");
    }
}

my %message = (
    '--tests=('  => qr/^mutants: --tests='\(': expected a regular expression: Unmatched \(/,
    '--jobs=0'   => qr/^mutants: --jobs='0': expected a positive integer$/,
    '--jobs=x'   => qr/^mutants: --jobs='x': expected a positive integer$/,
    '--become=x' => qr/^mutants: --become='x': expected a number of pairs, -1 for all$/,
    'gap'        => qr/^mutants: unknown argument 'gap': expected only options/,
);
for my $word (sort keys %message) {
    my ($text, $status) = said("mutants '$word'");
    is($status, 2, "mutants $word: exit status");
    like($text, $message{$word}, 'and what was expected');
}

%message = (
    "shrink 'mpiexec -n 1 x'" => [3, 'shrink: there is no command dtpools/dtp here: run this in the build folder, '
        . 'after make'],
    'shrink'            => [3, 'shrink: 0 arguments: expected one, the line that a failing test prints after replay:'],
    'wrappers'          => [2, 'wrappers: no --output: expected --output=FILE, the library'],
    'procedures --list' => [2, 'procedures: --list without --counts: expected --counts=FILE, the counts to list'],
    'procedures nosuch --output=nosuch.md' =>
        [2, 'procedures: there is no nosuch/testlist here: expected a folder of tests of the build folder'],
    'procedures' => [2, 'procedures: there are no lists of tests here: expected the build folder, where configure puts '
        . 'them'],
    'wrappers --mpicc=false --output=x.so' => [1, 'wrappers: x.so cannot be built'],
);
for my $command (sort keys %message) {
    my ($text, $status) = said($command);
    is($status, $message{$command}[0], "$command: exit status");
    like($text, qr/^\Q$message{$command}[1]\E/, 'and why');
}

# What shrink says of lines that cannot be run; of a case that passes.
{
    my %text = ('dtpools/dtp' => 'exit 0', 'here' => 'exit 0',
        'starts' => 'shift 2; exec "$@"', 'refuses' => 'echo; echo "not enough slots"; echo more; exit 1',
        'asks' => 'test "$1" != --version || exec echo "mpiexec (OpenRTE) 4.1.4"; '
            . 'test "$OMPI_MCA_rmaps_base_oversubscribe" || exit 1; shift 2; exec "$@"');
    write_script($_, $text{$_}) for sort keys %text;
    my $expected = 'expected the line that a failing test prints after replay:, such as mpiexec -n 2 ./pt2pt/'
        . 'sendrecv1__MPI_INT__17 -obj=0,0 -comm=world -seed=1';
    my @rows = (
        ["'foo'",                           3, "shrink: 'foo': $expected"],
        ["'mpiexec -n two ./here'",         3, "shrink: 'mpiexec -n two ./here': $expected"],
        ["--seconds=-5 './starts -n 1 ./here'", 3, "shrink: --seconds='-5': expected 0 or more"],
        ["'./starts -n 2 ./nosuch -obj=0,0'",   3,
            'shrink: there is no program ./nosuch here: expected a test that is built'],
        ["'./refuses -n 200 ./here -obj=0,0'",  3,
            "shrink: './refuses -n 200 true' does not start: not enough slots"],
        map({ ["--mpicc=false './$_ -n 1 ./here -obj=0,0'", 2, 'it does not fail again'] } qw(starts asks)),
    );
    for my $row (@rows) {
        my ($arguments, $expected_status, $why) = @$row;
        my ($text, $status) = said("shrink $arguments");
        is("$status $text", "$expected_status $why\n", "shrink $arguments");
    }
}
is((said('mutants'))[0], 'mutants: there are no lists of tests here: expected the build folder, where configure puts '
    . "them\n", 'mutants elsewhere');
write_file('any/testlist', 'test 0');
is((said('mutants'))[0], "any/testlist:1: error: bad number of processes '0': expected a positive integer\n",
    'each folder with a list is one of tests; the place of an error comes first');
mkdir 'a b';
symlink $TOOLS, 'a b/tools' or die "cannot make a link to $TOOLS: $!\n";
is(qx{$^X '-Ia b/tools/lib' -MDTPools::Usage -e 'print DTPools::Usage::bad_pattern("(")'},
    'Unmatched ( in regex; marked by <-- HERE in m/( <-- HERE /', 'what is wrong with a pattern has no place in it');

# The launcher: of the environment, of the build, or else the usual one.
{
    delete local $ENV{MPIEXEC};
    my $words = "'-I$TOOLS/lib' -MDTPools::Configured -e 'print DTPools::Configured::command(q(MPIEXEC))'";
    my $launcher = sub { qx{$^X $words} };
    is($launcher->(), 'mpiexec', 'the launcher, outside of a build');
    open my $out, '>', 'Makefile' or die "cannot write Makefile: $!\n";
    print {$out} "MPIEXEC = launch --quiet\nRUN = \$(MPIEXEC)\n";
    close $out or die "cannot write Makefile: $!\n";
    is($launcher->(), 'launch --quiet', 'the launcher of the build');
    local $ENV{MPIEXEC} = 'other';
    is($launcher->(), 'other', 'the launcher of the environment');
    unlink 'Makefile' or die "cannot remove Makefile: $!\n";
}

# A run that went well, and that nobody heard of.
SKIP: {
    skip 'no /dev/full', 2 unless -w '/dev/full';
    mkdir 't';
    my %text = ('t/testlist' => 'good 1', 't/good' => q(echo ' No Errors'), launch => 'shift 2; exec "$@"');
    for my $file (sort keys %text) {
        open my $out, '>', $file or die "cannot write $file: $!\n";
        print {$out} $file =~ /testlist/ ? () : "#!/bin/sh\n", "$text{$file}\n";
        close $out or die "cannot write $file: $!\n";
        chmod 0755, $file;
    }
    my ($text, $status) = said('runtests --mpiexec=./launch t');
    is($status, 0, 'a run') or diag($text);
    ($text, $status) = said('runtests --mpiexec=./launch t >/dev/full');
    isnt($status, 0, 'whose report is lost is no success');
    like($text, qr/^runtests: cannot write the summary: /m, 'and says so');
}
done_testing();
