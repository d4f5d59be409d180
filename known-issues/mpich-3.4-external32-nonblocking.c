/* Nonblocking data access through a view in "external32". MPI-3.1, 13.5.2: this representation is big-endian, whatever
 * call accesses the file; 13.4.2: a nonblocking call does what the blocking one does.  MPICH writes the elements as
 * they are in memory; its collective calls write memory that has been freed. Exit status 1 where the fault is
 * there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    const unsigned char expected[4] = {1, 2, 3, 4};
    const int number = 0x01020304;
    unsigned char found[4] = {0, 0, 0, 0};
    int bad = 0;
    MPI_Request request;
    MPI_File fh;

    MPI_Init(NULL, NULL);
    if (MPI_File_open(MPI_COMM_SELF, "external32.tmp", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                      MPI_INFO_NULL, &fh) != MPI_SUCCESS)
        return 2;
    MPI_File_set_view(fh, 0, MPI_INT32_T, MPI_INT32_T, "external32", MPI_INFO_NULL);
    MPI_File_iwrite_at(fh, 0, &number, 1, MPI_INT32_T, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_File_set_view(fh, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
    MPI_File_read_at(fh, 0, found, 4, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);
    for (int k = 0; k < 4; k++)
        bad = bad || found[k] != expected[k];
    printf("expected 1 2 3 4 in the file, found %d %d %d %d\n", found[0], found[1], found[2], found[3]);
    MPI_Finalize();
    return bad;
}
