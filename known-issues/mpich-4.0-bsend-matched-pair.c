/* A buffered message of 2000 pairs, received by MPI_Mprobe and MPI_Mrecv.
 *
 * MPI-3.1, 3.8.2: MPI_Mrecv receives the message that was matched.  MPICH says that it is truncated, if it is of pairs
 * and larger than 8 KiB, though MPI_Recv receives it, and MPI_Mrecv one of MPI_Send.
 * Exit status 1, or an abort, where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 2000, TAG = 3 };

struct pair { double value; int index; };

static struct pair data[N];

static void send_buffered(void)
{
    void *buffer;
    int size;

    MPI_Pack_size(N, MPI_DOUBLE_INT, MPI_COMM_WORLD, &size);
    size += MPI_BSEND_OVERHEAD;
    buffer = malloc((size_t) size);
    if (!buffer)
        MPI_Abort(MPI_COMM_WORLD, 2);
    for (int k = 0; k < N; k++)
        data[k] = (struct pair) {k + 0.5, -k};
    MPI_Buffer_attach(buffer, size);
    MPI_Bsend(data, N, MPI_DOUBLE_INT, 0, TAG, MPI_COMM_WORLD);
    MPI_Buffer_detach(&buffer, &size);
    free(buffer);
}

/* The number of pairs that did not arrive. */
static int receive_matched(void)
{
    MPI_Message message;
    int wrong = 0;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Mprobe(1, TAG, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    if (MPI_Mrecv(data, N, MPI_DOUBLE_INT, &message, MPI_STATUS_IGNORE) != MPI_SUCCESS)
        return N;
    for (int k = 0; k < N; k++)
        wrong += data[k].value != k + 0.5 || data[k].index != -k;
    return wrong;
}

int main(void)
{
    int rank, wrong = 0;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        wrong = receive_matched();
        printf("expected 0 pairs that did not arrive, found %d\n", wrong);
        fflush(stdout);
        if (wrong > 0)
            MPI_Abort(MPI_COMM_WORLD, 1);
    } else
        send_buffered();
    MPI_Finalize();
    return wrong > 0;
}
