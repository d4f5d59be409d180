#include "shrink.h"

#include "alloc.h"
#include "arith.h"
#include "error.h"
#include "layout.h"
#include "overlap.h"
#include "tree_text.h"
#include "typemap.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Trees and objects here are the owner's of whoever holds the pointer; a NULL tree is one that could not be made, and
 * is passed over: fewer candidates, no error. */
struct object {
    MPI_Aint count;
    struct dtpi_tree *tree;
};

typedef void visit_tree_f(struct dtpi_tree *tree, void *with);
typedef void visit_object_f(struct object o, void *with); /* takes over the tree */

/* ---- how large a case is ---- */

/* Constructors, those with a list of displacements twice, entries of lists and basic types other than MPI_INT; then all
 * numbers, summed. */
struct measure {
    MPI_Aint parts, numbers;
};

static void add_number(struct measure *m, MPI_Aint n)
{
    const MPI_Aint most = DTPI_AINT_MAX / 4096;

    m->numbers = dtpi_min(m->numbers, most) + dtpi_min(n < 0 ? -dtpi_max(n, -most) : n, most);
    m->parts += n < 0;
}

static bool has_displacements(const struct dtpi_tree *tree)
{
    return tree->ctor >= DTPI_INDEXED && tree->ctor <= DTPI_HINDEXED_BLOCK;
}

static void measure_tree(struct measure *m, const struct dtpi_tree *tree)
{
    m->parts += has_displacements(tree) ? 4 : 2;
    m->parts -= tree->basic && strcmp(tree->basic->name, "MPI_INT") == 0;
    for (int i = 0; i < tree->num_runs; i++) {
        const struct dtpi_run *run = &tree->runs[i];
        m->parts += tree->num_runs > 1;
        add_number(m, run->count);
        add_number(m, run->blklen);
        add_number(m, run->disp);
        add_number(m, run->count > 1 ? run->step : 0);
        if (tree->ctor == DTPI_STRUCT || i == 0)
            measure_tree(m, run->child);
    }
    for (int d = 0; d < tree->num_dims; d++) {
        m->parts += 2;
        add_number(m, tree->dims[d].size);
        add_number(m, tree->dims[d].subsize);
        add_number(m, tree->dims[d].start);
        add_number(m, tree->dims[d].darg);
        add_number(m, tree->dims[d].processes);
    }
    add_number(m, tree->new_lb);
    add_number(m, tree->new_extent);
    add_number(m, tree->processes);
    add_number(m, tree->rank);
}

static void measure_object(struct measure *m, struct object o)
{
    add_number(m, o.count);
    measure_tree(m, o.tree);
}

static bool is_smaller(const struct measure *a, const struct measure *b)
{
    return a->parts != b->parts ? a->parts < b->parts : a->numbers < b->numbers;
}

/* ---- smaller trees ---- */

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
static void visit_run(const struct dtpi_tree *tree, int i, struct dtpi_run run, visit_tree_f *visit, void *with)
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
static void visit_without(const struct dtpi_tree *tree, int from, int to, visit_tree_f *visit, void *with)
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

static void fewer_runs(const struct dtpi_tree *tree, visit_tree_f *visit, void *with)
{
    for (int n = tree->num_runs / 2; n > 0; n /= 2)
        for (int from = 0; from < tree->num_runs; from += n)
            visit_without(tree, from, from + n < tree->num_runs ? from + n : tree->num_runs, visit, with);
}

/* Calls for numbers that are smaller than n: what it is best to be, half way there, one less. */
static int smaller_numbers(MPI_Aint n, MPI_Aint best, MPI_Aint smaller[4])
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

static void smaller_run(const struct dtpi_tree *tree, int i, visit_tree_f *visit, void *with)
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
        MPI_Aint *number = number_in(&r, numbers[f].offset), smaller[4];
        for (int n = smaller_numbers(*number, numbers[f].best, smaller), k = 0; k < n; k++) {
            *number = smaller[k];
            visit_run(tree, i, r, visit, with);
        }
    }
    r.step = closest;
    if (has_step)
        visit_run(tree, i, r, visit, with);
}

/* The subarray with other dimensions. */
static void visit_dims(const struct dtpi_tree *tree, int n, const struct dtpi_dim *dims, visit_tree_f *visit,
                       void *with)
{
    visit(dtpi_tree_subarray(n, dims, tree->order, dtpi_tree_ref(tree->runs[0].child)), with);
}

enum { MAX_DIMS = 16 };

