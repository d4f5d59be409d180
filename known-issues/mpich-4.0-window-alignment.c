/* One-sided access to a window whose base address is not a multiple of 16. MPI-3.1, 11.2.1: a window may start at any
 * address, and target_disp counts from there.  MPICH 4.0 counts from the multiple of 16 before it.  (MPI_Win_allocate:
 * what follows a size that is not a multiple of 16 is at the wrong place.) Exit status 1 where the fault is there, 0
 * where it is not. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    static union { int ints[32]; long double aligned; } memory;
    const int value = 5;
    int found = -1;
    MPI_Win win;

    MPI_Init(NULL, NULL);
    MPI_Win_create(&memory.ints[5], 16 * sizeof(int), 1, MPI_INFO_NULL, MPI_COMM_SELF, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    for (int k = 0; k < 32; k++)
        if (memory.ints[k] == value)
            found = k;
    printf("MPI_Put: expected at int 5, found at int %d\n", found);
    MPI_Win_free(&win);
    MPI_Finalize();
    return found != 5;
}
