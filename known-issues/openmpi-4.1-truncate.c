/* A message of twice the bytes that the receive has room for. MPI-3.1, 3.2.4: an overflow error occurs if all
 * incoming data does not fit, without truncation, into the receive buffer; the receive buffer is the storage of its
 * count and type (3.2.2), and what is after it belongs to others.  Under Open MPI 4.1 and 5.0 the error is returned,
 * and all of the message is written, past the end of the buffer. Two processes.  Exit status 1 where the fault is
 * there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 65536;
    unsigned char *bytes = malloc(2 * (size_t) n);
    int rank, changed = 0;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    memset(bytes, rank == 0 ? 7 : 1, 2 * (size_t) n);
    if (rank == 0) {
        MPI_Send(bytes, 2 * n, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    } else if (rank == 1) {
        MPI_Recv(bytes, n, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int k = n; k < 2 * n; k++)
            changed += bytes[k] != 1;
        printf("expected 0 bytes changed after the buffer, found %d\n", changed);
    }
    MPI_Finalize();
    free(bytes);
    return changed > 0;
}
