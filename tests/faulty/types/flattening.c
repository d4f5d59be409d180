/* Constructors that take their blocks for simpler ones: joined, moved, left out; and their bounds for those of some of
 * the blocks. */
#include "faulty.h"
#include "hooks.h"

#include <stdlib.h>

/* ---- helpers ---- */

static struct bounds bounds_of_block(const struct blocks *b, int k)
{
    return bounds_of(b->types ? b->types[k] : b->child);
}

/* Moves a block, if it stays within what the type reaches. */
static bool move_block(struct blocks *b, int k, MPI_Aint disp)
{
    const struct bounds block = bounds_of_block(b, k);
    const MPI_Aint first = disp + block.true_lb;

    if (b->lens[k] < 1 || block.extent < 0 || disp == b->disps[k] || first < b->true_lb ||
        first + (b->lens[k] - 1) * block.extent + block.true_extent > b->true_lb + b->true_extent)
        return false;
    b->disps[k] = disp;
    return true;
}

static MPI_Aint end_of_block(const struct blocks *b, int k)
{
    return b->disps[k] + b->lens[k] * bounds_of_block(b, k).extent;
}

/* ---- places ---- */

/* What comes after an empty block is where that is. */
bool block_after_empty(struct blocks *b)
{
    for (int k = 1; k < b->n; k++)
        if (b->lens[k - 1] == 0 && move_block(b, k, b->disps[k - 1]))
            return true;
    return false;
}

/* A block that ends where the one before begins comes first. */
bool falling_touching_joined(struct blocks *b)
{
    bool changed = false;

    for (int k = 1; k < b->n && !b->types; k++)
        if (b->lens[k] > 0 && b->lens[k] == b->lens[k - 1] && end_of_block(b, k) == b->disps[k - 1]) {
            MPI_Aint disp = b->disps[k];
            b->disps[k] = b->disps[k - 1];
            b->disps[k - 1] = disp;
            changed = true;
            k++;
        }
    return changed;
}

/* A gap of one element before the last block is closed. */
bool small_gap_closed(struct blocks *b)
{
    const int last = b->n - 1;

    if (b->types || is_strided(b) || b->n < 2 ||
        b->disps[last] != end_of_block(b, last - 1) + bounds_of(b->child).extent)
        return false;
    return move_block(b, last, end_of_block(b, last - 1));
}

/* Elements that are as large as their extent, and begin elsewhere, are taken to begin at 0. */
bool dense_child_at_start(struct blocks *b)
{
    bool changed = false;

    for (int k = 0; k < b->n && !b->types; k++) {
        const struct bounds child = bounds_of(b->child);
        const bool is_dense = child.true_extent == child.extent && size_of(b->child) == child.extent;
        if (!is_dense || child.true_lb == 0 || b->lens[k] == 0)
            continue;
        b->disps[k] -= child.true_lb;
        changed = true;
    }
    return changed;
}

/* The distance of two blocks is the displacement of the second one. */
bool two_blocks_strided(struct blocks *b)
{
    if (b->types || is_strided(b) || b->n != 2 || b->disps[0] == 0)
        return false;
    return move_block(b, 1, b->disps[0] + b->disps[1]) || move_block(b, 0, 0);
}

/* Displacements of members of one basic type are those of whole elements. */
bool like_members_counted(struct blocks *b)
{
    const MPI_Aint e = b->types && b->n > 1 ? size_of(b->types[0]) : 0;
    bool changed = false;

    for (int k = 0; k < b->n && e > 1; k++)
        if (b->types[k] != b->types[0] || depth_of(b->types[k]) > 0)
            return false;
    for (int k = 0; k < b->n && e > 1; k++)
        changed |= b->disps[k] % e > 0 && move_block(b, k, b->disps[k] / e * e);
    return changed;
}

/* What the blocks of a vector reach if one more follows them; 0 of what is no vector of several blocks. */
static MPI_Aint reach_of(MPI_Datatype vector)
{
    MPI_Aint found = 0;

    if (is_made_by(vector, MPI_COMBINER_VECTOR)) {
        struct arguments a = arguments_of(vector);
        found = a.ints[0] < 2 ? 0 : a.ints[0] * a.ints[2] * bounds_of(a.types[0]).extent;
        free_arguments(&a);
    }
    return found;
}

/* The n copies that a constructor makes are so far from each other. */
static bool put_apart(struct blocks *b, int n, MPI_Aint apart)
{
    if (n < 2 || apart <= 0 || apart == bounds_of(b->child).extent)
        return false;
    free(b->lens);
    free(b->disps);
    b->lens = memory(n * (MPI_Aint) sizeof *b->lens);
    b->disps = memory(n * (MPI_Aint) sizeof *b->disps);
    for (int k = 0; k < n; k++) {
        b->lens[k] = 1;
        b->disps[k] = k * apart;
    }
    b->n = n;
    return true;
}

