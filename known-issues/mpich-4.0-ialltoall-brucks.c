/* MPI_Ialltoall by the algorithm `tsp_brucks`.  MPI-3.1, 5.8: block j that process i sends is block i that process j
 * receives.  MPICH mixes blocks up.
 * Exit status 1 where the fault is there, 0 where it is not.  For four processes. */
#define _POSIX_C_SOURCE 200112L
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#if defined MPICH_NUMVERSION && MPICH_NUMVERSION < 40000000
#define ALGORITHM "gentran_brucks"
#else
#define ALGORITHM "tsp_brucks"
#endif

int main(void)
{
    enum { N = 4096, PROCS = 4 };
    static int send[PROCS * N], recv[PROCS * N];
    int rank, bad = 0, any = 0;
    MPI_Request request;

    setenv("MPIR_CVAR_IALLTOALL_INTRA_ALGORITHM", ALGORITHM, 1);
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int k = 0; k < PROCS * N; k++)
        send[k] = rank * PROCS * N + k;
    MPI_Ialltoall(send, N, MPI_INT, recv, N, MPI_INT, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int k = 0; k < PROCS * N && !bad; k++) {
        const int expected = k / N * PROCS * N + rank * N + k % N;
        bad = recv[k] != expected;
        if (bad)
            printf("rank %d: element %d: expected %d, found %d\n", rank, k, expected, recv[k]);
    }
    MPI_Allreduce(&bad, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    return any;
}
