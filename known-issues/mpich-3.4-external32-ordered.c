/* MPI_File_read_ordered through a view in "external32". MPI-3.1, 13.5.2: this representation is big-endian, whatever
 * call accesses the file.  MPICH leaves the elements as they are in the file. Exit status 1 where the fault is
 * there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    const unsigned char bytes[4] = {1, 2, 3, 4};
    int found = 0;
    MPI_File fh;

    MPI_Init(NULL, NULL);
    if (MPI_File_open(MPI_COMM_SELF, "ordered.tmp", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                      MPI_INFO_NULL, &fh) != MPI_SUCCESS)
        return 2;
    MPI_File_write_at(fh, 0, bytes, 4, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_set_view(fh, 0, MPI_INT32_T, MPI_INT32_T, "external32", MPI_INFO_NULL);
    MPI_File_read_ordered(fh, &found, 1, MPI_INT32_T, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);
    printf("expected 0x01020304, found 0x%08x\n", (unsigned) found);
    MPI_Finalize();
    return found != 0x01020304;
}