/* The subarray without dimension d. */
static void visit_without_dim(const struct dtpi_tree *tree, int d, visit_tree_f *visit, void *with)
{
    struct dtpi_dim dims[MAX_DIMS];

    memcpy(dims, tree->dims, (size_t) d * sizeof *dims);
    memcpy(dims + d, tree->dims + d + 1, (size_t) (tree->num_dims - d - 1) * sizeof *dims);
    visit_dims(tree, tree->num_dims - 1, dims, visit, with);
}

static void smaller_dim(const struct dtpi_tree *tree, int d, visit_tree_f *visit, void *with)
{
    const struct dtpi_dim *dim = &tree->dims[d];
    const struct number numbers[] = {
        {offsetof(struct dtpi_dim, subsize), 1}, {offsetof(struct dtpi_dim, start), 0},
        {offsetof(struct dtpi_dim, size), dim->start + dim->subsize},
    };
    struct dtpi_dim dims[MAX_DIMS];

    memcpy(dims, tree->dims, (size_t) tree->num_dims * sizeof *dims);
    for (size_t f = 0; f < sizeof numbers / sizeof numbers[0]; f++, dims[d] = *dim) {
        MPI_Aint *number = number_in(&dims[d], numbers[f].offset), smaller[4];
        for (int n = smaller_numbers(*number, numbers[f].best, smaller), k = 0; k < n; k++) {
            *number = smaller[k];
            visit_dims(tree, tree->num_dims, dims, visit, with);
        }
    }
}

static void smaller_dims(const struct dtpi_tree *tree, visit_tree_f *visit, void *with)
{
    for (int d = 0; d < tree->num_dims && tree->num_dims <= MAX_DIMS && tree->ctor == DTPI_SUBARRAY; d++) {
        if (tree->num_dims > 1)
            visit_without_dim(tree, d, visit, with);
        smaller_dim(tree, d, visit, with);
    }
}

static void smaller_bounds(const struct dtpi_tree *tree, visit_tree_f *visit, void *with)
{
    MPI_Aint smaller[4];

    for (int n = smaller_numbers(tree->new_lb, 0, smaller), k = 0; k < n; k++)
        visit(dtpi_tree_resized(smaller[k], tree->new_extent, dtpi_tree_ref(tree->runs[0].child)), with);
    for (int n = smaller_numbers(tree->new_extent, 0, smaller), k = 0; k < n; k++)
        visit(dtpi_tree_resized(tree->new_lb, smaller[k], dtpi_tree_ref(tree->runs[0].child)), with);
}

/* A smaller child was found: the same tree with it in place of that of run i. */
struct replacement {
    const struct dtpi_tree *tree;
    int i;
    visit_tree_f *visit;
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

static void visit_vector(const struct dtpi_tree *tree, enum dtpi_ctor ctor, MPI_Aint step, visit_tree_f *visit,
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
static void plainer_vectors(const struct dtpi_tree *tree, visit_tree_f *visit, void *with)
{
    const bool in_bytes = tree->ctor == DTPI_HINDEXED || tree->ctor == DTPI_HINDEXED_BLOCK;
    const MPI_Aint extent = tree->ctor == DTPI_HVECTOR ? dtpi_tree_extent(tree->runs[0].child) : 0;

    if (has_displacements(tree) && tree->num_runs == 1 && tree->runs[0].disp == 0)
        visit_vector(tree, in_bytes ? DTPI_HVECTOR : DTPI_VECTOR, tree->runs[0].step, visit, with);
    if (extent != 0 && tree->runs[0].step % extent == 0)
        visit_vector(tree, DTPI_VECTOR, tree->runs[0].step / extent, visit, with);
}

/* All trees that are one step smaller: the largest steps first. */
static void smaller_trees(const struct dtpi_tree *tree, visit_tree_f *visit, void *with)
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
        smaller_trees(tree->runs[i].child, replace_child, &r);
    }
}

/* The tree with another basic type throughout. */
static struct dtpi_tree *of_type(const struct dtpi_tree *tree, const struct dtpi_basic *basic)
{
    struct dtpi_tree *made;
    struct dtpi_run *runs;

    if (tree->ctor == DTPI_BASIC_TYPE)
        return dtpi_tree_basic(basic);
    if (!has_blocks(tree))
        return with_child(tree, of_type(tree->runs[0].child, basic));
    runs = copy_runs(tree);
    if (!runs)
        return NULL;
    for (int i = 0; i < tree->num_runs; i++) {
        dtpi_tree_free(runs[i].child);
        runs[i].child = of_type(tree->runs[i].child, basic);
    }
    made = dtpi_tree_blocks(tree->ctor, tree->num_runs, runs);
    dtpi_free(runs);
    return made;
}

