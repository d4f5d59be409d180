/* Constructors that get a certain shape wrong. */
#include "faulty.h"
#include "hooks.h"

#include <limits.h>
#include <stdint.h>
#include <string.h>

bool many_members_lost(struct blocks *b)
{
    if (!b->types || b->n < 13 || b->lens[b->n - 1] == 0)
        return false;
    b->lens[b->n - 1] = 0;
    return true;
}

bool displacement_20_bits(struct blocks *b)
{
    const MPI_Aint most = 1 << 20;
    bool changed = false;

    for (int k = 0; k < b->n; k++)
        if (b->disps[k] >= most && b->disps[k] < 8 * most) {
            b->disps[k] %= most;
            changed = true;
        }
    return changed;
}

bool displacement_32_bits(struct blocks *b)
{
    const MPI_Count most = (MPI_Count) 1 << 40; /* addresses are above */
    bool changed = false;

    for (int k = 0; k < b->n; k++)
        if (b->disps[k] != (int32_t) b->disps[k] && b->disps[k] < most) {
            b->disps[k] = (int32_t) b->disps[k];
            changed = true;
        }
    return changed;
}

/* A displacement in elements times their extent. */
bool indexed_in_32_bits(struct blocks *b)
{
    return b->combiner == MPI_COMBINER_INDEXED && displacement_32_bits(b);
}

/* Blocks that touch are joined to one, whose last element is lost where it has more than 2^31 bytes. */
bool touching_in_32_bits(struct blocks *b)
{
    const MPI_Aint extent = b->types ? 0 : bounds_of(b->child).extent;
    MPI_Aint joined = 0;

    for (int k = 0; k < b->n && b->combiner != MPI_COMBINER_CONTIGUOUS; joined += b->lens[k++] * extent)
        if (b->disps[k] != b->disps[0] + joined)
            return false;
    if (b->n < 2 || joined <= INT_MAX)
        return false;
    b->lens[b->n - 1]--;
    return true;
}

bool first_of_unequal_longer(struct blocks *b)
{
    if (b->types || b->n < 3 || b->lens[0] >= b->lens[1] || b->lens[1] < 2 || b->lens[0] == 0)
        return false;
    b->lens[0]++;
    b->lens[1]--;
    return true;
}

bool inner_lb_kept(MPI_Aint *lb, MPI_Aint *extent, MPI_Datatype type)
{
    MPI_Aint old_lb, old_extent;

    (void) extent;
    PMPI_Type_get_extent(type, &old_lb, &old_extent);
    if (combiner_of(type) != MPI_COMBINER_RESIZED || *lb == old_lb)
        return false;
    *lb = old_lb;
    return true;
}

bool middle_start_ignored(struct array *a)
{
    if (a->dims < 3 || a->starts[1] == 0)
        return false;
    a->starts[1] = 0;
    return true;
}

bool fourth_start_ignored(struct array *a)
{
    if (a->dims < 4 || a->starts[3] == 0)
        return false;
    a->starts[3] = 0;
    return true;
}

bool argument_ignored(struct dealt *d)
{
    bool changed = false;

    for (int k = 0; k < d->dims; k++)
        if (d->distribs[k] == MPI_DISTRIBUTE_CYCLIC && d->dargs[k] > 1) {
            d->dargs[k] = 1;
            changed = true;
        }
    return changed;
}

bool last_dimension_whole(struct dealt *d)
{
    if (d->dims < 2 || d->distribs[d->dims - 1] != MPI_DISTRIBUTE_CYCLIC)
        return false;
    d->distribs[d->dims - 1] = MPI_DISTRIBUTE_BLOCK;
    d->dargs[d->dims - 1] = MPI_DISTRIBUTE_DFLT_DARG;
    return true;
}

/* One block has the extent of two. */
bool one_block_strided(struct blocks *b)
{
    if (!is_strided(b) || b->n != 1 || b->lens[0] < 2)
        return false;
    b->extent += b->extent / b->lens[0];
    return true;
}

/* A displacement below 0 is taken as one above. */
bool negative_block_positive(struct blocks *b)
{
    if (b->combiner != MPI_COMBINER_INDEXED_BLOCK || b->n < 1 || b->disps[0] >= 0)
        return false;
    b->disps[0] = -b->disps[0];
    return true;
}

bool starts_exchanged(struct array *a)
{
    const int first = a->starts[0];

    if (a->dims != 2 || *a->order != MPI_ORDER_FORTRAN || first == a->starts[1] ||
        a->starts[1] + a->subsizes[0] > a->sizes[0] || first + a->subsizes[1] > a->sizes[1])
        return false;
    a->starts[0] = a->starts[1];
    a->starts[1] = first;
    return true;
}

/* Members of one type are taken to follow each other. */
bool like_members_joined(struct blocks *b)
{
    MPI_Aint lb, extent, disp;

    if (b->combiner != MPI_COMBINER_STRUCT || b->n != 2 || b->types[0] != b->types[1] || b->lens[0] < 1)
        return false;
    PMPI_Type_get_extent(b->types[0], &lb, &extent);
    disp = b->disps[0] + b->lens[0] * extent;
    if (b->disps[1] == disp)
        return false;
    b->disps[1] = disp;
    return true;
}
