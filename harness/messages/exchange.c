/* How the messages of a case are sent, received and verified. */
#include "messages/exchange.h"
#include "case/turn.h"
#include "messages/bsend.h"
#include "messages/message.h"
#include "run/record.h"

enum { READY_TAG = 300 };

/* Which message is the k-th to be received. */
static int turn_of(const struct h_exchange *t, int k)
{
    return t->order->reversed && (h_recv_is_early(t->receive) || h_send_is_free(t->send)) ? t->n - 1 - k : k;
}

static int tag_of(const struct h_exchange *t, int k)
{
    return t->first_tag + (t->order->one_tag ? 0 : k);
}

static struct h_values values_of(const struct h_case *c, const struct h_exchange *t, int k, bool sends)
{
    const int op = k + H_FLIGHTS * (c->round + H_ROUNDS * t->number);

    return sends ? h_mine(c, op) : h_theirs(c, t->edge->source, op);
}

/* Nobody asks how much has come, where that is not needed to unpack it. */
static bool is_status_ignored(const struct h_exchange *t)
{
    bool ignored = t->order->no_status;

    for (int k = 0; k < t->n; k++)
        ignored = ignored && h_message_end_is_direct(&t->received[k]);
    return ignored;
}

/* ---- its parts ---- */

static void make_end(struct h_case *c, struct h_exchange *t, struct h_message_end *end, bool sends, int k)
{
    if (t->flags & H_EMPTY)
        h_message_end_make_empty(c, end, sends, k, sends ? t->guise : t->receive_guise);
    else if (t->flags & H_ANY_LENGTH && sends)
        h_message_end_make_first(c, end, t->moved);
    else
        h_message_end_make(c, end, sends ? t->guise : t->receive_guise, sends, k);
}

static void make_sent(struct h_case *c, struct h_exchange *t, int k)
{
    make_end(c, t, &t->sent[k], true, k);
    t->sent[k].m.peer = t->edge->dest;
    t->sent[k].m.tag = tag_of(t, k);
}

static void make_ends(struct h_case *c, struct h_exchange *t)
{
    for (int k = 0; k < t->n; k++) {
        if (t->edge->sends)
            make_sent(c, t, k);
        if (t->edge->receives)
            make_end(c, t, &t->received[k], false, k);
    }
}

/* A probe has said whose message a receive is for. */
static void name_peer(struct h_exchange *t, int k)
{
    struct h_message *m = &t->received[k].m;

    m->peer = t->order->any_source ? MPI_ANY_SOURCE : t->edge->source;
    m->tag = t->order->any_tag ? MPI_ANY_TAG : tag_of(t, k);
}

static void make_persistent(struct h_exchange *t)
{
    for (int k = 0; k < t->n; k++) {
        if (t->edge->sends && t->send->start == H_PERSISTENT) {
            h_mpi(t->send->call(&t->sent[k].m, &t->sending[k]), t->send->name, __FILE__, __LINE__);
            h_message_end_started(&t->sent[k]);
        }
        if (t->edge->receives && t->receive->start == H_PERSISTENT) {
            name_peer(t, k);
            h_mpi(t->receive->call(&t->received[k].m, &t->receiving[k], NULL), t->receive->name, __FILE__, __LINE__);
            h_message_end_started(&t->received[k]);
        }
    }
}

static void start_persistent(const struct h_case *c, int n, MPI_Request *requests)
{
    if (c->round % 2 == 0)
        H_MPI(MPI_Startall(n, requests));
    else
        for (int k = 0; k < n; k++)
            H_MPI(MPI_Start(&requests[k]));
}

static void send_all(struct h_case *c, struct h_exchange *t)
{
    const bool is_last = c->round == t->rounds - 1;

    if (t->send->start == H_PERSISTENT)
        start_persistent(c, t->n, t->sending);
    else
        for (int k = 0; k < t->n; k++) {
            h_mpi(t->send->call(&t->sent[k].m, &t->sending[k]), t->send->name, __FILE__, __LINE__);
            if (is_last)
                h_message_end_started(&t->sent[k]);
        }
}

