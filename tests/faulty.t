#!/usr/bin/env perl

# The tests of the tests: with an MPI that has a fault (tests/faulty) the generated tests fail, every one of them
# where data never arrive or arrive as zeros, and say what happened where.  To be run in the build folder.

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::RealBin/../tools/lib", "$FindBin::RealBin/lib";
use Test::More;
use Text::ParseWords qw(shellwords);

use DTPools::Command;
use DTPools::Faults::Caught;
use DTPools::Faults;
use DTPools::Lists::Testlist;
use Scratch qw(write_file);
use Skips qw(not_skipped skipped);

my $TOP     = abs_path("$FindBin::RealBin/..");
my $MPICC   = $ENV{MPICC} || 'mpicc';
my $MPIEXEC = $ENV{MPIEXEC} || 'mpiexec';
my @MPIEXEC_WORDS = shellwords($MPIEXEC);
my $MAKE    = $ENV{MAKE} || 'make';
my @FOLDERS = DTPools::Lists::Testlist::folders();
my @HAVE    = ($ENV{HAVE_CXX} // '') eq 'yes' ? '--have=cxx' : ();
my $folder  = tempdir(CLEANUP => 1);
my $faulty  = "$folder/faulty.so";
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL DTP_FAULT LD_PRELOAD)};

# One object a pool: the hardest case, since what fails with one pair of objects fails with that pair among others too.
my $NUM_OBJS = 1;

# What every case shows is seen at once: so many seconds are enough for the cases of a test.
my $BUDGET = 0.5;

plan skip_all => 'not a build folder of the whole: no tests.mk' unless -e 'tests.mk';
plan skip_all => "nothing is preloaded on $^O" if $^O =~ /^(?:darwin|aix|cygwin)$/;

sub lines_of {
    my ($file) = @_;
    open my $in, '<', $file or return;
    return <$in>;
}

# Which types and counts a program has makes no difference to data that do not arrive: of each, the first of these lines
# of an integer and of a struct; and those that are tried one by one.
my @INTEGER = map { "MPI_INT__$_" } qw(17 17_512 1 1048576);
my @STRUCT  = qw(PARTICLE GRID DOUBLES);
my $LINES   = '__(?:' . join('|', @INTEGER, @STRUCT) . ')$';
my $MORE    = '(?:sendself|pieces|sendrecv1|typeinfo)__MPI_(?:INT__(?:1|17_512|512)|DOUBLE__17)$';

