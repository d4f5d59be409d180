/* An MPI_Rget of elements with gaps at the origin from each process.  MPI-3.1, 11.3.5: "The completion of an MPI_RGET
 * operation indicates that the data is available in the origin buffer".  MPICH 4.0 to 4.2 complete the requests before
 * the data of other processes are there.  Exit status 1 where the fault is there, 0 where it is not.  For 2 or more
 * processes. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 17, ROUNDS = 20, MOST = 64 };

static int is_wrong(int rank, int size, MPI_Datatype apart)
{
    int *there = malloc(N * (size_t) size * sizeof *there), *got = malloc(2 * N * (size_t) size * sizeof *got), bad = 0;
    MPI_Request requests[MOST];
    MPI_Win win;

    for (int k = 0; k < N * size; k++) {
        there[k] = 1000 * rank + k;
        got[2 * k] = -1;
    }
    MPI_Win_create(there, (MPI_Aint) sizeof *there * N * size, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);
    for (int r = 0; r < size; r++)
        MPI_Rget(got + 2 * N * r, 1, apart, r, (MPI_Aint) sizeof *there * N * rank, N, MPI_INT, win, &requests[r]);
    MPI_Waitall(size, requests, MPI_STATUSES_IGNORE);
    for (int k = 0; k < N * size; k++)
        bad += got[2 * k] != 1000 * (k / N) + N * rank + k % N;
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    free(there);
    free(got);
    return bad;
}

int main(void)
{
    int rank, size, bad = 0, all = 0;
    MPI_Datatype apart;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_vector(N, 1, 2, MPI_INT, &apart);
    MPI_Type_commit(&apart);
    for (int round = 0; round < ROUNDS && size <= MOST; round++)
        bad += is_wrong(rank, size, apart);
    if (bad)
        printf("rank %d: %d elements are not there when the requests are complete\n", rank, bad);
    MPI_Type_free(&apart);
    bad = bad != 0;
    MPI_Allreduce(&bad, &all, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    return all;
}
