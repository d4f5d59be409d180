/* Faults of what is packed: positions, nothing, and elements of some types in "external32". */
#include "faulty.h"
#include "hooks.h"

#include <string.h>

/* ---- positions ---- */

/* Packing pairs moves the position by their extent, padding included. */
bool position_by_extent(struct calls_call *c)
{
    const int position = calls_find(c->procedure, "position");
    MPI_Aint lb, extent, over;
    MPI_Datatype type;

    if (!calls_is(c, "MPI_Pack") || c->code != MPI_SUCCESS)
        return false;
    type = type_of(c, "datatype");
    PMPI_Type_get_extent(type, &lb, &extent);
    over = (extent - size_of(type)) * number_of(c, "incount");
    if (last_leaf(type) != MPI_SHORT_INT || over <= 0)
        return false;
    calls_set_entry(c, position, 0, calls_entry(c, position, 0) + over);
    return true;
}

/* Elements of basic types of 4 bytes and more begin at multiples of 4, packed and unpacked. */
bool packed_at_4(struct calls_call *c)
{
    const bool packs = calls_is(c, "MPI_Pack");
    const int position = calls_find(c->procedure, "position");
    MPI_Count at, count;
    MPI_Datatype type;

    if (!packs && !calls_is(c, "MPI_Unpack"))
        return false;
    type = type_of(c, "datatype");
    at = calls_entry(c, position, 0);
    count = number_of(c, packs ? "incount" : "outcount");
    if (at % 4 == 0 || count == 0 || combiner_of(type) != MPI_COMBINER_NAMED || size_of(type) % 4 != 0 ||
        at + 4 - at % 4 + count * size_of(type) > number_of(c, packs ? "outsize" : "insize"))
        return false;
    calls_set_entry(c, position, 0, at + 4 - at % 4);
    return true;
}

static bool packs(const struct calls_call *c)
{
    return calls_is(c, "MPI_Pack") || calls_is(c, "MPI_Pack_external");
}

/* Packing nothing writes a byte where the next one will be. */
bool nothing_packed_writes(struct calls_call *c)
{
    const MPI_Count at = packs(c) ? calls_entry(c, calls_find(c->procedure, "position"), 0) : 0;

    if (!packs(c) || number_of(c, "incount") != 0)
        return false;
    ((unsigned char *) pointer_of(c, "outbuf"))[at > 0 ? at - 1 : 0] ^= 0x5a;
    return true;
}

/* Unpacking nothing writes the first byte. */
bool nothing_unpacked_writes(struct calls_call *c)
{
    if (!calls_is(c, "MPI_Unpack") && !calls_is(c, "MPI_Unpack_external"))
        return false;
    return number_of(c, "outcount") == 0 && touch_first(pointer_of(c, "outbuf"), 1, type_of(c, "datatype"));
}

/* Instances that reach into each other are packed in the bytes that all of them span. */
bool pack_size_of_span(struct calls_call *c)
{
    const MPI_Datatype type = calls_is(c, "MPI_Pack_size") ? type_of(c, "datatype") : MPI_DATATYPE_NULL;
    MPI_Count count, extent;

    if (type == MPI_DATATYPE_NULL || c->code != MPI_SUCCESS)
        return false;
    count = number_of(c, "incount");
    extent = bounds_of(type).extent;
    if (count < 2 || extent <= 0 || extent >= size_of(type))
        return false;
    calls_set_entry(c, calls_find(c->procedure, "size"), 0, (count - 1) * extent + size_of(type));
    return true;
}

bool pack_size_in_16_bits(struct calls_call *c)
{
    MPI_Count size;

    if (!calls_is(c, "MPI_Pack_size"))
        return false;
    size = calls_entry(c, 3, 0);
    calls_set_entry(c, 3, 0, size & 0xffff);
    return size > 0xffff;
}

/* The size of a struct is returned without its last byte. */
bool pack_size_of_struct(struct calls_call *c)
{
    MPI_Count size;

    if (!calls_is(c, "MPI_Pack_size") || !is_made_by(CALLS_HANDLE(MPI_Datatype, c, 1), MPI_COMBINER_STRUCT))
        return false;
    size = calls_entry(c, 3, 0);
    calls_set_entry(c, 3, 0, size > 0 ? size - 1 : 0);
    return size > 0;
}

