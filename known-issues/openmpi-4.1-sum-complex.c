/* MPI_Accumulate with MPI_SUM of MPI_C_FLOAT_COMPLEX.
 * MPI-3.1, 5.9.2: the sum of complex numbers.  Open MPI 4.1 adds their bits.
 * Two processes.  Exit status 1 where the fault is there, 0 where it is not. */
#include <complex.h>
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    static _Alignas(16) float _Complex target = 3;
    float _Complex origin = 4;
    int rank, size;
    MPI_Win win;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_create(&target, sizeof target, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Accumulate(&origin, 1, MPI_C_FLOAT_COMPLEX, (rank + 1) % size, 0, 1, MPI_C_FLOAT_COMPLEX, MPI_SUM, win);
    MPI_Win_fence(0, win);
    printf("MPI_Accumulate: expected 7, found %g\n", (double) crealf(target));
    MPI_Win_free(&win);
    MPI_Finalize();
    return crealf(target) != 7;
}
