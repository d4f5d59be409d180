/* MPI_Reduce_scatter by the algorithm `noncommutative`, which is for blocks alike on a power of two processes.
 * MPI-3.1, 5.10.2: "recvcounts" may differ.  What is asked of MPICH by its control variables is not to matter to that:
 * it says of itself that it falls back where an algorithm does not fit; it aborts.
 * Exit status 1 where the fault is there (the process ends by an assertion), 0 where it is not.  For two processes. */
#define _POSIX_C_SOURCE 200112L
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    const int counts[] = {1, 2};
    int send[] = {1, 2, 3}, recv[] = {-1, -1}, rank, bad, any = 0;

    setenv("MPIR_CVAR_REDUCE_SCATTER_INTRA_ALGORITHM", "noncommutative", 1);
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Reduce_scatter(send, recv, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    bad = rank == 0 ? recv[0] != 2 : recv[0] != 4 || recv[1] != 6;
    if (bad)
        printf("rank %d: found %d %d\n", rank, recv[0], recv[1]);
    MPI_Allreduce(&bad, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    return any;
}
