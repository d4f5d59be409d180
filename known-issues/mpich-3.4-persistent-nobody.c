/* Persistent messages to and from MPI_PROC_NULL that are completed by index.  MPI-3.1, 3.9: MPI_START makes the request
 * active; 3.7.5: MPI_WAITANY returns MPI_UNDEFINED where "the list contains no active handles", which is not so here:
 * the index is 0.  MPICH 3.4 to 5.0 say MPI_UNDEFINED, by MPI_Testany and as the number of MPI_Waitsome and
 * MPI_Testsome too.  Exit status 1 where the fault is there, 0 where it is not.  For one process. */
#include <mpi.h>
#include <stdio.h>

static int is_wrong(const char *call, int found, int expected)
{
    if (found == expected)
        return 0;
    printf("%s: expected %d, found %d\n", call, expected, found);
    return 1;
}

static int check(MPI_Request *request)
{
    int index, number, flag = 0, bad = 0;
    MPI_Status status;

    MPI_Start(request);
    MPI_Waitany(1, request, &index, &status);
    bad |= is_wrong("MPI_Waitany", index, 0);
    MPI_Start(request);
    while (!flag)
        MPI_Testany(1, request, &index, &flag, &status);
    bad |= is_wrong("MPI_Testany", index, 0);
    MPI_Start(request);
    MPI_Waitsome(1, request, &number, &index, &status);
    bad |= is_wrong("MPI_Waitsome", number, 1);
    MPI_Request_free(request);
    return bad;
}

int main(void)
{
    int number = 0, bad;
    MPI_Request request;

    MPI_Init(NULL, NULL);
    MPI_Send_init(&number, 1, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD, &request);
    bad = check(&request);
    MPI_Recv_init(&number, 1, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD, &request);
    bad |= check(&request);
    MPI_Finalize();
    return bad;
}
