/* How the messages of a case are sent, received and verified. */
#include "messages/exchange.h"
#include "case/turn.h"
#include "messages/bsend.h"
#include "messages/message.h"
#include "run/record.h"

enum { READY_TAG = 300 };

/* Which message is the k-th to be received. */
static int turn_of(const struct h_exchange *x, int k)
{
    return x->order->reversed && (h_recv_is_early(x->receive) || h_send_is_free(x->send)) ? x->n - 1 - k : k;
}

static int tag_of(const struct h_exchange *x, int k)
{
    return x->first_tag + (x->order->one_tag ? 0 : k);
}

static struct h_values values_of(const struct h_case *c, const struct h_exchange *x, int k, bool sends)
{
    const int op = k + H_FLIGHTS * (c->round + H_ROUNDS * x->number);

    return sends ? h_mine(c, op) : h_theirs(c, x->edge->source, op);
}

/* Nobody asks how much has come, where that is not needed to unpack it. */
static bool is_status_ignored(const struct h_exchange *x)
{
    bool ignored = x->order->no_status;

    for (int k = 0; k < x->n; k++)
        ignored = ignored && h_message_end_is_direct(&x->received[k]);
    return ignored;
}

/* ---- its parts ---- */

static void make_end(struct h_case *c, struct h_exchange *x, struct h_message_end *end, bool sends, int k)
{
    if (x->flags & H_EMPTY)
        h_message_end_make_empty(c, end, sends, k, sends ? x->guise : x->receive_guise);
    else if (x->flags & H_ANY_LENGTH && sends)
        h_message_end_make_first(c, end, x->moved);
    else
        h_message_end_make(c, end, sends ? x->guise : x->receive_guise, sends, k);
}

static void make_sent(struct h_case *c, struct h_exchange *x, int k)
{
    make_end(c, x, &x->sent[k], true, k);
    x->sent[k].m.peer = x->edge->dest;
    x->sent[k].m.tag = tag_of(x, k);
}

static void make_ends(struct h_case *c, struct h_exchange *x)
{
    for (int k = 0; k < x->n; k++) {
        if (x->edge->sends)
            make_sent(c, x, k);
        if (x->edge->receives)
            make_end(c, x, &x->received[k], false, k);
    }
}

/* A probe has said whose message a receive is for. */
static void name_peer(struct h_exchange *x, int k)
{
    struct h_message *m = &x->received[k].m;

    m->peer = x->order->any_source ? MPI_ANY_SOURCE : x->edge->source;
    m->tag = x->order->any_tag ? MPI_ANY_TAG : tag_of(x, k);
}