/* ---- smaller objects ---- */

struct object_visit {
    MPI_Aint count;
    visit_object_f *visit;
    void *with;
};

static void visit_object(struct dtpi_tree *tree, void *with)
{
    const struct object_visit *v = with;

    if (tree)
        v->visit((struct object) {v->count, tree}, v->with);
}

static void smaller_objects(struct object o, visit_object_f *visit, void *with)
{
    struct object_visit v = {o.count, visit, with};
    MPI_Aint smaller[4];

    if (o.count == 1 && o.tree->ctor == DTPI_CONTIGUOUS)
        visit((struct object) {o.tree->runs[0].blklen, dtpi_tree_ref(o.tree->runs[0].child)}, with);
    for (int n = smaller_numbers(o.count, 1, smaller), k = 0; k < n; k++)
        visit((struct object) {smaller[k], dtpi_tree_ref(o.tree)}, with);
    smaller_trees(o.tree, visit_object, &v);
}

/* ---- the signature ---- */

/* An object of the first n elements, one after the other. */
static struct object plain(const struct dtpi_signature *s, MPI_Aint n)
{
    struct dtpi_object object;

    if (dtpi_layout_plain(s, n, &object) != DTP_SUCCESS)
        return (struct object) {0, NULL};
    return (struct object) {object.count, object.tree};
}

/* ---- smaller cases ---- */

struct shrinking {
    struct object send, recv;
    struct dtpi_signature sent, received;
    bool plain_send, plain_recv;    /* they are */
    struct measure measure;
    dtpi_shrink_f *visit;
    void *with;
    int stopped;
};

static bool maps(struct object o, struct dtpi_typemap *map, enum dtpi_overlap *overlap)
{
    const MPI_Aint largest = (MPI_Aint) 1 << 28;

    if (dtpi_typemap_create(o.tree, o.count, map) != DTP_SUCCESS)
        return false;
    return map->elements > 0 && map->hi - map->lo < largest && dtpi_typemap_overlap(map, overlap) == DTP_SUCCESS;
}

/* Whether the objects can be sent and received. */
static bool is_valid(struct object send, struct object recv)
{
    struct dtpi_typemap s = {.root = NULL}, r = {.root = NULL};
    enum dtpi_overlap sends, receives;
    struct dtpi_signature sent = {0}, received = {0};
    bool valid = maps(send, &s, &sends) && maps(recv, &r, &receives) && sends != DTPI_CLASHING &&
                 receives == DTPI_DISJOINT && dtpi_signature_of(&s, &sent) == DTP_SUCCESS &&
                 dtpi_signature_of(&r, &received) == DTP_SUCCESS && dtpi_signature_begins(&received, &sent);

    dtpi_signature_free(&sent);
    dtpi_signature_free(&received);
    dtpi_typemap_free(&s);
    dtpi_typemap_free(&r);
    return valid;
}

static char *text_of(struct object o)
{
    int n = dtpi_object_print(o.count, o.tree, NULL, 0);
    char *text = dtpi_alloc((size_t) n + 1, 1);

    if (text)
        (void) dtpi_object_print(o.count, o.tree, text, (size_t) n + 1);
    return text;
}

/* A candidate: visited if it is smaller and valid.  Takes over the trees. */
static void candidate(struct shrinking *s, struct object send, struct object recv)
{
    struct measure m = {0, 0};
    char *a = NULL, *b = NULL;

    if (send.tree && recv.tree && !s->stopped) {
        measure_object(&m, send);
        measure_object(&m, recv);
        if (is_smaller(&m, &s->measure) && is_valid(send, recv)) {
            a = text_of(send);
            b = text_of(recv);
        }
        if (a && b)
            s->stopped = s->visit(a, b, s->with);
    }
    dtpi_free(a);
    dtpi_free(b);
    dtpi_tree_free(send.tree);
    dtpi_tree_free(recv.tree);
}

static struct object share(struct object o)
{
    (void) dtpi_tree_ref(o.tree);
    return o;
}

