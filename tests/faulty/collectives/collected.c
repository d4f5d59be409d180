/* Faults in what a collective operation sends and receives, block by block. */
#include "hooks.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- helpers: of bytes that are now in a block ---- */

static bool lose(struct part *p, MPI_Aint from, MPI_Aint n)
{
    if (from < 0 || n <= 0 || from + n > p->n || memcmp(p->now + from, p->before + from, (size_t) n) == 0)
        return false;
    memcpy(p->now + from, p->before + from, (size_t) n);
    return true;
}

static bool lose_part(struct part *p)
{
    return lose(p, 0, p->n);
}

/* As much of one block as the other one has room for. */
static bool take(struct part *to, const unsigned char *bytes, MPI_Aint n)
{
    const MPI_Aint k = n < to->n ? n : to->n;

    if (k == 0 || memcmp(to->now, bytes, (size_t) k) == 0)
        return false;
    memcpy(to->now, bytes, (size_t) k);
    return true;
}

static bool exchange(struct part *a, struct part *b)
{
    const MPI_Aint n = a->n < b->n ? a->n : b->n;
    unsigned char *bytes = memcpy(memory(n), a->now, (size_t) n);
    const bool changed = take(a, b->now, n);

    memcpy(b->now, bytes, (size_t) n);
    free(bytes);
    return changed;
}

static struct part *own(struct collective *c)
{
    return !c->inter && c->rank < c->received.n ? &c->received.parts[c->rank] : NULL;
}

static int element(const struct part *p)
{
    const int e = size_of(last_leaf(p->type));

    return e > 0 ? e : 1;
}

/* ---- what is received ---- */

bool first_part_lost(struct collective *c)
{
    return c->received.n > 1 && lose_part(&c->received.parts[0]);
}

bool last_part_lost(struct collective *c)
{
    return c->received.n > 1 && lose_part(&c->received.parts[c->received.n - 1]);
}

bool own_part_lost(struct collective *c)
{
    return own(c) && lose_part(own(c));
}

static bool clear(struct part *p)
{
    if (p->n == 0)
        return false;
    memset(p->now, 0, (size_t) p->n);
    return true;
}

bool own_part_cleared(struct collective *c)
{
    return own(c) && clear(own(c));
}

bool all_lost(struct collective *c)
{
    bool changed = false;

    for (int k = 0; k < c->received.n; k++)
        changed |= lose_part(&c->received.parts[k]);
    return changed;
}

bool parts_exchanged(struct collective *c)
{
    struct parts *p = &c->received;

    return p->n > 1 && exchange(&p->parts[p->n - 2], &p->parts[p->n - 1]);
}

bool first_parts_exchanged(struct collective *c)
{
    return c->received.n > 1 && exchange(&c->received.parts[0], &c->received.parts[1]);
}

/* Each block is where the next one should be. */
bool parts_rotated(struct collective *c)
{
    bool changed = false;

    for (int k = c->received.n - 1; k > 0; k--)
        changed |= exchange(&c->received.parts[k], &c->received.parts[k - 1]);
    return changed;
}

bool last_element_lost(struct collective *c)
{
    struct part *p = &c->received.parts[c->received.n - 1];

    return c->received.n > 0 && lose(p, p->n - element(p), element(p));
}

bool second_half_lost(struct collective *c)
{
    bool changed = false;

    for (int k = 0; k < c->received.n; k++) {
        struct part *p = &c->received.parts[k];
        const MPI_Aint half = p->n / 2 / element(p) * element(p);
        changed |= lose(p, half, p->n - half);
    }
    return changed;
}

bool first_element_lost(struct collective *c)
{
    return c->received.n > 0 && lose(&c->received.parts[0], 0, element(&c->received.parts[0]));
}

bool last_byte_lost(struct collective *c)
{
    struct part *p = &c->received.parts[c->received.n - 1];

    return c->received.n > 0 && lose(p, p->n - 1, 1);
}

bool every_64th_lost(struct collective *c)
{
    bool changed = false;

    for (int k = 0; k < c->received.n; k++) {
        struct part *p = &c->received.parts[k];
        const MPI_Aint e = element(p);
        for (MPI_Aint at = 63 * e; at < p->n; at += 64 * e)
            changed |= lose(p, at, e);
    }
    return changed;
}

