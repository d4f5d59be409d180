/* MPI_Waitsome of a request of a file that MPI_Request_get_status has said to be complete.  MPI-3.1, 3.7.6: that call
 * leaves the request as it is.  MPICH says afterwards, by MPI_Waitsome, MPI_Test, MPI_Testall and MPI_Testsome, that
 * the operation has failed.  Exit status 1 where the fault is there, 0 where it is not.  One process. */
#include <mpi.h>
#include <stdio.h>

#define NAME "file-asked"

enum { TIMES = 1000000 };

int main(void)
{
    int value = 7, flag = 0, found = 0, index, code;
    MPI_File fh;
    MPI_Request request;
    MPI_Status status;

    MPI_Init(NULL, NULL);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_File_open(MPI_COMM_SELF, NAME, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &fh);
    MPI_File_iwrite_at(fh, 0, &value, 1, MPI_INT, &request);
    for (int k = 0; k < TIMES && !flag; k++)
        MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
    code = MPI_Waitsome(1, &request, &found, &index, &status);
    printf("said to be complete: %s; MPI_Waitsome: expected %d, found %d\n", flag ? "yes" : "no", MPI_SUCCESS, code);
    MPI_File_close(&fh);
    MPI_Finalize();
    return code != MPI_SUCCESS;
}
