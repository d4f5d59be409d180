/* MPI_Gather and MPI_Scatter across an intercommunicator, where the root has one of a contiguous type, and the other
 * group as many ints. MPI-3.1, 5.5, 5.6, 5.12: the type signatures at the root must be those of the other processes;
 * how they are made of count and type is left to each. MPICH chooses the algorithm by the count, so that the root takes
 * one and the others take another: they wait for each other for ever. Hangs where the fault is there; exit status 0
 * where it is not. For three processes. */
#include <mpi.h>
#include <stdlib.h>

enum { N = 100000, REMOTE = 2 };

int main(void)
{
    int *all = calloc((size_t) N * REMOTE, sizeof *all), *part = calloc(N, sizeof *part), rank;
    MPI_Comm half, across;
    MPI_Datatype block;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank > 0, 0, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank == 0, 0, &across);
    MPI_Type_contiguous(N, MPI_INT, &block);
    MPI_Type_commit(&block);
    if (rank == 0)
        MPI_Gather(NULL, 0, MPI_INT, all, 1, block, MPI_ROOT, across);
    else
        MPI_Gather(part, N, MPI_INT, NULL, 0, MPI_INT, 0, across);
    if (rank == 0)
        MPI_Scatter(all, 1, block, NULL, 0, MPI_INT, MPI_ROOT, across);
    else
        MPI_Scatter(NULL, 0, MPI_INT, part, N, MPI_INT, 0, across);
    MPI_Type_free(&block);
    MPI_Comm_free(&across);
    MPI_Comm_free(&half);
    MPI_Finalize();
    free(all);
    free(part);
    return 0;
}
