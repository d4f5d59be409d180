/* Neighbours that are one process: edges that are repeated, and a periodic dimension of two processes. MPI-3.1,
 * 7.6.2 (MPI-4.1, 8.6): the outcome is as if each process sent to its neighbours and received from them in their
 * order, so that of two edges to one process the first message arrives on its first edge.  On Cartesian
 * topologies, what is sent in the negative direction arrives from the positive one (MPI-4.1, 8.6; errata of
 * MPI-3.1).  MPICH 4.0 exchanges the messages of repeated edges; MPI_Neighbor_alltoallv does not exchange those of
 * Cartesian topologies. Exit status 1 where the fault is there, 0 where it is not.  For two processes. */
#include <mpi.h>
#include <stdio.h>

static int check(const char *what, int rank, const int *expected, const int *found)
{
    const int bad = expected[0] != found[0] || expected[1] != found[1];

    if (bad)
        printf("rank %d, %s: expected %d %d, found %d %d\n", rank, what, expected[0], expected[1], found[0], found[1]);
    return bad;
}

int main(void)
{
    const int counts[2] = {1, 1}, displs[2] = {0, 1}, dims[1] = {2}, periods[1] = {1};
    int rank, sent[2], found[2] = {-1, -1}, bad = 0, any = 0;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    {
        const int other = 1 - rank, others[2] = {other, other}, in_order[2] = {10 * other, 10 * other + 1};
        const int swapped[2] = {10 * other + 1, 10 * other};
        MPI_Comm graph, ring;

        sent[0] = 10 * rank;
        sent[1] = 10 * rank + 1;
        MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, others, MPI_UNWEIGHTED, 2, others, MPI_UNWEIGHTED,
                                       MPI_INFO_NULL, 0, &graph);
        MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &ring);
        MPI_Neighbor_alltoall(sent, 1, MPI_INT, found, 1, MPI_INT, graph);
        bad |= check("MPI_Neighbor_alltoall on a graph", rank, in_order, found);
        MPI_Neighbor_alltoallv(sent, counts, displs, MPI_INT, found, counts, displs, MPI_INT, graph);
        bad |= check("MPI_Neighbor_alltoallv on a graph", rank, in_order, found);
        MPI_Neighbor_alltoall(sent, 1, MPI_INT, found, 1, MPI_INT, ring);
        bad |= check("MPI_Neighbor_alltoall on a ring", rank, swapped, found);
        MPI_Neighbor_alltoallv(sent, counts, displs, MPI_INT, found, counts, displs, MPI_INT, ring);
        bad |= check("MPI_Neighbor_alltoallv on a ring", rank, swapped, found);
        MPI_Comm_free(&graph);
        MPI_Comm_free(&ring);
    }
    MPI_Allreduce(&bad, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    return any;
}
