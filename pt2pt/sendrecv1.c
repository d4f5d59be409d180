/* Blocking send and receive in all modes, in both directions between neighbours: every layout of the send pool arrives in
 * every layout of the receive pool. */
#include "harness.h"

enum { TAG = 31, READY_TAG = 32 };

static const struct mode {
    const char *name;
    int (*send)(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm);
    int buffered, ready;
} modes[] = {{"MPI_Send", MPI_Send, 0, 0}, {"MPI_Ssend", MPI_Ssend, 0, 0}, {"MPI_Bsend", MPI_Bsend, 1, 0},
             {"MPI_Rsend", MPI_Rsend, 0, 1}};
enum { NUM_MODES = sizeof modes / sizeof modes[0] };

static void send(struct h_case *c, const struct mode *m, int dest)
{
    if (m->ready)
        H_MPI(MPI_Recv(NULL, 0, MPI_BYTE, dest, READY_TAG, c->comm->comm, MPI_STATUS_IGNORE));
    if (m->buffered)
        h_bsend_begin(c, c->send, 1);
    H_MPI(m->send(H_ARGS(c->send), dest, TAG, c->comm->comm));
    if (m->buffered)
        h_bsend_end();
}

/* Both sides; a message to itself, and one that must find its receive, needs the receive first. */
static void transfer(struct h_case *c, const struct mode *m, const struct h_edge *e, MPI_Status *status)
{
    const int early = e->receives && (m->ready || e->sends);
    MPI_Request request, ready;

    if (early)
        H_MPI(MPI_Irecv(H_ARGS(c->recv), e->source, TAG, c->comm->comm, &request));
    if (early && m->ready)
        H_MPI(MPI_Isend(NULL, 0, MPI_BYTE, e->source, READY_TAG, c->comm->comm, &ready));
    if (e->sends)
        send(c, m, e->dest);
    if (early && m->ready)
        H_MPI(MPI_Wait(&ready, MPI_STATUS_IGNORE));
    if (early)
        H_MPI(MPI_Wait(&request, status));
    else if (e->receives)
        H_MPI(MPI_Recv(H_ARGS(c->recv), e->source, TAG, c->comm->comm, status));
}

static void exchange(struct h_case *c, const struct h_edge *e)
{
    for (int k = 0; k < NUM_MODES; k++) {
        const int op = NUM_MODES * e->number + k;
        MPI_Status status = h_status();
        if ((!c->comm->all_pairs && !h_due(c, k, NUM_MODES)) || !h_begin(c, modes[k].name) || !(e->sends || e->receives))
            continue;
        h_fill(c->send, h_mine(c, op));
        h_clear(c->recv);
        transfer(c, &modes[k], e, &status);
        if (e->sends)
            h_check_intact(c, c->send, h_mine(c, op));
        if (!e->receives)
            continue;
        h_check_received(c, c->recv, h_theirs(c, e->source, op));
        h_check_status(c, c->recv, &status, e->source, TAG);
    }
}

static void visit(struct h_case *c)
{
    c->form = "blocking";
    h_each_edge(c, exchange);
}

static void run(void)
{
    h_each_pair(H_INTRA | H_INTER, visit);
}

const struct h_program h_program = {"blocking send and receive in all modes", H_MIXED | H_SENDS, run};
