/* An operation on blocks: its cases, and how one is run. */
#include "state.h"
#include "blocks/blocks.h"
#include "blocks/company.h"
#include "blocks/operators.h"
#include "blocks/side.h"
#include "blocks/topology.h"
#include "case/case.h"
#include "case/freed_types.h"
#include "case/values.h"
#include "run/record.h"

#include <stdbool.h>
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

enum { FLIGHTS = H_POOLS, ROUNDS = 3 };

/* The operations of a case that are under way at a time.  Their communicator is that of the case; or, where it is freed
 * once all but the last are started, a duplicate, and for the last one another, made then: what is pending completes,
 * and takes nothing for its own that belongs to the next one (MPI-3.1, 6.4.3). */
struct flights {
    const struct h_form *form;
    int n;
    struct h_case cases[FLIGHTS];
    MPI_Request requests[FLIGHTS];
    MPI_Comm comm;
    struct h_comm freed, next;
};

static bool is_on_next(const struct flights *all, int k)
{
    return all->cases[0].frees_comm && k == all->n - 1;
}

static void build(struct flights *all, const struct h_case *c)
{
    all->comm = c->comm->comm;
    all->freed = all->next = *c->comm;
    if (c->frees_comm)
        H_MPI(MPI_Comm_dup(c->comm->comm, &all->freed.comm));
    for (int k = 0; k < all->n; k++) {
        struct h_case *flight = &all->cases[k];
        *flight = *c;
        flight->flight = k;
        flight->comm = is_on_next(all, k) ? &all->next : &all->freed;
        if (c->roots_differ)
            flight->root = (c->root + k) % c->comm->size;
        h_sides_build(flight);
    }
}

static void call(struct flights *all, int k)
{
    struct h_case *c = &all->cases[k];

    h_operator_make(c);
    h_mpi(all->form->call(c, &all->requests[k]), all->form->name, __FILE__, __LINE__);
    h_operator_release(c);
    h_arguments_release(c);
}

/* A persistent request.  What is started once only has its values before that is made. */
static void make_request(struct flights *all, int k)
{
    if (all->cases[k].starts == 1)
        h_sides_fill(&all->cases[k]);
    call(all, k);
}

static void replace_comm(struct flights *all)
{
    if (h_asks(&all->cases[0], "MPI_Comm_free"))
        H_MPI(MPI_Comm_free(&all->freed.comm));
    H_MPI(MPI_Comm_dup(all->comm, &all->next.comm));
    if (all->form->start == H_PERSISTENT)
        make_request(all, all->n - 1);
}

/* Those from one number to another: persistent ones together, or one by one. */
static void start_some(struct flights *all, int from, int to)
{
    if (all->form->start == H_PERSISTENT && all->cases[0].round % 2 == 0) {
        H_MPI(MPI_Startall(to - from, &all->requests[from]));
        return;
    }
    for (int k = from; k < to; k++) {
        const bool is_blocking = all->form->start == H_BLOCKING;
        if (is_blocking)
            h_company_start(&all->cases[k]);
        if (all->form->start == H_PERSISTENT)
            H_MPI(MPI_Start(&all->requests[k]));
        else
            call(all, k);
        if (!is_blocking)
            h_company_start(&all->cases[k]);
    }
}

static void start(struct flights *all)
{
    const int now = all->n - is_on_next(all, all->n - 1);

    start_some(all, 0, now);
    if (now < all->n) {
        replace_comm(all);
        start_some(all, now, all->n);
    }
}

/* Where one is completed at a time, its blocks are verified before anything else; not in the order of the starts. */
static void complete(struct h_case *c, struct flights *all)
{
    static const int orders[][FLIGHTS] = {{2, 1, 0}, {1, 2, 0}, {1, 0, 2}, {2, 0, 1}};
    const int *order = orders[h_pair_turn(c) % H_NUM(orders)];
    const bool one_by_one = strcmp(c->completion, "wait") == 0 || strcmp(c->completion, "test") == 0;
    MPI_Status room[FLIGHTS], *statuses = h_pair_turn(c) % 2 ? room : NULL;

    if (!one_by_one)
        h_complete(c, all->n, all->requests, statuses);
    for (int i = 0; i < FLIGHTS; i++) {
        const int k = order[i];
        if (k >= all->n)
            continue;
        if (one_by_one)
            h_complete(c, 1, &all->requests[k], statuses);
        h_sides_check(&all->cases[k]);
    }
}

static void run_round(struct h_case *c, struct flights *all)
{
    const bool company_first = c->company % 2;

    for (int k = 0; k < all->n; k++) {
        all->cases[k].round = c->round;
        if (c->starts != 1)
            h_sides_fill(&all->cases[k]);
    }
    h_operators_expect(all->cases);
    start(all);
    if (company_first)
        h_company_end(c);
    if (all->form->start == H_BLOCKING)
        h_sides_check(all->cases);
    else
        complete(c, all);
    if (!company_first)
        h_company_end(c);
}

static void end(struct flights *all)
{
    for (int k = 0; k < all->n; k++) {
        if (all->form->start == H_PERSISTENT)
            H_MPI(MPI_Request_free(&all->requests[k]));
        h_sides_free(&all->cases[k]);
    }
    h_later_types_free();
    if (!all->cases[0].frees_comm)
        return;
    H_MPI(MPI_Comm_free(&all->next.comm));
    if (all->freed.comm != MPI_COMM_NULL)
        H_MPI(MPI_Comm_free(&all->freed.comm));
}

/* For some pairs an operation is called again, with the blocks of either side in another order: with the same counts
 * and types, arrays in the same place, and other displacements in them. */
