/* Accesses within an epoch, each to every other element, or to a tile, on either side: the data of one lie between
 * those of the others, which it must leave as they are. */
#include "accesses/access.h"
#include "blocks/blocks.h"
#include "case/parts.h"

enum { BEFORE = 940, FROM };

/* A part at the origin, where results go, and at the target. */
struct access {
    struct h_part from, result, there;
    int target;
    MPI_Aint disp;
    MPI_Win win;
};

#define TO(a) (a)->target, (a)->disp, 1, (a)->there.type

static int put(const struct access *a)
{
    return MPI_Put(H_PART(a->from), TO(a), a->win);
}

static int get(const struct access *a)
{
    return MPI_Get(H_PART(a->result), TO(a), a->win);
}

static int replace(const struct access *a)
{
    return MPI_Accumulate(H_PART(a->from), TO(a), MPI_REPLACE, a->win);
}

static int look(const struct access *a)
{
    return MPI_Get_accumulate(NULL, 0, MPI_BYTE, H_PART(a->result), TO(a), MPI_NO_OP, a->win);
}

static int exchange(const struct access *a)
{
    return MPI_Get_accumulate(H_PART(a->from), H_PART(a->result), TO(a), MPI_REPLACE, a->win);
}

static const struct form {
    const char *name, *op;
    int (*call)(const struct access *a);
    bool stores, loads;
} forms[] = {
    {"MPI_Put", NULL, put, true, false},
    {"MPI_Get", NULL, get, false, true},
    {"MPI_Accumulate", "MPI_REPLACE", replace, true, false},
    {"MPI_Get_accumulate", "MPI_NO_OP", look, false, true},
    {"MPI_Get_accumulate", "MPI_REPLACE", exchange, true, true},
};

static void prepare(struct h_case *c, struct h_obj result)
{
    h_use_values(MPI_REPLACE);
    h_own_begin(c);
    h_fill(c->recv, h_mine(c, BEFORE));
    h_own_end(c);
    h_fill(c->send, h_mine(c, FROM));
    h_clear(result);
    H_MPI(MPI_Barrier(c->comm->comm));
}

static void check(struct h_case *c, const struct form *f, struct h_obj result)
{
    if (f->loads)
        h_check_received(c, result, h_theirs(c, c->comm->right, BEFORE));
    h_check_intact(c, c->send, h_mine(c, FROM));
    h_own_begin(c);
    h_check_received(c, c->recv, f->stores ? h_theirs(c, c->comm->left, FROM) : h_mine(c, BEFORE));
    h_own_end(c);
    H_MPI(MPI_Barrier(c->comm->comm));
}

static int halves(struct h_obj o, struct h_part parts[H_MAX_TILES])
{
    h_halves(o, parts);
    return 2;
}

static const struct division {
    const char *name;
    bool (*is_possible)(const struct h_case *c);
    int (*divide)(struct h_obj o, struct h_part parts[H_MAX_TILES]);
} divisions[] = {{"halves", h_has_halves, halves}, {"tiles", h_has_tiles, h_tiles}};

/* In turn the accesses begin with the first part or the last one. */
static void run_case(struct h_case *c, const struct form *f, const struct division *d)
{
    struct h_part from[H_MAX_TILES], result[H_MAX_TILES], there[H_MAX_TILES];
    struct h_obj back = h_recv_object(c, H_RESULT);
    const int n = d->divide(c->send, from), last = h_pair_turn(c) / 2 % 2 ? n - 1 : 0;

    d->divide(back, result);
    d->divide(c->recv, there);
    prepare(c, back);
    H_MPI(MPI_Win_lock_all(0, c->win));
    for (int i = 0; i < n; i++) {
        const int k = last ? last - i : i;
        const struct access a = {from[k], result[k], there[k], c->comm->right, h_disp(c, c->comm->right), c->win};
        h_mpi(f->call(&a), f->name, __FILE__, __LINE__);
    }
    H_MPI(MPI_Win_unlock_all(c->win));
    H_MPI(MPI_Barrier(c->comm->comm));
    check(c, f, back);
    h_parts_free(there, n);
    h_parts_free(result, n);
    h_parts_free(from, n);
}

static void visit_forms(struct h_case *c, const struct division *d)
{
    for (int k = 0; k < H_NUM(forms); k++) {
        c->op = forms[k].op;
        if (forms[k].op && (!h_may_accumulate(c) || !h_op_works(MPI_REPLACE, 2)))
            continue;
        if (h_begin(c, forms[k].name))
            run_case(c, &forms[k], d);
    }
}

static void visit(struct h_case *c)
{
    c->target = "other";
    c->sync = "lock_all";
    c->more_received = H_RESULT;
    for (int k = 0; k < H_NUM(divisions); k++) {
        c->variant = divisions[k].name;
        if (divisions[k].is_possible(c))
            visit_forms(c, &divisions[k]);
    }
}

static void run(void)
{
    h_each_window_of(H_WORLD | H_ONCE, H_CREATE | H_ALLOCATE | H_DYNAMIC, visit);
}

const struct h_program h_program = {"accesses to data that lie between each other", H_SEVERAL, run};
