/* MPI_Iscatterv with MPI_DATATYPE_NULL as the send type of a process that is not the root. MPI-3.1, 5.6: sendbuf,
 * sendcounts, displs and sendtype are "significant only at root". Exit status 1 where the call returns an error, 0
 * where it does not. For two processes. */
#include <mpi.h>
#include <stdio.h>

enum { PROCS = 2 };

int main(void)
{
    int rank, all[PROCS] = {1, 2}, counts[PROCS] = {1, 1}, displs[PROCS] = {0, 1}, mine = 0, err;
    MPI_Request request;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (rank == 0)
        err = MPI_Iscatterv(all, counts, displs, MPI_INT, &mine, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
    else
        err = MPI_Iscatterv(NULL, NULL, NULL, MPI_DATATYPE_NULL, &mine, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
    if (err != MPI_SUCCESS) {
        printf("rank %d: error %d: expected MPI_SUCCESS\n", rank, err);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return mine != rank + 1;
}
