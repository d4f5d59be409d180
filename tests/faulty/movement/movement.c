/* Faults in what arrives, as a sequence of bytes: see struct landing.  Bytes that get lost are those of before. */
#include "faulty.h"
#include "hooks.h"

#include <stdlib.h>
#include <string.h>

/* ---- helpers ---- */

static int element(const struct landing *l)
{
    const int e = size_of(first_leaf(l->type));

    return e > 0 ? e : 1;
}

bool lose_bytes(struct landing *l, MPI_Aint from, MPI_Aint n)
{
    if (from < 0 || from + n > l->n || n <= 0 || memcmp(l->now + from, l->before + from, (size_t) n) == 0)
        return false;
    memcpy(l->now + from, l->before + from, (size_t) n);
    return true;
}

bool lose_last_element(struct landing *l)
{
    const int e = size_of(last_leaf(l->type));

    return lose_bytes(l, l->n - e, e);
}

static bool swap_bytes(struct landing *l, MPI_Aint a, MPI_Aint b, MPI_Aint n)
{
    bool changed = false;

    if (a < 0 || b + n > l->n)
        return false;
    for (MPI_Aint k = 0; k < n; k++) {
        unsigned char byte = l->now[a + k];
        changed |= byte != l->now[b + k];
        l->now[a + k] = l->now[b + k];
        l->now[b + k] = byte;
    }
    return changed;
}

/* ---- sequences ---- */

bool tail_lost(struct landing *l)
{
    return lose_bytes(l, 65536, l->n - 65536);
}

bool segment_tail_lost(struct landing *l)
{
    return lose_bytes(l, 1024, l->n - 1024);
}

bool every_4096th_lost(struct landing *l)
{
    bool changed = false;

    for (MPI_Aint k = 4095; k < l->n; k += 4096)
        for (MPI_Aint b = k - 3; b <= k; b++)
            changed |= lose_bytes(l, b, 1);
    return changed;
}

bool swapped_256(struct landing *l)
{
    const int e = element(l);

    return swap_bytes(l, 0, (MPI_Aint) 256 * e, e);
}

bool swapped_first_two(struct landing *l)
{
    const int e = element(l);

    return swap_bytes(l, 0, e, e);
}

bool swapped_at_boundary(struct landing *l)
{
    return swap_bytes(l, 1023, 1024, 1);
}

bool byte_order_swapped(struct landing *l)
{
    const int e = element(l);
    bool changed = false;

    for (int k = 0; k < e / 2; k++)
        changed |= swap_bytes(l, k, e - 1 - k, 1);
    return changed;
}

bool halves_swapped(struct landing *l)
{
    unsigned char pair[sizeof(int) + sizeof(short)];

    if (first_leaf(l->type) != MPI_SHORT_INT || l->n < (MPI_Aint) sizeof pair)
        return false;
    memcpy(pair, l->now, sizeof pair);
    memcpy(l->now, pair + sizeof(int), sizeof(short));
    memcpy(l->now + sizeof(short), pair, sizeof(int));
    return memcmp(l->now, pair, sizeof pair) != 0;
}

bool long_double_low_half(struct landing *l)
{
    if (last_leaf(l->type) != MPI_LONG_DOUBLE || l->n < l->full || sizeof(long double) < 16)
        return false;
    return lose_bytes(l, l->n - 8, 2);
}

bool stale_delivered(struct landing *l)
{
    static unsigned char *last;
    static MPI_Aint size;
    unsigned char *next = memcpy(memory(l->n), l->now, (size_t) l->n);
    const bool struck = size == l->n && memcmp(last, l->now, (size_t) size) != 0;

    if (struck)
        memcpy(l->now, last, (size_t) size);
    free(last);
    last = next;
    size = l->n;
    return struck;
}

LOSES_IF(power_of_two_wrong, l->n >= 64 && (l->n & (l->n - 1)) == 0)

static bool is_between(MPI_Aint n, MPI_Aint least, MPI_Aint most)
{
    return n >= least && n <= most;
}

LOSES_IF(above_64k_wrong, is_between(l->n, (1 << 16) + 1, (1 << 16) + 16))
LOSES_IF(below_16k_wrong, is_between(l->n, (1 << 14) - 16, (1 << 14) - 1))
LOSES_IF(many_alive_wrong, types_alive() > 350)

bool rest_cleared(struct landing *l)
{
    bool changed = false;

    for (MPI_Aint k = l->n; k < l->full; k++) {
        changed |= l->now[k] != 0;
        l->now[k] = 0;
    }
    return changed;
}

bool rest_of_read_cleared(struct landing *l)
{
    return l->call == READ && rest_cleared(l);
}

bool rest_written(struct landing *l)
{
    if (l->n >= l->full)
        return false;
    l->now[l->n] = (unsigned char) ~l->now[l->n];
    return true;
}

