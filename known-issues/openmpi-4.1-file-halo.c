/* Three processes read a file through one view of it, each some elements that the next one reads too, with one
 * collective call.
 *
 * MPI-3.1, 13.4: each process gets the data at its own offset; nothing forbids that what they read overlaps.  Open MPI
 * leaves the last elements of one of them as they were.  Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

enum { BLOCKS = 3, BLOCK = 11, STRIDE = 12, SHARE = 8, MOST = 17, INTS = BLOCKS * STRIDE };

int main(void)
{
    int data[INTS], in[MOST], rank, wrong = 0, any = 0, count;
    MPI_Datatype type;
    MPI_File file;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int k = 0; k < INTS; k++)
        data[k] = k;
    if (MPI_File_open(MPI_COMM_WORLD, "halo.tmp", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                      MPI_INFO_NULL, &file) != MPI_SUCCESS)
        return 2;
    if (rank == 0)
        MPI_File_write_at(file, 0, data, INTS * (int) sizeof(int), MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(file);
    MPI_Type_vector(BLOCKS, BLOCK, STRIDE, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_File_set_view(file, 0, MPI_INT, type, "native", MPI_INFO_NULL);
    count = rank == 2 ? MOST : 2 * SHARE;
    for (int k = 0; k < MOST; k++)
        in[k] = -1;
    MPI_File_read_at_all(file, rank * SHARE, in, count, MPI_INT, MPI_STATUS_IGNORE);
    for (int k = 0; k < count; k++) {
        const int element = rank * SHARE + k, expected = element / BLOCK * STRIDE + element % BLOCK;
        if (in[k] != expected && wrong++ == 0)
            printf("rank %d, element %d: expected %d, found %d\n", rank, k, expected, in[k]);
    }
    MPI_Allreduce(&wrong, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Type_free(&type);
    MPI_File_close(&file);
    MPI_Finalize();
    return any > 0;
}
