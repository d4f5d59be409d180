/* A gather that is started twice, with plain integers. MPI-4.0, 6.13: each MPI_START begins an instance of the
 * operation, with the data that are in the buffers then.  MPICH 4.0 takes what the root sends to itself when the
 * request is made. Exit status 1 where the fault is there, 0 where it is not.  For any number of processes. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    int bad = 0;

    MPI_Init(NULL, NULL);
#if MPI_VERSION >= 4
    {
        int rank, mine = -1, found = -1;
        MPI_Request request;

        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        MPI_Gather_init(&mine, 1, MPI_INT, &found, 1, MPI_INT, 0, MPI_COMM_SELF, MPI_INFO_NULL, &request);
        for (int round = 0; round < 2; round++) {
            mine = 10 + round;
            MPI_Start(&request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
            if (found != mine) {
                printf("rank %d, round %d, MPI_Gather_init: expected %d, found %d\n", rank, round, mine, found);
                bad = 1;
            }
        }
        MPI_Request_free(&request);
    }
#else
    puts("there are no persistent collectives before MPI-4.0");
#endif
    MPI_Finalize();
    return bad;
}
