/* Messages: their cases, and how one is run.  A process has one end of a message, or both if it is to itself. */
#include "messages/message.h"
#include "state.h"
#include "case/turn.h"
#include "run/record.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FLIGHTS = H_POOLS, ROUNDS = 3, READY_TAG = 300, TAGS = 256 };

/* ---- in which order, and by which names messages are received ---- */

static const struct order {
    const char *name;
    bool any_source, any_tag, one_tag, reversed, no_status;
} orders[] = {
    {.name = "in-order"},
    {.name = "reversed", .reversed = true},
    {.name = "one-tag", .one_tag = true},
    {.name = "any-tag", .any_tag = true},
    {.name = "any-source", .any_source = true, .reversed = true},
    {.name = "any-source-one-tag", .any_source = true, .one_tag = true},
    {.name = "any-source-any-tag", .any_source = true, .any_tag = true},
    {.name = "no-status", .no_status = true},
};

/* ---- a case ---- */

static const struct h_messages *messages;

struct transfer {
    const struct h_send_form *send;
    const struct h_recv_form *receive;
    const struct h_edge *edge;
    const struct order *order;
    int guise, receive_guise, n, rounds, first_tag, number;
    MPI_Aint moved;
    struct h_message_end sent[FLIGHTS], received[FLIGHTS];
    MPI_Request sending[FLIGHTS], receiving[FLIGHTS];
    MPI_Status statuses[FLIGHTS];
};

static bool is_to_itself(const struct transfer *t)
{
    return t->edge->sends && t->edge->receives;
}

/* A receive that does not wait is started before the message is sent. */
static bool is_early(const struct h_recv_form *f)
{
    return f->start != H_BLOCKING && f->probe == H_NO_PROBE;
}

/* Whether the send ends without its receive. */
static bool is_free(const struct h_send_form *f)
{
    return f->start != H_BLOCKING || f->mode == H_BUFFERED;
}

/* Whether the two may meet: a message in ready mode must find its receive, one to oneself must not wait for it. */
static bool may_meet(const struct h_send_form *s, const struct h_recv_form *r, bool to_itself)
{
    return is_early(r) || (s->mode != H_READY && (!to_itself || is_free(s)));
}

/* Which message is the k-th to be received. */
static int turn_of(const struct transfer *t, int k)
{
    return t->order->reversed && (is_early(t->receive) || is_free(t->send)) ? t->n - 1 - k : k;
}

static int tag_of(const struct transfer *t, int k)
{
    return t->first_tag + (t->order->one_tag ? 0 : k);
}

static struct h_values values_of(const struct h_case *c, const struct transfer *t, int k, bool sends)
{
    const int op = k + FLIGHTS * (c->round + ROUNDS * t->number);

    return sends ? h_mine(c, op) : h_theirs(c, t->edge->source, op);
}

/* Nobody asks how much has come, where that is not needed to unpack it. */
static bool is_status_ignored(const struct transfer *t)
{
    bool ignored = t->order->no_status;

    for (int k = 0; k < t->n; k++)
        ignored = ignored && h_message_end_is_direct(&t->received[k]);
    return ignored;
}

/* ---- its parts ---- */

static void make_end(struct h_case *c, struct transfer *t, struct h_message_end *end, bool sends, int k)
{
    if (messages->flags & H_EMPTY)
        h_message_end_make_empty(c, end, sends, k, sends ? t->guise : t->receive_guise);
    else if (messages->flags & H_ANY_LENGTH && sends)
        h_message_end_make_first(c, end, t->moved);
    else
        h_message_end_make(c, end, sends ? t->guise : t->receive_guise, sends, k);
}

static void make_sent(struct h_case *c, struct transfer *t, int k)
{
    make_end(c, t, &t->sent[k], true, k);
    t->sent[k].m.peer = t->edge->dest;
    t->sent[k].m.tag = tag_of(t, k);
}

static void make_ends(struct h_case *c, struct transfer *t)
{
    for (int k = 0; k < t->n; k++) {
        if (t->edge->sends)
            make_sent(c, t, k);
        if (t->edge->receives)
            make_end(c, t, &t->received[k], false, k);
    }
}

/* A probe has said whose message a receive is for. */
static void name_peer(struct transfer *t, int k)
{
    struct h_message *m = &t->received[k].m;

    m->peer = t->order->any_source ? MPI_ANY_SOURCE : t->edge->source;
    m->tag = t->order->any_tag ? MPI_ANY_TAG : tag_of(t, k);
}

static void make_persistent(struct transfer *t)
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

static void send_all(struct h_case *c, struct transfer *t)
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
static void probe(struct h_case *c, struct transfer *t, int k)
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

