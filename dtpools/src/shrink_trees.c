#include "shrink_trees.h"

#include "alloc.h"

#include <stddef.h>
#include <string.h>

/* A copy of the runs, with references to their children, for dtpi_tree_blocks. */
static struct dtpi_run *copy_runs(const struct dtpi_tree *tree)
{
    struct dtpi_run *runs = dtpi_alloc((size_t) tree->num_runs, sizeof *runs);

    for (int i = 0; runs && i < tree->num_runs; i++) {
        runs[i] = tree->runs[i];
        (void) dtpi_tree_ref(runs[i].child);
    }
    return runs;
}

/* The same constructor over another child, which is taken over. */
static struct dtpi_tree *with_child(const struct dtpi_tree *tree, struct dtpi_tree *child)
{
    switch (tree->ctor) {
        case DTPI_RESIZED: return dtpi_tree_resized(tree->new_lb, tree->new_extent, child);
        case DTPI_DUP: return dtpi_tree_dup(child);
        case DTPI_SUBARRAY: return dtpi_tree_subarray(tree->num_dims, tree->dims, tree->order, child);
        default:
            return dtpi_tree_darray(tree->processes, tree->rank, tree->num_dims, tree->dims, tree->order, child);
    }
}

static bool has_blocks(const struct dtpi_tree *tree)
{
    return tree->ctor >= DTPI_CONTIGUOUS && tree->ctor <= DTPI_STRUCT;
}

static bool has_one_length(const struct dtpi_tree *tree)
{
    return tree->ctor == DTPI_INDEXED_BLOCK || tree->ctor == DTPI_HINDEXED_BLOCK;
}

/* The tree with run i replaced: count, blklen, disp and step of `run`. */
static void visit_run(const struct dtpi_tree *tree, int i, struct dtpi_run run, dtpi_visit_tree_f *visit, void *with)
{
    struct dtpi_run *runs = copy_runs(tree);

    if (!runs)
        return;
    run.child = runs[i].child;
    runs[i] = run;
    for (int j = 0; has_one_length(tree) && j < tree->num_runs; j++)
        runs[j].blklen = run.blklen;
    visit(dtpi_tree_blocks(tree->ctor, tree->num_runs, runs), with);
    dtpi_free(runs);
}

/* The tree without runs [from, to). */
static void visit_without(const struct dtpi_tree *tree, int from, int to, dtpi_visit_tree_f *visit, void *with)
{
    struct dtpi_run *runs = copy_runs(tree);

    if (!runs)
        return;
    for (int i = from; i < to; i++)
        dtpi_tree_free(runs[i].child);
    memmove(runs + from, runs + to, (size_t) (tree->num_runs - to) * sizeof *runs);
    visit(dtpi_tree_blocks(tree->ctor, tree->num_runs - (to - from), runs), with);
    dtpi_free(runs);
}

static void fewer_runs(const struct dtpi_tree *tree, dtpi_visit_tree_f *visit, void *with)
{
    for (int n = tree->num_runs / 2; n > 0; n /= 2)
        for (int from = 0; from < tree->num_runs; from += n)
            visit_without(tree, from, from + n < tree->num_runs ? from + n : tree->num_runs, visit, with);
}

int dtpi_smaller_numbers(MPI_Aint n, MPI_Aint best, MPI_Aint smaller[DTPI_SMALLER_NUMBERS])
{
    int k = 0;

    if (n == best)
        return 0;
    smaller[k++] = best;
    if (n != best + 1 && n != best - 1) {
        smaller[k++] = best + (n - best) / 2;
        smaller[k++] = n > best ? n - 1 : n + 1;
    }
    return k;
}

/* A number of a run or of a dimension: where it is there, and what it is best to be. */
struct number {
    size_t offset;
    MPI_Aint best;
};

static MPI_Aint *number_in(void *run_or_dim, size_t offset)
{
    return (MPI_Aint *) ((char *) run_or_dim + offset);
}

/* The step of a run, of two blocks or more, between which there is nothing. */
static MPI_Aint closest_step(const struct dtpi_tree *tree, const struct dtpi_run *run)
{
    return dtpi_run_unit(tree->ctor, run) == 1 ? run->blklen * dtpi_tree_extent(run->child) : run->blklen;
}