/* Whatever a probe says, what is received then is the message that it must have found. */
static void probe(struct h_case *c, struct h_exchange *t, int k)
{
    struct h_message_end *end = &t->received[k];
    const bool takes = t->receive->probe == H_MPROBE || t->receive->probe == H_IMPROBE;

    for (int i = 0; i < (takes ? 1 : 2); i++) { /* a message that is not taken is found again */
        MPI_Status status = h_status();
        h_probe_message(t->receive, &end->m, &status);
        h_check_named(c, "probe", "MPI_SOURCE", "", t->edge->source, status.MPI_SOURCE);
        h_check_named(c, "probe", "MPI_TAG", "", tag_of(t, k), status.MPI_TAG);
        if (end->m.type != MPI_PACKED)
            h_check_partial(c, end->described, &status, t->moved);
        end->m.peer = t->edge->source;
        end->m.tag = tag_of(t, k);
    }
}

static void receive_all(struct h_case *c, struct h_exchange *t)
{
    const bool is_last = c->round == t->rounds - 1, ignored = is_status_ignored(t);

    if (t->receive->start == H_PERSISTENT) {
        start_persistent(c, t->n, t->receiving);
        return;
    }
    for (int i = 0; i < t->n; i++) {
        const int k = turn_of(t, i);
        name_peer(t, k);
        if (t->receive->probe != H_NO_PROBE)
            probe(c, t, k);
        h_mpi(t->receive->call(&t->received[k].m, &t->receiving[k], ignored ? MPI_STATUS_IGNORE : &t->statuses[k]),
              t->receive->name, __FILE__, __LINE__);
        if (is_last)
            h_message_end_started(&t->received[k]);
    }
}

/* The receiver says that its receives are posted. */
static void say_ready(struct h_case *c, const struct h_exchange *t)
{
    if (t->send->mode != H_READY || (t->edge->sends && t->edge->receives))
        return;
    if (t->edge->receives)
        H_MPI(MPI_Send(NULL, 0, MPI_BYTE, t->edge->source, READY_TAG, c->comm->comm));
    else
        H_MPI(MPI_Recv(NULL, 0, MPI_BYTE, t->edge->dest, READY_TAG, c->comm->comm, MPI_STATUS_IGNORE));
}

static void fill(struct h_case *c, struct h_exchange *t)
{
    for (int k = 0; k < t->n; k++) {
        t->statuses[k] = h_status();
        if (t->edge->sends)
            h_message_end_fill(&t->sent[k], values_of(c, t, k, true));
        if (t->edge->receives)
            h_message_end_fill(&t->received[k], values_of(c, t, k, false));
    }
}

static void check_data(struct h_case *c, struct h_exchange *t, bool direct)
{
    for (int k = 0; k < t->n; k++)
        if (h_message_end_is_direct(&t->received[k]) == direct)
            h_check_received_part(c, t->received[k].held, values_of(c, t, k, false), t->moved);
}

/* Data are looked at before anything else is asked of MPI: what comes late is not there yet. */
static void finish_receives(struct h_case *c, struct h_exchange *t)
{
    const bool ignored = is_status_ignored(t);
    const bool asked = t->receive->start != H_BLOCKING &&
                       h_complete_or_ask(c, t->n, t->receiving, ignored ? NULL : t->statuses);

    check_data(c, t, true);
    if (asked)
        h_complete_asked(t->n, t->receiving);
    for (int k = 0; k < t->n && !ignored; k++)
        h_message_end_arrived(c, &t->received[k], &t->statuses[k], t->edge->source, tag_of(t, k));
    check_data(c, t, false);
}

static void finish_sends(struct h_case *c, struct h_exchange *t)
{
    MPI_Status unused[H_FLIGHTS];

    if (t->send->start != H_BLOCKING)
        h_complete(c, t->n, t->sending, t->order->no_status ? NULL : unused);
    for (int k = 0; k < t->n; k++)
        h_check_intact(c, t->sent[k].held, values_of(c, t, k, true));
}

