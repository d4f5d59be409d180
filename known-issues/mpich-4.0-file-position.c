/* The position in a file after all elements of a file type were read, whose last elements are those of a second member;
 * and the end of that file, which has two file types.
 *
 * MPI-3.1, 13.4.3: MPI_File_get_position returns the position of the individual file pointer in units of the etype: as
 * many as were accessed.  13.4.4: so does MPI_File_get_position_shared, and MPI_SEEK_END is the end of the file.
 * Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

enum { COUNT = 17 };

int main(void)
{
    const int data[2 * COUNT] = {0}, sizes[] = {5, 9}, args[] = {MPI_DISTRIBUTE_DFLT_DARG, 1}, procs[] = {1, 3};
    const int distribs[] = {MPI_DISTRIBUTE_NONE, MPI_DISTRIBUTE_CYCLIC};
    int in[COUNT];
    MPI_Datatype types[2], file_type;
    MPI_Offset position = -1, end = -1;
    MPI_File file;

    MPI_Init(NULL, NULL);
    MPI_Type_create_darray(3, 0, 2, sizes, distribs, args, procs, MPI_ORDER_C, MPI_INT, &types[0]);
    MPI_Type_contiguous(2, MPI_INT, &types[1]);
    MPI_Type_create_struct(2, (int[]) {1, 1}, (MPI_Aint[]) {0, 172}, types, &file_type);
    MPI_Type_commit(&file_type);
    if (MPI_File_open(MPI_COMM_SELF, "position.tmp", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                      MPI_INFO_NULL, &file) != MPI_SUCCESS)
        return 2;
    MPI_File_set_view(file, 0, MPI_INT, file_type, "native", MPI_INFO_NULL);
    MPI_File_write_at(file, 0, data, 2 * COUNT, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_read(file, in, COUNT, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_get_position(file, &position);
    MPI_File_seek_shared(file, 0, MPI_SEEK_END);
    MPI_File_get_position_shared(file, &end);
    MPI_File_close(&file);
    printf("expected position %d and end %d, found %lld and %lld\n", COUNT, 2 * COUNT, (long long) position,
           (long long) end);
    MPI_Type_free(&types[0]);
    MPI_Type_free(&types[1]);
    MPI_Type_free(&file_type);
    MPI_Finalize();
    return position != COUNT || end != 2 * COUNT;
}
