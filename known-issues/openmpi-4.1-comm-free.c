/* MPI_Comm_free of a communicator on which nonblocking collective operations are under way.  MPI-3.1, 6.4.3: "Any
 * pending operations that use this communicator will complete normally; the object is actually deallocated only if
 * there are no other active references to it."  A persistent operation that has been started is pending too.  Crashes
 * or hangs, or exit status 1, where the fault is there, 0 where it is not.  For four processes. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { TIMES = 200 };

int main(void)
{
    int rank, errors = 0, sums[2];

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int k = 0; k < TIMES; k++) {
        const int mine = k + rank, expected = (rank + 1) * k + rank * (rank + 1) / 2;
        MPI_Comm comm, next;
        MPI_Request requests[2];
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        for (int n = 0; n < 2; n++)
            MPI_Iscan(&mine, &sums[n], 1, MPI_INT, MPI_SUM, comm, &requests[n]);
        MPI_Comm_free(&comm);
        MPI_Comm_dup(MPI_COMM_WORLD, &next);
        for (int n = 0; n < 2; n++) {
            MPI_Wait(&requests[n], MPI_STATUS_IGNORE);
            errors += sums[n] != expected;
        }
        MPI_Comm_free(&next);
    }
    if (errors > 0)
        printf("rank %d: %d sums are wrong\n", rank, errors);
    MPI_Finalize();
    return errors > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
