#include "sweep.h"

#include "arith.h"
#include "copies.h"
#include "error.h"
#include "tree_text.h"

#include <stdio.h>
#include <string.h>

/* What a row is made of: n elements of T. */
struct arguments {
    MPI_Aint n;
    struct dtpi_tree *type;
};

static struct dtpi_tree *elements(const struct arguments *a, MPI_Aint n)
{
    return n == 1 ? dtpi_tree_ref(a->type) : dtpi_tree_contiguous(n, dtpi_tree_ref(a->type));
}

/* The tree, which has some of the elements, and the others after it, if there are any. */
static struct dtpi_tree *with_rest(const struct arguments *a, struct dtpi_tree *tree)
{
    const MPI_Aint rest = tree ? a->n - tree->elements / a->type->elements : 0, alignment = a->type->alignment;
    struct dtpi_run runs[2];

    if (rest == 0)
        return tree;
    runs[0] = (struct dtpi_run) {.count = 1, .blklen = 1, .child = tree};
    runs[1] = (struct dtpi_run) {.count = 1, .blklen = 1, .child = elements(a, rest)};
    runs[1].disp = (dtpi_max(tree->true_ub, 0) + alignment - 1) / alignment * alignment;
    if (tree->marked) /* bounds that are given hide others, which MPIs see in several ways */
        runs[1].child = dtpi_tree_resized(0, rest * dtpi_tree_extent(a->type), runs[1].child);
    tree = dtpi_tree_blocks(DTPI_STRUCT, 2, runs);
    return tree && tree->hidden_bounds ? dtpi_tree_resized(tree->lb, dtpi_tree_extent(tree), tree) : tree;
}

/* ---- constructor over constructor ---- */

enum { NUM_CTORS = DTPI_DUP, PAIRS = NUM_CTORS * NUM_CTORS };

static enum dtpi_ctor outer_of(int row)
{
    return (enum dtpi_ctor) (1 + row / NUM_CTORS);
}

static enum dtpi_ctor inner_of(int row)
{
    return (enum dtpi_ctor) (1 + row % NUM_CTORS);
}

static void name_over(int row, char *name, size_t size)
{
    (void) snprintf(name, size, "%s_%s", dtpi_ctor_name(outer_of(row)), dtpi_ctor_name(inner_of(row)));
}

/* How many elements are of the inner type: few, and such that they divide n if possible. */
static MPI_Aint inner_elements(MPI_Aint n)
{
    static const MPI_Aint few[] = {6, 5, 8, 4, 7, 3};

    for (size_t i = 0; i < sizeof few / sizeof few[0]; i++)
        if (n % few[i] == 0 && n > few[i])
            return few[i];
    return dtpi_min(5, dtpi_max(n / 2, 1));
}

/* Copies of the outer type too are as many as there can be, where it has one child only. */
static void make_over(const struct arguments *a, int row, struct dtpi_object *object)
{
    const MPI_Aint p = inner_elements(a->n), q = a->n / p;
    const bool single = outer_of(row) == DTPI_RESIZED || outer_of(row) == DTPI_DUP;
    struct dtpi_tree *tree = dtpi_copies(inner_of(row), p, dtpi_tree_ref(a->type));

    tree = dtpi_copies(outer_of(row), single ? 1 : q, tree);
    if (single && q * p == a->n)
        object->count = q;
    else if (single && q > 1)
        tree = dtpi_tree_contiguous(q, tree);
    object->tree = object->count > 1 ? tree : with_rest(a, tree);
}

/* ---- constructor over a type that has room at its end ---- */

static const enum dtpi_ctor spaced[] = {DTPI_VECTOR, DTPI_INDEXED, DTPI_HINDEXED_BLOCK, DTPI_STRUCT, DTPI_SUBARRAY};
enum { SPACED = sizeof spaced / sizeof spaced[0], SPACED_OUTER = DTPI_DARRAY };

static void name_spaced(int row, char *name, size_t size)
{
    (void) snprintf(name, size, "%s_%s", dtpi_ctor_name((enum dtpi_ctor) (1 + row / SPACED)),
                    dtpi_ctor_name(spaced[row % SPACED]));
}

/* More room than lies between the blocks of the inner type: both together are not of one stride. */
static void make_spaced(const struct arguments *a, int row, struct dtpi_object *object)
{
    const MPI_Aint p = inner_elements(a->n), room = 3 * dtpi_tree_extent(a->type);
    struct dtpi_tree *tree = dtpi_copies(spaced[row % SPACED], p, dtpi_tree_ref(a->type));

    if (tree)
        tree = dtpi_tree_resized(tree->lb, dtpi_tree_extent(tree) + room, tree);
    object->tree = with_rest(a, dtpi_copies((enum dtpi_ctor) (1 + row / SPACED), a->n / p, tree));
}

