/* Partitions that go to MPI_PROC_NULL, and come from it. MPI-4.0, 3.10: "The special value MPI_PROC_NULL can be used
 * instead of a rank wherever a source or a destination argument is required in a call." Under MPICH, and under
 * Open MPI 5.0, making the request, or what is done with it, crashes. One process.  Exit status 0 where the fault is
 * not there. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    int number = 5;
    MPI_Request request;

    MPI_Init(NULL, NULL);
    MPI_Psend_init(&number, 1, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    MPI_Start(&request);
    MPI_Pready(0, request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
    MPI_Precv_init(&number, 1, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
    printf("expected 5, found %d\n", number);
    MPI_Finalize();
    return number != 5;
}
