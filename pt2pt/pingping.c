/* Several messages in flight around a ring of all ranks, each with a layout, a tag and values of its own: receives posted
 * before the messages, and messages that nobody expects yet, received in another order. */
#include "harness.h"

enum { N = 3, TAG = 40 };

struct flight {
    struct h_obj send[N], recv[N];
    MPI_Request sending[N], receiving[N];
};

static void prepare(struct h_pair *p, struct flight *f, int op)
{
    for (int k = 0; k < N; k++) {
        f->send[k] = k ? h_send_object(p, k) : p->send;
        f->recv[k] = k ? h_recv_object(p, k) : p->recv;
        h_fill(f->send[k], h_mine(p, op + k));
        h_clear(f->recv[k]);
    }
}

static void start_sends(struct h_pair *p, struct flight *f)
{
    for (int k = 0; k < N; k++)
        H_MPI(MPI_Isend(H_ARGS(f->send[k]), p->comm->right, TAG + k, p->comm->comm, &f->sending[k]));
}

static void start_receives(struct h_pair *p, struct flight *f)
{
    for (int k = N - 1; k >= 0; k--)
        H_MPI(MPI_Irecv(H_ARGS(f->recv[k]), p->comm->left, TAG + k, p->comm->comm, &f->receiving[k]));
}

static void finish(struct h_pair *p, struct flight *f, int op)
{
    MPI_Status status[N], sent[N];

    for (int k = 0; k < N; k++)
        status[k] = h_status();
    H_MPI(MPI_Waitall(N, f->receiving, status));
    H_MPI(MPI_Waitall(N, f->sending, sent));
    for (int k = 0; k < N; k++) {
        h_check_received(p, f->recv[k], h_theirs(p, p->comm->left, op + k));
        h_check_status(p, f->recv[k], &status[k], p->comm->left, TAG + k);
        h_check_intact(p, f->send[k], h_mine(p, op + k));
    }
}

static void expected(struct h_pair *p)
{
    struct flight f;

    h_now(p, "MPI_Isend, expected", p->comm->left, p->comm->rank);
    prepare(p, &f, 0);
    start_receives(p, &f);
    start_sends(p, &f);
    finish(p, &f, 0);
}

/* The empty message is behind the others, so that they have arrived, or are known, before the first receive. */
static void unexpected(struct h_pair *p)
{
    struct flight f;

    h_now(p, "MPI_Isend, unexpected", p->comm->left, p->comm->rank);
    prepare(p, &f, N);
    start_sends(p, &f);
    H_MPI(MPI_Sendrecv(NULL, 0, MPI_BYTE, p->comm->right, TAG + N, NULL, 0, MPI_BYTE, p->comm->left, TAG + N,
                       p->comm->comm, MPI_STATUS_IGNORE));
    start_receives(p, &f);
    finish(p, &f, N);
}

static void visit(struct h_pair *p)
{
    if (p->comm->left == MPI_PROC_NULL)
        return;
    expected(p);
    unexpected(p);
}

static void run(void)
{
    h_each_pair(H_INTRA | H_INTER, visit);
}

const struct h_program h_program = {"many messages in flight, expected and unexpected", H_MIXED | H_SENDS, run};