bool tail_lost_of_1k(struct collective *c)
{
    bool changed = false;

    for (int k = 0; k < c->received.n; k++) {
        struct part *p = &c->received.parts[k];
        changed |= p->n > 1024 && lose(p, p->n / 1024 * 1024, p->n % 1024);
    }
    return changed;
}

bool middle_part_lost(struct collective *c)
{
    return c->received.n > 2 && lose_part(&c->received.parts[c->received.n / 2]);
}

bool parts_reversed(struct collective *c)
{
    bool changed = false;

    for (int k = 0; k < c->received.n / 2; k++)
        changed |= exchange(&c->received.parts[k], &c->received.parts[c->received.n - 1 - k]);
    return changed;
}

/* The last element of the operation before, of whatever size, in place of this one's. */
bool former_delivered(struct collective *c)
{
    static unsigned char former[64];
    struct part *p = &c->received.parts[c->received.n - 1];
    unsigned char mine[64];
    MPI_Aint n, at;
    bool changed;

    if (c->received.n == 0 || p->n == 0 || element(p) > 64)
        return false;
    n = element(p);
    at = p->n - n;
    memcpy(mine, p->now + at, (size_t) n);
    changed = memcmp(mine, former, (size_t) n) != 0;
    memcpy(p->now + at, former, (size_t) n);
    memcpy(former, mine, (size_t) n);
    return changed;
}

/* Of 8 KiB segments, the second one. */
bool second_segment_lost(struct collective *c)
{
    bool changed = false;

    for (int k = 0; k < c->received.n; k++) {
        struct part *p = &c->received.parts[k];
        changed |= lose(p, 8192, p->n - 8192 < 8192 ? p->n - 8192 : 8192);
    }
    return changed;
}

/* As if the buffer of an operation in place were two, and its first block that of this process. */
bool in_place_ignored(struct collective *c)
{
    return own(c) && take(own(c), c->received.parts[0].before, c->received.parts[0].n);
}

/* All blocks anew: with places of their own. */
static bool placed(struct collective *c, MPI_Aint (*place)(const struct collective *c, int k))
{
    const struct parts *p = &c->received;
    bool changed = false;

    for (int k = 0; k < p->n; k++)
        changed |= p->parts[k].n > 0 && place(c, k) != (char *) p->parts[k].buf - (char *) p->parts[0].buf;
    for (int k = 0; changed && k < p->n; k++)
        if (p->parts[k].n > 0)
            unpack_all(p->parts[k].before, p->parts[k].buf, p->parts[k].count, p->parts[k].type);
    for (int k = 0; changed && k < p->n; k++)
        if (p->parts[k].n > 0)
            unpack_all(p->parts[k].now, (char *) p->parts[0].buf + place(c, k), p->parts[k].count, p->parts[k].type);
    return changed;
}

static MPI_Aint by_true_extent(const struct collective *c, int k)
{
    const struct part *p = &c->received.parts[0];
    MPI_Aint lb, extent;

    PMPI_Type_get_true_extent(p->type, &lb, &extent);
    return k * p->count * extent;
}

static MPI_Aint by_span(const struct collective *c, int k)
{
    const struct part *p = &c->received.parts[0];

    return k * span_of(p->count, p->type).size;
}

static MPI_Aint by_size(const struct collective *c, int k)
{
    return k * c->received.parts[0].n;
}

static MPI_Aint in_32_bits(MPI_Aint displacement)
{
    return displacement < 0 ? displacement : (MPI_Aint) (uint32_t) displacement;
}

static MPI_Aint by_32_bits(const struct collective *c, int k)
{
    return in_32_bits((char *) c->received.parts[k].buf - (char *) c->received.parts[0].buf);
}

/* From the buffer on, one after the other. */
static MPI_Aint by_counts(const struct collective *c, int k)
{
    MPI_Aint lb, extent, at = (char *) c->to - (char *) c->received.parts[0].buf;

    for (int before = 0; before < k; before++) {
        PMPI_Type_get_extent(c->received.parts[before].type, &lb, &extent);
        at += c->received.parts[before].count * extent;
    }
    return at;
}

bool parts_by_true_extent(struct collective *c)
{
    return c->received.n > 1 && is_wider(c) && placed(c, by_true_extent);
}

