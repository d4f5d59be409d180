/* MPI_MAX and MPI_MIN of MPI_OFFSET. MPI-3.1, 5.9.2: MPI_OFFSET is that of MPI_Offset, an integer with a sign (2.5.6).
 * Open MPI compares its values as if they had none. One process.
 * Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    const MPI_Offset below = -1;
    MPI_Offset most = 1, least = 1;

    MPI_Init(NULL, NULL);
    MPI_Reduce_local(&below, &most, 1, MPI_OFFSET, MPI_MAX);
    MPI_Reduce_local(&below, &least, 1, MPI_OFFSET, MPI_MIN);
    printf("MPI_MAX and MPI_MIN of -1 and 1: expected 1 and -1, found %lld and %lld\n", (long long) most,
           (long long) least);
    MPI_Finalize();
    return most != 1 || least != -1;
}
