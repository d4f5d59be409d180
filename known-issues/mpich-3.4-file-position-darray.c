/* The position in a file after as many elements as a file type has, which is a cyclic darray of a subarray.
 *
 * MPI-3.1, 13.4.3: MPI_File_get_position returns the position of the individual file pointer in units of the etype: as
 * many as were accessed.  The file type has its element at 3 and the extent 3: copies of it have theirs at 3, 6, 9, ...
 * Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

enum { COUNT = 10 };

int main(void)
{
    const char data[COUNT] = {0};
    MPI_Datatype part, array, file_type;
    MPI_Offset position = -1;
    MPI_File file;

    MPI_Init(NULL, NULL);
    MPI_Type_create_subarray(1, (int[]) {4}, (int[]) {1}, (int[]) {3}, MPI_ORDER_C, MPI_CHAR, &part);
    MPI_Type_create_darray(1, 0, 1, (int[]) {1}, (int[]) {MPI_DISTRIBUTE_CYCLIC}, (int[]) {3}, (int[]) {1}, MPI_ORDER_C,
                           part, &array);
    MPI_Type_create_resized(array, 0, 3, &file_type);
    MPI_Type_commit(&file_type);
    if (MPI_File_open(MPI_COMM_SELF, "position.tmp", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                      MPI_INFO_NULL, &file) != MPI_SUCCESS)
        return 2;
    MPI_File_set_view(file, 0, MPI_CHAR, file_type, "native", MPI_INFO_NULL);
    MPI_File_write(file, data, COUNT, MPI_CHAR, MPI_STATUS_IGNORE);
    MPI_File_get_position(file, &position);
    MPI_File_close(&file);
    printf("expected position %d, found %lld\n", COUNT, (long long) position);
    MPI_Type_free(&part);
    MPI_Type_free(&array);
    MPI_Type_free(&file_type);
    MPI_Finalize();
    return position != COUNT;
}
