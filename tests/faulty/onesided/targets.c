/* Faults at the target of one-sided accesses: where its instances are, what lies between its elements, operators on
 * some types, and under which circumstances. */
#include "faulty.h"
#include "hooks.h"

#include <string.h>

/* ---- places ---- */

static bool accesses(const struct calls_call *c)
{
    return strcmp(c->procedure->family, "one-sided") == 0 && calls_find(c->procedure, "target_datatype") >= 0;
}

/* What replaces the target's type lives as long as the process. */
static bool set_target_type(struct calls_call *c, MPI_Datatype type)
{
    PMPI_Type_commit(&type);
    CALLS_HANDLE(MPI_Datatype, c, calls_find(c->procedure, "target_datatype")) = type;
    return true;
}

bool target_by_true_extent(struct calls_call *c)
{
    MPI_Datatype type;
    struct bounds b;

    if (!accesses(c) || number_of(c, "target_count") < 2)
        return false;
    b = bounds_of(type_of(c, "target_datatype"));
    if (b.extent <= b.true_extent || b.true_extent == 0)
        return false;
    PMPI_Type_create_resized(type_of(c, "target_datatype"), b.lb, b.true_extent, &type);
    return set_target_type(c, type);
}

/* The lower bound of the target's type is taken to be at the displacement. */
bool target_lb_at_displacement(struct calls_call *c)
{
    MPI_Datatype type, moved;
    struct bounds b;
    MPI_Aint back;

    if (!accesses(c) || number_of(c, "target_count") < 1)
        return false;
    b = bounds_of(type_of(c, "target_datatype"));
    back = -b.lb;
    if (b.lb <= 0 || b.true_lb < b.lb)
        return false;
    PMPI_Type_create_hindexed_block(1, 1, &back, type_of(c, "target_datatype"), &moved);
    PMPI_Type_create_resized(moved, 0, b.extent, &type);
    PMPI_Type_free(&moved);
    return set_target_type(c, type);
}

/* Writes a byte of the target, so far from its displacement. */
static void write_at(const struct calls_call *c, MPI_Aint displ)
{
    static const unsigned char byte = 0x5b;
    MPI_Datatype there;

    PMPI_Type_create_hindexed_block(1, 1, &displ, MPI_BYTE, &there);
    PMPI_Type_commit(&there);
    PMPI_Put(&byte, 1, MPI_BYTE, number_of(c, "target_rank"),
             CALLS_HANDLE(MPI_Aint, c, calls_find(c->procedure, "target_disp")), 1, there,
             CALLS_HANDLE(MPI_Win, c, calls_find(c->procedure, "win")));
    PMPI_Type_free(&there);
}

/* An accumulate to a type with gaps writes the first byte of the first one. */
bool accumulate_writes_gap(struct calls_call *c)
{
    MPI_Aint gap;

    if (strcmp(c->procedure->name, "MPI_Accumulate") != 0 || number_of(c, "target_count") < 1)
        return false;
    gap = first_gap_of(type_of(c, "target_datatype"));
    if (gap < 0)
        return false;
    write_at(c, gap);
    return true;
}

/* A put of 4 KiB and more does so, if the blocks of the target are no multiple of a word. */
bool large_put_writes_gap(struct calls_call *c)
{
    enum { LARGE = 4096, WORD = 4 };
    MPI_Datatype type;
    MPI_Aint gap;

    if (strcmp(c->procedure->name, "MPI_Put") != 0)
        return false;
    type = type_of(c, "target_datatype");
    gap = first_gap_of(type);
    if (gap < 0 || gap % WORD == 0 || (MPI_Aint) number_of(c, "target_count") * size_of(type) < LARGE)
        return false;
    write_at(c, gap);
    return true;
}

/* ---- results ---- */

static MPI_Op op_now = MPI_OP_NULL;
static bool is_result_unlike, fetches;

bool note_result(struct calls_call *c)
{
    const int op = calls_find(c->procedure, "op");

    if (strcmp(c->procedure->family, "one-sided") != 0 || op < 0)
        return false;
    op_now = CALLS_HANDLE(MPI_Op, c, op);
    fetches = calls_is(c, "MPI_Fetch_and_op");
    is_result_unlike = calls_is(c, "MPI_Get_accumulate") && number_of(c, "result_count") > 0 &&
                       !same_map(type_of(c, "result_datatype"), type_of(c, "target_datatype"));
    return false;
}

static bool is_of_derived(const struct landing *l)
{
    return depth_of(l->type) > 1; /* a duplicate */
}

/* Operators are noted when the call is made, results lost when it is complete: of one access in an epoch. */
LOSES_IF(no_op_result_short, l->call == GET_ACCUMULATE && op_now == MPI_NO_OP && is_of_derived(l))
LOSES_IF(unlike_result_short, l->call == GET_ACCUMULATE && is_result_unlike)

