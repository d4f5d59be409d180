/* Several accesses from one origin to one target within an epoch: a load after a store that a flush has completed, and
 * a store after that; requests that are completed last first. */
#include "accesses/access.h"
#include "harness.h"
#include "tables.h"

#include <stdbool.h>

enum { BEFORE = 800, FIRST, SECOND, LATER };

/* ---- the calls ---- */

static void complete(struct h_case *c, MPI_Request *request)
{
    h_complete(c, 1, request, NULL);
}

static void put(struct h_case *c, struct h_obj from)
{
    H_MPI(MPI_Put(H_ARGS(from), H_AT(c, c->comm->right), c->win));
}

static void replace(struct h_case *c, struct h_obj from)
{
    H_MPI(MPI_Accumulate(H_ARGS(from), H_AT(c, c->comm->right), MPI_REPLACE, c->win));
}

/* The origin is free when the request is complete. */
static void rput(struct h_case *c, struct h_obj from)
{
    MPI_Request request;

    H_MPI(MPI_Rput(H_ARGS(from), H_AT(c, c->comm->right), c->win, &request));
    complete(c, &request);
}

static void rreplace(struct h_case *c, struct h_obj from)
{
    MPI_Request request;

    H_MPI(MPI_Raccumulate(H_ARGS(from), H_AT(c, c->comm->right), MPI_REPLACE, c->win, &request));
    complete(c, &request);
}

static void get(struct h_case *c, struct h_obj to)
{
    H_MPI(MPI_Get(H_ARGS(to), H_AT(c, c->comm->right), c->win));
}

static void look(struct h_case *c, struct h_obj to)
{
    H_MPI(MPI_Get_accumulate(NULL, 0, MPI_BYTE, H_ARGS(to), H_AT(c, c->comm->right), MPI_NO_OP, c->win));
}

static void rget(struct h_case *c, struct h_obj to)
{
    MPI_Request request;

    H_MPI(MPI_Rget(H_ARGS(to), H_AT(c, c->comm->right), c->win, &request));
    complete(c, &request);
}

static void rlook(struct h_case *c, struct h_obj to)
{
    MPI_Request request;

    H_MPI(MPI_Rget_accumulate(NULL, 0, MPI_BYTE, H_ARGS(to), H_AT(c, c->comm->right), MPI_NO_OP, c->win, &request));
    complete(c, &request);
}

static const struct form {
    const char *name;
    void (*call)(struct h_case *c, struct h_obj o);
    bool has_request, accumulates;
} stores[] = {{"MPI_Put", put, false, false}, {"MPI_Rput", rput, true, false},
              {"MPI_Accumulate", replace, false, true}, {"MPI_Raccumulate", rreplace, true, true}},
  loads[] = {{"MPI_Get", get, false, false}, {"MPI_Rget", rget, true, false},
             {"MPI_Get_accumulate", look, false, true}, {"MPI_Rget_accumulate", rlook, true, true}};

/* ---- an epoch ---- */

/* What a rank has stored somewhere, after which its origin got other values, or what was there before. */
static void check(struct h_case *c, struct h_obj o, struct h_values expected, int from)
{
    h_check_reused(c, o, expected, h_theirs(c, from, LATER));
}

static void begin(struct h_case *c)
{
    h_use_values(MPI_REPLACE);
    h_own_fill(c, h_mine(c, BEFORE));
    H_MPI(MPI_Barrier(c->comm->comm));
    H_MPI(MPI_Win_lock_all(0, c->win));
}

static void end(struct h_case *c, struct h_values now)
{
    H_MPI(MPI_Win_unlock_all(c->win));
    H_MPI(MPI_Barrier(c->comm->comm));
    h_own_begin(c);
    check(c, c->recv, now, c->comm->left);
    h_own_end(c);
    H_MPI(MPI_Barrier(c->comm->comm));
}

/* What is there when a request is complete. */
static void check_early(struct h_case *c, struct h_obj o, struct h_values expected)
{
    c->after = "request";
    check(c, o, expected, c->comm->rank);
    c->after = NULL;
}

/* What is read is there at once if a request says so, and after a flush. */
static void read_back(struct h_case *c, const struct form *load, struct h_obj to, struct h_values expected)
{
    h_clear(to);
    load->call(c, to);
    if (load->has_request)
        check_early(c, to, expected);
    H_MPI(MPI_Win_flush_local(c->comm->right, c->win));
    check(c, to, expected, c->comm->rank);
}

