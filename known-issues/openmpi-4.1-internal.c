/* A view in "internal".  MPI-3.1, 13.5: the predefined data representations are "native", "internal" and
 * "external32". Open MPI refuses the second one. Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

enum { MODE = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE };

int main(void)
{
    char datarep[] = "internal", name[] = "openmpi-4.1-internal.tmp";
    MPI_File file;
    int err;

    MPI_Init(NULL, NULL);
    MPI_File_open(MPI_COMM_SELF, name, MODE, MPI_INFO_NULL, &file);
    err = MPI_File_set_view(file, 0, MPI_INT, MPI_INT, datarep, MPI_INFO_NULL);
    if (err != MPI_SUCCESS)
        printf("MPI_File_set_view: error %d\n", err);
    MPI_File_close(&file);
    MPI_Finalize();
    return err != MPI_SUCCESS;
}
