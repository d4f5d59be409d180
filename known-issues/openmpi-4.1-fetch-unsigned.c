/* MPI_Fetch_and_op with MPI_MIN and MPI_MAX of unsigned integers.  MPI-3.1, 11.3.4: the operation is that of a
 * reduction (5.9.2), which compares unsigned integers as such. Open MPI has them compared as signed ones. Exit
 * status 1 where the fault is there, 0 where it is not. For two processes. */
#include <mpi.h>
#include <limits.h>
#include <stdio.h>

static unsigned long long memory;

/* What is in the memory of this process after its neighbour's call. */
static unsigned long long fetch(MPI_Op op, int rank, int size, MPI_Win win)
{
    const int target = (rank + 1) % size;
    unsigned long long value = 5, before = 0;

    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    memory = ULLONG_MAX - 2;
    MPI_Win_unlock(rank, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
    MPI_Fetch_and_op(&value, &before, MPI_UNSIGNED_LONG_LONG, target, 0, op, win);
    MPI_Win_unlock(target, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    value = memory;
    MPI_Win_unlock(rank, win);
    MPI_Barrier(MPI_COMM_WORLD);
    return value;
}

int main(void)
{
    unsigned long long least, most;
    int rank, size, bad;
    MPI_Win win;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    least = fetch(MPI_MIN, rank, size, win);
    most = fetch(MPI_MAX, rank, size, win);
    bad = least != 5 || most != ULLONG_MAX - 2;
    printf("of 5 and %llu: the least is %llu, the largest %llu\n", ULLONG_MAX - 2, least, most);
    MPI_Win_free(&win);
    MPI_Finalize();
    return bad;
}
