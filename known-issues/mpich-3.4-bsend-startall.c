/* Two persistent buffered sends that MPI_Startall starts. MPI-3.1, 3.9: that is the same as MPI_Start for each, so both
 * messages are sent. MPICH 3.4 sends the first one only, and the second receive waits for ever. Hangs where the fault
 * is there, exit status 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    static char buffer[2 * (64 + MPI_BSEND_OVERHEAD)];
    int sent[2] = {1, 2}, found[2] = {0, 0}, size;
    MPI_Request requests[2];
    MPI_Status statuses[2];
    void *detached;

    MPI_Init(NULL, NULL);
    MPI_Buffer_attach(buffer, sizeof buffer);
    for (int k = 0; k < 2; k++)
        MPI_Bsend_init(&sent[k], 1, MPI_INT, 0, k, MPI_COMM_SELF, &requests[k]);
    MPI_Startall(2, requests);
    MPI_Waitall(2, requests, statuses);
    for (int k = 0; k < 2; k++)
        MPI_Recv(&found[k], 1, MPI_INT, 0, k, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    printf("expected 1 2, found %d %d\n", found[0], found[1]);
    for (int k = 0; k < 2; k++)
        MPI_Request_free(&requests[k]);
    MPI_Buffer_detach(&detached, &size);
    MPI_Finalize();
    return found[0] != 1 || found[1] != 2;
}
