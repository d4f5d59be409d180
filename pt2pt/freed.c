/* Requests of sends that are freed while they are under way, with another message right behind: both arrive, and the
 * buffers stay as they are until the receiver has said so (MPI-3.1, 3.7.3). */
#include "messages/bsend.h"
#include "messages/message_end.h"
#include "messages/message_forms.h"

#include <stdbool.h>

enum { TAG = 61, ANSWER_TAG = 62, FREED = 0, NEXT = 1, MESSAGES = 2 };

/* What a rank sends and receives of a case. */
struct exchange {
    const struct h_send_form *form;
    struct h_obj sent[MESSAGES], received[MESSAGES];
    MPI_Request receiving[MESSAGES];
};

static struct exchange exchange_of(struct h_case *c, const struct h_send_form *f)
{
    struct exchange x = {f, {c->send, h_send_twin(c)}, {c->recv, h_recv_object(c, 1)}, {MPI_REQUEST_NULL}};

    for (int k = 0; k < MESSAGES; k++) {
        h_fill(x.sent[k], h_mine(c, k));
        h_clear(x.received[k]);
    }
    return x;
}

static void start_receives(const struct h_case *c, struct exchange *x)
{
    for (int k = 0; k < MESSAGES; k++)
        H_MPI(MPI_Irecv(H_ARGS(x->received[k]), c->comm->left, TAG, c->comm->comm, &x->receiving[k]));
}

static void send_freed(const struct h_send_form *f, const struct h_message *m)
{
    MPI_Request request;

    h_mpi(f->call(m, &request), f->name, __FILE__, __LINE__);
    if (f->start == H_PERSISTENT)
        H_MPI(MPI_Start(&request));
    H_MPI(MPI_Request_free(&request));
}

/* expected: the receives are under way when the messages come. */
static void run_case(struct h_case *c, const struct h_send_form *f, bool expected)
{
    struct exchange x = exchange_of(c, f);
    const struct h_message_end freed = {
        .m = h_message_of(x.sent[FREED], c->comm->right, TAG, c->comm->comm), .sends = true};
    MPI_Status statuses[MESSAGES];
    MPI_Request next;

    if (f->mode == H_BUFFERED)
        h_bsend_begin(c, 1, &freed);
    if (expected)
        start_receives(c, &x);
    H_MPI(MPI_Barrier(c->comm->comm));
    send_freed(f, &freed.m);
    H_MPI(MPI_Isend(H_ARGS(x.sent[NEXT]), c->comm->right, TAG, c->comm->comm, &next));
    if (!expected)
        start_receives(c, &x);
    h_complete(c, MESSAGES, x.receiving, statuses);
    for (int k = 0; k < MESSAGES; k++) {
        h_check_received(c, x.received[k], h_theirs(c, c->comm->left, k));
        h_check_status(c, x.received[k], &statuses[k], c->comm->left, TAG);
    }
    H_MPI(MPI_Wait(&next, MPI_STATUS_IGNORE));
    h_signal(c, c->comm->left, c->comm->right, ANSWER_TAG); /* the messages have come */
    if (f->mode == H_BUFFERED)
        h_bsend_end(c);
    for (int k = 0; k < MESSAGES; k++)
        h_check_intact(c, x.sent[k], h_mine(c, k));
}

static void visit(struct h_case *c)
{
    const struct h_send_form *f;

    c->more_received = 1;
    for (int k = 0; (f = h_send_form("*", k)) != NULL; k++) {
        const bool expected = f->mode == H_READY || (h_pair_turn(c) + k / 2) % 2;
        c->form = h_start_name(f->start);
        c->variant = expected ? "freed-expected" : "freed-unexpected";
        c->completion = h_completion(h_pair_turn(c) + k);
        if (f->start != H_BLOCKING && h_begin(c, f->name))
            run_case(c, f, expected);
    }
}

static void run(void)
{
    h_each_pair(H_WORLD | H_SELF | H_ONCE, visit);
}

const struct h_program h_program = {"sends whose requests are freed", H_SENDS | H_SEVERAL, run};
