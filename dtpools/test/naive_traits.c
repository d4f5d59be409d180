/* Traits of shapes, worked out block by block and process by process. */
#include "naive.h"

#include "traits.h"

#include <stdlib.h>

static bool is_array(const struct dtpi_tree *tree)
{
    return tree->ctor == DTPI_SUBARRAY || tree->ctor == DTPI_DARRAY;
}

static bool has_blocks(const struct dtpi_tree *tree)
{
    return tree->ctor != DTPI_BASIC_TYPE && tree->ctor != DTPI_RESIZED && tree->ctor != DTPI_DUP && !is_array(tree);
}

static bool is_downwards(const struct dtpi_tree *tree)
{
    MPI_Aint step = tree->num_runs > 0 ? tree->runs[0].step : 0;

    if (tree->ctor == DTPI_VECTOR && tree->runs[0].child->ub < tree->runs[0].child->lb)
        step = -step;
    else if (tree->ctor == DTPI_VECTOR && tree->runs[0].child->ub == tree->runs[0].child->lb)
        step = 0;
    return (tree->ctor == DTPI_VECTOR || tree->ctor == DTPI_HVECTOR) && tree->runs[0].count > 1 && step < 0 &&
           tree->elements > 0;
}

/* A block is empty, or lies apart from the first that is not by what is no multiple of the extent; or is of nothing. */
static uint64_t of_blocks(const struct dtpi_tree *tree)
{
    const bool bytes = tree->ctor == DTPI_HVECTOR || tree->ctor == DTPI_HINDEXED || tree->ctor == DTPI_HINDEXED_BLOCK;
    MPI_Aint first = 0, blocks = 0, full = 0;
    uint64_t traits = 0;

    for (int r = 0; r < tree->num_runs; r++)
        for (MPI_Aint i = 0; i < tree->runs[r].count; i++, blocks++) {
            const struct dtpi_run *run = &tree->runs[r];
            const MPI_Aint extent = run->child->ub - run->child->lb, disp = run->disp + i * run->step;
            if (run->blklen > 0 && run->child->elements == 0)
                traits |= DTPI_TRAIT(ZERO_SIZE);
            if (run->blklen == 0 || run->child->elements == 0)
                continue;
            first = full++ == 0 ? disp : first;
            if (bytes && extent != 0 && (disp - first) % extent != 0)
                traits |= DTPI_TRAIT(ODD_STRIDE);
        }
    return traits | (tree->ctor == DTPI_STRUCT && blocks > 8 ? DTPI_TRAIT(MANY_MEMBERS) : 0);
}

/* How many of a dimension's indices a process has. */
static MPI_Aint part_of(const struct dtpi_dim *dim, MPI_Aint process)
{
    MPI_Aint block = dim->darg, mine = 0;

    if (block == 0)
        block = dim->distribution == DTPI_CYCLIC ? 1 : (dim->size + dim->processes - 1) / dim->processes;
    for (MPI_Aint i = 0; i < dim->size; i++)
        mine += i / block % dim->processes == process;
    return mine;
}

static uint64_t of_array(const struct dtpi_tree *tree)
{
    uint64_t traits = 0;

    if (tree->num_dims > 2)
        traits |= DTPI_TRAIT(MANY_DIMS);
    if (tree->num_dims > 1 && tree->order != MPI_ORDER_C)
        traits |= DTPI_TRAIT(FORTRAN_ORDER);
    for (int d = 0; tree->ctor == DTPI_DARRAY && d < tree->num_dims; d++) {
        const struct dtpi_dim *dim = &tree->dims[d];
        if (dim->darg != 0)
            traits |= DTPI_TRAIT(SIZED_DARRAY);
        for (MPI_Aint p = 1; p < dim->processes && dim->distribution != DTPI_NOT_DISTRIBUTED; p++)
            if (part_of(dim, p) != part_of(dim, 0))
                traits |= DTPI_TRAIT(UNEVEN_DARRAY);
    }
    return traits;
}

static MPI_Aint elements_of(const struct dtpi_run *run)
{
    return run->count * run->blklen * run->child->elements;
}