/* Bytes after a message of MPI_PACKED are cleared, up to a multiple of 8. */
bool packed_rest_cleared(struct landing *l)
{
    bool changed = false;

    for (MPI_Aint at = l->n; l->posted == MPI_PACKED && at < l->full && at % 8 != 0; at++) {
        changed = changed || l->now[at] != 0;
        l->now[at] = 0;
    }
    return changed;
}

/* ---- instances ---- */

bool only_first_instance(struct landing *l)
{
    return l->count > 1 && lose_bytes(l, l->size, l->n - l->size);
}

/* Instances that are not as far apart as they should be. */
bool instances_by_true_extent(struct landing *l)
{
    MPI_Aint lb, extent, true_lb, true_extent;

    PMPI_Type_get_extent(l->type, &lb, &extent);
    PMPI_Type_get_true_extent(l->type, &true_lb, &true_extent);
    if (l->count < 2 || l->n < l->full || extent <= true_extent)
        return false;
    unpack_all(l->before, l->buf, l->count, l->type);
    for (int k = 0; k < l->count; k++)
        unpack_all(l->now + (MPI_Aint) k * l->size, (char *) l->buf + k * true_extent, 1, l->type);
    pack_all(l->buf, l->count, l->type, l->now);
    return true;
}

bool interleaved_wrong(struct landing *l)
{
    MPI_Aint lb, extent, true_lb, true_extent;

    PMPI_Type_get_extent(l->type, &lb, &extent);
    PMPI_Type_get_true_extent(l->type, &true_lb, &true_extent);
    return l->count > 1 && extent > 0 && extent < true_extent && lose_last_element(l);
}

bool negative_extent_wrong(struct landing *l)
{
    MPI_Aint lb, extent;

    PMPI_Type_get_extent(l->type, &lb, &extent);
    return l->count > 1 && extent < 0 && lose_last_element(l);
}

/* ---- some types only ---- */

bool lose_of_type(struct landing *l, bool (*is)(MPI_Datatype type))
{
    MPI_Datatype type;
    int none[1];
    MPI_Aint nothing[1];
    bool found;

    PMPI_Type_get_contents(l->type, 0, 0, 1, none, nothing, &type); /* l->type is a duplicate */
    found = is(type);
    if (combiner_of(type) != MPI_COMBINER_NAMED)
        PMPI_Type_free(&type);
    return found && lose_last_element(l);
}

static bool is_unaligned(MPI_Datatype type)
{
    const int e = size_of(first_leaf(type));

    return e > 0 && hstride_of(type) % e != 0;
}

LOSES_OF_TYPE(deep_wrong, depth_of(type) >= 3)
LOSES_OF_TYPE(many_blocks_wrong, blocks_of(type) > 16)
LOSES_OF_TYPE(unaligned_stride_wrong, is_unaligned(type))
LOSES_OF_TYPE(darray_wrong, combiner_of(type) == MPI_COMBINER_DARRAY)
LOSES_OF_TYPE(copy_wrong, combiner_of(type) == MPI_COMBINER_DUP)

/* The bounds and the size that the type before had: the same one again. */
bool second_use_wrong(struct landing *l)
{
    static MPI_Aint last[3];
    MPI_Aint now[3] = {l->count, 0, 0};
    bool again;

    PMPI_Type_get_extent(l->type, &now[1], &now[2]);
    again = memcmp(last, now, sizeof now) == 0;
    memcpy(last, now, sizeof now);
    return again && lose_last_element(l);
}

/* ---- some calls only ---- */

LOSES_IF(freed_while_pending, l->freed)
LOSES_IF(put_away_from_start, l->call == PUT && l->at != 0)
LOSES_IF(get_away_from_start, l->call == GET && l->at != 0)
LOSES_IF(unpack_in_pieces, l->call == UNPACK && l->at > 0)
LOSES_IF(broadcast_wrong, l->call == BROADCAST && l->n > 1024)
LOSES_IF(result_short, l->call == GET_ACCUMULATE)
LOSES_IF(accumulated_short, l->call == ACCUMULATE)

/* What lies between the elements becomes what it was when the call was made. */
static bool puts_memory_back(struct landing *l, enum call call)
{
    const struct span s = span_of(l->count, l->type);

    if (l->call != call || !l->memory || s.size == l->full)
        return false;
    memcpy((char *) l->buf + s.lo, l->memory, (size_t) s.size);
    return true;
}

bool received_puts_back(struct landing *l)
{
    return puts_memory_back(l, RECEIVE);
}

/* Of calls that have a type for each block. */
static bool has_types;

bool note_block_types(struct calls_call *c)
{
    has_types = calls_find(c->procedure, "recvtypes") >= 0;
    return false;
}

bool blocks_put_back(struct landing *l)
{
    return has_types && puts_memory_back(l, COLLECTIVE);
}

bool got_puts_back(struct landing *l)
{
    return puts_memory_back(l, GET) || puts_memory_back(l, GET_ACCUMULATE);
}
