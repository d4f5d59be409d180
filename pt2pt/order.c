/* Messages of one source and one tag, of unlike lengths and modes, do not overtake each other: each receive has the
 * message of its turn, by whatever names and, of the last one, by whatever call it asks for it, posted before the
 * messages or after them; a message with the same tag in a duplicate of the communicator is not for any of them
 * (MPI-3.1, 3.5, 6.4.2). */
#include "messages/bsend.h"
#include "messages/copies.h"

#include <stdbool.h>
#include <stdio.h>

enum { TAG = 65, MESSAGES = 3, LAST = MESSAGES - 1, OTHER = MESSAGES };

/* ---- by which names messages are received ---- */

static const struct names {
    const char *name;
    bool any_source[MESSAGES], any_tag[MESSAGES];
} names[] = {
    {"by-name", {false, false, false}, {false, false, false}},
    {"any-source", {true, true, true}, {false, false, false}},
    {"any-second", {false, true, false}, {false, true, false}},
    {"any-first", {true, false, false}, {true, false, false}},
    {"named-second", {true, false, true}, {true, false, true}},
    {"any-last", {false, false, true}, {false, false, true}},
};

/* How long messages are. */
enum length { NOTHING, SHORT, LONG };

static const struct lengths {
    const char *name;
    enum length of[MESSAGES];
} lengths[] = {
    {"short-long-short", {SHORT, LONG, SHORT}},   {"long-short-short", {LONG, SHORT, SHORT}},
    {"long-short-long", {LONG, SHORT, LONG}},     {"short-short-long", {SHORT, SHORT, LONG}},
    {"short-nothing-long", {SHORT, NOTHING, LONG}}, {"long-nothing-short", {LONG, NOTHING, SHORT}},
};

/* By which calls they are sent, and the first receive begins: those of all modes and forms are in one order (MPI-3.1,
 * 3.5). */
static const struct calls {
    const char *sends[MESSAGES + 1], *first;
} calls[] = {
    {{"MPI_Isend", "MPI_Isend", "MPI_Isend", "MPI_Isend"}, "MPI_Irecv"},
    {{"MPI_Ibsend", "MPI_Issend", "MPI_Isend", "MPI_Isend"}, "MPI_Irecv"},
    {{"MPI_Issend", "MPI_Isend", "MPI_Issend", "MPI_Isend"}, "MPI_Recv_init"},
    {{"MPI_Bsend", "MPI_Isend", "MPI_Isend", "MPI_Isend"}, "MPI_Recv_init"},
    {{"MPI_Bsend_init", "MPI_Isend", "MPI_Issend", "MPI_Isend"}, "MPI_Irecv"},
    {{"MPI_Send_init", "MPI_Issend", "MPI_Isend", "MPI_Isend"}, "MPI_Irecv"},
    {{"MPI_Isend", "MPI_Ssend_init", "MPI_Isend", "MPI_Isend"}, "MPI_Irecv"},
};

/* ---- a case ---- */

/* A short message is the first element of the signature; those of all numbers lie side by side. */
struct flight {
    const struct names *names;
    const struct lengths *lengths;
    const struct calls *calls;
    const struct h_recv_form *last; /* receives the last message; NULL: MPI_Sendrecv, which sends it too */
    bool expected, has_other;
    MPI_Comm other;             /* the duplicate, if there is one */
    struct h_copies shorts;
    struct h_message sent[MESSAGES + 1];
    struct h_obj longs[MESSAGES], received[MESSAGES];
    MPI_Request sending[MESSAGES + 1], receiving[MESSAGES];
    MPI_Status statuses[MESSAGES];
};

/* Element k of the short ones. */
static struct h_values short_values(struct h_values v, int k)
{
    return (struct h_values) {v.start + k * v.stride, v.stride};
}

