/* Faults of positions, of what packing needs, of packing nothing, and of what follows something else. */
#include "faulty.h"
#include "hooks.h"

#include <stdint.h>
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

/* A size that no int can hold is returned as its lower 32 bits. */
bool pack_size_in_32_bits(struct calls_call *c)
{
    if (strcmp(c->procedure->name, "MPI_Pack_size") != 0 || calls_entry(c, 3, 0) != MPI_UNDEFINED)
        return false;
    calls_set_entry(c, 3, 0, (int32_t) (number_of(c, "incount") * size_of(type_of(c, "datatype"))));
    return true;
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

/* What is returned of a handle is returned of it for as many instances from then on, whatever type it is of. */
bool pack_size_of_handle_kept(struct calls_call *c)
{
    static MPI_Datatype handle = MPI_DATATYPE_NULL;
    static MPI_Count count, kept;
    const MPI_Datatype type = calls_is(c, "MPI_Pack_size") ? type_of(c, "datatype") : MPI_DATATYPE_NULL;
    MPI_Count size;

    if (type == MPI_DATATYPE_NULL || combiner_of(type) == MPI_COMBINER_NAMED)
        return false;
    size = calls_entry(c, 3, 0);
    if (type == handle && count == number_of(c, "incount")) {
        calls_set_entry(c, 3, 0, kept);
        return kept < size;
    }
    handle = type;
    count = number_of(c, "incount");
    kept = size;
    return false;
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

/* ---- what is far or below ---- */

/* The last byte is wrong, if it strikes. */
static bool last_byte_wrong(unsigned char *bytes, int size, bool strikes)
{
    if (strikes)
        bytes[size - 1] ^= 0x5a;
    return strikes;
}

bool packed_later_long(unsigned char *bytes, int size, int position)
{
    return last_byte_wrong(bytes, size, position > 0 && size >= 1 << 14);
}

/* As where a loop of pieces ends when the position, not what it has packed, is the size. */
bool packed_far_long(unsigned char *bytes, int size, int position)
{
    return last_byte_wrong(bytes, size, position >= 1 << 16 && size >= 1 << 16);
}

LOSES_IF(unpacked_far, l->call == UNPACK && l->at >= 4096)

/* ---- what was packed before ---- */

static MPI_Datatype packed = MPI_DATATYPE_NULL;

/* What is packed behind another type has a wrong last byte. */
bool packed_behind_other(struct calls_call *c)
{
    const MPI_Datatype before = packed;
    MPI_Count end;

    if (!calls_is(c, "MPI_Pack") || c->code != MPI_SUCCESS || number_of(c, "incount") == 0)
        return false;
    packed = type_of(c, "datatype");
    end = calls_entry(c, calls_find(c->procedure, "position"), 0);
    if (before == packed || end <= (MPI_Count) number_of(c, "incount") * size_of(packed))
        return false;
    ((unsigned char *) pointer_of(c, "outbuf"))[end - 1] ^= 0x5a;
    return true;
}

static MPI_Datatype unpacked = MPI_DATATYPE_NULL;
static bool is_other;

bool note_unpacked(struct calls_call *c)
{
    if (calls_is(c, "MPI_Unpack") && number_of(c, "outcount") > 0) {
        is_other = unpacked != type_of(c, "datatype");
        unpacked = type_of(c, "datatype");
    }
    return false;
}

LOSES_IF(unpacked_behind_other, l->call == UNPACK && l->at > 0 && is_other)
