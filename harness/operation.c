/* An operation on blocks: its cases, and how one is run. */
#include "blocks.h"
#include "company.h"
#include "internal.h"
#include "operators.h"
#include "side.h"
#include "topology.h"

#include <string.h>

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

const struct h_side *h_used(const struct h_case *c)
{
    return c->from->n > 0 ? c->from : c->to;
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

/* The size of the largest group that the root is in. */
static int num_roots(const struct h_case *c)
{
    if (!is_across(c))
        return c->comm->most;
    return c->comm->group == c->way ? c->comm->size : c->comm->remote_size;
}

/* Groups of one name may differ in size: some have no such root. */
static bool has_root(const struct h_case *c)
{
    return !(c->what->flags & H_ROOTED) || is_across(c) || c->root < c->comm->size;
}

/* ---- one case ---- */

enum { FLIGHTS = 2, ROUNDS = 3 };

static void call(const struct h_form *f, struct h_case *c, MPI_Request *request)
{
    h_operator_make(c);
    h_mpi(f->call(c, request), f->name, __FILE__, __LINE__);
    h_operator_release(c);
}

static void start(const struct h_form *f, int n, struct h_case *flights, MPI_Request *requests)
{
    if (f->start != H_PERSISTENT) {
        for (int k = 0; k < n; k++) {
            call(f, &flights[k], &requests[k]);
            h_arguments_release(&flights[k]);
            if (f->start == H_NONBLOCKING && k == 0)
                h_company_start(flights);
        }
    } else if (flights[0].round % 2 == 0) {
        H_MPI(MPI_Startall(n, requests));
    } else {
        for (int k = 0; k < n; k++)
            H_MPI(MPI_Start(&requests[k]));
    }
}

/* Where one is completed at a time, its blocks are verified before anything else. */
static void complete(struct h_case *c, int n, struct h_case *flights, MPI_Request *requests)
{
    const bool one_by_one = strcmp(c->completion, "wait") == 0 || strcmp(c->completion, "test") == 0;
    MPI_Status room[FLIGHTS], *statuses = h_pair_turn(c) % 2 ? room : NULL;

    if (!one_by_one)
        h_complete(c, n, requests, statuses);
    for (int k = n - 1; k >= 0; k--) {
        if (one_by_one)
            h_complete(c, 1, &requests[k], statuses);
        h_sides_check(&flights[k]);
    }
}

static void run_round(struct h_case *c, const struct h_form *f, int n, struct h_case *flights, MPI_Request *requests)
{
    for (int k = 0; k < n; k++) {
        flights[k].round = c->round;
        if (c->starts != 1)
            h_sides_fill(&flights[k]);
    }
    h_operators_expect(flights);
    start(f, n, flights, requests);
    if (f->start == H_BLOCKING)
        h_sides_check(flights);
    else
        complete(c, n, flights, requests);
    if (f->start == H_NONBLOCKING)
        h_company_end(c);
}

/* What is started once only has its values before the request is made. */
static void run_case(struct h_case *c, const struct h_form *f)
{
    const int n = f->start == H_BLOCKING ? 1 : FLIGHTS, rounds = f->start == H_PERSISTENT ? c->starts : 1;
    struct h_case flights[FLIGHTS];
    MPI_Request requests[FLIGHTS];

    for (int k = 0; k < n; k++) {
        flights[k] = *c;
        flights[k].flight = k;
        h_sides_build(&flights[k]);
    }
    if (f->start == H_PERSISTENT)
        for (int k = 0; k < n; k++) {
            if (c->starts == 1)
                h_sides_fill(&flights[k]);
            call(f, &flights[k], &requests[k]);
            h_arguments_release(&flights[k]);
        }
    for (c->round = 0; c->round < rounds; c->round++) {
        h_record_round(c->round);
        run_round(c, f, n, flights, requests);
    }
    h_record_round(-1);
    for (int k = 0; k < n; k++) {
        if (f->start == H_PERSISTENT)
            H_MPI(MPI_Request_free(&requests[k]));
        h_sides_free(&flights[k]);
    }
}

/* ---- all cases of a pair ---- */

static const struct h_operation *operation;

/* All choices are for pairs of twice the same layout in the communicator of all pairs; else one is, in turn, of each
 * kind.  Without elements, and with predefined operators, all forms are. */
static bool is_due(const struct h_case *c, enum h_choice choice, int k, int n)
{
    const bool is_plain = !c->empty && (!c->op || c->handle != c->meaning);
    const bool all = c->comm->all_pairs && c->i == c->j && (is_plain || choice == H_FORM);

    return all || (int) (h_turn(c, choice) % (unsigned) n) == k;
}

const char *h_start_name(enum h_start start)
{
    static const char *const names[] = {"blocking", "nonblocking", "persistent"};

    return names[start];
}

/* Displacements of blocks reach any address if they are of type MPI_Aint: those of calls with large counts, and of
 * neighbours with types. */
static enum h_absolute absolute_of(const struct h_case *c, const struct h_form *f, unsigned turn)
{
    const char *suffix = strrchr(f->name, '_');
    const bool is_large = strcmp(suffix, "_c") == 0 || (operation->flags & H_NEIGHBOURS && operation->flags & H_TYPES);
    const bool has_displs = operation->flags & (H_COUNTS | H_TYPES);

    if (operation->flags & H_REDUCES || turn % 4 != 0)
        return H_RELATIVE;
    return is_large && has_displs && h_pair_turn(c) % 2 ? H_ABSOLUTE_BLOCKS : H_ABSOLUTE_TYPES;
}

static void each_form(struct h_case *c)
{
    for (int k = 0; k < operation->num_forms; k++) {
        const struct h_form *f = &operation->forms[k];
        if (!is_due(c, H_FORM, k, operation->num_forms))
            continue;
        c->form = h_start_name(f->start);
        c->completion = f->start == H_BLOCKING ? NULL : h_completion((int) (h_turn(c, H_COMPLETION) % 8) + k);
        c->absolute = absolute_of(c, f, h_turn(c, H_ADDRESS) + (unsigned) k);
        c->starts = f->start != H_PERSISTENT ? 0 : h_turn(c, H_COMPLETION) % 16 < 8 ? 1 : ROUNDS;
        if (h_begin(c, f->name) && has_root(c))
            run_case(c, f);
    }
}

static void each_root(struct h_case *c)
{
    const int n = operation->flags & H_ROOTED ? num_roots(c) : 1;

    for (int root = 0; root < n; root++) {
        c->root = operation->flags & H_ROOTED ? root : H_NONE;
        if (is_due(c, H_WHICH_ROOT, root, n))
            each_form(c);
    }
    c->root = H_NONE;
}

static void each_topology(struct h_case *c)
{
    const struct h_comm *comm = c->comm;

    for (int k = 0; k < h_topologies(); k++) {
        if (!is_due(c, H_TOPOLOGY, k, h_topologies()))
            continue;
        c->topology = h_topology_of(comm, k);
        c->open = h_topology_open;
        c->comm = &c->topology->comm;
        c->variant = c->topology->name;
        each_form(c);
        c->comm = comm;
    }
}

/* The root in either group of an intercommunicator. */
static void each_way(struct h_case *c)
{
    static const char *const ways[] = {"root-in-first-group", "root-in-second-group"};
    const bool rooted = is_across(c) && operation->flags & H_ROOTED;

    for (c->way = 0; c->way < (rooted ? 2 : 1); c->way++) {
        c->variant = rooted ? ways[c->way] : NULL;
        each_root(c);
    }
    c->way = 0;
}

/* Reductions take one type on all ranks. */
static void each_empty(struct h_case *c)
{
    static const char *const names[] = {NULL, "empty", "empty-unlike"};
    const int last = operation->flags & H_REDUCES ? H_EMPTY_ALIKE : H_EMPTY_UNLIKE;

    for (c->empty = H_EMPTY_ALIKE; c->empty <= last; c->empty++) {
        c->variant = names[c->empty];
        each_root(c);
    }
    c->empty = 0;
}

static void each_variant(struct h_case *c)
{
    if (operation->flags & H_NEIGHBOURS) {
        each_topology(c);
        return;
    }
    each_way(c);
    if (is_across(c))
        return;
    if (operation->flags & (H_IN_PLACE_SEND | H_IN_PLACE_RECV)) {
        c->in_place = 1;
        c->variant = "in-place";
        each_root(c);
        c->in_place = 0;
    }
    if (c->i == c->j && (!c->op || c->handle != c->meaning))
        each_empty(c);
}

/* One type on all ranks: pairs of twice the same layout. */
static void each_operator(struct h_case *c)
{
    struct h_operator o;

    if (c->i != c->j && c->comm->all_pairs)
        return;
    c->j = c->recv.index = c->i;
    for (int k = 0; h_operator(c, k, &o); k++) {
        if (!o.is_defined)
            continue;
        c->op = o.name;
        c->handle = o.handle;
        c->meaning = o.meaning;
        each_variant(c);
    }
}

static void visit(struct h_case *c)
{
    c->what = operation;
    if (operation->flags & H_REDUCES)
        each_operator(c);
    else
        each_variant(c);
}

/* What is given is one object, or the same twice. */
static bool is_of_one_type(void)
{
    const struct h_options *o = &harness.options;

    return !o->recvobj || strcmp(o->sendobj, o->recvobj) == 0;
}

void h_each_operation(unsigned comms, const struct h_operation *what)
{
    if (what->flags & H_REDUCES && !is_of_one_type()) {
        h_leave_out("a reduction is of one type: expected -recvobj= as -sendobj=");
        return;
    }
    operation = what;
    h_each_pair(comms | (what->flags & H_REDUCES ? 0 : H_SPREAD), visit);
    h_operators_free();
    h_topologies_free();
    h_arguments_finish();
    h_company_finish();
}
