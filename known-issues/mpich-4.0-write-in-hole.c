/* A block written into the hole of what another process writes at the same time, by nonblocking calls. MPI-3.1, 13.6.1:
 * the two do not overlap, so a process reads what it has written.  Under MPICH the block is lost at times, since
 * the other process puts back what it had read. Exit status 1 where the fault is there, 0 where it is not, or did not
 * show.  Two processes. */
#include <mpi.h>
#include <stdio.h>

#define NAME "write-in-hole"

enum { N = 17, TIMES = 20000 };

int main(void)
{
    const int one = 1;
    int rank, errors = 0, sent[2 * N], found;
    MPI_Aint hole = 2 * N * (MPI_Aint) sizeof(int);
    MPI_Datatype block, filetype;
    MPI_File fh;
    MPI_Request request;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_create_hindexed(1, &one, (MPI_Aint[]) {0}, MPI_INT, &block);
    MPI_Type_create_resized(block, 0, hole, &filetype);
    MPI_Type_commit(&filetype);
    MPI_File_open(MPI_COMM_WORLD, NAME, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &fh);
    if (rank == 0)
        MPI_File_set_view(fh, 0, MPI_INT, filetype, "native", MPI_INFO_NULL);
    else
        MPI_File_set_view(fh, sizeof(int), MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    for (int t = 0; t < TIMES; t++) {
        for (int k = 0; k < 2 * N; k++)
            sent[k] = 1 + t + 1000 * rank + k;
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_File_iwrite_at(fh, 0, sent, N, MPI_INT, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_File_read_at(fh, 0, &found, 1, MPI_INT, MPI_STATUS_IGNORE);
        errors += found != sent[0];
    }
    if (errors)
        printf("rank %d: lost %d times of %d\n", rank, errors, TIMES);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_close(&fh);
    if (rank == 0)
        MPI_File_delete(NAME, MPI_INFO_NULL);
    MPI_Type_free(&block);
    MPI_Type_free(&filetype);
    MPI_Finalize();
    return errors > 0;
}