/* What was sent buffered is out of the sender's hands, before it is received: the buffers get other values. */
static void reuse_buffers(struct h_case *c, struct h_exchange *t)
{
    for (int k = 0; k < t->n; k++) {
        struct h_values v = values_of(c, t, k, true);
        v.start++;
        h_message_end_fill(&t->sent[k], v);
    }
}

static void run_round(struct h_case *c, struct h_exchange *t)
{
    const struct h_edge *e = t->edge;
    const bool buffers = e->sends && t->send->mode == H_BUFFERED;

    fill(c, t);
    if (buffers)
        h_bsend_begin(c, t->n, t->sent);
    if (e->receives && h_recv_is_early(t->receive))
        receive_all(c, t);
    say_ready(c, t);
    if (e->sends)
        send_all(c, t);
    if (buffers) {
        finish_sends(c, t);
        reuse_buffers(c, t);
    }
    if (e->receives && !h_recv_is_early(t->receive))
        receive_all(c, t);
    if (e->receives)
        finish_receives(c, t);
    if (e->sends && !buffers)
        finish_sends(c, t);
    if (buffers)
        h_bsend_end(c);
}

/* After a message of nothing one of something takes the same way, into the same buffer. */
static void follow(struct h_case *c, const struct h_exchange *t)
{
    MPI_Status status = h_status();
    MPI_Request request;

    if (t->edge->sends) {
        h_fill(c->send, values_of(c, t, 0, true));
        H_MPI(MPI_Isend(H_ARGS(c->send), t->edge->dest, t->first_tag, c->comm->comm, &request));
    }
    if (t->edge->receives) {
        H_MPI(MPI_Recv(H_ARGS(c->recv), t->edge->source, t->first_tag, c->comm->comm, &status));
        h_check_received(c, c->recv, values_of(c, t, 0, false));
    }
    if (t->edge->sends)
        H_MPI(MPI_Wait(&request, &status));
}

static void free_requests(int n, MPI_Request *requests)
{
    for (int k = 0; k < n; k++)
        H_MPI(MPI_Request_free(&requests[k]));
}

static void free_ends(struct h_exchange *t)
{
    if (t->edge->sends && t->send->start == H_PERSISTENT)
        free_requests(t->n, t->sending);
    if (t->edge->receives && t->receive->start == H_PERSISTENT)
        free_requests(t->n, t->receiving);
    for (int k = 0; k < t->n; k++) {
        if (t->edge->sends)
            h_message_end_free(&t->sent[k]);
        if (t->edge->receives)
            h_message_end_free(&t->received[k]);
    }
}

/* Messages before and after it are not for a receive that takes any. */
static void separate(struct h_case *c, const struct h_exchange *t)
{
    if (t->order->any_source && t->order->any_tag)
        H_MPI(MPI_Barrier(c->comm->comm));
}

/* Other starts of a persistent receive have shorter messages, where the send is not a persistent one itself. */
static void choose_length(struct h_case *c, struct h_exchange *t)
{
    const MPI_Aint most = c->elements, lengths[H_ROUNDS] = {most, most / 2, most - most / 4};

    if (!(t->flags & H_ANY_LENGTH) || t->send->start == H_PERSISTENT || c->round == 0)
        return;
    t->moved = lengths[c->round];
    if (t->edge->sends)
        make_sent(c, t, 0);
    if (t->edge->receives)
        t->received[0].moved = t->moved;
}

void h_exchange_run(struct h_case *c, struct h_exchange *t)
{
    separate(c, t);
    if (t->edge->sends || t->edge->receives) {
        make_ends(c, t);
        make_persistent(t);
        for (c->round = 0; c->round < t->rounds; c->round++) {
            h_record_round(c->round);
            choose_length(c, t);
            run_round(c, t);
        }
        h_record_round(-1);
        c->round = 0;
        free_ends(t);
        if (t->flags & H_EMPTY)
            follow(c, t);
    }
    separate(c, t);
}
