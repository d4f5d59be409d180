/* Constructors that take what is small, thin or alike for something simpler. */
#include "faulty.h"
#include "hooks.h"

#include <string.h>

static bool is_list(const struct blocks *b)
{
    return !b->types && (b->combiner == MPI_COMBINER_INDEXED || b->combiner == MPI_COMBINER_HINDEXED ||
                         b->combiner == MPI_COMBINER_INDEXED_BLOCK || b->combiner == MPI_COMBINER_HINDEXED_BLOCK);
}

/* The lower bound of a list is where its first block begins. */
bool lb_of_first_listed(struct blocks *b)
{
    MPI_Aint lb;

    if (!is_list(b) || b->n < 2 || b->lens[0] == 0 || bounds_of(b->child).extent < 0)
        return false;
    lb = b->disps[0] + bounds_of(b->child).lb;
    if (lb <= b->lb)
        return false;
    b->extent -= lb - b->lb;
    b->lb = lb;
    return true;
}

static bool has_one_length(const struct blocks *b)
{
    for (int k = 1; k < b->n; k++)
        if (b->lens[k] != b->lens[0] || b->lens[k] == 0)
            return false;
    return true;
}

/* A list of blocks of one length is one at equal distances, if all but the last one are. */
bool regular_but_last_strided(struct blocks *b)
{
    const MPI_Aint step = b->n > 1 ? b->disps[1] - b->disps[0] : 0;
    MPI_Aint last;

    if (!is_list(b) || b->n < 4 || !has_one_length(b))
        return false;
    for (int k = 2; k < b->n - 1; k++)
        if (b->disps[k] != b->disps[0] + k * step)
            return false;
    last = b->disps[b->n - 1];
    b->disps[b->n - 1] = b->disps[0] + (b->n - 1) * step;
    return b->disps[b->n - 1] != last;
}

/* A list of blocks of one length is one at equal distances, if the first two and the last one are. */
bool regular_ends_strided(struct blocks *b)
{
    bool changed = false;

    if (!is_list(b) || b->n < 4 || b->disps[b->n - 1] - b->disps[0] != (b->n - 1) * (b->disps[1] - b->disps[0]) ||
        !has_one_length(b))
        return false;
    for (int k = 2; k < b->n - 1; k++) {
        const MPI_Aint disp = b->disps[0] + k * (b->disps[1] - b->disps[0]);
        changed |= b->disps[k] != disp;
        b->disps[k] = disp;
    }
    return changed;
}

/* One element is the type that it is of, without the gaps at its ends. */
bool one_element_cut(struct blocks *b)
{
    if (b->types || b->n != 1 || b->lens[0] != 1 || (b->lb == b->true_lb && b->extent == b->true_extent) ||
        b->true_extent == 0)
        return false;
    b->lb = b->true_lb;
    b->extent = b->true_extent;
    return true;
}

/* 64 Ki elements and more in blocks at one distance lack the last block. */
bool wide_vector_short(struct blocks *b)
{
    if (!is_strided(b) || b->n < 2 || (MPI_Count) b->n * b->lens[0] < 1 << 16)
        return false;
    b->n--;
    return true;
}

/* A struct of basic types ends where its last member is aligned, not where all are. */
bool aligned_as_last(struct blocks *b)
{
    MPI_Aint ub = 0, align;

    if (!b->types || b->n < 2)
        return false;
    for (int k = 0; k < b->n; k++) {
        const MPI_Aint end = b->disps[k] + b->lens[k] * (MPI_Aint) size_of(b->types[k]);
        if (depth_of(b->types[k]) > 0 || b->lens[k] == 0)
            return false;
        ub = end > ub ? end : ub;
    }
    align = size_of(b->types[b->n - 1]);
    ub = (ub + align - 1) / align * align;
    if (ub >= b->lb + b->extent || ub <= b->lb)
        return false;
    b->extent = ub - b->lb;
    return true;
}

