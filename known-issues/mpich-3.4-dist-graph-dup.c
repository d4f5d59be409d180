/* A duplicate of a communicator with a distributed graph that has edges and no weights. MPI-3.1, 6.4.2 and 7.5.4:
 * MPI_Comm_dup copies the topology too. MPICH 3.4 takes what is there of the weights, which are none, for left over,
 * and ends the process. One process.
 * Crashes where the fault is there; exit status 0 where it is not. */
#include <mpi.h>
#include <stddef.h>

/* Through an address that the compiler does not know, or it may warn that it is of no elements. */
static int *volatile unweighted;

int main(void)
{
    const int me = 0;
    MPI_Comm graph, twin;

    MPI_Init(NULL, NULL);
    unweighted = MPI_UNWEIGHTED;
    MPI_Dist_graph_create_adjacent(MPI_COMM_SELF, 1, &me, unweighted, 1, &me, unweighted, MPI_INFO_NULL, 0, &graph);
    MPI_Comm_dup(graph, &twin);
    MPI_Comm_free(&twin);
    MPI_Comm_free(&graph);
    MPI_Finalize();
    return 0;
}
