package DTPools::Run::Launcher;

use strict;
use warnings;
use File::Temp qw(tempdir);
use Text::ParseWords qw(shellwords);

use DTPools::Command;

=head1 NAME

DTPools::Run::Launcher - an MPI's launcher, and what it needs in its environment

=head1 FUNCTIONS

=head2 words($command)

The words of a launcher's command, as a list reference, and a message if there is no such launcher.

=head2 environment(@words)

What the launcher needs in its environment to run tests that have more ranks than there are cores, and as root; and
what keeps it from binding tests to the same cores that run at the same time, and from finding the files of a job that
was killed: two references to lists of [name, value]. What is set already is left out.

PRRTE, the launcher of Open MPI since version 5, names the folder of a job's files by the number of its process, and
does not start where there is one already. A job that is killed leaves its folder, and numbers begin again in each
container. So they are in a folder of the caller, which ends with it.

=cut

our $SECONDS = 10;    # in which it says its version

# Of Open MPI; from version 6 on, its launcher calls the same by other names, and warns of the former.
my @TO_OVERSUBSCRIBE   = ([OMPI_MCA_rmaps_base_oversubscribe => 1],
    [PRTE_MCA_rmaps_default_mapping_policy => ':oversubscribe']);
my @TO_OVERSUBSCRIBE_6 = ([PRTE_MCA_mapby => ':oversubscribe']);
my @NEEDED_BY_ROOT     = ([OMPI_ALLOW_RUN_AS_ROOT => 1], [OMPI_ALLOW_RUN_AS_ROOT_CONFIRM => 1]);
my @NOT_TO_BIND        = ([OMPI_MCA_hwloc_base_binding_policy => 'none'],
    [PRTE_MCA_hwloc_default_binding_policy => 'none']);
my @NOT_TO_BIND_6      = ([PRTE_MCA_bindto => 'none']);
my $FOLDER_OF_JOBS     = 'PRTE_MCA_prte_local_tmpdir_base';

sub words {
    my ($command) = @_;
    my @words = shellwords($command)
        or return ([], "the launcher '$command' has no words: expected a command, with quotes in pairs");
    my $is_path = $words[0] =~ m{/};
    my @places  = $is_path ? $words[0] : map { "$_/$words[0]" } split /:/, $ENV{PATH} // '';
    return \@words if grep { -f and -x _ } @places;
    return ([], "the launcher '$words[0]' is not " . ($is_path ? 'an executable file' : 'in the PATH'));
}

sub environment {
    my (@words) = @_;
    my $version = _version_of_open_mpi(@words) or return ([], []);
    my $former  = $version < 6;
    return ([_unset($former ? @TO_OVERSUBSCRIBE : @TO_OVERSUBSCRIBE_6, $> == 0 ? @NEEDED_BY_ROOT : ())],
        [_unset($former ? @NOT_TO_BIND : @NOT_TO_BIND_6), $version < 5 ? () : _folder_of_jobs()]);
}

# The launcher refuses two names of such a folder. Where none can be made, it is where it would be anyway.
sub _folder_of_jobs {
    return if grep { /_tmpdir_base\z/ } keys %ENV;
    my $folder = eval { tempdir('dtpXXXXXX', TMPDIR => 1, CLEANUP => 1) } // return;
    return [$FOLDER_OF_JOBS => $folder];
}

sub _unset {
    return grep { !defined $ENV{ $_->[0] } } @_;
}

# Its first number; false if the launcher is that of another MPI.
sub _version_of_open_mpi {
    my (@words) = @_;
    my ($text) = DTPools::Command::run($SECONDS, @words, '--version');
    return $text =~ /(?:Open MPI|OpenRTE|PRTE)\D*(\d*)/ ? $1 || 1 : 0;
}

1;
