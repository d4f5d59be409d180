/* MPI_Win_shared_query of a window in which no process has memory. MPI-3.1, 11.2.3: it returns the displacement unit of
 * the process that is asked for.  Under MPICH 4.0.2 that is the unit of the caller, under 4.2.1 it is 0. Exit status 1
 * where the fault is there, 0 where it is not.  Two processes. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    int rank, unit, expected, is_wrong;
    MPI_Aint size;
    void *base;
    MPI_Win win;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(0, 1 + rank, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_shared_query(win, 1 - rank, &size, &unit, &base);
    expected = 2 - rank;
    is_wrong = unit != expected;
    if (is_wrong)
        printf("rank %d: the unit of rank %d is %d: expected %d\n", rank, 1 - rank, unit, expected);
    MPI_Win_free(&win);
    MPI_Finalize();
    return is_wrong;
}