static void make_persistent(struct h_exchange *x)
{
    for (int k = 0; k < x->n; k++) {
        if (x->edge->sends && x->send->start == H_PERSISTENT) {
            h_mpi(x->send->call(&x->sent[k].m, &x->sending[k]), x->send->name, __FILE__, __LINE__);
            h_message_end_started(&x->sent[k]);
        }
        if (x->edge->receives && x->receive->start == H_PERSISTENT) {
            name_peer(x, k);
            h_mpi(x->receive->call(&x->received[k].m, &x->receiving[k], NULL), x->receive->name, __FILE__, __LINE__);
            h_message_end_started(&x->received[k]);
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

static void send_all(struct h_case *c, struct h_exchange *x)
{
    const bool is_last = c->round == x->rounds - 1;

    if (x->send->start == H_PERSISTENT)
        start_persistent(c, x->n, x->sending);
    else
        for (int k = 0; k < x->n; k++) {
            h_mpi(x->send->call(&x->sent[k].m, &x->sending[k]), x->send->name, __FILE__, __LINE__);
            if (is_last)
                h_message_end_started(&x->sent[k]);
        }
}

/* Whatever a probe says, what is received then is the message that it must have found. */
static void probe(struct h_case *c, struct h_exchange *x, int k)
{
    struct h_message_end *end = &x->received[k];
    const bool takes = x->receive->probe == H_MPROBE || x->receive->probe == H_IMPROBE;

    for (int i = 0; i < (takes ? 1 : 2); i++) { /* a message that is not taken is found again */
        MPI_Status status = h_status();
        h_probe_message(x->receive, &end->m, &status);
        h_check_source_and_tag(c, "probe", &status, x->edge->source, tag_of(x, k));
        if (end->m.type != MPI_PACKED)
            h_check_partial(c, end->described, &status, x->moved);
        end->m.peer = x->edge->source;
        end->m.tag = tag_of(x, k);
    }
}

static void receive_all(struct h_case *c, struct h_exchange *x)
{
    const bool is_last = c->round == x->rounds - 1, ignored = is_status_ignored(x);

    if (x->receive->start == H_PERSISTENT) {
        start_persistent(c, x->n, x->receiving);
        return;
    }
    for (int i = 0; i < x->n; i++) {
        const int k = turn_of(x, i);
        name_peer(x, k);
        if (x->receive->probe != H_NO_PROBE)
            probe(c, x, k);
        h_mpi(x->receive->call(&x->received[k].m, &x->receiving[k], ignored ? MPI_STATUS_IGNORE : &x->statuses[k]),
              x->receive->name, __FILE__, __LINE__);
        if (is_last)
            h_message_end_started(&x->received[k]);
    }
}

/* The receiver says that its receives are posted. */
static void say_ready(struct h_case *c, const struct h_exchange *x)
{
    if (x->send->mode != H_READY || (x->edge->sends && x->edge->receives))
        return;
    if (x->edge->receives)
        H_MPI(MPI_Send(NULL, 0, MPI_BYTE, x->edge->source, READY_TAG, c->comm->comm));
    else
        H_MPI(MPI_Recv(NULL, 0, MPI_BYTE, x->edge->dest, READY_TAG, c->comm->comm, MPI_STATUS_IGNORE));
}

static void fill(struct h_case *c, struct h_exchange *x)
{
    for (int k = 0; k < x->n; k++) {
        x->statuses[k] = h_status();
        if (x->edge->sends)
            h_message_end_fill(&x->sent[k], values_of(c, x, k, true));
        if (x->edge->receives)
            h_message_end_fill(&x->received[k], values_of(c, x, k, false));
    }
}

static void check_data(struct h_case *c, struct h_exchange *x, bool direct)
{
    for (int k = 0; k < x->n; k++)
        if (h_message_end_is_direct(&x->received[k]) == direct)
            h_check_received_part(c, x->received[k].held, values_of(c, x, k, false), x->moved);
}

static void check_arrived(struct h_case *c, struct h_exchange *x, const MPI_Status *statuses)
{
    for (int k = 0; k < x->n; k++)
        h_message_end_arrived(c, &x->received[k], &statuses[k], x->edge->source, tag_of(x, k));
}

/* Data are looked at before anything else is asked of MPI: what comes late is not there yet. */
static void finish_receives(struct h_case *c, struct h_exchange *x)
{
    const bool ignored = is_status_ignored(x);
    const bool asked = x->receive->start != H_BLOCKING &&
                       h_complete_or_ask(c, x->n, x->receiving, ignored ? NULL : x->statuses);
    MPI_Status again[H_FLIGHTS];

    check_data(c, x, true);
    if (asked)
        h_complete_asked(c, x->n, x->receiving, ignored ? NULL : again);
    if (!ignored)
        check_arrived(c, x, x->statuses);
    if (asked && !ignored)
        check_arrived(c, x, again);
    check_data(c, x, false);
}

static void finish_sends(struct h_case *c, struct h_exchange *x)
{
    const bool has_status = x->send->start != H_BLOCKING && !x->order->no_status;
    MPI_Status statuses[H_FLIGHTS];

    if (x->send->start != H_BLOCKING)
        h_complete(c, x->n, x->sending, has_status ? statuses : NULL);
    for (int k = 0; k < x->n && has_status; k++)
        h_check_sent(c, &statuses[k]);
    for (int k = 0; k < x->n; k++)
        h_check_intact(c, x->sent[k].held, values_of(c, x, k, true));
}

/* What was sent buffered is out of the sender's hands, before it is received: the buffers get other values. */
static void reuse_buffers(struct h_case *c, struct h_exchange *x)
{
    for (int k = 0; k < x->n; k++) {
        struct h_values v = values_of(c, x, k, true);
        v.start++;
        h_message_end_fill(&x->sent[k], v);
    }
}

static void run_round(struct h_case *c, struct h_exchange *x)
{
    const struct h_edge *e = x->edge;
    const bool buffers = e->sends && x->send->mode == H_BUFFERED;

    fill(c, x);
    if (buffers)
        h_bsend_begin(c, x->n, x->sent);
    if (e->receives && h_recv_is_early(x->receive))
        receive_all(c, x);
    say_ready(c, x);
    if (e->sends)
        send_all(c, x);
    if (buffers) {
        finish_sends(c, x);
        reuse_buffers(c, x);
    }
    if (e->receives && !h_recv_is_early(x->receive))
        receive_all(c, x);
    if (e->receives)
        finish_receives(c, x);
    if (e->sends && !buffers)
        finish_sends(c, x);
    if (buffers)
        h_bsend_end(c);
}

/* After a message of nothing one of something takes the same way, into the same buffer. */
static void follow(struct h_case *c, const struct h_exchange *x)
{
    MPI_Status status = h_status();
    MPI_Request request;

    if (x->edge->sends) {
        h_fill(c->send, values_of(c, x, 0, true));
        H_MPI(MPI_Isend(H_ARGS(c->send), x->edge->dest, x->first_tag, c->comm->comm, &request));
    }
    if (x->edge->receives) {
        H_MPI(MPI_Recv(H_ARGS(c->recv), x->edge->source, x->first_tag, c->comm->comm, &status));
        h_check_received(c, c->recv, values_of(c, x, 0, false));
    }
    if (x->edge->sends)
        H_MPI(MPI_Wait(&request, &status));
}

static void free_requests(int n, MPI_Request *requests)
{
    for (int k = 0; k < n; k++)
        H_MPI(MPI_Request_free(&requests[k]));
}

static void free_ends(struct h_exchange *x)
{
    if (x->edge->sends && x->send->start == H_PERSISTENT)
        free_requests(x->n, x->sending);
    if (x->edge->receives && x->receive->start == H_PERSISTENT)
        free_requests(x->n, x->receiving);
    for (int k = 0; k < x->n; k++) {
        if (x->edge->sends)
            h_message_end_free(&x->sent[k]);
        if (x->edge->receives)
            h_message_end_free(&x->received[k]);
    }
}

/* Messages before and after it are not for a receive that takes any. */
static void separate(struct h_case *c, const struct h_exchange *x)
{
    if (x->order->any_source && x->order->any_tag)
        H_MPI(MPI_Barrier(c->comm->comm));
}

/* Other starts of a persistent receive have shorter messages, where the send is not a persistent one itself. */
static void choose_length(struct h_case *c, struct h_exchange *x)
{
    const MPI_Aint most = c->elements, lengths[H_ROUNDS] = {most, most / 2, most - most / 4};

    if (!(x->flags & H_ANY_LENGTH) || x->send->start == H_PERSISTENT || c->round == 0)
        return;
    x->moved = lengths[c->round];
    if (x->edge->sends)
        make_sent(c, x, 0);
    if (x->edge->receives)
        x->received[0].moved = x->moved;
}

void h_exchange_run(struct h_case *c, struct h_exchange *x)
{
    separate(c, x);
    if (x->edge->sends || x->edge->receives) {
        make_ends(c, x);
        make_persistent(x);
        for (c->round = 0; c->round < x->rounds; c->round++) {
            h_record_round(c->round);
            choose_length(c, x);
            run_round(c, x);
        }
        h_record_round(-1);
        c->round = 0;
        free_ends(x);
        if (x->flags & H_EMPTY)
            follow(c, x);
    }
    separate(c, x);
}