sub chosen {
    my %lines;
    /^(.*?)__(.*)$/ and $lines{$1}{$2} = 1 for @_;
    my @chosen;
    for my $name (sort keys %lines) {
        my @first = map { (grep { $lines{$name}{$_} } @$_)[0] // () } \@INTEGER, \@STRUCT;
        push @chosen, map { "${name}__$_" } @first;
    }
    return @chosen;
}

# The programs of the default types, and of the structs, built. Returns those that every fault is tried with.
sub build_programs {
    my @programs = split /\n/,
        DTPools::Command::output($^X, "$TOP/tools/runtests", @HAVE, '--programs', "--filter=$LINES|$MORE", @FOLDERS);
    is($?, 0, scalar(@programs) . ' programs to choose from') or BAIL_OUT("no programs: @programs");
    my @chosen = chosen(grep { /$LINES/ } @programs);
    write_file("$folder/programs.mk", map { "programs: $_" } @chosen, grep { /$MORE/ } @programs);
    my $text = DTPools::Command::output($MAKE, '-j2', '-f', 'tests.mk', '-f', "$folder/programs.mk", 'programs');
    is($?, 0, @chosen . ' of them are built, and those that are tried one by one') or BAIL_OUT($text);
    return @chosen;
}

# A launcher whose processes have the fault.
sub faulty_launcher {
    my ($fault) = @_;
    return DTPools::Faults::write_launcher("$folder/$fault", $fault, $faulty, @MPIEXEC_WORDS);
}

# How a test ended: 'caught', 'skipped', or what is wrong with it.  It is caught if the test itself says so at its end;
# it may have gone on after cases that MPI itself ended, if it also reports elements that did not arrive.
sub ending {
    my ($log) = @_;
    my @lines = lines_of($log) or return 'not run';
    my ($last, @said) = ($lines[-1], grep { /\S/ and !/^#/ } @lines);
    chomp $last;
    return 'skipped' if $last =~ /^# skipped/;
    my $goes_on = $last =~ /^# failed: / && grep { /^  kind: elements-wrong$/ } @said;
    return $last     if $last ne '# failed: exit status 1' and !$goes_on;
    return 'caught'  if grep { /^ Found \d+ errors/ } @said and grep { /^  replay: / } @said;
    return 'failed for another reason: ' . ($said[0] // 'nothing said');
}

# Every test fails, and reports the data that did not arrive; but for those that this MPI makes skip themselves anyway.
sub all_are_caught {
    my ($fault, @programs) = @_;
    local @ENV{qw(DTP_NUM_OBJS DTP_BUDGET)} = ($NUM_OBJS, $BUDGET);
    DTPools::Command::output($^X, "$TOP/tools/runtests", @HAVE, '--mpiexec=' . faulty_launcher($fault),
        "--output=$folder/$fault.out", '--no-group', '--filter=^(?:' . join('|', @programs) . ')$', @FOLDERS);
    my %ended = map { ($_ => ending("$folder/$fault.out/$_.log")) } @programs;
    my @wrong = grep { $ended{$_} !~ /^(?:caught|skipped)$/ } @programs;
    my $tried = grep { $ended{$_} ne 'skipped' } @programs;
    diag("$fault: $_: $ended{$_}") for @wrong > 20 ? @wrong[0 .. 19] : @wrong;
    ok($tried > 0 && !@wrong,
        "$fault: $tried test lines tried, " . ($tried - @wrong) . ' of them fail for what did not arrive');
    diag("$fault: $tried test lines tried, " . (@programs - $tried) . ' skipped');
    is(join(' ', not_skipped("$folder/without-$fault.out", skipped("$folder/$fault.out"))), '',
        "$fault: no test line is skipped that is not without the fault");
    return;
}

# A fault that sendrecv1 meets is reported with all there is to know, and the replay line meets it again.
sub is_reported {
    my ($fault, $test, $what) = @_;
    my @launcher = faulty_launcher($fault);
    local $ENV{DTP_NUM_OBJS} = 5;
    # with a condition, a test begins with its first object
    my $text     = DTPools::Command::output(@launcher, '-n', 2, "pt2pt/$test", qw(-comm=world -where=ranks=2));
    isnt($?, 0, "$fault: sendrecv1 fails");
    my ($first) = $text =~ /^( Error: .*?^  replay: .*?\n)/ms;
    like($first // $text, qr/^ Error: \Q$test\E: rank \d of 2: MPI_\w+, communicator world, rank \d to \d$/m,
        'names the call and the ranks');
    like($first // $text, $what, 'names what changed, where, from what to what');
    like($first // $text, qr/^  receive object \d+ \(DTPI_OBJ_LAYOUT_\w+\): \S/m, 'names the object');
    unlike($text, qr/[^\n](?: Error: |  kind: |  facts:|  replay: )/, 'the lines of two ranks do not mix');
    my ($program, $arguments) = ($first // '') =~ m{^  replay: .* -n 2 (pt2pt/\S+) (.*-seed=\d+)$}m;
    is($program, "pt2pt/$test", 'has a line that replays it') or return;
    my $again = DTPools::Command::output(@launcher, '-n', 2, $program, shellwords($arguments));
    # alone, the case is the first one, and there have been fewer types
    my ($reported, $reported_again) = map { s/^  case: \d+\n//mr =~ s/ (?:case|most-types)=\d+//gr } $first, $again;
    ok(index($reported_again, $reported) >= 0, "which fails in the same way: $program $arguments")
        or diag("first:\n$first", "then:\n$again");
    DTPools::Command::output(@MPIEXEC_WORDS, '-n', 2, $program, shellwords($arguments));
    is($?, 0, 'and passes without the fault');
    return;
}

# Of a pair that has one choice in turn, that choice is among the cases of its replay line.
sub one_in_turn_is_replayed {
    my ($fault, $ranks, $test) = @_;
    local $ENV{DTP_NUM_OBJS} = 5;
    my @launcher = faulty_launcher($fault);
    my $text     = DTPools::Command::output(@launcher, '-n', $ranks, $test, '-comm=world',
        '-where=send-layout=SIMPLE__BASIC recv-layout!=SIMPLE__BASIC');
    my %lines = map { $_ => 1 } $text =~ /^  replay: .* \Q$test\E (-obj=0,[1-9] .*-seed=\d+)$/mg;
    cmp_ok(keys %lines, '>', 0, "$fault: $test fails with unlike objects");
    for my $line (sort keys %lines) {
        like(DTPools::Command::output(@launcher, '-n', $ranks, $test, shellwords($line)), qr/^  kind: /m,
            "... and again with $line");
    }
    return;
}

# A fault of the table is reported with the words that its row asks for.
sub is_named {
    my ($fault, $ranks, $test) = @_;
    my ($row) = grep { $_->{name} eq $fault } DTPools::Faults::read_table("$TOP/tests/faulty");
    local $ENV{DTP_NUM_OBJS} = -1;
    my $text = DTPools::Command::output(faulty_launcher($fault), '-n', $ranks, $test, '-first');
    isnt($?, 0, "$fault: $test fails");
    like($text, qr/^ Error: .*$row->{says}/ms, 'and says where');
    like($text, qr/^ Found \d+ errors, the first after \d+ objects/m, 'and when');
    return;
}

# tools/mutants, with its exit status and what it prints.
sub mutants {
    my ($status, $options, $says) = @_;
    my $text = DTPools::Command::output($^X, "$TOP/tools/mutants", "--mpiexec=$MPIEXEC", "--mpicc=$MPICC", @$options);
    is($? >> 8, $status, "mutants @$options: exit status $status") or diag($text);
    like($text, $says, 'and says so');
    return;
}

is(DTPools::Faults::build($TOP, $faulty, $MPICC), '', 'the faulty MPI is built')
    or BAIL_OUT('no faulty MPI');
my @programs = build_programs();
my %reported = (
    gap     => ['sendrecv1__MPI_INT__17',
        qr/bytes in gaps changed, the first at displacement -?\d+: expected 0x\w\w, found 0x\w\w/],
    before  => ['sendrecv1__MPI_INT__17',
        qr/bytes before the object changed, .* displacement -1 .*: expected 0x\w\w, found 0x\w\w/],
    after   => ['sendrecv1__MPI_INT__17',
        qr/bytes after the object changed, .* displacement 68 .*: expected 0x\w\w, found 0x\w\w/],
    sendbuf => ['sendrecv1__MPI_DOUBLE__17',
        qr/must not change.* element 0 at displacement 0: expected \S+, found \S+/s],
    past    => ['sendrecv1__MPI_INT__17_512',
        qr/element 511 at displacement 2044; byte at 2047: expected 0x\w\w, found 0x\w\w/],
);
is_reported($_, @{ $reported{$_} }) for sort keys %reported;
is_named(@$_) for [qw(negative-stride 1 pt2pt/sendself__MPI_INT__17)], [qw(swapped-256 1 pt2pt/sendself__MPI_INT__512)],
    [qw(tag 1 pt2pt/sendself__MPI_INT__1)], [qw(pack-position 1 datatype/pieces__MPI_INT__512)],
    [qw(sum-replaces 2 rma/accfence1__MPI_INT__17)];
one_in_turn_is_replayed('gap', 2, 'rma/forms__MPI_INT__17');
mutants(0, ['--faults=', '--programs'], qr{^pt2pt/sendself__MPI_INT__512$}m);
# A test of no default type, which caught a fault before.
my %test_of = DTPools::Faults::Caught::tests_of("$TOP/tests/faulty/caught.txt");
mutants(0, ['--faults=', '--programs', '--tests=__MPI_WCHAR__'], qr{^\Q$test_of{'wide-top'}\E$}m);
mutants(0, ['--faults=gap tag', '--tests=sendself__MPI_INT__512$'], qr/^2 faults, 2 caught$/m);
mutants(1, ['--faults=gap bcast-short', '--tests=sendself__MPI_INT__512$'],
    qr/NOT CAUGHT: unreached.*^2 faults, 1 caught$/ms);
# A few cases of every total come first, of all layouts too.
mutants(0, ['--faults=MPI_Issend:last-sent-lost:below-power', '--tests=modes_totals__MPI_INT__1048576$'],
    qr/^1 faults, 1 caught$/m);
mutants(2, ['--faults=gaps'], qr/no fault gaps: expected names of \S+ or \S+, such as gap$/m);
# The faults keep lists of their own, for one thread at a time.
all_are_caught($_, grep { !m{^datatype/threads__} } @programs) for qw(null zero);
done_testing();