static bool is_called_again(const struct h_case *c)
{
    return c->starts == 0 && !c->frees_comm && c->what->flags & (H_COUNTS | H_TYPES) && h_pair_turn(c) % 4 == 1;
}

static void build_again(struct flights *all, struct h_case *c)
{
    for (int k = 0; k < all->n; k++)
        h_sides_free(&all->cases[k]);
    c->places = h_places_turned(c);
    build(all, c);
}

static void run_case(struct h_case *c, const struct h_form *f)
{
    struct flights all = {.form = f, .n = c->flights};
    const int rounds = c->starts > 0 ? c->starts : is_called_again(c) ? 2 : 1;

    build(&all, c);
    for (int k = 0; f->start == H_PERSISTENT && k < all.n; k++)
        if (!is_on_next(&all, k))
            make_request(&all, k);
    for (c->round = 0; c->round < rounds; c->round++) {
        if (c->starts == 0 && c->round > 0)
            build_again(&all, c);
        h_record_round(c->round);
        run_round(c, &all);
    }
    h_record_round(-1);
    end(&all);
}

/* ---- all cases of a pair ---- */

static const struct h_operation *operation;

enum { SOME_FORMS = 3 };

/* All choices that are due, or one of each kind in turn.  Without elements, and with predefined operators, all forms
 * are due, and one of the other choices.  Between two groups calls have algorithms of their own, and few cases: one
 * form in three is due there. */
static bool is_due(const struct h_case *c, enum h_choice choice, int k, int n)
{
    const bool is_plain = !c->empty && (!c->op || c->handle != c->meaning);
    const bool all = c->all_choices && (is_plain || choice == H_FORM);
    const int least = choice == H_FORM && c->comm->inter && n > SOME_FORMS ? SOME_FORMS : n;

    return all || (int) (h_turn(c, choice) % (unsigned) least) == k % least;
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

/* How many operations of the form are under way at a time, and what is beside them. */
static void choose_flights(struct h_case *c, const struct h_form *f, unsigned turn)
{
    const bool is_one = f->start == H_BLOCKING;

    c->frees_comm = (f->start == H_NONBLOCKING || c->starts == 1) && turn % 8 == 7;
    c->flights = is_one ? 1 : turn / 4 % 2 ? FLIGHTS : 2;
    c->roots_differ = !is_one && c->root != H_NONE && !is_across(c) && turn / 8 % 2;
    c->company = h_company_of(c, f->start, turn);
}

static void each_form(struct h_case *c)
{
    for (int k = 0; k < operation->num_forms; k++) {
        const struct h_form *f = &operation->forms[k];
        if (!is_due(c, H_FORM, k, operation->num_forms))
            continue;
        c->form = h_start_name(f->start);
        c->completion = f->start == H_BLOCKING ? NULL : h_completion((int) (h_turn(c, H_COMPLETION) % 8) + k);
        c->places = h_turn(c, (enum h_choice) (H_PLACES + k));
        c->absolute = absolute_of(c, f, h_turn(c, H_ADDRESS) + (unsigned) k);
        c->starts = f->start != H_PERSISTENT ? 0 : h_turn(c, H_COMPLETION) % 16 < 8 ? 1 : ROUNDS;
        choose_flights(c, f, h_turn(c, H_UNDER_WAY) + (unsigned) k);
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

/* Across an intercommunicator data may go in one direction only (MPI-3.1, 5.7, 5.8): for some pairs they do. */
static void silence_group(struct h_case *c)
{
    static const char *const names[] = {NULL, "first-group-silent", "second-group-silent"};

    if (is_across(c) && !(operation->flags & (H_ROOTED | H_REDUCES))) {
        c->silent = h_pair_turn(c) / 2 % 3;
        c->variant = names[c->silent];
    }
}

/* The root in either group of an intercommunicator. */
static void each_way(struct h_case *c)
{
    static const char *const ways[] = {"root-in-first-group", "root-in-second-group"};

    if (!is_across(c) || !(operation->flags & H_ROOTED)) {
        c->variant = NULL;
        silence_group(c);
        each_root(c);
        c->silent = 0;
        return;
    }
    for (c->way = 0; c->way < 2; c->way++) {
        c->variant = ways[c->way];
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
    if (c->all_choices && (!c->op || c->handle != c->meaning))
        each_empty(c);
}

/* One type on all ranks. */
static void each_operator(struct h_case *c)
{
    struct h_operator o;

    if (c->comm->all_pairs && !c->all_choices)
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

static const struct h_operation *operations;
static int num_operations;

static void visit(struct h_case *c)
{
    for (int k = 0; k < num_operations; k++) {
        c->what = operation = &operations[k];
        if (operation->flags & H_REDUCES)
            each_operator(c);
        else
            each_variant(c);
    }
}

/* What is given is one object, or the same twice. */
static bool is_of_one_type(void)
{
    const struct h_options *o = &harness.options;

    return !o->recvobj || strcmp(o->sendobj, o->recvobj) == 0;
}

void h_each_operation(unsigned comms, const struct h_operation *what)
{
    h_each_of_operations(comms, 1, what);
}

void h_each_of_operations(unsigned comms, int n, const struct h_operation *what)
{
    if (what->flags & H_REDUCES && !is_of_one_type()) {
        h_leave_out("a reduction is of one type: expected -recvobj= as -sendobj=");
        return;
    }
    operations = what;
    num_operations = n;
    h_each_pair(comms | (what->flags & H_REDUCES ? 0 : H_SPREAD), visit);
    h_operators_free();
    h_topologies_free();
    h_arguments_finish();
    h_company_finish();
}
