/* An operation on blocks: its cases, and how one is run. */
#include "blocks.h"
#include "internal.h"
#include "operators.h"
#include "side.h"

/* ---- the part of this rank ---- */

static bool is_across(const struct h_case *c)
{
    return c->comm->inter;
}

int h_is_root(const struct h_case *c)
{
    return c->comm->rank == c->root && (!is_across(c) || c->comm->group == c->way);
}

int h_is_leaf(const struct h_case *c)
{
    return !is_across(c) || c->comm->group != c->way;
}

int h_leaves(const struct h_case *c)
{
    return h_is_root(c) ? h_peers(c) : 0;
}

int h_peers(const struct h_case *c)
{
    return is_across(c) ? c->comm->remote_size : c->comm->size;
}

int h_root_argument(const struct h_case *c)
{
    if (!is_across(c) || h_is_leaf(c))
        return c->root;
    return h_is_root(c) ? MPI_ROOT : MPI_PROC_NULL;
}

int h_in_place(const struct h_case *c)
{
    return c->in_place;
}

MPI_Op h_op(const struct h_case *c)
{
    return c->handle;
}

bool h_side_is_in_place(const struct h_case *c, bool sends)
{
    const unsigned flag = sends ? H_IN_PLACE_SEND : H_IN_PLACE_RECV;

    return c->in_place && c->what->flags & flag && (!(c->what->flags & H_ROOTED) || h_is_root(c));
}

/* Groups of one name may differ in size: some have no such root. */
static bool has_root(const struct h_case *c)
{
    const int size = is_across(c) && c->comm->group != c->way ? c->comm->remote_size : c->comm->size;

    return !(c->what->flags & H_ROOTED) || c->root < size;
}

/* ---- one case ---- */

enum { FLIGHTS = 2, ROUNDS = 3 };

static void start(const struct h_form *f, int n, struct h_case *flights, MPI_Request *requests)
{
    if (f->start != H_PERSISTENT)
        for (int k = 0; k < n; k++)
            h_mpi(f->call(&flights[k], &requests[k]), f->name, __FILE__, __LINE__);
    else if (flights[0].round % 2 == 0)
        H_MPI(MPI_Startall(n, requests));
    else
        for (int k = 0; k < n; k++)
            H_MPI(MPI_Start(&requests[k]));
}

static void run_round(struct h_case *c, const struct h_form *f, int n, struct h_case *flights, MPI_Request *requests)
{
    MPI_Status statuses[FLIGHTS];

    for (int k = 0; k < n; k++) {
        flights[k].round = c->round;
        h_sides_fill(&flights[k]);
    }
    h_operators_expect(flights);
    start(f, n, flights, requests);
    if (f->start != H_BLOCKING)
        h_complete(c, n, requests, statuses);
    for (int k = 0; k < n; k++)
        h_sides_check(&flights[k]);
}

static void run_case(struct h_case *c, const struct h_form *f)
{
    const int n = f->start == H_BLOCKING ? 1 : FLIGHTS, rounds = f->start == H_PERSISTENT ? ROUNDS : 1;
    struct h_case flights[FLIGHTS];
    MPI_Request requests[FLIGHTS];

    for (int k = 0; k < n; k++) {
        flights[k] = *c;
        flights[k].flight = k;
        h_sides_build(&flights[k]);
    }
    if (f->start == H_PERSISTENT)
        for (int k = 0; k < n; k++)
            h_mpi(f->call(&flights[k], &requests[k]), f->name, __FILE__, __LINE__);
    for (c->round = 0; c->round < rounds; c->round++)
        run_round(c, f, n, flights, requests);
    for (int k = 0; k < n; k++) {
        if (f->start == H_PERSISTENT)
            H_MPI(MPI_Request_free(&requests[k]));
        h_sides_free(&flights[k]);
    }
}

/* ---- all cases of a pair ---- */

static const struct h_operation *operation;

static bool is_due(const struct h_case *c, int k, int n)
{
    return h_due(c, k, n);
}

static void each_form(struct h_case *c)
{
    static const char *const names[] = {"blocking", "nonblocking", "persistent"};

    for (int k = 0; k < operation->num_forms; k++) {
        const struct h_form *f = &operation->forms[k];
        if (!is_due(c, k, operation->num_forms))
            continue;
        c->form = names[f->start];
        c->completion = f->start == H_BLOCKING ? NULL : h_completion(c->i + c->j + (c->root > 0 ? c->root : 0) + k + c->comm->number);
        if (h_begin(c, f->name) && has_root(c))
            run_case(c, f);
    }
}

/* Every root for pairs of twice the same layout, else one in turn. */
static void each_root(struct h_case *c)
{
    const int n = operation->flags & H_ROOTED ? c->comm->most : 1;

    for (int root = 0; root < n; root++) {
        c->root = operation->flags & H_ROOTED ? root : H_NONE;
        if (is_due(c, root, n))
            each_form(c);
    }
    c->root = H_NONE;
}

static void each_way(struct h_case *c)
{
    static const char *const ways[] = {"root-in-first-group", "root-in-second-group"};
    const bool across = is_across(c) && operation->flags & H_ROOTED;
    const bool may_be_in_place = !is_across(c) && operation->flags & (H_IN_PLACE_SEND | H_IN_PLACE_RECV);

    for (c->way = 0; c->way < (across ? 2 : 1); c->way++) {
        c->variant = across ? ways[c->way] : NULL;
        each_root(c);
    }
    c->way = 0;
    if (!may_be_in_place)
        return;
    c->in_place = 1;
    c->variant = "in-place";
    each_root(c);
    c->in_place = 0;
}

/* Reductions take one type on all ranks: pairs of twice the same layout. */
static void visit(struct h_case *c)
{
    struct h_operator o;

    c->what = operation;
    if (!(operation->flags & H_REDUCES)) {
        each_way(c);
        return;
    }
    if (c->i != c->j)
        return;
    for (int k = 0; h_operator(c, k, &o); k++) {
        if (!o.is_defined)
            continue;
        c->op = o.name;
        c->handle = o.handle;
        c->meaning = o.meaning;
        each_way(c);
    }
}

void h_each_operation(unsigned comms, const struct h_operation *what)
{
    operation = what;
    h_each_pair(comms | (what->flags & H_REDUCES ? 0 : H_SPREAD), visit);
    h_operators_free();
}
