/* Many messages at once: as many receives under way as there are copies of an object, completed with one call. */
#include "messages/copies.h"

#include <stdbool.h>

enum { MANY = 40, TAG = 50 };

/* Copies of an object, each of which is a message. */
struct side {
    struct h_copies copies;
    MPI_Request requests[MANY];
};

static void send_all(struct h_case *c, struct side *s)
{
    for (int k = 0; k < MANY; k++) {
        const struct h_message m = h_copy_message(&s->copies, k, c->comm->right, TAG + k, c->comm->comm);
        H_MPI(MPI_Isend(m.buf, m.count, m.type, m.peer, m.tag, m.comm, &s->requests[k]));
    }
}

static void receive_all(struct h_case *c, struct side *s)
{
    for (int k = MANY - 1; k >= 0; k--) {
        const struct h_message m = h_copy_message(&s->copies, k, c->comm->left, TAG + k, c->comm->comm);
        H_MPI(MPI_Irecv(m.buf, m.count, m.type, m.peer, m.tag, m.comm, &s->requests[k]));
    }
}

static void exchange(struct h_case *c, bool expected)
{
    struct side from = {.copies = h_copies_of(c->send, MANY)}, to = {.copies = h_copies_of(c->recv, MANY)};
    const struct h_obj arrived = to.copies.all;
    MPI_Status statuses[MANY];

    h_fill(from.copies.all, h_mine(c, expected));
    h_clear(arrived);
    if (expected)
        receive_all(c, &to);
    H_MPI(MPI_Barrier(c->comm->comm));
    send_all(c, &from);
    if (!expected)
        receive_all(c, &to);
    h_complete(c, MANY, to.requests, statuses);
    h_check_received_part(c, arrived, h_theirs(c, c->comm->left, expected), DTP_pool_elements(arrived.pool));
    for (int k = 0; k < MANY; k++)
        h_check_envelope(c, &statuses[k], c->comm->left, TAG + k);
    h_complete(c, MANY, from.requests, NULL);
    h_check_intact(c, from.copies.all, h_mine(c, expected));
    h_copies_free(&from.copies);
    h_copies_free(&to.copies);
}

static void visit(struct h_case *c)
{
    c->form = "nonblocking";
    for (int expected = 0; expected < 2; expected++) {
        c->variant = expected ? "expected" : "unexpected";
        c->completion = h_completion(h_pair_turn(c) + expected);
        if (h_begin(c, "MPI_Isend"))
            exchange(c, expected);
    }
}

static void run(void)
{
    h_each_pair(H_WORLD | H_ONCE, visit);
}

const struct h_program h_program = {"many messages at once", H_SENDS, run};
