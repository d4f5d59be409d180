/* Pairs of types of the same size, bounds and true extent. */
#include "sweep_family.h"

#include <stdio.h>

enum { LIKE_LEAST = 8, LIKE_BLOCKS = 4 };

/* Lengths and displacements of the first blocks, in elements; the last one, at 8, has the rest. */
static const struct {
    const char *name;
    enum dtpi_ctor ctor;
    int lengths[LIKE_BLOCKS - 1], at[LIKE_BLOCKS - 1];
} likes[] = {
    {"LIST", DTPI_HINDEXED, {1, 1, 2}, {0, 2, 5}},        {"LIST", DTPI_HINDEXED, {1, 1, 2}, {0, 3, 5}},
    {"STRUCT", DTPI_STRUCT, {1, 1, 2}, {0, 2, 5}},        {"STRUCT", DTPI_STRUCT, {1, 2, 1}, {0, 2, 5}},
    {"COLUMN", DTPI_SUBARRAY, {0, 0, 0}, {1, 0, 0}},      {"COLUMN", DTPI_SUBARRAY, {0, 0, 0}, {2, 0, 0}},
};
enum { NUM_LIKES = sizeof likes / sizeof likes[0] };

static void name_like(int row, char *name, size_t size)
{
    (void) snprintf(name, size, "%s_%d", likes[row].name, 1 + row % 2);
}

static MPI_Aint least_like(int row)
{
    (void) row;
    return LIKE_LEAST;
}

/* A column of an array of four. */
static struct dtpi_tree *column(const struct dtpi_arguments *a, MPI_Aint start)
{
    const struct dtpi_dim dims[] = {{.size = a->n, .subsize = a->n}, {.size = 4, .subsize = 1, .start = start}};

    return dtpi_tree_subarray(2, dims, MPI_ORDER_C, dtpi_tree_ref(a->type));
}

static void make_like(const struct dtpi_arguments *a, int row, struct dtpi_object *object)
{
    const MPI_Aint extent = dtpi_tree_extent(a->type);
    struct dtpi_run runs[LIKE_BLOCKS];
    MPI_Aint left = a->n;

    if (likes[row].ctor == DTPI_SUBARRAY) {
        object->tree = column(a, likes[row].at[0]);
        return;
    }
    for (int i = 0; i < LIKE_BLOCKS; i++) {
        const bool is_last = i == LIKE_BLOCKS - 1;
        const MPI_Aint length = is_last ? left : likes[row].lengths[i], at = is_last ? LIKE_LEAST : likes[row].at[i];
        runs[i] = (struct dtpi_run) {.count = 1, .blklen = length, .disp = at * extent,
                                     .child = dtpi_tree_ref(a->type)};
        left -= length;
    }
    object->tree = dtpi_tree_blocks(likes[row].ctor, LIKE_BLOCKS, runs);
}

const struct dtpi_family dtpi_family_like = {"LIKE", NUM_LIKES, name_like, least_like, make_like};
