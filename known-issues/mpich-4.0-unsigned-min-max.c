/* MPI_MIN and MPI_MAX of unsigned integers whose highest bit is set.
 * MPI-3.1, 5.9.2: the minimum and maximum of the values of the type.  MPICH 4.0 compares them as signed integers, in
 * MPI_Reduce_local as in accumulate calls.
 * Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    unsigned char in = 163, both = 67;
    unsigned in_unsigned = 0x80000003, both_unsigned = 3;

    MPI_Init(NULL, NULL);
    MPI_Reduce_local(&in, &both, 1, MPI_UNSIGNED_CHAR, MPI_MIN);
    MPI_Reduce_local(&in_unsigned, &both_unsigned, 1, MPI_UNSIGNED, MPI_MAX);
    printf("MPI_MIN of the unsigned chars 163 and 67: expected 67, found %d\n", both);
    printf("MPI_MAX of the unsigned integers 2147483651 and 3: expected 2147483651, found %u\n", both_unsigned);
    MPI_Finalize();
    return both != 67 || both_unsigned != 0x80000003;
}
