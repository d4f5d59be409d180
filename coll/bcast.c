/* Broadcast from every root of every communicator, each rank with a layout of its own.
 * BCAST_COMM_WORLD_ONLY: of MPI_COMM_WORLD only, for many processes.  Needs 2 processes. */
#include "harness.h"

#ifdef BCAST_COMM_WORLD_ONLY
enum { COMMS = H_WORLD };
#else
enum { COMMS = H_INTRA | H_INTER };
#endif

static void send(struct h_case *c, int root, int op)
{
    h_fill(c->send, h_mine(c, op));
    H_MPI(MPI_Bcast(H_ARGS(c->send), root, c->comm->comm));
    h_check_intact(c, c->send, h_mine(c, op));
}

static void receive(struct h_case *c, int root, int op)
{
    h_clear(c->recv);
    H_MPI(MPI_Bcast(H_ARGS(c->recv), root, c->comm->comm));
    h_check_received(c, c->recv, h_theirs(c, root, op));
}

static void within(struct h_case *c)
{
    for (int root = 0; root < c->comm->most; root++) {
        c->root = root;
        if (!h_begin(c, "MPI_Bcast") || root >= c->comm->size)
            continue;
        if (root == c->comm->rank)
            send(c, root, root);
        else
            receive(c, root, root);
    }
}

/* From each rank of group `from` to all of the other group. */
static void across(struct h_case *c, int from)
{
    const int sends = c->comm->group == from, roots = sends ? c->comm->size : c->comm->remote_size;

    c->variant = from ? "from-second-group" : "from-first-group";
    for (int root = 0; root < roots; root++) {
        c->root = root;
        if (!h_begin(c, "MPI_Bcast"))
            continue;
        if (!sends)
            receive(c, root, root);
        else if (root == c->comm->rank)
            send(c, MPI_ROOT, root);
        else
            H_MPI(MPI_Bcast(NULL, 0, MPI_BYTE, MPI_PROC_NULL, c->comm->comm));
    }
}

static void visit(struct h_case *c)
{
    if (c->comm->inter) {
        across(c, 0);
        across(c, 1);
    } else {
        within(c);
    }
}

static void run(void)
{
    h_each_pair(COMMS | H_ONCE | H_SPREAD, visit);
}

const struct h_program h_program = {"broadcast, each rank with a layout of its own", 0, run};
