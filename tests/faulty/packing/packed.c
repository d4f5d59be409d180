/* Faults of the bytes that are packed, of those beside them, and of the buffers. */
#include "faulty.h"
#include "hooks.h"

#include <stdint.h>
#include <string.h>

static bool packs(const struct calls_call *c)
{
    return calls_is(c, "MPI_Pack") || calls_is(c, "MPI_Pack_external");
}

/* ---- where packing begins ---- */

static MPI_Count packed_from;

bool note_packed_from(struct calls_call *c)
{
    if (packs(c))
        packed_from = calls_entry(c, calls_find(c->procedure, "position"), 0);
    return false;
}

/* The position is how much was packed. */
bool position_of_this(struct calls_call *c)
{
    const int position = calls_find(c->procedure, "position");

    if (!calls_is(c, "MPI_Pack") || c->code != MPI_SUCCESS || packed_from == 0)
        return false;
    calls_set_entry(c, position, 0, calls_entry(c, position, 0) - packed_from);
    return true;
}

static MPI_Count packed_to(const struct calls_call *c)
{
    return calls_entry(c, calls_find(c->procedure, "position"), 0);
}

/* What is packed in "external32" has a wrong last byte. */
static bool last_external_wrong(const struct calls_call *c)
{
    ((unsigned char *) pointer_of(c, "outbuf"))[packed_to(c) - 1] ^= 0x5a;
    return true;
}

static bool packed_external(const struct calls_call *c)
{
    return calls_is(c, "MPI_Pack_external") && c->code == MPI_SUCCESS && packed_to(c) > packed_from;
}

/* At an odd position; at such positions alone; where there is room for no more. */
bool external_odd_wrong(struct calls_call *c)
{
    return packed_external(c) && packed_from % 2 == 1 && last_external_wrong(c);
}

bool external_at_2_wrong(struct calls_call *c)
{
    return packed_external(c) && packed_from % 4 == 2 && last_external_wrong(c);
}

bool external_at_5_wrong(struct calls_call *c)
{
    return packed_external(c) && packed_from % 8 == 5 && last_external_wrong(c);
}

bool external_exact_wrong(struct calls_call *c)
{
    enum { SOME = 16 };

    return packed_external(c) && packed_to(c) == number_of(c, "outsize") && packed_to(c) - packed_from > SOME &&
           last_external_wrong(c);
}

/* From a position beyond 2^32 on, bytes lie where the lower 32 bits of it say. */
static bool wraps(const struct calls_call *c, const char *procedure)
{
    unsigned char *out;
    MPI_Aint n;

    if (!calls_is(c, procedure) || c->code != MPI_SUCCESS || packed_from <= UINT32_MAX || packed_to(c) <= packed_from)
        return false;
    out = pointer_of(c, "outbuf");
    n = (MPI_Aint) (packed_to(c) - packed_from);
    memcpy(out + (uint32_t) packed_from, out + packed_from, (size_t) n);
    memset(out + packed_from, 0, (size_t) n);
    return true;
}

bool pack_wraps(struct calls_call *c)
{
    return wraps(c, "MPI_Pack");
}

bool external_wraps(struct calls_call *c)
{
    return wraps(c, "MPI_Pack_external");
}

static bool reverse_last(unsigned char *bytes, MPI_Aint size, int e)
{
    bool changed = false;

    for (int k = 0; k < e / 2 && size >= e; k++) {
        unsigned char *a = &bytes[size - e + k], *b = &bytes[size - 1 - k], byte = *a;
        changed |= *a != *b;
        *a = *b;
        *b = byte;
    }
    return changed;
}

/* Of several basic types the last one is not converted. */
bool external_mixed_native(unsigned char *bytes, MPI_Aint size, MPI_Datatype type)
{
    const MPI_Datatype last = last_leaf(type);

    return first_leaf(type) != last && size_of(last) <= 8 && reverse_last(bytes, size, size_of(last));
}

/* Nor are addresses, counts and offsets. */
bool external_address_native(unsigned char *bytes, MPI_Aint size, MPI_Datatype type)
{
    const MPI_Datatype last = last_leaf(type);

    return (last == MPI_AINT || last == MPI_COUNT || last == MPI_OFFSET) && reverse_last(bytes, size, 8);
}

LOSES_IF(unpacked_below, l->call == UNPACK && span_of(l->count, l->type).lo < 0)

/* ---- bytes ---- */

bool position_ignored(unsigned char *bytes, int size, int position)
{
    if (position == 0 || size == 0)
        return false;
    bytes[size - 1] = (unsigned char) ~bytes[size - 1];
    return true;
}

bool packed_last_byte(unsigned char *bytes, int size, int position)
{
    (void) position;
    if (size < 1024)
        return false;
    bytes[size - 1] = (unsigned char) ~bytes[size - 1];
    return true;
}

bool external_native(unsigned char *bytes, MPI_Aint size, MPI_Datatype type)
{
    const int e = size_of(first_leaf(type));

    if (e < 2 || size < e)
        return false;
    for (int k = 0; k < e / 2; k++) {
        unsigned char byte = bytes[k];
        bytes[k] = bytes[e - 1 - k];
        bytes[e - 1 - k] = byte;
    }
    return true;
}

bool pack_size_short(int *size)
{
    if (*size == 0)
        return false;
    --*size;
    return true;
}

/* ---- calls ---- */

/* Packing nothing writes a byte where the next one will be. */
bool nothing_packed_writes(struct calls_call *c)
{
    const MPI_Count at = packs(c) ? calls_entry(c, calls_find(c->procedure, "position"), 0) : 0;

    if (!packs(c) || number_of(c, "incount") != 0)
        return false;
    ((unsigned char *) pointer_of(c, "outbuf"))[at > 0 ? at - 1 : 0] ^= 0x5a;
    return true;
}

