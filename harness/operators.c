/* The operators of reductions: the predefined ones, and a user's, which check what they are handed. */
#include "operators.h"

#include "blocks.h"
#include "internal.h"

/* ---- a user's operators ---- */

/* What they must be handed. */
static struct {
    const struct h_case *c;
    DTP_t pool;
    int index;
    MPI_Datatype type;
    MPI_Op op;             /* that the library combines with */
    bool is_wrong;
} expected;

/* MPI libraries hand over the type itself, or one of the same type map, but never no instance or a negative number. */
static void combine(void *in, void *inout, int *len, MPI_Datatype *type)
{
    MPI_Count size = -1, wanted = -2;

    if (*type != expected.type) {
        MPI_Type_size_x(*type, &size);
        MPI_Type_size_x(expected.type, &wanted);
    }
    if ((*type != expected.type && size != wanted) || *len < 0) {
        if (!expected.is_wrong)
            h_fail(expected.c, "the operator was called with %d instances of a type of %lld bytes: expected 0 or more, and the type "
                   "of the call", *len, (long long) size);
        expected.is_wrong = true;
        return;
    }
    H_DTP(DTP_combine(expected.pool, expected.index, expected.op, *len, in, inout));
}

/* The operators, made when they are first asked for: one that commutes, and one that does not. */
static MPI_Op made[2];
static bool is_made;

static MPI_Op user_operator(bool commutes)
{
    if (!is_made) {
        H_MPI(MPI_Op_create(combine, 0, &made[0]));
        H_MPI(MPI_Op_create(combine, 1, &made[1]));
        is_made = true;
    }
    return made[commutes];
}

void h_operators_free(void)
{
    if (!is_made)
        return;
    H_MPI(MPI_Op_free(&made[0]));
    H_MPI(MPI_Op_free(&made[1]));
    is_made = false;
}

void h_operators_expect(const struct h_case *c)
{
    const struct h_block *b = c->from && c->from->n > 0 ? &c->from->blocks[0] : c->to && c->to->n > 0 ? &c->to->blocks[0] : NULL;

    if (!c->op || !b)
        return;
    expected.c = c;
    expected.pool = b->pool;
    expected.index = b->index;
    expected.type = b->pool->DTP_obj_array[b->index].DTP_obj_type;
    expected.op = c->meaning;
    expected.is_wrong = false;
}

/* ---- the list ---- */

enum { USER, ORDERED, PREDEFINED };

bool h_operator(const struct h_case *c, int k, struct h_operator *o)
{
    const struct {
        const char *name;
        MPI_Op op;
    } names[] = {{"MPI_SUM", MPI_SUM},   {"MPI_PROD", MPI_PROD}, {"MPI_MIN", MPI_MIN},       {"MPI_MAX", MPI_MAX},
                 {"MPI_BAND", MPI_BAND}, {"MPI_BOR", MPI_BOR},   {"MPI_BXOR", MPI_BXOR},     {"MPI_LAND", MPI_LAND},
                 {"MPI_LOR", MPI_LOR},   {"MPI_LXOR", MPI_LXOR}, {"MPI_MINLOC", MPI_MINLOC}, {"MPI_MAXLOC", MPI_MAXLOC}};
    const int n = k - PREDEFINED;

    *o = (struct h_operator) {.handle = MPI_OP_NULL};
    if (k == USER || k == ORDERED) {
        const bool commutes = k == USER;
        o->name = commutes ? "user" : "user-ordered";
        o->meaning = commutes ? MPI_SUM : DTP_COMPOSE;
        o->is_defined = !commutes || (DTP_pool_op_valid(c->recv.pool, MPI_SUM) && h_sum_is_exact(c->comm->most));
        o->handle = user_operator(commutes);
        return true;
    }
    if (n >= H_NUM(names))
        return false;
    o->name = names[n].name;
    o->handle = o->meaning = names[n].op;
    o->is_defined = c->i == 0 && DTP_pool_op_valid(c->recv.pool, o->handle) &&
                    ((o->handle != MPI_SUM && o->handle != MPI_PROD) || h_sum_is_exact(c->comm->most));
    return true;
}
