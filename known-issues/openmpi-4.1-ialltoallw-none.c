/* MPI_Ialltoallw with MPI_IN_PLACE, by which one process moves something to itself, and the other one nothing at all.
 * MPI-3.1, 5.8: counts may be 0.  A process of Open MPI all of whose counts are 0 does not count the call, the other
 * one does: their next nonblocking collectives have different tags, and fail or hang. Open MPI 5.0 does so still, where
 * MPI_Ialltoallv is mended. Does not end with exit status 0 where the fault is there.  For two processes. */
#include <mpi.h>
#include <stdio.h>

enum { MOST = 8 };

static void exchange(int *data, const int *counts, const int *displs)
{
    MPI_Datatype types[MOST];
    MPI_Request request;

    for (int k = 0; k < MOST; k++)
        types[k] = MPI_INT;
    MPI_Ialltoallw(MPI_IN_PLACE, NULL, NULL, NULL, data, counts, displs, types, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

int main(void)
{
    int rank, size, bad = 0, data[MOST], displs[MOST], few[MOST] = {0}, ones[MOST];

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int k = 0; k < MOST; k++) {
        data[k] = 10 * rank + k;
        displs[k] = k * (int) sizeof *data;
        ones[k] = 1;
    }
    few[0] = rank == 0;
    exchange(data, few, displs);
    exchange(data, ones, displs);
    for (int k = 0; k < size; k++)
        bad |= data[k] != 10 * k + rank;
    printf("rank %d: of process %d came %d\n", rank, (rank + 1) % size, data[(rank + 1) % size]);
    MPI_Finalize();
    return bad;
}
