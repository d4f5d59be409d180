/* The end of a file, as the shared pointer finds it through a view with a displacement.
 *
 * MPI-3.1, 13.1.1: for any given view, the end of file is the offset of the first etype accessible in the view starting
 * after the last byte in the file; offsets are relative to the view; MPI_SEEK_END is that (13.4.4).  Exit status 1
 * where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    MPI_Offset own = -1, shared = -1;
    MPI_File file;

    MPI_Init(NULL, NULL);
    if (MPI_File_open(MPI_COMM_SELF, "end.tmp", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                      MPI_INFO_NULL, &file) != MPI_SUCCESS)
        return 2;
    MPI_File_set_size(file, 408);
    MPI_File_set_view(file, 8, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_seek(file, 0, MPI_SEEK_END);
    MPI_File_get_position(file, &own);
    MPI_File_seek_shared(file, 0, MPI_SEEK_END);
    MPI_File_get_position_shared(file, &shared);
    MPI_File_close(&file);
    printf("the end: expected 100, found %lld, and by the shared pointer %lld\n", (long long) own, (long long) shared);
    MPI_Finalize();
    return shared != 100;
}
