/* The sides of an operation on blocks: which blocks there are, where they lie, what they hold. */
#include "blocks/side.h"
#include "state.h"
#include "blocks/blocks.h"
#include "blocks/topology.h"
#include "case/extent.h"
#include "case/pools.h"
#include "case/shared.h"
#include "case/values.h"
#include "run/record.h"
#include "run/report.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>

/* ---- which blocks ---- */

/* The digits of `places`, each of which says one thing of the blocks of a case. */
static unsigned digit(const struct h_case *c, unsigned weight, unsigned base)
{
    return c->places / weight % base;
}

/* Operations that take several counts may get the same one for all blocks, and libraries have algorithms for that: in
 * one case in four they do. */
int h_has_one_count(const struct h_case *c)
{
    return !(c->what->flags & (H_COUNTS | H_TYPES)) || digit(c, 1, 4) == 3;
}

/* In half of the cases with one count for all, blocks are as alike as they can be: of one type, or as close as without
 * displacements. */
static bool are_alike(const struct h_case *c)
{
    return h_has_one_count(c) && digit(c, 4, 2) == 1;
}

static bool has_one_type(const struct h_case *c)
{
    return !(c->what->flags & H_TYPES) || are_alike(c);
}

/* Of two groups that send to each other, one may send more than the other (MPI-3.1, 5.7, 5.8). */
static bool sends_more(const struct h_case *c, int group)
{
    return c->comm->inter && !(c->what->flags & (H_REDUCES | H_ROOTED)) && (int) digit(c, 32, 3) == group + 1;
}

/* How often the object is in the block of a message from a group: 1, or where counts differ 0, 1 or 2; alike on both
 * sides. */
static int copies_of(const struct h_case *c, int group, int from, int to)
{
    if (c->empty || c->silent == group + 1)
        return 0;
    if (c->what->flags & H_REDUCES || h_has_one_count(c))
        return sends_more(c, group) ? 2 : 1;
    if (to == H_ALL)
        to = 0;
    if (from == H_NONE)
        from = 0;
    to %= c->topology ? c->comm->size : to + 1; /* edges from one process to another have one count */
    if (digit(c, 32, 6) == 5)
        return from == 1 || to == 1 ? 2 : 1; /* all alike but those of one process */
    return (1 + (c->in_place ? 1 : 2) * from + to + (int) digit(c, 32, 6)) % 4 % 3; /* in place as much goes as comes */
}

int h_share(const struct h_case *c, int rank)
{
    if (c->comm->inter)
        return c->comm->remote_size; /* so that both groups reduce as much */
    if (h_has_one_count(c))
        return 1;
    if (c->i % 4 == 3)
        return rank == c->comm->size - 1 ? 2 : 1; /* all alike but the last */
    return (1 + rank + c->i) % 3;
}

struct h_scatter h_scatter(const struct h_case *c)
{
    struct h_scatter s = {.all = 0};

    for (int r = 0; r < c->comm->size; r++) {
        s.first += r < c->comm->rank ? h_share(c, r) : 0;
        s.all += h_share(c, r);
    }
    s.mine = h_share(c, c->comm->rank);
    return s;
}

static struct h_block *add(struct h_side *s, int from, int to)
{
    s->blocks = h_grow(s->blocks, s->n, sizeof *s->blocks);
    s->blocks[s->n] = (struct h_block) {.from = from, .to = to, .operands = 1, .holds_from = H_NONE};
    return &s->blocks[s->n++];
}

void h_send(struct h_case *c, int to)
{
    const int me = c->comm->rank;
    struct h_block *b;

    if (h_side_is_in_place(c, true))
        return;
    b = add(c->from, me, to);
    h_holds(b, me, to);
}

struct h_block *h_receive(struct h_case *c, int from, int to)
{
    static struct h_block none;

    return h_side_is_in_place(c, false) ? &none : add(c->to, from, to);
}

struct h_block *h_receive_reduced(struct h_case *c, int first, int n, int to)
{
    static struct h_block none;
    struct h_block *b = n > 0 ? h_receive(c, first, to) : &none;

    b->operands = n;
    return b;
}

