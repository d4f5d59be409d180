#include "traits.h"

#include "arith.h"

#include <string.h>

static const char *const names[] = {
#define ROW(NAME, TEXT, WHAT) TEXT,
    DTPI_TRAITS(ROW)
#undef ROW
};

const char *dtpi_trait_name(int number)
{
    return names[number];
}

/* ---- of one type in the tree ---- */

static MPI_Aint absolute(MPI_Aint n)
{
    return n < 0 ? -n : n;
}

static bool is_list(const struct dtpi_tree *tree)
{
    return dtpi_tree_is_indexed(tree) || tree->ctor == DTPI_STRUCT;
}

static uint64_t of_constructor(const struct dtpi_tree *tree)
{
    static const struct {
        enum dtpi_ctor ctor;
        uint64_t trait;
    } named[] = {
        {DTPI_RESIZED, DTPI_TRAIT(RESIZED)},   {DTPI_DUP, DTPI_TRAIT(DUP)},       {DTPI_STRUCT, DTPI_TRAIT(STRUCT)},
        {DTPI_SUBARRAY, DTPI_TRAIT(SUBARRAY)}, {DTPI_DARRAY, DTPI_TRAIT(DARRAY)},
    };

    for (size_t i = 0; i < sizeof named / sizeof named[0]; i++)
        if (tree->ctor == named[i].ctor)
            return named[i].trait;
    return 0;
}

/* Of a dimension of a darray. */
static uint64_t of_deal(const struct dtpi_dim *dim)
{
    const MPI_Aint cyclic = dim->darg > 0 ? dim->darg : 1;
    const MPI_Aint block = dim->darg > 0 ? dim->darg : (dim->size - 1) / dim->processes + 1;
    const MPI_Aint turn = dim->processes * (dim->distribution == DTPI_BLOCK ? block : cyclic);
    uint64_t traits = dim->darg > 0 ? DTPI_TRAIT(SIZED_DARRAY) : 0;

    if (dim->distribution == DTPI_NOT_DISTRIBUTED)
        return traits;
    if (dim->distribution == DTPI_CYCLIC && dim->size < turn)
        traits |= DTPI_TRAIT(SHORT_DARRAY);
    return traits | (dim->processes > 1 && dim->size % turn != 0 ? DTPI_TRAIT(UNEVEN_DARRAY) : 0);
}

static uint64_t of_dims(const struct dtpi_tree *tree)
{
    uint64_t traits = 0;

    if (tree->ctor == DTPI_DARRAY)
        for (int d = 0; d < tree->num_dims; d++)
            traits |= of_deal(&tree->dims[d]);
    return traits | (tree->num_dims >= 3 ? DTPI_TRAIT(MANY_DIMS) : 0) |
           (tree->num_dims >= 2 && tree->order == MPI_ORDER_FORTRAN ? DTPI_TRAIT(FORTRAN_ORDER) : 0);
}

static uint64_t of_bounds(const struct dtpi_tree *tree)
{
    MPI_Aint extent = dtpi_tree_extent(tree);

    if (tree->ctor == DTPI_BASIC_TYPE || tree->elements == 0)
        return 0;
    return (tree->hidden_bounds ? DTPI_TRAIT(HIDDEN_BOUNDS) : 0) | (tree->lb < 0 ? DTPI_TRAIT(NEGATIVE_LB) : 0) |
           (tree->lb > 0 ? DTPI_TRAIT(POSITIVE_LB) : 0) |
           (extent < 0 ? DTPI_TRAIT(NEGATIVE_EXTENT) : 0) | (extent == 0 ? DTPI_TRAIT(ZERO_EXTENT) : 0) |
           (tree->ub > tree->true_ub ? DTPI_TRAIT(END_GAP) : 0);
}

/* count times something that reaches over `span` bytes, `stride` bytes apart. */
static uint64_t of_repetition(MPI_Aint count, MPI_Aint stride, MPI_Aint span)
{
    return count > 1 && absolute(stride) < span ? DTPI_TRAIT(INTERLEAVED) : 0;
}