/* Element by element: none has the size of another type than the first, but some are of another type. */
static uint64_t of_elements(const struct dtpi_tree *tree)
{
    struct naive map = naive_walk(tree, 1);
    bool other_type = false, other_size = false;

    for (MPI_Aint k = 1; k < map.n; k++) {
        other_type = other_type || map.elements[k].basic != map.elements[0].basic;
        other_size = other_size || map.elements[k].basic->kind->size != map.elements[0].basic->kind->size;
    }
    naive_free(&map);
    return other_type && !other_size ? DTPI_TRAIT(ONE_SIZE) : 0;
}

/* Whether element number k of the type, in type map order, is in a struct in it, or the type is one. */
static bool is_in_struct(const struct dtpi_tree *tree, MPI_Aint k)
{
    if (tree->ctor == DTPI_STRUCT)
        return true;
    if (!has_blocks(tree))
        return tree->num_runs > 0 && is_in_struct(tree->runs[0].child, k % tree->runs[0].child->elements);
    for (int r = 0; r < tree->num_runs; k -= elements_of(&tree->runs[r++]))
        if (k < elements_of(&tree->runs[r]))
            return is_in_struct(tree->runs[r].child, k % tree->runs[r].child->elements);
    return false;
}

/* Whether an element of a struct that does not belong to the last member which has any is in a struct below it. */
static uint64_t of_inner_elements(const struct dtpi_tree *tree)
{
    MPI_Aint left = 0;

    for (int r = 0; r < tree->num_runs; r++)
        left += elements_of(&tree->runs[r]);
    for (int r = 0; r < tree->num_runs; r++) {
        const MPI_Aint n = elements_of(&tree->runs[r]);
        left -= n;
        if (n > 0 && (left > 0 || tree->runs[r].count > 1) && is_in_struct(tree->runs[r].child, 0))
            return DTPI_TRAIT(INNER_STRUCT);
    }
    return 0;
}

/* Whether each byte from displacement 0 to the upper bound is one of data, once. */
static bool is_full(const struct naive *map)
{
    unsigned char *times = map->bytes == map->ub ? calloc((size_t) map->ub + 1, 1) : NULL;
    bool full = times && map->lb == 0 && map->true_lb == 0 && map->true_ub == map->ub;

    for (MPI_Aint k = 0; full && k < map->n; k++) {
        const struct dtpi_kind *kind = map->elements[k].basic->kind;
        for (int f = 0; f < kind->num_fields; f++)
            for (MPI_Aint b = 0; full && b < kind->field[f].size; b++)
                full = times[map->elements[k].disp + kind->field[f].offset + b]++ == 0;
    }
    free(times);
    return full;
}

/* Its data reach over more bytes than instances of it are apart; or fill them, but not in their order. */
static uint64_t of_data(const struct dtpi_tree *tree)
{
    struct naive map = naive_walk(tree, 1);
    const MPI_Aint extent = map.ub - map.lb, span = map.true_ub - map.true_lb;
    const bool permuted = !map.ascending && is_full(&map);

    naive_free(&map);
    return (span > (extent < 0 ? -extent : extent) ? DTPI_TRAIT(OVERHANG) : 0) |
           (permuted ? DTPI_TRAIT(PERMUTED) : 0);
}

static uint64_t walk(const struct dtpi_tree *tree, int level, bool downwards)
{
    uint64_t traits = 0;

    if (tree->ctor != DTPI_BASIC_TYPE && level > 4)
        traits |= DTPI_TRAIT(VERY_DEEP);
    if (downwards && is_downwards(tree))
        traits |= DTPI_TRAIT(NESTED_NEGATIVE);
    if (has_blocks(tree))
        traits |= of_blocks(tree);
    if (tree->ctor == DTPI_STRUCT)
        traits |= of_elements(tree) | of_inner_elements(tree);
    if (is_array(tree))
        traits |= of_array(tree);
    for (int r = 0; r < tree->num_runs; r++)
        traits |= walk(tree->runs[r].child, level + 1, downwards || is_downwards(tree));
    return traits;
}

uint64_t naive_traits(const struct dtpi_tree *tree)
{
    return walk(tree, 1, false) | (tree->ctor == DTPI_BASIC_TYPE ? 0 : of_data(tree));
}
