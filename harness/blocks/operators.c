/* The operators of reductions: the predefined ones, and a user's, which check what they are handed. */
#include "blocks/operators.h"
#include "blocks/blocks.h"
#include "case/pools.h"
#include "case/values.h"
#include "mpi_has.h"

#include <stdbool.h>

/* ---- a user's operators ---- */

/* What they must be handed. */
static struct {
    const struct h_case *c;
    const DTP_obj_s *object;
    DTP_t pool;
    int index;
    MPI_Aint most;         /* instances */
    MPI_Op op;             /* that the library combines with */
    bool is_wrong;
} expected;

static int combiner_of(MPI_Datatype type)
{
    int integers, addresses, types, combiner;

    H_MPI(MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner));
    return combiner;
}

/* Size, bounds and true bounds. */
static bool have_like_bounds(MPI_Datatype a, MPI_Datatype b)
{
    int size[2];
    MPI_Aint lb[2], extent[2], true_lb[2], true_extent[2];
    const MPI_Datatype types[] = {a, b};

    for (int k = 0; k < 2; k++) {
        H_MPI(MPI_Type_size(types[k], &size[k]));
        H_MPI(MPI_Type_get_extent(types[k], &lb[k], &extent[k]));
        H_MPI(MPI_Type_get_true_extent(types[k], &true_lb[k], &true_extent[k]));
    }
    return size[0] == size[1] && lb[0] == lb[1] && extent[0] == extent[1] && true_lb[0] == true_lb[1] &&
           true_extent[0] == true_extent[1];
}

static bool may_be_duplicate(MPI_Datatype type, MPI_Datatype of)
{
    const int combiner = combiner_of(type);

    return (combiner == MPI_COMBINER_DUP || combiner == combiner_of(of)) && have_like_bounds(type, of);
}

/* MPI libraries hand over the type itself, or a duplicate. */
static bool is_handed_over(MPI_Datatype type, MPI_Datatype expected_type)
{
    return type == expected_type || may_be_duplicate(type, expected_type);
}

/* Some or all of the instances at a time. */
static void apply(void *in, void *inout, MPI_Count len, MPI_Datatype type)
{
    const bool is_good = len >= 0 && len <= expected.most && is_handed_over(type, expected.object->DTP_obj_type);

    if (is_good) {
        H_DTP(DTP_combine(expected.pool, expected.index, expected.op, (MPI_Aint) len, in, inout));
        return;
    }
    if (!expected.is_wrong)
        h_fail(expected.c,
               "the operator was called with %lld instances of a type: expected 0 to %lld, of the type of the call",
               (long long) len, (long long) expected.most);
    expected.is_wrong = true;
}

static void combine(void *in, void *inout, int *len, MPI_Datatype *type)
{
    apply(in, inout, *len, *type);
}

#ifdef HAVE_MPI_OP_CREATE_C
static void combine_c(void *in, void *inout, MPI_Count *len, MPI_Datatype *type)
{
    apply(in, inout, *len, *type);
}
#endif

static void create(bool commutes, bool is_large, MPI_Op *op)
{
#ifdef HAVE_MPI_OP_CREATE_C
    if (is_large) {
        H_MPI(MPI_Op_create_c(combine_c, commutes, op));
        return;
    }
#endif
    (void) is_large;
    H_MPI(MPI_Op_create(combine, commutes, op));
}

/* Functions with large counts combine objects of even numbers if they do not commute, and of odd ones if they do. */
static bool is_large(const struct h_case *c, bool commutes)
{
#ifdef HAVE_MPI_OP_CREATE_C
    return (c->i + commutes) % 2 == 0;
#else
    (void) c, (void) commutes;
    return false;
#endif
}

const char *h_operator_length(const struct h_case *c)
{
    return c->op && c->handle != c->meaning && is_large(c, c->meaning == MPI_SUM) ? "MPI_Count" : NULL;
}

/* The operators, made when they are first asked for: those that commute, and those that do not, with large counts or
 * not. */
static MPI_Op made[2][2];
static bool is_made;

static MPI_Op user_operator(const struct h_case *c, bool commutes)
{
    for (int k = 0; k < 4 && !is_made; k++)
        create(k / 2, k % 2, &made[k / 2][k % 2]);
    is_made = true;
    return made[commutes][is_large(c, commutes)];
}

/* An operator that is freed once the call is made: of two operations under way the second one has it, and one by itself
 * in turn. */
static bool has_own(const struct h_case *c)
{
    const bool is_due = c->flight == 1 || (c->flights == 1 && h_pair_turn(c) % 2);

    return c->op && c->handle != c->meaning && is_due && c->starts == 0;
}

void h_operator_make(struct h_case *c)
{
    const bool commutes = c->meaning == MPI_SUM;

    if (has_own(c))
        create(commutes, is_large(c, commutes), &c->handle);
}

void h_operator_release(struct h_case *c)
{
    if (!has_own(c))
        return;
    H_MPI(MPI_Op_free(&c->handle));
    c->handle = user_operator(c, c->meaning == MPI_SUM);
}

void h_operators_free(void)
{
    for (int k = 0; k < 4 && is_made; k++)
        H_MPI(MPI_Op_free(&made[k / 2][k % 2]));
    is_made = false;
}

void h_operators_expect(const struct h_case *c)
{
    const struct h_side *s = c->op ? h_used(c) : NULL;
    const struct h_block *b;

    if (!s || s->n == 0)
        return;
    b = &s->blocks[0];
    expected.c = c;
    expected.pool = b->pool;
    expected.index = b->index;
    expected.object = &b->pool->DTP_obj_array[b->index];
    expected.most = (MPI_Aint) s->n * expected.object->DTP_obj_count;
    expected.op = c->meaning;
    expected.is_wrong = false;
}

/* ---- the list ---- */

enum { USER, ORDERED, PREDEFINED };

/* Whether sums are defined, and exact. */
static bool is_summed(const struct h_case *c)
{
    return DTP_pool_op_valid(c->recv.pool, MPI_SUM) && h_largest_operand(c) > 0;
}

bool h_operator(const struct h_case *c, int k, struct h_operator *o)
{
    const struct {
        const char *name;
        MPI_Op op;
    } names[] = {
        {"MPI_SUM", MPI_SUM},   {"MPI_PROD", MPI_PROD}, {"MPI_MIN", MPI_MIN},       {"MPI_MAX", MPI_MAX},
        {"MPI_BAND", MPI_BAND}, {"MPI_BOR", MPI_BOR},   {"MPI_BXOR", MPI_BXOR},     {"MPI_LAND", MPI_LAND},
        {"MPI_LOR", MPI_LOR},   {"MPI_LXOR", MPI_LXOR}, {"MPI_MINLOC", MPI_MINLOC}, {"MPI_MAXLOC", MPI_MAXLOC},
    };
    const int n = k - PREDEFINED;

    *o = (struct h_operator) {.handle = MPI_OP_NULL};
    if (k == USER || k == ORDERED) {
        const bool commutes = k == USER;
        o->name = commutes ? "user" : "user-ordered";
        o->meaning = commutes ? MPI_SUM : DTP_COMPOSE;
        o->is_defined = !commutes || is_summed(c);
        o->handle = user_operator(c, commutes);
        return true;
    }
    if (n >= H_NUM(names))
        return false;
    o->name = names[n].name;
    o->handle = o->meaning = names[n].op;
    o->is_defined = c->i == h_plain_index(c->recv.pool) &&
                    (o->handle == MPI_SUM ? is_summed(c) : DTP_pool_op_valid(c->recv.pool, o->handle) == 1);
    return true;
}
