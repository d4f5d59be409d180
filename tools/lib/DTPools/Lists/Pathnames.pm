package DTPools::Lists::Pathnames;

use strict;
use warnings;

=head1 NAME

DTPools::Lists::Pathnames - test pathnames that stand for a source with macros

=head1 DESCRIPTION

The design of DTPools has a pathname for each way of using a program; here, one source with macros makes several of
them. A line with such a pathname is one with the source and the macros, and its tests are named after the pathname.

=head1 FUNCTIONS

=head2 meaning($pathname)

The source and the macros that a pathname stands for, as a list; the pathname itself if it is none of these.

=cut

my %MEANING = (
    'rma/accfence1.c'                 => ['rma/fence1.c', 'ACC'],
    'rma/getfence1.c'                 => ['rma/fence1.c', 'GET'],
    'rma/putfence1.c'                 => ['rma/fence1.c', 'PUT'],
    'rma/accpscw1.c'                  => ['rma/pscw1.c',  'ACC'],
    'rma/putpscw1.c'                  => ['rma/pscw1.c',  'PUT'],
    'rma/lock_dt_flush.c'             => ['rma/lock_dt.c', 'FLUSH'],
    'rma/lock_dt_flushlocal.c'        => ['rma/lock_dt.c', 'FLUSH_LOCAL'],
    'rma/lockall_dt.c'                => ['rma/lock_dt.c', 'LOCKALL'],
    'rma/lockall_dt_flush.c'          => ['rma/lock_dt.c', 'LOCKALL', 'FLUSH'],
    'rma/lockall_dt_flushall.c'       => ['rma/lock_dt.c', 'LOCKALL', 'FLUSH_ALL'],
    'rma/lockall_dt_flushlocal.c'     => ['rma/lock_dt.c', 'LOCKALL', 'FLUSH_LOCAL'],
    'rma/lockall_dt_flushlocalall.c'  => ['rma/lock_dt.c', 'LOCKALL', 'FLUSH_LOCAL_ALL'],
    'cxx/attr/fkeyvaltypex.cxx'       => ['attr/fkeyvaltypex.cxx'],
    'cxx/datatype/packsizex.cxx'      => ['datatype/packsizex.cxx'],
);

sub meaning {
    my ($pathname) = @_;
    return @{ $MEANING{$pathname} // [$pathname] };
}

1;
