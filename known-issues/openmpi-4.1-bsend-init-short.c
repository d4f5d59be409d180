/* A persistent buffered send of few bytes, started again with new values. MPI-3.1, 3.9: each start of a persistent
 * request has the effect of the nonblocking call with its arguments, and so sends what the buffer then holds.  Under
 * Open MPI 4.1 and 5.0 some of many starts, whenever one comes before the last message has left, send what an earlier
 * one did. Two processes.  Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 56, SENDS = 3, STARTS = 3, ROUNDS = 30000, MESSAGES = SENDS * STARTS * ROUNDS };

static int numbers[SENDS][N];

static void send(int room)
{
    void *buffer = malloc((size_t) room), *detached;
    MPI_Request requests[SENDS];

    for (int round = 0, message = 0; round < ROUNDS; round++) {
        MPI_Buffer_attach(buffer, room);
        for (int i = 0; i < SENDS; i++)
            MPI_Bsend_init(numbers[i], N, MPI_INT, 1, 0, MPI_COMM_WORLD, &requests[i]);
        for (int start = 0; start < STARTS; start++) {
            for (int i = 0; i < SENDS; i++)
                numbers[i][0] = message++;
            MPI_Startall(SENDS, requests);
            MPI_Waitall(SENDS, requests, MPI_STATUSES_IGNORE);
        }
        for (int i = 0; i < SENDS; i++)
            MPI_Request_free(&requests[i]);
        MPI_Buffer_detach(&detached, &room);
    }
    free(buffer);
}

static int receive(void)
{
    int wrong = 0;

    for (int message = 0; message < MESSAGES; message++) {
        MPI_Recv(numbers[0], N, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        wrong += numbers[0][0] != message;
    }
    printf("expected 0 wrong messages of %d, found %d\n", MESSAGES, wrong);
    return wrong;
}

int main(void)
{
    int rank, size, wrong = 0;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Pack_size(N, MPI_INT, MPI_COMM_WORLD, &size);
    if (rank == 0)
        send(2 * SENDS * STARTS * (size + MPI_BSEND_OVERHEAD));
    else if (rank == 1)
        wrong = receive();
    MPI_Finalize();
    return wrong > 0;
}
