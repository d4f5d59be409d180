/* MPI_Alltoall of one process (here MPI_COMM_SELF) while a receive from any source is pending. MPI-3.1, 5.1:
 * collective operations do not meet with messages of point-to-point communication. MPICH 4.0 to 5.0 gives the block to
 * the receive, and waits for it for ever. MPI_Alltoallv and MPI_Alltoallw do the same. One process.
 * Hangs where the fault is there; exit status 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    const int block = 7, message = 5;
    int found = 0, received = 0;
    MPI_Request request;

    MPI_Init(NULL, NULL);
    MPI_Irecv(&received, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_SELF, &request);
    MPI_Alltoall(&block, 1, MPI_INT, &found, 1, MPI_INT, MPI_COMM_SELF);
    MPI_Send(&message, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (found != block || received != message)
        printf("found %d and %d instead of %d and %d\n", found, received, block, message);
    MPI_Finalize();
    return found != block || received != message;
}
