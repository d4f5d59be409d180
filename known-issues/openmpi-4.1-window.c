/* A window of all processes.
 * MPI-3.1, 11.2.1: MPI_Win_create is collective over the group of an intracommunicator, of whatever size.  Open MPI 4.1
 * with the osc components of Debian's package gives MPI_ERR_WIN for one process, 4.1.0 for two as well; with --mca osc
 * pt2pt it does not.
 * One process or two.  Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    int memory = 0, code, error_class;
    MPI_Win win;

    MPI_Init(NULL, NULL);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    code = MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Error_class(code, &error_class);
    printf("MPI_Win_create: expected MPI_SUCCESS, found %s\n",
           code == MPI_SUCCESS ? "MPI_SUCCESS" : error_class == MPI_ERR_WIN ? "MPI_ERR_WIN" : "an error");
    if (code == MPI_SUCCESS)
        MPI_Win_free(&win);
    MPI_Finalize();
    return code != MPI_SUCCESS;
}
