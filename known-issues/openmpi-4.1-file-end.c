/* The end of a file, through a view that has holes.
 *
 * MPI-3.1, 13.1.1: for any given view, the end of file is the offset of the first etype accessible in the view starting
 * after the last byte in the file; MPI_SEEK_END is that (13.4.3, 13.4.4).  Exit status 1 where the fault is there, 0
 * where it is not. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    const int data[6] = {0};
    MPI_Offset own = -1, shared = -1;
    MPI_Datatype file_type;
    MPI_File file;

    MPI_Init(NULL, NULL);
    MPI_Type_create_resized(MPI_INT, 0, 2 * (MPI_Aint) sizeof(int), &file_type);
    MPI_Type_commit(&file_type);
    if (MPI_File_open(MPI_COMM_SELF, "end.tmp", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                      MPI_INFO_NULL, &file) != MPI_SUCCESS)
        return 2;
    MPI_File_write_at(file, 0, data, 6, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_set_view(file, 0, MPI_INT, file_type, "native", MPI_INFO_NULL);
    MPI_File_seek(file, 0, MPI_SEEK_END);
    MPI_File_get_position(file, &own);
    MPI_File_seek_shared(file, 0, MPI_SEEK_END);
    MPI_File_get_position_shared(file, &shared);
    MPI_File_close(&file);
    printf("the end: expected 3, found %lld, and by the shared pointer %lld\n", (long long) own, (long long) shared);
    MPI_Type_free(&file_type);
    MPI_Finalize();
    return own != 3 || shared != 3;
}
