/* The cases of an operation on blocks: forms, roots, topologies, operators, and what is special about its blocks. */
#include "state.h"
#include "blocks/blocks.h"
#include "blocks/beside.h"
#include "blocks/flights.h"
#include "blocks/operators.h"
#include "blocks/side.h"
#include "blocks/topology.h"
#include "case/case.h"
#include "case/values.h"

#include <stdbool.h>
#include <string.h>

static const struct h_operation *operations;
static int num_operations;

/* The size of the largest group that the root is in. */
static int num_roots(const struct h_case *c)
{
    if (!c->comm->inter)
        return c->comm->most;
    return c->comm->group == c->way ? c->comm->size : c->comm->remote_size;
}

/* Groups of one name may differ in size: some have no such root. */
static bool has_root(const struct h_case *c)
{
    return !(c->what->flags & H_ROOTED) || c->comm->inter || c->root < c->comm->size;
}

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
    const bool is_large = strcmp(suffix, "_c") == 0 || (c->what->flags & H_NEIGHBOURS && c->what->flags & H_TYPES);
    const bool has_displs = c->what->flags & (H_COUNTS | H_TYPES);

    if (c->what->flags & H_REDUCES || turn % 4 != 0)
        return H_RELATIVE;
    return is_large && has_displs && h_pair_turn(c) % 2 ? H_ABSOLUTE_BLOCKS : H_ABSOLUTE_TYPES;
}

/* How many operations of the form are under way at a time, and what is beside them: each by digits of the turn of its
 * own, so that all go with all. */
static void choose_flights(struct h_case *c, const struct h_form *f, unsigned turn)
{
    const bool is_one = f->start == H_BLOCKING;

    c->frees_comm = (f->start == H_NONBLOCKING || c->starts == 1) && turn / 32 % 8 == 7;
    c->flights = is_one ? 1 : turn / 4 % 2 ? H_FLIGHTS : 2;
    c->roots_differ = !is_one && c->root != H_NONE && !c->comm->inter && turn / 8 % 2;
    c->objects_differ = !is_one && !(c->what->flags & H_REDUCES) && turn / 16 % 2;
    c->beside = h_beside_of(c, f->start, turn / 256);
}

/* A persistent operation is started once, several times, or, where that costs little, many times. */
static int num_starts(const struct h_case *c)
{
    enum { LITTLE = 1 << 12, MANY = 9 };
    const unsigned turn = h_turn(c, H_COMPLETION) / 16 % 16;

    return turn < 8 ? 1 : turn == 8 && DTP_pool_bytes(c->recv.pool) <= LITTLE ? MANY : H_ROUNDS;
}

static void each_form(struct h_case *c)
{
    const int completion = (int) (h_turn(c, H_COMPLETION) / 256 % 1024);

    for (int k = 0; k < c->what->num_forms; k++) {
        const struct h_form *f = &c->what->forms[k];
        if (!is_due(c, H_FORM, k, c->what->num_forms))
            continue;
        c->form = h_start_name(f->start);
        c->completion = f->start == H_BLOCKING ? NULL : h_any_completion(completion + k);
        c->places = h_turn(c, (enum h_choice) (H_PLACES + k));
        c->absolute = absolute_of(c, f, h_turn(c, H_ADDRESS) + (unsigned) k);
        c->starts = f->start == H_PERSISTENT ? num_starts(c) : 0;
        choose_flights(c, f, h_turn(c, H_UNDER_WAY) + (unsigned) k);
        if (h_begin(c, f->name) && has_root(c))
            h_flights_run(c, f);
    }
}

static void each_root(struct h_case *c)
{
    const int n = c->what->flags & H_ROOTED ? num_roots(c) : 1;

    for (int root = 0; root < n; root++) {
        c->root = c->what->flags & H_ROOTED ? root : H_NONE;
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

    if (c->comm->inter && !(c->what->flags & (H_ROOTED | H_REDUCES))) {
        c->silent = h_pair_turn(c) / 2 % 3;
        c->variant = names[c->silent];
    }
}

/* The root in either group of an intercommunicator. */
static void each_way(struct h_case *c)
{
    static const char *const ways[] = {"root-in-first-group", "root-in-second-group"};

    if (!c->comm->inter || !(c->what->flags & H_ROOTED)) {
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
    const int last = c->what->flags & H_REDUCES ? H_EMPTY_ALIKE : H_EMPTY_UNLIKE;

    for (c->empty = H_EMPTY_ALIKE; c->empty <= last; c->empty++) {
        c->variant = names[c->empty];
        each_root(c);
    }
    c->empty = 0;
}

static void each_variant(struct h_case *c)
{
    if (c->what->flags & H_NEIGHBOURS) {
        each_topology(c);
        return;
    }
    each_way(c);
    if (c->comm->inter)
        return;
    if (c->what->flags & (H_IN_PLACE_SEND | H_IN_PLACE_RECV)) {
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

/* Whether plain blocks of all ranks find room in a buffer (DTP_MAX_BUFSIZE).  Only roots may have it, but all ranks
 * decide. */
static bool has_room(const struct h_case *c)
{
    const MPI_Aint little = (MPI_Aint) 16 << 20;
    DTP_block_s all = {.copies = c->comm->most};
    DTP_t pool;
    int code;

    if (harness.moved_bytes * all.copies <= little)
        return true;
    all.pool = h_first_elements(DTP_pool_elements(c->recv.pool)).pool;
    code = DTP_pool_create_blocks(1, &all, &pool);
    if (code == DTP_ERR_TOO_LARGE) {
        h_leave_out("%d blocks of plain elements: %s", all.copies, DTP_message());
        return false;
    }
    H_DTP(code);
    H_DTP(DTP_pool_free(pool));
    return true;
}

static void visit(struct h_case *c)
{
    if (!has_room(c))
        return;
    for (int k = 0; k < num_operations; k++) {
        c->what = &operations[k];
        if (c->what->flags & H_REDUCES)
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
    h_beside_finish();
}
