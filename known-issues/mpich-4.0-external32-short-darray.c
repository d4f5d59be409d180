/* A file is written in "external32" with a cyclic darray of which the process has less than a whole block. MPI-3.1,
 * 4.1.4 and 13.5.2: the type has one integer, which becomes four bytes of the file. Ends with a signal where the fault
 * is there; exit status 0 where it is not. For one process. */
#include <mpi.h>
#include <stddef.h>

enum { SIZE = 1, BLOCK = 3, PROCS = 2 };

int main(void)
{
    int value = 1;
    MPI_Datatype type;
    MPI_File file;

    MPI_Init(NULL, NULL);
    MPI_Type_create_darray(PROCS, 0, 1, (int[]) {SIZE}, (int[]) {MPI_DISTRIBUTE_CYCLIC}, (int[]) {BLOCK},
                           (int[]) {PROCS}, MPI_ORDER_C, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_File_open(MPI_COMM_SELF, "mpich-4.0-external32-short-darray.tmp",
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "external32", MPI_INFO_NULL);
    MPI_File_write(file, &value, 1, type, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
