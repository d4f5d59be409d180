/* MPI_Ibcast by the algorithm `tsp_scatterv_recexch_allgatherv`, from the last process.  MPI-3.1, 5.4: all processes
 * get the root's data, and the root's buffer is not changed.  MPICH moves parts of it to the wrong place for roots
 * other than 0.
 * Exit status 1 where the fault is there (some crash), 0 where it is not.  For three processes. */
#define _POSIX_C_SOURCE 200112L
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#if defined MPICH_NUMVERSION && MPICH_NUMVERSION < 40000000
#define ALGORITHM "gentran_scatterv_recexch_allgatherv"
#else
#define ALGORITHM "tsp_scatterv_recexch_allgatherv"
#endif

int main(void)
{
    enum { N = 17 };
    int data[N], rank, size, bad = 0, any = 0;
    MPI_Request request;

    setenv("MPIR_CVAR_IBCAST_INTRA_ALGORITHM", ALGORITHM, 1);
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int k = 0; k < N; k++)
        data[k] = rank == size - 1 ? k + 1 : -1;
    MPI_Ibcast(data, N, MPI_INT, size - 1, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int k = 0; k < N; k++)
        bad |= data[k] != k + 1;
    if (bad)
        printf("rank %d: expected 1 to %d, found %d ... %d\n", rank, N, data[0], data[N - 1]);
    MPI_Allreduce(&bad, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    return any;
}
