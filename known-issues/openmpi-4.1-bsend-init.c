/* A persistent buffered send of more than the eager limit, started again with new values. MPI-3.1, 3.9: each start
 * of a persistent request has the effect of the nonblocking call with its arguments, and so sends what the buffer
 * then holds.  Under Open MPI 4.1 and 5.0 the second start sends what the first did, or nothing at all. Two
 * processes.  Exit status 1, or a hang, where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 65530, TIMES = 2 };

static int numbers[N];

static void send(void)
{
    MPI_Request request;
    void *buffer, *detached;
    int size;

    MPI_Pack_size(N, MPI_INT, MPI_COMM_WORLD, &size);
    size += MPI_BSEND_OVERHEAD;
    buffer = malloc((size_t) size);
    MPI_Bsend_init(numbers, N, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    for (int time = 1; time <= TIMES; time++) {
        for (int k = 0; k < N; k++)
            numbers[k] = k * time;
        MPI_Buffer_attach(buffer, size);
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Buffer_detach(&detached, &size);
    }
    MPI_Request_free(&request);
    free(buffer);
}

static int receive(void)
{
    int wrong = 0;

    for (int time = 1; time <= TIMES; time++) {
        MPI_Recv(numbers, N, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int k = 0; k < N; k++)
            wrong += numbers[k] != k * time;
    }
    printf("expected 0 wrong elements, found %d\n", wrong);
    return wrong;
}

int main(void)
{
    int rank, wrong = 0;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        send();
    else if (rank == 1)
        wrong = receive();
    MPI_Finalize();
    return wrong > 0;
}