/* ---- pairs of types of the same size, bounds and true extent ---- */

static const char LIKE[] = "LIKE";
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
static struct dtpi_tree *column(const struct arguments *a, MPI_Aint start)
{
    const struct dtpi_dim dims[] = {{.size = a->n, .subsize = a->n}, {.size = 4, .subsize = 1, .start = start}};

    return dtpi_tree_subarray(2, dims, MPI_ORDER_C, dtpi_tree_ref(a->type));
}

static void make_like(const struct arguments *a, int row, struct dtpi_object *object)
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

/* ---- lengths of blocks ---- */

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

static void make_blklen(const struct arguments *a, int row, struct dtpi_object *object)
{
    const enum dtpi_ctor ctor = blklen_ctor(row);
    const MPI_Aint blklen = row / 2 + 1, extent = dtpi_tree_extent(a->type);
    const bool bytes = ctor == DTPI_HVECTOR || ctor == DTPI_HINDEXED || ctor == DTPI_HINDEXED_BLOCK;
    const struct dtpi_run run = {.count = a->n / blklen, .blklen = blklen, .step = (blklen + 1) * (bytes ? extent : 1),
                                 .child = dtpi_tree_ref(a->type)};

    object->tree = with_rest(a, dtpi_tree_blocks(ctor, 1, &run));
}

/* ---- blocks of many lengths ---- */

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

static void make_unequal(const struct arguments *a, int row, struct dtpi_object *object)
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

/* ---- strides in bytes ---- */

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
static struct dtpi_tree *members_apart(const struct arguments *a, MPI_Aint gap)
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

static void make_stride(const struct arguments *a, int row, struct dtpi_object *object)
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
        tree = dtpi_tree_contiguous(run.count, dtpi_tree_resized(0, step, elements(a, blklen)));
    } else {
        run.child = dtpi_tree_ref(a->type);
        tree = dtpi_tree_blocks(ctor, 1, &run);
    }
    object->tree = with_rest(a, tree);
}

static MPI_Aint least_stride(int row)
{
    return strides[row].blklen;
}

/* ---- displacements ---- */

static const MPI_Aint disps[] = {1, 2, 3, 4, 5, 6, 7, 8, 12, 24};
enum { NUM_DISPS = sizeof disps / sizeof disps[0] };

static void name_disp(int row, char *name, size_t size)
{
    (void) snprintf(name, size, "AT_%d", (int) disps[row]);
}

/* Two blocks, the first at this displacement, the second at it and as much after the first. */
static void make_disp(const struct arguments *a, int row, struct dtpi_object *object)
{
    const MPI_Aint half = (a->n + 1) / 2, end = disps[row] + half * dtpi_tree_extent(a->type);
    const struct dtpi_run runs[] = {
        {.count = 1, .blklen = half, .disp = disps[row], .child = a->type},
        {.count = 1, .blklen = a->n - half, .disp = end + disps[row], .child = a->type}};

    (void) dtpi_tree_ref(a->type);
    (void) dtpi_tree_ref(a->type);
    object->tree = dtpi_tree_blocks(row % 2 == 0 ? DTPI_HINDEXED : DTPI_STRUCT, 2, runs);
}

/* ---- many members ---- */

static const int member_counts[] = {2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 16, 17, 20, 33};
enum { NUM_MEMBER_COUNTS = sizeof member_counts / sizeof member_counts[0], MOST_MEMBERS = 33 };

static MPI_Aint least_members(int row)
{
    return member_counts[row];
}

static void name_members(int row, char *name, size_t size)
{
    static const char *const orders[] = {"UP", "DOWN", "MIXED"};

    (void) snprintf(name, size, "%d_%s", member_counts[row], orders[row % 3]);
}

/* Member i of some elements, by another constructor than its neighbour. */
static struct dtpi_tree *member(const struct arguments *a, int i, MPI_Aint n)
{
    static const enum dtpi_ctor ctors[] = {DTPI_CONTIGUOUS, DTPI_VECTOR, DTPI_DUP, DTPI_HINDEXED, DTPI_STRUCT};

    return dtpi_copies(ctors[i % 5], n, dtpi_tree_ref(a->type));
}

