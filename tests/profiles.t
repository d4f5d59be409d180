#!/usr/bin/env perl

# Profiles: which are listed and chosen, and, with the MPI at hand, that a setting that is not in force is no profile.
# To be run in the build folder.

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::RealBin/../tools/lib", "$FindBin::RealBin/lib";
use Test::More;
use Text::ParseWords qw(shellwords);

use DTPools::Command;
use DTPools::Run::Profiles;
use Scratch qw(write_file write_script);

my $TOP     = abs_path("$FindBin::RealBin/..");
my $MPICC   = $ENV{MPICC} || 'mpicc';
my $MPIEXEC = $ENV{MPIEXEC} || 'mpiexec';
my $MAKE    = $ENV{MAKE} || 'make';
my $folder  = tempdir(CLEANUP => 1);
my $COUNTED = 'bcast__MPI_INT__17';
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL), grep { /^DTP_/ } keys %ENV};

# A program that prints this.
sub lister {
    my ($name, @lines) = @_;
    return write_script("$folder/$name", "cat <<'END'", @lines, 'END');
}

# ---- which are chosen, and for which tests ----

my $dtp = lister('dtp',
    'bcast=ring             bcast  X_bcast=ring bcast:1  # a ring',
    'bcast=chain+seg=1000   bcast  X_bcast=chain bcast:2 X_seg=1000 seg:1000  # segments',
    'reduce=ring            reduce  X_reduce=ring reduce:1  # another ring',
    'limit=1000             pt2pt  X_limit=1000 limit:1000  # a limit');

sub chosen {
    my ($profiles, $wrong) = DTPools::Run::Profiles::choose($_[0], $dtp);
    return join ' ', map({ $_->{name} } @$profiles), @$wrong;
}
is(chosen('all'), 'bcast=ring bcast=chain+seg=1000 reduce=ring limit=1000', 'all');
is(chosen('bcast=ring'), 'bcast=ring', 'one by its name');
is(chosen('*=ring,limit=1000'), 'bcast=ring reduce=ring limit=1000', 'a pattern, and a list');
is(chosen('bcast=chain+seg=1000'), 'bcast=chain+seg=1000', 'what stands in a name is no pattern');
like(chosen('bcast=rink'), qr/^--profile='bcast=rink': .*the nearest are bcast=ring/, 'a name that is not there');
like(chosen('bcast=ring,what'), qr/^bcast=ring --profile='what':/, 'one of several names');
my (undef, $wrong) = DTPools::Run::Profiles::choose('all', "$folder/nothing");
like("@$wrong", qr/nothing profiles: exit status 127/, 'nothing lists them');

my ($profiles) = DTPools::Run::Profiles::choose('all', $dtp);
is_deeply($profiles->[1]{env},
    [[X_bcast => 'chain'], [X_seg => 1000], [DTP_PROFILE => 'bcast=chain+seg=1000'],
        [DTP_SETTINGS => 'X_bcast=chain bcast:2 X_seg=1000 seg:1000']], 'what a test is started with');

my @tests = map { { id => $_, folder => s{/.*}{}r, env => [] } }
    qw(coll/bcast__MPI_INT__17 coll/bcast_totals__MPI_INT__17 coll/reduce__MPI_INT__1 coll/reduce_local__MPI_INT__1
    coll/reduce_scatter__MPI_INT__1 pt2pt/sendself__MPI_INT__1 rma/fence1__MPI_INT__1);
my @under = DTPools::Run::Profiles::tests($profiles, @tests);
is(join("\n", map { $_->{id} } @under), join("\n", qw(
    coll/bcast__MPI_INT__17@bcast=ring coll/bcast_totals__MPI_INT__17@bcast=ring
    coll/bcast__MPI_INT__17@bcast=chain+seg=1000 coll/bcast_totals__MPI_INT__17@bcast=chain+seg=1000
    coll/reduce__MPI_INT__1@reduce=ring pt2pt/sendself__MPI_INT__1@limit=1000)), 'the programs that they are for');

is(join(' ', map { @$_ } DTPools::Run::Profiles::choose('bcast=ring', lister('no-profiles'))),
    "--profile='bcast=ring': this MPI offers no profiles", 'an MPI without any');

# ---- those of the MPI at hand ----

sub done {
    my ($why) = @_;
    note($why);
    done_testing();
    exit 0;
}

done('no dtpools/dtp: not a build folder') unless -x 'dtpools/dtp';
my $listed = DTPools::Command::output('dtpools/dtp', 'profiles');
my @listed = DTPools::Run::Profiles::read_list($listed);
done("this MPI has none: $listed") if $? or !@listed;
is(scalar @listed, () = $listed =~ /\n/g, 'each line of the list is one') or diag($listed);
my %number_of;
$number_of{ $_->{name} }++ for @listed;
is(join(' ', grep { $number_of{$_} > 1 } sort keys %number_of), '', 'no two have the same name');
ok((grep { $_->{operation} eq 'bcast' } @listed), 'some are of broadcasts');

