/* 45 pairs written in "external32", where a long has 4 bytes. MPI-3.1, 13.2.4 and 13.4: the status has 45 of them, and
 * the pointer moves by as many. Open MPI divides the bytes of the file by the size in memory. Exit status 1 where the
 * fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

static struct {
    long value;
    int index;
} pairs[45];

int main(void)
{
    int count = -1;
    MPI_Offset at = -1;
    MPI_File fh;
    MPI_Status status;

    MPI_Init(NULL, NULL);
    MPI_File_open(MPI_COMM_SELF, "openmpi-4.1-external-status.tmp",
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, 0, MPI_LONG_INT, MPI_LONG_INT, "external32", MPI_INFO_NULL);
    MPI_File_write(fh, pairs, 45, MPI_LONG_INT, &status);
    MPI_Get_count(&status, MPI_LONG_INT, &count);
    MPI_File_get_position(fh, &at);
    printf("the standard demands 45 and 45, found %d and %lld\n", count, (long long) at);
    MPI_File_close(&fh);
    MPI_Finalize();
    return count != 45 || at != 45;
}
