/* Messages between neighbours. */
#include "harness.h"

/* Message k goes from rank k to the next one, and back; across an intercommunicator from rank k modulo the size to
 * its like, both ways. */
static struct h_edge edge_of(const struct h_comm *c, int k, int back)
{
    const int next = (k + 1) % c->size;
    struct h_edge e = {.source = back ? next : k, .dest = back ? k : next, .number = 2 * k + back};

    if (!c->inter) {
        e.sends = e.source == c->rank && k < c->size;
        e.receives = e.dest == c->rank && k < c->size;
        return e;
    }
    e.sends = c->group == back && c->rank == k % c->size;
    e.receives = c->group != back && c->rank == k % c->size;
    e.source = k % (e.receives ? c->remote_size : c->size);
    e.dest = k % (e.receives ? c->size : c->remote_size);
    return e;
}

/* Groups of the same name may differ in size: all ranks go through the messages of the largest. */
void h_each_edge(struct h_case *c, void (*visit)(struct h_case *c, const struct h_edge *e))
{
    const struct h_comm *comm = c->comm;
    const int n = comm->most > 2 || comm->inter ? comm->most : 1, ways = comm->inter || comm->most > 1 ? 2 : 1;

    for (int k = 0; k < n; k++)
        for (int back = 0; back < ways; back++) {
            struct h_edge e = edge_of(comm, k, back);
            if (comm->size == 1 && !comm->inter && back)
                e.sends = e.receives = 0;
            c->source = back ? (k + 1) % comm->most : k;
            c->dest = back ? k : (k + 1) % comm->most;
            visit(c, &e);
        }
    c->source = c->dest = H_NONE;
}
