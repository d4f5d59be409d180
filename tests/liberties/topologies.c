/* Topologies whose ranks are those of the communicator, the last one first. */
#include "liberties.h"

#include <stdlib.h>

static MPI_Comm reversed(MPI_Comm comm)
{
    MPI_Comm found;
    int rank;

    PMPI_Comm_rank(comm, &rank);
    PMPI_Comm_split(comm, 0, -rank, &found);
    return found;
}

/* Each process gets the edges of its mirror image, whose rank it has. */
static void reorder_edges(struct calls_call *c)
{
    const int degrees[2] = {(int) number_of(c, "indegree"), (int) number_of(c, "outdegree")};
    const char *const names[2] = {"sources", "destinations"};
    MPI_Comm comm = reversed(calls_comm(c));
    int rank, size, image, other[2], *ranks[2];

    PMPI_Comm_rank(comm, &rank);
    PMPI_Comm_size(comm, &size);
    image = size - 1 - rank;
    PMPI_Sendrecv(degrees, 2, MPI_INT, image, 0, other, 2, MPI_INT, image, 0, comm, MPI_STATUS_IGNORE);
    for (int k = 0; k < 2; k++) {
        ranks[k] = memory((size_t) (other[k] + 1) * sizeof *ranks[k]);
        PMPI_Sendrecv(address_of(c, names[k]), degrees[k], MPI_INT, image, 0, ranks[k], other[k], MPI_INT, image, 0,
                      comm, MPI_STATUS_IGNORE);
    }
    instead(c, PMPI_Dist_graph_create_adjacent(comm, other[0], ranks[0], MPI_UNWEIGHTED, other[1], ranks[1],
                                               MPI_UNWEIGHTED, MPI_INFO_NULL, 0, address_of(c, "newcomm")));
    for (int k = 0; k < 2; k++)
        free(ranks[k]);
    PMPI_Comm_free(&comm);
}

void reorder(struct calls_call *c)
{
    const bool is_cart = calls_is(c, "MPI_Cart_create");
    MPI_Comm comm, *made;

    if (calls_is(c, "MPI_Dist_graph_create_adjacent") && number_of(c, "reorder") &&
        address_of(c, "sourceweights") == MPI_UNWEIGHTED)
        reorder_edges(c);
    if ((!is_cart && !calls_is(c, "MPI_Graph_create")) || !number_of(c, "reorder"))
        return;
    comm = reversed(calls_comm(c));
    made = address_of(c, "newcomm");
    if (is_cart)
        instead(c, PMPI_Cart_create(comm, (int) number_of(c, "ndims"), address_of(c, "dims"),
                                    address_of(c, "periods"), 0, made));
    else
        instead(c, PMPI_Graph_create(comm, (int) number_of(c, "nnodes"), address_of(c, "index"),
                                     address_of(c, "edges"), 0, made));
    PMPI_Comm_free(&comm);
}