static void receive_all(struct h_case *c, struct transfer *t)
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
static void say_ready(struct h_case *c, const struct transfer *t)
{
    if (t->send->mode != H_READY || is_to_itself(t))
        return;
    if (t->edge->receives)
        H_MPI(MPI_Send(NULL, 0, MPI_BYTE, t->edge->source, READY_TAG, c->comm->comm));
    else
        H_MPI(MPI_Recv(NULL, 0, MPI_BYTE, t->edge->dest, READY_TAG, c->comm->comm, MPI_STATUS_IGNORE));
}

static void fill(struct h_case *c, struct transfer *t)
{
    for (int k = 0; k < t->n; k++) {
        t->statuses[k] = h_status();
        if (t->edge->sends)
            h_message_end_fill(&t->sent[k], values_of(c, t, k, true));
        if (t->edge->receives)
            h_message_end_fill(&t->received[k], values_of(c, t, k, false));
    }
}

static void check_data(struct h_case *c, struct transfer *t, bool direct)
{
    for (int k = 0; k < t->n; k++)
        if (h_message_end_is_direct(&t->received[k]) == direct)
            h_check_received_part(c, t->received[k].held, values_of(c, t, k, false), t->moved);
}

/* Data are looked at before anything else is asked of MPI: what comes late is not there yet. */
static void finish_receives(struct h_case *c, struct transfer *t)
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

static void finish_sends(struct h_case *c, struct transfer *t)
{
    MPI_Status unused[FLIGHTS];

    if (t->send->start != H_BLOCKING)
        h_complete(c, t->n, t->sending, t->order->no_status ? NULL : unused);
    for (int k = 0; k < t->n; k++)
        h_check_intact(c, t->sent[k].held, values_of(c, t, k, true));
}

/* What was sent buffered is out of the sender's hands, before it is received: the buffers get other values. */
static void reuse_buffers(struct h_case *c, struct transfer *t)
{
    for (int k = 0; k < t->n; k++) {
        struct h_values v = values_of(c, t, k, true);
        v.start++;
        h_message_end_fill(&t->sent[k], v);
    }
}

static void run_round(struct h_case *c, struct transfer *t)
{
    const struct h_edge *e = t->edge;
    const bool buffers = e->sends && t->send->mode == H_BUFFERED;

    fill(c, t);
    if (buffers)
        h_bsend_begin(c, t->n, t->sent);
    if (e->receives && is_early(t->receive))
        receive_all(c, t);
    say_ready(c, t);
    if (e->sends)
        send_all(c, t);
    if (buffers) {
        finish_sends(c, t);
        reuse_buffers(c, t);
    }
    if (e->receives && !is_early(t->receive))
        receive_all(c, t);
    if (e->receives)
        finish_receives(c, t);
    if (e->sends && !buffers)
        finish_sends(c, t);
    if (buffers)
        h_bsend_end(c);
}

/* After a message of nothing one of something takes the same way, into the same buffer. */
static void follow(struct h_case *c, const struct transfer *t)
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

static void free_ends(struct transfer *t)
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
static void separate(struct h_case *c, const struct transfer *t)
{
    if (t->order->any_source && t->order->any_tag)
        H_MPI(MPI_Barrier(c->comm->comm));
}

/* Other starts of a persistent receive have shorter messages, where the send is not a persistent one itself. */
static void choose_length(struct h_case *c, struct transfer *t)
{
    const MPI_Aint most = c->elements, lengths[ROUNDS] = {most, most / 2, most - most / 4};

    if (!(messages->flags & H_ANY_LENGTH) || t->send->start == H_PERSISTENT || c->round == 0)
        return;
    t->moved = lengths[c->round];
    if (t->edge->sends)
        make_sent(c, t, 0);
    if (t->edge->receives)
        t->received[0].moved = t->moved;
}

static void run_case(struct h_case *c, struct transfer *t)
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
        if (messages->flags & H_EMPTY)
            follow(c, t);
    }
    separate(c, t);
}

/* ---- all cases of a pair ---- */

static int num_sends, num_receives;

static void count_forms(void)
{
    for (num_sends = 0; h_send_form(messages->sends, num_sends); num_sends++)
        ;
    for (num_receives = 0; h_recv_form(messages->receives, num_receives); num_receives++)
        ;
}

/* The receive whose turn it is, or the next one that the send may meet. */
static const struct h_recv_form *receive_for(const struct h_case *c, const struct h_send_form *s, int turn)
{
    for (int k = 0; k < num_receives; k++) {
        const struct h_recv_form *r = h_recv_form(messages->receives, (turn + k) % num_receives);
        if (may_meet(s, r, c->comm->most == 1 && !c->comm->inter))
            return r;
    }
    return NULL;
}

/* Tags from 0, and up to the largest one; those of one edge are its own. */
static int first_tag(const struct h_case *c, const struct h_edge *e, int turn)
{
    int *upper, found, first = 0;

    H_MPI(MPI_Comm_get_attr(c->comm->comm, MPI_TAG_UB, &upper, &found));
    if (found && turn % 3 == 1)
        first = *upper - TAGS + 1;
    return first + FLIGHTS * (e->number % (TAGS / FLIGHTS - 1));
}

