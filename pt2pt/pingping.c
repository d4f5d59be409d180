/* Several messages in flight around a ring of all ranks, each with a layout, a tag and values of its own: receives
 * posted before the messages, and messages that nobody expects yet, received in another order. */
#include "harness.h"

enum { N = 3, TAG = 40 };

struct flight {
    struct h_obj send[N], recv[N];
    MPI_Request sending[N], receiving[N];
};

static void prepare(struct h_case *c, struct flight *f, int op)
{
    for (int k = 0; k < N; k++) {
        f->send[k] = k ? h_send_object(c, k) : c->send;
        f->recv[k] = k ? h_recv_object(c, k) : c->recv;
        h_fill(f->send[k], h_mine(c, op + k));
        h_clear(f->recv[k]);
    }
}

static void start_sends(struct h_case *c, struct flight *f)
{
    for (int k = 0; k < N; k++)
        H_MPI(MPI_Isend(H_ARGS(f->send[k]), c->comm->right, TAG + k, c->comm->comm, &f->sending[k]));
}

static void start_receives(struct h_case *c, struct flight *f)
{
    for (int k = N - 1; k >= 0; k--)
        H_MPI(MPI_Irecv(H_ARGS(f->recv[k]), c->comm->left, TAG + k, c->comm->comm, &f->receiving[k]));
}

static void finish(struct h_case *c, struct flight *f, int op)
{
    MPI_Status status[N], sent[N];

    for (int k = 0; k < N; k++)
        status[k] = h_status();
    H_MPI(MPI_Waitall(N, f->receiving, status));
    for (int k = 0; k < N; k++)
        h_check_received(c, f->recv[k], h_theirs(c, c->comm->left, op + k));
    H_MPI(MPI_Waitall(N, f->sending, sent));
    for (int k = 0; k < N; k++) {
        h_check_status(c, f->recv[k], &status[k], c->comm->left, TAG + k);
        h_check_intact(c, f->send[k], h_mine(c, op + k));
    }
}

static void expected(struct h_case *c)
{
    struct flight f;

    prepare(c, &f, 0);
    start_receives(c, &f);
    start_sends(c, &f);
    finish(c, &f, 0);
}

/* The empty message is behind the others, so that they have arrived, or are known, before the first receive. */
static void unexpected(struct h_case *c)
{
    struct flight f;

    prepare(c, &f, N);
    start_sends(c, &f);
    h_signal(c, c->comm->right, c->comm->left, TAG + N);
    start_receives(c, &f);
    finish(c, &f, N);
}

static void visit(struct h_case *c)
{
    const int takes_part = c->comm->left != MPI_PROC_NULL;

    c->form = "nonblocking";
    c->completion = "waitall";
    c->more_sent = c->more_received = N - 1;
    c->variant = "expected";
    if (h_begin(c, "MPI_Isend") && takes_part)
        expected(c);
    c->variant = "unexpected";
    if (h_begin(c, "MPI_Isend") && takes_part)
        unexpected(c);
}

static void run(void)
{
    h_each_pair(H_INTRA | H_INTER, visit);
}

const struct h_program h_program = {"many messages in flight, expected and unexpected", H_MIXED | H_SENDS | H_SEVERAL,
                                    run};