/* Two blocks of one type so many bytes apart. */
static uint64_t of_distance(const struct dtpi_tree *tree, const struct dtpi_run *run, MPI_Aint bytes)
{
    const MPI_Aint extent = dtpi_tree_extent(run->child);

    return dtpi_ctor_is_in_bytes(tree->ctor) && extent != 0 && bytes % extent != 0 ? DTPI_TRAIT(ODD_STRIDE) : 0;
}

static uint64_t of_run(const struct dtpi_tree *tree, const struct dtpi_run *run)
{
    const MPI_Aint extent = dtpi_tree_extent(run->child), span = dtpi_tree_true_extent(run->child);
    MPI_Aint stride;
    uint64_t traits;

    if (run->count == 0)
        return 0;
    if (run->blklen == 0 || run->child->elements == 0)
        return (is_list(tree) ? DTPI_TRAIT(ZERO_BLOCKS) : 0) | (run->blklen > 0 ? DTPI_TRAIT(ZERO_SIZE) : 0);
    traits = of_repetition(run->blklen, extent, span);
    if (run->count == 1) /* whose stride is not used, and may be any */
        return traits;
    stride = run->step * dtpi_run_unit(tree->ctor, run);
    traits |= of_repetition(run->count, stride, span + (run->blklen - 1) * absolute(extent));
    traits |= of_distance(tree, run, stride);
    if (!is_list(tree))
        return traits | (stride < 0 ? DTPI_TRAIT(NEGATIVE_STRIDE) : 0);
    return traits | (stride < 0 ? DTPI_TRAIT(DECREASING) : 0) |
           (stride == run->blklen * extent ? DTPI_TRAIT(TOUCHING) : 0);
}

/* The last block of one run and the first of the next, neither empty. */
static uint64_t of_neighbours(const struct dtpi_tree *tree, const struct dtpi_run *a, const struct dtpi_run *b)
{
    const MPI_Aint last = (a->disp + (a->count - 1) * a->step) * dtpi_run_unit(tree->ctor, a);
    const MPI_Aint next = b->disp * dtpi_run_unit(tree->ctor, b);
    MPI_Aint apart, end;

    /* members without elements may be anywhere */
    if (!dtpi_sub(next, last, &apart) || !dtpi_add_mul(last, a->blklen, dtpi_tree_extent(a->child), &end))
        return 0;
    return of_distance(tree, a, apart) | (a->blklen != b->blklen ? DTPI_TRAIT(UNEQUAL_BLOCKS) : 0) |
           (next < last ? DTPI_TRAIT(DECREASING) : 0) |
           (next == end ? DTPI_TRAIT(TOUCHING) : 0);
}

static uint64_t of_list(const struct dtpi_tree *tree)
{
    enum { MANY = 8 };
    const struct dtpi_run *before = NULL;
    MPI_Aint blocks = 0;
    uint64_t traits = 0;

    for (int i = 0; i < tree->num_runs; i++) {
        const struct dtpi_run *run = &tree->runs[i];
        traits |= of_run(tree, run);
        blocks += run->count;
        if (run->count == 0 || run->blklen == 0)
            continue;
        if (before && is_list(tree))
            traits |= of_neighbours(tree, before, run);
        before = run;
    }
    return traits | (tree->ctor == DTPI_STRUCT && blocks > MANY ? DTPI_TRAIT(MANY_MEMBERS) : 0);
}

/* ---- of structs and their elements ---- */

/* One of the basic types of some elements, and what the others are like. */
struct content {
    const struct dtpi_basic *basic; /* NULL: there are no elements */
    bool several, of_several_sizes;
};

static struct content join(struct content a, struct content b)
{
    if (!a.basic || !b.basic)
        return a.basic ? a : b;
    return (struct content) {
        .basic = a.basic,
        .several = a.several || b.several || a.basic != b.basic,
        .of_several_sizes = a.of_several_sizes || b.of_several_sizes || a.basic->kind->size != b.basic->kind->size,
    };
}

/* What is in the type; *found: whether some struct in it is of several basic types of one size. */
static struct content content_of(const struct dtpi_tree *tree, bool *found)
{
    const bool is_run_list = tree->ctor != DTPI_RESIZED && tree->ctor != DTPI_DUP && tree->num_dims == 0;
    struct content all = {.basic = tree->ctor == DTPI_BASIC_TYPE ? tree->basic : NULL};

