/* An element of MPI_LONG_INT that is written through a view in "external32".  MPI-3.1, 13.4.3, 13.5.2: the individual
 * pointer is after it then, one etype on.  Open MPI moves the pointer by less.  Exit status 1 where the fault is there,
 * 0 where it is not.  One process. */
#include <mpi.h>
#include <stdio.h>

#define NAME "external32-long-int"

int main(void)
{
    struct {
        long value;
        int index;
    } sent = {3, -4};
    char external32[] = "external32";
    MPI_Offset at = 0;
    MPI_File fh;

    MPI_Init(NULL, NULL);
    MPI_File_open(MPI_COMM_WORLD, NAME, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                  &fh);
    MPI_File_set_view(fh, 0, MPI_LONG_INT, MPI_LONG_INT, external32, MPI_INFO_NULL);
    MPI_File_write(fh, &sent, 1, MPI_LONG_INT, MPI_STATUS_IGNORE);
    MPI_File_get_position(fh, &at);
    printf("the pointer: expected 1, found %lld\n", (long long) at);
    MPI_File_close(&fh);
    MPI_Finalize();
    return at != 1;
}
