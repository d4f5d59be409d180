/* What arrives: whatever the table says that a call sets or changes in a buffer.  A fault may change the buffer before,
 * or what has arrived, or have it arrive elsewhere. */
#include "faulty.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_BLOCKS = 64 };

/* The arrivals of the call that is being made. */
static struct arrival arrivals[MAX_BLOCKS];
static struct landing *landings[MAX_BLOCKS];
static int num_arrivals;

/* ---- elsewhere ---- */

/* Memory for what the fault loses: one for all calls that only write it, since what it holds does not matter.  Memory
 * that became too small may still be in use. */
static unsigned char *nowhere(MPI_Aint needed)
{
    static unsigned char *bytes;
    static MPI_Aint size;

    if (!bytes || size < needed) {
        size = 2 * needed;
        bytes = memory(size);
    }
    return bytes;
}

/* From the first to past the last byte of the blocks, relative to buf. */
static struct span span_of_blocks(const void *buf, int n, const struct calls_block *blocks)
{
    MPI_Aint lo = 0, hi = 0;
    bool any = false;

    for (int k = 0; k < n; k++) {
        const struct span s = span_of((int) blocks[k].count, blocks[k].type);
        const MPI_Aint from = s.lo + (MPI_Aint) ((const char *) blocks[k].buf - (const char *) buf);
        if (s.size == 0)
            continue;
        lo = any && lo < from ? lo : from;
        hi = any && hi > from + s.size ? hi : from + s.size;
        any = true;
    }
    return (struct span) {lo, hi - lo};
}

/* What the call reads there goes with it. */
static void copy_blocks(char *to, const char *from, int n, const struct calls_block *blocks)
{
    for (int k = 0; k < n; k++) {
        const MPI_Aint size = (MPI_Aint) size_of(blocks[k].type) * (int) blocks[k].count;
        unsigned char *bytes;
        if (size == 0)
            continue;
        bytes = memory(size);
        pack_all(blocks[k].buf, (int) blocks[k].count, blocks[k].type, bytes);
        unpack_all(bytes, to + ((const char *) blocks[k].buf - from), (int) blocks[k].count, blocks[k].type);
        free(bytes);
    }
}

/* The displacement of a block that is alone: some MPI libraries ignore it (known-issues/), and write that far before
 * where they must. */
static MPI_Aint displacement_alone(const void *buf, int n, const struct calls_block *blocks)
{
    enum { MOST = 1 << 20 };
    const MPI_Aint disp = (MPI_Aint) ((const char *) blocks[0].buf - (const char *) buf);

    return n == 1 && disp > 0 && disp < MOST ? disp : 0;
}

/* Has the call receive elsewhere. */
static void redirect(struct calls_call *c, int param, int n, const struct calls_block *blocks, bool reads)
{
    char **buf = c->args[param];
    const struct span s = span_of_blocks(*buf, n, blocks);
    const MPI_Aint before = displacement_alone(*buf, n, blocks), needed = before + s.size;
    unsigned char *bytes;

    if (s.size == 0)
        return;
    bytes = (reads ? memory(needed) : nowhere(needed)) + before;
    if (reads)
        copy_blocks((char *) bytes - s.lo, *buf, n, blocks);
    *buf = (char *) bytes - s.lo;
    strike(true);
}

/* What the call would receive is lost.  In place, it still reads all that the buffer holds. */
static void lose(struct calls_call *c, const struct calls_access *a, int n, const struct calls_block *blocks,
                 bool reads)
{
    const MPI_Count held = calls_count_in_place(c, a);
    struct calls_block whole = blocks[0];

    if (n == 1 && held > whole.count) {
        whole.count = held;
        blocks = &whole;
    }
    redirect(c, a->param, n, blocks, reads);
}

/* ---- the call ---- */

