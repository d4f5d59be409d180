/* MPI_MIN and MPI_MAX of MPI_UNSIGNED_LONG.  MPI-3.1, 5.9.2: the minimum and the maximum, of C integers, of which
 * MPI_UNSIGNED_LONG is one. Open MPI compares them as if they were signed. Exit status 1 where the fault is there,
 * 0 where it is not. */
#include <mpi.h>
#include <limits.h>
#include <stdio.h>

int main(void)
{
    unsigned long small = 5, large = ULONG_MAX - 2, least = large, most = large;
    int bad;

    MPI_Init(NULL, NULL);
    MPI_Reduce_local(&small, &least, 1, MPI_UNSIGNED_LONG, MPI_MIN);
    MPI_Reduce_local(&small, &most, 1, MPI_UNSIGNED_LONG, MPI_MAX);
    bad = least != small || most != large;
    printf("of %lu and %lu: the least is %lu, the largest %lu\n", small, large, least, most);
    MPI_Finalize();
    return bad;
}
