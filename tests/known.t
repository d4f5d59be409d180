#!/usr/bin/env perl

# Files of known issues: what they may hold, which rows apply, and their programs.

use strict;
use warnings;
use FindBin;
use lib "$FindBin::RealBin/../tools/lib", "$FindBin::RealBin/lib";
use Test::More;

use DTPools::Known;
use Runs qw($HAS_PROC finish_runner program run_tests start_runner survivors wait_for);
use Scratch qw(read_file write_file write_script);

my $top = Runs::begin();

sub issue {
    my (%row) = (issue => 'one', mpi => 'Fake MPI 4.0..4.0.2', where => 'operation=MPI_Put bytes>8K', fails => 'status',
        way => 'expect', @_);
    return ((map { "$_: $row{$_}" } grep { defined $row{$_} } qw(issue mpi where fails way about program procs)), '');
}

subtest 'versions of known issues' => sub {
    my $mpich = "MPICH Version:      4.0.10\nMPICH Release date: 2022";
    my @cases = (['MPICH 4.0..4.0.2', 0], ['MPICH 4.0..4.0', 1], ['MPICH 4.0.2..4.1', 1], ['MPICH 4.0.10', 1],
        ['MPICH 4.0.1', 0], ['MPICH 4', 1],
        ['MPICH 3..', 1], ['MPICH', 1], ['Open MPI 4.0, MPICH 4.0.9..4.0.11', 1], ['Open MPI 4.0', 0],
        ['MPICH 4.1..', 0]);
    is(!!DTPools::Known::is_about($_->[0], $mpich), !!$_->[1], "$_->[0]: " . ($_->[1] ? 'yes' : 'no')) for @cases;
    ok(DTPools::Known::is_about('Open MPI 4.1', 'Open MPI v4.1.4, package: Debian OpenMPI, ident: 4.1.4'), 'Open MPI');
};

subtest 'errors in known issues' => sub {
    my $about = "a sentence\n    that goes on";
    write_file('s/testlist', program('s', 'good 1', 'echo " No Errors"'));
    write_file('bad.txt', '# a comment', issue(mpi => '4.0', about => $about, procs => 0), 'issue: two', 'issue: three',
        'speed: 3', 'what is this', '',
        issue(fails => undef, way => 'perhaps', where => 'operation'),
        issue(issue => 'good', way => 'avoid', fails => undef), issue(issue => 'last', fails => undef));
    local $ENV{DTP_KNOWN_ISSUES} = 'bad.txt';
    my ($status, $out) = run_tests('s');
    is $status, 2, 'exit status';
    is $out, <<'TEXT', 'all errors, with line and what was expected';
bad.txt:3: error: bad value in 'mpi: 4.0': expected a name and versions, such as MPICH 4.0..4.0.2
bad.txt:9: error: bad value in 'procs: 0': expected a number of processes
bad.txt:12: error: a second issue: in one record: expected a blank line between records
bad.txt:13: error: expected one of about: fails: issue: mpi: procs: program: way: where:, found 'speed: 3'
bad.txt:14: error: expected one of about: fails: issue: mpi: procs: program: way: where:, found 'what is this'
bad.txt:18: error: bad value in 'where: operation': expected facts, such as operation=MPI_Put bytes>8K
bad.txt:19: error: bad value in 'way: perhaps': expected expect or avoid
bad.txt:11: error: this record has no mpi: expected a name and versions, such as MPICH 4.0..4.0.2
bad.txt:11: error: this record has no way: expected expect or avoid
bad.txt:11: error: this record has no where: expected facts, such as operation=MPI_Put bytes>8K
bad.txt:16: error: 'one' is already at bad.txt:2: expected another name
bad.txt:26: error: this record has no fails: expected kinds of failures, separated by blanks
TEXT
};

