/* Deep trees: levels of one constructor, or of all of them in turn. */
#include "sweep_family.h"

#include "copies.h"

#include <stdio.h>

static const struct {
    const char *name;
    enum dtpi_ctor first;
    int step; /* from one level to the next */
    int levels;
} depths[] = {
    {"CONTIGUOUS", DTPI_CONTIGUOUS, 0, 20},       {"VECTOR", DTPI_VECTOR, 0, 20},
    {"HVECTOR", DTPI_HVECTOR, 0, 20},             {"INDEXED", DTPI_INDEXED, 0, 20},
    {"HINDEXED", DTPI_HINDEXED, 0, 20},           {"INDEXED_BLOCK", DTPI_INDEXED_BLOCK, 0, 20},
    {"HINDEXED_BLOCK", DTPI_HINDEXED_BLOCK, 0, 20}, {"STRUCT", DTPI_STRUCT, 0, 20},
    {"SUBARRAY", DTPI_SUBARRAY, 0, 20},           {"DARRAY", DTPI_DARRAY, 0, 20},
    {"RESIZED", DTPI_RESIZED, 0, 20},             {"DUP", DTPI_DUP, 0, 20},
    {"ALL_UP", DTPI_CONTIGUOUS, 1, 20},           {"ALL_DOWN", DTPI_DUP, 11, 20},
    {"ALL_UP", DTPI_VECTOR, 5, 40},               {"ALL_DOWN", DTPI_STRUCT, 7, 40},
};
enum { NUM_DEPTHS = sizeof depths / sizeof depths[0], DEPTH_APART = 6 };

static void name_depth(int row, char *name, size_t size)
{
    (void) snprintf(name, size, "%s_%d", depths[row].name, depths[row].levels);
}

/* q copies, and room beside them only where it is `wide`: arrays of arrays would grow by each level. */
static struct dtpi_tree *level(enum dtpi_ctor ctor, MPI_Aint q, bool wide, struct dtpi_tree *child)
{
    const struct dtpi_dim part = {.size = q + wide, .subsize = q, .start = wide};
    const struct dtpi_dim dealt = dtpi_deal_out(&dtpi_deals[0], q, 1 + wide, wide, true);
    const struct dtpi_run member = {.count = 1, .blklen = q, .disp = wide && child ? child->alignment : 0,
                                    .child = child};

    switch (ctor) {
        case DTPI_STRUCT: return dtpi_tree_blocks(DTPI_STRUCT, 1, &member);
        case DTPI_SUBARRAY: return dtpi_tree_subarray(1, &part, MPI_ORDER_C, child);
        case DTPI_DARRAY: return dtpi_tree_darray(1 + wide, wide, 1, &dealt, MPI_ORDER_C, child);
        default: return dtpi_copies(ctor, q, child);
    }
}

/* Every sixth level, the outermost one first, has several copies. */
static void make_depth(const struct dtpi_arguments *a, int row, struct dtpi_object *object)
{
    enum { MOST_LEVELS = 40 };
    const int levels = depths[row].levels;
    MPI_Aint copies[MOST_LEVELS], left = a->n;
    struct dtpi_tree *tree;

    for (int i = levels - 1; i >= 0; i--) {
        copies[i] = (levels - 1 - i) % DEPTH_APART == 0 && left > 1 ? dtpi_small_part(left, row) : 1;
        left /= copies[i];
    }
    tree = dtpi_elements(a, left);
    for (int i = 0; i < levels; i++) {
        const int ctor = ((int) depths[row].first - 1 + i * depths[row].step) % DTPI_NUM_CTORS;
        tree = level((enum dtpi_ctor) (1 + ctor), copies[i], i % DEPTH_APART == 0, tree);
    }
    object->tree = dtpi_with_rest(a, tree);
}

const struct dtpi_family dtpi_family_depth = {"DEPTH", NUM_DEPTHS, name_depth, NULL, make_depth};
