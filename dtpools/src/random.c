#include "random.h"

#include "alloc.h"
#include "arith.h"
#include "copies.h"
#include "error.h"

/* Each maker builds a tree of n elements from smaller ones, with at most `room` bytes from its first to its last byte
 * of data, room being a multiple of the element's extent and at least n of them.  A child gets its share of the room,
 * so that no choice has to be taken back.  Where children are repeated by their extent, they tile: see tiled(). */

enum maker {
    CONTIGUOUS, VECTOR, HVECTOR, INDEXED, HINDEXED, INDEXED_BLOCK, HINDEXED_BLOCK, STRUCT, SUBARRAY, DARRAY, RESIZED,
    DUP, INTERLEAVE, NUM_MAKERS
};

/* Classes of parameters.  Each object draws a subset of these and of the makers, so that some go far where others would
 * have everything in the way; an eager one takes every opportunity, others half of them. */
enum { WITH_GAPS = 1, WITH_LARGE_GAPS = 2, DOWNWARDS = 4, EAGER = 8, WITH_EMPTY = 16, AWAY = 32, UNALIGNED = 64,
       ODD_BOUNDS = 128, SHUFFLED = 256, ODD_STEPS = 512, MANY_MEMBERS = 1024, ALL_CLASSES = 2047 };

/* No expression here draws twice: the order of evaluation is the compiler's. */

struct walk {
    uint64_t state;
    uint32_t makers, classes;
    const struct dtpi_basic *basic;
    MPI_Aint runs;              /* how many runs all lists in each other may multiply to */
};

/* ---- numbers ---- */

