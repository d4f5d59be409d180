/* MPI_File_write_at_c of more than 2^31 bytes.
 * MPI-4.0, 2.5.8: the procedures with large counts take what an MPI_Count holds; 14.4 puts no other limit on the count.
 * Exit status 1 or an abort where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define TOTAL (((MPI_Count) 1 << 31) + 4099)

int main(void)
{
    void *memory = calloc((size_t) TOTAL, 1);
    MPI_File file;
    MPI_Offset size = -1;

    if (!memory)
        return 77;
    MPI_Init(NULL, NULL);
    MPI_File_open(MPI_COMM_SELF, "write-large.tmp", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &file);
    MPI_File_write_at_c(file, 0, memory, TOTAL, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_get_size(file, &size);
    printf("the size of the file: expected %lld, found %lld\n", (long long) TOTAL, (long long) size);
    MPI_File_close(&file);
    MPI_Finalize();
    free(memory);
    return size != TOTAL;
}
