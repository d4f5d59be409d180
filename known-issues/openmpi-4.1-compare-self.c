/* MPI_Compare_and_swap of eight bytes of the process itself, in a window of MPI_Win_create.  MPI-3.1, 11.3.4: the
 * target may be any process of the group. Open MPI 4.1.4 takes a null pointer for the connection to itself, and
 * crashes. Exit status 1 or that of a crash where the fault is there, 0 where it is not. For two processes. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    static long long memory;
    long long value = 5, compare = 6, before = 0;
    int rank, bad;
    MPI_Win win;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    memory = compare;
    MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    MPI_Compare_and_swap(&value, &compare, &before, MPI_LONG_LONG_INT, rank, 0, win);
    MPI_Win_unlock(rank, win);
    bad = before != compare || memory != value;
    printf("expected %lld and %lld, found %lld and %lld\n", compare, value, before, memory);
    MPI_Win_free(&win);
    MPI_Finalize();
    return bad;
}
