/* Three buffered sends with a buffer of just the size that they need.
 * MPI-3.1, 3.6: a buffer of the sizes that MPI_Pack_size returns and MPI_BSEND_OVERHEAD for each message is enough.
 * Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

enum { N = 3 };

int main(void)
{
    static char buffer[N * (64 + MPI_BSEND_OVERHEAD)];
    char data[4] = {1, 2, 3, 4}, received[4];
    int size, code = MPI_SUCCESS;
    void *detached;

    MPI_Init(NULL, NULL);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Pack_size(4, MPI_PACKED, MPI_COMM_SELF, &size);
    if (size > 64)
        return 0;
    MPI_Buffer_attach(buffer, N * (size + MPI_BSEND_OVERHEAD));
    for (int k = 0; k < N && code == MPI_SUCCESS; k++)
        code = MPI_Bsend(data, 4, MPI_PACKED, 0, k, MPI_COMM_SELF);
    printf("MPI_Bsend: the standard demands MPI_SUCCESS, found %s\n", code == MPI_SUCCESS ? "it" : "an error");
    if (code == MPI_SUCCESS)
        for (int k = 0; k < N; k++)
            MPI_Recv(received, 4, MPI_PACKED, 0, k, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    else
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Buffer_detach(&detached, &size);
    MPI_Finalize();
    return 0;
}
