package DTPools::Lists::Sources;

use strict;
use warnings;

=head1 NAME

DTPools::Lists::Sources - the sources of tests that lines name

=head1 SYNOPSIS

    my $sources = DTPools::Lists::Sources->new($srcdir, \%folders);
    my %source  = $sources->find('pt2pt/pingping.c', $path, $complain);
    $sources->check_processes(\%source, '2', $complain);

=head1 DESCRIPTION

C<$complain> is called with a message for each thing that is wrong.

=head1 FUNCTIONS

=head2 new($srcdir, $folders)

The sources below C<$srcdir>, in the folders of tests, the keys of a hash that may be filled later.

=head2 find($source, $path, $complain)

Returns C<folder>, C<stem> and C<ext> of a source, as a list of pairs, empty strings if it is none. C<$path> is what the
line has, for the message.

=head2 check_processes(\%source, $procs, $complain)

A program that needs several processes says so in the comment at its beginning.

=cut

sub new {
    my ($class, $srcdir, $folders) = @_;
    return bless { srcdir => $srcdir, folders => $folders, least => {} }, $class;
}

sub find {
    my ($self, $source, $path, $complain) = @_;
    my ($folder, $stem, $ext) = $source =~ m{^([\w-]+)/([\w.+-]+)\.(c|cxx)\z}a;
    if (!defined $ext) {
        $complain->("bad test pathname '$path': expected <folder>/<name>.c or <folder>/<name>.cxx");
    } elsif (!exists $self->{folders}{$folder}) {
        my @folders = sort keys %{ $self->{folders} };
        $complain->("test pathname '$path': '$folder' is no folder of tests: "
                . "expected one of @folders (with a testlist.def)");
    } elsif (!-f "$self->{srcdir}/$source") {
        $complain->("test pathname '$path': there is no such source file");
    }
    return (folder => $folder // '', stem => $stem // '', ext => $ext // '');
}

sub check_processes {
    my ($self, $source, $procs, $complain) = @_;
    my $file = "$source->{folder}/$source->{stem}.$source->{ext}";
    my ($least) = ($self->{least}{$file} //= $self->_beginning($file)) =~ /\bNeeds (\d+) processes\b/;
    $complain->("number of processes '$procs': $file needs $least or more")
        if $least and $procs =~ /^\d{1,7}\z/ and $procs < $least;
    return;
}

# The lines of a source before the first that includes anything.
sub _beginning {
    my ($self, $file) = @_;
    open my $in, '<', "$self->{srcdir}/$file" or return '';
    local $/ = '#include';
    return scalar(<$in>) // '';
}

1;
