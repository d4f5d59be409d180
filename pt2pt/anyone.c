/* A persistent receive from any source of any tag: at each start another process sends, with another tag, in turn the
 * whole object or some first elements (MPI-3.1, 3.9). */
#include "harness.h"

#include <stdbool.h>

enum { TAG = 96, ROUNDS = 5 };

/* What this rank sends in a round. */
static struct h_obj sent_in(const struct h_case *c, MPI_Aint *n)
{
    const bool is_whole = c->round % 2 == 0;

    *n = is_whole ? c->elements : 1 + (c->round + h_pair_turn(c)) % c->elements;
    return is_whole ? c->send : h_first_elements(*n);
}

static void run_round(struct h_case *c, MPI_Request *request)
{
    const int size = c->comm->size, away = c->round % size, tag = TAG + c->round;
    const int source = (c->comm->rank + size - away) % size, dest = (c->comm->rank + away) % size;
    MPI_Aint n;
    const struct h_obj sent = sent_in(c, &n);
    MPI_Status status = h_status();
    MPI_Request send;

    h_fill(sent, h_mine(c, c->round));
    h_clear(c->recv);
    H_MPI(MPI_Start(request));
    H_MPI(MPI_Isend(H_ARGS(sent), dest, tag, c->comm->comm, &send));
    h_complete(c, 1, request, &status);
    h_check_received_part(c, c->recv, h_theirs(c, source, c->round), n);
    h_check_status_part(c, c->recv, &status, source, tag, n);
    H_MPI(MPI_Wait(&send, MPI_STATUS_IGNORE));
    h_check_intact(c, sent, h_mine(c, c->round));
    H_MPI(MPI_Barrier(c->comm->comm));
}

static void visit(struct h_case *c)
{
    MPI_Request request;

    c->form = "persistent";
    c->completion = h_completion(h_pair_turn(c));
    if (!h_begin(c, "MPI_Recv_init"))
        return;
    H_MPI(MPI_Recv_init(H_ARGS(c->recv), MPI_ANY_SOURCE, MPI_ANY_TAG, c->comm->comm, &request));
    for (c->round = 0; c->round < ROUNDS; c->round++)
        run_round(c, &request);
    c->round = 0;
    H_MPI(MPI_Request_free(&request));
}

static void run(void)
{
    h_each_pair(H_INTRA, visit);
}

const struct h_program h_program = {"a persistent receive from any source", H_SENDS, run};
