/* A file is read twice, by all of two processes, each through a view of its own whose file type's last member lies
 * within the extent of the one before; between the reads the pointer is moved by 0 etypes.
 *
 * MPI-3.1, 13.4.1 and 13.4.3: the second MPI_File_read_all goes on after the elements of the first one.  MPICH 4.0
 * goes back to the last element, finds it before the first one that any process reads, and calls MPI_Abort.  Exit
 * status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

enum { COUNT = 17, EXTENT = 160, APART = 376, BYTES = 64 + 2 * APART, INTS = BYTES / (int) sizeof(int) };

/* Where element k of a view is in the file, in ints. */
static int place(int k)
{
    const int of_one = k % COUNT, last = of_one == COUNT - 1;

    return (k / COUNT * EXTENT + (last ? 148 : of_one / 2 * 20 + of_one % 2 * 4)) / (int) sizeof(int);
}

static MPI_Datatype make(void)
{
    MPI_Datatype two, apart, members[2], type, twice;

    MPI_Type_contiguous(2, MPI_INT, &two);
    MPI_Type_create_resized(two, 0, 20, &apart);
    MPI_Type_contiguous(8, apart, &members[0]);
    MPI_Type_create_resized(MPI_INT, 0, 4, &members[1]);
    MPI_Type_create_struct(2, (int[]) {1, 1}, (MPI_Aint[]) {0, 148}, members, &type);
    MPI_Type_contiguous(2, type, &twice);
    MPI_Type_commit(&twice);
    MPI_Type_free(&two);
    MPI_Type_free(&apart);
    MPI_Type_free(&members[0]);
    MPI_Type_free(&members[1]);
    MPI_Type_free(&type);
    return twice;
}

int main(void)
{
    int data[INTS], in[2 * COUNT] = {0}, rank, at, wrong = 0, any = 0;
    MPI_Datatype type;
    MPI_File file;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    type = make();
    at = 64 + APART * (rank == 0);
    for (int k = 0; k < INTS; k++)
        data[k] = k;
    if (MPI_File_open(MPI_COMM_WORLD, "position.tmp", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                      MPI_INFO_NULL, &file) != MPI_SUCCESS)
        return 2;
    if (rank == 0)
        MPI_File_write_at(file, 0, data, INTS, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(file);
    MPI_File_set_view(file, at, MPI_INT, type, "native", MPI_INFO_NULL);
    MPI_File_read_all(file, in, COUNT, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_seek(file, 0, MPI_SEEK_CUR);
    MPI_File_read_all(file, in + COUNT, COUNT, MPI_INT, MPI_STATUS_IGNORE);
    for (int k = 0; k < 2 * COUNT; k++)
        if (in[k] != at / (int) sizeof(int) + place(k) && ++wrong == 1)
            printf("rank %d, element %d: expected %d, found %d\n", rank, k, at / (int) sizeof(int) + place(k), in[k]);
    MPI_Allreduce(&wrong, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_File_close(&file);
    MPI_Type_free(&type);
    MPI_Finalize();
    return any > 0;
}
