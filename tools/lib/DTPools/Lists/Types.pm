package DTPools::Lists::Types;

use strict;
use warnings;

use File::Basename qw(dirname);

=head1 NAME

DTPools::Lists::Types - the basic types that the library knows

=head1 SYNOPSIS

    my $types = DTPools::Lists::Types->new;
    $types->check('MPI_INTT', sub { print "$_[0]\n" });

=head1 FUNCTIONS

=head2 new()

Reads their names, the rows of the library's table.

=head2 is_known($type)

Whether it is one of them.

=head2 names()

Their names, sorted, separated by blanks.

=head2 check($type, $complain)

Complains about a type that the library does not know. One that only this MPI lacks is skipped later, by name.

=cut

sub new {
    my ($class) = @_;
    my $file = dirname(__FILE__) . '/../../../../dtpools/src/basic_types.def';
    open my $in, '<', $file or die "generate: cannot read $file: $!\n";
    return bless { map { /^DTPI_BASIC\((MPI_\w+),/ ? ($1 => 1) : () } <$in> }, $class;
}

sub is_known {
    my ($self, $type) = @_;
    return $self->{$type};
}

sub names {
    my ($self) = @_;
    return join ' ', sort keys %$self;
}

sub check {
    my ($self, $type, $complain) = @_;
    return if $self->is_known($type);
    $complain->("unknown type '$type': expected one of " . $self->names);
    return;
}

1;