static enum call call_of(const struct calls_call *c)
{
    static const struct {
        const char *row;
        enum call call;
    } calls[] = {{"MPI_Bcast", BROADCAST}, {"MPI_Get", GET}, {"MPI_Get_accumulate", GET_ACCUMULATE},
                 {"MPI_Fetch_and_op", GET_ACCUMULATE}, {"MPI_Compare_and_swap", GET_ACCUMULATE},
                 {"MPI_Unpack", UNPACK}, {"MPI_Unpack_external", UNPACK}};
    const char *family = c->procedure->family;

    for (size_t k = 0; k < sizeof calls / sizeof calls[0]; k++)
        if (calls_is(c, calls[k].row))
            return calls[k].call;
    return strcmp(family, "point-to-point") == 0 ? RECEIVE : strcmp(family, "files") == 0 ? READ : COLLECTIVE;
}

/* Where it comes from: displacement in the window or in the file, position in the packed bytes. */
static MPI_Aint place_of(const struct calls_call *c)
{
    static const char *const names[] = {"target_disp", "offset", "position"};

    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        const int param = calls_find(c->procedure, names[k]);
        if (param >= 0)
            return (MPI_Aint) calls_number(c, param);
    }
    return 0;
}

static bool is_persistent(const struct calls_call *c)
{
    return strstr(c->procedure->name, "_init") != NULL;
}

/* A block that is about to be received into. */
static void expect(struct calls_call *c, const struct calls_block *b)
{
    const enum call call = call_of(c);
    const bool counts = call == RECEIVE || call == READ;
    struct arrival a = {call, *b, place_of(c), counts};

    if (num_arrivals == MAX_BLOCKS || b->count == 0)
        return;
    arrivals[num_arrivals] = a;
    landings[num_arrivals] = is_persistent(c) ? NULL : landing_begin(call, b->buf, (int) b->count, b->type, a.at);
    num_arrivals++;
    if (fault()->receiving && !is_persistent(c))
        strike(fault()->receiving(b->buf, (int) b->count, b->type));
}

void arrival_before(struct calls_call *c)
{
    num_arrivals = 0;
    for (int k = 0; k < c->procedure->num_accesses; k++) {
        const struct calls_access *a = &c->procedure->accesses[k];
        enum calls_direction direction;
        struct calls_block *blocks;
        int n;
        if (a->direction == CALLS_IN || a->type == CALLS_BYTE)
            continue;
        n = calls_blocks(c, a, &blocks, &direction);
        if (direction != CALLS_IN && n > 0) {
            if (fault()->loses_data)
                lose(c, a, n, blocks, direction == CALLS_INOUT);
            for (int b = 0; b < n; b++)
                expect(c, &blocks[b]);
        }
        free(blocks);
    }
}

/* ---- after it ---- */

static const void *key_of(const struct calls_call *c, size_t *size)
{
    const int request = calls_first(c->procedure, CALLS_REQUEST, CALLS_OUT);
    const size_t n = strlen(c->procedure->name);

    *size = sizeof(MPI_Request);
    if (request >= 0)
        return CALLS_HANDLES(MPI_Request, c, request);
    *size = sizeof(MPI_File);
    return n > 6 && strstr(c->procedure->name, "_begin") ? c->args[0] : NULL;
}

static void end(struct calls_call *c, struct landing *l, const struct arrival *a)
{
    const int status = calls_first(c->procedure, CALLS_STATUS, CALLS_OUT);

    if (a->call == GET || a->call == GET_ACCUMULATE)
        landing_when_complete(l);
    else
        landing_end(l, a->by_status && status >= 0 ? arrived(calls_pointer(c, status)) : -1);
}

void arrival_after(struct calls_call *c)
{
    size_t size;
    const void *key = num_arrivals > 0 ? key_of(c, &size) : NULL;

    for (int k = 0; k < num_arrivals && c->code == MPI_SUCCESS; k++) {
        if (key)
            request_posted(key, size, &arrivals[k], landings[k], is_persistent(c));
        else
            end(c, landings[k], &arrivals[k]);
    }
    num_arrivals = 0;
}