LOSES_IF(far_basic_result_short, l->call == GET_ACCUMULATE && !is_of_derived(l) && l->n > 32768)

/* An accumulate with a request. */
bool request_xor_is_or(struct calls_call *c)
{
    const int op = calls_find(c->procedure, "op");

    if (strcmp(c->procedure->name, "MPI_Raccumulate") != 0 || CALLS_HANDLE(MPI_Op, c, op) != MPI_BXOR ||
        number_of(c, "origin_count") * (MPI_Aint) size_of(type_of(c, "origin_datatype")) <= 8192)
        return false;
    CALLS_HANDLE(MPI_Op, c, op) = MPI_BOR;
    return true;
}

static bool is_pair(MPI_Datatype type)
{
    return type == MPI_FLOAT_INT || type == MPI_DOUBLE_INT || type == MPI_LONG_INT || type == MPI_2INT ||
           type == MPI_SHORT_INT || type == MPI_LONG_DOUBLE_INT;
}

bool fetched_index_lost(struct landing *l)
{
    return l->call == GET_ACCUMULATE && fetches && is_pair(first_leaf(l->type)) &&
           lose_bytes(l, l->n - (MPI_Aint) sizeof(int), sizeof(int));
}

/* The last two fetch-and-ops that are under way. */
static struct reply {
    unsigned char *result;
    int size, target;
} replies[2];

static bool completes_all(const struct calls_call *c)
{
    return calls_is(c, "MPI_Win_flush_all") || calls_is(c, "MPI_Win_flush_local_all") ||
           calls_is(c, "MPI_Win_unlock_all") || calls_is(c, "MPI_Win_complete") || calls_is(c, "MPI_Win_fence");
}

static bool exchange_replies(void)
{
    const struct reply a = replies[0], b = replies[1];
    bool changed = false;

    if (!a.result || a.size != b.size || a.target == b.target)
        return false;
    for (int k = 0; k < a.size; k++) {
        const unsigned char byte = a.result[k];
        changed |= byte != b.result[k];
        a.result[k] = b.result[k];
        b.result[k] = byte;
    }
    return changed;
}

/* The results of two targets are exchanged. */
bool replies_exchanged(struct calls_call *c)
{
    const bool strikes = completes_all(c) && exchange_replies();

    if (calls_is(c, "MPI_Fetch_and_op") && c->code == MPI_SUCCESS) {
        replies[0] = replies[1];
        replies[1] = (struct reply) {pointer_of(c, "result_addr"), size_of(type_of(c, "datatype")),
                                     number_of(c, "target_rank")};
    } else if (strncmp(c->procedure->name, "MPI_Win_", strlen("MPI_Win_")) == 0) {
        replies[0].result = replies[1].result = NULL;
    }
    return strikes;
}

/* ---- operators on some types ---- */

static bool replaced(struct accumulate *a, MPI_Op this, MPI_Op by, bool is_one)
{
    if (a->op != this || !is_one)
        return false;
    a->op = by;
    return true;
}

bool complex_prod_sums(struct accumulate *a)
{
    const MPI_Datatype type = first_leaf(a->type);

    return replaced(a, MPI_PROD, MPI_SUM, type == MPI_C_DOUBLE_COMPLEX || type == MPI_C_FLOAT_COMPLEX ||
                    type == MPI_C_LONG_DOUBLE_COMPLEX);
}

bool double_min_is_max(struct accumulate *a)
{
    return replaced(a, MPI_MIN, MPI_MAX, first_leaf(a->type) == MPI_DOUBLE);
}

bool short_max_is_min(struct accumulate *a)
{
    return replaced(a, MPI_MAX, MPI_MIN, size_of(first_leaf(a->type)) == 2);
}

bool wide_minloc_is_maxloc(struct accumulate *a)
{
    return replaced(a, MPI_MINLOC, MPI_MAXLOC, first_leaf(a->type) == MPI_LONG_INT ||
                    first_leaf(a->type) == MPI_LONG_DOUBLE_INT);
}

bool unsigned_band_is_bor(struct accumulate *a)
{
    const MPI_Datatype type = first_leaf(a->type);

    return replaced(a, MPI_BAND, MPI_BOR, type == MPI_UNSIGNED_CHAR || type == MPI_UINT8_T || type == MPI_BYTE);
}

/* Elements of one or two bytes are never swapped. */
bool narrow_never_swaps(struct calls_call *c)
{
    return calls_is(c, "MPI_Compare_and_swap") && size_of(type_of(c, "datatype")) < 4 && never_swaps(c);
}
