/* Writes into the holes of what another process writes at the same time: of many elements with holes between them, and
 * of one element. MPI-3.1, 13.6.1: the two do not overlap, so a process reads what it has written.  Under MPICH 3.4 the
 * one element is lost at times, since the other process puts back what it had read. Exit status 1 where the fault is
 * there, 0 where it is not, or did not show.  Two processes. */
#include <mpi.h>
#include <stdio.h>

#define NAME "write-in-hole"

enum { N = 17, TIMES = 6000 };

int main(void)
{
    int rank, errors = 0;
    short sent[N], found;
    MPI_Datatype filetype;
    MPI_File fh;
    MPI_Request request;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_create_resized(MPI_SHORT, 0, 6 * sizeof(short), &filetype);
    MPI_Type_commit(&filetype);
    MPI_File_open(MPI_COMM_WORLD, NAME, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, 71 + rank * 6, MPI_SHORT, filetype, "native", MPI_INFO_NULL);
    for (int t = 0; t < TIMES; t++) {
        for (int k = 0; k < N; k++)
            sent[k] = (short) (1 + t + 1000 * rank + k);
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 1) {
            MPI_File_iwrite_at(fh, 1, sent + 1, N - 1, MPI_SHORT, &request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        }
        MPI_File_iwrite_at(fh, 0, sent, rank == 0 ? N : 1, MPI_SHORT, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_File_read_at(fh, 0, &found, 1, MPI_SHORT, MPI_STATUS_IGNORE);
        errors += found != sent[0];
    }
    if (errors)
        printf("rank %d: lost %d times of %d\n", rank, errors, TIMES);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_close(&fh);
    if (rank == 0)
        MPI_File_delete(NAME, MPI_INFO_NULL);
    MPI_Type_free(&filetype);
    MPI_Finalize();
    return errors > 0;
}
