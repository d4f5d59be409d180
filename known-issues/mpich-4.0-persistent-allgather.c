/* An allgather that is started twice, with plain integers, among a power of two of processes. MPI-4.0, 6.13: each
 * MPI_START begins an instance of the operation, with the data that are in the buffers then.  MPICH 4.0 takes what a
 * process sends to itself when the request is made; with derived types that are freed meanwhile it crashes. Exit
 * status 1 where the fault is there, 0 where it is not.  For two processes. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#if MPI_VERSION >= 4
static int is_wrong(int rank, int size)
{
    int *found = malloc((size_t) size * sizeof *found), mine = -1, bad = 0;
    MPI_Request request;

    if (!found)
        MPI_Abort(MPI_COMM_WORLD, 2);
    MPI_Allgather_init(&mine, 1, MPI_INT, found, 1, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    for (int round = 0; round < 2; round++) {
        mine = 10 * round + rank;
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        for (int r = 0; r < size; r++)
            if (found[r] != 10 * round + r) {
                printf("rank %d, round %d: expected %d, found %d\n", rank, round, 10 * round + r, found[r]);
                bad = 1;
            }
    }
    MPI_Request_free(&request);
    free(found);
    return bad;
}
#endif

int main(void)
{
    int rank, size, bad = 0, any = 0;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
#if MPI_VERSION >= 4
    bad = is_wrong(rank, size);
#else
    puts("there are no persistent collectives before MPI-4.0");
#endif
    MPI_Allreduce(&bad, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    return any;
}