bool parts_by_span(struct collective *c)
{
    return c->received.n > 1 && placed(c, by_span);
}

bool parts_by_size(struct collective *c)
{
    return c->received.n > 1 && is_derived(c) && placed(c, by_size);
}

bool parts_by_32_bits(struct collective *c)
{
    return c->received.n > 1 && placed(c, by_32_bits);
}

/* Unless the first block would begin before the buffer. */
bool displacements_ignored(struct collective *c)
{
    const struct part *first = &c->received.parts[0];

    return c->received.n > 1 && !c->absolute && span_of(first->count, first->type).lo >= 0 && placed(c, by_counts);
}

/* The first block at the buffer itself. */
static MPI_Aint by_displacement_but_first(const struct collective *c, int k)
{
    const struct part *p = c->received.parts;

    return (char *) (k == 0 ? c->to : p[k].buf) - (char *) p[0].buf;
}

bool first_at_buffer(struct collective *c)
{
    return c->received.n > 0 && !c->absolute && !c->in_place && placed(c, by_displacement_but_first);
}

/* What the first block has room for is all that each of the others gets. */
bool first_count_for_all(struct collective *c)
{
    bool changed = false;

    for (int k = 1; k < c->received.n; k++)
        changed |= lose(&c->received.parts[k], c->received.parts[0].n,
                        c->received.parts[k].n - c->received.parts[0].n);
    return changed;
}

/* Block k has the elements of the first one's type. */
bool first_type_for_all(struct collective *c)
{
    const struct parts *p = &c->received;
    bool changed = false;

    for (int k = 1; k < p->n; k++) {
        const struct part *first = &p->parts[0], *other = &p->parts[k];
        const int count = size_of(first->type) > 0 ? (int) (other->n / size_of(first->type)) : 0;
        if (other->n == 0 || count == 0 || same_map(first->type, other->type))
            continue;
        unpack_all(other->before, other->buf, other->count, other->type);
        unpack_all(other->now, other->buf, count, first->type);
        pack_all(other->buf, other->count, other->type, other->now);
        changed = true;
    }
    return changed;
}

/* What the first start delivered, again. */
bool first_round_again(struct collective *c)
{
    static const struct collective *of;
    static unsigned char *bytes;
    static MPI_Aint n;
    struct part *p = c->received.n > 0 ? &c->received.parts[0] : NULL;

    if (!p || p->n == 0)
        return false;
    if (c->starts > 1)
        return of == c && take(p, bytes, n);
    free(bytes);
    of = c;
    n = p->n;
    bytes = memcpy(memory(n), p->now, (size_t) n);
    return false;
}

/* The blocks of one process that is a neighbour more than once. */
static bool repeated(struct collective *c, int *a, int *b)
{
    int *sources = memory((c->received.n + 1) * (MPI_Aint) sizeof *sources);
    bool found = false;

    neighbours_of(c, sources);
    for (*a = 0; *a < c->received.n && !found; ++*a)
        for (*b = *a + 1; *b < c->received.n && !found; ++*b)
            found = sources[*a] == sources[*b] && sources[*a] != MPI_PROC_NULL;
    --*a;
    --*b;
    free(sources);
    return found;
}

bool repeated_edges_exchanged(struct collective *c)
{
    int a, b;

    return repeated(c, &a, &b) && exchange(&c->received.parts[a], &c->received.parts[b]);
}

bool repeated_edge_lost(struct collective *c)
{
    int a, b;

    return repeated(c, &a, &b) && lose_part(&c->received.parts[b]);
}

static bool with_rank(struct collective *c, int rank, bool (*change)(struct part *p))
{
    int *sources = memory((c->received.n + 1) * (MPI_Aint) sizeof *sources);
    bool changed = false;

    neighbours_of(c, sources);
    for (int k = 0; k < c->received.n; k++)
        changed |= sources[k] == rank && change(&c->received.parts[k]);
    free(sources);
    return changed;
}

bool self_edge_lost(struct collective *c)
{
    return with_rank(c, c->rank, lose_part);
}

bool nobody_clears(struct collective *c)
{
    return with_rank(c, MPI_PROC_NULL, clear);
}

/* ---- memory around ---- */

