/* MPI_File_iread_at through a view in "external32".  MPI-3.1, 3.7.6: MPI_Request_get_status sets its flag if the
 * operation is complete, and then what was read is in the buffer (13.4).  Open MPI says so, and converts what it has
 * read when the request is completed.  Exit status 1 where the fault is there, 0 where it is not.  One process. */
#include <mpi.h>
#include <stdio.h>

#define NAME "iread-early"

enum { BEFORE = -1, VALUE = 66051, TIMES = 1000000 };

int main(void)
{
    char external32[] = "external32";
    int value = VALUE, found = BEFORE, flag = 0, early;
    MPI_File fh;
    MPI_Request request;

    MPI_Init(NULL, NULL);
    MPI_File_open(MPI_COMM_WORLD, NAME, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                  &fh);
    MPI_File_set_view(fh, 0, MPI_INT, MPI_INT, external32, MPI_INFO_NULL);
    MPI_File_write_at(fh, 0, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_iread_at(fh, 0, &found, 1, MPI_INT, &request);
    for (int k = 0; k < TIMES && !flag; k++)
        MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
    early = found;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    printf("said to be complete: %s; found then: %d, once it was completed: %d, expected %d\n",
           flag ? "yes" : "no", early, found, VALUE);
    MPI_File_close(&fh);
    MPI_Finalize();
    return flag && early != found;
}
