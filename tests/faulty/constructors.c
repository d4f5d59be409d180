/* Constructors that make a wrong type.  Those that list blocks are all seen as one list of blocks in bytes; the type
 * that comes of a changed list has the bounds of the right one, so that it is the data that must tell. */
#include "faulty.h"
#include "hooks.h"

#include <stdlib.h>

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

bool decreasing_sorted(struct blocks *b)
{
    bool changed = false;

    if (b->types || b->combiner == MPI_COMBINER_VECTOR || b->combiner == MPI_COMBINER_HVECTOR)
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
    if ((b->combiner != MPI_COMBINER_VECTOR && b->combiner != MPI_COMBINER_HVECTOR) || b->n < 2 ||
        b->disps[1] >= b->disps[0])
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

/* The list of n blocks: lengths, or one for all; displacements from integers, addresses or a stride, times `unit`. */
static struct blocks list(int combiner, int n, const int *lens, int len, const int *displs, const MPI_Aint *disps,
                          MPI_Aint unit, MPI_Datatype child)
{
    struct blocks b = {.combiner = combiner, .n = n, .child = child};

    b.lens = memory(n * (MPI_Aint) sizeof *b.lens);
    b.disps = memory(n * (MPI_Aint) sizeof *b.disps);
    for (int k = 0; k < n; k++) {
        b.lens[k] = lens ? lens[k] : len;
        b.disps[k] = (displs ? displs[k] : disps ? disps[k] : k) * unit;
    }
    return b;
}

static MPI_Aint extent_of(MPI_Datatype type)
{
    MPI_Aint lb, extent;

    PMPI_Type_get_extent(type, &lb, &extent);
    return extent;
}

/* A constructor: the real one, then the list of what it made. */
#define CONSTRUCTOR(NAME, PARAMETERS, ARGUMENTS, COMBINER, ...)                                                        \
    int NAME PARAMETERS                                                                                                \
    {                                                                                                                  \
        int code = P##NAME ARGUMENTS;                                                                                  \
        if (code != MPI_SUCCESS || !fault()->blocks)                                                                   \
            return code;                                                                                               \
        struct blocks b = list(COMBINER, __VA_ARGS__);                                                                 \
        return spoil(&b, type);                                                                                        \
    }

CONSTRUCTOR(MPI_Type_contiguous, (int n, MPI_Datatype old, MPI_Datatype *type), (n, old, type),
            MPI_COMBINER_CONTIGUOUS, 1, NULL, n, NULL, NULL, 0, old)
CONSTRUCTOR(MPI_Type_vector, (int n, int len, int stride, MPI_Datatype old, MPI_Datatype *type),
            (n, len, stride, old, type), MPI_COMBINER_VECTOR, n, NULL, len, NULL, NULL, stride * extent_of(old), old)
CONSTRUCTOR(MPI_Type_create_hvector, (int n, int len, MPI_Aint stride, MPI_Datatype old, MPI_Datatype *type),
            (n, len, stride, old, type), MPI_COMBINER_HVECTOR, n, NULL, len, NULL, NULL, stride, old)
CONSTRUCTOR(MPI_Type_indexed, (int n, const int lens[], const int displs[], MPI_Datatype old, MPI_Datatype *type),
            (n, lens, displs, old, type), MPI_COMBINER_INDEXED, n, lens, 0, displs, NULL, extent_of(old), old)
CONSTRUCTOR(MPI_Type_create_hindexed,
            (int n, const int lens[], const MPI_Aint displs[], MPI_Datatype old, MPI_Datatype *type),
            (n, lens, displs, old, type), MPI_COMBINER_HINDEXED, n, lens, 0, NULL, displs, 1, old)
CONSTRUCTOR(MPI_Type_create_indexed_block,
            (int n, int len, const int displs[], MPI_Datatype old, MPI_Datatype *type), (n, len, displs, old, type),
            MPI_COMBINER_INDEXED_BLOCK, n, NULL, len, displs, NULL, extent_of(old), old)
CONSTRUCTOR(MPI_Type_create_hindexed_block,
            (int n, int len, const MPI_Aint displs[], MPI_Datatype old, MPI_Datatype *type),
            (n, len, displs, old, type),
            MPI_COMBINER_HINDEXED_BLOCK, n, NULL, len, NULL, displs, 1, old)

int MPI_Type_create_struct(int n, const int lens[], const MPI_Aint displs[], const MPI_Datatype types[],
                           MPI_Datatype *type)
{
    int code = PMPI_Type_create_struct(n, lens, displs, types, type);

    if (code != MPI_SUCCESS || !fault()->blocks || n == 0)
        return code;
    struct blocks b = list(MPI_COMBINER_STRUCT, n, lens, 0, NULL, displs, 1, types[0]);
    b.types = memory(n * (MPI_Aint) sizeof *b.types);
    for (int k = 0; k < n; k++)
        b.types[k] = types[k];
    return spoil(&b, type);
}

int MPI_Type_create_resized(MPI_Datatype old, MPI_Aint lb, MPI_Aint extent, MPI_Datatype *type)
{
    if (fault()->resized)
        strike(fault()->resized(&lb, &extent, old));
    return PMPI_Type_create_resized(old, lb, extent, type);
}

static int *copied(int n, const int *from)
{
    int *to = memory(n * (MPI_Aint) sizeof *to);

    for (int k = 0; k < n; k++)
        to[k] = from[k];
    return to;
}

int MPI_Type_create_subarray(int dims, const int sizes[], const int subsizes[], const int starts[], int order,
                             MPI_Datatype old, MPI_Datatype *type)
{
    struct array a = {dims, copied(dims, sizes), copied(dims, subsizes), copied(dims, starts), &order};
    int code;

    if (fault()->subarray)
        strike(fault()->subarray(&a));
    code = PMPI_Type_create_subarray(dims, a.sizes, a.subsizes, a.starts, order, old, type);
    free(a.sizes);
    free(a.subsizes);
    free(a.starts);
    return code;
}

int MPI_Type_create_darray(int size, int rank, int dims, const int sizes[], const int distribs[], const int dargs[],
                           const int processes[], int order, MPI_Datatype old, MPI_Datatype *type)
{
    struct dealt d = {dims, &rank, copied(dims, distribs), copied(dims, dargs)};
    int code;

    if (fault()->darray)
        strike(fault()->darray(&d));
    code = PMPI_Type_create_darray(size, rank, dims, sizes, d.distribs, d.dargs, processes, order, old, type);
    free(d.distribs);
    free(d.dargs);
    return code;
}

int MPI_Type_dup(MPI_Datatype old, MPI_Datatype *type)
{
    const bool struck = fault()->duplicate && strike(fault()->duplicate(&old));
    int code = PMPI_Type_dup(old, type);

    return code == MPI_SUCCESS && struck ? PMPI_Type_commit(type) : code;
}
