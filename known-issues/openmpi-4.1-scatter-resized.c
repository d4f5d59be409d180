/* MPI_Scatter by a tree, of elements whose type has an extent less than its true extent.  MPI-3.1, 4.1.7: the
 * extent may be set to any value; 5.6: what a process receives is described by its own count and type. Each receives
 * one instance, so that the extent of what is received does not matter. Processes between the root and the leaves of
 * Open MPI 4.1.0 receive what they pass on in a temporary buffer of half of what the instances span by that
 * extent, and write past its end; one element comes over the other. Exit status 1 where the fault is there (some
 * crash instead), 0 where it is not. For six processes. */
#include <mpi.h>
#include <stdio.h>

enum { N = 17, MOST = 64 };

int main(void)
{
    int all[MOST * N], mine[N] = {0}, rank, size, wrong = 0, sum;
    MPI_Datatype block, type;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int k = 0; k < MOST * N; k++)
        all[k] = k + 1;
    MPI_Type_contiguous(N, MPI_INT, &block);
    MPI_Type_create_resized(block, 0, 2 * sizeof(int), &type);
    MPI_Type_commit(&type);
    MPI_Scatter(all, N, MPI_INT, mine, 1, type, 0, MPI_COMM_WORLD);
    for (int k = 0; k < N; k++)
        wrong += mine[k] != rank * N + k + 1;
    MPI_Allreduce(&wrong, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d of %d elements are wrong\n", sum, size * N);
    MPI_Type_free(&block);
    MPI_Type_free(&type);
    MPI_Finalize();
    return sum > 0;
}