/* The byte before the first block, and the one after the last. */
bool before_parts_changed(struct collective *c)
{
    const struct part *p = c->received.n > 0 ? &c->received.parts[0] : NULL;

    if (!p || p->n == 0)
        return false;
    ((unsigned char *) p->buf)[span_of(p->count, p->type).lo - 1] += 91;
    return true;
}

bool gap_of_part_changed(struct collective *c)
{
    const struct part *p = c->received.n > 0 ? &c->received.parts[c->received.n - 1] : NULL;

    return p && p->n > 0 && touch_gap(p->buf, p->count, p->type);
}

/* The receive buffer of a process that nobody sends to. */
bool idle_buffer_changed(struct collective *c)
{
    if (c->received.n > 0 || !c->to || c->to == MPI_BOTTOM || c->to == MPI_IN_PLACE)
        return false;
    *(unsigned char *) c->to += 91;
    return true;
}

bool sent_part_changed(struct collective *c)
{
    const struct part *p = c->sent.n > 0 ? &c->sent.parts[c->sent.n - 1] : NULL;

    return p && p->n > 0 && touch_last(p->buf, p->count, p->type);
}

bool gap_of_sent_changed(struct collective *c)
{
    const struct part *p = c->sent.n > 0 ? &c->sent.parts[0] : NULL;

    return p && p->n > 0 && touch_gap(p->buf, p->count, p->type);
}

/* ---- what is sent ---- */

bool sent_zeros(struct collective *c)
{
    bool changed = false;

    for (int k = 0; k < c->sent.n; k++)
        changed |= clear(&c->sent.parts[k]);
    return changed;
}

bool sent_last_zero(struct collective *c)
{
    struct part *p = c->sent.n > 0 ? &c->sent.parts[c->sent.n - 1] : NULL;

    if (!p || p->n == 0)
        return false;
    memset(p->now + p->n - element(p), 0, (size_t) element(p));
    return true;
}

bool sent_parts_exchanged(struct collective *c)
{
    struct parts *p = &c->sent;

    return p->n > 1 && exchange(&p->parts[p->n - 2], &p->parts[p->n - 1]);
}

bool sent_parts_rotated(struct collective *c)
{
    bool changed = false;

    for (int k = c->sent.n - 1; k > 0; k--)
        changed |= exchange(&c->sent.parts[k], &c->sent.parts[k - 1]);
    return changed;
}

/* Every process gets what the first one should. */
bool sent_first_to_all(struct collective *c)
{
    bool changed = false;

    for (int k = 1; k < c->sent.n; k++)
        changed |= take(&c->sent.parts[k], c->sent.parts[0].now, c->sent.parts[0].n);
    return changed;
}

/* Blocks are taken from where they were if the extent were the true one. */
bool sent_by_true_extent(struct collective *c)
{
    const struct parts *p = &c->sent;
    MPI_Aint lb, extent, true_lb, true_extent;
    bool changed = false;

    if (p->n < 2)
        return false;
    PMPI_Type_get_extent(p->parts[0].type, &lb, &extent);
    PMPI_Type_get_true_extent(p->parts[0].type, &true_lb, &true_extent);
    for (int k = 1; k < p->n && true_extent < extent && extent > 0; k++) {
        pack_all((char *) p->parts[0].buf + k * p->parts[0].count * true_extent, p->parts[k].count, p->parts[k].type,
                 p->parts[k].now);
        changed = true;
    }
    return changed;
}

/* Blocks are taken from where they were if their displacements had 32 bits. */
bool sent_by_32_bits(struct collective *c)
{
    const struct parts *p = &c->sent;
    bool changed = false;

    for (int k = 1; k < p->n; k++) {
        const MPI_Aint at = (char *) p->parts[k].buf - (char *) p->parts[0].buf;
        if (p->parts[k].n == 0 || at == in_32_bits(at))
            continue;
        pack_all((char *) p->parts[0].buf + in_32_bits(at), p->parts[k].count, p->parts[k].type, p->parts[k].now);
        changed = true;
    }
    return changed;
}

/* Only the first instance of each block. */
bool sent_one_instance(struct collective *c)
{
    bool changed = false;

    for (int k = 0; k < c->sent.n; k++) {
        const struct part *p = &c->sent.parts[k];
        if (p->count < 2 || p->n == 0)
            continue;
        memset(p->now + p->n / p->count, 0, (size_t) (p->n - p->n / p->count));
        changed = true;
    }
    return changed;
}
