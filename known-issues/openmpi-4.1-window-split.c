/* Windows over two communicators that have no process in common, made at the same time.  MPI-3.1, 11.2.1:
 * MPI_Win_create is collective over its communicator, and has nothing to do with others. Open MPI 4.1 takes memory
 * that all processes of a node share by a name that is the same for both, so that they share it or miss it:
 * errors, crashes, hangs, wrong data. Exit status 1 or that of a crash where the fault is there, 0 where it is
 * not; now and then nothing is seen of it. For four processes. */
#include <mpi.h>
#include <stdio.h>

enum { TURNS = 2000 };

int main(void)
{
    static int memory;
    int rank, half_rank, size, wrong = 0;
    MPI_Comm half;
    MPI_Win win;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_Comm_rank(half, &half_rank);
    MPI_Comm_size(half, &size);
    for (int turn = 0; turn < TURNS && wrong == 0; turn++) {
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, half, &win);
        MPI_Win_fence(0, win);
        MPI_Accumulate(&rank, 1, MPI_INT, (half_rank + 1) % size, 0, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Win_fence(0, win);
        wrong += memory != (rank % 2) + 2 * ((half_rank + size - 1) % size);
        MPI_Win_free(&win);
    }
    if (wrong > 0) {
        printf("rank %d: found %d\n", rank, memory);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Finalize();
    return 0;
}
