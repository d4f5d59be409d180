#include "tree.h"

#include "alloc.h"
#include "arith.h"
#include "error.h"

#include <string.h>

static struct dtpi_tree *overflow(struct dtpi_tree *tree)
{
    (void) dtpi_error(DTP_ERR_OVERFLOW, "a size or displacement of the type does not fit an MPI_Aint");
    dtpi_tree_free(tree);
    return NULL;
}

MPI_Aint dtpi_run_unit(enum dtpi_ctor ctor, const struct dtpi_run *run)
{
    return dtpi_ctor_is_in_bytes(ctor) || ctor == DTPI_STRUCT ? 1 : dtpi_tree_extent(run->child);
}

MPI_Aint dtpi_dim_stride(const struct dtpi_tree *subarray, int d)
{
    MPI_Aint stride = dtpi_tree_extent(subarray->runs[0].child);
    bool c = subarray->order == MPI_ORDER_C;

    for (int i = c ? d + 1 : 0; i < (c ? subarray->num_dims : d); i++)
        stride *= subarray->dims[i].size;
    return stride;
}

/* ---- bounds ---- */

/* Takes the interval [lb, ub) and [true_lb, true_ub) of a child at displacement disp into the tree's.  Where one
 * child's bounds are marked, only marked ones count (MPI-3.1, 4.1.6). */
static bool extend(struct dtpi_tree *tree, const struct dtpi_tree *child, MPI_Aint disp)
{
    MPI_Aint lb, ub, true_lb, true_ub;

    if (!dtpi_add(child->lb, disp, &lb) || !dtpi_add(child->ub, disp, &ub) ||
        !dtpi_add(child->true_lb, disp, &true_lb) || !dtpi_add(child->true_ub, disp, &true_ub))
        return false;
    if (tree->bounded && child->bounded && tree->marked != child->marked)
        tree->hidden_bounds = true;
    if (!tree->bounded || (child->marked && !tree->marked)) {
        tree->lb = lb;
        tree->ub = ub;
    } else if (child->bounded && child->marked == tree->marked) {
        tree->lb = dtpi_min(tree->lb, lb);
        tree->ub = dtpi_max(tree->ub, ub);
    }
    tree->bounded = tree->bounded || child->bounded;
    tree->marked = tree->marked || child->marked;
    if (child->elements > 0) {
        tree->true_lb = tree->elements > 0 ? dtpi_min(tree->true_lb, true_lb) : true_lb;
        tree->true_ub = tree->elements > 0 ? dtpi_max(tree->true_ub, true_ub) : true_ub;
        tree->elements = dtpi_max(tree->elements, 1); /* "has data"; counted afterwards */
    }
    return true;
}

/* A run's blocks are regular: the corners of its parallelogram decide. */
static bool extend_by_run(struct dtpi_tree *tree, const struct dtpi_run *run)
{
    MPI_Aint unit = dtpi_run_unit(tree->ctor, run);

    for (int corner = 0; corner < 4; corner++) {
        MPI_Aint block = corner & 1 ? run->count - 1 : 0, child = corner & 2 ? run->blklen - 1 : 0, at;
        if (!dtpi_add_mul(run->disp, block, run->step, &at) || !dtpi_mul(at, unit, &at) ||
            !dtpi_add_mul(at, child, dtpi_tree_extent(run->child), &at) || !extend(tree, run->child, at))
            return false;
    }
    return true;
}

/* Whether the extent and the true extent, which others take without asking, can be expressed. */
static bool extents_fit(const struct dtpi_tree *tree)
{
    MPI_Aint unused;

    return dtpi_sub(tree->ub, tree->lb, &unused) && dtpi_sub(tree->true_ub, tree->true_lb, &unused);
}

/* Whether a run puts its child where that is not aligned. */
static bool is_unaligned(const struct dtpi_tree *tree, const struct dtpi_run *run)
{
    MPI_Aint unit = dtpi_run_unit(tree->ctor, run), alignment = run->child->alignment;

    return run->disp * unit % alignment != 0 || (run->count > 1 && run->step * unit % alignment != 0) ||
           (run->blklen > 1 && dtpi_tree_extent(run->child) % alignment != 0);
}

/* The epsilon of MPI-3.1, 4.1.6: it rounds the extent up to the alignment.  The text has it for all type maps;
 * libraries have it for structs, where alone it matters as long as data are aligned. */
static bool round_up(struct dtpi_tree *tree)
{
    MPI_Aint past = dtpi_tree_extent(tree) % tree->alignment;

    if (past == 0)
        return true;
    if (tree->marked) {
        tree->hidden_bounds = tree->hidden_bounds || tree->ctor == DTPI_STRUCT;
        return true;
    }
    for (int i = 0; i < tree->num_runs; i++)
        tree->rough = tree->rough || is_unaligned(tree, &tree->runs[i]);
    return tree->ctor != DTPI_STRUCT || dtpi_add(tree->ub, tree->alignment - past, &tree->ub);
}

