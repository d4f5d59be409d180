/* Accumulates from one origin to parts of one target that overlap, at several displacements and with unlike types, and
 * looks between them: each element has them in the order of the calls (MPI-3.1, 11.7.2). */
#include "accesses/access.h"
#include "case/extent.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>

enum { BEFORE = 900, FROM, ALL = 1, EVEN, UPPER, PARTS = 3 };

/* Elements of the target, from one on, so many apart, and what is accumulated to them. */
struct part {
    MPI_Aint first, n;
    MPI_Datatype type;
    struct h_obj origin;
};

static struct part part_of(const struct h_case *c, MPI_Aint first, int apart)
{
    struct part p = {.first = first, .n = (c->elements - first + apart - 1) / apart};

    H_MPI(MPI_Type_vector((int) p.n, 1, apart, c->recv.mpi->DTP_obj_type, &p.type));
    H_MPI(MPI_Type_commit(&p.type));
    return p;
}

static void free_part(struct part *p)
{
    H_MPI(MPI_Type_free(&p->type));
    H_DTP(DTP_pool_free(p->origin.pool));
}

/* Of which each element's number is an int, as the parts of an object begin with. */
static struct h_values operand(const struct h_case *c, int rank, int number, MPI_Op op)
{
    struct h_values v = h_operand(c, rank, number, op, 1 + PARTS);
    const int64_t last = v.start + (int64_t) v.stride * c->elements;

    if (last > INT_MAX || last < -INT_MAX)
        v.stride = v.stride < 0 ? -1 : 1;
    return v;
}

static void accumulate(struct h_case *c, struct part *p, int number, MPI_Op op)
{
    const int right = c->comm->right;
    const MPI_Aint disp = h_disp(c, right) + p->first * h_extent_by_mpi(c->recv.mpi->DTP_obj_type) / h_unit(c, right);

    p->origin = h_plain_object(p->n, h_bits_vary(op));
    h_fill(p->origin, operand(c, c->comm->rank, number, op));
    H_MPI(MPI_Accumulate(H_ARGS(p->origin), right, disp, 1, p->type, op, c->win));
}

static void look(struct h_case *c, struct h_obj to)
{
    h_clear(to);
    H_MPI(MPI_Get_accumulate(NULL, 0, MPI_BYTE, H_ARGS(to), H_AT(c, c->comm->right), MPI_NO_OP, c->win));
}

/* ---- what is there ---- */

static int value_of(struct h_values v, MPI_Aint k)
{
    return v.start + (int) k * v.stride;
}

/* The operands of an element after so many accumulates; how many they are. */
static int operands_of(const struct h_case *c, MPI_Aint element, const struct h_values *of, int accumulates,
                       int *operands)
{
    const MPI_Aint half = c->elements / 2;
    int n = 0;

    operands[n++] = value_of(of[0], element);
    operands[n++] = value_of(of[ALL], element);
    if (accumulates >= EVEN && element % 2 == 0)
        operands[n++] = value_of(of[EVEN], element / 2);
    if (accumulates >= UPPER && element >= half)
        operands[n++] = value_of(of[UPPER], element - half);
    return n;
}

/* Of what replaces, the last one counts. */
static void check(struct h_case *c, struct h_obj o, int target, int origin, MPI_Op op, int accumulates)
{
    int *counts = h_alloc(c->elements * (MPI_Aint) sizeof *counts);
    int *operands = h_alloc(c->elements * (1 + PARTS) * (MPI_Aint) sizeof *operands);
    struct h_values of[1 + PARTS] = {operand(c, target, BEFORE, op)};

    for (int k = ALL; k <= UPPER; k++)
        of[k] = operand(c, origin, FROM + k, op);
    for (MPI_Aint k = 0; k < c->elements; k++) {
        int *own = &operands[k * (1 + PARTS)];
        counts[k] = operands_of(c, k, of, accumulates, own);
        if (op != MPI_REPLACE)
            continue;
        own[0] = own[counts[k] - 1];
        counts[k] = 1;
    }
    h_check_each(c, o, op, 1 + PARTS, counts, operands);
    free(counts);
    free(operands);
}

/* ---- the case ---- */

static void run_case(struct h_case *c, MPI_Op op)
{
    struct part parts[PARTS] = {part_of(c, 0, 1), part_of(c, 0, 2), part_of(c, c->elements / 2, 1)};
    struct h_obj seen[PARTS];

    h_use_values(op);
    h_own_fill(c, operand(c, c->comm->rank, BEFORE, op));
    H_MPI(MPI_Barrier(c->comm->comm));
    H_MPI(MPI_Win_lock(MPI_LOCK_SHARED, c->comm->right, 0, c->win));
    for (int k = 0; k < PARTS; k++) {
        seen[k] = h_plain_object(c->elements, h_bits_vary(op));
        accumulate(c, &parts[k], FROM + ALL + k, op);
        look(c, seen[k]);
    }
    H_MPI(MPI_Win_unlock(c->comm->right, c->win));
    H_MPI(MPI_Barrier(c->comm->comm));
    h_own_begin(c);
    check(c, c->recv, c->comm->rank, c->comm->left, op, PARTS);
    h_own_end(c);
    for (int k = 0; k < PARTS; k++) {
        check(c, seen[k], c->comm->right, c->comm->rank, op, ALL + k);
        h_check_intact(c, parts[k].origin, operand(c, c->comm->rank, FROM + ALL + k, op));
        free_part(&parts[k]);
        H_DTP(DTP_pool_free(seen[k].pool));
    }
    H_MPI(MPI_Barrier(c->comm->comm));
}

static void visit(struct h_case *c)
{
    MPI_Op op;

    if (!h_has_basic_type(c->recv) || c->elements < 4)
        return;
    c->sync = "lock";
    for (int k = 0; (c->op = h_accumulate_op(k, &op)) != NULL; k++)
        if ((op == MPI_REPLACE || op == MPI_SUM) && h_op_works(op, 1 + PARTS) && h_begin(c, "MPI_Accumulate"))
            run_case(c, op);
}

static void run(void)
{
    h_each_window_of(H_WORLD | H_REVERSED | H_ONCE, H_CREATE | H_BY_ELEMENTS, visit);
}

const struct h_program h_program = {"accumulates that overlap", H_ACCUMULATES, run};