void h_holds(struct h_block *block, int from, int to)
{
    block->holds_from = from;
    block->holds_to = to;
}

void h_loses(struct h_block *block)
{
    block->is_lost = true;
}

/* ---- which objects ---- */

static void choose(struct h_case *c, struct h_side *s, bool sends, bool plain)
{
    DTP_t pool = sends ? harness.send[c->flight] : harness.recv[c->flight];
    const int first = sends ? c->send.index : c->recv.index;

    for (int k = 0; k < s->n; k++) {
        struct h_block *b = &s->blocks[k];
        b->pool = pool;
        b->index = plain ? h_plain_index(pool) : (first + (has_one_type(c) ? 0 : k)) % pool->DTP_num_objs;
        b->copies = copies_of(c, sends ? c->comm->group : c->comm->remote, b->from, b->to);
        if (!h_object_get(pool, b->index, sends).mpi)
            b->index = h_plain_index(pool);
        h_object_use(h_object_get(pool, b->index, sends));
    }
}

/* ---- where blocks lie ---- */

enum { ALIGNED = 16 };

static MPI_Aint round_up(MPI_Aint n)
{
    return (n + ALIGNED - 1) / ALIGNED * ALIGNED;
}

/* So many extents from a block to the next one that they do not meet; 0 if there is no such number. */
static MPI_Aint extents_of(const struct h_block *b, MPI_Aint extent)
{
    const MPI_Aint count = (MPI_Aint) b->copies * b->pool->DTP_obj_array[b->index].DTP_obj_count;
    MPI_Aint lo, hi, size = extent < 0 ? -extent : extent, apart;

    H_DTP(DTP_obj_bounds(b->pool, b->index, &lo, &hi));
    if (size == 0)
        return 0;
    apart = (hi - lo) / size + 1;
    return (count > apart ? count : apart) + 1;
}

bool h_side_has_displs(const struct h_case *c, const struct h_side *s)
{
    return c->what->flags & (s == c->from ? H_COUNTS_SEND : H_COUNTS_RECV) && !(c->what->flags & H_REDUCES);
}

/* Blocks with displacements of their own lie apart, whether their counts are alike or not: in every second case
 * the last block is the first one in memory, in every second none begins at displacement 0; or, where they are
 * alike, as close as without displacements. */
static bool is_close(const struct h_case *c)
{
    return !(c->what->flags & H_TYPES) && are_alike(c);
}

static bool is_apart(const struct h_case *c, const struct h_side *s)
{
    return h_side_has_displs(c, s) && !is_close(c);
}

enum { BACKWARDS = 8 };

static bool is_backwards(const struct h_case *c)
{
    return digit(c, BACKWARDS, 2) == 1;
}

unsigned h_places_turned(const struct h_case *c)
{
    return is_backwards(c) ? c->places - BACKWARDS : c->places + BACKWARDS;
}

int h_has_gap_before(const struct h_case *c)
{
    return c->what->flags & (H_COUNTS | H_TYPES) && !is_close(c) && digit(c, 16, 2) == 1;
}

/* Which block is the k-th one in memory, where displacements say: all backwards; or, of those that lie close, the
 * second and the third one exchanged, if there are others around them. */
static int block_at(const struct h_case *c, const struct h_side *s, int k)
{
    if (!h_side_has_displs(c, s) || !is_backwards(c))
        return k;
    if (!is_close(c))
        return s->n - 1 - k;
    return s->n > 3 && (k == 1 || k == 2) ? 3 - k : k;
}

/* One after the other by the extent, as the standard says of blocks without displacements; or apart. */
static bool place_by_extent(const struct h_case *c, struct h_side *s)
{
    const bool apart = is_apart(c, s);
    MPI_Aint extent, at = apart && h_has_gap_before(c) ? 2 : 0;

    if (s->n == 0 || (s->n == 1 && !apart && s->blocks[0].copies <= 1))
        return true;
    if (!h_extent(s->blocks[0].pool, s->blocks[0].index, &extent))
        return false;
    for (int k = 0; k < s->n; k++) {
        struct h_block *b = &s->blocks[block_at(c, s, k)];
        const MPI_Aint count = b->pool->DTP_obj_array[b->index].DTP_obj_count;
        const MPI_Aint step = apart ? extents_of(b, extent) : count * (b->copies > 1 ? b->copies : 1);
        if (step == 0)
            return false;
        b->disp = at * extent;
        s->displs[b - s->blocks] = (int) at;
        at += step + (apart ? step * (b->copies > 1) : 0);
    }
    return true;
}

