/* A distributed graph that is made of a communicator with a Cartesian topology. MPI-3.1, 7.5.4:
 * MPI_Dist_graph_create_adjacent "returns a handle to a new communicator to which the distributed graph topology
 * information is attached". Open MPI 5.0 takes it for what it was made of in collectives among neighbours: these return
 * an error, or crash. Exit status 1 where the fault is there, 0 where it is not. For two processes. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    const int dims[1] = {2}, periods[1] = {1}, weight = 1;
    int rank, other, found = -1, code;
    MPI_Comm ring, graph;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &ring);
    MPI_Dist_graph_create_adjacent(ring, 1, &other, &weight, 1, &other, &weight, MPI_INFO_NULL, 0, &graph);
    MPI_Comm_set_errhandler(graph, MPI_ERRORS_RETURN);
    code = MPI_Neighbor_alltoall(&rank, 1, MPI_INT, &found, 1, MPI_INT, graph);
    if (code != MPI_SUCCESS || found != other) {
        printf("rank %d: error %d, expected %d, found %d\n", rank, code, other, found);
        fflush(stdout);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Comm_free(&graph);
    MPI_Comm_free(&ring);
    MPI_Finalize();
    return 0;
}