static bool bounds_of_runs(struct dtpi_tree *tree)
{
    MPI_Aint elements = 0, size = 0;

    for (int i = 0; i < tree->num_runs; i++) {
        const struct dtpi_run *run = &tree->runs[i];
        MPI_Aint n;
        if (!dtpi_mul(run->count, run->blklen, &n) || !dtpi_add_mul(elements, n, run->child->elements, &elements) ||
            !dtpi_add_mul(size, n, run->child->size, &size) || (n > 0 && !extend_by_run(tree, run)))
            return false;
        tree->hidden_bounds = tree->hidden_bounds || run->child->hidden_bounds;
        tree->rough = tree->rough || (n > 0 && run->child->rough);
        if (n > 0 && run->child->alignment > tree->alignment)
            tree->alignment = run->child->alignment;
    }
    tree->elements = elements;
    tree->size = size;
    return extents_fit(tree) && round_up(tree) && extents_fit(tree);
}

/* Takes the bounds of another tree. */
static void bounds_of_other(struct dtpi_tree *tree, const struct dtpi_tree *child)
{
    tree->elements = child->elements;
    tree->size = child->size;
    tree->lb = child->lb;
    tree->ub = child->ub;
    tree->true_lb = child->true_lb;
    tree->true_ub = child->true_ub;
    tree->bounded = child->bounded;
    tree->marked = child->marked;
    tree->hidden_bounds = child->hidden_bounds;
    tree->rough = child->rough;
    tree->alignment = child->alignment;
}

/* The bounds of dup, resized and subarray start from those of the child. */
static void bounds_of_child(struct dtpi_tree *tree)
{
    bounds_of_other(tree, tree->runs[0].child);
}

static bool bounds_of_subarray(struct dtpi_tree *tree)
{
    MPI_Aint whole = dtpi_tree_extent(tree->runs[0].child);

    bounds_of_child(tree);
    for (int d = 0; d < tree->num_dims; d++)
        if (!dtpi_mul(whole, tree->dims[d].size, &whole))
            return false;
    for (int d = 0; d < tree->num_dims; d++) { /* a stride, a start and a reach lie within the whole */
        const struct dtpi_dim *dim = &tree->dims[d];
        MPI_Aint stride = dtpi_dim_stride(tree, d), start = dim->start * stride, reach = (dim->subsize - 1) * stride;
        if (!dtpi_mul(tree->elements, dim->subsize, &tree->elements) ||
            !dtpi_mul(tree->size, dim->subsize, &tree->size) ||
            !dtpi_add(tree->true_lb, start + dtpi_min(reach, 0), &tree->true_lb) ||
            !dtpi_add(tree->true_ub, start + dtpi_max(reach, 0), &tree->true_ub))
            return false;
    }
    tree->lb = 0;
    tree->ub = whole;
    tree->bounded = tree->marked = true;
    tree->rough = false;
    return extents_fit(tree);
}

/* ---- making and freeing ---- */

static void free_children(int num_runs, const struct dtpi_run *runs)
{
    for (int i = 0; i < num_runs; i++)
        dtpi_tree_free(runs[i].child);
}

/* A tree that holds a copy of the runs and owns their children. */
static struct dtpi_tree *new_tree(enum dtpi_ctor ctor, int num_runs, const struct dtpi_run *runs)
{
    struct dtpi_tree *tree = NULL;
    size_t bytes = sizeof *tree + (size_t) num_runs * sizeof *runs;
    bool complete = true;

    for (int i = 0; i < num_runs; i++)
        complete = complete && runs[i].child;
    tree = complete ? dtpi_alloc(1, bytes) : NULL;
    if (!tree) {
        free_children(num_runs, runs);
        return NULL;
    }
    *tree = (struct dtpi_tree) {.ctor = ctor, .references = 1, .num_runs = num_runs, .alignment = 1};
    tree->runs = (struct dtpi_run *) (tree + 1);
    if (num_runs > 0)
        memcpy(tree->runs, runs, (size_t) num_runs * sizeof *runs);
    for (int i = 0; i < num_runs; i++)
        if (runs[i].child->depth >= tree->depth)
            tree->depth = runs[i].child->depth + 1;
    if (tree->depth < DTPI_MAX_DEPTH)
        return tree;
    (void) dtpi_error(DTP_ERR_OVERFLOW, "the type is nested more than %d deep", DTPI_MAX_DEPTH);
    dtpi_tree_free(tree);
    return NULL;
}