/* Members of 1, 2, 3, 1, 2, ... elements, the last of what is left; in memory upwards, downwards, or odd ones first. */
static void make_members(const struct arguments *a, int row, struct dtpi_object *object)
{
    const int m = member_counts[row];
    struct dtpi_run runs[MOST_MEMBERS];
    MPI_Aint left = a->n, at = 0;

    for (int i = 0; i < m; i++) {
        const MPI_Aint n = i == m - 1 ? left : dtpi_min(1 + i % 3, left - (m - 1 - i));
        runs[i] = (struct dtpi_run) {.count = 1, .blklen = 1, .child = member(a, i, n)};
        left -= n;
    }
    for (int k = 0; k < m; k++) {
        const int mixed = k < m / 2 ? 2 * k + 1 : 2 * (k - m / 2);
        const int i = row % 3 == 0 ? k : row % 3 == 1 ? m - 1 - k : mixed;
        if (!runs[i].child)
            continue;
        runs[i].disp = at - runs[i].child->true_lb;
        at += runs[i].child->true_ub - runs[i].child->true_lb + (1 + k % 2) * a->type->alignment;
        at += (a->type->alignment - at % a->type->alignment) % a->type->alignment;
    }
    object->tree = dtpi_tree_blocks(DTPI_STRUCT, m, runs);
}

/* ---- arrays ---- */

enum { MAX_DIMS = 6 };

/* Of a dimension of `left` elements: one of two, or another that divides them, or with a rest. */
static MPI_Aint small_part(MPI_Aint left, int which)
{
    const MPI_Aint parts[] = {3 + which % 2, 4 - which % 2, 2, 5};

    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (left % parts[i] == 0)
            return parts[i];
    return dtpi_max(dtpi_min(left / 4, 3), 1);
}

/* Parts of n dimensions with at most all elements together: small ones, and what is left in dimension `large`. */
static void split(const struct arguments *a, int row, int n, int large, MPI_Aint parts[MAX_DIMS])
{
    MPI_Aint left = a->n;

    for (int d = 0; d < n; d++) {
        parts[d] = d == large ? 1 : small_part(left, d + row);
        left /= parts[d];
    }
    parts[large] = left;
}

/* Subarrays: in each dimension whole (W) or partial (P). */
static const struct {
    int dims, parts; /* the bits of the partial ones */
    int order;
} subarrays[] = {
    {1, 0, MPI_ORDER_C}, {1, 1, MPI_ORDER_C}, {1, 1, MPI_ORDER_FORTRAN},
    {2, 0, MPI_ORDER_C}, {2, 1, MPI_ORDER_C}, {2, 2, MPI_ORDER_C}, {2, 3, MPI_ORDER_C},
    {2, 0, MPI_ORDER_FORTRAN}, {2, 1, MPI_ORDER_FORTRAN}, {2, 2, MPI_ORDER_FORTRAN}, {2, 3, MPI_ORDER_FORTRAN},
    {3, 1, MPI_ORDER_C}, {3, 2, MPI_ORDER_C}, {3, 3, MPI_ORDER_C}, {3, 4, MPI_ORDER_C}, {3, 5, MPI_ORDER_C},
    {3, 6, MPI_ORDER_C}, {3, 7, MPI_ORDER_C},
    {3, 1, MPI_ORDER_FORTRAN}, {3, 2, MPI_ORDER_FORTRAN}, {3, 3, MPI_ORDER_FORTRAN}, {3, 4, MPI_ORDER_FORTRAN},
    {3, 5, MPI_ORDER_FORTRAN}, {3, 6, MPI_ORDER_FORTRAN}, {3, 7, MPI_ORDER_FORTRAN},
    {4, 1, MPI_ORDER_C}, {4, 2, MPI_ORDER_FORTRAN}, {4, 4, MPI_ORDER_FORTRAN}, {4, 5, MPI_ORDER_C},
    {4, 7, MPI_ORDER_FORTRAN}, {4, 8, MPI_ORDER_C}, {4, 10, MPI_ORDER_C}, {4, 11, MPI_ORDER_FORTRAN},
    {4, 13, MPI_ORDER_C}, {4, 14, MPI_ORDER_FORTRAN}, {4, 15, MPI_ORDER_C}, {4, 15, MPI_ORDER_FORTRAN},
    {5, 21, MPI_ORDER_C}, {5, 14, MPI_ORDER_FORTRAN}, {6, 41, MPI_ORDER_C}, {6, 22, MPI_ORDER_FORTRAN},
};
enum { NUM_SUBARRAYS = sizeof subarrays / sizeof subarrays[0] };

static char letter_of(int order)
{
    return order == MPI_ORDER_C ? 'C' : 'F';
}

static void name_subarray(int row, char *name, size_t size)
{
    char which[MAX_DIMS + 1] = "";

    for (int d = 0; d < subarrays[row].dims; d++)
        which[d] = subarrays[row].parts >> d & 1 ? 'P' : 'W';
    (void) snprintf(name, size, "%dD_%s_%c", subarrays[row].dims, which, letter_of(subarrays[row].order));
}

