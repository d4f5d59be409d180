#include "traits.h"

#include "arith.h"

#include <string.h>

static const struct {
    const char *name, *about;
} rows[] = {
#define ROW(NAME, TEXT, WHAT) {TEXT, WHAT},
    DTPI_TRAITS(ROW)
#undef ROW
};

const char *dtpi_trait_name(int number)
{
    return rows[number].name;
}

const char *dtpi_trait_about(int number)
{
    return rows[number].about;
}

/* ---- of one type in the tree ---- */

static MPI_Aint true_span(const struct dtpi_tree *tree)
{
    return tree->true_ub - tree->true_lb;
}

static MPI_Aint absolute(MPI_Aint n)
{
    return n < 0 ? -n : n;
}

static bool is_list(enum dtpi_ctor ctor)
{
    return ctor == DTPI_INDEXED || ctor == DTPI_HINDEXED || ctor == DTPI_INDEXED_BLOCK || ctor == DTPI_HINDEXED_BLOCK ||
           ctor == DTPI_STRUCT;
}

static uint32_t of_constructor(const struct dtpi_tree *tree)
{
    static const struct {
        enum dtpi_ctor ctor;
        uint32_t trait;
    } named[] = {
        {DTPI_RESIZED, DTPI_TRAIT(RESIZED)},   {DTPI_DUP, DTPI_TRAIT(DUP)},       {DTPI_STRUCT, DTPI_TRAIT(STRUCT)},
        {DTPI_SUBARRAY, DTPI_TRAIT(SUBARRAY)}, {DTPI_DARRAY, DTPI_TRAIT(DARRAY)},
    };

    for (size_t i = 0; i < sizeof named / sizeof named[0]; i++)
        if (tree->ctor == named[i].ctor)
            return named[i].trait;
    return 0;
}

static uint32_t of_dims(const struct dtpi_tree *tree)
{
    if (tree->ctor != DTPI_DARRAY)
        return 0;
    for (int d = 0; d < tree->num_dims; d++) {
        const struct dtpi_dim *dim = &tree->dims[d];
        MPI_Aint block = dim->darg > 0 ? dim->darg : 1;
        if (dim->distribution == DTPI_CYCLIC && dim->size < block * dim->processes)
            return DTPI_TRAIT(SHORT_DARRAY);
    }
    return 0;
}

static uint32_t of_bounds(const struct dtpi_tree *tree)
{
    MPI_Aint extent = dtpi_tree_extent(tree);

    if (tree->ctor == DTPI_BASIC_TYPE || tree->elements == 0)
        return 0;
    return (tree->hidden_bounds ? DTPI_TRAIT(HIDDEN_BOUNDS) : 0) | (tree->lb < 0 ? DTPI_TRAIT(NEGATIVE_LB) : 0) | (tree->lb > 0 ? DTPI_TRAIT(POSITIVE_LB) : 0) |
           (extent < 0 ? DTPI_TRAIT(NEGATIVE_EXTENT) : 0) | (extent == 0 ? DTPI_TRAIT(ZERO_EXTENT) : 0) |
           (tree->ub > tree->true_ub ? DTPI_TRAIT(END_GAP) : 0);
}

/* count times something that reaches over `span` bytes, `stride` bytes apart. */
static uint32_t of_repetition(MPI_Aint count, MPI_Aint stride, MPI_Aint span)
{
    return count > 1 && absolute(stride) < span ? DTPI_TRAIT(INTERLEAVED) : 0;
}

static uint32_t of_run(const struct dtpi_tree *tree, const struct dtpi_run *run)
{
    MPI_Aint extent = dtpi_tree_extent(run->child), stride = run->step * dtpi_run_unit(tree->ctor, run);
    MPI_Aint span = true_span(run->child), block = span + (run->blklen - 1) * absolute(extent);
    uint32_t traits;

    if (run->count == 0)
        return 0;
    if (run->blklen == 0 || run->child->elements == 0)
        return is_list(tree->ctor) ? DTPI_TRAIT(ZERO_BLOCKS) : 0;
    traits = of_repetition(run->blklen, extent, span) | of_repetition(run->count, stride, block);
    if (run->count == 1)
        return traits;
    if (!is_list(tree->ctor))
        return traits | (stride < 0 ? DTPI_TRAIT(NEGATIVE_STRIDE) : 0);
    return traits | (stride < 0 ? DTPI_TRAIT(DECREASING) : 0) |
           (stride == run->blklen * extent ? DTPI_TRAIT(TOUCHING) : 0);
}

