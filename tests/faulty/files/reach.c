/* Faults of files: far places, many tiles, and what is returned of views. */
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

/* Where an etype of the view is in the file. */
static MPI_Offset place_of(MPI_File fh, MPI_Offset etype)
{
    MPI_Offset place = 0;

    PMPI_File_get_byte_offset(fh, etype, &place);
    return place;
}

/* ---- reads one after the other ---- */

/* Where the read before this one has ended, by the pointer and in the file, unless the pointer was set since. */
static struct {
    MPI_File fh;
    MPI_Offset etype, place;
} last_read;
static bool begins_past_hole;

/* A read that goes on where the last one has ended, with a hole between the two. */
bool note_read(struct calls_call *c)
{
    const bool is_read = calls_is(c, "MPI_File_read") || calls_is(c, "MPI_File_read_all");
    const bool reads = is_read && c->procedure->num_accesses > 0; /* not where a split one ends */
    const MPI_File fh = reads ? file_of(c) : MPI_FILE_NULL;
    const MPI_Aint etype_size = reads ? view_of(fh).etype_size : 0;
    MPI_Offset at = 0;

    begins_past_hole = false;
    if (etype_size == 0) {
        if (calls_is(c, "MPI_File_seek") || calls_is(c, "MPI_File_set_view") || calls_is(c, "MPI_File_open"))
            last_read.place = 0;
        return false;
    }
    PMPI_File_get_position(fh, &at);
    begins_past_hole = last_read.place > 0 && last_read.fh == fh && last_read.etype == at &&
                       place_of(fh, at) > last_read.place;
    last_read.fh = fh;
    last_read.etype = at + bytes_of_call(c) / etype_size;
    last_read.place = last_read.etype > at ? place_of(fh, last_read.etype - 1) + etype_size : 0;
    return false;
}

LOSES_IF(read_past_hole, l->call == READ && begins_past_hole)

/* ---- what several ranks read ---- */

static bool is_common;

void find_reach(const struct calls_call *c, MPI_Offset reach[2])
{
    const MPI_File fh = file_of(c);
    const MPI_Offset from = *(MPI_Offset *) c->args[calls_find(c->procedure, "offset")];
    const MPI_Offset etypes = etypes_of_call(c);

    reach[0] = place_of(fh, from);
    reach[1] = etypes > 0 ? place_of(fh, from + etypes - 1) : reach[0] - 1;
}

void find_reach_beside(const struct calls_call *c, int by, MPI_Offset mine[2], MPI_Offset theirs[2])
{
    const MPI_Comm comm = comm_of_file(file_of(c));
    int rank, size, to, from;

    PMPI_Comm_rank(comm, &rank);
    PMPI_Comm_size(comm, &size);
    to = rank - by;
    from = rank + by;
    find_reach(c, mine);
    theirs[0] = 0;
    theirs[1] = -1;
    PMPI_Sendrecv(mine, 2, MPI_OFFSET, 0 <= to && to < size ? to : MPI_PROC_NULL, 0, theirs, 2, MPI_OFFSET,
                  0 <= from && from < size ? from : MPI_PROC_NULL, 0, comm, MPI_STATUS_IGNORE);
}

bool note_common(struct calls_call *c)
{
    MPI_Offset reach[2], before[2];

    is_common = false;
    if (strcmp(c->procedure->name, "MPI_File_read_at_all") != 0)
        return false;
    find_reach_beside(c, -1, reach, before);
    is_common = before[0] < reach[0] && reach[0] <= before[1];
    return false;
}

LOSES_IF(common_lost, l->call == READ && is_common)

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
