package Skips;

use strict;
use warnings;
use Cwd qw(abs_path);
use Exporter qw(import);
use File::Basename qw(dirname);
use File::Glob qw(bsd_glob);

use DTPools::Command;
use DTPools::Lists::Testlist;
use Scratch qw(read_file);

our @EXPORT_OK = qw(not_skipped skipped);

=head1 NAME

Skips - which tests a run of tools/runtests has skipped

=head1 FUNCTIONS

=head2 skipped($output)

The names of the tests that said why they skip themselves, of a run with this folder of output.

=head2 not_skipped($output, @tests)

Builds these tests where need be, runs them under the MPI as it is, with the output in this folder, and returns those
that it has not skipped: what an altered MPI makes tests skip, they would not show to be wrong.

=cut

my $SECONDS  = 10;    # of a test, which may have to share its core
my $RUNTESTS = abs_path(dirname(__FILE__) . '/../../tools/runtests');

sub skipped {
    my ($output) = @_;
    return map { m{([^/]+/[^/]+)\.log\z} } grep { read_file($_) =~ /^# skipped.*\n\z/m } bsd_glob("$output/*/*.log");
}

sub not_skipped {
    my ($output, @tests) = @_;
    return unless @tests;
    local $ENV{DTP_BUDGET} = $SECONDS;
    DTPools::Command::output($^X, $RUNTESTS, '--mpiexec=' . ($ENV{MPIEXEC} || 'mpiexec'),
        '--make=' . ($ENV{MAKE} || 'make') . ' -s', "--output=$output",
        '--filter=^(?:' . join('|', map { quotemeta } @tests) . ')$', DTPools::Lists::Testlist::folders());
    my %is_skipped = map { $_ => 1 } skipped($output);
    return grep { !$is_skipped{$_} } @tests;
}

1;
