/* Two accesses within an epoch, each to every other element on either side: the data of one lie between those of the
 * other, which it must leave as they are. */
#include "accesses/access.h"
#include "blocks/blocks.h"
#include "case/halves.h"

enum { BEFORE = 940, FROM };

/* A half at the origin, where results go, and at the target. */
struct access {
    struct h_half from, result, there;
    int target;
    MPI_Aint disp;
    MPI_Win win;
};

#define TO(a) (a)->target, (a)->disp, 1, (a)->there.type

static int put(const struct access *a)
{
    return MPI_Put(H_HALF(a->from), TO(a), a->win);
}

static int get(const struct access *a)
{
    return MPI_Get(H_HALF(a->result), TO(a), a->win);
}

static int replace(const struct access *a)
{
    return MPI_Accumulate(H_HALF(a->from), TO(a), MPI_REPLACE, a->win);
}

static int look(const struct access *a)
{
    return MPI_Get_accumulate(NULL, 0, MPI_BYTE, H_HALF(a->result), TO(a), MPI_NO_OP, a->win);
}

static int exchange(const struct access *a)
{
    return MPI_Get_accumulate(H_HALF(a->from), H_HALF(a->result), TO(a), MPI_REPLACE, a->win);
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

static void run_case(struct h_case *c, const struct form *f)
{
    struct h_half from[2], result[2], there[2];
    struct h_obj back = h_recv_object(c, H_RESULT);
    int odd = h_pair_turn(c) / 2 % 2;

    h_halves(c->send, from);
    h_halves(back, result);
    h_halves(c->recv, there);
    prepare(c, back);
    H_MPI(MPI_Win_lock_all(0, c->win));
    for (int k = 0; k < 2; k++, odd = !odd) {
        const struct access a = {from[odd], result[odd], there[odd], c->comm->right, h_disp(c, c->comm->right), c->win};
        h_mpi(f->call(&a), f->name, __FILE__, __LINE__);
    }
    H_MPI(MPI_Win_unlock_all(c->win));
    H_MPI(MPI_Barrier(c->comm->comm));
    check(c, f, back);
    h_halves_free(there);
    h_halves_free(result);
    h_halves_free(from);
}

static void visit(struct h_case *c)
{
    if (!h_has_halves(c))
        return;
    c->target = "other";
    c->sync = "lock_all";
    c->more_received = H_RESULT;
    for (int k = 0; k < H_NUM(forms); k++) {
        c->op = forms[k].op;
        if (forms[k].op && (!h_may_accumulate(c) || !h_op_works(MPI_REPLACE, 2)))
            continue;
        if (h_begin(c, forms[k].name))
            run_case(c, &forms[k]);
    }
}

static void run(void)
{
    h_each_window_of(H_WORLD | H_ONCE, H_CREATE | H_ALLOCATE | H_DYNAMIC, visit);
}

const struct h_program h_program = {"two accesses to data that lie between each other", H_SEVERAL, run};
