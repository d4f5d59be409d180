/* Faults of files: far places, many tiles, what is returned of views; and of what is returned of types, statuses and
 * packs. */
#include "faulty.h"
#include "hooks.h"

#include <stdint.h>
#include <string.h>

/* ---- far places ---- */

bool view_far_32(MPI_Offset *disp, MPI_Datatype etype, MPI_Datatype *filetype)
{
    const MPI_Offset was = *disp;

    (void) etype, (void) filetype;
    *disp = (uint32_t) was;
    return *disp != was;
}

bool offset_far_32(struct calls_call *c)
{
    const int param = strncmp(c->procedure->name, "MPI_File_", 9) == 0 && c->procedure->num_accesses > 0
                          ? calls_find(c->procedure, "offset") : -1;
    MPI_Offset *offset, was;

    if (param < 0 || c->procedure->params[param].is_pointer)
        return false;
    offset = c->args[param];
    was = *offset;
    *offset = (int32_t) was;
    return *offset != was;
}

/* ---- tiles ---- */

static int tile = 0;

bool note_tile(struct calls_call *c)
{
    if (calls_is(c, "MPI_File_set_view"))
        tile = size_of(type_of(c, "filetype"));
    if (calls_is(c, "MPI_File_open"))
        tile = 0;
    return false;
}

LOSES_IF(many_tiles_short, l->call == READ && tile > 0 && l->n > 16 * (MPI_Aint) tile)
LOSES_IF(part_of_tile_short, l->call == READ && tile > 0 && l->n % tile != 0)

static bool is_scattered;

bool note_scattered(struct calls_call *c)
{
    if (calls_is(c, "MPI_File_set_view"))
        is_scattered = combiner_of(type_of(c, "filetype")) != MPI_COMBINER_NAMED;
    if (calls_is(c, "MPI_File_open"))
        is_scattered = false;
    return false;
}

LOSES_IF(read_scattered, l->call == READ && depth_of(l->type) > 1 && !is_scattered)
LOSES_IF(read_scattered_twice, l->call == READ && depth_of(l->type) > 1 && is_scattered)

/* ---- what is returned of views ---- */

bool view_returned_etype(struct calls_call *c)
{
    MPI_Datatype *etype, *filetype;

    if (!calls_is(c, "MPI_File_get_view") || c->code != MPI_SUCCESS)
        return false;
    etype = pointer_of(c, "etype");
    filetype = pointer_of(c, "filetype");
    if (same_map(*etype, *filetype))
        return false;
    PMPI_Type_dup(*etype, filetype);
    return true;
}

bool view_returned_native(struct calls_call *c)
{
    char *datarep;

    if (!calls_is(c, "MPI_File_get_view") || c->code != MPI_SUCCESS)
        return false;
    datarep = pointer_of(c, "datarep");
    if (strcmp(datarep, "native") == 0)
        return false;
    strcpy(datarep, "native");
    return true;
}

/* ---- what is returned of statuses and types ---- */

static MPI_Datatype received = MPI_DATATYPE_NULL;

/* A count is that of the type that was received. */
bool note_received(struct calls_call *c)
{
    if (strcmp(c->procedure->name, "MPI_Recv") == 0)
        received = type_of(c, "datatype");
    return false;
}

bool count_of_received(struct calls_call *c)
{
    const MPI_Datatype asked = calls_is(c, "MPI_Get_count") ? CALLS_HANDLE(MPI_Datatype, c, 1) : MPI_DATATYPE_NULL;
    int count;

    if (asked == MPI_DATATYPE_NULL || asked == received || received == MPI_DATATYPE_NULL)
        return false;
    PMPI_Get_count(CALLS_HANDLE(const MPI_Status *, c, 0), received, &count);
    if (calls_entry(c, 2, 0) == count)
        return false;
    calls_set_entry(c, 2, 0, count);
    return true;
}

bool forget_freed(struct calls_call *c)
{
    note_received(c);
    if (calls_is(c, "MPI_Type_free") && *CALLS_HANDLES(MPI_Datatype, c, 0) == received)
        received = MPI_DATATYPE_NULL;
    return false;
}

bool set_cancelled_ignored(struct calls_call *c)
{
    c->skip = calls_is(c, "MPI_Status_set_cancelled") && number_of(c, "flag") != 0;
    return c->skip;
}

bool true_extent_x_wrong(enum query what, MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent)
{
    const MPI_Aint was[] = {*lb, *extent};

    if (what != TRUE_EXTENT_X)
        return false;
    PMPI_Type_get_extent(type, lb, extent);
    return *lb != was[0] || *extent != was[1];
}

/* A type of eight bytes is asked for, and one of four found. */
bool match_narrow(struct calls_call *c)
{
    MPI_Datatype *type;

    if (!calls_is(c, "MPI_Type_match_size") || c->code != MPI_SUCCESS || (int) calls_number(c, 1) != 8)
        return false;
    type = calls_pointer(c, 2);
    return PMPI_Type_match_size((int) calls_number(c, 0), 4, type) == MPI_SUCCESS;
}

bool parameters_returned_more(int combiner, int ints, int *integers, int addresses, MPI_Aint *displs)
{
    (void) addresses, (void) displs;
    if ((combiner != MPI_COMBINER_F90_REAL && combiner != MPI_COMBINER_F90_INTEGER) || ints < 1)
        return false;
    integers[0]++;
    return true;
}

/* ---- packs ---- */

static MPI_Count packed_from;

bool note_packed_from(struct calls_call *c)
{
    if (calls_is(c, "MPI_Pack") || calls_is(c, "MPI_Pack_external"))
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