/* The blocks of vectors that follow each other are taken to be those of one vector. */
bool vectors_joined(struct blocks *b)
{
    if (b->combiner != MPI_COMBINER_CONTIGUOUS || b->n == 0)
        return false;
    return put_apart(b, b->lens[0], reach_of(b->child));
}

/* The same of vectors that have more room at their end than between their blocks. */
bool spaced_vectors_joined(struct blocks *b)
{
    struct arguments a;
    MPI_Aint reach;

    if (b->combiner != MPI_COMBINER_CONTIGUOUS || b->n == 0 || !is_made_by(b->child, MPI_COMBINER_RESIZED))
        return false;
    a = arguments_of(b->child);
    reach = reach_of(a.types[0]);
    free_arguments(&a);
    return reach < bounds_of(b->child).extent && put_apart(b, b->lens[0], reach);
}

/* ---- empty blocks ---- */

/* The block before an empty one at the end is lost. */
bool before_empty_lost(struct blocks *b)
{
    if (b->n < 2 || b->lens[b->n - 1] != 0 || b->lens[b->n - 2] == 0)
        return false;
    b->lens[b->n - 2] = 0;
    return true;
}

/* What comes after two empty blocks is lost. */
bool after_two_empty_lost(struct blocks *b)
{
    for (int k = 2; k < b->n; k++)
        if (b->lens[k - 1] == 0 && b->lens[k - 2] == 0 && b->lens[k] > 0) {
            b->lens[k] = 0;
            return true;
        }
    return false;
}

/* The member after one of a type of no bytes is lost. */
bool after_nothing_lost(struct blocks *b)
{
    for (int k = 1; k < b->n && b->types; k++)
        if (b->lens[k - 1] > 0 && size_of(b->types[k - 1]) == 0 && size_of(b->types[k]) > 0 && b->lens[k] > 0) {
            b->lens[k] = 0;
            return true;
        }
    return false;
}

/* ---- bounds ---- */

static bool set_bounds(struct blocks *b, MPI_Aint lb, MPI_Aint ub)
{
    const bool changed = lb != b->lb || ub != b->lb + b->extent;

    b->lb = lb;
    b->extent = ub - lb;
    return changed;
}

bool lb_of_first_member(struct blocks *b)
{
    if (!b->types || b->n < 2 || b->lens[0] == 0)
        return false;
    return set_bounds(b, b->disps[0] + bounds_of_block(b, 0).lb, b->lb + b->extent);
}

bool ub_of_last_block(struct blocks *b)
{
    const int last = b->n - 1;

    if (b->types || b->n < 2 || is_strided(b) || b->lens[last] == 0 || bounds_of(b->child).extent < 0)
        return false;
    return set_bounds(b, b->lb, end_of_block(b, last) + bounds_of(b->child).lb);
}

/* A block too many below. */
bool lb_of_block_below(struct blocks *b)
{
    if (!is_strided(b) || b->n < 2 || b->disps[1] >= b->disps[0])
        return false;
    return set_bounds(b, b->lb + b->disps[1] - b->disps[0], b->lb + b->extent);
}

bool ub_without_end_gap(struct blocks *b)
{
    const struct bounds child = b->types ? bounds_of(MPI_BYTE) : bounds_of(b->child);
    const MPI_Aint gap = child.lb + child.extent - child.true_lb - child.true_extent;

    if (b->types || b->n == 0 || child.extent < 0 || gap <= 0)
        return false;
    return set_bounds(b, b->lb, b->lb + b->extent - gap);
}

/* Of instances of a negative extent the lower bound is that of the first one. */
bool lb_of_first_instance(struct blocks *b)
{
    if (b->types || b->n == 0 || bounds_of(b->child).extent >= 0 || b->disps[0] + bounds_of(b->child).lb <= b->lb)
        return false;
    return set_bounds(b, b->disps[0] + bounds_of(b->child).lb, b->lb + b->extent);
}

/* The gap after the last block of a vector counts. */
bool ub_of_whole_stride(struct blocks *b)
{
    MPI_Aint end;

    if (!is_strided(b) || b->n < 2 || b->lens[0] == 0)
        return false;
    end = b->disps[b->n - 1] + b->disps[1] - b->disps[0];
    return end > end_of_block(b, b->n - 1) && set_bounds(b, b->lb, end + bounds_of(b->child).lb);
}

/* Nothing has the extent of an element. */
bool extent_of_nothing(struct blocks *b)
{
    for (int k = 0; k < b->n; k++)
        if (b->lens[k] > 0)
            return false;
    return !b->types && b->extent == 0 && set_bounds(b, b->lb, b->lb + bounds_of(b->child).extent);
}

/* An empty block counts for the upper bound. */
bool ub_of_empty_block(struct blocks *b)
{
    for (int k = 0; k < b->n && !b->types; k++)
        if (b->lens[k] == 0 && b->disps[k] > b->lb + b->extent)
            return set_bounds(b, b->lb, b->disps[k]);
    return false;
}