static void smaller_run(const struct dtpi_tree *tree, int i, dtpi_visit_tree_f *visit, void *with)
{
    const struct dtpi_run *run = &tree->runs[i];
    const bool has_step = run->count >= 2;
    const MPI_Aint closest = has_step ? closest_step(tree, run) : 0;
    const struct number numbers[] = {
        {offsetof(struct dtpi_run, count), 1}, {offsetof(struct dtpi_run, blklen), 1},
        {offsetof(struct dtpi_run, disp), 0}, {offsetof(struct dtpi_run, step), closest + 1},
    };
    const size_t all = sizeof numbers / sizeof numbers[0];
    struct dtpi_run r = *run;

    for (size_t f = 0; f < (has_step ? all : all - 1); f++, r = *run) {
        MPI_Aint *number = number_in(&r, numbers[f].offset), smaller[DTPI_SMALLER_NUMBERS];
        for (int n = dtpi_smaller_numbers(*number, numbers[f].best, smaller), k = 0; k < n; k++) {
            *number = smaller[k];
            visit_run(tree, i, r, visit, with);
        }
    }
    r.step = closest;
    if (has_step)
        visit_run(tree, i, r, visit, with);
}

/* The subarray with other dimensions. */
static void visit_dims(const struct dtpi_tree *tree, int n, const struct dtpi_dim *dims, dtpi_visit_tree_f *visit,
                       void *with)
{
    visit(dtpi_tree_subarray(n, dims, tree->order, dtpi_tree_ref(tree->runs[0].child)), with);
}

enum { MAX_DIMS = 16 };

/* The subarray without dimension d. */
static void visit_without_dim(const struct dtpi_tree *tree, int d, dtpi_visit_tree_f *visit, void *with)
{
    struct dtpi_dim dims[MAX_DIMS];

    memcpy(dims, tree->dims, (size_t) d * sizeof *dims);
    memcpy(dims + d, tree->dims + d + 1, (size_t) (tree->num_dims - d - 1) * sizeof *dims);
    visit_dims(tree, tree->num_dims - 1, dims, visit, with);
}

static void smaller_dim(const struct dtpi_tree *tree, int d, dtpi_visit_tree_f *visit, void *with)
{
    const struct dtpi_dim *dim = &tree->dims[d];
    const struct number numbers[] = {
        {offsetof(struct dtpi_dim, subsize), 1}, {offsetof(struct dtpi_dim, start), 0},
        {offsetof(struct dtpi_dim, size), dim->start + dim->subsize},
    };
    struct dtpi_dim dims[MAX_DIMS];

    memcpy(dims, tree->dims, (size_t) tree->num_dims * sizeof *dims);
    for (size_t f = 0; f < sizeof numbers / sizeof numbers[0]; f++, dims[d] = *dim) {
        MPI_Aint *number = number_in(&dims[d], numbers[f].offset), smaller[DTPI_SMALLER_NUMBERS];
        for (int n = dtpi_smaller_numbers(*number, numbers[f].best, smaller), k = 0; k < n; k++) {
            *number = smaller[k];
            visit_dims(tree, tree->num_dims, dims, visit, with);
        }
    }
}

static void smaller_dims(const struct dtpi_tree *tree, dtpi_visit_tree_f *visit, void *with)
{
    for (int d = 0; d < tree->num_dims && tree->num_dims <= MAX_DIMS && tree->ctor == DTPI_SUBARRAY; d++) {
        if (tree->num_dims > 1)
            visit_without_dim(tree, d, visit, with);
        smaller_dim(tree, d, visit, with);
    }
}

static void smaller_bounds(const struct dtpi_tree *tree, dtpi_visit_tree_f *visit, void *with)
{
    MPI_Aint smaller[DTPI_SMALLER_NUMBERS];

    for (int n = dtpi_smaller_numbers(tree->new_lb, 0, smaller), k = 0; k < n; k++)
        visit(dtpi_tree_resized(smaller[k], tree->new_extent, dtpi_tree_ref(tree->runs[0].child)), with);
    for (int n = dtpi_smaller_numbers(tree->new_extent, 0, smaller), k = 0; k < n; k++)
        visit(dtpi_tree_resized(tree->new_lb, smaller[k], dtpi_tree_ref(tree->runs[0].child)), with);
}