static void prepare_sends(struct h_case *c, struct flight *f)
{
    f->shorts = h_copies_of(h_first_elements(1), MESSAGES + 1);
    h_fill(f->shorts.all, h_mine(c, 0));
    for (int k = 0; k <= MESSAGES; k++) {
        f->sent[k] = h_copy_message(&f->shorts, k, c->comm->right, TAG, c->comm->comm);
        if (k < MESSAGES && f->lengths->of[k] == NOTHING)
            f->sent[k].count = 0;
        if (k == OTHER || f->lengths->of[k] != LONG)
            continue;
        f->longs[k] = k ? h_send_object(c, k) : c->send;
        h_fill(f->longs[k], h_mine(c, 1 + k));
        f->sent[k] = h_message_of(f->longs[k], c->comm->right, TAG, c->comm->comm);
    }
    f->sent[OTHER].comm = f->other;
}

static void start(enum h_start how, MPI_Request *request)
{
    if (how == H_PERSISTENT)
        H_MPI(MPI_Start(request));
}

static void send_one(struct flight *f, int k)
{
    const struct h_send_form *form = h_send_form(f->calls->sends[k], 0);

    f->sending[k] = MPI_REQUEST_NULL;
    h_mpi(form->call(&f->sent[k], &f->sending[k]), form->name, __FILE__, __LINE__);
    start(form->start, &f->sending[k]);
}

/* The message in the duplicate goes before all others, and is received after them; MPI_Sendrecv sends its own. */
static void send_all(struct flight *f)
{
    if (f->has_other)
        send_one(f, OTHER);
    for (int k = 0; k < LAST; k++)
        send_one(f, k);
    f->sending[LAST] = MPI_REQUEST_NULL;
    if (f->last)
        send_one(f, LAST);
}

/* The message that receive k asks for. */
static struct h_message asked(const struct h_case *c, const struct flight *f, int k)
{
    return h_message_of(f->received[k], f->names->any_source[k] ? MPI_ANY_SOURCE : c->comm->left,
                        f->names->any_tag[k] ? MPI_ANY_TAG : TAG, c->comm->comm);
}

#define ARGS(m) (m).buf, (m).count, (m).type, (m).peer, (m).tag

static void begin_receive(const struct h_recv_form *form, struct h_message m, MPI_Request *request, MPI_Status *status)
{
    h_mpi(form->call(&m, request, status), form->name, __FILE__, __LINE__);
    start(form->start, request);
}

static void receive_first(const struct h_case *c, struct flight *f)
{
    for (int k = 0; k < LAST; k++)
        begin_receive(h_recv_form(k ? "MPI_Irecv" : f->calls->first, 0), asked(c, f, k), &f->receiving[k], NULL);
}

static void receive_last(const struct h_case *c, struct flight *f)
{
    struct h_message m = asked(c, f, LAST);
    MPI_Status probed = h_status(), *status = &f->statuses[LAST];

    *status = h_status();
    if (!f->last) {
        H_MPI(MPI_Sendrecv(ARGS(f->sent[LAST]), ARGS(m), m.comm, status));
        return;
    }
    if (f->last->probe != H_NO_PROBE)
        h_probe_message(f->last, &m, &probed);
    begin_receive(f->last, m, &f->receiving[LAST], status);
}

/* When the last receive begins: one that waits must not do so in all processes before they send. */
enum when { POSTED, BEFORE_SENDS, AFTER_SENDS };

static enum when when_last(const struct h_case *c, const struct flight *f)
{
    if (!f->expected || !f->last)
        return AFTER_SENDS;
    if (h_recv_is_early(f->last))
        return POSTED;
    return c->comm->rank > 0 ? BEFORE_SENDS : AFTER_SENDS;
}

static void transfer(struct h_case *c, struct flight *f)
{
    const enum when when = when_last(c, f);

    if (f->expected)
        receive_first(c, f);
    if (when == POSTED)
        receive_last(c, f);
    H_MPI(MPI_Barrier(c->comm->comm));
    if (when == BEFORE_SENDS)
        receive_last(c, f);
    send_all(f);
    if (!f->expected) {
        h_signal(c, c->comm->right, c->comm->left, TAG + 1); /* behind the others, which have arrived, or are known */
        receive_first(c, f);
    }
    if (when == AFTER_SENDS)
        receive_last(c, f);
}

static void complete(struct h_case *c, struct flight *f)
{
    const int n = LAST + (f->last && f->last->start != H_BLOCKING);

    h_complete(c, n, f->receiving, f->statuses);
    h_requests_free(n, f->receiving);
}

