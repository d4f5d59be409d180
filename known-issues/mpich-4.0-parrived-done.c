/* MPI_Parrived of a request that is inactive after a message. MPI-4.0, 4.2.2: "MPI_PARRIVED may be called with a null
 * or inactive request argument. In either case, the operation returns with flag = true." Under MPICH 4.0.2 it is an
 * error. One process.  Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    int sent = 7, received = 0, flag = 0, code;
    MPI_Request requests[2];

    MPI_Init(NULL, NULL);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Psend_init(&sent, 1, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_INFO_NULL, &requests[0]);
    MPI_Precv_init(&received, 1, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_INFO_NULL, &requests[1]);
    MPI_Startall(2, requests);
    MPI_Pready(0, requests[0]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    code = MPI_Parrived(requests[1], 0, &flag);
    printf("expected MPI_SUCCESS and true, found %s and %s\n", code == MPI_SUCCESS ? "MPI_SUCCESS" : "an error",
           flag ? "true" : "false");
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    MPI_Finalize();
    return code != MPI_SUCCESS || !flag;
}
