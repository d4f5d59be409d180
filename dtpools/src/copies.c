#include "copies.h"

#include "arith.h"

/* ---- dimensions of darrays ---- */

const struct dtpi_deal dtpi_deals[DTPI_NUM_DEALS] = {
    {"B", DTPI_BLOCK, false},  {"BK", DTPI_BLOCK, true},           {"C", DTPI_CYCLIC, false},
    {"CK", DTPI_CYCLIC, true}, {"N", DTPI_NOT_DISTRIBUTED, false},
};

static struct dtpi_dim deal_blocks(bool sized, MPI_Aint part, MPI_Aint processes, MPI_Aint coordinate, bool even)
{
    const bool last = coordinate == processes - 1;
    struct dtpi_dim dim = {.distribution = DTPI_BLOCK, .processes = processes};
    MPI_Aint block = part;

    if (even)
        dim.size = part * (sized ? coordinate + 1 : processes);
    else if (last)
        dim.size = coordinate * (block = part + 1 + sized) + part;
    else if (sized)
        dim.size = (coordinate + 1) * part + (part + 1) / 2;
    else /* the blocks are of `part` yet */
        dim.size = dtpi_max((coordinate + 1) * part, processes * (part - 1) + 1);
    dim.darg = sized ? block : 0;
    return dim;
}

static struct dtpi_dim deal_in_turn(bool sized, MPI_Aint part, MPI_Aint processes, MPI_Aint coordinate, bool even)
{
    const MPI_Aint k = sized ? 2 + part % 2 : 1, turn = k * processes, whole = part / k, rest = part % k;
    struct dtpi_dim dim = {.distribution = DTPI_CYCLIC, .processes = processes, .darg = sized ? k : 0};

    if (rest > 0)
        dim.size = whole * turn + coordinate * k + rest;
    else
        dim.size = even ? whole * turn : (whole - 1) * turn + (coordinate + 1) * k;
    return dim;
}

struct dtpi_dim dtpi_deal_out(const struct dtpi_deal *deal, MPI_Aint part, MPI_Aint processes, MPI_Aint coordinate,
                              bool even)
{
    switch (deal->distribution) {
        case DTPI_BLOCK:
            return deal_blocks(deal->sized, part, processes, coordinate, even);
        case DTPI_CYCLIC:
            return deal_in_turn(deal->sized, part, processes, coordinate, even);
        default:
            return (struct dtpi_dim) {.distribution = DTPI_NOT_DISTRIBUTED, .size = part, .processes = 1};
    }
}

/* ---- copies ---- */

/* The length of equal blocks of q copies, more than one block if that can be. */
static MPI_Aint block_of(MPI_Aint q)
{
    return q > 3 && q % 3 == 0 ? 3 : q > 2 && q % 2 == 0 ? 2 : 1;
}

/* Equal blocks at a stride that is a multiple of the alignment only, if it is in bytes. */
static struct dtpi_tree *vector_of(enum dtpi_ctor ctor, MPI_Aint q, struct dtpi_tree *child)
{
    const MPI_Aint blklen = block_of(q);
    const MPI_Aint step = ctor == DTPI_VECTOR ? blklen + 1 : blklen * dtpi_tree_extent(child) + child->alignment;
    const struct dtpi_run run = {.count = q / blklen, .blklen = blklen, .step = step, .child = child};

    return dtpi_tree_blocks(ctor, 1, &run);
}

/* A long block after a gap, and single ones after it. */
static struct dtpi_tree *indexed_of(MPI_Aint q, struct dtpi_tree *child)
{
    const MPI_Aint single = q / 2, together = q - single;
    const struct dtpi_run runs[] = {{.count = 1, .blklen = together, .disp = 1, .child = child},
                                    {.count = single, .blklen = 1, .disp = together + 2, .step = 2, .child = child}};

    if (single > 0)
        (void) dtpi_tree_ref(child);
    return dtpi_tree_blocks(DTPI_INDEXED, single > 0 ? 2 : 1, runs);
}

/* A long block, and single ones below it, downwards. */
static struct dtpi_tree *hindexed_of(MPI_Aint q, struct dtpi_tree *child)
{
    const MPI_Aint single = q / 2, together = q - single, each = dtpi_tree_extent(child) + child->alignment;
    const struct dtpi_run runs[] = {
        {.count = 1, .blklen = together, .disp = single * each + child->alignment, .child = child},
        {.count = single, .blklen = 1, .disp = (single - 1) * each, .step = -each, .child = child}};

