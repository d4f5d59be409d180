/* A scatter that is started twice, with plain integers. MPI-4.0, 6.13: each MPI_START begins an instance of the
 * operation, with the data that are in the buffers then; after its completion the request is inactive, and may be
 * started again.  MPICH 4.0 fails at the second start, or moves the data of the first one. Exit status 1, a crash or
 * a hang where the fault is there, 0 where it is not.  For two processes or more. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#if MPI_VERSION >= 4
static int is_wrong(int rank, int size)
{
    int *data = malloc((size_t) size * sizeof *data), found = -1, bad = 0;
    MPI_Request request;

    if (!data)
        MPI_Abort(MPI_COMM_WORLD, 2);
    MPI_Scatter_init(data, 1, MPI_INT, &found, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    for (int round = 0; round < 2; round++) {
        for (int r = 0; r < size; r++)
            data[r] = 10 * round + r;
        MPI_Start(&request);
        if (MPI_Wait(&request, MPI_STATUS_IGNORE) != MPI_SUCCESS) {
            printf("rank %d, round %d: MPI_Wait returns an error\n", rank, round);
            fflush(stdout);
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
        if (found != 10 * round + rank) {
            printf("rank %d, round %d: expected %d, found %d\n", rank, round, 10 * round + rank, found);
            bad = 1;
        }
    }
    MPI_Request_free(&request);
    free(data);
    return bad;
}
#endif

int main(void)
{
    int rank, size, bad = 0, any = 0;

    MPI_Init(NULL, NULL);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
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