static void store_and_load(struct h_case *c, const struct form *store, const struct form *load)
{
    struct h_obj back = h_recv_object(c, H_RESULT);

    begin(c);
    read_back(c, load, back, h_theirs(c, c->comm->right, BEFORE));
    for (int k = FIRST; k <= SECOND; k++) {
        h_fill(c->send, h_mine(c, k));
        store->call(c, c->send);
        if (!store->has_request)
            H_MPI(MPI_Win_flush_local(c->comm->right, c->win));
        h_check_intact(c, c->send, h_mine(c, k));
        h_fill(c->send, h_mine(c, LATER));
        H_MPI(MPI_Win_flush(c->comm->right, c->win));
        read_back(c, load, back, h_mine(c, k));
    }
    end(c, h_theirs(c, c->comm->left, SECOND));
}

/* ---- requests under way ---- */

static void get_several(struct h_case *c)
{
    struct h_obj back[] = {h_recv_object(c, H_RESULT), h_recv_object(c, H_LOOK)};
    MPI_Request requests[2];

    begin(c);
    for (int k = 0; k < 2; k++) {
        h_clear(back[k]);
        H_MPI(MPI_Rget(H_ARGS(back[k]), H_AT(c, c->comm->right), c->win, &requests[k]));
    }
    for (int k = 1; k >= 0; k--) {
        complete(c, &requests[k]);
        check_early(c, back[k], h_theirs(c, c->comm->right, BEFORE));
    }
    H_MPI(MPI_Win_flush_all(c->win));
    for (int k = 0; k < 2; k++)
        h_check_received(c, back[k], h_theirs(c, c->comm->right, BEFORE));
    end(c, h_mine(c, BEFORE));
}

/* Accumulates are done in the order of the calls (MPI-3.1, 11.7.2), whatever request is completed first. */
static void replace_twice(struct h_case *c)
{
    struct h_obj from[] = {c->send, h_send_twin(c)};
    MPI_Request requests[2];

    begin(c);
    for (int k = 0; k < 2; k++) {
        h_fill(from[k], h_mine(c, FIRST + k));
        H_MPI(MPI_Raccumulate(H_ARGS(from[k]), H_AT(c, c->comm->right), MPI_REPLACE, c->win, &requests[k]));
    }
    for (int k = 1; k >= 0; k--) {
        complete(c, &requests[k]);
        h_check_intact(c, from[k], h_mine(c, FIRST + k));
        h_fill(from[k], h_mine(c, LATER));
    }
    end(c, h_theirs(c, c->comm->left, SECOND));
}

/* ---- which ---- */

static bool may(const struct h_case *c, const struct form *f)
{
    return !f->accumulates || (h_may_accumulate(c) && h_op_works(MPI_REPLACE, 2));
}

static void visit(struct h_case *c)
{
    enum { PAIRS = H_NUM(stores) * H_NUM(loads) };

    c->target = "other";
    c->sync = "lock_all-flush";
    c->more_received = H_RESULT;
    for (int k = 0; k < PAIRS; k++) {
        const struct form *store = &stores[k / H_NUM(loads)], *load = &loads[k % H_NUM(loads)];
        c->variant = load->accumulates ? store->name : load->name;
        c->op = load->accumulates ? "MPI_NO_OP" : NULL;
        c->completion = store->has_request || load->has_request ? h_completion(h_pair_turn(c) + k) : NULL;
        if (!may(c, store) || !may(c, load) || !h_due(c, k % 4, 4))
            continue;
        if (h_begin(c, load->accumulates ? load->name : store->name))
            store_and_load(c, store, load);
    }
    c->op = NULL;
    c->sync = "lock_all";
    c->variant = "last-first";
    c->completion = h_completion(h_pair_turn(c));
    c->more_received = 0;
    if (may(c, &stores[3]) && h_begin(c, "MPI_Raccumulate"))
        replace_twice(c);
    c->more_received = H_LOOK;
    if (h_begin(c, "MPI_Rget"))
        get_several(c);
    c->completion = NULL;
}

static void run(void)
{
    h_each_window_of(H_WORLD | H_REVERSED | H_ONCE, H_CREATE | H_ALLOCATE | H_DYNAMIC, visit);
}

const struct h_program h_program = {"several accesses within one epoch", H_SEVERAL, run};