/* A partial dimension begins with its second element, later, or such that it reaches the end; one of several, in some
 * rows, with its first. */
static MPI_Aint start_of(int row, int d, MPI_Aint spare)
{
    const int parts = subarrays[row].parts, first = parts & -parts;

    if (parts != first && row % 3 == 0 && 1 << d == first)
        return 0;
    return 1 + (row + d) % spare;
}

static void make_subarray(const struct arguments *a, int row, struct dtpi_object *object)
{
    const int n = subarrays[row].dims, large = row % n, thin = (large + 1) % n;
    struct dtpi_dim dims[MAX_DIMS];
    MPI_Aint parts[MAX_DIMS];

    split(a, row, n, large, parts);
    if (row % 5 == 3 && thin != large) { /* a part of one element in a dimension */
        parts[large] *= parts[thin];
        parts[thin] = 1;
    }
    for (int d = 0; d < n; d++) {
        const MPI_Aint spare = subarrays[row].parts >> d & 1 ? 1 + (row + d) % 3 + (n == 1) : 0;
        dims[d] = (struct dtpi_dim) {.size = parts[d] + spare, .subsize = parts[d]};
        dims[d].start = spare > 0 ? start_of(row, d, spare) : 0;
    }
    object->tree = with_rest(a, dtpi_tree_subarray(n, dims, subarrays[row].order, dtpi_tree_ref(a->type)));
}

/* Darrays of one dimension: every way to deal it out, every one of three processes, even or not.  Of more dimensions:
 * the ways such that each two dimensions have each two of them. */
static const struct {
    int dims, rows;
} darrays[] = {{1, 26}, {2, 25}, {3, 25}, {4, 25}, {5, 10}};
enum { NUM_DARRAYS = 26 + 25 + 25 + 25 + 10 };

struct darray {
    int dims;
    const struct dtpi_deal *deals[MAX_DIMS];
    MPI_Aint processes[MAX_DIMS], coordinates[MAX_DIMS];
    bool even;
    int order;
};

static struct darray darray_of(int row)
{
    struct darray d = {.dims = 0};
    int i, j, ways;

    for (const int last = (int) (sizeof darrays / sizeof darrays[0]) - 1; d.dims < last; d.dims++) {
        if (row < darrays[d.dims].rows)
            break;
        row -= darrays[d.dims].rows;
    }
    d.dims = darrays[d.dims].dims;
    ways = d.dims == 1 ? DTPI_NUM_DEALS - 1 : DTPI_NUM_DEALS;
    i = row % ways;
    j = row / ways;
    if (d.dims == 1 && j == 6) /* the two that are not dealt out */
        j = i, i = ways;
    for (int k = 0; k < d.dims; k++) {
        d.deals[k] = &dtpi_deals[k == 0 ? i : (i * (k - 1) + j) % DTPI_NUM_DEALS];
        d.processes[k] = d.dims == 1 || (d.dims == 2 && k == 1) ? 3 : 2;
        if (d.deals[k]->distribution == DTPI_NOT_DISTRIBUTED)
            d.processes[k] = 1;
        d.coordinates[k] = (j + k) % d.processes[k];
    }
    d.even = d.dims == 1 ? j >= 3 : (i + j) % 3 == 0;
    d.order = (i + j) % 2 == 0 ? MPI_ORDER_C : MPI_ORDER_FORTRAN;
    return d;
}

static void name_darray(int row, char *name, size_t size)
{
    const struct darray d = darray_of(row);
    int at = snprintf(name, size, "%dD", d.dims);

    for (int k = 0; k < d.dims; k++)
        at += snprintf(name + at, size - (size_t) at, "_%s%d", d.deals[k]->name, (int) d.coordinates[k]);
    (void) snprintf(name + at, size - (size_t) at, "_%s%c", d.even ? "EVEN_" : "", letter_of(d.order));
}

static void make_darray(const struct arguments *a, int row, struct dtpi_object *object)
{
    const struct darray d = darray_of(row);
    MPI_Aint parts[MAX_DIMS], processes = 1, rank = 0;
    struct dtpi_dim dims[MAX_DIMS];

    split(a, row, d.dims, row % d.dims, parts);
    for (int k = 0; k < d.dims; k++) {
        dims[k] = dtpi_deal_out(d.deals[k], parts[k], d.processes[k], d.coordinates[k], d.even);
        processes *= d.processes[k];
        rank = rank * d.processes[k] + d.coordinates[k];
    }
    object->tree = with_rest(a, dtpi_tree_darray(processes, rank, d.dims, dims, d.order, dtpi_tree_ref(a->type)));
}

