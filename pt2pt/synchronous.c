/* Sends in synchronous mode: however short the message is, and be there nothing in it, none is complete before its
 * receive has begun (MPI-3.1, 3.4). */
#include "messages/message_forms.h"

enum { TAG = 80, OTHER_TAG = 81, RETURNED_TAG = 82, ASKED = 20 };

/* Shows that what was sent to the right before has come there, though nobody has received it. */
static void exchange_others(const struct h_case *c)
{
    const int left = c->comm->left, right = c->comm->right;

    h_signal(c, right, left, OTHER_TAG);
    h_signal(c, left, right, OTHER_TAG);
}

static const char *const nothing = "nothing";

/* To the right: the object, or nothing. */
static struct h_message message_of(const struct h_case *c)
{
    struct h_message m = h_message_of(c->send, c->comm->right, TAG, c->comm->comm);

    if (c->variant == nothing)
        m.count = 0;
    return m;
}

static void receive(struct h_case *c, int op)
{
    const MPI_Aint n = c->variant == nothing ? 0 : c->elements;
    MPI_Status status = h_status();

    H_MPI(MPI_Recv(H_ARGS(c->recv), c->comm->left, TAG, c->comm->comm, &status));
    h_check_received_part(c, c->recv, h_theirs(c, c->comm->left, op), n);
    h_check_status_part(c, c->recv, &status, c->comm->left, TAG, n);
}

static void exchange(struct h_case *c, const struct h_send_form *f, int op)
{
    const struct h_message m = message_of(c);
    MPI_Request request;
    int done = 0;

    h_fill(c->send, h_mine(c, op));
    h_clear(c->recv);
    h_mpi(f->call(&m, &request), f->name, __FILE__, __LINE__);
    if (f->start == H_PERSISTENT)
        H_MPI(MPI_Start(&request));
    exchange_others(c);
    for (int k = 0; k < ASKED && !done; k++)
        H_MPI(MPI_Request_get_status(request, &done, MPI_STATUS_IGNORE));
    h_check_number(c, f->name, "complete before it is received", 0, done != 0);
    H_MPI(MPI_Barrier(c->comm->comm));
    receive(c, op);
    H_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
    if (f->start == H_PERSISTENT)
        H_MPI(MPI_Request_free(&request));
    h_check_intact(c, c->send, h_mine(c, op));
}

/* ---- blocking ---- */

static void send_and_say(struct h_case *c, const struct h_send_form *f)
{
    const struct h_message m = message_of(c);

    h_mpi(f->call(&m, NULL), f->name, __FILE__, __LINE__);
    H_MPI(MPI_Send(NULL, 0, MPI_BYTE, c->comm->right, RETURNED_TAG, c->comm->comm));
}

/* The message is there, and time passes; the send has not returned. */
static void receive_late(struct h_case *c, const struct h_send_form *f, int op)
{
    const double until = MPI_Wtime() + 1e-3;
    int returned = 0;

    H_MPI(MPI_Probe(c->comm->left, TAG, c->comm->comm, MPI_STATUS_IGNORE));
    for (int k = 0; !returned && (k < ASKED || MPI_Wtime() < until); k++)
        H_MPI(MPI_Iprobe(c->comm->left, RETURNED_TAG, c->comm->comm, &returned, MPI_STATUS_IGNORE));
    h_check_number(c, f->name, "returned before it is received", 0, returned != 0);
    receive(c, op);
    H_MPI(MPI_Recv(NULL, 0, MPI_BYTE, c->comm->left, RETURNED_TAG, c->comm->comm, MPI_STATUS_IGNORE));
}

/* From rank to rank. */
static void pass_on(struct h_case *c, const struct h_send_form *f, int op)
{
    const int is_first = c->comm->rank == 0;

    h_fill(c->send, h_mine(c, op));
    h_clear(c->recv);
    if (is_first)
        send_and_say(c, f);
    receive_late(c, f, op);
    if (!is_first)
        send_and_say(c, f);
    h_check_intact(c, c->send, h_mine(c, op));
}

static void send(struct h_case *c, const struct h_send_form *f, const char *variant, int op)
{
    c->variant = variant;
    if ((f->start != H_BLOCKING || c->comm->size > 1) && h_begin(c, f->name))
        (f->start == H_BLOCKING ? pass_on : exchange)(c, f, op);
}

static void visit(struct h_case *c)
{
    const struct h_send_form *f;

    for (int k = 0; (f = h_send_form("*", k)) != NULL; k++)
        if (f->mode == H_SYNCHRONOUS) {
            send(c, f, NULL, k);
            send(c, f, nothing, k);
        }
}

static void run(void)
{
    h_each_pair(H_WORLD | H_ONCE, visit);
}

const struct h_program h_program = {"synchronous sends, complete when they are received", H_MIXED | H_SENDS, run};