struct dtpi_tree *dtpi_tree_ref(struct dtpi_tree *tree)
{
    if (tree)
        tree->references++;
    return tree;
}

void dtpi_tree_free(struct dtpi_tree *tree)
{
    if (!tree || --tree->references > 0)
        return;
    free_children(tree->num_runs, tree->runs);
    dtpi_tree_free(tree->meaning);
    dtpi_free(tree->dims);
    dtpi_free(tree);
}

struct dtpi_tree *dtpi_tree_basic(const struct dtpi_basic *basic)
{
    struct dtpi_tree *tree = new_tree(DTPI_BASIC_TYPE, 0, NULL);
    const struct dtpi_field *last;

    if (!tree)
        return NULL;
    last = &basic->kind->field[basic->kind->num_fields - 1];
    tree->basic = basic;
    tree->elements = 1;
    tree->size = basic->kind->size;
    tree->ub = basic->kind->extent;
    tree->true_ub = last->offset + last->size;
    tree->bounded = true;
    tree->alignment = basic->alignment;
    return tree;
}

struct dtpi_tree *dtpi_tree_blocks(enum dtpi_ctor ctor, int num_runs, const struct dtpi_run *runs)
{
    struct dtpi_tree *tree = new_tree(ctor, num_runs, runs);

    return !tree || bounds_of_runs(tree) ? tree : overflow(tree);
}

struct dtpi_tree *dtpi_tree_contiguous(MPI_Aint count, struct dtpi_tree *child)
{
    const struct dtpi_run run = {.count = 1, .blklen = count, .child = child};

    return dtpi_tree_blocks(DTPI_CONTIGUOUS, 1, &run);
}

/* A tree of an array of these dimensions, its bounds not set. */
static struct dtpi_tree *new_array(enum dtpi_ctor ctor, int num_dims, const struct dtpi_dim *dims, int order,
                                   struct dtpi_tree *child)
{
    const struct dtpi_run run = {.child = child};
    struct dtpi_tree *tree = new_tree(ctor, 1, &run);

    if (!tree)
        return NULL;
    tree->num_dims = num_dims;
    tree->order = order;
    tree->dims = dtpi_alloc((size_t) num_dims, sizeof *dims);
    if (!tree->dims) {
        dtpi_tree_free(tree);
        return NULL;
    }
    memcpy(tree->dims, dims, (size_t) num_dims * sizeof *dims);
    return tree;
}

struct dtpi_tree *dtpi_tree_subarray(int num_dims, const struct dtpi_dim *dims, int order, struct dtpi_tree *child)
{
    struct dtpi_tree *tree = new_array(DTPI_SUBARRAY, num_dims, dims, order, child);

    return !tree || bounds_of_subarray(tree) ? tree : overflow(tree);
}

/* ---- darray ---- */

/* Of a dimension dealt out in blocks of `darg` in turn, those of the process with this coordinate: cyclic() of MPI-3.1,
 * 4.1.4. */
static struct dtpi_tree *dealt_out(const struct dtpi_dim *dim, MPI_Aint coordinate, struct dtpi_tree *child)
{
    MPI_Aint darg = dim->darg, start, turn, left, whole, extent;
    struct dtpi_run runs[2];

    if (!child)
        return NULL;
    if (dim->distribution == DTPI_NOT_DISTRIBUTED)
        darg = dim->size;
    else if (darg == 0)
        darg = dim->distribution == DTPI_BLOCK ? (dim->size - 1) / dim->processes + 1 : 1;
    if (!dtpi_mul(dtpi_tree_extent(child), dim->size, &extent) || !dtpi_mul(darg, coordinate, &start) ||
        !dtpi_mul(darg, dim->processes, &turn))
        return overflow(child);
    left = dtpi_max(dim->size - start, 0);
    whole = left / turn + (left % turn >= darg);
    left = left % turn >= darg ? 0 : left % turn;
    runs[0] = (struct dtpi_run) {.count = whole, .blklen = darg, .disp = start, .step = turn, .child = child};
    runs[1] = (struct dtpi_run) {.count = left > 0, .blklen = left, .disp = left > 0 ? start + whole * turn : 0,
                                 .child = dtpi_tree_ref(child)};
    return dtpi_tree_resized(0, extent, dtpi_tree_blocks(DTPI_INDEXED, 2, runs));
}

/* The dimensions from the one whose elements are next to each other outwards; processes are in C order always. */
static struct dtpi_tree *meaning_of_darray(const struct dtpi_tree *tree)
{
    struct dtpi_tree *meaning = dtpi_tree_ref(tree->runs[0].child);