    for (int i = 0; i < tree->num_runs; i++)
        if (!is_run_list || (tree->runs[i].count > 0 && tree->runs[i].blklen > 0))
            all = join(all, content_of(tree->runs[i].child, found));
    if (tree->elements == 0)
        return (struct content) {.basic = NULL};
    *found = *found || (tree->ctor == DTPI_STRUCT && all.several && !all.of_several_sizes);
    return all;
}

/* Whether the type is a struct of several elements, but for its bounds or its handle. */
static bool is_struct(const struct dtpi_tree *tree)
{
    while (tree->ctor == DTPI_RESIZED || tree->ctor == DTPI_DUP)
        tree = tree->runs[0].child;
    return tree->ctor == DTPI_STRUCT && tree->elements > 1;
}

/* Whether the elements of a type are in a struct: only the members of structs are of several types. */
static bool is_of_structs(const struct dtpi_tree *tree)
{
    while (tree->ctor != DTPI_STRUCT && tree->ctor != DTPI_BASIC_TYPE && tree->num_runs > 0)
        tree = tree->runs[0].child;
    return tree->ctor == DTPI_STRUCT;
}

/* Whether a member that has elements, and others with elements behind it, has them in a struct. */
static bool has_inner_struct(const struct dtpi_tree *tree)
{
    bool is_last = true;

    for (int i = tree->num_runs - 1; tree->ctor == DTPI_STRUCT && i >= 0; i--) {
        const struct dtpi_run *run = &tree->runs[i];
        if (run->count == 0 || run->blklen == 0 || run->child->elements == 0)
            continue;
        if ((!is_last || run->count > 1) && is_of_structs(run->child))
            return true;
        is_last = false;
    }
    return false;
}

static MPI_Aint repetitions(const struct dtpi_tree *tree, const struct dtpi_run *run)
{
    return tree->num_dims > 0 ? tree->elements / run->child->elements : run->count * run->blklen;
}

static uint64_t of_structs(const struct dtpi_tree *tree)
{
    const uint64_t inner = has_inner_struct(tree) ? DTPI_TRAIT(INNER_STRUCT) : 0;

    for (int i = 0; i < tree->num_runs; i++)
        if (is_struct(tree->runs[i].child) && repetitions(tree, &tree->runs[i]) > 1)
            return inner | DTPI_TRAIT(STRUCTS);
    return inner;
}

/* ---- of the whole ---- */

struct walk {
    uint64_t traits;
    const struct dtpi_basic *basic; /* the first to be met */
};

static bool is_downwards(const struct dtpi_tree *tree)
{
    return (tree->ctor == DTPI_VECTOR || tree->ctor == DTPI_HVECTOR) && tree->elements > 0 && tree->runs[0].count > 1 &&
           tree->runs[0].step * dtpi_run_unit(tree->ctor, &tree->runs[0]) < 0;
}

/* downwards: whether the type is in a vector of negative stride. */
static void visit(struct walk *w, const struct dtpi_tree *tree, int level, bool downwards)
{
    if (tree->ctor == DTPI_BASIC_TYPE) {
        if (w->basic && w->basic != tree->basic)
            w->traits |= DTPI_TRAIT(MIXED);
        w->basic = tree->basic;
        w->traits |= tree->basic->kind->padded ? DTPI_TRAIT(PADDED) : 0;
        return;
    }
    w->traits |= of_constructor(tree) | of_dims(tree) | of_bounds(tree) | of_structs(tree) |
                 (level >= 2 ? DTPI_TRAIT(NESTED) : 0) |
                 (level >= 3 ? DTPI_TRAIT(DEEP) : 0) | (level >= 5 ? DTPI_TRAIT(VERY_DEEP) : 0) |
                 (downwards && is_downwards(tree) ? DTPI_TRAIT(NESTED_NEGATIVE) : 0);
    downwards = downwards || is_downwards(tree);
    if (tree->ctor == DTPI_SUBARRAY || tree->ctor == DTPI_DARRAY)
        w->traits |= of_repetition(2, dtpi_tree_extent(tree->runs[0].child),
                                   dtpi_tree_true_extent(tree->runs[0].child));
    else if (tree->ctor != DTPI_RESIZED && tree->ctor != DTPI_DUP)
        w->traits |= of_list(tree);
    for (int i = 0; i < tree->num_runs; i++)
        visit(w, tree->runs[i].child, level + 1, downwards);
}

