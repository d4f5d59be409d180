/* MPI_Ialltoall by the algorithm `tsp_brucks`, where one process has another layout than the others.  MPI-3.1, 5.8: the
 * type signatures of what is sent and received must be equal, which allows "distinct type maps"; block j that process i
 * sends is block i that process j receives.  MPICH mixes data up.
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
    enum { N = 4, PROCS = 4, STRIDE = 2 };
    int send[PROCS * N * STRIDE] = {0}, recv[PROCS * N * STRIDE] = {0}, rank, stride, bad = 0, any = 0;
    MPI_Datatype vector, type;
    MPI_Request request;

    setenv("MPIR_CVAR_IALLTOALL_INTRA_ALGORITHM", ALGORITHM, 1);
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    stride = rank == 2 ? STRIDE : 1;
    MPI_Type_vector(N, 1, stride, MPI_INT, &vector);
    MPI_Type_create_resized(vector, 0, (MPI_Aint) (N * stride * (int) sizeof(int)), &type);
    MPI_Type_commit(&type);
    for (int k = 0; k < PROCS * N; k++)
        send[k * stride] = rank * PROCS * N + k;
    MPI_Ialltoall(send, 1, type, recv, 1, type, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int k = 0; k < PROCS * N && !bad; k++) {
        const int expected = k / N * PROCS * N + rank * N + k % N;
        bad = recv[k * stride] != expected;
        if (bad)
            printf("rank %d: element %d: expected %d, found %d\n", rank, k, expected, recv[k * stride]);
    }
    MPI_Type_free(&type);
    MPI_Type_free(&vector);
    MPI_Allreduce(&bad, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    return any;
}
