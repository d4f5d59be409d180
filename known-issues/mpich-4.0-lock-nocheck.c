/* An epoch of a shared lock with MPI_MODE_NOCHECK, and later ones with locks as ever. MPI-3.1, 11.5.5:
 * MPI_MODE_NOCHECK says that no other process holds a conflicting lock or attempts to acquire one while the caller
 * holds the lock.  Here all lock shared, and each locks its own window exclusively only after a barrier.  MPICH 4.0
 * does not lock, but unlocks: later epochs are not kept apart, and then a lock is never granted. Two
 * processes.  Does not end (SIGALRM after 10 seconds) where the fault is there; exit status 0 where it is not. */
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

static void put(int assertion, int target, MPI_Win win)
{
    const int value = 5;

    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, target, assertion, win);
    MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
    MPI_Win_unlock(target, win);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void lock_own(int rank, MPI_Win win)
{
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    MPI_Win_unlock(rank, win);
}

int main(void)
{
    int rank, window = 0;
    MPI_Win win;

    alarm(10);
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&window, sizeof window, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    put(MPI_MODE_NOCHECK, 1 - rank, win);
    for (int k = 0; k < 3; k++) {
        lock_own(rank, win);
        put(0, 1 - rank, win);
        lock_own(rank, win);
    }
    printf("rank %d: done\n", rank);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