/* Whether some element of the nodes, based at displacement base, is at one that is no multiple of its alignment. */
static bool unaligned(const struct dtpi_node *node, MPI_Aint base)
{
    for (; node; node = node->next) {
        const struct dtpi_strip *s = &node->strip;
        const struct dtpi_node *leaf = node;
        while (!leaf->strip.basic)
            leaf = leaf->body;
        if (s->basic ? (base + s->disp) % s->basic->alignment != 0 : unaligned(node->body, base + s->disp))
            return true;
        /* the first turn is aligned: so are the others, if the stride is */
        if (s->count > 1 && s->stride % leaf->strip.basic->alignment != 0)
            return true;
        if (!s->basic && s->count > 1 && unaligned(node->body, base + s->disp + s->stride))
            return true;
    }
    return false;
}

/* Whether size, extent and true extent are those of a type whose data lie in their order, which they do not. */
static bool is_permuted(const struct dtpi_tree *tree, const struct dtpi_typemap *map)
{
    return !map->ascending && tree->lb == 0 && tree->true_lb == 0 && tree->ub == tree->true_ub &&
           tree->ub == tree->size;
}

uint64_t dtpi_traits(const struct dtpi_tree *tree, MPI_Aint count, const struct dtpi_typemap *map, bool overlapping)
{
    struct walk w = {.traits = 0};
    bool one_size = false;

    visit(&w, tree, 1, false);
    if (w.traits & DTPI_TRAIT(MIXED))
        (void) content_of(tree, &one_size);
    w.traits |= one_size ? DTPI_TRAIT(ONE_SIZE) : 0;
    if (tree->ctor != DTPI_BASIC_TYPE && dtpi_tree_true_extent(tree) > absolute(dtpi_tree_extent(tree)))
        w.traits |= DTPI_TRAIT(OVERHANG);
    if (count > 1 && tree->ctor != DTPI_BASIC_TYPE)
        w.traits |= DTPI_TRAIT(INSTANCES) | (is_struct(tree) ? DTPI_TRAIT(STRUCTS) : 0) |
                    of_repetition(count, dtpi_tree_extent(tree), dtpi_tree_true_extent(tree));
    if (map->elements == 0)
        return w.traits;
    return w.traits | (map->hi - map->lo > tree->size * count ? DTPI_TRAIT(GAPS) : 0) |
           (map->lo != 0 ? DTPI_TRAIT(OFFSET) : 0) | (unaligned(map->root, 0) ? DTPI_TRAIT(UNALIGNED) : 0) |
           (overlapping ? DTPI_TRAIT(OVERLAPPING) : is_permuted(tree, map) ? DTPI_TRAIT(PERMUTED) : 0);
}

/* ---- selection ---- */

static uint64_t trait_named(const char *name, size_t size)
{
    for (int i = 0; i < DTPI_NUM_TRAITS; i++)
        if (*names[i] == *name && strlen(names[i]) == size && memcmp(names[i], name, size) == 0)
            return (uint64_t) 1 << i;
    return 0;
}

bool dtpi_traits_selected(const char *selection, uint64_t traits, const char **unknown)
{
    bool selected = false;

    *unknown = NULL;
    for (const char *at = selection + strspn(selection, " \t"); *at; at += strspn(at, " \t")) {
        uint64_t wanted = 0, trait;
        size_t size;
        for (bool more = true; more; at += size + more) {
            size = strcspn(at, " \t+");
            more = at[size] == '+';
            trait = trait_named(at, size);
            if (trait == 0) {
                *unknown = at;
                return false;
            }
            wanted |= trait;
        }
        selected = selected || (traits & wanted) == wanted;
    }
    return selected;
}
