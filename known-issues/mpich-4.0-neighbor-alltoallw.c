/* MPI_Neighbor_alltoallw of blocks of several counts and types: all processes send 17 integers to the first one.
 * MPI-3.1, 7.6.4: "recvcounts[k], recvtypes[k] and rdispls[k]" belong to the k-th neighbour.  MPICH 4.0 receives
 * blocks with the count and the type of others: data are wrong, and written elsewhere. Exit status 1 where the
 * fault is there, 0 where it is not; it may also crash.  For four processes. */
#include <mpi.h>
#include <stdio.h>

enum { N = 4, ELEMENTS = 17, ROOM = 40 * ELEMENTS };

static int found[N * ROOM];

int main(void)
{
    const int from[N] = {0, 1, 2, 3}, to[1] = {0}, counts[N] = {ELEMENTS, ELEMENTS, 1, ELEMENTS};
    MPI_Aint displs[N];
    MPI_Datatype vector, types[N];
    int rank, data[2 * ELEMENTS], bad = 0;
    MPI_Comm star;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, rank ? 0 : N, from, MPI_UNWEIGHTED, 1, to, MPI_UNWEIGHTED,
                                   MPI_INFO_NULL, 0, &star);
    MPI_Type_vector(ELEMENTS, 1, 2, MPI_INT, &vector);
    MPI_Type_commit(&vector);
    for (int k = 0; k < N; k++) {
        types[k] = k == 2 ? vector : MPI_INT;
        displs[k] = k * ROOM * (MPI_Aint) sizeof(int);
    }
    for (int k = 0; k < 2 * ELEMENTS; k++)
        data[k] = 1000 * (rank + 1) + k;
    for (int k = 0; k < N * ROOM; k++)
        found[k] = -1;
    MPI_Neighbor_alltoallw(data, &counts[rank], displs, &types[rank], found, counts, displs, types, star);
    for (int k = 0; rank == 0 && k < N; k++)
        if (found[k * ROOM] != 1000 * (k + 1)) {
            printf("expected %d of rank %d, found %d\n", 1000 * (k + 1), k, found[k * ROOM]);
            bad = 1;
        }
    MPI_Type_free(&vector);
    MPI_Comm_free(&star);
    MPI_Bcast(&bad, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return bad;
}
