/* Data that arrive: as one sequence of bytes before and after, whatever the layout, which the fault may change. */
#include "faulty.h"

#include <stdlib.h>
#include <string.h>

static unsigned char *memory_of(void *buf, int count, MPI_Datatype type)
{
    const struct span s = span_of(count, type);

    return s.size > 1 << 16 ? NULL : memcpy(memory(s.size), (char *) buf + s.lo, (size_t) s.size);
}

struct landing *landing_begin(enum call call, void *buf, int count, MPI_Datatype type, MPI_Aint at)
{
    struct landing *l;

    if (!fault()->landed || count == 0 || size_of(type) == 0)
        return NULL;
    l = memory(sizeof *l);
    *l = (struct landing) {.call = call, .buf = buf, .count = count, .size = size_of(type), .at = at,
                           .posted = type};
    PMPI_Type_dup(type, &l->type); /* it may be freed meanwhile */
    l->full = (MPI_Aint) l->size * count;
    l->before = memory(l->full);
    l->now = memory(l->full);
    pack_all(buf, count, type, l->before);
    if (fault()->keeps_memory)
        l->memory = memory_of(buf, count, type);
    return l;
}

static void landing_free(struct landing *l)
{
    PMPI_Type_free(&l->type);
    free(l->before);
    free(l->now);
    free(l->memory);
    free(l);
}

void landing_end(struct landing *l, MPI_Aint n)
{
    if (!l)
        return;
    l->n = n < 0 || n > l->full ? l->full : n;
    pack_all(l->buf, l->count, l->type, l->now);
    if (l->n > 0 && strike(fault()->landed(l)))
        unpack_all(l->now, l->buf, l->count, l->type);
    landing_free(l);
}

/* ---- one-sided accesses ---- */

static struct landing *pending;
static struct copy {
    void *bytes;
    struct copy *next;
} *copies;

void landing_when_complete(struct landing *l)
{
    if (!l)
        return;
    l->next = pending;
    pending = l;
}

void landing_mark_freed(MPI_Datatype type)
{
    for (struct landing *l = pending; l; l = l->next)
        l->freed |= l->posted == type;
}

static void *keep(void *bytes)
{
    struct copy *c = memory(sizeof *c);

    *c = (struct copy) {bytes, copies};
    copies = c;
    return bytes;
}

const void *landing_of_origin(enum call call, const void *buf, int count, MPI_Datatype type, MPI_Aint disp)
{
    struct span s = span_of(count, type);
    struct landing *l = landing_begin(call, (void *) buf, count, type, disp);
    const void *put = buf;

    if (!l)
        return buf;
    l->n = l->full;
    memcpy(l->now, l->before, (size_t) l->full);
    for (MPI_Aint k = 0; k < l->full; k++)
        l->before[k] ^= 0x5b; /* what was at the target is not known here */
    if (strike(fault()->landed(l))) {
        char *copy = keep(memory(s.size));
        put = copy - s.lo;
        unpack_all(l->now, copy - s.lo, count, type);
    }
    landing_free(l);
    return put;
}

/* Accesses are complete: at the origin, which is what matters to both. */
void landing_complete(void)
{
    while (pending) {
        struct landing *l = pending;
        pending = l->next;
        landing_end(l, -1);
    }
    while (copies) {
        struct copy *c = copies;
        copies = c->next;
        free(c->bytes);
        free(c);
    }
}
