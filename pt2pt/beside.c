/* Requests of nothing beside receives that are under way: a null request and a persistent one that is not started,
 * before, between and behind two receives, whose messages come in either order and may be shorter than these.  Calls
 * for any or some return the receives alone, those for all return two empty statuses as well (MPI-3.1, 3.7.5).  Calls
 * for all complete a collective operation, in place of the null request, with the receives too (MPI-3.1, 5.12). */
#include "harness.h"
#include "tables.h"

#include <stdbool.h>
#include <stdio.h>

enum { TAG = 75, RECEIVES = 2, OF_NOTHING = RECEIVES, IDLE, REQUESTS, ORDERS = 24, NOT_YET = -78, SEVERAL = -79 };

/* ---- what completes one of them: which it is, MPI_UNDEFINED if none is under way ---- */

static int wait_any(MPI_Request *requests, MPI_Status *status)
{
    int k = H_NONE;

    H_MPI(MPI_Waitany(REQUESTS, requests, &k, status));
    return k;
}

/* An index without a flag is one too many, and taken for a request that is complete. */
static int test_any(MPI_Request *requests, MPI_Status *status)
{
    int k = H_NONE, done = 0;

    H_MPI(MPI_Testany(REQUESTS, requests, &k, &done, status));
    return done || k != MPI_UNDEFINED ? k : NOT_YET;
}

static int first_of(int n, const int *indices, const MPI_Status *statuses, MPI_Status *status)
{
    *status = statuses[0];
    return n == 1 ? indices[0] : n == MPI_UNDEFINED ? n : n == 0 ? NOT_YET : SEVERAL;
}

static int wait_some(MPI_Request *requests, MPI_Status *status)
{
    MPI_Status statuses[REQUESTS] = {h_status()};
    int n = H_NONE, indices[REQUESTS] = {H_NONE};

    H_MPI(MPI_Waitsome(REQUESTS, requests, &n, indices, statuses));
    return first_of(n, indices, statuses, status);
}

static int test_some(MPI_Request *requests, MPI_Status *status)
{
    MPI_Status statuses[REQUESTS] = {h_status()};
    int n = H_NONE, indices[REQUESTS] = {H_NONE};

    H_MPI(MPI_Testsome(REQUESTS, requests, &n, indices, statuses));
    return first_of(n, indices, statuses, status);
}

/* Those without such a function complete all. */
static const struct way {
    const char *name, *call, *index;
    int (*one)(MPI_Request *requests, MPI_Status *status);
    bool tests;
} ways[] = {
    {"waitany", "MPI_Waitany", "index", wait_any, false},
    {"testany", "MPI_Testany", "index", test_any, true},
    {"waitsome", "MPI_Waitsome", "array_of_indices", wait_some, false},
    {"testsome", "MPI_Testsome", "array_of_indices", test_some, true},
    {"waitall", "MPI_Waitall", NULL, NULL, false},
    {"testall", "MPI_Testall", NULL, NULL, true},
};

/* ---- a case ---- */

/* The receives have the numbers 0 and 1, as their messages and objects have. */
struct flight {
    const struct way *way;
    bool persistent, collective;
    int first;                  /* whose message comes first */
    int place[REQUESTS];        /* of the receives, of the request of nothing, of the one that is not started */
    MPI_Aint moved[RECEIVES];   /* elements of the messages */
    struct h_obj sent[RECEIVES], received[RECEIVES];
    MPI_Request requests[REQUESTS];
};

static void post(struct h_case *c, struct flight *f)
{
    const int self = c->comm->rank;

    f->requests[f->place[OF_NOTHING]] = MPI_REQUEST_NULL;
    if (f->collective)
        H_MPI(MPI_Ibarrier(c->comm->comm, &f->requests[f->place[OF_NOTHING]]));
    H_MPI(MPI_Recv_init(H_ARGS(f->received[0]), self, TAG + IDLE, c->comm->comm, &f->requests[f->place[IDLE]]));
    for (int k = 0; k < RECEIVES; k++) {
        MPI_Request *request = &f->requests[f->place[k]];
        if (!f->persistent) {
            H_MPI(MPI_Irecv(H_ARGS(f->received[k]), self, TAG + k, c->comm->comm, request));
            continue;
        }
        H_MPI(MPI_Recv_init(H_ARGS(f->received[k]), self, TAG + k, c->comm->comm, request));
        H_MPI(MPI_Start(request));
    }
}

static void send(struct h_case *c, const struct flight *f, int k)
{
    struct h_obj o = f->sent[k];

    if (f->moved[k] < c->elements) {
        o = h_first_elements(f->moved[k]);
        h_fill(o, h_mine(c, k));
    }
    H_MPI(MPI_Send(H_ARGS(o), c->comm->rank, TAG + k, c->comm->comm));
}

static void check(struct h_case *c, const struct flight *f, int k, const MPI_Status *status)
{
    h_check_received_part(c, f->received[k], h_mine(c, k), f->moved[k]);
    h_check_status_part(c, f->received[k], status, c->comm->rank, TAG + k, f->moved[k]);
}

