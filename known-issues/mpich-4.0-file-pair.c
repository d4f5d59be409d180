/* Data access with a pair type whose parts are not side by side, such as MPI_SHORT_INT: pair types are predefined
 * types of MPI (MPI-3.1, 5.9.4), and a data access takes any type (13.4).  MPICH ends the process: "Named
 * predefined datatypes are not permitted in MPI_Type_get_contents". Exit status 1, or that of the abort, where the
 * fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    struct { short value; int index; } from = {7, 5}, to = {0, 0};
    MPI_File fh;

    MPI_Init(NULL, NULL);
    if (MPI_File_open(MPI_COMM_SELF, "file-pair.tmp", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                      MPI_INFO_NULL, &fh) != MPI_SUCCESS)
        return 2;
    MPI_File_write_at(fh, 0, &from, 1, MPI_SHORT_INT, MPI_STATUS_IGNORE);
    MPI_File_read_at(fh, 0, &to, 1, MPI_SHORT_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);
    printf("expected 7 and 5, found %d and %d\n", to.value, to.index);
    MPI_Finalize();
    return to.value != 7 || to.index != 5;
}
