/* Constructors that get places, bounds and parts of arrays wrong under a condition that a plain type does not meet. */
#include "faulty.h"
#include "hooks.h"

/* ---- places ---- */

/* Members whose displacements do not suit their alignment are moved to the next one that does. */
bool packed_members_aligned(struct blocks *b)
{
    bool changed = false;

    for (int k = 0; b->types && k < b->n; k++) {
        const MPI_Aint e = depth_of(b->types[k]) == 0 ? size_of(b->types[k]) : 1;
        const MPI_Aint over = e > 1 && e <= 8 && b->lens[k] > 0 ? (b->disps[k] % e + e) % e : 0;
        b->disps[k] += over > 0 ? e - over : 0;
        changed |= over > 0;
    }
    return changed;
}

static bool only_at_start(struct blocks *b)
{
    const bool in_bounds = b->true_lb <= 0 || b->lb <= 0;

    if (b->n != 1 || b->lens[0] == 0 || b->disps[0] == 0 || !in_bounds)
        return false;
    b->disps[0] = 0;
    return true;
}

bool one_member_at_start(struct blocks *b)
{
    return b->types && only_at_start(b);
}

bool one_block_at_start(struct blocks *b)
{
    return !b->types && b->combiner != MPI_COMBINER_CONTIGUOUS && only_at_start(b);
}

/* Blocks of one element each: the last one is where the first two say. */
bool unit_blocks_strided(struct blocks *b)
{
    MPI_Aint disp;

    if (b->types || b->n < 3 || is_strided(b))
        return false;
    for (int k = 0; k < b->n; k++)
        if (b->lens[k] != 1)
            return false;
    disp = b->disps[0] + (b->n - 1) * (b->disps[1] - b->disps[0]);
    if (disp == b->disps[b->n - 1] || disp < b->true_lb || disp >= b->true_lb + b->true_extent)
        return false;
    b->disps[b->n - 1] = disp;
    return true;
}

/* Two blocks at one place are taken to be one; what is sent can be so. */
bool same_place_once(struct blocks *b)
{
    for (int k = 1; k < b->n; k++)
        if (b->disps[k] == b->disps[k - 1] && b->lens[k] > 0 && b->lens[k - 1] > 0) {
            b->lens[k] = 0;
            return true;
        }
    return false;
}

/* Blocks that begin within the one before are taken to begin at its end: that one is cut. */
bool sliding_once(struct blocks *b)
{
    MPI_Aint lb, extent;
    bool changed = false;

    for (int k = 0; k + 1 < b->n && !b->types; k++) {
        const MPI_Aint apart = b->disps[k + 1] - b->disps[k];
        PMPI_Type_get_extent(b->child, &lb, &extent);
        if (apart > 0 && apart < b->lens[k] * extent) {
            b->lens[k] = (int) (apart / extent);
            changed = true;
        }
    }
    return changed;
}

/* Blocks that begin within the one before are moved to its end, as far as the type reaches. */
bool begun_within_follows(struct blocks *b)
{
    MPI_Aint lb, extent, end;

    if (b->types || is_strided(b))
        return false;
    PMPI_Type_get_extent(b->child, &lb, &extent);
    for (int k = 1; k < b->n; k++) {
        end = b->disps[k - 1] + b->lens[k - 1] * extent;
        if (b->lens[k] > 0 && b->disps[k] > b->disps[k - 1] && b->disps[k] < end &&
            end + b->lens[k] * extent <= b->true_lb + b->true_extent) {
            b->disps[k] = end;
            return true;
        }
    }
    return false;
}

/* A member that is a vector without a stride is taken to be as long as its size says. */
bool member_as_long_as_size(struct blocks *b)
{
    bool changed = false;

    for (int k = 0; k < b->n && b->types; k++)
        if (is_made_by(b->types[k], MPI_COMBINER_VECTOR) && integer_of(b->types[k], 2) == 0 &&
            integer_of(b->types[k], 0) > 1) {
            PMPI_Type_contiguous((int) size_of(b->types[k]), MPI_BYTE, &b->types[k]);
            changed = true;
        }
    return changed;
}

/* Of a type without an extent there is one in a block. */
bool no_extent_once(struct blocks *b)
{
    bool changed = false;

    for (int k = 0; k < b->n && !b->types; k++)
        if (b->lens[k] > 1 && size_of(b->child) > 0 && bounds_of(b->child).extent == 0) {
            b->lens[k] = 1;
            changed = true;
        }
    return changed;
}

/* ---- members that are alike ---- */

/* Whether the members that have elements, two and more, some of them several, are of one size; of one extent. */
static bool are_members_alike(const struct blocks *b, bool in_size, bool in_extent)
{
    int members = 0, longest = 0;

    for (int k = 0; k < b->n; k++)
        if (b->lens[k] > 0) {
            if ((in_size && size_of(b->types[k]) != size_of(b->types[0])) ||
                (in_extent && bounds_of(b->types[k]).extent != bounds_of(b->types[0]).extent))
                return false;
            members++;
            longest = b->lens[k] > longest ? b->lens[k] : longest;
        }
    return members > 1 && longest > 1;
}

