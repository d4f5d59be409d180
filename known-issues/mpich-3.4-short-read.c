/* Reads that reach the end of the file, through a view with holes, and by a nonblocking collective call. MPI-3.1,
 * 13.4.1: the end of the file shows by less data than were asked for; the elements that were accessed are what
 * MPI_Get_count returns.  MPICH says that all were read, and writes to the rest of the buffer. Exit status 1 where
 * the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

enum { THERE = 3, WANTED = 8 };

static int check(const char *call, const MPI_Status *status, const int *found)
{
    int count = -1, bad = 0;

    MPI_Get_count(status, MPI_INT, &count);
    for (int k = 0; k < WANTED; k++)
        bad += found[k] != (k < THERE ? k : -1);
    printf("%s: expected %d elements, found %d, and %d wrong or overwritten\n", call, THERE, count, bad);
    return count != THERE || bad > 0;
}

int main(void)
{
    int from[2 * THERE] = {0, -2, 1, -2, 2, -2}, dense[THERE] = {0, 1, 2};
    int to[WANTED] = {-1, -1, -1, -1, -1, -1, -1, -1};
    int bad;
    MPI_Datatype type;
    MPI_Request request;
    MPI_Status status;
    MPI_File fh;

    MPI_Init(NULL, NULL);
    if (MPI_File_open(MPI_COMM_SELF, "short.tmp", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                      MPI_INFO_NULL, &fh) != MPI_SUCCESS)
        return 2;
    MPI_File_write_at(fh, 0, dense, THERE, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_set_view(fh, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_iread_at_all(fh, 0, to, WANTED, MPI_INT, &request);
    MPI_Wait(&request, &status);
    bad = check("MPI_File_iread_at_all", &status, to);
    MPI_Type_create_resized(MPI_INT, 0, 2 * (MPI_Aint) sizeof(int), &type);
    MPI_Type_commit(&type);
    MPI_File_set_view(fh, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_write_at(fh, 0, from, 2 * THERE, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_set_view(fh, 0, MPI_INT, type, "native", MPI_INFO_NULL);
    for (int k = 0; k < WANTED; k++)
        to[k] = -1;
    MPI_File_read_at(fh, 0, to, WANTED, MPI_INT, &status);
    bad = check("MPI_File_read_at", &status, to) || bad;
    MPI_File_close(&fh);
    MPI_Type_free(&type);
    MPI_Finalize();
    return bad;
}
