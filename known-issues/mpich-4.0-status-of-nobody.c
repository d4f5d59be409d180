/* A receive from MPI_PROC_NULL by MPI_Irecv.  MPI-3.1, 3.11: "When a receive with source =
 * MPI_PROC_NULL is executed then the status object returns source = MPI_PROC_NULL, tag = MPI_ANY_TAG and count = 0".
 * MPICH 4.0 returns source and tag 0. Exit status 1 where the fault is there, 0 where it is not.  For one process. */
#include <mpi.h>
#include <stdio.h>

static int is_wrong(const char *call, MPI_Request *request)
{
    MPI_Status status;

    MPI_Wait(request, &status);
    if (status.MPI_SOURCE == MPI_PROC_NULL && status.MPI_TAG == MPI_ANY_TAG)
        return 0;
    printf("%s: expected source %d and tag %d, found %d and %d\n", call, MPI_PROC_NULL, MPI_ANY_TAG,
           status.MPI_SOURCE, status.MPI_TAG);
    return 1;
}

int main(void)
{
    int number = 0, bad;
    MPI_Request request;

    MPI_Init(NULL, NULL);
    MPI_Irecv(&number, 1, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD, &request);
    bad = is_wrong("MPI_Irecv", &request);
    MPI_Finalize();
    return bad;
}