/* Numbers that depend on the case alone and go through all there is. */
static unsigned mix(const struct h_case *c, const struct h_edge *e, int form)
{
    unsigned hash = 0;
    const int numbers[] = {c->i, c->j, c->comm->number, e->number, form};

    for (int k = 0; k < H_NUM(numbers); k++)
        hash = (hash ^ (unsigned) numbers[k]) * 2654435761u + (hash >> 15);
    return hash >> 4;
}

/* Elements of a message of any length: all remainders of the instances, whatever the count. */
static MPI_Aint length_of(const struct h_case *c, int k, unsigned turn)
{
    const MPI_Aint all = DTP_pool_elements(c->recv.pool), n = num_sends > num_receives ? num_sends : num_receives;
    const MPI_Aint part = all / n;

    if (messages->flags & H_EMPTY)
        return 0;
    if (!(messages->flags & H_ANY_LENGTH))
        return harness.moved;
    return part < 2 ? k % (all + 1) : k * part + (MPI_Aint) (turn % (unsigned) part);
}

static int count_names(const char *name(int k))
{
    int n = 0;

    while (name(n))
        n++;
    return n;
}

/* Which way to describe the message on either side, and in which order messages are received: in turn. */
static void choose_variant(struct h_case *c, struct transfer *t, unsigned turn)
{
    static char variant[H_TEXT];
    const bool nothing = messages->flags & H_EMPTY;
    const unsigned n = (unsigned) count_names(nothing ? h_empty_name : h_guise_name);

    t->order = &orders[0];
    c->variant = NULL;
    if (messages->flags & H_ONE_PLAIN)
        return;
    t->guise = (int) (turn % n);
    t->receive_guise = nothing ? (int) (turn / 64 % n) : t->guise;
    t->order = &orders[turn / n % H_NUM(orders)];
    if (nothing)
        snprintf(variant, sizeof variant, "%s-to-%s/%s", h_empty_name(t->guise), h_empty_name(t->receive_guise),
                 t->order->name);
    else
        snprintf(variant, sizeof variant, "%s/%s", h_guise_name(t->guise), t->order->name);
    c->variant = variant;
}

static void describe(struct h_case *c, struct transfer *t, unsigned turn)
{
    const bool both_wait = t->send->start == H_BLOCKING && t->receive->start == H_BLOCKING;
    const bool one = both_wait || messages->flags & (H_ONE_PLAIN | H_ANY_LENGTH);

    choose_variant(c, t, turn);
    t->n = one ? 1 : FLIGHTS;
    t->rounds = t->send->start == H_PERSISTENT || t->receive->start == H_PERSISTENT ? ROUNDS : 1;
    t->first_tag = first_tag(c, t->edge, (int) (turn % 1000));
    c->more_sent = c->more_received = t->n - 1;
    c->form = h_start_name(t->send->start);
    c->receive = t->receive->name;
    c->completion = both_wait ? NULL : h_message_completion((int) (turn % 1000));
}

static void try_forms(struct h_case *c, const struct h_edge *e, int k)
{
    const unsigned turn = mix(c, e, k);
    struct transfer t = {.edge = e, .send = h_send_form(messages->sends, k % num_sends), .number = e->number + 32 * k};

    t.moved = c->elements = length_of(c, k, turn);
    t.receive = receive_for(c, t.send, h_pair_turn(c) + k + e->number + c->comm->number);
    if (!t.receive)
        return;
    describe(c, &t, turn);
    c->shares = !(messages->flags & (H_EMPTY | H_ANY_LENGTH)) && h_shares(c);
    if (h_begin(c, t.send->name) && may_meet(t.send, t.receive, is_to_itself(&t)))
        run_case(c, &t);
    c->shares = 0;
}

/* With many processes the messages of a pair of objects share its forms, and pairs that have one form go to a few
 * of them; what -obj selects has all. */
static bool is_due(const struct h_case *c, const struct h_edge *e, int k, int n)
{
    const int edges = 2 * c->comm->most;

    if (messages->flags & H_EVERY_SEND && (c->comm->all_pairs || harness.options.totals))
        return true;
    if (edges <= 4)
        return h_due(c, (k + e->number) % n, n);
    if (c->all_choices)
        return h_pair_is_selected() || (k + c->i) % edges == e->number % edges;
    return h_turn_of_pair(c->i, c->j, e->number, edges / 4) == 0 && h_due(c, (k + e->number) % n, n);
}

static void each_form(struct h_case *c, const struct h_edge *e)
{
    const int n = num_sends > num_receives ? num_sends : num_receives;

    for (int k = 0; k < n; k++)
        if (is_due(c, e, k, n))
            try_forms(c, e, k);
}

static void visit(struct h_case *c)
{
    h_each_edge(c, each_form);
}

void h_each_message(unsigned comms, const struct h_messages *what)
{
    messages = what;
    count_forms();
    h_each_pair(comms, visit);
}
