/* MPI_Win_shared_query of a window of shared memory that need not be contiguous. MPI-3.1, 11.2.3: it returns the size
 * of the segment.  Under Open MPI 4.1.0 to 5.0.7 that is 4096 in place of 224. Exit status 1 where the fault is there,
 * 0 where it is not.  Two processes. */
#include <mpi.h>
#include <stdio.h>

enum { SIZE = 224 };

int main(void)
{
    int rank, unit;
    MPI_Aint size;
    void *base;
    MPI_Info info;
    MPI_Win win;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Info_create(&info);
    MPI_Info_set(info, "alloc_shared_noncontig", "true");
    MPI_Win_allocate_shared(SIZE, 1, info, MPI_COMM_WORLD, &base, &win);
    MPI_Win_shared_query(win, rank, &size, &unit, &base);
    if (size != SIZE)
        printf("the size is %ld: expected %d\n", (long) size, SIZE);
    MPI_Win_free(&win);
    MPI_Info_free(&info);
    MPI_Finalize();
    return size != SIZE;
}
