/* Blocks: their lengths, the strides in bytes between them, and their displacements. */
#include "sweep_family.h"

#include "tree_text.h"

#include <stdio.h>

/* ---- BLKLEN: lengths of blocks ---- */

enum { MOST_BLKLEN = 16 };

static MPI_Aint least_blklen(int row)
{
    return row / 2 + 1;
}

/* Of the even rows the vectors and lists of lengths in turn, of the odd ones the lists of one length. */
static enum dtpi_ctor blklen_ctor(int row)
{
    static const enum dtpi_ctor ctors[] = {DTPI_VECTOR, DTPI_INDEXED, DTPI_HVECTOR, DTPI_HINDEXED};
    const int blklen = row / 2 + 1;

    if (row % 2 == 0)
        return ctors[blklen % 4];
    return blklen % 2 == 0 ? DTPI_INDEXED_BLOCK : DTPI_HINDEXED_BLOCK;
}

static void name_blklen(int row, char *name, size_t size)
{
    (void) snprintf(name, size, "%s_%d", dtpi_ctor_name(blklen_ctor(row)), row / 2 + 1);
}

static void make_blklen(const struct dtpi_arguments *a, int row, struct dtpi_object *object)
{
    const enum dtpi_ctor ctor = blklen_ctor(row);
    const MPI_Aint blklen = row / 2 + 1, extent = dtpi_tree_extent(a->type);
    const MPI_Aint unit = dtpi_ctor_is_in_bytes(ctor) ? extent : 1;
    const struct dtpi_run run = {.count = a->n / blklen, .blklen = blklen, .step = (blklen + 1) * unit,
                                 .child = dtpi_tree_ref(a->type)};

    object->tree = dtpi_with_rest(a, dtpi_tree_blocks(ctor, 1, &run));
}

const struct dtpi_family dtpi_family_blklen = {"BLKLEN", 2 * MOST_BLKLEN, name_blklen, least_blklen, make_blklen};

/* ---- UNEQUAL: blocks of many lengths ---- */

static const struct {
    const char *name;
    enum dtpi_ctor ctor;
    bool descending; /* the lengths; the displacements go up */
} unequal[] = {
    {"INDEXED_UP", DTPI_INDEXED, false},   {"INDEXED_DOWN", DTPI_INDEXED, true},
    {"HINDEXED_UP", DTPI_HINDEXED, false}, {"HINDEXED_DOWN", DTPI_HINDEXED, true},
    {"STRUCT_UP", DTPI_STRUCT, false},     {"STRUCT_DOWN", DTPI_STRUCT, true},
};
enum { NUM_UNEQUAL = sizeof unequal / sizeof unequal[0] };

static void name_unequal(int row, char *name, size_t size)
{
    (void) snprintf(name, size, "%s", unequal[row].name);
}

/* Lengths 1, 2, 3, ... as long as they fit into n; the last block has what is left. */
static int lengths(MPI_Aint n, MPI_Aint blklens[MOST_BLKLEN + 1])
{
    int blocks = 0;

    while (n > 0) {
        const MPI_Aint blklen = blocks == MOST_BLKLEN || n <= blocks + 1 ? n : blocks + 1;
        blklens[blocks++] = blklen;
        n -= blklen;
    }
    return blocks;
}

static void make_unequal(const struct dtpi_arguments *a, int row, struct dtpi_object *object)
{
    const enum dtpi_ctor ctor = unequal[row].ctor;
    MPI_Aint blklens[MOST_BLKLEN + 1], at = 0;
    struct dtpi_run runs[MOST_BLKLEN + 1];
    const int blocks = lengths(a->n, blklens);

    for (int i = 0; i < blocks; i++) {
        const MPI_Aint blklen = blklens[unequal[row].descending ? blocks - 1 - i : i];
        runs[i] = (struct dtpi_run) {.count = 1, .blklen = blklen, .child = dtpi_tree_ref(a->type)};
        runs[i].disp = at * (ctor == DTPI_INDEXED ? 1 : dtpi_tree_extent(a->type));
        at += blklen + 1 + i % 2;
    }
    object->tree = dtpi_tree_blocks(ctor, blocks, runs);
}

const struct dtpi_family dtpi_family_unequal = {"UNEQUAL", NUM_UNEQUAL, name_unequal, NULL, make_unequal};

/* ---- STRIDE: strides in bytes ---- */

