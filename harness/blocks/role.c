/* What this rank is in an operation: the root, or a leaf; its part of the arguments. */
#include "blocks/side.h"

#include <stdbool.h>

int h_is_root(const struct h_case *c)
{
    return c->comm->rank == c->root && (!c->comm->inter || c->comm->group == c->way);
}

int h_is_leaf(const struct h_case *c)
{
    return !c->comm->inter || c->comm->group != c->way;
}

int h_leaves(const struct h_case *c)
{
    return h_is_root(c) ? h_peers(c) : 0;
}

int h_peers(const struct h_case *c)
{
    return c->comm->inter ? c->comm->remote_size : c->comm->size;
}

int h_root_argument(const struct h_case *c)
{
    if (!c->comm->inter || h_is_leaf(c))
        return c->root;
    return h_is_root(c) ? MPI_ROOT : MPI_PROC_NULL;
}

int h_in_place(const struct h_case *c)
{
    return c->in_place;
}

const struct h_side *h_used(const struct h_case *c)
{
    return c->from->n > 0 ? c->from : c->to;
}

MPI_Op h_op(const struct h_case *c)
{
    return c->handle;
}

bool h_side_is_in_place(const struct h_case *c, bool sends)
{
    const unsigned flag = sends ? H_IN_PLACE_SEND : H_IN_PLACE_RECV;

    return c->in_place && c->what->flags & flag && (!(c->what->flags & H_ROOTED) || h_is_root(c));
}
