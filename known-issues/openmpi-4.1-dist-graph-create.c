/* Distributed graphs over one communicator, made and freed again and again. MPI-3.1, 7.5.4: MPI_Dist_graph_create
 * returns a communicator; nothing else goes on here. Open MPI sends the edges by messages from any source whose tags
 * are among those of nonblocking collectives: the one by which a process that is ahead agrees on the new context is
 * taken for edges, when their numbers have come down so far. Hangs or crashes where the fault is there, exit status 0
 * where it is not. For four processes. */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, one = 1;
    MPI_Comm base, graph;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int k = 0; k < 40; k++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &base);
        for (int i = 0; i < 50; i++) {
            MPI_Dist_graph_create(base, 1, &rank, &one, &rank, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph);
            MPI_Comm_free(&graph);
        }
        MPI_Comm_free(&base);
    }
    MPI_Finalize();
    return 0;
}
