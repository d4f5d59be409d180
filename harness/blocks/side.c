/* The sides of an operation on blocks: which blocks there are, of which objects. */
#include "blocks/side.h"
#include "state.h"
#include "case/pools.h"
#include "case/shared.h"
#include "run/report.h"

#include <stdbool.h>
#include <stdlib.h>

/* ---- which blocks ---- */

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
    const int first = (sends ? c->send.index : c->recv.index) + (c->objects_differ ? c->flight : 0);

    for (int k = 0; k < s->n; k++) {
        struct h_block *b = &s->blocks[k];
        b->pool = pool;
        b->index = plain ? h_plain_index(pool) : (first + h_object_of_block(c, k)) % pool->DTP_num_objs;
        b->copies = h_copies_in_block(c, sends ? c->comm->group : c->comm->remote, b->from, b->to);
        if (!h_object_get(pool, b->index, sends).mpi)
            b->index = h_plain_index(pool);
        h_object_use(h_object_get(pool, b->index, sends));
    }
}

/* ---- both sides ---- */

/* All blocks as one object; `bits`: all bits of its values vary; false if they share bytes. */
static bool make_object(const struct h_side *s, bool bits, DTP_t *object)
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
    if (good && bits)
        h_copy_values(*object);
    if (good)
        H_DTP(DTP_obj_create(*object, 0, 0, 0, 0));
    return good;
}

static void make_whole(struct h_side *s, bool bits)
{
    bool is_lost = false;

    for (int k = 0; k < s->n; k++)
        is_lost |= s->blocks[k].is_lost;
    if (make_object(s, bits, &s->whole) && is_lost && !make_object(s, bits, &s->before))
        h_fail_at_once("library", "a buffer of %d blocks, as it was before: %s", s->n, DTP_message());
}

static bool place(const struct h_case *c, struct h_side *s, bool between)
{
    return c->what->flags & H_TYPES ? h_side_place_by_bytes(c, s, between) : h_side_place_by_extent(c, s, between);
}

/* With the objects of the case, or with plain ones at once; whether they are plain in the end. */
static bool build(struct h_case *c, struct h_side *s, bool sends, bool plain)
{
    const bool bits = !(c->what->flags & H_REDUCES) || DTP_pool_op_bits(c->recv.pool, c->meaning);

    h_arguments_make(c, s);
    while (s->n > 0) {
        choose(c, s, sends, plain);
        for (int between = h_side_is_between(c, s); between >= 0 && !s->whole; between--)
            if (place(c, s, between))
                make_whole(s, bits);
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
