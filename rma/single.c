/* Accesses to single elements, one after the other: fetch_and_op with every operator, compare_and_swap; and to those of
 * all targets at once. */
#include "accesses/access.h"
#include "case/extent.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>

enum { BEFORE = 300, FROM = 301 };

static char *element(struct h_obj o, MPI_Aint k)
{
    return (char *) o.mpi->DTP_obj_buf + k * h_extent_by_mpi(o.mpi->DTP_obj_type);
}

static MPI_Aint disp_of(const struct h_case *c, int target, MPI_Aint k)
{
    return h_disp(c, target) + k * h_extent_by_mpi(c->recv.mpi->DTP_obj_type) / h_unit(c, target);
}

static void prepare(struct h_case *c, struct h_obj result, struct h_values before, struct h_values from)
{
    h_own_fill(c, before);
    h_fill(c->send, from);
    h_clear(result);
    H_MPI(MPI_Barrier(c->comm->comm));
}

/* Results are there after the flush, the target's elements when all have left the epoch. */
static void finish(struct h_case *c, struct h_obj result, struct h_values was, struct h_values from, MPI_Op op,
                   const struct h_values after[2])
{
    h_check_received(c, result, was);
    h_check_intact(c, c->send, from);
    H_MPI(MPI_Win_unlock_all(c->win));
    H_MPI(MPI_Barrier(c->comm->comm));
    h_own_begin(c);
    h_check_reduced(c, c->recv, op, 2, after);
    h_own_end(c);
    H_MPI(MPI_Barrier(c->comm->comm));
}

static void fetch_and_op(struct h_case *c, MPI_Op op)
{
    const int target = c->comm->right, me = c->comm->rank;
    const struct h_values before = h_operand(c, me, BEFORE, op, 2), from = h_operand(c, me, FROM, op, 2);
    const struct h_values after[] = {before, h_operand(c, c->comm->left, FROM, op, 2)};
    struct h_obj result = h_plain_object(c->elements, h_bits_vary(op));

    h_use_values(op);
    prepare(c, result, before, from);
    H_MPI(MPI_Win_lock_all(0, c->win));
    for (MPI_Aint k = c->elements - 1; k >= 0; k--)
        H_MPI(MPI_Fetch_and_op(op == MPI_NO_OP ? NULL : element(c->send, k), element(result, k),
                               c->recv.mpi->DTP_obj_type, target, disp_of(c, target, k), op, c->win));
    H_MPI(MPI_Win_flush_all(c->win));
    finish(c, result, h_operand(c, target, BEFORE, op, 2), from, op, after);
    H_DTP(DTP_pool_free(result.pool));
}

/* How the elements to compare with differ from those of the target: by one each; not at all; in the upper half of their
 * bits alone, those of eight bytes from the second one on. */
enum { UNEQUAL, EQUAL, UNEQUAL_ABOVE, WAYS };

static bool is_possible(const struct h_case *c, int way)
{
    const MPI_Aint bytes = h_element_bytes(c->recv.pool);

    return way != UNEQUAL_ABOVE || bytes <= 4 || (bytes == 8 && c->elements > 1);
}

/* The elements of a target. */
static struct h_values before_of(const struct h_case *c, int rank, int way)
{
    struct h_values v = h_theirs(c, rank, BEFORE);

    if (way == UNEQUAL_ABOVE && h_element_bytes(c->recv.pool) == 8)
        v.start = INT_MIN;
    return v;
}

/* What to compare them with; half of eight bytes is more than one `int` can be above another. */
static struct h_values compared_with(const struct h_case *c, struct h_values v, int way)
{
    const MPI_Aint bytes = h_element_bytes(c->recv.pool);

    if (way == UNEQUAL)
        v.start++;
    else if (way == UNEQUAL_ABOVE && bytes <= 4)
        v.start += 1 << 4 * bytes;
    else if (way == UNEQUAL_ABOVE)
        v = (struct h_values) {.start = INT_MAX, .stride = v.stride + 1};
    return v;
}

static void compare_and_swap(struct h_case *c, int way)
{
    const int target = c->comm->right;
    const bool swaps = way == EQUAL;
    const MPI_Op op = swaps ? MPI_REPLACE : MPI_NO_OP;
    const struct h_values before = before_of(c, c->comm->rank, way), theirs = before_of(c, target, way);
    const struct h_values compare = compared_with(c, theirs, way), from = h_mine(c, FROM);
    const struct h_values after[] = {before, h_theirs(c, c->comm->left, FROM)};
    struct h_obj result = h_plain_object(c->elements, swaps), compared = h_plain_object(c->elements, swaps);

    h_use_values(swaps ? MPI_REPLACE : MPI_SUM);
    h_fill(compared, compare);
    prepare(c, result, before, from);
    H_MPI(MPI_Win_lock_all(0, c->win));
    for (MPI_Aint k = 0; k < c->elements; k++)
        H_MPI(MPI_Compare_and_swap(element(c->send, k), element(compared, k), element(result, k),
                                   c->recv.mpi->DTP_obj_type, target, disp_of(c, target, k), c->win));
    H_MPI(MPI_Win_flush_local(target, c->win));
    h_check_intact(c, compared, compare);
    finish(c, result, theirs, from, op, after);
    H_DTP(DTP_pool_free(result.pool));
    H_DTP(DTP_pool_free(compared.pool));
}

