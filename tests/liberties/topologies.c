/* Topologies whose ranks are those of the communicator, the last one first. */
#include "liberties.h"

static MPI_Comm reversed(MPI_Comm comm)
{
    MPI_Comm found;
    int rank;

    PMPI_Comm_rank(comm, &rank);
    PMPI_Comm_split(comm, 0, -rank, &found);
    return found;
}

void reorder(struct calls_call *c)
{
    const bool is_cart = calls_is(c, "MPI_Cart_create");
    MPI_Comm comm, *made;

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
