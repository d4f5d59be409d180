/* Which blocks a rank sends and receives in operations that come with one count, with several and with several types:
 * in all of them the same. */
#include "blocks/blocks.h"
#include "blocks/topology.h"

/* Those of the ranks 0 to n - 1, of which the own one is in the buffer before where the operation is in place. */
static void receive_from_ranks(struct h_case *c, int n, int to)
{
    for (int r = 0; r < n; r++) {
        struct h_block *b = h_receive(c, r, to);
        if (h_in_place(c) && r == c->comm->rank)
            h_holds(b, r, to);
    }
}

void h_gather_blocks(struct h_case *c)
{
    if (h_is_leaf(c))
        h_send(c, c->root);
    receive_from_ranks(c, h_leaves(c), c->root);
}

void h_scatter_blocks(struct h_case *c)
{
    for (int r = 0; r < h_leaves(c); r++)
        h_send(c, r);
    if (h_is_leaf(c))
        h_receive(c, c->root, c->comm->rank);
}

void h_allgather_blocks(struct h_case *c)
{
    h_send(c, H_ALL);
    receive_from_ranks(c, h_peers(c), H_ALL);
}

void h_alltoall_blocks(struct h_case *c)
{
    for (int r = 0; r < h_peers(c); r++) {
        struct h_block *b = h_receive(c, r, c->comm->rank);
        h_send(c, r);
        if (h_in_place(c))
            h_holds(b, c->comm->rank, r);
    }
}

void h_reduce_blocks(struct h_case *c)
{
    if (h_is_leaf(c))
        h_send(c, c->root);
    if (h_is_root(c)) {
        struct h_block *b = h_receive_reduced(c, 0, h_peers(c), c->root);
        if (h_in_place(c))
            h_holds(b, c->root, c->root);
    }
}

void h_allreduce_blocks(struct h_case *c)
{
    struct h_block *b = h_receive_reduced(c, 0, h_peers(c), H_ALL);

    h_send(c, H_ALL);
    if (h_in_place(c))
        h_holds(b, c->comm->rank, H_ALL);
}

/* In place, the operands of other ranks are in the receive buffer too. */
void h_reduce_scatter_blocks(struct h_case *c)
{
    const struct h_scatter s = h_scatter(c);

    for (int k = 0; k < s.all; k++)
        h_send(c, k);
    for (int k = 0; k < s.mine; k++) {
        struct h_block *b = h_receive_reduced(c, 0, h_peers(c), s.first + k);
        if (h_in_place(c))
            h_holds(b, c->comm->rank, k);
    }
    for (int k = s.mine; h_in_place(c) && k < s.all; k++) {
        struct h_block *b = h_receive(c, c->comm->rank, k);
        h_holds(b, c->comm->rank, k);
        h_loses(b);
    }
}

void h_scan_blocks(struct h_case *c)
{
    struct h_block *b = h_receive_reduced(c, 0, c->comm->rank + 1, H_ALL);

    h_send(c, H_ALL);
    if (h_in_place(c))
        h_holds(b, c->comm->rank, H_ALL);
}

/* The first rank's receive buffer is undefined afterwards, unless it is in place: then it stays as it was (MPI-3.1,
 * 5.11.2). */
void h_exscan_blocks(struct h_case *c)
{
    const int me = c->comm->rank;
    struct h_block *b = me > 0 ? h_receive_reduced(c, 0, me, H_ALL) : h_receive(c, me, H_ALL);

    h_send(c, H_ALL);
    if (h_in_place(c) || me == 0)
        h_holds(b, me, H_ALL);
    if (!h_in_place(c) && me == 0)
        h_loses(b);
}

void h_neighbor_allgather_blocks(struct h_case *c)
{
    const struct h_topology *t = c->topology;

    h_send(c, H_ALL);
    for (int k = 0; k < t->num_sources; k++)
        h_receive(c, t->sources[k].rank == MPI_PROC_NULL ? H_NONE : t->sources[k].rank, H_ALL);
}

void h_neighbor_alltoall_blocks(struct h_case *c)
{
    const struct h_topology *t = c->topology;
    const int me = c->comm->rank, size = c->comm->size;

    for (int k = 0; k < t->num_dests; k++)
        h_send(c, t->dests[k].rank == MPI_PROC_NULL ? H_ALL : t->dests[k].rank + size * t->dests[k].edge);
    for (int k = 0; k < t->num_sources; k++)
        h_receive(c, t->sources[k].rank == MPI_PROC_NULL ? H_NONE : t->sources[k].rank,
                  me + size * t->sources[k].edge);
}
