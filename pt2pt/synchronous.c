/* Sends in synchronous mode: however short the message is, none is complete before its receive has begun (MPI-3.1,
 * 3.4). */
#include "message.h"

enum { TAG = 80, ASKED = 20 };

static void exchange(struct h_case *c, const struct h_send_form *f, int op)
{
    const struct h_message m = h_message_of(c->send, c->comm->right, TAG, c->comm->comm);
    MPI_Status status = h_status();
    MPI_Request request;
    int done = 0;

    h_fill(c->send, h_mine(c, op));
    h_clear(c->recv);
    h_mpi(f->call(&m, &request), f->name, __FILE__, __LINE__);
    if (f->start == H_PERSISTENT)
        H_MPI(MPI_Start(&request));
    for (int k = 0; k < ASKED && !done; k++)
        H_MPI(MPI_Request_get_status(request, &done, MPI_STATUS_IGNORE));
    h_check_number(c, f->name, "complete before it is received", 0, done != 0);
    H_MPI(MPI_Barrier(c->comm->comm));
    H_MPI(MPI_Recv(H_ARGS(c->recv), c->comm->left, TAG, c->comm->comm, &status));
    h_check_received(c, c->recv, h_theirs(c, c->comm->left, op));
    h_check_status(c, c->recv, &status, c->comm->left, TAG);
    H_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
    if (f->start == H_PERSISTENT)
        H_MPI(MPI_Request_free(&request));
    h_check_intact(c, c->send, h_mine(c, op));
}

static void visit(struct h_case *c)
{
    const struct h_send_form *f;

    for (int k = 0; (f = h_send_form("*", k)) != NULL; k++)
        if (f->mode == H_SYNCHRONOUS && f->start != H_BLOCKING && h_begin(c, f->name))
            exchange(c, f, k);
}

static void run(void)
{
    h_each_pair(H_WORLD | H_ONCE, visit);
}

const struct h_program h_program = {"synchronous sends, complete when they are received", H_MIXED | H_SENDS, run};
