#include "naive.h"

#include "tree_text.h"

#include "check.h"

struct bounds {
    bool any, data, marked;
    MPI_Aint lb, ub, true_lb, true_ub, alignment;
};

static MPI_Aint least(MPI_Aint a, MPI_Aint b)
{
    return a < b ? a : b;
}

static MPI_Aint most(MPI_Aint a, MPI_Aint b)
{
    return a > b ? a : b;
}

/* Where an element's first byte is, and past its last: its padding at the end is not a part of it. */
static MPI_Aint span_of(const struct dtpi_basic *basic)
{
    const struct dtpi_field *last = &basic->kind->field[basic->kind->num_fields - 1];

    return last->offset + last->size;
}

/* Calls visit for every copy of every child, with the child's displacement. */
typedef void visit_fn(void *context, const struct dtpi_tree *child, MPI_Aint disp);

static struct bounds bounds_of(const struct dtpi_tree *tree);

static MPI_Aint extent_of(const struct dtpi_tree *tree)
{
    struct bounds b = bounds_of(tree);

    return b.ub - b.lb;
}

static void visit_runs(const struct dtpi_tree *tree, visit_fn *visit, void *context)
{
    for (int r = 0; r < tree->num_runs; r++) {
        const struct dtpi_run *run = &tree->runs[r];
        MPI_Aint extent = extent_of(run->child);
        bool elements = tree->ctor == DTPI_CONTIGUOUS || tree->ctor == DTPI_VECTOR || tree->ctor == DTPI_INDEXED ||
                        tree->ctor == DTPI_INDEXED_BLOCK;
        for (MPI_Aint i = 0; i < run->count; i++)
            for (MPI_Aint j = 0; j < run->blklen; j++)
                visit(context, run->child, (run->disp + i * run->step) * (elements ? extent : 1) + j * extent);
    }
}

/* Odometer over the indices of a subarray; the last dimension turns fastest in C order, the first in Fortran order. */
static void visit_subarray(const struct dtpi_tree *tree, visit_fn *visit, void *context)
{
    MPI_Aint index[8] = {0}, extent = extent_of(tree->runs[0].child);
    int n = tree->num_dims, turning;
    bool c = tree->order == MPI_ORDER_C;

    do {
        MPI_Aint at = 0;
        for (int i = 0; i < n; i++) {
            int d = c ? i : n - 1 - i;
            at = at * tree->dims[d].size + tree->dims[d].start + index[d];
        }
        visit(context, tree->runs[0].child, at * extent);
        for (turning = 0; turning < n; turning++) {
            int d = c ? n - 1 - turning : turning;
            if (++index[d] < tree->dims[d].subsize)
                break;
            index[d] = 0;
        }
    } while (turning < n);
}

/* Whether index i of dimension d is dealt out to the rank of the darray. */
static bool is_mine(const struct dtpi_tree *tree, int d, MPI_Aint i)
{
    const struct dtpi_dim *dim = &tree->dims[d];
    MPI_Aint block = dim->darg, coordinate = tree->rank;

    if (dim->distribution == DTPI_NOT_DISTRIBUTED)
        return true;
    if (block == 0)
        block = dim->distribution == DTPI_CYCLIC ? 1 : (dim->size + dim->processes - 1) / dim->processes;
    for (int inner = d + 1; inner < tree->num_dims; inner++)
        coordinate /= tree->dims[inner].processes;
    return i / block % dim->processes == coordinate % dim->processes;
}

/* All elements of the whole array in memory order, and of these what belongs to the rank. */
static void visit_darray(const struct dtpi_tree *tree, visit_fn *visit, void *context)
{
    MPI_Aint extent = extent_of(tree->runs[0].child), all = 1;
    int n = tree->num_dims;

    for (int d = 0; d < n; d++)
        all *= tree->dims[d].size;
    for (MPI_Aint at = 0; at < all; at++) {
        MPI_Aint rest = at;
        bool mine = true;
        for (int i = 0; i < n; i++) {
            int d = tree->order == MPI_ORDER_C ? n - 1 - i : i;
            mine = mine && is_mine(tree, d, rest % tree->dims[d].size);
            rest /= tree->dims[d].size;
        }
        if (mine)
            visit(context, tree->runs[0].child, at * extent);
    }
}

static void visit_children(const struct dtpi_tree *tree, visit_fn *visit, void *context)
{
    switch (tree->ctor) {
        case DTPI_BASIC_TYPE:
            break;
        case DTPI_RESIZED:
        case DTPI_DUP:
            visit(context, tree->runs[0].child, 0);
            break;
        case DTPI_SUBARRAY:
            visit_subarray(tree, visit, context);
            break;
        case DTPI_DARRAY:
            visit_darray(tree, visit, context);
            break;
        default:
            visit_runs(tree, visit, context);
    }
}

