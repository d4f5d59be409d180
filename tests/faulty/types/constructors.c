/* Constructors that make a wrong type.  Those that list blocks are all seen as one list of blocks in bytes; the type
 * that comes of a changed list has the bounds of the right one, so that it is the data that must show it. */
#include "faulty.h"
#include "hooks.h"

#include <stdlib.h>
#include <string.h>

/* ---- the faults ---- */

bool block_lost(struct blocks *b)
{
    if (b->n < 3)
        return false;
    b->lens[b->n / 2] = 0;
    return true;
}

bool last_of_many_shifted(struct blocks *b)
{
    if (b->n <= 16 || b->types)
        return false;
    b->disps[b->n - 1] -= size_of(first_leaf(b->child));
    return true;
}

bool first_displacement_zero(struct blocks *b)
{
    const bool in_bounds = b->true_lb <= 0 || b->lb <= 0;

    if (b->n == 0 || b->combiner == MPI_COMBINER_CONTIGUOUS || b->disps[0] == 0 || !in_bounds)
        return false;
    b->disps[0] = 0;
    return true;
}

bool is_strided(const struct blocks *b)
{
    return b->combiner == MPI_COMBINER_VECTOR || b->combiner == MPI_COMBINER_HVECTOR;
}

bool decreasing_sorted(struct blocks *b)
{
    bool changed = false;

    if (b->types || is_strided(b))
        return false;
    for (int i = 0, j = b->n - 1; i < j && b->disps[i] > b->disps[j] && b->lens[i] == b->lens[j]; i++, j--) {
        MPI_Aint disp = b->disps[i];
        b->disps[i] = b->disps[j];
        b->disps[j] = disp;
        changed = true;
    }
    return changed;
}

bool zero_block_ends_list(struct blocks *b)
{
    for (int k = 1; k < b->n - 1; k++)
        if (b->lens[k] == 0) {
            b->n = k;
            return true;
        }
    return false;
}

bool zero_first_ends_list(struct blocks *b)
{
    if (b->n < 2 || b->lens[0] != 0)
        return false;
    b->n = 0;
    return true;
}

/* From the lowest block upwards: within the object. */
bool negative_stride_positive(struct blocks *b)
{
    if (!is_strided(b) || b->n < 2 || b->disps[1] >= b->disps[0])
        return false;
    for (int i = 0, j = b->n - 1; i < j; i++, j--) {
        MPI_Aint disp = b->disps[i];
        b->disps[i] = b->disps[j];
        b->disps[j] = disp;
    }
    return true;
}

bool hvector_stride_in_elements(struct blocks *b)
{
    const int e = size_of(first_leaf(b->types ? b->types[0] : b->child));

    if (b->combiner != MPI_COMBINER_HVECTOR || b->n < 2 || e == 1 || b->disps[1] == 0)
        return false;
    for (int k = 0; k < b->n; k++)
        b->disps[k] /= e;
    return true;
}

/* Blocks of one length are taken to be at one distance from each other. */
bool equal_blocks_merged(struct blocks *b)
{
    MPI_Aint lo, hi;
    bool changed = false;

    if (b->types || b->n < 3)
        return false;
    lo = hi = b->disps[0];
    for (int k = 0; k < b->n; k++) {
        if (b->lens[k] != b->lens[0])
            return false;
        lo = b->disps[k] < lo ? b->disps[k] : lo;
        hi = b->disps[k] > hi ? b->disps[k] : hi;
    }
    for (int k = 0; k < b->n; k++) {
        MPI_Aint disp = lo + k * ((hi - lo) / (b->n - 1));
        changed |= disp != b->disps[k];
        b->disps[k] = disp;
    }
    return changed;
}

bool touching_merged_short(struct blocks *b)
{
    MPI_Aint lb, extent;

    if (b->types)
        return false;
    PMPI_Type_get_extent(b->child, &lb, &extent);
    for (int k = 0; k + 1 < b->n; k++)
        if (b->lens[k + 1] > 1 && b->disps[k + 1] == b->disps[k] + b->lens[k] * extent) {
            b->lens[k + 1]--;
            return true;
        }
    return false;
}