bool nothing_packed_moves(struct calls_call *c)
{
    const int position = calls_find(c->procedure, "position");

    if (!packs(c) || number_of(c, "incount") != 0)
        return false;
    calls_set_entry(c, position, 0, calls_entry(c, position, 0) + 1);
    return true;
}

/* The position moves by the extents of instances that have no elements. */
bool extents_packed(struct calls_call *c)
{
    const int position = calls_find(c->procedure, "position");
    MPI_Aint lb, extent;

    if (!packs(c) || c->code != MPI_SUCCESS || size_of(type_of(c, "datatype")) != 0)
        return false;
    PMPI_Type_get_extent(type_of(c, "datatype"), &lb, &extent);
    calls_set_entry(c, position, 0, calls_entry(c, position, 0) + number_of(c, "incount") * extent);
    return number_of(c, "incount") * extent > 0;
}

bool packed_past_room(struct calls_call *c)
{
    if (!packs(c) || c->code != MPI_SUCCESS)
        return false;
    ((unsigned char *) pointer_of(c, "outbuf"))[number_of(c, "outsize")] ^= 0x5a;
    return true;
}

static bool change_input(const struct calls_call *c, const char *row, MPI_Count at)
{
    unsigned char *in;

    if (!calls_is(c, row) || c->code != MPI_SUCCESS || number_of(c, "insize") < 1)
        return false;
    in = pointer_of(c, "inbuf");
    in[at < 0 ? number_of(c, "insize") - 1 : at] ^= 0x5a;
    return true;
}

bool unpack_changes_input(struct calls_call *c)
{
    return change_input(c, "MPI_Unpack", 0);
}

bool unpack_external_changes_input(struct calls_call *c)
{
    return change_input(c, "MPI_Unpack_external", -1);
}

bool pack_changes_buffer(struct calls_call *c)
{
    return packs(c) && number_of(c, "incount") > 0 && size_of(type_of(c, "datatype")) > 0 &&
           touch_first(pointer_of(c, "inbuf"), number_of(c, "incount"), type_of(c, "datatype"));
}

static bool returned_less(const struct calls_call *c, const char *row, MPI_Count less)
{
    if (!calls_is(c, row) || less <= 0)
        return false;
    calls_set_entry(c, 3, 0, calls_entry(c, 3, 0) - less);
    return true;
}

/* What one instance needs. */
bool pack_size_of_one(struct calls_call *c)
{
    return calls_is(c, "MPI_Pack_size") &&
           returned_less(c, "MPI_Pack_size",
                         (number_of(c, "incount") - 1) * (MPI_Count) size_of(type_of(c, "datatype")));
}

bool pack_size_of_deep(struct calls_call *c)
{
    return calls_is(c, "MPI_Pack_size") && depth_of(CALLS_HANDLE(MPI_Datatype, c, 1)) >= 3 &&
           returned_less(c, "MPI_Pack_size", 1);
}

bool external_long_double_short(struct calls_call *c)
{
    return calls_is(c, "MPI_Pack_external_size") && last_leaf(CALLS_HANDLE(MPI_Datatype, c, 2)) == MPI_LONG_DOUBLE &&
           returned_less(c, "MPI_Pack_external_size", 4);
}

bool external_before_start(struct calls_call *c)
{
    if (!calls_is(c, "MPI_Pack_external") || c->code != MPI_SUCCESS || packed_from == 0)
        return false;
    ((unsigned char *) pointer_of(c, "outbuf"))[packed_from - 1] ^= 0x5a;
    return true;
}

static bool change_last(unsigned char *bytes, MPI_Aint size, bool is_due)
{
    if (is_due && size > 0)
        bytes[size - 1] ^= 0x5a;
    return is_due && size > 0;
}

bool external_wide_character(unsigned char *bytes, MPI_Aint size, MPI_Datatype type)
{
    return change_last(bytes, size, last_leaf(type) == MPI_WCHAR);
}

bool external_long_double(unsigned char *bytes, MPI_Aint size, MPI_Datatype type)
{
    if (last_leaf(type) != MPI_LONG_DOUBLE || size < 16)
        return false;
    bytes[size - 11] ^= 0x5a; /* within the value, in whichever order of bytes */
    bytes[size - 6] ^= 0x5a;
    return true;
}

bool packed_by_large_call(struct calls_call *c)
{
    const int position = calls_find(c->procedure, "position");

    return strcmp(c->procedure->name, "MPI_Pack_c") == 0 && c->code == MPI_SUCCESS &&
           change_last(pointer_of(c, "outbuf"), (MPI_Aint) calls_entry(c, position, 0), number_of(c, "incount") > 0);
}

bool unpacks_past(struct calls_call *c)
{
    return calls_is(c, "MPI_Unpack") && c->code == MPI_SUCCESS && number_of(c, "outcount") > 0 &&
           size_of(type_of(c, "datatype")) > 0 &&
           touch_after(pointer_of(c, "outbuf"), number_of(c, "outcount"), type_of(c, "datatype"));
}

bool unpacked_to_end(struct calls_call *c)
{
    const int position = calls_find(c->procedure, "position");

    if (!calls_is(c, "MPI_Unpack") || c->code != MPI_SUCCESS ||
        calls_entry(c, position, 0) == number_of(c, "insize"))
        return false;
    calls_set_entry(c, position, 0, number_of(c, "insize"));
    return true;
}