static void include(void *context, const struct dtpi_tree *child, MPI_Aint disp)
{
    struct bounds *b = context, c = bounds_of(child);

    if (c.marked && !b->marked)
        b->any = false; /* what was there so far does not count */
    if (c.any && (c.marked || !b->marked)) {
        b->lb = b->any ? least(b->lb, c.lb + disp) : c.lb + disp;
        b->ub = b->any ? most(b->ub, c.ub + disp) : c.ub + disp;
        b->any = true;
        b->marked = c.marked;
    }
    if (c.data) {
        b->true_lb = b->data ? least(b->true_lb, c.true_lb + disp) : c.true_lb + disp;
        b->true_ub = b->data ? most(b->true_ub, c.true_ub + disp) : c.true_ub + disp;
        b->data = true;
    }
    b->alignment = most(b->alignment, c.alignment);
}

static struct bounds work_out(const struct dtpi_tree *tree)
{
    struct bounds b = {.alignment = 1};

    if (tree->ctor == DTPI_BASIC_TYPE)
        return (struct bounds) {true, true, false, 0, tree->basic->kind->extent, 0, span_of(tree->basic),
                                tree->basic->alignment};
    visit_children(tree, include, &b);
    if (tree->ctor == DTPI_STRUCT && !b.marked)
        while ((b.ub - b.lb) % b.alignment != 0)
            b.ub++;
    if (tree->ctor == DTPI_SUBARRAY || tree->ctor == DTPI_DARRAY) {
        b.lb = 0;
        b.ub = extent_of(tree->runs[0].child);
        for (int d = 0; d < tree->num_dims; d++)
            b.ub *= tree->dims[d].size;
        b.any = b.marked = true;
    }
    if (tree->ctor == DTPI_RESIZED) {
        b.lb = tree->new_lb;
        b.ub = tree->new_lb + tree->new_extent;
        b.any = b.marked = true;
    }
    return b;
}

/* The bounds that a walk has worked out: each level asks for those of the one below several times. */
enum { MOST_WORKED_OUT = 256 };
static struct {
    const struct dtpi_tree *tree;
    struct bounds bounds;
} worked_out[MOST_WORKED_OUT];
static int num_worked_out;

static struct bounds bounds_of(const struct dtpi_tree *tree)
{
    struct bounds b;

    for (int i = num_worked_out - 1; i >= 0; i--)
        if (worked_out[i].tree == tree)
            return worked_out[i].bounds;
    b = work_out(tree);
    if (num_worked_out < MOST_WORKED_OUT) {
        worked_out[num_worked_out].tree = tree;
        worked_out[num_worked_out++].bounds = b;
    }
    return b;
}

struct place {
    struct naive *map;
    MPI_Aint disp;
};

static void emit(void *context, const struct dtpi_tree *tree, MPI_Aint disp)
{
    struct place *place = context, inside = {place->map, place->disp + disp};
    struct naive *map = place->map;

    if (tree->ctor != DTPI_BASIC_TYPE) {
        visit_children(tree, emit, &inside);
        return;
    }
    if (map->n == map->room) {
        size_t room = map->room ? 2 * (size_t) map->room : 64;
        struct naive_element *elements = check_alloc(room * sizeof *elements);
        if (map->n > 0)
            memcpy(elements, map->elements, (size_t) map->n * sizeof *elements);
        free(map->elements);
        map->elements = elements;
        map->room = (MPI_Aint) room;
    }
    map->elements[map->n++] = (struct naive_element) {tree->basic, inside.disp};
}

static void summarise(struct naive *map)
{
    map->ascending = true;
    for (MPI_Aint k = 0; k < map->n; k++) {
        const struct naive_element *e = &map->elements[k];
        MPI_Aint end = e->disp + span_of(e->basic);
        map->ascending = map->ascending && (k == 0 || e->disp >= map->hi);
        map->lo = k == 0 ? e->disp : least(map->lo, e->disp);
        map->hi = k == 0 ? end : most(map->hi, end);
        map->bytes += e->basic->kind->size;
    }
}

struct naive naive_walk(const struct dtpi_tree *tree, MPI_Aint count)
{
    struct naive map = {0};
    struct bounds b;

    num_worked_out = 0; /* other trees may be where these were */
    b = bounds_of(tree);

    for (MPI_Aint i = 0; i < count; i++) {
        struct place place = {&map, i * (b.ub - b.lb)};
        emit(&place, tree, 0);
    }
    summarise(&map);
    map.lb = b.lb;
    map.ub = b.ub;
    map.true_lb = b.true_lb;
    map.true_ub = b.true_ub;
    return map;
}

void naive_free(struct naive *map)
{
    free(map->elements);
    *map = (struct naive) {0};
}

struct dtpi_tree *naive_parse(const char *text, MPI_Aint *count)
{
    struct dtpi_tree *tree = NULL;

    if (dtpi_object_parse(text, count, &tree) != DTP_SUCCESS) {
        printf("the test's own text '%s': %s\n", text, DTP_message());
        exit(99);
    }
    return tree;
}

void naive_pack(const struct naive *map, const unsigned char *base, unsigned char *packed)
{
    for (MPI_Aint k = 0; k < map->n; k++) {
        const struct dtpi_kind *kind = map->elements[k].basic->kind;
        for (int f = 0; f < kind->num_fields; f++) {
            memcpy(packed, base + map->elements[k].disp + kind->field[f].offset, kind->field[f].size);
            packed += kind->field[f].size;
        }
    }
}