bool unequal_taken_as_equal(struct blocks *b)
{
    int least = b->n > 0 ? b->lens[0] : 0;
    bool changed = false;

    if (b->types)
        return false;
    for (int k = 0; k < b->n; k++)
        least = b->lens[k] > 0 && (b->lens[k] < least || least == 0) ? b->lens[k] : least;
    for (int k = 0; k < b->n; k++)
        if (b->lens[k] > least) {
            b->lens[k] = least;
            changed = true;
        }
    return changed;
}

bool zero_member_bounds(struct blocks *b)
{
    for (int k = 0; k < b->n && b->types; k++)
        if (b->lens[k] == 0 && b->disps[k] < b->lb) {
            b->extent += b->lb - b->disps[k];
            b->lb = b->disps[k];
            return true;
        }
    return false;
}

bool alignment_forgotten(struct blocks *b)
{
    if (!b->types || b->lb + b->extent <= b->true_lb + b->true_extent)
        return false;
    b->extent = b->true_lb + b->true_extent - b->lb;
    return true;
}

bool negative_lb_zero(struct blocks *b)
{
    if (b->lb >= 0)
        return false;
    b->lb = 0;
    return true;
}

bool positive_lb_zero(struct blocks *b)
{
    if (b->lb <= 0)
        return false;
    b->extent += b->lb;
    b->lb = 0;
    return true;
}

/* The elements of a block are put side by side, whatever gap the child has at its end. */
bool child_by_true_extent(struct blocks *b)
{
    MPI_Aint lb, extent, true_lb, true_extent;
    int longest = 0;

    for (int k = 0; k < b->n; k++)
        longest = b->lens[k] > longest ? b->lens[k] : longest;
    if (b->types || longest < 2)
        return false;
    PMPI_Type_get_extent(b->child, &lb, &extent);
    PMPI_Type_get_true_extent(b->child, &true_lb, &true_extent);
    if (extent <= true_extent)
        return false;
    PMPI_Type_create_resized(b->child, lb, true_extent, &b->child);
    return true;
}

bool contiguous_one_short(struct blocks *b)
{
    if (b->combiner != MPI_COMBINER_CONTIGUOUS || b->lens[0] < 2 || depth_of(b->child) == 0)
        return false;
    b->lens[0]--;
    return true;
}

bool contiguous_16_deep_short(struct blocks *b)
{
    return b->combiner == MPI_COMBINER_CONTIGUOUS && depth_of(b->child) >= 15 && contiguous_one_short(b);
}

bool struct_members_reversed(struct blocks *b)
{
    if (!b->types || b->n < 2 || b->disps[1] >= b->disps[0] || b->types[0] != b->types[1] || b->lens[0] < 1 ||
        b->lens[1] < 1)
        return false;
    for (int k = 0; k < 2 && b->lens[0] != b->lens[1]; k++)
        b->lens[k] = 1;
    MPI_Aint disp = b->disps[0];
    b->disps[0] = b->disps[1];
    b->disps[1] = disp;
    return true;
}

bool deep_child_shifted(struct blocks *b)
{
    if (b->types || b->n == 0 || depth_of(b->child) < 2)
        return false;
    b->disps[b->n - 1] += 1;
    return true;
}

bool resized_ignored(MPI_Aint *lb, MPI_Aint *extent, MPI_Datatype type)
{
    MPI_Aint old_lb, old_extent;

    PMPI_Type_get_extent(type, &old_lb, &old_extent);
    if (old_extent >= *extent)
        return false;
    *lb = old_lb;
    *extent = old_extent;
    return true;
}

bool resized_lb_ignored(MPI_Aint *lb, MPI_Aint *extent, MPI_Datatype type)
{
    (void) extent, (void) type;
    if (*lb == 0)
        return false;
    *lb = 0;
    return true;
}

bool negative_extent_zero(MPI_Aint *lb, MPI_Aint *extent, MPI_Datatype type)
{
    (void) lb, (void) type;
    if (*extent >= 0)
        return false;
    *extent = 0;
    return true;
}

bool zero_extent_true(MPI_Aint *lb, MPI_Aint *extent, MPI_Datatype type)
{
    MPI_Aint true_lb, true_extent;

    (void) lb;
    PMPI_Type_get_true_extent(type, &true_lb, &true_extent);
    if (*extent != 0 || true_extent == 0)
        return false;
    *extent = true_extent;
    return true;
}

