/* Accesses within an epoch, each to every other element, or to a tile, on either side: the data of one lie between
 * those of the others, which it must leave as they are; and the type of one, which may be freed once the call is made
 * (MPI-3.1, 4.1.9), may have the handle of the one before. */
#include "accesses/access.h"
#include "harness.h"
#include "tables.h"
#include "case/parts.h"

enum { BEFORE = 940, FROM };

/* Parts at the origin, where results go, and at the target. */
struct parts {
    struct h_part from, result, there;
};

struct access {
    const struct parts *parts;
    int target;
    MPI_Aint disp;
    MPI_Win win;
};

#define TO(a) (a)->target, (a)->disp, 1, (a)->parts->there.type

static int put(const struct access *a)
{
    return MPI_Put(H_PART(a->parts->from), TO(a), a->win);
}

static int get(const struct access *a)
{
    return MPI_Get(H_PART(a->parts->result), TO(a), a->win);
}

static int replace(const struct access *a)
{
    return MPI_Accumulate(H_PART(a->parts->from), TO(a), MPI_REPLACE, a->win);
}

static int look(const struct access *a)
{
    return MPI_Get_accumulate(NULL, 0, MPI_BYTE, H_PART(a->parts->result), TO(a), MPI_NO_OP, a->win);
}

static int exchange(const struct access *a)
{
    return MPI_Get_accumulate(H_PART(a->parts->from), H_PART(a->parts->result), TO(a), MPI_REPLACE, a->win);
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
    h_own_fill(c, h_mine(c, BEFORE));
    h_fill(c->send, h_mine(c, FROM));
    h_clear(result);
    H_MPI(MPI_Barrier(c->comm->comm));
}

static void check(struct h_case *c, const struct form *f, struct h_obj result)
{
    if (f->loads)
        h_check_received(c, result, h_theirs(c, c->comm->right, BEFORE));
    h_check_intact(c, c->send, h_mine(c, FROM));
    h_own_check(c, f->stores ? h_theirs(c, c->comm->left, FROM) : h_mine(c, BEFORE));
    H_MPI(MPI_Barrier(c->comm->comm));
}

static int two(struct h_obj o)
{
    (void) o;
    return 2;
}

/* One type at a time: it is made before its call, and freed after it. */
static const struct division {
    const char *name;
    bool (*is_possible)(const struct h_case *c);
    int (*num)(struct h_obj o);
    struct h_part (*part)(struct h_obj o, int k);
    bool one_at_a_time;
} divisions[] = {{"halves", h_has_halves, two, h_half, false},
                 {"tiles", h_has_tiles, h_num_tiles, h_tile, false},
                 {"tiles-in-turn", h_has_tiles, h_num_tiles, h_tile, true}};

static struct parts make(struct h_case *c, const struct division *d, struct h_obj back, int k)
{
    return (struct parts) {d->part(c->send, k), d->part(back, k), d->part(c->recv, k)};
}

static void free_types(struct parts *p)
{
    h_parts_free(&p->from, 1);
    h_parts_free(&p->result, 1);
    h_parts_free(&p->there, 1);
}

/* In turn the accesses begin with the first part or the last one. */
static void access_all(struct h_case *c, const struct form *f, const struct division *d, struct h_obj back)
{
    const int n = d->num(c->recv), last = h_pair_turn(c) / 2 % 2 ? n - 1 : 0, to = c->comm->right;
    struct parts parts[H_MAX_TILES];

    for (int k = 0; k < n && !d->one_at_a_time; k++)
        parts[k] = make(c, d, back, k);
    H_MPI(MPI_Win_lock_all(0, c->win));
    for (int i = 0; i < n; i++) {
        const int k = last ? last - i : i;
        if (d->one_at_a_time)
            parts[k] = make(c, d, back, k);
        h_mpi(f->call(&(struct access) {&parts[k], to, h_disp(c, to), c->win}), f->name, __FILE__, __LINE__);
        if (d->one_at_a_time)
            free_types(&parts[k]);
    }
    H_MPI(MPI_Win_unlock_all(c->win));
    for (int k = 0; k < n && !d->one_at_a_time; k++)
        free_types(&parts[k]);
}

static void run_case(struct h_case *c, const struct form *f, const struct division *d)
{
    struct h_obj back = h_recv_object(c, H_RESULT);

    prepare(c, back);
    access_all(c, f, d, back);
    H_MPI(MPI_Barrier(c->comm->comm));
    check(c, f, back);
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
    h_each_window_of(H_WORLD | H_REVERSED | H_ONCE, H_CREATE | H_ALLOCATE | H_DYNAMIC, visit);
}

const struct h_program h_program = {"accesses to data that lie between each other", H_SEVERAL, run};
