/* Faults of collective operations whose send and receive buffers are of one array. */
#include "faulty.h"
#include "hooks.h"

#include <stdint.h>
#include <stdlib.h>

/* From the first byte to past the last one. */
struct range {
    uintptr_t from, to;
};

static struct range range_of(const struct calls_call *c, enum calls_direction wanted)
{
    struct range r = {UINTPTR_MAX, 0};

    for (int k = 0; k < c->procedure->num_accesses; k++) {
        enum calls_direction direction;
        struct calls_block *blocks;
        const int n = calls_blocks(c, &c->procedure->accesses[k], &blocks, &direction);
        for (int b = 0; direction == wanted && b < n; b++) {
            const struct span s = span_of((int) blocks[b].count, blocks[b].type);
            const uintptr_t from = (uintptr_t) blocks[b].buf + (uintptr_t) s.lo, to = from + (uintptr_t) s.size;
            r.from = s.size > 0 && from < r.from ? from : r.from;
            r.to = s.size > 0 && to > r.to ? to : r.to;
        }
        free(blocks);
    }
    return r;
}

static bool is_one_array;

bool note_one_array(struct calls_call *c)
{
    const struct range sent = range_of(c, CALLS_IN), received = range_of(c, CALLS_OUT);

    is_one_array = sent.from < received.to && received.from < sent.to;
    return false;
}

LOSES_IF(one_array_short, l->call == COLLECTIVE && is_one_array)
