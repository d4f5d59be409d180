/* Partitioned requests, completed by MPI_Testall. MPI-4.0, 4.2.2: a partitioned request is completed as any
 * persistent one; MPI_Testall returns MPI_SUCCESS where no communication failed (3.7.5).  Under MPICH 4.0.2 and
 * 4.2.1 it returns MPI_ERR_IN_STATUS, with no error in any status. One process.  Exit status 1 where the fault is
 * there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

enum { N = 4, PARTITIONS = 2, TAG = 5 };

int main(void)
{
    int sent[N] = {1, 2, 3, 4}, received[N] = {0}, done = 0, code = MPI_SUCCESS;
    MPI_Request requests[2];
    MPI_Status statuses[2];

    MPI_Init(NULL, NULL);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Psend_init(sent, PARTITIONS, N / PARTITIONS, MPI_INT, 0, TAG, MPI_COMM_SELF, MPI_INFO_NULL, &requests[0]);
    MPI_Precv_init(received, PARTITIONS, N / PARTITIONS, MPI_INT, 0, TAG, MPI_COMM_SELF, MPI_INFO_NULL, &requests[1]);
    MPI_Startall(2, requests);
    MPI_Pready_range(0, PARTITIONS - 1, requests[0]);
    while (!done && code == MPI_SUCCESS)
        code = MPI_Testall(2, requests, &done, statuses);
    printf("MPI_Testall: expected MPI_SUCCESS, found %s\n", code == MPI_SUCCESS ? "MPI_SUCCESS" : "an error");
    MPI_Finalize();
    return code != MPI_SUCCESS;
}
