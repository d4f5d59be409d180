/* A partitioned send and its receive that are freed and were never started, and two others with the same tag after
 * them. MPI-4.0, 4.2.1: requests match in the order in which they are made, so the later ones match each other; 3.9:
 * an inactive request may be freed. Under Open MPI 6.0 the later ones are never complete. Two processes.  Exit status 1
 * where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { TAG = 5, SECONDS = 2 };

static int number = 7;

static MPI_Request make(int rank)
{
    MPI_Request request;

    if (rank == 0)
        MPI_Psend_init(&number, 1, 1, MPI_INT, 1, TAG, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    else
        MPI_Precv_init(&number, 1, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    return request;
}

int main(void)
{
    int rank, done = 0;
    MPI_Request request;
    double begin;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    number -= rank;
    request = make(rank);
    MPI_Request_free(&request);
    request = make(rank);
    MPI_Start(&request);
    if (rank == 0)
        MPI_Pready(0, request);
    begin = MPI_Wtime();
    while (!done && MPI_Wtime() - begin < SECONDS)
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    printf("rank %d: expected a complete request and 7, found it %s, and %d\n", rank, done ? "complete" : "incomplete",
           number);
    fflush(stdout);
    if (!done || number != 7)
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    MPI_Request_free(&request);
    MPI_Finalize();
    return EXIT_SUCCESS;
}