/* The k-th element of every target, none of which changes. */
static void access_all(struct h_case *c, bool swaps, struct h_obj *results, MPI_Aint k)
{
    for (int r = 0; r < c->comm->size; r++)
        if (swaps)
            H_MPI(MPI_Compare_and_swap(element(c->send, k), element(c->send, k), element(results[r], k),
                                       c->recv.mpi->DTP_obj_type, r, disp_of(c, r, k), c->win));
        else
            H_MPI(MPI_Fetch_and_op(NULL, element(results[r], k), c->recv.mpi->DTP_obj_type, r, disp_of(c, r, k),
                                   MPI_NO_OP, c->win));
}

/* All elements of all targets, each of which has a result of its own, under way at once. */
static void read_all(struct h_case *c, bool swaps)
{
    const struct h_values before = h_mine(c, BEFORE), from = h_mine(c, FROM);
    struct h_obj *results = h_alloc(c->comm->size * (MPI_Aint) sizeof *results);

    h_use_values(MPI_REPLACE);
    for (int r = 0; r < c->comm->size; r++) {
        results[r] = h_plain_object(c->elements, true);
        h_clear(results[r]);
    }
    prepare(c, results[0], before, from);
    H_MPI(MPI_Win_lock_all(0, c->win));
    for (MPI_Aint k = 0; k < c->elements; k++)
        access_all(c, swaps, results, k);
    H_MPI(MPI_Win_flush_all(c->win));
    for (int r = c->comm->size - 1; r > 0; r--)
        h_check_received(c, results[r], h_theirs(c, r, BEFORE));
    finish(c, results[0], h_theirs(c, 0, BEFORE), from, MPI_NO_OP, (struct h_values[]) {before, before});
    for (int r = 0; r < c->comm->size; r++)
        H_DTP(DTP_pool_free(results[r].pool));
    free(results);
}

/* All ranks swap their value for that of one element: each value is read once. */
static void chain(struct h_case *c, int target)
{
    struct h_values *values = h_alloc((1 + c->comm->size) * (MPI_Aint) sizeof *values);
    const int n = h_all_values(c, target, BEFORE, FROM, values);
    struct h_obj result = h_plain_object(c->elements, true);
    int read;

    h_use_values(MPI_REPLACE);
    prepare(c, result, h_mine(c, BEFORE), h_mine(c, FROM));
    H_MPI(MPI_Win_lock(MPI_LOCK_SHARED, target, 0, c->win));
    H_MPI(MPI_Fetch_and_op(element(c->send, 0), element(result, 0), c->recv.mpi->DTP_obj_type, target,
                           disp_of(c, target, 0), MPI_REPLACE, c->win));
    H_MPI(MPI_Win_unlock(target, c->win));
    read = h_check_one_of(c, result, n, values);
    H_MPI(MPI_Barrier(c->comm->comm));
    h_own_begin(c);
    h_check_chain(c, read, c->comm->rank == target ? h_check_one_of(c, c->recv, n, values) : H_NONE, target);
    h_own_end(c);
    H_DTP(DTP_pool_free(result.pool));
    free(values);
}

/* All operators for twice the plain object, a quarter of them, in turn, for others. */
static void each_op(struct h_case *c)
{
    MPI_Op op;

    for (int k = 0, turn = 0; (c->op = h_accumulate_op(k, &op)) != NULL; k++)
        if (h_op_works(op, 2) && h_due(c, turn++ % 4, 4) && h_begin(c, "MPI_Fetch_and_op"))
            fetch_and_op(c, op);
}

static void visit(struct h_case *c)
{
    static const char *const variants[] = {"unequal", "equal", "unequal-above"};
    const bool can_compare = DTP_pool_op_valid(c->recv.pool, MPI_BAND);

    if (!h_has_basic_type(c->send) || !h_has_basic_type(c->recv))
        return;
    c->sync = "lock_all";
    for (int way = 0; way < WAYS; way++) {
        c->variant = variants[way];
        if (can_compare && is_possible(c, way) && h_begin(c, "MPI_Compare_and_swap"))
            compare_and_swap(c, way);
    }
    c->variant = "all-targets";
    if (can_compare && h_begin(c, "MPI_Compare_and_swap"))
        read_all(c, true);
    if (h_begin(c, "MPI_Fetch_and_op"))
        read_all(c, false);
    c->variant = NULL;
    each_op(c);
    c->variant = "chain";
    if (c->elements == 1 && h_begin(c, "MPI_Fetch_and_op"))
        chain(c, (c->unit + c->comm->number) % c->comm->size);
}

static void run(void)
{
    h_each_window_of(H_WORLD | H_SPLIT | H_REVERSED,
                     H_CREATE | H_ALLOCATE | H_ALLOCATE_SHARED | H_DYNAMIC | H_FAR | H_BY_ELEMENTS, visit);
}

const struct h_program h_program = {"accesses to single elements", H_ACCUMULATES, run};
