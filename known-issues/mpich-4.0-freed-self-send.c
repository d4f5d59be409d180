/* MPI_Isend to oneself whose request is freed before the receive is started. MPI-3.1, 3.7.3: the communication will be
 * allowed to complete. MPICH 4.0 waits for ever. One process.
 * Hangs where the fault is there; exit status 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    const int sent[] = {5, 7};
    int found[] = {0, 0};
    MPI_Request freed, request;

    MPI_Init(NULL, NULL);
    MPI_Isend(&sent[0], 1, MPI_INT, 0, 0, MPI_COMM_SELF, &freed);
    MPI_Request_free(&freed);
    MPI_Isend(&sent[1], 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request);
    for (int k = 0; k < 2; k++)
        MPI_Recv(&found[k], 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (found[0] != sent[0] || found[1] != sent[1])
        printf("found %d and %d instead of %d and %d\n", found[0], found[1], sent[0], sent[1]);
    MPI_Finalize();
    return found[0] != sent[0] || found[1] != sent[1];
}