/* A smaller child was found: the same tree with it in place of that of run i. */
struct replacement {
    const struct dtpi_tree *tree;
    int i;
    dtpi_visit_tree_f *visit;
    void *with;
};

static void replace_child(struct dtpi_tree *child, void *with)
{
    const struct replacement *r = with;
    struct dtpi_run *runs;

    if (!child)
        return;
    if (!has_blocks(r->tree)) {
        r->visit(with_child(r->tree, child), r->with);
        return;
    }
    runs = copy_runs(r->tree);
    if (!runs) {
        dtpi_tree_free(child);
        return;
    }
    for (int i = 0; i < r->tree->num_runs; i++)
        if (r->tree->ctor != DTPI_STRUCT || i == r->i) {
            dtpi_tree_free(runs[i].child);
            runs[i].child = dtpi_tree_ref(child);
        }
    dtpi_tree_free(child);
    r->visit(dtpi_tree_blocks(r->tree->ctor, r->tree->num_runs, runs), r->with);
    dtpi_free(runs);
}

static void visit_vector(const struct dtpi_tree *tree, enum dtpi_ctor ctor, MPI_Aint step, dtpi_visit_tree_f *visit,
                         void *with)
{
    struct dtpi_run *runs = copy_runs(tree);

    if (!runs)
        return;
    runs[0].step = step;
    visit(dtpi_tree_blocks(ctor, 1, runs), with);
    dtpi_free(runs);
}

/* The vector that a list of equal blocks at equal distances is; that in extents, where the distance is so many. */
static void plainer_vectors(const struct dtpi_tree *tree, dtpi_visit_tree_f *visit, void *with)
{
    const bool in_bytes = tree->ctor == DTPI_HINDEXED || tree->ctor == DTPI_HINDEXED_BLOCK;
    const MPI_Aint extent = tree->ctor == DTPI_HVECTOR ? dtpi_tree_extent(tree->runs[0].child) : 0;

    if (dtpi_tree_is_indexed(tree) && tree->num_runs == 1 && tree->runs[0].disp == 0)
        visit_vector(tree, in_bytes ? DTPI_HVECTOR : DTPI_VECTOR, tree->runs[0].step, visit, with);
    if (extent != 0 && tree->runs[0].step % extent == 0)
        visit_vector(tree, DTPI_VECTOR, tree->runs[0].step / extent, visit, with);
}

void dtpi_smaller_trees(const struct dtpi_tree *tree, dtpi_visit_tree_f *visit, void *with)
{
    const int children = tree->ctor == DTPI_STRUCT ? tree->num_runs : tree->ctor != DTPI_BASIC_TYPE;

    for (int i = 0; i < children; i++)
        visit(dtpi_tree_ref(tree->runs[i].child), with);
    plainer_vectors(tree, visit, with);
    if (has_blocks(tree))
        fewer_runs(tree, visit, with);
    if (tree->ctor == DTPI_RESIZED)
        smaller_bounds(tree, visit, with);
    smaller_dims(tree, visit, with);
    for (int i = 0; has_blocks(tree) && i < tree->num_runs && i < 64; i++)
        smaller_run(tree, i, visit, with);
    for (int i = 0; i < children; i++) {
        struct replacement r = {tree, i, visit, with};
        dtpi_smaller_trees(tree->runs[i].child, replace_child, &r);
    }
}

struct dtpi_tree *dtpi_tree_of_type(const struct dtpi_tree *tree, const struct dtpi_basic *basic)
{
    struct dtpi_tree *made;
    struct dtpi_run *runs;

    if (tree->ctor == DTPI_BASIC_TYPE)
        return dtpi_tree_basic(basic);
    if (!has_blocks(tree))
        return with_child(tree, dtpi_tree_of_type(tree->runs[0].child, basic));
    runs = copy_runs(tree);
    if (!runs)
        return NULL;
    for (int i = 0; i < tree->num_runs; i++) {
        dtpi_tree_free(runs[i].child);
        runs[i].child = dtpi_tree_of_type(tree->runs[i].child, basic);
    }
    made = dtpi_tree_blocks(tree->ctor, tree->num_runs, runs);
    dtpi_free(runs);
    return made;
}
