/* An MPI_Get, and one of nothing from another process, before MPI_Win_flush_local_all. MPI-3.1, 11.5.4: all operations
 * that the process began are complete at the origin then: the data are there. Open MPI 5.0 returns before they are.
 * Exit status 1 where the fault is there, 0 where it is not; it depends on time, so there are several turns. For two
 * processes. */
#include <mpi.h>
#include <stdio.h>

enum { N = 4, TURNS = 50 };

int main(void)
{
    int rank, early = 0, memory[N], found[N];
    MPI_Win win;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, rank ? 0 : (MPI_Aint) sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    for (int turn = 1; turn <= TURNS; turn++) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
        for (int k = 0; k < N; k++) {
            memory[k] = turn + k;
            found[k] = -1;
        }
        MPI_Win_unlock(rank, win);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Get(NULL, 0, MPI_INT, 1, 0, 0, MPI_INT, win);
        MPI_Get(found, 2, MPI_INT, 0, 4, 2, MPI_INT, win);
        MPI_Win_flush_local_all(win);
        early += found[0] != turn + 1 || found[1] != turn + 2;
        MPI_Win_unlock(1, win);
        MPI_Win_unlock(0, win);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    printf("rank %d: %d of %d reads were not complete\n", rank, early, TURNS);
    MPI_Win_free(&win);
    MPI_Finalize();
    return early > 0;
}