static uint64_t next(struct walk *w)
{
    uint64_t z = w->state += 0x9e3779b97f4a7c15u;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* 0 to n - 1 */
static MPI_Aint below(struct walk *w, MPI_Aint n)
{
    return n < 2 ? 0 : (MPI_Aint) (next(w) % (uint64_t) n);
}

static bool with(struct walk *w, uint32_t class)
{
    return (w->classes & class) != 0 && (below(w, 2) || (w->classes & EAGER) != 0);
}

/* A divisor of n: often 1, n, or one near them. */
static MPI_Aint divisor(struct walk *w, MPI_Aint n)
{
    MPI_Aint d = 1 + below(w, below(w, 2) ? 8 : dtpi_min(n, 1000));

    while (n % d != 0)
        d--;
    return below(w, 2) ? d : n / d;
}

/* 0 to `most`: none, one, few, a page or so, all. */
static MPI_Aint gap(struct walk *w, MPI_Aint most)
{
    const MPI_Aint large[] = {15, 63, 64, 1000, 4095, 4096, most};
    MPI_Aint g = 0;

    if (with(w, WITH_GAPS))
        g = 1 + below(w, 4);
    else if (with(w, WITH_LARGE_GAPS))
        g = large[below(w, sizeof large / sizeof large[0])];
    return dtpi_min(g, dtpi_max(most, 0));
}

/* Bytes, at most so many, that are no multiple of an element: of its alignment, or of nothing. */
static MPI_Aint odd_bytes(struct walk *w, MPI_Aint most)
{
    const MPI_Aint alignment = w->basic->alignment;

    if (most >= alignment && with(w, ODD_STEPS))
        return alignment;
    return most >= 1 && with(w, UNALIGNED) ? 1 + below(w, dtpi_min(most, 7)) : 0;
}

/* ---- measures, in bytes ---- */

static MPI_Aint unit(const struct walk *w)
{
    return w->basic->kind->extent;
}

static MPI_Aint share(const struct walk *w, MPI_Aint room, MPI_Aint n)
{
    return room / n / unit(w) * unit(w);
}

static MPI_Aint absolute(MPI_Aint n)
{
    return n < 0 ? -n : n;
}

static MPI_Aint rounded(const struct walk *w, MPI_Aint bytes)
{
    return (bytes + unit(w) - 1) / unit(w) * unit(w);
}

/* The tree, or it resized, so that several one after the other do not reach into each other, each having `room`. */
static struct dtpi_tree *tiled(struct walk *w, struct dtpi_tree *tree, MPI_Aint room, bool upwards)
{
    MPI_Aint extent, least;

    if (!tree)
        return NULL;
    extent = dtpi_tree_extent(tree);
    if (!tree->rough && !tree->hidden_bounds && absolute(extent) >= dtpi_tree_true_extent(tree) &&
        absolute(extent) <= room && (extent > 0 || !upwards))
        return tree;
    least = rounded(w, dtpi_tree_true_extent(tree));
    extent = least + unit(w) * gap(w, (room - least) / unit(w));
    if (!upwards && with(w, DOWNWARDS))
        extent = -extent;
    return dtpi_tree_resized(with(w, ODD_BOUNDS) ? unit(w) * (below(w, 5) - 2) : tree->true_lb, extent, tree);
}

/* ---- makers ---- */

static struct dtpi_tree *make(struct walk *w, MPI_Aint n, MPI_Aint room, int depth);

/* One of m children of n elements together, in its share of the room. */
static struct dtpi_tree *child_of(struct walk *w, MPI_Aint n, MPI_Aint m, MPI_Aint room, int depth, bool upwards)
{
    MPI_Aint mine = share(w, room, m), runs = w->runs;
    struct dtpi_tree *child = tiled(w, make(w, n / m, mine, depth - 1), mine, upwards);

    w->runs = runs;
    return child;
}

static struct dtpi_tree *make_contiguous(struct walk *w, MPI_Aint n, MPI_Aint room, int depth)
{
    MPI_Aint m = divisor(w, n);

    return dtpi_tree_contiguous(m, child_of(w, n, m, room, depth, false));
}

static struct dtpi_tree *make_vector(struct walk *w, MPI_Aint n, MPI_Aint room, int depth, bool bytes)
{
    MPI_Aint m = divisor(w, n), blklen = divisor(w, m), count = m / blklen;
    struct dtpi_tree *child = child_of(w, n, m, room, depth, false);
    struct dtpi_run run = {.count = count, .blklen = blklen, .child = child};
    MPI_Aint extent, block, spare;

    if (!child)
        return NULL;
    extent = absolute(dtpi_tree_extent(child));
    block = blklen * extent;
    spare = room / count - block;
    if (bytes) {
        run.step = block + unit(w) * gap(w, spare / unit(w));
        run.step += odd_bytes(w, block + spare - run.step);
    } else {
        run.step = blklen + gap(w, spare / dtpi_max(extent, 1));
    }
    if (with(w, DOWNWARDS))
        run.step = -run.step;
    return dtpi_tree_blocks(bytes ? DTPI_HVECTOR : DTPI_VECTOR, 1, &run);
}

enum { MOST_RUNS = 12, MOST_MEMBERS = 24 };

/* Where a list begins: mostly at 0, at times a few extents before or after. */
static MPI_Aint away(struct walk *w, MPI_Aint extent)
{
    return absolute(extent) < 4096 && with(w, AWAY) ? below(w, 9) - 4 : 0;
}

static void swap_disps(struct dtpi_run *a, struct dtpi_run *b)
{
    struct dtpi_run c = *a;

    *a = *b;
    *b = c;
}

/* Another order of the blocks in the list. */
static void reorder(struct walk *w, struct dtpi_run *runs, int n)
{
    if (with(w, SHUFFLED))
        for (int i = n - 1; i > 0; i--)
            swap_disps(&runs[i], &runs[below(w, i + 1)]);
    else if (with(w, DOWNWARDS))
        for (int i = 0; i < n / 2; i++)
            swap_disps(&runs[i], &runs[n - 1 - i]);
}

/* Block lengths that add up to m; at most `most` of them. */
static int draw_blocks(struct walk *w, MPI_Aint m, int most, struct dtpi_run *runs)
{
    int n = 0;

    most = (int) dtpi_min(most - 1, dtpi_max(w->runs, 1));
    while (m > 0) {
        const MPI_Aint longest[] = {4, 4, 16, m}, length = 1 + below(w, dtpi_min(longest[below(w, 4)], m));
        MPI_Aint blklen = n == most - 1 ? m : length;
        if (n < most - 1 && with(w, WITH_EMPTY))
            blklen = 0;
        runs[n++] = (struct dtpi_run) {.count = 1, .blklen = blklen};
        m -= blklen;
    }
    if (with(w, WITH_EMPTY))
        runs[n++] = (struct dtpi_run) {.count = 1};
    w->runs = dtpi_max(w->runs / n, 1);
    return n;
}

/* Blocks of several lengths, or a regular list of as many as there are. */
static struct dtpi_tree *make_indexed(struct walk *w, MPI_Aint n, MPI_Aint room, int depth, bool bytes)
{
    MPI_Aint m = divisor(w, n), runs_left = w->runs, extent, step, at, spare, odd = 0;
    struct dtpi_run runs[MOST_RUNS];
    struct dtpi_tree *child, *tree;
    int num_runs = draw_blocks(w, m, MOST_RUNS, runs);

    child = child_of(w, n, m, room, depth, false);
    w->runs = runs_left;
    if (!child)
        return NULL;
    extent = dtpi_tree_extent(child);
    step = bytes ? 1 : extent;
    spare = share(w, room, 1) / dtpi_max(absolute(extent), 1) - m; /* in extents */
    at = away(w, extent);
    for (int i = 0; i < num_runs; i++) {
        MPI_Aint g = gap(w, spare);
        spare -= g;
        at += g;
        if (bytes && spare > 0) {
            odd += odd_bytes(w, absolute(extent));
            spare--;
        }
        runs[i].disp = at * extent / step + (extent < 0 ? -odd : odd);
        runs[i].child = dtpi_tree_ref(child);
        at += runs[i].blklen;
    }
    reorder(w, runs, num_runs);
    tree = dtpi_tree_blocks(bytes ? DTPI_HINDEXED : DTPI_INDEXED, num_runs, runs);
    dtpi_tree_free(child);
    return tree;
}

/* Blocks of one length at one distance, in two groups. */
static struct dtpi_tree *make_block(struct walk *w, MPI_Aint n, MPI_Aint room, int depth, bool bytes)
{
    MPI_Aint m = divisor(w, n), blklen = divisor(w, m), count = m / blklen, first = below(w, count + 1);
    MPI_Aint extent, unit_of, spare, each, start;
    struct dtpi_tree *child = child_of(w, n, m, room, depth, false), *tree;
    struct dtpi_run runs[2];
    int num_runs = 0;

    if (!child)
        return NULL;
    extent = dtpi_tree_extent(child);
    unit_of = bytes ? extent : 1;
    spare = (share(w, room, 1) / dtpi_max(absolute(extent), 1) - m) / count;
    each = blklen + gap(w, spare);
    spare -= each - blklen;
    each *= unit_of;
    if (bytes && spare > 0)
        each += (extent < 0 ? -1 : 1) * odd_bytes(w, absolute(extent));
    start = away(w, extent) * unit_of;
    for (int group = 0; group < 2; group++) {
        MPI_Aint at = start + (group == 0 ? 0 : first * each), of = group == 0 ? first : count - first;
        struct dtpi_run *run = &runs[num_runs];
        bool down = with(w, DOWNWARDS);
        if (of == 0)
            continue;
        *run = (struct dtpi_run) {.count = of, .blklen = blklen, .disp = at, .step = of > 1 ? each : 0,
                                  .child = dtpi_tree_ref(child)};
        if (down) {
            run->disp += (of - 1) * run->step;
            run->step = -run->step;
        }
        num_runs++;
    }
    reorder(w, runs, num_runs);
    tree = dtpi_tree_blocks(bytes ? DTPI_HINDEXED_BLOCK : DTPI_INDEXED_BLOCK, num_runs, runs);
    dtpi_tree_free(child);
    return tree;
}

/* Puts the members one after the other in memory: in the order of the list, from any of them on, up or down.  Takes
 * over the children. */
static struct dtpi_tree *placed(struct walk *w, struct dtpi_run *runs, int n, MPI_Aint spare)
{
    MPI_Aint at = away(w, unit(w)) * unit(w), first = with(w, SHUFFLED) ? below(w, n) : 0;
    bool down = with(w, DOWNWARDS);

    for (int k = 0; k < n; k++) {
        int turn = (int) (k + first) % n, i = down ? n - 1 - turn : turn;
        MPI_Aint g;
        if (!runs[i].child)
            continue;
        g = unit(w) * gap(w, spare / unit(w));
        if (spare - g >= 1 && with(w, UNALIGNED))
            g++;
        spare -= g;
        at += g;
        if (!(w->classes & UNALIGNED) && at % runs[i].child->alignment != 0)
            at += runs[i].child->alignment - at % runs[i].child->alignment + (at < 0 ? -runs[i].child->alignment : 0);
        runs[i].disp = at - runs[i].child->true_lb;
        at += runs[i].blklen > 0 ? dtpi_tree_true_extent(runs[i].child) : 0;
    }
    return dtpi_tree_blocks(DTPI_STRUCT, n, runs);
}

/* A type of size zero, without bounds of its own. */
static struct dtpi_tree *make_empty(struct walk *w)
{
    struct dtpi_tree *basic = dtpi_tree_basic(w->basic);
    struct dtpi_run run = {.count = 2, .child = basic};

    switch (below(w, 8)) {
        case 0: return dtpi_tree_dup(dtpi_tree_contiguous(0, basic));
        case 1: run.step = 3; return dtpi_tree_blocks(DTPI_VECTOR, 1, &run);
        case 2: run.count = 0; run.blklen = 3; return dtpi_tree_blocks(DTPI_HVECTOR, 1, &run);
        case 3: run.step = 5; return dtpi_tree_blocks(DTPI_INDEXED, 1, &run);
        case 4: run.count = 0; return dtpi_tree_blocks(DTPI_HINDEXED, 1, &run);
        case 5: run.step = 7; return dtpi_tree_blocks(DTPI_INDEXED_BLOCK, 1, &run);
        case 6: dtpi_tree_free(basic); return dtpi_tree_blocks(DTPI_STRUCT, 0, NULL);
        default: return dtpi_tree_contiguous(0, basic);
    }
}

static struct dtpi_tree *make_struct(struct walk *w, MPI_Aint n, MPI_Aint room, int depth)
{
    struct dtpi_run runs[MOST_MEMBERS];
    MPI_Aint left = n, spare = room, runs_left = w->runs;
    struct dtpi_tree *tree;
    bool empties = false;
    int num_runs = draw_blocks(w, n, with(w, MANY_MEMBERS) ? MOST_MEMBERS : MOST_RUNS, runs);

    for (int i = 0; i < num_runs; i++) {
        MPI_Aint elements = runs[i].blklen, parts = elements > 0 ? 1 + below(w, 3) : 1, mine;
        if (elements == 0 && below(w, 2)) {
            runs[i].blklen = 1 + below(w, 5);
            runs[i].child = make_empty(w);
            empties = true;
            continue;
        }
        mine = share(w, spare - (left - elements) * unit(w), parts);
        mine = dtpi_max(mine, elements * unit(w));
        runs[i].blklen = elements > 0;
        runs[i].child = make(w, dtpi_max(elements, 1), dtpi_max(mine, unit(w)), depth - 1);
        if (elements > 0 && runs[i].child)
            spare -= dtpi_max(dtpi_tree_true_extent(runs[i].child), elements * unit(w));
        left -= elements;
    }
    w->runs = runs_left;
    tree = placed(w, runs, num_runs, spare);
    /* an MPI that takes what is empty for bounds has these wrong, and not also where all else is */
    return tree && empties ? dtpi_tree_resized(tree->lb, dtpi_tree_extent(tree), tree) : tree;
}

enum { MOST_DIMS = 4, HALF_DEPTH = 16 };

static struct dtpi_tree *make_subarray(struct walk *w, MPI_Aint n, MPI_Aint room, int depth)
{
    MPI_Aint m = divisor(w, n), left = m, times;
    struct dtpi_tree *child = child_of(w, n, m, room, depth, true);
    struct dtpi_dim dims[MOST_DIMS];
    int num_dims = 1 + (int) below(w, MOST_DIMS);

    if (!child)
        return NULL;
    times = dtpi_max(room / m / dtpi_max(dtpi_tree_extent(child), 1), 1);
    for (int d = 0; d < num_dims; d++) {
        MPI_Aint subsize = d == num_dims - 1 ? left : divisor(w, left), more = gap(w, subsize * (times - 1));
        dims[d] = (struct dtpi_dim) {.size = subsize + more, .subsize = subsize, .start = below(w, more + 1)};
        times = dtpi_max(times * subsize / dims[d].size, 1);
        left /= subsize;
    }
    return dtpi_tree_subarray(num_dims, dims, below(w, 2) ? MPI_ORDER_C : MPI_ORDER_FORTRAN, child);
}

/* A dimension of which a process has `part`, at most `times` as large. */
static struct dtpi_dim draw_deal(struct walk *w, MPI_Aint part, MPI_Aint times, MPI_Aint *coordinate)
{
    const struct dtpi_deal *deal = &dtpi_deals[below(w, DTPI_NUM_DEALS)];
    const MPI_Aint processes = 1 + below(w, dtpi_min(times, 4));
    struct dtpi_dim dim;
    bool even;

    *coordinate = below(w, processes);
    even = below(w, 2);
    dim = dtpi_deal_out(deal, part, processes, *coordinate, even);
    if (dim.processes != processes || dim.size > part * times) {
        *coordinate = 0;
        dim = (struct dtpi_dim) {.distribution = DTPI_NOT_DISTRIBUTED, .size = part, .processes = 1};
    }
    return dim;
}

static struct dtpi_tree *make_darray(struct walk *w, MPI_Aint n, MPI_Aint room, int depth)
{
    MPI_Aint m = divisor(w, n), left = m, processes = 1, rank = 0, times;
    struct dtpi_tree *child = child_of(w, n, m, room, depth, true);
    struct dtpi_dim dims[MOST_DIMS];
    int num_dims = 1 + (int) below(w, MOST_DIMS);

    if (!child)
        return NULL;
    if (num_dims > 1 && child->depth + 2 * num_dims > HALF_DEPTH) /* a dimension is two levels */
        num_dims = child->depth + 4 > HALF_DEPTH ? 1 : (HALF_DEPTH - child->depth) / 2;
    times = dtpi_max(room / m / dtpi_max(dtpi_tree_extent(child), 1), 1);
    for (int d = 0; d < num_dims; d++) {
        MPI_Aint part = d == num_dims - 1 ? left : divisor(w, left), coordinate;
        dims[d] = draw_deal(w, part, times, &coordinate);
        processes *= dims[d].processes;
        rank = rank * dims[d].processes + coordinate;
        times = dtpi_max(times * part / dims[d].size, 1);
        left /= part;
    }
    return dtpi_tree_darray(processes, rank, num_dims, dims, below(w, 2) ? MPI_ORDER_C : MPI_ORDER_FORTRAN, child);
}

static struct dtpi_tree *make_resized(struct walk *w, MPI_Aint n, MPI_Aint room, int depth)
{
    struct dtpi_tree *child = make(w, n, room, depth - 1);
    MPI_Aint lb, extent;

    if (!child)
        return NULL;
    extent = rounded(w, dtpi_tree_true_extent(child));
    lb = child->true_lb;
    if (with(w, ODD_BOUNDS)) {
        const MPI_Aint extents[] = {0, unit(w), -unit(w), -extent, extent + unit(w) * gap(w, 5000), extent / 2};
        extent = extents[below(w, sizeof extents / sizeof extents[0])];
        lb += unit(w) * (below(w, 9) - 4);
    }
    return dtpi_tree_resized(lb, extent, child);
}

/* Children that lie between each other's elements. */
static struct dtpi_tree *make_interleaved(struct walk *w, MPI_Aint n)
{
    MPI_Aint m = divisor(w, n);
    const struct dtpi_run run = {.count = n / m, .blklen = 1, .step = m * unit(w), .child = dtpi_tree_basic(w->basic)};

    return dtpi_tree_contiguous(m, dtpi_tree_resized(0, unit(w), dtpi_tree_blocks(DTPI_HVECTOR, 1, &run)));
}

static struct dtpi_tree *make_by(struct walk *w, enum maker maker, MPI_Aint n, MPI_Aint room, int depth)
{
    switch (maker) {
        case CONTIGUOUS: return make_contiguous(w, n, room, depth);
        case VECTOR: return make_vector(w, n, room, depth, false);
        case HVECTOR: return make_vector(w, n, room, depth, true);
        case INDEXED: return make_indexed(w, n, room, depth, false);
        case HINDEXED: return make_indexed(w, n, room, depth, true);
        case INDEXED_BLOCK: return make_block(w, n, room, depth, false);
        case HINDEXED_BLOCK: return make_block(w, n, room, depth, true);
        case STRUCT: return make_struct(w, n, room, depth);
        case SUBARRAY: return make_subarray(w, n, room, depth);
        case DARRAY: return make_darray(w, n, room, depth);
        case RESIZED: return make_resized(w, n, room, depth);
        case DUP: return dtpi_tree_dup(make(w, n, room, depth - 1));
        default: return make_interleaved(w, n);
    }
}

static struct dtpi_tree *make(struct walk *w, MPI_Aint n, MPI_Aint room, int depth)
{
    int maker = (int) below(w, NUM_MAKERS);

    if (depth <= 0)
        return n == 1 ? dtpi_tree_basic(w->basic) : dtpi_tree_contiguous(n, dtpi_tree_basic(w->basic));
    while (!(w->makers >> maker & 1))
        maker = (maker + 1) % NUM_MAKERS;
    return make_by(w, (enum maker) maker, n, room, depth);
}

/* ---- the object ---- */

static void start(struct walk *w, const struct dtpi_signature *s, uint64_t seed, int k)
{
    *w = (struct walk) {.state = seed * 1000003 + (uint64_t) k, .runs = 40};
    for (int i = 0; i < s->n; i++)
        w->state = (uint64_t) s->parts[i].count ^ next(w);
    w->makers = (uint32_t) next(w);
    w->makers |= (uint32_t) next(w);
    w->makers &= (uint32_t) next(w);
    for (int i = 0; i < 3; i++)
        w->makers |= (uint32_t) 1 << below(w, NUM_MAKERS);
    w->classes = (uint32_t) next(w) & ALL_CLASSES;
}

/* So much room for n elements of a part: near to what they need, or far more. */
static MPI_Aint room_for(struct walk *w, MPI_Aint n, MPI_Aint most)
{
    const MPI_Aint least = n * unit(w), rooms[] = {least + 64 * unit(w), 2 * least, least + 65536, 3 * least + 4096};
    MPI_Aint room = dtpi_min(rooms[below(w, 4)], most);

    return dtpi_max(room / unit(w) * unit(w), least);
}

/* The parts, each a tree of its own, in a struct. */
static struct dtpi_tree *make_parts(struct walk *w, const struct dtpi_signature *s, MPI_Aint room)
{
    struct dtpi_run *runs = dtpi_alloc((size_t) s->n, sizeof *runs);
    struct dtpi_tree *tree;
    MPI_Aint mine;

    if (!runs)
        return NULL;
    for (int i = 0; i < s->n; i++) {
        w->basic = s->parts[i].basic;
        runs[i] = (struct dtpi_run) {.count = 1, .blklen = 1};
        mine = room_for(w, s->parts[i].count, room / s->n);
        runs[i].child = make(w, s->parts[i].count, mine, (int) below(w, 4));
    }
    tree = placed(w, runs, s->n, 64 * unit(w));
    dtpi_free(runs);
    return tree;
}

/* A type around one that has all elements of the signature. */
static struct dtpi_tree *wrapped(struct walk *w, struct dtpi_tree *tree)
{
    struct dtpi_run run = {.count = 1, .blklen = 1, .child = tree};
    const struct dtpi_dim dim = {.size = 3, .subsize = 1, .start = 1};
    MPI_Aint step = w->classes & UNALIGNED ? 1 : w->basic->alignment, lb;

    if (!tree)
        return NULL;
    switch (below(w, 6)) {
        case 0: return dtpi_tree_dup(tree);
        case 1: return dtpi_tree_contiguous(1, tree);
        case 2: lb = step * (below(w, 65) - 32); return dtpi_tree_resized(lb, step * (below(w, 99) - 9), tree);
        case 3: return dtpi_tree_subarray(1, &dim, MPI_ORDER_C, tiled(w, tree, dtpi_tree_true_extent(tree), true));
        case 4: run.disp = step * (below(w, 257) - 128); return dtpi_tree_blocks(DTPI_HINDEXED, 1, &run);
        default: return tree;
    }
}

static int basic_object(struct walk *w, const struct dtpi_part *part, MPI_Aint most, struct dtpi_object *object)
{
    MPI_Aint n = part->count, room, mine;

    w->basic = part->basic;
    room = room_for(w, n, most);
    object->count = below(w, 2) ? 1 : divisor(w, n);
    mine = share(w, room, object->count);
    object->tree = make(w, n / object->count, mine, 2 + (int) below(w, 4));
    for (MPI_Aint more = below(w, 3); more > 0; more--)
        object->tree = wrapped(w, object->tree);
    if (object->count > 1)
        object->tree = tiled(w, object->tree, mine, false);
    return object->tree ? DTP_SUCCESS : dtpi_error_code();
}

static int struct_object(struct walk *w, const struct dtpi_signature *s, MPI_Aint most, struct dtpi_object *object)
{
    object->tree = make_parts(w, s, most);
    for (MPI_Aint more = below(w, 4); more > 0; more--)
        object->tree = wrapped(w, object->tree);
    return object->tree ? DTP_SUCCESS : dtpi_error_code();
}

int dtpi_random_object(const struct dtpi_signature *signature, uint64_t seed, int k, MPI_Aint max_bytes,
                       struct dtpi_object *object)
{
    struct walk w;

    *object = (struct dtpi_object) {.count = 1};
    start(&w, signature, seed, k);
    if (signature->n == 1)
        return basic_object(&w, &signature->parts[0], max_bytes / 4, object);
    return struct_object(&w, signature, max_bytes / 4, object);
}
