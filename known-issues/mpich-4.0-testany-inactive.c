/* MPI_Testany of a persistent request that is not started.  MPI-3.1, 3.7.5: "If the array contains no active handles
 * then the call returns immediately with flag = true, index = MPI_UNDEFINED, and an empty status", whose source is
 * MPI_ANY_SOURCE and whose tag is MPI_ANY_TAG (3.7.3).  MPICH 3.4 to 4.0 leave the status as it was.  Exit status 1
 * where the fault is there, 0 where it is not.  For one process. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    int number = 0, index, flag, bad;
    MPI_Request request;
    MPI_Status status = {.MPI_SOURCE = -77, .MPI_TAG = -77};

    MPI_Init(NULL, NULL);
    MPI_Recv_init(&number, 1, MPI_INT, 0, 3, MPI_COMM_SELF, &request);
    MPI_Testany(1, &request, &index, &flag, &status);
    bad = status.MPI_SOURCE != MPI_ANY_SOURCE || status.MPI_TAG != MPI_ANY_TAG;
    if (bad)
        printf("MPI_Testany: expected source %d and tag %d, found %d and %d\n", MPI_ANY_SOURCE, MPI_ANY_TAG,
               status.MPI_SOURCE, status.MPI_TAG);
    MPI_Request_free(&request);
    MPI_Finalize();
    return bad;
}