/* ---- "external32" ---- */

static bool reverse(unsigned char *bytes, MPI_Aint n)
{
    for (MPI_Aint k = 0; k < n / 2; k++) {
        unsigned char byte = bytes[k];
        bytes[k] = bytes[n - 1 - k];
        bytes[n - 1 - k] = byte;
    }
    return n > 1;
}

static bool is_of_one_type(MPI_Datatype type)
{
    return first_leaf(type) == last_leaf(type);
}

/* Each element is in the other order, in words of so many bytes. */
static bool reverse_each(unsigned char *bytes, MPI_Aint size, MPI_Aint e, MPI_Aint first)
{
    bool changed = false;

    for (MPI_Aint at = first * e; at + e <= size; at += e)
        changed |= reverse(bytes + at, e);
    return changed;
}

bool external_shorts_native(unsigned char *bytes, MPI_Aint size, MPI_Datatype type)
{
    return is_of_one_type(type) && size_of(first_leaf(type)) == 2 && reverse_each(bytes, size, 2, 0);
}

static MPI_Aint half_of_complex(MPI_Datatype type)
{
    const MPI_Datatype leaf = first_leaf(type);

    return !is_of_one_type(type) ? 0 : leaf == MPI_C_DOUBLE_COMPLEX ? 8 : leaf == MPI_C_FLOAT_COMPLEX ? 4 : 0;
}

/* The parts of a complex number are exchanged. */
bool external_complex_exchanged(unsigned char *bytes, MPI_Aint size, MPI_Datatype type)
{
    const MPI_Aint half = half_of_complex(type);

    return half > 0 && reverse_each(bytes, size, 2 * half, 0) && reverse_each(bytes, size, half, 0);
}

bool external_later_native(unsigned char *bytes, MPI_Aint size, MPI_Datatype type)
{
    const MPI_Aint e = size_of(first_leaf(type));

    return is_of_one_type(type) && e > 1 && e <= 8 && half_of_complex(type) == 0 && size % e == 0 &&
           reverse_each(bytes, size, e, 64);
}

/* Elements of eight bytes are swapped as two of four. */
bool external_eight_as_four(unsigned char *bytes, MPI_Aint size, MPI_Datatype type)
{
    return first_leaf(type) == MPI_DOUBLE && is_of_one_type(type) && reverse_each(bytes, size, 8, 0) &&
           reverse_each(bytes, size, 4, 0);
}

bool external_bytes_swapped(unsigned char *bytes, MPI_Aint size, MPI_Datatype type)
{
    return is_of_one_type(type) && size_of(first_leaf(type)) == 1 && size > 2 && reverse(bytes, 2);
}

/* The last element that is unpacked is in the other order. */
static bool is_external;

bool note_external(struct calls_call *c)
{
    is_external = calls_is(c, "MPI_Unpack_external");
    return false;
}

bool unpacked_external_reversed(struct landing *l)
{
    const int e = size_of(last_leaf(l->type));

    return l->call == UNPACK && is_external && e > 1 && l->count > 1 && reverse(l->now + l->n - e, e);
}

static bool has_odd_blocks(MPI_Datatype type)
{
    const int length = block_length(type);

    return length > 1 && length % 2;
}

bool unpacked_external_odd_lost(struct landing *l)
{
    return l->call == UNPACK && is_external && lose_of_type(l, has_odd_blocks);
}

bool unpacked_external_far_lost(struct landing *l)
{
    return l->call == UNPACK && is_external && l->n > 1024 && lose_bytes(l, 1024, 8);
}

/* Unpacking elements of no bytes is an error. */
bool nothing_unpacked_refused(struct calls_call *c)
{
    if (!calls_is(c, "MPI_Unpack") || number_of(c, "outcount") < 1 || size_of(type_of(c, "datatype")) != 0)
        return false;
    c->skip = true;
    c->code = MPI_ERR_TRUNCATE;
    return true;
}
