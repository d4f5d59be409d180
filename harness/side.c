/* The sides of an operation on blocks: which blocks there are, where they lie, what they hold. */
#include "blocks.h"
#include "internal.h"
#include "side.h"

#include <stdlib.h>

/* ---- which blocks ---- */

int h_copies(const struct h_case *c, int from, int to)
{
    if (!(c->what->flags & (H_COUNTS | H_TYPES)))
        return 1;
    if (to == H_ALL)
        to = 0;
    return (1 + (c->in_place ? 1 : 2) * from + to + c->i + c->j) % 4 % 3; /* in place as much goes as comes */
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

/* ---- which objects ---- */

/* Object `index` of a side's pool, or the plainest one, of which any number fit side by side. */
static int plain_index(DTP_t pool)
{
    return harness.options.sendobj ? pool->DTP_num_objs - 1 : 0;
}

static void choose(struct h_case *c, struct h_side *s, bool sends, bool plain)
{
    DTP_t pool = sends ? harness.send[c->flight] : harness.recv[c->flight];
    const int first = sends ? c->send.index : c->recv.index;

    for (int k = 0; k < s->n; k++) {
        struct h_block *b = &s->blocks[k];
        b->pool = pool;
        b->index = plain ? plain_index(pool) : (first + (c->what->flags & H_TYPES ? k : 0)) % pool->DTP_num_objs;
        b->copies = h_copies(c, b->from, b->to);
        if (!h_object_get(pool, b->index, sends).mpi)
            b->index = plain_index(pool);
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

/* The extent, by which libraries place blocks.  One that MPI says otherwise, whether it may or not, is for metadata checks to tell: not for
 * every operation. */
static bool find_extent(const struct h_block *b, MPI_Aint *extent)
{
    MPI_Aint lb, said_lb, said;

    if (DTP_obj_extent(b->pool, b->index, &lb, extent) != DTP_SUCCESS)
        return false;
    H_MPI(MPI_Type_get_extent(b->pool->DTP_obj_array[b->index].DTP_obj_type, &said_lb, &said));
    return said == *extent;
}

/* One after the other by the extent, as the standard says of blocks that are alike; or with room between them, the last block first
 * in memory for every second pair. */
static bool place_by_extent(const struct h_case *c, struct h_side *s)
{
    const bool apart = c->what->flags & H_COUNTS, backwards = apart && (c->i + c->j) % 2;
    MPI_Aint extent, at = 0;

    if (s->n == 0 || (s->n == 1 && !apart && s->blocks[0].copies == 1))
        return true;
    if (!find_extent(&s->blocks[0], &extent))
        return false;
    for (int k = 0; k < s->n; k++) {
        struct h_block *b = &s->blocks[backwards ? s->n - 1 - k : k];
        const MPI_Aint step = apart ? extents_of(b, extent) : b->pool->DTP_obj_array[b->index].DTP_obj_count;
        if (step == 0)
            return false;
        b->disp = at * extent;
        s->displs[b - s->blocks] = (int) at;
        at += step + (apart ? step * (b->copies > 1) : 0);
    }
    return true;
}

static bool place_by_bytes(struct h_side *s)
{
    MPI_Aint at = 0, lo, hi, extent = 0;

    for (int k = 0; k < s->n; k++) {
        struct h_block *b = &s->blocks[k];
        const MPI_Aint more = b->copies > 1 ? (MPI_Aint) b->pool->DTP_obj_array[b->index].DTP_obj_count : 0;
        H_DTP(DTP_obj_bounds(b->pool, b->index, &lo, &hi));
        if (more > 0 && !find_extent(b, &extent))
            return false;
        extent = more > 0 ? more * extent : 0;
        b->disp = round_up(at - lo - (extent < 0 ? extent : 0));
        at = b->disp + hi + (extent > 0 ? extent : 0);
    }
    return true;
}

/* ---- the arguments ---- */

static void allocate(struct h_side *s)
{
    const MPI_Aint n = s->n + 1;

    s->counts = h_alloc(n * (MPI_Aint) sizeof *s->counts);
    s->displs = h_alloc(n * (MPI_Aint) sizeof *s->displs);
    s->bytes = h_alloc(n * (MPI_Aint) sizeof *s->bytes);
    s->large_counts = h_alloc(n * (MPI_Aint) sizeof *s->large_counts);
    s->large_displs = h_alloc(n * (MPI_Aint) sizeof *s->large_displs);
    s->large_bytes = h_alloc(n * (MPI_Aint) sizeof *s->large_bytes);
    s->types = h_alloc(n * (MPI_Aint) sizeof *s->types);
    for (int k = 0; k < s->n; k++)
        s->displs[k] = 0;
}

static void set_arguments(struct h_side *s)
{
    for (int k = 0; k < s->n; k++) {
        const struct h_block *b = &s->blocks[k];
        const DTP_obj_s *o = &b->pool->DTP_obj_array[b->index];
        s->counts[k] = b->copies * o->DTP_obj_count;
        s->large_counts[k] = s->counts[k];
        s->large_displs[k] = s->displs[k];
        s->bytes[k] = (int) b->disp;
        s->large_bytes[k] = b->disp;
        s->types[k] = o->DTP_obj_type;
    }
    s->count = s->counts[0];
    s->type = s->types[0];
    s->buf = s->whole->DTP_obj_array[0].DTP_obj_buf;
}

/* All blocks as one object; false if they share bytes. */
static bool make_whole(struct h_side *s, bool sends)
{
    DTP_block_s *blocks = h_alloc((s->n + 1) * (MPI_Aint) sizeof *blocks);
    bool good;

    for (int k = 0; k < s->n; k++)
        blocks[k] = (DTP_block_s) {s->blocks[k].pool, s->blocks[k].index, s->blocks[k].copies, s->blocks[k].disp};
    good = DTP_pool_create_blocks(s->n, blocks, &s->whole) == DTP_SUCCESS;
    free(blocks);
    if (good && DTP_obj_has_trait(s->whole, 0, "overlapping")) {
        H_DTP(DTP_pool_free(s->whole));
        s->whole = NULL;
        good = false;
    }
    if (good)
        H_DTP(DTP_obj_create(s->whole, 0, 0, 0, 0));
    (void) sends;
    return good;
}

static void build(struct h_case *c, struct h_side *s, bool sends)
{
    const bool in_place = h_side_is_in_place(c, sends);

    s->type = MPI_BYTE;
    if (in_place)
        s->buf = MPI_IN_PLACE;
    allocate(s);
    if (s->n == 0)
        return;
    for (int plain = 0; plain < 2 && !s->whole; plain++) {
        choose(c, s, sends, plain);
        if (c->what->flags & H_TYPES ? place_by_bytes(s) : place_by_extent(c, s))
            (void) make_whole(s, sends);
    }
    if (!s->whole)
        h_fail_at_once("library", "a buffer of %d blocks: %s", s->n, DTP_message());
    set_arguments(s);
}

void h_sides_build(struct h_case *c)
{
    struct h_side *sides = h_alloc(2 * (MPI_Aint) sizeof *sides);

    sides[0] = sides[1] = (struct h_side) {.n = 0};
    c->from = &sides[0];
    c->to = &sides[1];
    c->what->blocks(c);
    build(c, c->from, true);
    build(c, c->to, false);
}

static void free_side(struct h_side *s)
{
    void *const arrays[] = {s->counts, s->displs, s->bytes, s->large_counts, s->large_displs, s->large_bytes, s->types, s->blocks};

    if (s->whole)
        H_DTP(DTP_pool_free(s->whole));
    for (size_t k = 0; k < sizeof arrays / sizeof arrays[0]; k++)
        free(arrays[k]);
}

void h_sides_free(struct h_case *c)
{
    if (!c->from)
        return;
    free_side(c->from);
    free_side(c->to);
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
        const bool holds = afterwards || b->holds_from != H_NONE;
        const int n = afterwards ? b->operands : 1;
        p.parts[k] = (DTP_part_s) {.elements = elements, .val_count = holds ? elements : 0, .operands = n, .starts = starts,
                                   .strides = strides, .op = c->meaning};
        add_operands(c, group, afterwards ? b->from : b->holds_from, afterwards ? b->to : b->holds_to, holds ? n : 0, starts, strides);
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
        if (sides[k]->n == 0)
            continue;
        p = parts_of(c, sides[k], false);
        h_record_parts(H_RECORD_FILL, sides[k]->whole, 0, sides[k]->n, p.parts);
        H_DTP(DTP_obj_parts_fill(sides[k]->whole, 0, sides[k]->n, p.parts));
        free_parts(&p);
    }
}

void h_sides_check(struct h_case *c)
{
    struct h_side *const sides[] = {c->from, c->to};

    for (int k = 0; k < 2; k++) {
        struct parts p;
        if (sides[k]->n == 0)
            continue;
        p = parts_of(c, sides[k], true);
        h_check_parts(c, sides[k]->whole, sides[k]->n, p.parts, k == 0);
        free_parts(&p);
    }
}