bool order_swapped(struct array *a)
{
    if (a->dims < 2)
        return false;
    *a->order = *a->order == MPI_ORDER_C ? MPI_ORDER_FORTRAN : MPI_ORDER_C;
    return true;
}

bool starts_ignored(struct array *a)
{
    bool changed = false;

    for (int k = 0; k < a->dims; k++) {
        changed |= a->starts[k] != 0;
        a->starts[k] = 0;
    }
    return changed;
}

bool last_start_ignored(struct array *a)
{
    if (a->starts[a->dims - 1] == 0)
        return false;
    a->starts[a->dims - 1] = 0;
    return true;
}

bool cyclic_as_block(struct dealt *d)
{
    bool changed = false;

    for (int k = 0; k < d->dims; k++)
        if (d->distribs[k] == MPI_DISTRIBUTE_CYCLIC) {
            d->distribs[k] = MPI_DISTRIBUTE_BLOCK;
            d->dargs[k] = MPI_DISTRIBUTE_DFLT_DARG;
            changed = true;
        }
    return changed;
}

bool rank_ignored(struct dealt *d)
{
    if (*d->rank == 0)
        return false;
    *d->rank = 0;
    return true;
}

/* A duplicate of a resized type is one of the type that was resized. */
bool duplicate_loses_resized(MPI_Datatype *type)
{
    MPI_Aint bounds[2];

    if (combiner_of(*type) != MPI_COMBINER_RESIZED)
        return false;

    PMPI_Type_get_contents(*type, 0, 2, 1, (int[]) {0}, bounds, type);
    return true;
}

/* ---- making the wrong type ---- */

static int make(struct blocks *b, MPI_Datatype *type)
{
    MPI_Datatype made;
    int code;

    code = b->types ? PMPI_Type_create_struct(b->n, b->lens, b->disps, b->types, &made)
                    : PMPI_Type_create_hindexed(b->n, b->lens, b->disps, b->child, &made);
    if (code != MPI_SUCCESS)
        return code;
    code = PMPI_Type_create_resized(made, b->lb, b->extent, type);
    PMPI_Type_free(&made);
    return code;
}

/* Replaces the right type by a wrong one, if the fault strikes. */
static int spoil(struct blocks *b, MPI_Datatype *type)
{
    MPI_Datatype right = *type;
    int code = MPI_SUCCESS;

    PMPI_Type_get_extent(right, &b->lb, &b->extent);
    PMPI_Type_get_true_extent(right, &b->true_lb, &b->true_extent);
    if (strike(fault()->blocks(b))) {
        code = make(b, type);
        PMPI_Type_free(&right);
    }
    free(b->lens);
    free(b->disps);
    free(b->types);
    return code;
}

static MPI_Aint extent_of(MPI_Datatype type)
{
    MPI_Aint lb, extent;

    PMPI_Type_get_extent(type, &lb, &extent);
    return extent;
}

/* ---- the calls ---- */

/* The constructors that list blocks, with their combiners, and whether displacements count in bytes. */
static const struct lister {
    const char *row;
    int combiner;
    bool by_bytes;
} listers[] = {
    {"MPI_Type_contiguous", MPI_COMBINER_CONTIGUOUS, false}, {"MPI_Type_vector", MPI_COMBINER_VECTOR, false},
    {"MPI_Type_create_hvector", MPI_COMBINER_HVECTOR, true}, {"MPI_Type_indexed", MPI_COMBINER_INDEXED, false},
    {"MPI_Type_create_hindexed", MPI_COMBINER_HINDEXED, true},
    {"MPI_Type_create_indexed_block", MPI_COMBINER_INDEXED_BLOCK, false},
    {"MPI_Type_create_hindexed_block", MPI_COMBINER_HINDEXED_BLOCK, true},
    {"MPI_Type_create_struct", MPI_COMBINER_STRUCT, true},
};

/* Entry k of a parameter, if the call has it: the one value of what is no array. */
static MPI_Aint value_of(const struct calls_call *c, const char *name, int k, MPI_Aint otherwise)
{
    const int param = calls_find(c->procedure, name);

    if (param < 0)
        return otherwise;
    return (MPI_Aint) (c->procedure->params[param].is_pointer ? calls_entry(c, param, k) : calls_number(c, param));
}