static const struct {
    const char *name;
    enum dtpi_ctor ctor;
    int blklen, alignments, bytes; /* what is between blocks */
    int multiple;                  /* 0, or of which the stride is the next multiple */
} strides[] = {
    {"HVECTOR_ALIGNED_1", DTPI_HVECTOR, 1, 1, 0, 0},
    {"HVECTOR_ALIGNED_3", DTPI_HVECTOR, 1, 3, 0, 0},
    {"HVECTOR_BLOCKS_ALIGNED", DTPI_HVECTOR, 3, 1, 0, 0},
    {"HINDEXED_ALIGNED", DTPI_HINDEXED, 2, 1, 0, 0},
    {"HINDEXED_BLOCK_ALIGNED", DTPI_HINDEXED_BLOCK, 1, 1, 0, 0},
    {"RESIZED_ALIGNED", DTPI_RESIZED, 1, 1, 0, 0},
    {"RESIZED_BLOCKS_ALIGNED", DTPI_RESIZED, 2, 3, 0, 0},
    {"STRUCT_ALIGNED", DTPI_STRUCT, 1, 1, 0, 0},
    {"HVECTOR_ODD_1", DTPI_HVECTOR, 1, 0, 1, 0},
    {"HVECTOR_ODD_3", DTPI_HVECTOR, 1, 0, 3, 0},
    {"HVECTOR_BLOCKS_ODD", DTPI_HVECTOR, 2, 0, 5, 0},
    {"HINDEXED_ODD", DTPI_HINDEXED, 3, 0, 7, 0},
    {"HINDEXED_BLOCK_ODD", DTPI_HINDEXED_BLOCK, 1, 0, 1, 0},
    {"RESIZED_ODD", DTPI_RESIZED, 1, 0, 1, 0},
    {"RESIZED_BLOCKS_ODD", DTPI_RESIZED, 2, 0, 3, 0},
    {"STRUCT_ODD", DTPI_STRUCT, 1, 0, 3, 0},
    {"HVECTOR_256", DTPI_HVECTOR, 4, 0, 1, 256},
    {"HVECTOR_4096", DTPI_HVECTOR, 64, 0, 1, 4096},
};
enum { NUM_STRIDES = sizeof strides / sizeof strides[0] };

static void name_stride(int row, char *name, size_t size)
{
    (void) snprintf(name, size, "%s", strides[row].name);
}

/* Three members, `gap` bytes between them. */
static struct dtpi_tree *members_apart(const struct dtpi_arguments *a, MPI_Aint gap)
{
    const MPI_Aint third = a->n / 3, blklens[] = {third, a->n - 2 * third, third};
    struct dtpi_run runs[3];
    MPI_Aint at = 0;

    for (int i = 0; i < 3; i++) {
        runs[i] = (struct dtpi_run) {.count = 1, .blklen = blklens[i], .disp = at, .child = dtpi_tree_ref(a->type)};
        at += blklens[i] * dtpi_tree_extent(a->type) + gap;
    }
    return dtpi_tree_blocks(DTPI_STRUCT, 3, runs);
}

static void make_stride(const struct dtpi_arguments *a, int row, struct dtpi_object *object)
{
    const enum dtpi_ctor ctor = strides[row].ctor;
    const MPI_Aint blklen = strides[row].blklen;
    const MPI_Aint multiple = strides[row].multiple > 0 ? strides[row].multiple : 1;
    const MPI_Aint gap = strides[row].alignments * a->type->alignment + strides[row].bytes;
    const MPI_Aint step = (blklen * dtpi_tree_extent(a->type) + gap + multiple - 1) / multiple * multiple;
    struct dtpi_run run = {.count = a->n / blklen, .blklen = blklen, .step = step};
    struct dtpi_tree *tree;

    if (ctor == DTPI_STRUCT) {
        tree = members_apart(a, gap);
    } else if (ctor == DTPI_RESIZED) {
        tree = dtpi_tree_contiguous(run.count, dtpi_tree_resized(0, step, dtpi_elements(a, blklen)));
    } else {
        run.child = dtpi_tree_ref(a->type);
        tree = dtpi_tree_blocks(ctor, 1, &run);
    }
    object->tree = dtpi_with_rest(a, tree);
}

static MPI_Aint least_stride(int row)
{
    return strides[row].blklen;
}

const struct dtpi_family dtpi_family_stride = {"STRIDE", NUM_STRIDES, name_stride, least_stride, make_stride};

/* ---- DISP: displacements ---- */

static const MPI_Aint disps[] = {1, 2, 3, 4, 5, 6, 7, 8, 12, 24};
enum { NUM_DISPS = sizeof disps / sizeof disps[0] };

static void name_disp(int row, char *name, size_t size)
{
    (void) snprintf(name, size, "AT_%d", (int) disps[row]);
}

/* Two blocks, the first at this displacement, the second at it and as much after the first. */
static void make_disp(const struct dtpi_arguments *a, int row, struct dtpi_object *object)
{
    const MPI_Aint half = (a->n + 1) / 2, end = disps[row] + half * dtpi_tree_extent(a->type);
    const struct dtpi_run runs[] = {
        {.count = 1, .blklen = half, .disp = disps[row], .child = a->type},
        {.count = 1, .blklen = a->n - half, .disp = end + disps[row], .child = a->type}};

    (void) dtpi_tree_ref(a->type);
    (void) dtpi_tree_ref(a->type);
    object->tree = dtpi_tree_blocks(row % 2 == 0 ? DTPI_HINDEXED : DTPI_STRUCT, 2, runs);
}

const struct dtpi_family dtpi_family_disp = {"DISP", NUM_DISPS, name_disp, NULL, make_disp};
