/* Many messages at once: as many receives under way as there are copies of an object, completed with one call; what is
 * sent buffered is out of the sender's hands before the first one is received. */
#include "messages/bsend.h"
#include "messages/copies.h"
#include "messages/message_end.h"

#include <stdbool.h>

enum { MOST = 70, TAG = 50, LATER = 50 };
enum { UNEXPECTED, EXPECTED, BUFFERED, VARIANTS };

/* Copies of an object, each of which is a message. */
struct side {
    int n, peer;
    struct h_copies copies;
    struct h_message_end messages[MOST];
    MPI_Request requests[MOST];
};

static void make(struct h_case *c, struct side *s, int n, bool sends)
{
    s->n = n;
    s->peer = sends ? c->comm->right : c->comm->left;
    s->copies = h_copies_of(sends ? c->send : c->recv, n);
    for (int k = 0; k < n; k++)
        s->messages[k] = (struct h_message_end) {
            .m = h_copy_message(&s->copies, k, s->peer, TAG + k, c->comm->comm), .sends = sends};
}

static void send_all(struct side *s, int variant)
{
    for (int k = 0; k < s->n; k++) {
        const struct h_message *m = &s->messages[k].m;
        s->requests[k] = MPI_REQUEST_NULL;
        if (variant == BUFFERED)
            H_MPI(MPI_Bsend(m->buf, m->count, m->type, m->peer, m->tag, m->comm));
        else
            H_MPI(MPI_Isend(m->buf, m->count, m->type, m->peer, m->tag, m->comm, &s->requests[k]));
    }
}

static void receive_all(struct side *s)
{
    for (int k = s->n - 1; k >= 0; k--) {
        const struct h_message *m = &s->messages[k].m;
        H_MPI(MPI_Irecv(m->buf, m->count, m->type, m->peer, m->tag, m->comm, &s->requests[k]));
    }
}

/* The buffer has the data: the objects get other values. */
static void reuse(struct h_case *c, struct side *from, int variant)
{
    h_check_intact(c, from->copies.all, h_mine(c, variant));
    h_fill(from->copies.all, h_mine(c, LATER));
}

static void exchange(struct h_case *c, int variant, int n)
{
    struct side from, to;
    MPI_Status statuses[MOST];

    make(c, &from, n, true);
    make(c, &to, n, false);
    h_fill(from.copies.all, h_mine(c, variant));
    h_clear(to.copies.all);
    if (variant == BUFFERED)
        h_bsend_begin(c, n, from.messages);
    if (variant == EXPECTED)
        receive_all(&to);
    H_MPI(MPI_Barrier(c->comm->comm));
    send_all(&from, variant);
    if (variant == BUFFERED)
        reuse(c, &from, variant);
    if (variant != EXPECTED)
        receive_all(&to);
    h_complete(c, n, to.requests, statuses);
    h_check_received_part(c, to.copies.all, h_theirs(c, to.peer, variant), DTP_pool_elements(to.copies.all.pool));
    for (int k = 0; k < n; k++)
        h_check_envelope(c, &statuses[k], to.peer, TAG + k);
    h_complete(c, n, from.requests, NULL);
    if (variant == BUFFERED)
        h_bsend_end(c);
    h_check_intact(c, from.copies.all, h_mine(c, variant == BUFFERED ? LATER : variant));
    h_copies_free(&from.copies);
    h_copies_free(&to.copies);
}

static void visit(struct h_case *c)
{
    static const char *const variants[VARIANTS] = {"unexpected", "expected", "buffered"};

    for (int k = 0; k < VARIANTS; k++) {
        const int turn = h_pair_turn(c) + k;
        c->form = k == BUFFERED ? "blocking" : "nonblocking";
        c->variant = variants[k];
        c->completion = h_completion(turn);
        if (h_begin(c, k == BUFFERED ? "MPI_Bsend" : "MPI_Isend"))
            exchange(c, k, turn / 2 % 2 ? MOST : MOST / 2);
    }
}

static void run(void)
{
    h_each_pair(H_WORLD | H_ONCE, visit);
}

const struct h_program h_program = {"many messages at once", H_SENDS, run};
