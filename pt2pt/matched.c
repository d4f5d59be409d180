/* Two messages that matching probes have taken, received in either order: each receive has the message of its probe
 * (MPI-3.1, 3.8.2), and no other probe finds them.  Where the second has a tag of its own and half of the elements, it
 * is probed while the first one waits. */
#include "messages/message_forms.h"
#include "tables.h"

enum { TAG = 60, FIRST = 0, SECOND = 1 };

struct message {
    struct h_obj sent, received;
    MPI_Aint elements;
    int tag;
    MPI_Request request;
    MPI_Message matched;
};

static void send(struct h_case *c, struct message *m, int op)
{
    h_fill(m->sent, h_mine(c, op));
    h_clear(m->received);
    H_MPI(MPI_Isend(H_ARGS(m->sent), c->comm->right, m->tag, c->comm->comm, &m->request));
}

static void check_status(struct h_case *c, const struct message *m, const MPI_Status *status)
{
    h_check_status_part(c, m->received, status, c->comm->left, m->tag, m->elements);
}

static void probe(struct h_case *c, struct message *m)
{
    MPI_Status status = h_status();

    H_MPI(MPI_Mprobe(c->comm->left, m->tag, c->comm->comm, &m->matched, &status));
    check_status(c, m, &status);
}

static void receive(struct h_case *c, struct message *m, int op)
{
    MPI_Status status = h_status();

    if (op == FIRST) {
        H_MPI(MPI_Mrecv(H_ARGS(m->received), &m->matched, &status));
    } else {
        MPI_Request request;
        H_MPI(MPI_Imrecv(H_ARGS(m->received), &m->matched, &request));
        H_MPI(MPI_Wait(&request, &status));
    }
    h_check_received_part(c, m->received, h_theirs(c, c->comm->left, op), m->elements);
    check_status(c, m, &status);
}

static void finish(struct h_case *c, struct message *m, int op)
{
    MPI_Status status;

    H_MPI(MPI_Wait(&m->request, &status));
    h_check_intact(c, m->sent, h_mine(c, op));
}

static const struct variant {
    const char *name;
    int probed[2], received[2];
    int is_shorter;     /* the second one, with a tag of its own */
} variants[] = {
    {"in-order", {FIRST, SECOND}, {FIRST, SECOND}, 0},
    {"later-first", {FIRST, SECOND}, {SECOND, FIRST}, 0},
    {"probed-later-first", {SECOND, FIRST}, {FIRST, SECOND}, 1},
};

static void exchange(struct h_case *c, const struct variant *v)
{
    const MPI_Aint n = DTP_pool_elements(c->recv.pool), fewer = (n + 1) / 2;
    struct message messages[] = {
        {.sent = c->send, .received = c->recv, .elements = n, .tag = TAG},
        {.sent = v->is_shorter ? h_first_elements(fewer) : h_send_twin(c), .received = h_recv_object(c, 1),
         .elements = v->is_shorter ? fewer : n, .tag = TAG + v->is_shorter},
    };

    for (int k = FIRST; k <= SECOND; k++)
        send(c, &messages[k], k);
    for (int k = 0; k < H_NUM(v->probed); k++)
        probe(c, &messages[v->probed[k]]);
    h_check_no_message(c, c->comm->left, messages[v->received[0]].tag);
    for (int k = 0; k < H_NUM(v->received); k++)
        receive(c, &messages[v->received[k]], v->received[k]);
    for (int k = FIRST; k <= SECOND; k++)
        finish(c, &messages[k], k);
    H_MPI(MPI_Barrier(c->comm->comm)); /* no message of the next case is there while probes must find none */
}

static void visit(struct h_case *c)
{
    c->more_received = 1;
    for (int k = 0; k < H_NUM(variants); k++) {
        c->variant = variants[k].name;
        if (h_begin(c, "MPI_Mprobe"))
            exchange(c, &variants[k]);
    }
}

static void run(void)
{
    h_each_pair(H_WORLD | H_ONCE, visit);
}

const struct h_program h_program = {"matched messages, received in either order", H_SENDS | H_SEVERAL, run};