/* By displacements in bytes, which are ints in most calls. */
static bool place_by_bytes(const struct h_case *c, struct h_side *s)
{
    MPI_Aint at = h_has_gap_before(c) ? 2 * ALIGNED : 0, lo, hi, extent = 0;

    for (int k = 0; k < s->n; k++) {
        struct h_block *b = &s->blocks[is_backwards(c) ? s->n - 1 - k : k];
        const MPI_Aint more = b->copies > 1 ? (MPI_Aint) b->pool->DTP_obj_array[b->index].DTP_obj_count : 0;
        H_DTP(DTP_obj_bounds(b->pool, b->index, &lo, &hi));
        if (more > 0 && !h_extent(b->pool, b->index, &extent))
            return false;
        extent = more > 0 ? more * extent : 0;
        b->disp = round_up(at - lo - (extent < 0 ? extent : 0));
        at = b->disp + hi + (extent > 0 ? extent : 0);
        if (b->disp > INT_MAX)
            return false;
    }
    return true;
}

/* ---- both sides ---- */

/* All blocks as one object, for copies or for operands; false if they share bytes. */
static bool make_object(const struct h_side *s, bool copies, DTP_t *object)
{
    DTP_block_s *blocks = h_alloc((s->n + 1) * (MPI_Aint) sizeof *blocks);
    bool good;

    for (int k = 0; k < s->n; k++)
        blocks[k] = (DTP_block_s) {s->blocks[k].pool, s->blocks[k].index, s->blocks[k].copies, s->blocks[k].disp};
    good = DTP_pool_create_blocks(s->n, blocks, object) == DTP_SUCCESS;
    free(blocks);
    if (good && h_shares_bytes(*object, 0)) {
        H_DTP(DTP_pool_free(*object));
        *object = NULL;
        good = false;
    }
    if (good && copies)
        h_copy_values(*object);
    if (good)
        H_DTP(DTP_obj_create(*object, 0, 0, 0, 0));
    return good;
}

static void make_whole(struct h_side *s, bool copies)
{
    bool is_lost = false;

    for (int k = 0; k < s->n; k++)
        is_lost |= s->blocks[k].is_lost;
    if (make_object(s, copies, &s->whole) && is_lost)
        (void) make_object(s, copies, &s->before);
}

/* With the objects of the case, or with plain ones at once; whether they are plain in the end. */
static bool build(struct h_case *c, struct h_side *s, bool sends, bool plain)
{
    h_arguments_make(c, s);
    while (s->n > 0) {
        choose(c, s, sends, plain);
        if (c->what->flags & H_TYPES ? place_by_bytes(c, s) : place_by_extent(c, s))
            make_whole(s, !(c->what->flags & H_REDUCES));
        if (s->whole || plain)
            break;
        plain = true;
    }
    if (s->n > 0 && !s->whole)
        h_fail_at_once("library", "a buffer of %d blocks: %s", s->n, DTP_message());
    h_arguments_set(c, s);
    if (h_side_is_in_place(c, sends))
        s->buf = MPI_IN_PLACE;
    return plain;
}

void h_sides_build(struct h_case *c)
{
    struct h_side *sides = h_alloc(2 * (MPI_Aint) sizeof *sides);
    bool plain;

    sides[0] = sides[1] = (struct h_side) {.n = 0};
    c->from = &sides[0];
    c->to = &sides[1];
    c->what->blocks(c);
    plain = build(c, c->from, true, false);
    (void) build(c, c->to, false, plain && c->what->flags & H_REDUCES); /* both of one type */
}

static void free_side(struct h_side *s)
{
    h_arguments_free(s);
    if (s->whole)
        H_DTP(DTP_pool_free(s->whole));
    if (s->before)
        H_DTP(DTP_pool_free(s->before));
    free(s->blocks);
}

