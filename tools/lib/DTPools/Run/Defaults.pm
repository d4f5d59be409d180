package DTPools::Run::Defaults;

use strict;
use warnings;
use Exporter qw(import);

our @EXPORT_OK = qw($OBJECTS $SAMPLE $SECONDS $TYPES);

=head1 NAME

DTPools::Run::Defaults - what a run has of which nothing is said

=head1 VARIABLES

=head2 $TYPES, $OBJECTS, $SAMPLE, $SECONDS

The basic types; the objects of each pool (C<DTP_NUM_OBJS>), and those beside them that are drawn by their traits
(C<DTP_SAMPLE_OBJS>); the seconds that are divided among all tests.

=cut

our $TYPES   = 'MPI_INT MPI_DOUBLE';
our $OBJECTS = 5;
our $SAMPLE  = 11;
our $SECONDS = 165;

1;
