/* MPI_Neighbor_allgatherv on a process that receives from nobody. MPI-3.1, 7.6.1: recvcounts and displs are arrays "of
 * length indegree", here 0. Open MPI refuses them where they are NULL, unlike those of MPI_Neighbor_alltoallv. Exit
 * status 1 where the fault is there, 0 where it is not.  For two processes. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    const int count = 1, displ = 0, weight = 1;
    int rank, other, found = -1, code, bad, any = 0;
    MPI_Comm graph;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, rank, &other, &weight, other, &other, &weight, MPI_INFO_NULL, 0,
                                   &graph);
    MPI_Comm_set_errhandler(graph, MPI_ERRORS_RETURN);
    code = MPI_Neighbor_allgatherv(&rank, 1, MPI_INT, &found, rank ? &count : NULL, rank ? &displ : NULL, MPI_INT,
                                   graph);
    bad = rank == 0 && code != MPI_SUCCESS;
    if (bad) {
        printf("rank %d: error %d\n", rank, code);
        fflush(stdout);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Allreduce(&bad, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Comm_free(&graph);
    MPI_Finalize();
    return any;
}