subtest 'known issues' => sub {
    write_script('mpicc',
        '# mpicc -o PROGRAM SOURCE -lm: a source is a script, but for the one that asks for the version',
        'case $3 in *bad.c) exit 1;; esac',
        'said="echo library: Fake MPI 4.0.2; echo Device: none"',
        'if grep -q MPI_Get_library $3; then echo "$said" >$2; else cp $3 $2; fi',
        'chmod +x $2');
    write_script("issues/$_->[0].c", $_->[1])
        for ['fails', 'exit 1'], ['passes', 'exit 0'], ['hangs', 'sleep 100'], ['bad', ''],
        ['races', 'echo >>raced; exit $(($(wc -l <raced) > 4))'],
        ['twice', 'if [ -e ran.$PPID ]; then exit 1; else : >ran.$PPID; fi'];    # fails where two processes run it
    write_file('issues/more.txt',
        (map { issue(issue => "that-$_", program => "$_.c") } qw(fails passes hangs bad none races)),
        issue(issue => 'other', mpi => 'Fake MPI 4.0.3..', program => 'fails.c'),
        issue(issue => 'half', program => 'passes.c'),
        issue(issue => 'that-alone', program => 'twice.c'),
        issue(issue => 'that-in-two', program => 'twice.c', procs => 2));
    write_file('j/testlist', (map { program('j', "met$_ 1", 'echo " Known: half covered=3 failed=1 avoided=0"',
        'echo " Known: that-fails covered=0 failed=0 avoided=4"', 'echo " No Errors"') } 1, 2));
    local $ENV{DTP_KNOWN_ISSUES} = 'issues/more.txt';
    my ($status, $out) = run_tests('--mpicc=./mpicc', 'j');
    is $status, 0, 'exit status';
    unlike $out, qr/^runtests: /m, 'no complaint of a library that says more than a line of itself';
    my ($reported) = $out =~ /^(Known issues .*?)\n\n/ms;
    is $reported, <<'TEXT' =~ s/\n\z//r, 'each is reported with its cases and its program';
Known issues of this MPI, not counted as failures (known-issues/README):
  half: 6 cases covered, 2 failed (2 tests); its program passes, but cases fail
  that-alone: no case met it; DOES NOT FAIL ANY MORE
  that-bad: no case met it; issues/bad.c cannot be compiled
  that-fails: 8 not run (2 tests); its program fails
  that-hangs: no case met it; its program fails
  that-in-two: no case met it; its program fails
  that-none: no case met it; there is no issues/none.c
  that-passes: no case met it; DOES NOT FAIL ANY MORE
  that-races: no case met it; its program fails
TEXT
    write_script('silent', 'exit 0');
    my %why = (
        './nope' => "'./nope' cannot compile a program that calls MPI_Get_library_version: cannot run ./nope: No such "
            . 'file or directory',
        "sh -c 'cp ./silent \$1'" => 'a program that calls MPI_Get_library_version says nothing',
    );
    for my $mpicc (sort keys %why) {
        (undef, $out) = run_tests("--mpicc=$mpicc", 'j');
        is_deeply [$out =~ /^runtests: (.*)$/mg], ["the programs of known issues were not run: $why{$mpicc}"],
            "--mpicc=$mpicc is reported once";
    }
    local $ENV{DTP_KNOWN_ISSUES} = 'none';
    unlike((run_tests('--mpicc=./mpicc', 'j'))[1], qr/its program/, 'none');
};

subtest 'Ctrl-C after the tests' => sub {
    plan skip_all => 'no /proc' unless $HAS_PROC;
    unlink 'pids';
    write_script('mpicc-of-issues', 'if grep -q MPI_Get_library $3; then echo "echo library: Fake MPI 4.0.2" >$2',
        'else cp $3 $2; fi', 'chmod +x $2');
    write_script('ctrl/hangs.c', "echo \$\$ >>'$top/pids'", 'sleep 100 &', "echo \$! >>'$top/pids'", 'wait');
    write_file('ctrl/more.txt', issue(issue => 'that-hangs', program => 'hangs.c'));
    write_file('ca/testlist', program('ca', 'good 1', 'echo " No Errors"'));
    local $ENV{DTP_KNOWN_ISSUES} = 'ctrl/more.txt';
    my $runner = start_runner('--mpicc=./mpicc-of-issues', 'ca');
    wait_for(sub { read_file('pids') =~ /(\d+\s){2}/ });
    kill INT => $runner;
    my ($status, $out) = finish_runner($runner);
    is $status, 130, 'exit status';
    is join(' ', survivors('pids')), '', 'none is left';
    like $out, qr/^ended early: SIGINT\n(.*\n)?1 passed, 0 failed, 0 skipped\n\z/m, 'what was done is summed up';
};

subtest 'issues of other versions as records of this one' => sub {
    my ($rows) = DTPools::Known::read_file('issues/more.txt');
    my %of = map { $_->{issue} => { %$_, library => 'Fake MPI 4.0.2', folder => 'issues' } } @$rows;
    mkdir 'records';
    my $file  = 'records/known-issues.txt';
    my $write = sub {
        my %present = map { $_ => $of{$_} } @{ $_[0] };
        is(DTPools::Known::write_rows($file, \%present, $_[1]), undef, "@{ $_[0] }: written");
        my ($found, $errors) = DTPools::Known::read_files('issues/none.txt', $file);
        is scalar(grep { /\Q$file\E/ } @$errors), 0, '... as records';
        return $found;
    };
    my $first = $write->(['that-fails', 'other'], $rows);
    is_deeply [map { "$_->{issue}: $_->{mpi}: $_->{program}" } @$first],
        ['other: Fake MPI 4.0.2: ../issues/fails.c', 'that-fails: Fake MPI 4.0.2: ../issues/fails.c'],
        'with the version and the program, not those of other files';
    my $second = $write->(['that-hangs', 'other'], $first);
    is_deeply [map { $_->{issue} } @$second], ['other', 'that-fails', 'that-hangs'],
        'those that were read from there stay';
};

subtest 'the records of this suite, and their programs' => sub {
    my $folder = "$FindBin::RealBin/../known-issues";
    my ($rows, $errors) = DTPools::Known::read_file("$folder/known-issues.txt");
    is_deeply $errors, [], 'the file is good';
    is_deeply [map { $_->{issue} } grep { $_->{about} !~ /\(MPI-\d\.\d, (?:\d|[A-Z]\.)/ } @$rows], [],
        'each names the section of the standard';
    my @without_record = read_file("$folder/README") =~ /^`([\w.-]+\.c)` has no record, since /mg;
    my %named = map { $_ => 1 } @without_record, map { $_->{program} // () } @$rows;
    is_deeply [map { s{.*/}{}r } glob "'$folder'/*.c"], [sort keys %named],
        'each program has a record, or the reason why it has none is in README';
};

done_testing;