    if (single > 0)
        (void) dtpi_tree_ref(child);
    return dtpi_tree_blocks(DTPI_HINDEXED, single > 0 ? 2 : 1, runs);
}

/* Equal blocks in two groups, of two strides, from `start` on; unit: what one copy takes. */
static struct dtpi_tree *blocks_of(enum dtpi_ctor ctor, MPI_Aint q, MPI_Aint unit, MPI_Aint gap, MPI_Aint start,
                                   struct dtpi_tree *child)
{
    const MPI_Aint blklen = block_of(q), count = q / blklen, first = (count + 1) / 2, step = blklen * unit + gap;
    struct dtpi_run runs[] = {{.count = first, .blklen = blklen, .disp = start, .step = step, .child = child},
                              {.count = count - first, .blklen = blklen, .step = step + gap, .child = child}};

    runs[1].disp = start + first * step + gap;

    if (count > first)
        (void) dtpi_tree_ref(child);
    return dtpi_tree_blocks(ctor, count > first ? 2 : 1, runs);
}

/* Four members, one of them without elements. */
static struct dtpi_tree *struct_of(MPI_Aint q, struct dtpi_tree *child)
{
    const MPI_Aint blklens[] = {q - q / 2 - q / 4, 0, q / 4, q / 2};
    struct dtpi_run runs[4];
    MPI_Aint at = 0;

    for (int i = 0; i < 4; i++) {
        runs[i] = (struct dtpi_run) {.count = 1, .blklen = blklens[i], .disp = at, .child = child};
        at += blklens[i] * dtpi_tree_extent(child) + child->alignment;
        if (i > 0)
            (void) dtpi_tree_ref(child);
    }
    return dtpi_tree_blocks(DTPI_STRUCT, 4, runs);
}

/* Chooses between two variants by the child's constructor, so that each of them is used. */
static bool is_odd(const struct dtpi_tree *child)
{
    return child->ctor % 2 != 0;
}

static struct dtpi_tree *subarray_of(MPI_Aint q, struct dtpi_tree *child)
{
    const MPI_Aint inner = block_of(q), outer = q / inner;
    const struct dtpi_dim dims[] = {{.size = outer + 1, .subsize = outer, .start = 1},
                                    {.size = inner + 2, .subsize = inner, .start = 1}};

    return dtpi_tree_subarray(2, dims, is_odd(child) ? MPI_ORDER_FORTRAN : MPI_ORDER_C, child);
}

static struct dtpi_tree *darray_of(MPI_Aint q, struct dtpi_tree *child)
{
    const struct dtpi_dim dim = dtpi_deal_out(&dtpi_deals[is_odd(child) ? 0 : 3], q, 2, 1, false);

    return dtpi_tree_darray(2, 1, 1, &dim, MPI_ORDER_C, child);
}

static struct dtpi_tree *contiguous_of(MPI_Aint q, struct dtpi_tree *child)
{
    return q == 1 ? child : dtpi_tree_contiguous(q, child);
}

/* Room before and after. */
static struct dtpi_tree *resized_of(struct dtpi_tree *all)
{
    MPI_Aint span;

    if (!all)
        return NULL;
    span = dtpi_tree_true_extent(all);
    span += (all->alignment - span % all->alignment) % all->alignment;
    return dtpi_tree_resized(all->true_lb - all->alignment, span + 2 * all->alignment, all);
}

struct dtpi_tree *dtpi_copies(enum dtpi_ctor ctor, MPI_Aint q, struct dtpi_tree *child)
{
    MPI_Aint extent;

    if (!child)
        return NULL;
    extent = dtpi_tree_extent(child);
    switch (ctor) {
        case DTPI_VECTOR:
        case DTPI_HVECTOR: return vector_of(ctor, q, child);
        case DTPI_INDEXED: return indexed_of(q, child);
        case DTPI_HINDEXED: return hindexed_of(q, child);
        case DTPI_INDEXED_BLOCK: return blocks_of(ctor, q, 1, 1, 2, child);
        case DTPI_HINDEXED_BLOCK: return blocks_of(ctor, q, extent, child->alignment, -extent - child->alignment,
                                                   child);
        case DTPI_STRUCT: return struct_of(q, child);
        case DTPI_SUBARRAY: return subarray_of(q, child);
        case DTPI_DARRAY: return darray_of(q, child);
        case DTPI_RESIZED: return resized_of(contiguous_of(q, child));
        case DTPI_DUP: return dtpi_tree_dup(contiguous_of(q, child));
        default: return dtpi_tree_contiguous(q, child);
    }
}
