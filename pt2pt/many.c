/* Many messages at once: as many receives under way as there are copies of an object, completed with one call, and
 * started with one where they are persistent; what is sent buffered is out of the sender's hands before the first one
 * is received. */
#include "messages/bsend.h"
#include "messages/copies.h"
#include "messages/message_end.h"
#include "tables.h"

#include <stdbool.h>
#include <stdlib.h>

enum { TAG = 50, LATER = 50, SOME = 70, MORE = 300, MOST = 1100, FEW_ELEMENTS = 20 };

static const struct variant {
    const char *name, *send, *receive;
    bool is_expected, is_buffered;
} variants[] = {
    {"unexpected", "MPI_Isend", "MPI_Irecv", false, false},
    {"expected", "MPI_Isend", "MPI_Irecv", true, false},
    {"buffered", "MPI_Bsend", "MPI_Irecv", false, true},
    {"startall", "MPI_Send_init", "MPI_Recv_init", true, false},
};

/* Messages at once; in turn, of objects of few elements, more than fill a block of 256 or of 1024 requests. */
static int number_of(const struct h_case *c, const struct variant *v, int turn)
{
    if (turn % 5 == 0 && !v->is_buffered && c->elements <= FEW_ELEMENTS)
        return turn % 7 == 0 ? MOST : MORE;
    return turn / 2 % 2 ? SOME : SOME / 2;
}

/* Copies of an object, each of which is a message. */
struct side {
    int n, peer;
    struct h_copies copies;
    struct h_message_end *messages;
    MPI_Request *requests;
};

static void make(struct h_case *c, struct side *s, int n, bool sends)
{
    s->n = n;
    s->peer = sends ? c->comm->right : c->comm->left;
    s->copies = h_copies_of(sends ? c->send : c->recv, n);
    s->messages = h_alloc(n * (MPI_Aint) sizeof *s->messages);
    s->requests = h_alloc(n * (MPI_Aint) sizeof *s->requests);
    for (int k = 0; k < n; k++)
        s->messages[k] = (struct h_message_end) {
            .m = h_copy_message(&s->copies, k, s->peer, TAG + k, c->comm->comm), .sends = sends};
}

static void start(struct side *s, enum h_start how)
{
    if (how == H_PERSISTENT)
        H_MPI(MPI_Startall(s->n, s->requests));
}

static void send_all(struct side *s, const struct h_send_form *f)
{
    for (int k = 0; k < s->n; k++) {
        s->requests[k] = MPI_REQUEST_NULL;
        h_mpi(f->call(&s->messages[k].m, &s->requests[k]), f->name, __FILE__, __LINE__);
    }
    start(s, f->start);
}

static void receive_all(struct side *s, const struct h_recv_form *f)
{
    for (int k = s->n - 1; k >= 0; k--)
        h_mpi(f->call(&s->messages[k].m, &s->requests[k], NULL), f->name, __FILE__, __LINE__);
    start(s, f->start);
}

static void free_side(struct side *s)
{
    h_requests_free(s->n, s->requests);
    h_copies_free(&s->copies);
    free(s->messages);
    free(s->requests);
}

/* The buffer has the data: the objects get other values. */
static void reuse(struct h_case *c, struct side *from, int op)
{
    h_check_intact(c, from->copies.all, h_mine(c, op));
    h_fill(from->copies.all, h_mine(c, LATER));
}

static void communicate(struct h_case *c, const struct variant *v, struct side *from, struct side *to, int op)
{
    const struct h_recv_form *receive = h_recv_form(v->receive, 0);

    if (v->is_buffered)
        h_bsend_begin(c, from->n, from->messages);
    if (v->is_expected)
        receive_all(to, receive);
    H_MPI(MPI_Barrier(c->comm->comm));
    send_all(from, h_send_form(v->send, 0));
    if (v->is_buffered)
        reuse(c, from, op);
    if (!v->is_expected)
        receive_all(to, receive);
}

static void exchange(struct h_case *c, const struct variant *v, int op, int n)
{
    struct side from, to;
    MPI_Status *statuses = h_alloc(n * (MPI_Aint) sizeof *statuses);

    make(c, &from, n, true);
    make(c, &to, n, false);
    h_fill(from.copies.all, h_mine(c, op));
    h_clear(to.copies.all);
    communicate(c, v, &from, &to, op);
    h_complete(c, n, to.requests, statuses);
    h_check_received_part(c, to.copies.all, h_theirs(c, to.peer, op), DTP_pool_elements(to.copies.all.pool));
    for (int k = 0; k < n; k++)
        h_check_envelope(c, &statuses[k], to.peer, TAG + k);
    h_complete(c, n, from.requests, NULL);
    if (v->is_buffered)
        h_bsend_end(c);
    h_check_intact(c, from.copies.all, h_mine(c, v->is_buffered ? LATER : op));
    free_side(&from);
    free_side(&to);
    free(statuses);
}

static void visit(struct h_case *c)
{
    for (int k = 0; k < H_NUM(variants); k++) {
        const struct variant *v = &variants[k];
        const int turn = h_pair_turn(c) + k;
        c->form = h_start_name(h_send_form(v->send, 0)->start);
        c->variant = v->name;
        c->completion = h_completion(turn);
        if (h_begin(c, v->send))
            exchange(c, v, k, number_of(c, v, turn));
    }
}

static void run(void)
{
    h_each_pair(H_WORLD | H_ONCE, visit);
}

const struct h_program h_program = {"many messages at once", H_SENDS, run};