/* One call must complete one receive, as soon as its message is there, and no other. */
static void one_by_one(struct h_case *c, struct flight *f)
{
    const struct way *w = f->way;

    for (int turn = 0; turn < RECEIVES; turn++) {
        const int k = turn == 0 ? f->first : 1 - f->first;
        MPI_Status status;
        int which = NOT_YET;
        if (w->tests)
            h_check_number(c, w->call, "complete without a message", NOT_YET, w->one(f->requests, &status));
        send(c, f, k);
        while (which == NOT_YET) {
            status = h_status();
            which = w->one(f->requests, &status);
        }
        h_check_number(c, w->call, w->index, f->place[k], which);
        check(c, f, k, &status);
    }
    h_check_number(c, w->call, w->index, MPI_UNDEFINED, w->one(f->requests, &(MPI_Status) {.MPI_TAG = H_NONE}));
}

static void all_together(struct h_case *c, struct flight *f)
{
    MPI_Status statuses[REQUESTS];
    int done = 0;

    send(c, f, f->first);
    if (f->way->tests)
        H_MPI(MPI_Testall(REQUESTS, f->requests, &done, statuses));
    h_check_number(c, f->way->call, "flag without a message", 0, done);
    send(c, f, 1 - f->first);
    h_complete(c, REQUESTS, f->requests, statuses);
    for (int k = 0; k < RECEIVES; k++)
        check(c, f, k, &statuses[f->place[k]]);
    for (int k = f->collective ? IDLE : OF_NOTHING; k <= IDLE; k++)
        h_check_empty(c, &statuses[f->place[k]], MPI_ANY_SOURCE);
}

static void run_case(struct h_case *c, struct flight *f)
{
    f->sent[0] = c->send;
    f->sent[1] = h_send_twin(c);
    f->received[0] = c->recv;
    f->received[1] = h_recv_object(c, 1);
    for (int k = 0; k < RECEIVES; k++) {
        h_fill(f->sent[k], h_mine(c, k));
        h_clear(f->received[k]);
    }
    post(c, f);
    if (f->way->one)
        one_by_one(c, f);
    else
        all_together(c, f);
    H_MPI(MPI_Request_free(&f->requests[f->place[IDLE]]));
    for (int k = 0; k < RECEIVES; k++) {
        if (f->persistent)
            H_MPI(MPI_Request_free(&f->requests[f->place[k]]));
        h_check_number(c, f->way->call, "request is MPI_REQUEST_NULL", 1,
                       f->requests[f->place[k]] == MPI_REQUEST_NULL);
        h_check_intact(c, f->sent[k], h_mine(c, k));
    }
}

/* Order number k of the four: which place is next, of those that are left. */
static void arrange(struct flight *f, int k)
{
    bool taken[REQUESTS] = {false};

    for (int r = 0, left = REQUESTS; r < REQUESTS; k /= left, r++, left--) {
        int skip = k % left, place = 0;
        while (taken[place] || skip-- > 0)
            place++;
        taken[place] = true;
        f->place[r] = place;
    }
}

/* Of some cases the messages have any number of elements. */
static bool choose_lengths(const struct h_case *c, struct flight *f, int turn)
{
    const bool is_short = turn / 4 % 2 && !h_overlaps(c);

    for (int k = 0; k < RECEIVES; k++)
        f->moved[k] = is_short ? 1 + (turn + 5 * k) % c->elements : c->elements;
    return is_short;
}

static void visit(struct h_case *c)
{
    c->more_sent = c->more_received = 1;
    for (int k = 0; k < ORDERS * H_NUM(ways); k++) {
        const int turn = h_pair_turn(c) + k / H_NUM(ways);
        const char *at[REQUESTS];
        char variant[64];
        struct flight f = {.way = &ways[k % H_NUM(ways)], .first = turn % 2, .persistent = turn / 2 % 2};
        const bool is_short = choose_lengths(c, &f, turn);
        f.collective = !f.way->one && turn / 8 % 2;
        const char *const words[REQUESTS] = {"first", "second", f.collective ? "barrier" : "null", "idle"};
        arrange(&f, k / H_NUM(ways));
        for (int r = 0; r < REQUESTS; r++)
            at[f.place[r]] = r < RECEIVES ? words[r != f.first] : words[r];
        snprintf(variant, sizeof variant, "%s-%s-%s-%s%s", at[0], at[1], at[2], at[3], is_short ? "/short" : "");
        c->variant = variant;
        c->completion = f.way->name;
        if (h_begin(c, f.persistent ? "MPI_Recv_init" : "MPI_Irecv"))
            run_case(c, &f);
    }
    c->variant = NULL;
}

static void run(void)
{
    h_each_pair(H_WORLD | H_ONCE, visit);
}

const struct h_program h_program = {"requests of nothing beside receives", H_SENDS | H_SEVERAL, run};