/* Members of one derived type are as far apart as the first two. */
bool like_derived_strided(struct blocks *b)
{
    MPI_Aint disp;

    if (!b->types || b->n < 3)
        return false;
    for (int k = 0; k < b->n; k++)
        if (b->types[k] != b->types[0] || b->lens[k] != 1 || depth_of(b->types[k]) == 0)
            return false;
    disp = b->disps[0] + (b->n - 1) * (b->disps[1] - b->disps[0]);
    if (disp == b->disps[b->n - 1] || disp < b->true_lb || disp >= b->disps[b->n - 1])
        return false;
    b->disps[b->n - 1] = disp;
    return true;
}

/* Contiguous types of contiguous ones of more than 255 elements lack the last one. */
bool product_of_contiguous_short(struct blocks *b)
{
    if (b->combiner != MPI_COMBINER_CONTIGUOUS || b->n != 1 || b->lens[0] < 2 ||
        !is_made_by(b->child, MPI_COMBINER_CONTIGUOUS) || (MPI_Count) b->lens[0] * integer_of(b->child, 0) < 256)
        return false;
    b->lens[0]--;
    return true;
}

/* A single layer in the middle is the one before. */
bool layer_before(struct array *a)
{
    bool changed = false;

    for (int k = 1; k < a->dims - 1; k++)
        if (a->subsizes[k] == 1 && a->starts[k] > 0) {
            a->starts[k]--;
            changed = true;
        }
    return changed;
}

/* An array of one process lacks its last row. */
bool lone_part_short(struct dealt *d)
{
    const int k = *d->order == MPI_ORDER_C ? 0 : d->dims - 1;

    for (int i = 0; i < d->dims; i++)
        if (d->procs[i] != 1)
            return false;
    if (d->sizes[k] < 2 || (d->dargs[k] != MPI_DISTRIBUTE_DFLT_DARG && d->distribs[k] == MPI_DISTRIBUTE_BLOCK))
        return false;
    d->sizes[k]--;
    return true;
}

/* What is left over of the fastest dimension, which is dealt out in turn by several, belongs to nobody. */
bool fast_remainder_lost(struct dealt *d)
{
    const int k = *d->order == MPI_ORDER_C ? d->dims - 1 : 0, round = d->dargs[k] * d->procs[k];

    if (d->dims < 2 || d->distribs[k] != MPI_DISTRIBUTE_CYCLIC || d->dargs[k] < 2 || d->sizes[k] < round ||
        d->sizes[k] % round == 0)
        return false;
    d->sizes[k] -= d->sizes[k] % round;
    return true;
}

/* The extent of a resized type is taken for its upper bound. */
bool extent_taken_for_ub(MPI_Aint *lb, MPI_Aint *extent, MPI_Datatype type)
{
    (void) type;
    if (*lb <= 0 || *extent <= *lb)
        return false;
    *extent -= *lb;
    return true;
}

/* A duplicate of a type with a negative lower bound begins at 0. */
bool duplicate_from_0(struct calls_call *c)
{
    MPI_Datatype *made, cut;
    struct bounds b;

    if (!calls_is(c, "MPI_Type_dup") || c->code != MPI_SUCCESS)
        return false;
    made = CALLS_HANDLES(MPI_Datatype, c, 1);
    b = bounds_of(*made);
    if (b.lb >= 0 || b.lb + b.extent <= 0)
        return false;
    PMPI_Type_create_resized(*made, 0, b.lb + b.extent, &cut);
    PMPI_Type_free(made);
    *made = cut;
    return true;
}

/* Only the slowest dimension is cut: the extent is that of the part. */
bool slab_cut(struct calls_call *c)
{
    MPI_Datatype *made, cut;
    struct bounds b;
    int dims;

    if (!calls_is(c, "MPI_Type_create_subarray") || c->code != MPI_SUCCESS)
        return false;
    made = CALLS_HANDLES(MPI_Datatype, c, c->procedure->num_params - 1);
    dims = integer_of(*made, 0);
    if (dims < 2 || integer_of(*made, 3 * dims + 1) != MPI_ORDER_C)
        return false;
    for (int k = 1; k < dims; k++)
        if (integer_of(*made, 1 + k) != integer_of(*made, 1 + dims + k))
            return false;
    b = bounds_of(*made);
    if (b.extent == b.true_extent)
        return false;
    PMPI_Type_create_resized(*made, b.true_lb, b.true_extent, &cut);
    PMPI_Type_free(made);
    *made = cut;
    return true;
}
