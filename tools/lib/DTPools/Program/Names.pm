package DTPools::Program::Names;

use strict;
use warnings;

=head1 NAME

DTPools::Program::Names - what the variables of a stand-alone program are called

=head1 DESCRIPTION

Handles, and the numbers and statuses that calls return, are elements of arrays, each of one type.

=head1 VARIABLES

=head2 %HANDLES

By the letter of recorded handles: the array that holds them, and the type.

=head2 %VARIABLES

By the C type of other variables that calls set, C<void> for pointers: the array that holds them.

=cut

our %HANDLES = (
    T => ['t',       'MPI_Datatype'],
    C => ['comm',    'MPI_Comm'],
    W => ['win',     'MPI_Win'],
    F => ['file',    'MPI_File'],
    G => ['group',   'MPI_Group'],
    I => ['info',    'MPI_Info'],
    O => ['op',      'MPI_Op'],
    R => ['request', 'MPI_Request'],
    M => ['message', 'MPI_Message'],
    E => ['handler', 'MPI_Errhandler'],
    K => ['keyval',  'int'],
);

our %VARIABLES = (
    int => 'number', MPI_Aint => 'address', MPI_Count => 'count', MPI_Offset => 'offset', MPI_Status => 'status',
    void => 'value',
);

1;
