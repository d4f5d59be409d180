/* MPI_Reduce with MPI_IN_PLACE at a root other than the first process, of more than 2 KiB. MPI-3.1, 5.9.1: "the
 * input data is taken at the root from the receive buffer, where it will be replaced by the output data". MPICH
 * 4.0 reads from the address MPI_IN_PLACE, and crashes. Exit status 1 where the result is wrong, 0 where it is
 * right.  For three processes. */
#include <mpi.h>
#include <stdio.h>

enum { COUNT = 4000, ROOT = 1 };

int main(void)
{
    static int data[COUNT];
    int rank, size, bad = 0;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int k = 0; k < COUNT; k++)
        data[k] = rank + k;
    MPI_Reduce(rank == ROOT ? MPI_IN_PLACE : data, rank == ROOT ? data : NULL, COUNT, MPI_INT, MPI_SUM, ROOT,
               MPI_COMM_WORLD);
    for (int k = 0; rank == ROOT && k < COUNT; k++)
        bad |= data[k] != size * k + size * (size - 1) / 2;
    if (bad)
        puts("MPI_Reduce: the sum is wrong");
    MPI_Bcast(&bad, 1, MPI_INT, ROOT, MPI_COMM_WORLD);
    MPI_Finalize();
    return bad;
}