/* A smaller object on one side: with the other side contiguous, or the same, or unchanged. */
static void smaller_side(struct shrinking *s, struct object o, bool sends)
{
    struct dtpi_typemap map = {.root = NULL};
    const bool alone = sends ? s->plain_recv : s->plain_send;
    enum dtpi_overlap overlap;
    struct dtpi_signature p = {.n = 0};

    if (!s->stopped && maps(o, &map, &overlap))
        (void) dtpi_signature_of(&map, &p);
    dtpi_typemap_free(&map);
    if (p.n > 0 && alone && sends) {
        candidate(s, share(o), plain(&p, p.elements));
    } else if (p.n > 0 && alone) {
        candidate(s, plain(&p, p.elements), share(o));
        if (s->received.elements > s->sent.elements && p.elements > 1)
            candidate(s, plain(&p, dtpi_min(s->sent.elements, p.elements - 1)), share(o));
    } else if (p.n > 0) {
        candidate(s, share(o), share(o));
        candidate(s, sends ? share(o) : share(s->send), sends ? share(s->recv) : share(o));
    }
    dtpi_signature_free(&p);
    dtpi_tree_free(o.tree);
}

static void smaller_send(struct object o, void *with)
{
    smaller_side(with, o, true);
}

static void smaller_recv(struct object o, void *with)
{
    smaller_side(with, o, false);
}

static void one_type(struct shrinking *s)
{
    const struct dtpi_basic *basic = dtpi_basic_named("MPI_INT", strlen("MPI_INT"));

    if (basic)
        candidate(s, (struct object) {s->send.count, of_type(s->send.tree, basic)},
                  (struct object) {s->recv.count, of_type(s->recv.tree, basic)});
}

/* Both sides smaller in step: n-th smaller send objects with receive objects of their signature. */
struct both {
    struct shrinking *s;
    struct object send; /* the one to be matched */
    int left;           /* how many may still be tried */
};

static void match_recv(struct object recv, void *with)
{
    struct both *b = with;

    if (b->left-- > 0)
        candidate(b->s, share(b->send), share(recv));
    dtpi_tree_free(recv.tree);
}

static void match_send(struct object send, void *with)
{
    struct shrinking *s = with;
    struct both b = {s, send, 64};

    if (!s->stopped)
        smaller_objects(s->recv, match_recv, &b);
    dtpi_tree_free(send.tree);
}

static void candidates(struct shrinking *s)
{
    if (!s->plain_send)
        candidate(s, plain(&s->received, s->sent.elements), share(s->recv));
    if (s->received.elements > s->sent.elements)
        candidate(s, plain(&s->sent, 1), share(s->recv));
    if (!s->plain_recv)
        candidate(s, share(s->send), plain(&s->sent, s->sent.elements));
    if (!s->plain_send && !s->plain_recv) {
        candidate(s, share(s->recv), share(s->recv));
        candidate(s, share(s->send), share(s->send));
    }
    one_type(s);
    smaller_objects(s->recv, smaller_recv, s);
    smaller_objects(s->send, smaller_send, s);
    if (!s->plain_send && !s->plain_recv)
        smaller_objects(s->send, match_send, s);
}

/* Reads a side. */
static int read_side(const char *text, struct object *o, struct dtpi_signature *p, bool *is_plain)
{
    struct dtpi_typemap map;
    int err = dtpi_object_parse(text, &o->count, &o->tree);

    err = err ? err : dtpi_typemap_create(o->tree, o->count, &map);
    if (err)
        return err;
    err = map.elements > 0 ? dtpi_signature_of(&map, p) : dtpi_error(DTP_ERR_TEXT, "%s: expected elements", text);
    dtpi_typemap_free(&map);
    if (!err) {
        struct object plainest = plain(p, p->elements);
        *is_plain = plainest.tree && plainest.count == o->count && dtpi_tree_equal(plainest.tree, o->tree);
        dtpi_tree_free(plainest.tree);
    }
    return err;
}

int dtpi_shrink(const char *send, const char *recv, dtpi_shrink_f *visit, void *with)
{
    struct shrinking s = {.visit = visit, .with = with};
    int err = read_side(send, &s.send, &s.sent, &s.plain_send);

    err = err ? err : read_side(recv, &s.recv, &s.received, &s.plain_recv);
    if (!err) {
        measure_object(&s.measure, s.send);
        measure_object(&s.measure, s.recv);
        candidates(&s);
    }
    dtpi_signature_free(&s.sent);
    dtpi_signature_free(&s.received);
    dtpi_tree_free(s.send.tree);
    dtpi_tree_free(s.recv.tree);
    return err;
}
