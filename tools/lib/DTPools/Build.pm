package DTPools::Build;

use strict;
use warnings;
use Text::ParseWords qw(shellwords);

use DTPools::Command;
use DTPools::Group;
use DTPools::Output;
use DTPools::Write;

=head1 NAME

DTPools::Build - build the programs of tests

=head1 FUNCTIONS

=head2 build($make, @tests)

Builds the library, and then all that can be built of the tests, in the build folder. Returns a reference to a hash of
the others: test => a reference to a list of lines, what the compiler says; why nothing can be built at all, if so; and
the binary that has the programs of all tests but those in C++, if there are several, and it could be built.

=cut

my $GOALS   = 'testing.mk';
my $SHARED  = 'testing-shared';
my $SECONDS = 300;

sub build {
    my ($make, @tests) = @_;
    my @make = (shellwords($make), '--no-print-directory');
    return ({}, 'the library cannot be built') if system @make, 'all';
    my @programs = _programs(@tests);
    my $trouble  = DTPools::Write::write_changed({ $GOALS => _goals(\@tests, @programs) });
    return ({}, $trouble) if defined $trouble;
    my @tests_mk   = (@make, '-f', 'tests.mk');
    my @goals      = (@tests_mk, '-f', $GOALS, '-k');
    my $has_failed = system @goals, 'testing-programs';
    my $missing    = $has_failed ? _out_of_date(@goals) : {};
    return ({}, 'make failed, and has nothing left to do') if $has_failed and !%$missing;
    my $has_shared = !delete $missing->{$SHARED} && @programs > 1 && -x $SHARED;
    return (_what_failed(\@tests_mk, $missing, @tests), undef, $has_shared ? "./$SHARED" : undef);
}

# Those that one binary may have.
sub _programs {
    my (@tests) = @_;
    my %seen;
    return grep { !$seen{$_}++ } map { $_->{family} } grep { DTPools::Group::shares($_) } @tests;
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

# The compiler is asked once for each program.
sub _what_failed {
    my ($make, $missing, @tests) = @_;
    my (%not_built, %said);
    delete local @ENV{qw(MAKEFLAGS MFLAGS)};
    for my $test (grep { $missing->{ $_->{id} } } @tests) {
        my $said = $said{ $test->{family} // $test->{id} } //=
            [DTPools::Output::messages((DTPools::Command::run($SECONDS, @$make, $test->{id}))[0])];
        $not_built{ $test->{id} } = $said;
    }
    return \%not_built;
}

1;
