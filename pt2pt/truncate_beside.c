/* A message longer than its receive, beside one that is not: each call that completes them returns the error of the
 * one, in its code or, of several, in MPI_ERROR of its status, and the other is received as ever (MPI-3.1, 3.2.5,
 * 3.7.5). */
#include "messages/copies.h"

#include <stdbool.h>
#include <string.h>

enum { TAG = 84, LONG = 0, GOOD = 1, MESSAGES = 2 };

/* ---- what completes them ---- */

/* The messages' receives, in either order, and what has come of each. */
struct receives {
    struct h_case *c;
    int at;                 /* the one that is too short for its message */
    bool has_no_status;     /* of either */
    MPI_Request requests[MESSAGES];
    MPI_Status statuses[MESSAGES];
    bool done[MESSAGES];
};

/* An error, or none, by the name that the recorder of calls has for it: MPI_Error_class of what a call returned,
 * MPI_ERROR of a status.  Libraries may free a request that has failed. */
static void finish(struct receives *r, const char *call, const char *name, int k, int code, MPI_Status status)
{
    const bool is_long = k == r->at;

    h_check_named(r->c, call, name, is_long ? "" : " of the other", is_long ? MPI_ERR_TRUNCATE : MPI_SUCCESS,
                  h_error_class(code));
    r->done[k] = true;
    r->statuses[k] = status;
    if (code != MPI_SUCCESS && r->requests[k] != MPI_REQUEST_NULL)
        H_MPI(MPI_Request_free(&r->requests[k]));
}

static void one_at(struct receives *r, int k)
{
    MPI_Status status = h_status();
    const int code = MPI_Wait(&r->requests[k], &status);

    finish(r, "MPI_Wait", "MPI_Error_class", k, code, status);
}

static void wait_each(struct receives *r)
{
    for (int k = 0; k < MESSAGES; k++)
        one_at(r, k);
}

static void test_each(struct receives *r)
{
    for (int k = 0; k < MESSAGES; k++) {
        MPI_Status status;
        int code = MPI_SUCCESS, flag = 0;
        while (code == MPI_SUCCESS && !flag) {
            status = h_status();
            code = MPI_Test(&r->requests[k], &flag, &status);
        }
        finish(r, "MPI_Test", "MPI_Error_class", k, code, status);
    }
}

/* Waits or tests until one has completed. */
static void one_of(struct receives *r, bool tests)
{
    const char *call = tests ? "MPI_Testany" : "MPI_Waitany";
    MPI_Status status = h_status();
    int code = MPI_SUCCESS, flag = 0, k = H_NONE;

    if (!tests)
        code = MPI_Waitany(MESSAGES, r->requests, &k, &status);
    while (tests && code == MPI_SUCCESS && !flag) {
        status = h_status();
        code = MPI_Testany(MESSAGES, r->requests, &k, &flag, &status);
    }
    if (k != 0 && k != 1) {
        h_check_number(r->c, call, "index", r->done[0], k);
        k = r->done[0];
    }
    finish(r, call, "MPI_Error_class", k, code, status);
}

static void wait_any(struct receives *r)
{
    one_of(r, false);
    one_of(r, false);
}

static void test_any(struct receives *r)
{
    one_of(r, true);
    one_of(r, true);
}

/* Statuses whose errors nobody has set. */
static void prepare(MPI_Status *statuses)
{
    for (int k = 0; k < MESSAGES; k++) {
        statuses[k] = h_status();
        statuses[k].MPI_ERROR = MPI_ERR_OTHER;
    }
}

/* What a call said of n receives: whose errors are in their statuses, if its code says so. */
static void finish_several(struct receives *r, const char *call, int code, int n, const int *which, MPI_Status *s)
{
    const bool in_status = h_error_class(code) == MPI_ERR_IN_STATUS;

    if (code != MPI_SUCCESS)
        h_check_named(r->c, call, "MPI_Error_class", "", MPI_ERR_IN_STATUS, h_error_class(code));
    if (!h_check_indices(r->c, call, MESSAGES, n, which))
        return;
    for (int k = 0; k < n; k++) {
        const int error = in_status ? s[k].MPI_ERROR : code;
        s[k].MPI_ERROR = MPI_SUCCESS;
        if (in_status && error == MPI_ERR_PENDING)
            one_at(r, which[k]);
        else
            finish(r, call, "MPI_ERROR", which[k], error, s[k]);
    }
}

static const int both[] = {0, 1};

static void wait_all(struct receives *r)
{
    MPI_Status statuses[MESSAGES];
    int code;

    prepare(statuses);
    code = MPI_Waitall(MESSAGES, r->requests, statuses);
    finish_several(r, "MPI_Waitall", code, MESSAGES, both, statuses);
}

static void test_all(struct receives *r)
{
    MPI_Status statuses[MESSAGES];
    int code = MPI_SUCCESS, flag = 0;

    while (code == MPI_SUCCESS && !flag) {
        prepare(statuses);
        code = MPI_Testall(MESSAGES, r->requests, &flag, statuses);
    }
    finish_several(r, "MPI_Testall", code, MESSAGES, both, statuses);
}

/* Without statuses the code alone says that one has failed, and not how; the other may still be pending. */
static void wait_all_ignoring(struct receives *r)
{
    MPI_Status *volatile ignored = MPI_STATUSES_IGNORE; /* which compilers take for an array of no elements */
    const int good = 1 - r->at, code = MPI_Waitall(MESSAGES, r->requests, ignored);

    h_check_number(r->c, "MPI_Waitall", "whether it returns an error", 1, code != MPI_SUCCESS);
    r->has_no_status = true;
    r->done[good] = true;
    if (r->requests[good] != MPI_REQUEST_NULL)
        finish(r, "MPI_Wait", "MPI_Error_class", good, MPI_Wait(&r->requests[good], MPI_STATUS_IGNORE), h_status());
}