void h_sides_free(struct h_case *c)
{
    if (!c->from)
        return;
    free_side(c->to); /* in the opposite order, so that buffers of the next case lie in the same place */
    free_side(c->from);
    free(c->from);
    c->from = c->to = NULL;
}

/* ---- what they hold ---- */

struct parts {
    DTP_part_s *parts;
    int *numbers;            /* starts and strides */
};

static int operands_of(const struct h_side *s)
{
    int n = 0;

    for (int k = 0; k < s->n; k++)
        n += s->blocks[k].operands > 1 ? s->blocks[k].operands : 1;
    return n;
}

static void add_operands(const struct h_case *c, int group, int from, int to, int n, int *starts, int *strides)
{
    for (int k = 0; k < n; k++) {
        const struct h_values v = h_message_values(c, group, from + k, to);
        starts[k] = v.start;
        strides[k] = v.stride;
    }
}

/* What each block holds before the operation, or afterwards. */
static struct parts parts_of(const struct h_case *c, const struct h_side *s, bool afterwards)
{
    const MPI_Aint total = operands_of(s);
    const int group = s == c->from ? c->comm->group : c->comm->remote;
    struct parts p = {.parts = h_alloc((s->n + 1) * (MPI_Aint) sizeof *p.parts),
                      .numbers = h_alloc(2 * (total + 1) * (MPI_Aint) sizeof *p.numbers)};
    int *starts = p.numbers, *strides = p.numbers + total;

    for (int k = 0; k < s->n; k++) {
        const struct h_block *b = &s->blocks[k];
        const MPI_Aint elements = b->copies * DTP_pool_elements(b->pool);
        const bool holds = (afterwards ? b->from : b->holds_from) != H_NONE;
        const int n = afterwards ? b->operands : 1;
        p.parts[k] = (DTP_part_s) {.elements = elements, .val_count = holds ? elements : 0, .operands = n,
                                   .starts = starts, .strides = strides, .op = c->meaning};
        add_operands(c, group, afterwards ? b->from : b->holds_from, afterwards ? b->to : b->holds_to, holds ? n : 0,
                     starts, strides);
        starts += n;
        strides += n;
    }
    return p;
}

static void free_parts(struct parts *p)
{
    free(p->parts);
    free(p->numbers);
}

void h_sides_fill(struct h_case *c)
{
    struct h_side *const sides[] = {c->from, c->to};

    for (int k = 0; k < 2; k++) {
        struct parts p;
        if (sides[k]->is_beside)
            h_clear(c->recv);
        if (sides[k]->n == 0)
            continue;
        p = parts_of(c, sides[k], false);
        h_fill_parts(sides[k]->whole, 0, sides[k]->n, p.parts);
        if (sides[k]->before)
            H_DTP(DTP_obj_parts_fill(sides[k]->before, 0, sides[k]->n, p.parts));
        free_parts(&p);
    }
}

/* Gives blocks back what they held before; nothing between their elements, which must be as it was. */
static void restore(struct h_side *s)
{
    for (int k = 0; k < s->n; k++) {
        const struct h_block *b = &s->blocks[k];
        const DTP_obj_s *o = &b->pool->DTP_obj_array[b->index];
        if (b->is_lost)
            H_DTP(DTP_combine(b->pool, b->index, MPI_NO_OP, (MPI_Aint) b->copies * o->DTP_obj_count,
                              (char *) s->before->DTP_obj_array[0].DTP_obj_buf + b->disp,
                              (char *) s->whole->DTP_obj_array[0].DTP_obj_buf + b->disp));
    }
}

void h_sides_check(struct h_case *c)
{
    struct h_side *const sides[] = {c->from, c->to};

    for (int k = 0; k < 2; k++) {
        struct parts p;
        if (sides[k]->is_beside)
            h_check_untouched(c, c->recv);
        if (sides[k]->n == 0)
            continue;
        if (sides[k]->before)
            restore(sides[k]);
        p = parts_of(c, sides[k], true);
        h_check_parts(c, sides[k]->whole, sides[k]->n, p.parts, k == 0);
        free_parts(&p);
    }
}
