/* The end of a file of 16 MiB, through a view without holes.
 *
 * MPI-3.1, 13.1.1: for any given view, the end of file is the offset of the first etype accessible in the view starting
 * after the last byte in the file; MPI_SEEK_END is that (13.4.3, 13.4.4).  Exit status 1 where the fault is there, 0
 * where it is not. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    const MPI_Offset size = (MPI_Offset) 1 << 24;
    MPI_Offset own = -1, shared = -1;
    MPI_File file;

    MPI_Init(NULL, NULL);
    if (MPI_File_open(MPI_COMM_SELF, "end.tmp", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                      MPI_INFO_NULL, &file) != MPI_SUCCESS)
        return 2;
    MPI_File_set_size(file, size);
    MPI_File_seek(file, 0, MPI_SEEK_END);
    MPI_File_get_position(file, &own);
    MPI_File_seek_shared(file, 0, MPI_SEEK_END);
    MPI_File_get_position_shared(file, &shared);
    MPI_File_close(&file);
    printf("the end: expected %lld, found %lld, and by the shared pointer %lld\n", (long long) size, (long long) own,
           (long long) shared);
    MPI_Finalize();
    return own != size || shared != size;
}
