/* What the objects of a case have: of either side, on all ranks, in all blocks and messages. */
#include "case/case_objects.h"
#include "blocks/blocks.h"
#include "blocks/topology.h"
#include "case/passes.h"
#include "case/pools.h"
#include "case/where.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- which they are ---- */

/* How many a side has one after the other. */
static int in_sequence(const struct h_case *c, const struct h_obj *side)
{
    return 1 + (side == &c->send ? c->more_sent : c->more_received);
}

/* Which is the first, on all ranks alike. */
static int first_of(const struct h_case *c, const struct h_obj *side)
{
    return side == &c->send ? c->i : c->j;
}

/* Blocks of a type each: one a rank, or one an edge, which all ranks know to be as many at most. */
static int num_blocks(const struct h_case *c)
{
    if (!c->what || !(c->what->flags & H_TYPES))
        return 0;
    return c->topology && c->comm->most < H_MOST_EDGES ? H_MOST_EDGES : c->comm->most;
}

/* Objects may differ from rank to rank, from block to block, and between operations that are under way at a time, and
 * others may follow each of them: how many a side of the case has. */
static int num_objects(const struct h_case *c, const struct h_obj *side)
{
    const bool ranks_differ = h_ranks_differ(c->comm) || c->views_differ;
    const int n = (ranks_differ ? c->comm->most : 1) + num_blocks(c) + (c->objects_differ ? c->flights - 1 : 0);

    return (n < side->pool->DTP_num_objs ? n : side->pool->DTP_num_objs) * in_sequence(c, side);
}

/* The k-th of them. */
static int object_of(const struct h_case *c, const struct h_obj *side, int k)
{
    const int n = in_sequence(c, side), index = (first_of(c, side) + k / n) % side->pool->DTP_num_objs;

    return k % n ? h_later_index(c, side->pool, index, k % n) : index;
}

/* ---- what one of them has ---- */

bool h_has_layout(const struct h_case *c, const struct h_obj *side, const char *alternatives)
{
    for (int k = 0; k < num_objects(c, side); k++) {
        const char *name = DTP_obj_name(side->pool, object_of(c, side, k));
        if (h_matches(alternatives, name) || h_matches(alternatives, h_short_name(name)))
            return true;
    }
    return false;
}

/* Texts of random objects may be long. */
bool h_has_text(const struct h_case *c, const struct h_obj *side, const char *alternatives)
{
    bool found = false;

    for (int k = 0; k < num_objects(c, side) && !found; k++) {
        char *text = h_object_text(side->pool, object_of(c, side, k));
        found = h_matches(alternatives, text);
        free(text);
    }
    return found;
}

bool h_has_traits(const struct h_case *c, const struct h_obj *side, h_traits set)
{
    const struct h_case_objects *all = h_case_objects(c);

    if (((side == &c->send ? all->sent : all->received) & set) != set)
        return false;
    for (int k = 0; k < num_objects(c, side); k++)
        if ((DTP_obj_traits(side->pool, object_of(c, side, k)) & set) == set)
            return true;
    return false;
}

/* ---- what they have together ---- */

static h_traits traits_of(const struct h_case *c, const struct h_obj *side)
{
    h_traits set = 0;

    for (int k = 0; k < num_objects(c, side); k++)
        set |= DTP_obj_traits(side->pool, object_of(c, side, k));
    return set;
}

/* Each derived type has its parenthesis in the text. */
static long long count_constructors(DTP_t pool, int index)
{
    char *text = h_object_text(pool, index);
    long long n = 0;

    for (const char *at = text; (at = strchr(at, '(')) != NULL; at++)
        n++;
    free(text);
    return n;
}

/* Those of objects that were asked for; a text is printed once, as far as there is room. */
enum { COUNTED = 1024 };
static struct counted {
    DTP_t pool;
    int index;
    long long constructors;
} counted[COUNTED];

static long long constructors_of(DTP_t pool, int index)
{
    struct counted *one = &counted[((uintptr_t) pool / sizeof *pool + (uintptr_t) index) % COUNTED];

    if (one->pool != pool || one->index != index)
        *one = (struct counted) {pool, index, count_constructors(pool, index)};
    return one->constructors;
}

static long long constructors_in(const struct h_case *c, const struct h_obj *side)
{
    long long n = 0;

    for (int k = 0; k < num_objects(c, side); k++)
        n += constructors_of(side->pool, object_of(c, side, k));
    return n;
}

long long h_constructors(const struct h_case *c)
{
    return constructors_in(c, &c->send) + constructors_in(c, &c->recv);
}

/* Of the last case. */
static struct {
    DTP_t send, recv;
    int which[7]; /* the first of either side, how many there are, how many more in sequence, and how far apart */
    struct h_case_objects objects;
} last;

void h_case_objects_forget(void)
{
    last.send = NULL;
    memset(counted, 0, sizeof counted);
}

const struct h_case_objects *h_case_objects(const struct h_case *c)
{
    const int which[] = {c->i, c->j, num_objects(c, &c->send), num_objects(c, &c->recv), c->more_sent,
                         c->more_received, c->more_sent || c->more_received ? h_later_step(c) : 0};

    if (last.send == c->send.pool && last.recv == c->recv.pool && memcmp(last.which, which, sizeof which) == 0)
        return &last.objects;
    last.send = c->send.pool;
    last.recv = c->recv.pool;
    memcpy(last.which, which, sizeof which);
    last.objects = (struct h_case_objects) {
        .sent = traits_of(c, &c->send),
        .received = traits_of(c, &c->recv),
    };
    return &last.objects;
}
