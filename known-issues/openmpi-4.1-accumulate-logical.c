/* Logical operators in one-sided accesses. MPI-3.1, 11.3.4: accumulate calls take any of the predefined operations
 * of MPI_REDUCE.  Open MPI 4.1 leaves the target as it was, and MPI_Fetch_and_op brings 0 back, for MPI_LAND,
 * MPI_LOR and MPI_LXOR of integers. Two processes.  Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

static _Alignas(16) int value = 0;

/* What the neighbour's window then has, and what it had. */
static void access(int rank, MPI_Win win, const int *one, MPI_Op op, int *fetched)
{
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    value = 2;
    MPI_Win_unlock(rank, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, win);
    MPI_Fetch_and_op(one, fetched, MPI_INT, 1 - rank, 0, op, win);
    MPI_Win_unlock(1 - rank, win);
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(void)
{
    const int one = 1;
    int rank, fetched = -1, wrong;
    MPI_Win win;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&value, sizeof value, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    access(rank, win, &one, MPI_LAND, &fetched);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    wrong = fetched != 2 || value != 1;
    printf("rank %d: 2 MPI_LAND 1: expected 1, found %d; fetched: expected 2, found %d\n", rank, value, fetched);
    MPI_Win_unlock(rank, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return wrong;
}