/* What the constructor lists, in bytes. */
static struct blocks list(const struct calls_call *c, const struct lister *l)
{
    const int types = calls_first(c->procedure, CALLS_TYPES, CALLS_IN);
    const int child = calls_first(c->procedure, CALLS_TYPE, CALLS_IN);
    const int count = (int) calls_number(c, calls_find(c->procedure, "count"));
    struct blocks b = {.combiner = l->combiner, .n = l->combiner == MPI_COMBINER_CONTIGUOUS ? 1 : count};

    b.child = types >= 0 ? MPI_DATATYPE_NULL : CALLS_HANDLE(MPI_Datatype, c, child);
    b.lens = memory(b.n * (MPI_Aint) sizeof *b.lens);
    b.disps = memory(b.n * (MPI_Aint) sizeof *b.disps);
    b.types = types >= 0 ? memory(b.n * (MPI_Aint) sizeof *b.types) : NULL;
    for (int k = 0; k < b.n; k++) {
        const MPI_Aint disp = value_of(c, "array_of_displacements", k, k * value_of(c, "stride", 0, 0));
        b.lens[k] = (int) value_of(c, "array_of_blocklengths", k, value_of(c, "blocklength", 0, count));
        b.disps[k] = disp * (l->by_bytes ? 1 : extent_of(b.child));
        if (b.types)
            b.types[k] = CALLS_HANDLES(MPI_Datatype, c, types)[k];
    }
    return b;
}

/* ---- what is given to constructors ---- */

/* Copies of arrays, until the call is over. */
enum { MAX_COPIES = 4 };
static int *copies[MAX_COPIES];
static int num_copies;

/* Has the call take a copy of an array of n integers. */
static int *copied(const struct calls_call *c, const char *name, int n)
{
    int **array = c->args[calls_find(c->procedure, name)], *copy = memory(n * (MPI_Aint) sizeof *copy);

    for (int k = 0; k < n; k++)
        copy[k] = (*array)[k];
    copies[num_copies++] = copy;
    *array = copy;
    return copy;
}

static void spoil_subarray(struct calls_call *c)
{
    const int dims = (int) calls_number(c, 0);
    struct array a = {dims, copied(c, "array_of_sizes", dims), copied(c, "array_of_subsizes", dims),
                      copied(c, "array_of_starts", dims), c->args[calls_find(c->procedure, "order")]};

    strike(fault()->subarray(&a));
}

static void spoil_darray(struct calls_call *c)
{
    const int dims = (int) calls_number(c, 2);
    struct dealt d = {dims, c->args[1], copied(c, "array_of_gsizes", dims), copied(c, "array_of_distribs", dims),
                      copied(c, "array_of_dargs", dims), copied(c, "array_of_psizes", dims),
                      c->args[calls_find(c->procedure, "order")]};

    strike(fault()->darray(&d));
}

static bool is_duplicate_spoiled;

void constructor_before(struct calls_call *c)
{
    is_duplicate_spoiled = false;
    if (fault()->resized && strcmp(c->procedure->name, "MPI_Type_create_resized") == 0)
        strike(fault()->resized(c->args[1], c->args[2], CALLS_HANDLE(MPI_Datatype, c, 0)));
    else if (fault()->subarray && strcmp(c->procedure->name, "MPI_Type_create_subarray") == 0)
        spoil_subarray(c);
    else if (fault()->darray && strcmp(c->procedure->name, "MPI_Type_create_darray") == 0)
        spoil_darray(c);
    else if (fault()->duplicate && calls_is(c, "MPI_Type_dup"))
        is_duplicate_spoiled = strike(fault()->duplicate(c->args[0]));
}

void constructor_after(struct calls_call *c)
{
    MPI_Datatype *made = CALLS_HANDLES(MPI_Datatype, c, c->procedure->num_params - 1);

    while (num_copies > 0)
        free(copies[--num_copies]);
    if (c->code != MPI_SUCCESS)
        return;
    if (is_duplicate_spoiled)
        c->code = PMPI_Type_commit(made);
    for (size_t k = 0; k < sizeof listers / sizeof listers[0] && fault()->blocks; k++)
        if (calls_is(c, listers[k].row)) {
            struct blocks b = list(c, &listers[k]);
            c->code = spoil(&b, made);
        }
}
