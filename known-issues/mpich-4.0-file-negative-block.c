/* MPI_File_write_at with a type of one block that begins below its displacement 0. MPI-3.1, 13.4.1: the buffer,
 * count and datatype of data access are as in communication, and 4.1.2: a displacement may be negative. MPICH 3.4
 * to 4.2 write other bytes than those of the type. Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

enum { N = 4 };

int main(void)
{
    const MPI_Aint below = -(MPI_Aint) sizeof(int);
    const char *name = "mpich-4.0-file-negative-block.tmp";
    const int mode = MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE;
    int data[N + 2], found[N] = {0}, bad = 0;
    MPI_Datatype block, type;
    MPI_File file;

    MPI_Init(NULL, NULL);
    for (int i = 0; i < N + 2; i++)
        data[i] = i + 1;
    MPI_Type_create_hindexed_block(1, 1, &below, MPI_INT, &block);
    MPI_Type_contiguous(N, block, &type);
    MPI_Type_commit(&type);
    MPI_File_open(MPI_COMM_SELF, name, mode, MPI_INFO_NULL, &file);
    if (MPI_File_write_at(file, 0, data + 1, 1, type, MPI_STATUS_IGNORE) != MPI_SUCCESS)
        bad = 1;
    MPI_File_read_at(file, 0, found, N, MPI_INT, MPI_STATUS_IGNORE);
    for (int i = 0; i < N; i++)
        bad |= found[i] != i + 1;
    printf("expected 1 to %d, found %d to %d\n", N, found[0], found[N - 1]);
    MPI_File_close(&file);
    MPI_Type_free(&type);
    MPI_Type_free(&block);
    MPI_Finalize();
    return bad;
}
