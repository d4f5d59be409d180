/* MPI_Compare_and_swap of eight bytes in a window of MPI_Win_allocate.  MPI-3.1, 11.3.4: the value in the window
 * is compared and exchanged, whatever made the window. Open MPI 4.1 uses an address of the origin's at the target,
 * which crashes. Exit status 1 or that of a crash where the fault is there, 0 where it is not. For two processes. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    long long *memory, value = 5, compare = 6, before = 0;
    int rank, size, bad;
    MPI_Win win;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof *memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    *memory = compare;
    MPI_Win_fence(0, win);
    MPI_Compare_and_swap(&value, &compare, &before, MPI_LONG_LONG_INT, (rank + 1) % size, 0, win);
    MPI_Win_fence(0, win);
    bad = before != compare || *memory != value;
    printf("expected %lld and %lld, found %lld and %lld\n", compare, value, before, *memory);
    MPI_Win_free(&win);
    MPI_Finalize();
    return bad;
}
