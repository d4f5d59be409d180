/* Elements of MPI_LONG in a file in "external32", written by one call and read by two.  MPI-3.1, 13.5.2: MPI_LONG has
 * 4 bytes in "external32"; 13.4.2: offsets count etypes of the view.  MPICH writes elements of 4 bytes one after the
 * other, and takes offsets, and the size of the file, to be in elements of 8; 3.4 ends the process.  Exit status 1, or
 * that of the abort, where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

enum { N = 3, BYTES = 4 };

int main(void)
{
    const long data[N] = {1, -2, 3};
    long found[N] = {0};
    MPI_Offset size = -1;
    MPI_File file;
    int bad;

    MPI_Init(NULL, NULL);
    if (MPI_File_open(MPI_COMM_SELF, "external32-long.tmp", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                      MPI_INFO_NULL, &file) != MPI_SUCCESS)
        return 2;
    MPI_File_set_view(file, 0, MPI_LONG, MPI_LONG, "external32", MPI_INFO_NULL);
    MPI_File_write_at(file, 0, data, N, MPI_LONG, MPI_STATUS_IGNORE);
    MPI_File_get_size(file, &size);
    MPI_File_read_at(file, 0, &found[0], 1, MPI_LONG, MPI_STATUS_IGNORE);
    MPI_File_read_at(file, 1, &found[1], N - 1, MPI_LONG, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    bad = size != N * BYTES;
    printf("size: expected %d, found %lld\n", N * BYTES, (long long) size);
    for (int k = 0; k < N; k++) {
        printf("element %d: expected %ld, found %ld\n", k, data[k], found[k]);
        bad |= found[k] != data[k];
    }
    MPI_Finalize();
    return bad;
}