/* ---- depth ---- */

/* Levels of one constructor, or of all of them in turn. */
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
static void make_depth(const struct arguments *a, int row, struct dtpi_object *object)
{
    enum { MOST_LEVELS = 40 };
    const int levels = depths[row].levels;
    MPI_Aint copies[MOST_LEVELS], left = a->n;
    struct dtpi_tree *tree;

    for (int i = levels - 1; i >= 0; i--) {
        copies[i] = (levels - 1 - i) % DEPTH_APART == 0 && left > 1 ? small_part(left, row) : 1;
        left /= copies[i];
    }
    tree = elements(a, left);
    for (int i = 0; i < levels; i++) {
        const int ctor = ((int) depths[row].first - 1 + i * depths[row].step) % NUM_CTORS;
        tree = level((enum dtpi_ctor) (1 + ctor), copies[i], i % DEPTH_APART == 0, tree);
    }
    object->tree = with_rest(a, tree);
}

/* ---- the families ---- */

static const struct family {
    const char *name;
    int rows;
    void (*name_row)(int row, char *name, size_t size);
    MPI_Aint (*least)(int row); /* elements; NULL: 1 */
    void (*make)(const struct arguments *a, int row, struct dtpi_object *object);
} families[] = {
    {"OVER", PAIRS, name_over, NULL, make_over}, /* the first, which is also for a struct, of which there is one */
    {"BLKLEN", 2 * MOST_BLKLEN, name_blklen, least_blklen, make_blklen},
    {"UNEQUAL", NUM_UNEQUAL, name_unequal, NULL, make_unequal},
    {"STRIDE", NUM_STRIDES, name_stride, least_stride, make_stride},
    {"DISP", NUM_DISPS, name_disp, NULL, make_disp},
    {"MEMBERS", NUM_MEMBER_COUNTS, name_members, least_members, make_members},
    {"SUBARRAY", NUM_SUBARRAYS, name_subarray, NULL, make_subarray},
    {"DARRAY", NUM_DARRAYS, name_darray, NULL, make_darray},
    {"DEPTH", NUM_DEPTHS, name_depth, NULL, make_depth},
    {"SPACED", SPACED_OUTER * SPACED, name_spaced, NULL, make_spaced},
    {LIKE, NUM_LIKES, name_like, least_like, make_like},
};
enum { NUM_FAMILIES = sizeof families / sizeof families[0] };

/* The family of a row; *row becomes the row of the family. */
static const struct family *family_of(int *row)
{
    const struct family *f = families;

    for (; *row >= f->rows; f++)
        *row -= f->rows;
    return f;
}

int dtpi_sweep_rows(bool is_struct)
{
    int rows = 0;

    for (int i = 0; i < (is_struct ? 1 : NUM_FAMILIES); i++)
        rows += families[i].rows;
    return rows;
}

void dtpi_sweep_name(bool is_struct, int row, char name[48])
{
    const struct family *f = family_of(&row);
    char of_row[32];

    f->name_row(row, of_row, sizeof of_row);
    for (char *c = of_row; *c; c++)
        *c = (char) (*c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c);
    (void) snprintf(name, 48, "%s%s__%s", is_struct ? "STRUCT_" : "", f->name, of_row);
}

int dtpi_sweep_like_row(int k)
{
    int row = 0;

    for (const struct family *f = families; strcmp(f->name, LIKE) != 0; f++)
        row += f->rows;
    return row + 2 * (k % (NUM_LIKES / 2));
}

bool dtpi_sweep_applies(bool is_struct, int row, MPI_Aint elements)
{
    const struct family *f = family_of(&row);

    return is_struct || !f->least || elements >= f->least(row);
}

/* All displacements are below so many times the bytes of the elements. */
enum { MOST_SPREAD = 4096 };

int dtpi_sweep_object(bool is_struct, int row, MPI_Aint n, struct dtpi_tree *type, struct dtpi_object *object)
{
    const struct family *f = family_of(&row);
    const struct arguments a = {.n = is_struct ? 1 : n, .type = type};

    *object = (struct dtpi_object) {.count = 1};
    if (n > DTPI_AINT_MAX / MOST_SPREAD / dtpi_max(dtpi_tree_extent(type), 1))
        return dtpi_error(DTP_ERR_OVERFLOW, "layouts of %lld elements go past what an MPI_Aint can express",
                          (long long) n);
    f->make(&a, row, object);
    return object->tree ? DTP_SUCCESS : dtpi_error_code();
}
