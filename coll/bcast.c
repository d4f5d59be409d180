/* Broadcast from every root of every communicator, each rank with a layout of its own.
 * BCAST_COMM_WORLD_ONLY: of MPI_COMM_WORLD only, for many processes.  Needs 2 processes. */
#include "harness.h"

#ifdef BCAST_COMM_WORLD_ONLY
enum { COMMS = H_WORLD };
#else
enum { COMMS = H_INTRA | H_INTER };
#endif

static void send(struct h_pair *p, int root, int op)
{
    h_fill(p->send, h_mine(p, op));
    H_MPI(MPI_Bcast(H_ARGS(p->send), root, p->comm->comm));
    h_check_intact(p, p->send, h_mine(p, op));
}

static void receive(struct h_pair *p, int root, int op)
{
    h_clear(p->recv);
    H_MPI(MPI_Bcast(H_ARGS(p->recv), root, p->comm->comm));
    h_check_received(p, p->recv, h_theirs(p, root, op));
}

static void within(struct h_pair *p)
{
    for (int root = 0; root < p->comm->size; root++) {
        h_now(p, "MPI_Bcast", root, p->comm->rank);
        if (root == p->comm->rank)
            send(p, root, root);
        else
            receive(p, root, root);
    }
}

/* From each rank of group `from` to all of the other group. */
static void across(struct h_pair *p, int from)
{
    const int sends = p->comm->group == from, roots = sends ? p->comm->size : p->comm->remote_size;

    for (int root = 0; root < roots; root++) {
        h_now(p, "MPI_Bcast", root, p->comm->rank);
        if (!sends)
            receive(p, root, root);
        else if (root == p->comm->rank)
            send(p, MPI_ROOT, root);
        else
            H_MPI(MPI_Bcast(NULL, 0, MPI_BYTE, MPI_PROC_NULL, p->comm->comm));
    }
}

static void visit(struct h_pair *p)
{
    if (p->comm->inter) {
        across(p, 0);
        across(p, 1);
    } else {
        within(p);
    }
}

static void run(void)
{
    h_each_pair(COMMS | H_ONCE | H_SPREAD, visit);
}

const struct h_program h_program = {"broadcast, each rank with a layout of its own", 0, run};
