/* MPI_File_write_at with an indexed type of subarrays, which have explicit bounds, and with one whose first block
 * is empty. MPI-3.1, 13.4.1: the buffer, count and datatype of data access are as in communication; 4.1.2: a block
 * of an indexed type begins at a multiple of the extent, and one of length 0 adds nothing. MPICH 3.4 and 4.0 write
 * other bytes, or do not return. Exit status 1, or no end, where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

enum { INTS = 4, N = 40 };

static int is_wrong(MPI_Datatype type, const int *at, int n)
{
    const char *name = "mpich-4.0-file-indexed.tmp";
    const int mode = MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE;
    int data[N], found[N] = {0}, bad = 0;
    MPI_File file;

    for (int i = 0; i < N; i++)
        data[i] = i + 1;
    MPI_Type_commit(&type);
    MPI_File_open(MPI_COMM_SELF, name, mode, MPI_INFO_NULL, &file);
    if (MPI_File_write_at(file, 0, data, 1, type, MPI_STATUS_IGNORE) != MPI_SUCCESS)
        bad = 1;
    MPI_File_read_at(file, 0, found, n, MPI_INT, MPI_STATUS_IGNORE);
    for (int i = 0; i < n; i++) {
        bad |= found[i] != at[i] + 1;
        printf("element %d: expected %d, found %d\n", i, at[i] + 1, found[i]);
    }
    MPI_File_close(&file);
    MPI_Type_free(&type);
    return bad;
}

int main(void)
{
    const int size = INTS, part = 2, start = 1, blklens[2] = {1, 1}, displs[2] = {0, 2}, lasts[2] = {0, 1};
    const int at[4] = {1, 2, 9, 10}, strided[4] = {14, 16, 18, 20};
    MPI_Datatype array, vector, type;
    int bad;

    MPI_Init(NULL, NULL);
    MPI_Type_create_subarray(1, &size, &part, &start, MPI_ORDER_C, MPI_INT, &array);
    MPI_Type_indexed(2, blklens, displs, array, &type);
    bad = is_wrong(type, at, 4);
    MPI_Type_vector(4, 1, 2, MPI_INT, &vector);
    MPI_Type_indexed(2, lasts, displs, vector, &type);
    bad |= is_wrong(type, strided, 4);
    MPI_Type_free(&array);
    MPI_Type_free(&vector);
    MPI_Finalize();
    return bad;
}