    for (int i = 0; i < tree->num_dims; i++) {
        int d = tree->order == MPI_ORDER_C ? tree->num_dims - 1 - i : i;
        MPI_Aint coordinate = tree->rank;
        for (int inner = tree->num_dims - 1; inner > d; inner--)
            coordinate /= tree->dims[inner].processes;
        meaning = dealt_out(&tree->dims[d], coordinate % tree->dims[d].processes, meaning);
    }
    return meaning;
}

struct dtpi_tree *dtpi_tree_darray(MPI_Aint processes, MPI_Aint rank, int num_dims, const struct dtpi_dim *dims,
                                   int order, struct dtpi_tree *child)
{
    struct dtpi_tree *tree = new_array(DTPI_DARRAY, num_dims, dims, order, child);

    if (!tree)
        return NULL;
    tree->processes = processes;
    tree->rank = rank;
    tree->meaning = meaning_of_darray(tree);
    if (!tree->meaning) {
        dtpi_tree_free(tree);
        return NULL;
    }
    bounds_of_other(tree, tree->meaning);
    tree->depth = tree->meaning->depth;
    return tree;
}

/* ---- more with one child ---- */

struct dtpi_tree *dtpi_tree_resized(MPI_Aint lb, MPI_Aint extent, struct dtpi_tree *child)
{
    const struct dtpi_run run = {.child = child};
    struct dtpi_tree *tree = new_tree(DTPI_RESIZED, 1, &run);

    if (!tree)
        return NULL;
    bounds_of_child(tree);
    tree->new_lb = tree->lb = lb;
    tree->new_extent = extent;
    tree->bounded = tree->marked = true;
    tree->rough = false;
    return dtpi_add(lb, extent, &tree->ub) ? tree : overflow(tree);
}

struct dtpi_tree *dtpi_tree_dup(struct dtpi_tree *child)
{
    const struct dtpi_run run = {.child = child};
    struct dtpi_tree *tree = new_tree(DTPI_DUP, 1, &run);

    if (tree)
        bounds_of_child(tree);
    return tree;
}

/* ---- equality ---- */

/* Lists of runs are equal if they stand for the same blocks, however these are gathered into runs. */
static bool equal_runs(const struct dtpi_tree *a, const struct dtpi_tree *b)
{
    int i = 0, j = 0;
    MPI_Aint in_i = 0, in_j = 0;

    for (;;) {
        const struct dtpi_run *r = &a->runs[i], *s = &b->runs[j];
        if (i < a->num_runs && in_i >= r->count) {
            i++, in_i = 0;
        } else if (j < b->num_runs && in_j >= s->count) {
            j++, in_j = 0;
        } else if (i == a->num_runs || j == b->num_runs) {
            return i == a->num_runs && j == b->num_runs;
        } else {
            MPI_Aint n = dtpi_min(r->count - in_i, s->count - in_j);
            if (r->blklen != s->blklen || r->disp + in_i * r->step != s->disp + in_j * s->step ||
                (n > 1 && r->step != s->step) || !dtpi_tree_equal(r->child, s->child))
                return false;
            in_i += n;
            in_j += n;
        }
    }
}

/* The constructors of one run: every argument counts, also where it has no effect. */
static bool equal_run(const struct dtpi_run *r, const struct dtpi_run *s)
{
    return r->count == s->count && r->blklen == s->blklen && r->disp == s->disp && r->step == s->step &&
           dtpi_tree_equal(r->child, s->child);
}

static bool equal_dim(const struct dtpi_dim *a, const struct dtpi_dim *b)
{
    return a->size == b->size && a->subsize == b->subsize && a->start == b->start &&
           a->distribution == b->distribution && a->darg == b->darg && a->processes == b->processes;
}

bool dtpi_tree_equal(const struct dtpi_tree *a, const struct dtpi_tree *b)
{
    if (a == b)
        return true;
    if (a->ctor != b->ctor || a->basic != b->basic || a->num_dims != b->num_dims || a->order != b->order ||
        a->new_lb != b->new_lb || a->new_extent != b->new_extent || a->processes != b->processes || a->rank != b->rank)
        return false;
    for (int d = 0; d < a->num_dims; d++)
        if (!equal_dim(&a->dims[d], &b->dims[d]))
            return false;
    if (a->ctor == DTPI_SUBARRAY || a->ctor == DTPI_DARRAY || a->ctor == DTPI_RESIZED || a->ctor == DTPI_DUP)
        return dtpi_tree_equal(a->runs[0].child, b->runs[0].child);
    if (a->ctor == DTPI_CONTIGUOUS || a->ctor == DTPI_VECTOR || a->ctor == DTPI_HVECTOR ||
        dtpi_tree_has_no_blocks(a) || dtpi_tree_has_no_blocks(b))
        return a->num_runs == b->num_runs && equal_run(&a->runs[0], &b->runs[0]);
    return equal_runs(a, b);
}