/* The members that are unlike the first one, and need as much room, are taken to be of its type. */
static bool all_like_first(struct blocks *b)
{
    const MPI_Aint extent = b->n > 0 ? bounds_of(b->types[0]).extent : 0;
    bool changed = false;

    for (int k = 1; k < b->n; k++)
        if (b->lens[k] > 0 && bounds_of(b->types[k]).extent >= extent && !same_map(b->types[k], b->types[0])) {
            b->types[k] = b->types[0];
            changed = true;
        }
    return changed;
}

bool like_sizes_as_first(struct blocks *b)
{
    return b->types && are_members_alike(b, true, false) && all_like_first(b);
}

bool like_extents_as_first(struct blocks *b)
{
    return b->types && are_members_alike(b, false, true) && all_like_first(b);
}

bool like_sizes_and_extents(struct blocks *b)
{
    return b->types && are_members_alike(b, true, true) && all_like_first(b);
}

/* ---- bounds ---- */

/* A block of no elements counts for the lower bound. */
bool zero_block_bounds(struct blocks *b)
{
    for (int k = 0; k < b->n && !b->types; k++)
        if (b->lens[k] == 0 && b->disps[k] < b->lb) {
            b->extent += b->lb - b->disps[k];
            b->lb = b->disps[k];
            return true;
        }
    return false;
}

/* An extent is rounded up to a multiple of what its elements are aligned to. */
bool odd_extent_rounded(MPI_Aint *lb, MPI_Aint *extent, MPI_Datatype type)
{
    const MPI_Aint e = size_of(first_leaf(type)), over = e > 1 && *extent > 0 ? *extent % e : 0;

    (void) lb;
    *extent += over > 0 ? e - over : 0;
    return over > 0;
}

/* Of a type that is resized twice the first extent counts. */
bool inner_extent_kept(MPI_Aint *lb, MPI_Aint *extent, MPI_Datatype type)
{
    MPI_Aint old_lb, old;

    (void) lb;
    PMPI_Type_get_extent(type, &old_lb, &old);
    if (combiner_of(type) != MPI_COMBINER_RESIZED || old == *extent)
        return false;
    *extent = old;
    return true;
}

/* An array has the bounds of its part. */
static bool cut_to_part(struct calls_call *c, const char *row)
{
    MPI_Datatype *made, cut;
    struct bounds b;

    if (!calls_is(c, row) || c->code != MPI_SUCCESS)
        return false;
    made = CALLS_HANDLES(MPI_Datatype, c, c->procedure->num_params - 1);
    b = bounds_of(*made);
    if (b.lb == b.true_lb && b.extent == b.true_extent)
        return false;
    PMPI_Type_create_resized(*made, b.true_lb, b.true_extent, &cut);
    PMPI_Type_free(made);
    *made = cut;
    return true;
}

bool subarray_cut(struct calls_call *c)
{
    return cut_to_part(c, "MPI_Type_create_subarray");
}

bool darray_cut(struct calls_call *c)
{
    return cut_to_part(c, "MPI_Type_create_darray");
}

/* ---- arrays ---- */

bool fortran_line_at_start(struct array *a)
{
    if (a->dims != 1 || *a->order != MPI_ORDER_FORTRAN || a->starts[0] == 0)
        return false;
    a->starts[0] = 0;
    return true;
}

/* The slowest dimension of a cube is taken for the one before it. */
bool cube_starts_exchanged(struct array *a)
{
    const int k = *a->order == MPI_ORDER_C ? 0 : 1, first = a->starts[k];

    if (a->dims != 3 || first == a->starts[k + 1] || a->starts[k + 1] + a->subsizes[k] > a->sizes[k] ||
        first + a->subsizes[k + 1] > a->sizes[k + 1])
        return false;
    a->starts[k] = a->starts[k + 1];
    a->starts[k + 1] = first;
    return true;
}

/* What is left over when an array is dealt out in turn belongs to nobody: of the slowest dimension. */
bool remainder_lost(struct dealt *d)
{
    const int k = *d->order == MPI_ORDER_C ? 0 : d->dims - 1;
    const int arg = d->dargs[k] == MPI_DISTRIBUTE_DFLT_DARG ? 1 : d->dargs[k], over = d->sizes[k] % (arg * d->procs[k]);

    if (d->distribs[k] != MPI_DISTRIBUTE_CYCLIC || over == 0 || over == d->sizes[k])
        return false;
    d->sizes[k] -= over;
    return true;
}

/* Blocks are as large as they are when nobody says. */
bool block_argument_ignored(struct dealt *d)
{
    bool changed = false;

    for (int k = 0; k < d->dims; k++)
        if (d->distribs[k] == MPI_DISTRIBUTE_BLOCK && d->dargs[k] != MPI_DISTRIBUTE_DFLT_DARG) {
            changed |= d->dargs[k] != (d->sizes[k] + d->procs[k] - 1) / d->procs[k];
            d->dargs[k] = MPI_DISTRIBUTE_DFLT_DARG;
        }
    return changed;
}

/* Processes are numbered along the first dimension, not the last. */
bool grid_by_columns(struct dealt *d)
{
    const int rank = *d->rank;

    if (d->dims != 2)
        return false;
    *d->rank = rank % d->procs[0] * d->procs[1] + rank / d->procs[0];
    return *d->rank != rank;
}

bool dealt_in_other_order(struct dealt *d)
{
    if (d->dims < 2)
        return false;
    *d->order = *d->order == MPI_ORDER_C ? MPI_ORDER_FORTRAN : MPI_ORDER_C;
    return true;
}
