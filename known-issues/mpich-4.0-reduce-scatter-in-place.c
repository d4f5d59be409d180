/* MPI_Reduce_scatter with MPI_IN_PLACE, of more than 512 KiB. MPI-3.1, 5.10.2: "the input data is taken from the
 * receive buffer".  MPICH 4.0 copies the result to the beginning of the buffer as if the two did not overlap,
 * which it takes for an error. Exit status 1 where the result is wrong, 0 where it is right; it may abort.  For
 * three processes. */
#include <mpi.h>
#include <stdio.h>

enum { N = 3, COUNT = 131072 };

int main(void)
{
    static int data[N * COUNT];
    const int counts[N] = {COUNT / 2, COUNT, COUNT + COUNT / 2};
    int rank, bad = 0, any = 0, first = 0;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int k = 0; k < N * COUNT; k++)
        data[k] = rank + k;
    for (int r = 0; r < rank; r++)
        first += counts[r];
    MPI_Reduce_scatter(MPI_IN_PLACE, data, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int k = 0; k < counts[rank]; k++)
        bad |= data[k] != N * (first + k) + N * (N - 1) / 2;
    if (bad)
        printf("rank %d: the sum is wrong\n", rank);
    MPI_Allreduce(&bad, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    return any;
}