static void some(struct receives *r, const char *call,
                 int f(int n, MPI_Request *requests, int *found, int *indices, MPI_Status *statuses))
{
    for (int left = MESSAGES, n; left > 0; left -= n) {
        MPI_Status statuses[MESSAGES];
        int which[MESSAGES], code;
        prepare(statuses);
        code = f(MESSAGES, r->requests, &n, which, statuses);
        if (n < 0 || n > left) {
            h_check_number(r->c, call, "outcount", left, n);
            return;
        }
        finish_several(r, call, code, n, which, statuses);
    }
}

static void wait_some(struct receives *r)
{
    some(r, "MPI_Waitsome", MPI_Waitsome);
}

static void test_some(struct receives *r)
{
    some(r, "MPI_Testsome", MPI_Testsome);
}

static const struct {
    const char *name, *call;
    void (*complete)(struct receives *r);
} ways[] = {
    {"wait", "MPI_Wait", wait_each},         {"test", "MPI_Test", test_each},
    {"waitany", "MPI_Waitany", wait_any},    {"testany", "MPI_Testany", test_any},
    {"waitall", "MPI_Waitall", wait_all},    {"testall", "MPI_Testall", test_all},
    {"waitsome", "MPI_Waitsome", wait_some}, {"testsome", "MPI_Testsome", test_some},
    {"waitall-ignoring", "MPI_Waitall", wait_all_ignoring},
};

/* ---- a case ---- */

static void send(struct h_case *c, const struct h_edge *e, int op, bool good_first)
{
    struct h_copies twice = h_copies_of(c->send, 2);
    const DTP_obj_s *o = twice.one.mpi;

    h_fill(twice.all, (struct h_values) {h_mine(c, op).start, 0});
    h_fill(c->send, h_mine(c, op));
    for (int k = 0; k < MESSAGES; k++)
        if ((k == 0) == good_first)
            H_MPI(MPI_Send(H_ARGS(c->send), e->dest, TAG + GOOD, c->comm->comm));
        else
            H_MPI(MPI_Send(twice.all.mpi->DTP_obj_buf, 2 * o->DTP_obj_count, o->DTP_obj_type, e->dest, TAG + LONG,
                           c->comm->comm));
    H_MPI(MPI_Send(H_ARGS(c->send), e->dest, TAG + LONG, c->comm->comm));
    h_check_intact(c, c->send, h_mine(c, op));
    h_copies_free(&twice);
}

static void post(struct h_case *c, const struct h_edge *e, struct h_obj to, int tag, MPI_Request *request)
{
    if (strcmp(c->form, "nonblocking") == 0) {
        H_MPI(MPI_Irecv(H_ARGS(to), e->source, tag, c->comm->comm, request));
        return;
    }
    H_MPI(MPI_Recv_init(H_ARGS(to), e->source, tag, c->comm->comm, request));
    H_MPI(MPI_Start(request));
}

/* Which request is the one that is too long: `at`. */
static void receive(struct h_case *c, const struct h_edge *e, int op, int way, int at)
{
    const struct h_obj good = h_recv_object(c, 1);
    const struct h_values v = h_theirs(c, e->source, op);
    struct receives r = {.c = c, .at = at};
    MPI_Status status = h_status();

    h_clear(c->recv);
    h_clear(good);
    post(c, e, c->recv, TAG + LONG, &r.requests[at]);
    post(c, e, good, TAG + GOOD, &r.requests[1 - at]);
    H_MPI(MPI_Send(NULL, 0, MPI_BYTE, e->source, TAG, c->comm->comm));
    ways[way].complete(&r);
    h_check_number(c, ways[way].call, "whether all receives are complete", 1,
                   r.done[1 - at] && (r.done[at] || r.has_no_status));
    h_check_received(c, good, v);
    if (!r.has_no_status)
        h_check_status(c, good, &r.statuses[1 - at], e->source, TAG + GOOD);
    h_requests_free(MESSAGES, r.requests);
    H_MPI(MPI_Recv(H_ARGS(c->recv), e->source, TAG + LONG, c->comm->comm, &status));
    h_check_received(c, c->recv, v);
    h_check_status(c, c->recv, &status, e->source, TAG + LONG);
}

static void exchange(struct h_case *c, const struct h_edge *e)
{
    static const char *const variants[] = {"long-first/long-comes-first", "long-last/long-comes-first",
                                           "long-first/long-comes-last", "long-last/long-comes-last"};

    for (int k = 0; k < H_NUM(ways) && !(e->sends && e->receives); k++) {
        const int turn = h_pair_turn(c) + k / 2 + e->number;
        c->completion = ways[k].name;
        c->variant = variants[turn % H_NUM(variants)];
        c->form = turn / H_NUM(variants) % 2 ? "persistent" : "nonblocking";
        if (!h_begin(c, strcmp(c->form, "nonblocking") == 0 ? "MPI_Irecv" : "MPI_Recv_init"))
            continue;
        if (e->sends) {
            H_MPI(MPI_Recv(NULL, 0, MPI_BYTE, e->dest, TAG, c->comm->comm, MPI_STATUS_IGNORE));
            send(c, e, k, turn / 2 % 2);
        }
        if (e->receives)
            receive(c, e, k, k, turn % 2);
    }
}

static void visit(struct h_case *c)
{
    c->more_received = 1;
    if (c->comm->most > 1 || c->comm->inter)
        h_each_edge(c, exchange);
}

static void run(void)
{
    h_each_pair(H_WORLD | H_INTER | H_ONCE, visit);
}

const struct h_program h_program = {"messages that are too long, beside others", H_SEVERAL, run};