static void check(struct h_case *c, struct flight *f)
{
    const MPI_Aint all = DTP_pool_elements(c->recv.pool);
    const int left = c->comm->left;

    for (int k = 0; k < MESSAGES; k++) {
        const bool is_long = f->lengths->of[k] == LONG;
        const MPI_Aint n = is_long ? all : f->lengths->of[k] == SHORT;
        h_check_received_part(c, f->received[k], is_long ? h_theirs(c, left, 1 + k)
                                                         : short_values(h_theirs(c, left, 0), k), n);
        h_check_status_part(c, f->received[k], &f->statuses[k], left, TAG, n);
    }
}

static void check_sent(struct h_case *c, const struct flight *f)
{
    for (int k = 0; k < MESSAGES; k++)
        if (f->lengths->of[k] == LONG)
            h_check_intact(c, f->longs[k], h_mine(c, 1 + k));
    h_check_intact(c, f->shorts.all, h_mine(c, 0));
}

static void receive_other(struct h_case *c, const struct flight *f)
{
    MPI_Status status = h_status();

    h_clear(c->recv);
    H_MPI(MPI_Recv(H_ARGS(c->recv), c->comm->left, TAG, f->other, &status));
    h_check_received_part(c, c->recv, short_values(h_theirs(c, c->comm->left, 0), OTHER), 1);
    h_check_envelope(c, &status, c->comm->left, TAG);
}

static void run_case(struct h_case *c, struct flight *f)
{
    const int n = MESSAGES + f->has_other;
    MPI_Status sent[MESSAGES + 1];
    struct h_message_end first = {.sends = true};

    if (f->has_other)
        H_MPI(MPI_Comm_dup(c->comm->comm, &f->other));
    prepare_sends(c, f);
    first.m = f->sent[0];
    h_bsend_begin(c, 1, &first);
    for (int k = 0; k < MESSAGES; k++) {
        f->received[k] = k ? h_recv_object(c, k) : c->recv;
        h_clear(f->received[k]);
    }
    transfer(c, f);
    h_check_no_message(c, c->comm->left, TAG);
    complete(c, f);
    check(c, f);
    if (f->has_other)
        receive_other(c, f);
    H_MPI(MPI_Waitall(n, f->sending, sent));
    h_requests_free(n, f->sending);
    h_bsend_end(c);
    check_sent(c, f);
    if (f->has_other)
        H_MPI(MPI_Comm_free(&f->other));
    h_copies_free(&f->shorts);
}

/* The calls that receive the last message: NULL after the last one. */
static const struct h_recv_form *last_form(int turn)
{
    int n = 0;

    while (h_recv_form("*", n))
        n++;
    return h_recv_form("*", turn % (n + 1));
}

static void visit(struct h_case *c)
{
    enum { NAMES = H_NUM(names), LENGTHS = H_NUM(lengths) };
    char variant[96];

    c->more_sent = c->more_received = MESSAGES - 1;
    for (int k = 0; k < 2 * NAMES * LENGTHS; k++) {
        const int turn = h_pair_turn(c) + k / 2;
        struct flight f = {.names = &names[k / 2 % NAMES], .lengths = &lengths[k / 2 / NAMES], .expected = k % 2,
                           .calls = &calls[(turn + k / 2 / NAMES) % H_NUM(calls)], .has_other = turn / 2 % 3 == 0,
                           .last = last_form(turn), .other = MPI_COMM_NULL};
        snprintf(variant, sizeof variant, "%s/%s/%s%s", f.lengths->name, f.names->name,
                 f.expected ? "expected" : "unexpected", f.has_other ? "/duplicate" : "");
        c->variant = variant;
        c->form = h_start_name(h_send_form(f.calls->sends[0], 0)->start);
        c->receive = f.last ? f.last->name : "MPI_Sendrecv";
        c->completion = h_completion(turn);
        if (h_begin(c, f.calls->sends[0]))
            run_case(c, &f);
    }
    c->variant = NULL;
}

static void run(void)
{
    h_each_pair(H_WORLD | H_SELF | H_ONCE, visit);
}

const struct h_program h_program = {"messages of one tag and unlike lengths, in order", H_SENDS | H_SEVERAL, run};
