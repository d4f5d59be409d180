/* Faults of graphs: of communicators that have a topology, and where ranks may be reordered. */
#include "faulty.h"
#include "hooks.h"

static bool makes_graph(const struct calls_call *c)
{
    return calls_is(c, "MPI_Graph_create") || calls_is(c, "MPI_Dist_graph_create_adjacent");
}

/* The topology of the old communicator is kept. */
bool graph_keeps_topology(struct calls_call *c)
{
    MPI_Comm *made;
    int topology;

    if (!makes_graph(c) || c->code != MPI_SUCCESS)
        return false;
    PMPI_Topo_test(calls_comm(c), &topology);
    if (topology == MPI_UNDEFINED)
        return false;
    made = CALLS_HANDLES(MPI_Comm, c, calls_first(c->procedure, CALLS_COMM, CALLS_OUT));
    PMPI_Comm_free(made);
    PMPI_Comm_dup(calls_comm(c), made);
    return true;
}

bool graph_not_reordered(struct calls_call *c)
{
    if (!makes_graph(c) || !number_of(c, "reorder"))
        return false;
    c->skip = true;
    c->code = PMPI_Comm_call_errhandler(calls_comm(c), MPI_ERR_ARG);
    c->code = MPI_ERR_ARG;
    return true;
}