/* The last block of one run and the first of the next, neither empty. */
static uint32_t of_neighbours(const struct dtpi_tree *tree, const struct dtpi_run *a, const struct dtpi_run *b)
{
    MPI_Aint last = (a->disp + (a->count - 1) * a->step) * dtpi_run_unit(tree->ctor, a);
    MPI_Aint end = last + a->blklen * dtpi_tree_extent(a->child), next = b->disp * dtpi_run_unit(tree->ctor, b);

    return (a->blklen != b->blklen ? DTPI_TRAIT(UNEQUAL_BLOCKS) : 0) | (next < last ? DTPI_TRAIT(DECREASING) : 0) |
           (next == end ? DTPI_TRAIT(TOUCHING) : 0);
}

static uint32_t of_list(const struct dtpi_tree *tree)
{
    const struct dtpi_run *before = NULL;
    uint32_t traits = 0;

    for (int i = 0; i < tree->num_runs; i++) {
        const struct dtpi_run *run = &tree->runs[i];
        traits |= of_run(tree, run);
        if (run->count == 0 || run->blklen == 0)
            continue;
        if (before && is_list(tree->ctor))
            traits |= of_neighbours(tree, before, run);
        before = run;
    }
    return traits;
}

/* ---- of the whole ---- */

struct walk {
    uint32_t traits;
    const struct dtpi_basic *basic; /* the first to be met */
};

static void visit(struct walk *w, const struct dtpi_tree *tree, int level)
{
    if (tree->ctor == DTPI_BASIC_TYPE) {
        if (w->basic && w->basic != tree->basic)
            w->traits |= DTPI_TRAIT(MIXED);
        w->basic = tree->basic;
        w->traits |= tree->basic->kind->padded ? DTPI_TRAIT(PADDED) : 0;
        return;
    }
    w->traits |= of_constructor(tree) | of_dims(tree) | of_bounds(tree) | (level >= 2 ? DTPI_TRAIT(NESTED) : 0) |
                 (level >= 3 ? DTPI_TRAIT(DEEP) : 0);
    if (tree->ctor == DTPI_SUBARRAY || tree->ctor == DTPI_DARRAY)
        w->traits |= of_repetition(2, dtpi_tree_extent(tree->runs[0].child), true_span(tree->runs[0].child));
    else if (tree->ctor != DTPI_RESIZED && tree->ctor != DTPI_DUP)
        w->traits |= of_list(tree);
    for (int i = 0; i < tree->num_runs; i++)
        visit(w, tree->runs[i].child, level + 1);
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

uint32_t dtpi_traits(const struct dtpi_tree *tree, MPI_Aint count, const struct dtpi_typemap *map, bool overlapping)
{
    struct walk w = {.traits = 0};

    visit(&w, tree, 1);
    if (count > 1 && tree->ctor != DTPI_BASIC_TYPE)
        w.traits |= DTPI_TRAIT(INSTANCES) | of_repetition(count, dtpi_tree_extent(tree), true_span(tree));
    if (map->elements == 0)
        return w.traits;
    return w.traits | (map->hi - map->lo > tree->size * count ? DTPI_TRAIT(GAPS) : 0) |
           (map->lo != 0 ? DTPI_TRAIT(OFFSET) : 0) | (unaligned(map->root, 0) ? DTPI_TRAIT(UNALIGNED) : 0) |
           (overlapping ? DTPI_TRAIT(OVERLAPPING) : 0);
}

/* ---- selection ---- */

static uint32_t trait_named(const char *name, size_t size)
{
    for (int i = 0; i < DTPI_NUM_TRAITS; i++)
        if (strlen(rows[i].name) == size && memcmp(rows[i].name, name, size) == 0)
            return (uint32_t) 1 << i;
    return 0;
}

bool dtpi_traits_selected(const char *selection, uint32_t traits, const char **unknown)
{
    bool selected = false;

    *unknown = NULL;
    for (const char *at = selection + strspn(selection, " \t"); *at; at += strspn(at, " \t")) {
        uint32_t wanted = 0, trait;
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
