/* Messages of one source and one tag, of unlike lengths and modes, do not overtake each other: each receive has the
 * message of its turn, by whatever names it asks for it, posted before the messages or after them; a message with the
 * same tag in a duplicate of the communicator is not for any of them (MPI-3.1, 3.5, 6.4.2). */
#include "messages/bsend.h"
#include "messages/copies.h"

#include <stdbool.h>
#include <stdio.h>

enum { TAG = 65, MESSAGES = 3, OTHER = MESSAGES };

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

/* By which calls they are sent: those of all modes are in one order (MPI-3.1, 3.5). */
static const char *const sends[][MESSAGES + 1] = {
    {"MPI_Isend", "MPI_Isend", "MPI_Isend", "MPI_Isend"},
    {"MPI_Ibsend", "MPI_Issend", "MPI_Isend", "MPI_Isend"},
    {"MPI_Issend", "MPI_Isend", "MPI_Issend", "MPI_Isend"},
};

/* ---- a case ---- */

/* A short message is the first element of the signature; those of all numbers lie side by side. */
struct flight {
    const struct names *names;
    const struct lengths *lengths;
    const char *const *sends;
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

static void send_one(struct flight *f, int k)
{
    h_mpi(h_send_form(f->sends[k], 0)->call(&f->sent[k], &f->sending[k]), f->sends[k], __FILE__, __LINE__);
}

/* The message in the duplicate goes before all others, and is received after them. */
static void send_all(struct flight *f)
{
    if (f->has_other)
        send_one(f, OTHER);
    for (int k = 0; k < MESSAGES; k++)
        send_one(f, k);
}

static void receive_all(struct h_case *c, struct flight *f)
{
    for (int k = 0; k < MESSAGES; k++)
        H_MPI(MPI_Irecv(H_ARGS(f->received[k]), f->names->any_source[k] ? MPI_ANY_SOURCE : c->comm->left,
                        f->names->any_tag[k] ? MPI_ANY_TAG : TAG, c->comm->comm, &f->receiving[k]));
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
    if (f->expected)
        receive_all(c, f);
    H_MPI(MPI_Barrier(c->comm->comm));
    send_all(f);
    if (!f->expected) {
        h_signal(c, c->comm->right, c->comm->left, TAG + 1); /* behind the others, which have arrived, or are known */
        receive_all(c, f);
    }
    h_complete(c, MESSAGES, f->receiving, f->statuses);
    check(c, f);
    if (f->has_other)
        receive_other(c, f);
    H_MPI(MPI_Waitall(n, f->sending, sent));
    h_bsend_end(c);
    check_sent(c, f);
    if (f->has_other)
        H_MPI(MPI_Comm_free(&f->other));
    h_copies_free(&f->shorts);
}

static void visit(struct h_case *c)
{
    enum { NAMES = H_NUM(names), LENGTHS = H_NUM(lengths) };
    char variant[96];

    c->form = "nonblocking";
    c->more_sent = c->more_received = MESSAGES - 1;
    for (int k = 0; k < 2 * NAMES * LENGTHS; k++) {
        const int turn = h_pair_turn(c) + k / 2;
        struct flight f = {.names = &names[k / 2 % NAMES], .lengths = &lengths[k / 2 / NAMES], .expected = k % 2,
                           .sends = sends[(turn + k / 2 / NAMES) % H_NUM(sends)], .has_other = turn / 2 % 3 == 0,
                           .other = MPI_COMM_NULL};
        snprintf(variant, sizeof variant, "%s/%s/%s%s", f.lengths->name, f.names->name,
                 f.expected ? "expected" : "unexpected", f.has_other ? "/duplicate" : "");
        c->variant = variant;
        c->completion = h_completion(turn);
        if (h_begin(c, f.sends[0]))
            run_case(c, &f);
    }
    c->variant = NULL;
}

static void run(void)
{
    h_each_pair(H_WORLD | H_ONCE, visit);
}

const struct h_program h_program = {"messages of one tag and unlike lengths, in order", H_SENDS | H_SEVERAL, run};
