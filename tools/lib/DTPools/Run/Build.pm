package DTPools::Run::Build;

use strict;
use warnings;
use POSIX qw(SIGINT);
use Text::ParseWords qw(shellwords);

use DTPools::Command;
use DTPools::Run::Group;
use DTPools::Run::Output;
use DTPools::Write;

=head1 NAME

DTPools::Run::Build - build the programs of tests

=head1 FUNCTIONS

=head2 build($make, $is_grouped, @tests)

Builds the library, and then what can be built of the tests, in the build folder: of those that share jobs
(C<$is_grouped>), the first one of each program, and a binary that has the programs of all tests but those in C++, if
there are several; else all. Returns a reference to a hash of the tests that cannot be built: test => a reference to a
list of lines, what the compiler says; why nothing can be built at all, if so; and that binary, if it could be built.

=head2 binary($test)

The binary of a test, whatever it is run under.

=head2 make_test($make, $test)

The command that builds the binary of one test, if it has to be, and says nothing unless that fails.

=head2 build_quietly($make, @tests)

Builds the binaries of tests whose programs are built.

=cut

my $GOALS   = 'testing.mk';
my $SHARED  = 'testing-shared';
my $SECONDS = 300;

my @TESTS_MK = qw(-f tests.mk);
my @QUIETLY  = (@TESTS_MK, qw(-s V=1));    # what shows the commands, if they were not silent

sub build {
    my ($make, $is_grouped, @tests) = @_;
    my @make = _make($make);
    return ({}, 'the library cannot be built') if system @make, 'all';
    my %of_program;
    my @built    = $is_grouped ? grep { !$of_program{ DTPools::Run::Group::program($_) }++ } @tests : @tests;
    my @programs = $is_grouped ? map { $_->{family} } grep { DTPools::Run::Group::shares($_) } @built : ();
    my $trouble  = DTPools::Write::write_changed({ $GOALS => _goals(\@built, @programs) });
    return ({}, $trouble) if defined $trouble;
    my @tests_mk   = (@make, @TESTS_MK);
    my @goals      = (@tests_mk, '-f', $GOALS, '-k');
    my $has_failed = system @goals, 'testing-programs';
    my $missing    = $has_failed ? _out_of_date(@goals) : {};
    return ({}, 'make failed, and has nothing left to do') if $has_failed and !%$missing;
    my $has_shared = !delete $missing->{$SHARED} && @programs > 1 && -x $SHARED;
    my $said = _what_failed(\@tests_mk, $missing, @built);
    my %not_built;
    for my $test (@tests) {
        my $lines = $said->{ DTPools::Run::Group::program($test) } // next;
        $not_built{ $test->{id} } = $lines;
    }
    return (\%not_built, undef, $has_shared ? "./$SHARED" : undef);
}

sub _make {
    my ($make) = @_;
    return (shellwords($make), '--no-print-directory');
}

sub binary {
    my ($test) = @_;
    return $test->{built} // $test->{id};
}

sub make_test {
    my ($make, $test) = @_;
    return (_make($make), @QUIETLY, binary($test));
}

sub build_quietly {
    my ($make, @tests) = @_;
    return unless @tests;
    system _make($make), @QUIETLY, '-k', map { binary($_) } @tests;
    kill INT => $$ if ($? & 127) == SIGINT;    # which is ignored meanwhile
    return;
}

sub _goals {
    my ($tests, @programs) = @_;
    my @shared = @programs < 2 ? () : (
        'shared =', (map { " \\\n $_" } @programs), "\n",
        "testing-programs: $SHARED\n",
        "$SHARED: $GOALS \$(sort \$(foreach p,\$(shared),\$(\$p.object))) \$(libraries)\n\t\$(link_shared)\n",
    );
    return join '', "testing-programs:\n", (map { "testing-programs: $_->{id}\n" } @$tests), @shared;
}

# What make would do again: the names that its commands write.  An older program that is there must not be run.
sub _out_of_date {
    my (@goals) = @_;
    delete local @ENV{qw(MAKEFLAGS MFLAGS)};
    open my $commands, '-|', @goals, '-n', 'V=1', 'testing-programs' or return {};
    my %missing = map { $_ => 1 } map { / -o (\S+)/g } <$commands>;
    close $commands;
    return \%missing;
}

# By programs: the compiler is asked once for each.
sub _what_failed {
    my ($make, $missing, @tests) = @_;
    my %said;
    delete local @ENV{qw(MAKEFLAGS MFLAGS)};
    for my $test (grep { $missing->{ $_->{id} } } @tests) {
        $said{ DTPools::Run::Group::program($test) } //=
            [DTPools::Run::Output::messages((DTPools::Command::run($SECONDS, @$make, $test->{id}))[0])];
    }
    return \%said;
}

1;