done('not a build folder of the whole: no tests.mk') unless -e 'tests.mk';
my $built = DTPools::Command::output(shellwords($MAKE), qw(-s -f tests.mk), "coll/$COUNTED");
ok(!$?, 'a program is built') or diag($built);
my ($profile) = grep { $_->{operation} eq 'bcast' and $_->{name} !~ /\+/ } @listed;
my ($setting, $variable, $number) = $profile->{settings} =~ /^(\S+) (\w+):(\d+)/;

# What a program says that is started with this.
sub run_with {
    my (%env) = @_;
    local @ENV{ keys %env } = values %env;
    return DTPools::Command::output(shellwords($MPIEXEC), '-n', 2, "./coll/$COUNTED", '-obj=0,0');
}
my %good = map { @$_ } @{ $profile->{env} };
my $said = run_with(%good);
like($said, qr/^ No Errors$/m, "$profile->{name} is in force");
my ($name) = split /=/, $setting;
my %unset = %good;
delete $unset{$name};
like(run_with(%unset),
    qr/the profile \Q$profile->{name}\E is not in force: expected \Q$setting\E in the environment, found nothing/,
    'what is not in the environment is an error');
like(run_with(%good, DTP_SETTINGS => "$variable:" . ($number + 1)),
    qr/is not in force: expected \d+ of the control variable \Q$variable\E, found $number$/m,
    'a variable with another value is one');
my $other = $variable =~ s/.\z//r;
like(run_with(%good, DTP_SETTINGS => "$other:$number"),
    qr/this MPI has no control variable '\Q$other\E', of \d+; the nearest are .*\Q$variable\E/,
    'an unknown variable is one');
like(run_with(DTP_PROFILE => $profile->{name}), qr/DTP_PROFILE and DTP_SETTINGS: expected both/, 'a name alone is one');
like(run_with(DTP_PROFILE => $profile->{name}, DTP_SETTINGS => 'PATH=' . $ENV{PATH} =~ s/ .*//sr),
    qr/expected both|is not in force/, 'settings without a variable are one');
like(run_with(%good, DTP_WHERE => "profile!=$profile->{name}"), qr/^ Cases: 0 verified/m,
    'no case is of another profile');

# Broadcasts that move nothing.
SKIP: {
    skip "nothing is preloaded on $^O", 3 if $^O =~ /^(?:darwin|aix|cygwin)$/;
    write_file("$folder/lazy.c", '#include <mpi.h>', 'int MPI_Bcast(void *b, int n, MPI_Datatype t, int r, MPI_Comm c)',
        '{ (void) b, (void) n, (void) t, (void) r, (void) c; return MPI_SUCCESS; }');
    my $compiled = DTPools::Command::output(shellwords($MPICC), qw(-shared -fPIC -o), "$folder/lazy.so",
        "$folder/lazy.c");
    ok(!$?, 'an MPI with a fault is built') or diag($compiled);
    local $ENV{DTP_LAUNCHER} = "$MPIEXEC -n";
    my $failed = DTPools::Command::output('env', (map { "$_=$good{$_}" } keys %good), shellwords($MPIEXEC),
        '-n', 2, 'env', "LD_PRELOAD=$folder/lazy.so", "./coll/$COUNTED", '-obj=0,0', "-where=profile=$profile->{name}");
    like($failed, qr/^  facts: .* profile=\Q$profile->{name}\E(?: |$)/m, 'the profile is a fact of a failure');
    my ($replay) = $failed =~ /^  replay: (.*)/m or diag($failed);
    $replay =~ s{(?=\./coll/)}{env LD_PRELOAD=$folder/lazy.so };
    my $again = DTPools::Command::output('sh', '-c', $replay);
    like($again, qr/^  facts: .* profile=\Q$profile->{name}\E(?: |$)/m, 'the replay line sets it')
        or diag("$replay\n$again");
}

# ---- a run ----

sub run_tests {
    my ($profile) = @_;
    return DTPools::Command::output($^X, "$TOP/tools/runtests", "--mpiexec=$MPIEXEC", "--output=$folder/out",
        "--profile=$profile", "$folder/tests");
}
write_file("$folder/tests/testlist", "$COUNTED 2 program=bcast arg=-obj=0,0");
symlink abs_path("coll/$COUNTED"), "$folder/tests/$COUNTED" or die "cannot link: $!\n";
my $ran = run_tests($profile->{name});
like($ran, qr/^profiles: 1, 1 tests\n.*^1 passed, 0 failed, 0 skipped$/ms, 'a run under a profile') or diag($ran);
like(run_tests('no-such=thing'), qr/--profile='no-such=thing': this MPI has no such profile/, 'a run under none');
is($? >> 8, 2, '... runs nothing');
like(run_tests((grep { $_->{operation} ne 'bcast' } @listed)[0]{name}), qr/none is of the operations of these profiles/,
    'a profile for other programs');

done_testing();
