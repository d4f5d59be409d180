/* Faults of the pointers and the modes of files, and of accesses that ranks or buffers divide. */
#include "faulty.h"
#include "hooks.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- pointers ---- */

static MPI_Offset was_at, was_shared_at;

bool note_pointers(struct calls_call *c)
{
    if (!calls_is(c, "MPI_File_set_view"))
        return false;
    PMPI_File_get_position(file_of(c), &was_at);
    PMPI_File_get_position_shared(file_of(c), &was_shared_at);
    return false;
}

bool view_keeps_pointer(struct calls_call *c)
{
    if (!calls_is(c, "MPI_File_set_view") || c->code != MPI_SUCCESS || was_at == 0)
        return false;
    PMPI_File_seek(file_of(c), was_at, MPI_SEEK_SET);
    return true;
}

bool view_keeps_shared_pointer(struct calls_call *c)
{
    if (!calls_is(c, "MPI_File_set_view") || c->code != MPI_SUCCESS || was_shared_at == 0)
        return false;
    PMPI_File_seek_shared(file_of(c), was_shared_at, MPI_SEEK_SET);
    return true;
}

static bool has_sought(const struct calls_call *c, const char *row, int whence)
{
    return calls_is(c, row) && c->code == MPI_SUCCESS && number_of(c, "whence") == whence;
}

/* The shared pointer moves from where the own one is. */
bool shared_seek_from_own(struct calls_call *c)
{
    MPI_Offset own = 0, to;

    if (!has_sought(c, "MPI_File_seek_shared", MPI_SEEK_CUR))
        return false;
    if (PMPI_File_get_position(file_of(c), &own) != MPI_SUCCESS || own == 0)
        return false;
    to = own + number_of(c, "offset");
    return to >= 0 && PMPI_File_seek_shared(file_of(c), to, MPI_SEEK_SET) == MPI_SUCCESS;
}

/* Reading nothing moves the pointer. */
bool nothing_read_moves(struct calls_call *c)
{
    if (strcmp(c->procedure->name, "MPI_File_read") != 0 || c->code != MPI_SUCCESS || number_of(c, "count") != 0)
        return false;
    PMPI_File_seek(file_of(c), 1, MPI_SEEK_CUR);
    return true;
}

/* A file that is opened to append begins at its start. */
bool append_at_start(struct calls_call *c)
{
    MPI_File *fh;

    if (!calls_is(c, "MPI_File_open") || c->code != MPI_SUCCESS || !(number_of(c, "amode") & MPI_MODE_APPEND))
        return false;
    fh = calls_pointer(c, calls_find(c->procedure, "fh"));
    PMPI_File_seek(*fh, 0, MPI_SEEK_SET);
    return true;
}

/* So it does by the shared pointer. */
bool append_at_start_shared(struct calls_call *c)
{
    MPI_File *fh;
    MPI_Offset size;

    if (!calls_is(c, "MPI_File_open") || c->code != MPI_SUCCESS || !(number_of(c, "amode") & MPI_MODE_APPEND))
        return false;
    fh = calls_pointer(c, calls_find(c->procedure, "fh"));
    PMPI_File_get_size(*fh, &size);
    PMPI_File_seek_shared(*fh, 0, MPI_SEEK_SET);
    return size > 0;
}

static bool is_access(const struct calls_call *c)
{
    return strncmp(c->procedure->name, "MPI_File_", 9) == 0 && c->procedure->num_accesses > 0 && c->code == MPI_SUCCESS;
}

/* An access at an explicit offset moves the pointer. */
bool explicit_moves(struct calls_call *c)
{
    return is_access(c) && calls_find(c->procedure, "offset") >= 0 && number_of(c, "count") > 0 &&
           PMPI_File_seek(file_of(c), 1, MPI_SEEK_CUR) == MPI_SUCCESS;
}

static bool ends_behind_file(const struct calls_call *c)
{
    MPI_Offset reach[2], size;

    find_reach(c, reach);
    PMPI_File_get_size(file_of(c), &size);
    return reach[1] >= reach[0] && reach[1] >= size;
}

/* A read at an explicit offset that reaches the end of the file does. */
bool short_explicit_moves(struct calls_call *c)
{
    return (calls_is(c, "MPI_File_read_at") || calls_is(c, "MPI_File_read_at_all")) && c->code == MPI_SUCCESS &&
           calls_find(c->procedure, "offset") >= 0 && ends_behind_file(c) &&
           PMPI_File_seek(file_of(c), 1, MPI_SEEK_CUR) == MPI_SUCCESS;
}

/* One by the shared pointer moves the other one. */
bool shared_moves_own(struct calls_call *c)
{
    return is_access(c) && strstr(c->procedure->name, "_shared") && number_of(c, "count") > 0 &&
           PMPI_File_seek(file_of(c), 1, MPI_SEEK_CUR) == MPI_SUCCESS;
}

/* A collective one by the individual pointer moves the shared one. */
bool collective_moves_shared(struct calls_call *c)
{
    return calls_is(c, "MPI_File_write_all") && c->code == MPI_SUCCESS &&
           PMPI_File_seek_shared(file_of(c), 1, MPI_SEEK_CUR) == MPI_SUCCESS;
}

/* The end of a file is looked for as if its view had no holes. */
bool end_without_holes(struct calls_call *c)
{
    MPI_Offset size, was, at;
    struct view v;

    if (!has_sought(c, "MPI_File_seek", MPI_SEEK_END))
        return false;
    v = view_of(file_of(c));
    PMPI_File_get_size(file_of(c), &size);
    PMPI_File_get_position(file_of(c), &was);
    at = v.etype_size > 0 ? (size - v.disp) / v.etype_size + number_of(c, "offset") : was;
    if (at < 0 || at == was)
        return false;
    PMPI_File_seek(file_of(c), at, MPI_SEEK_SET);
    return true;
}

/* The end of a file within a hole is an etype too low. */
bool end_in_hole_low(struct calls_call *c)
{
    MPI_Offset size, at, place = 0;

    if (!has_sought(c, "MPI_File_seek", MPI_SEEK_END))
        return false;
    PMPI_File_get_size(file_of(c), &size);
    PMPI_File_get_position(file_of(c), &at);
    PMPI_File_get_byte_offset(file_of(c), at - number_of(c, "offset"), &place);
    if (at == 0 || place <= size)
        return false;
    PMPI_File_seek(file_of(c), at - 1, MPI_SEEK_SET);
    return true;
}

/* The end of a view of bytes is as far as that of the file. */
bool end_without_displacement(struct calls_call *c)
{
    struct view v;

    if (!has_sought(c, "MPI_File_seek", MPI_SEEK_END))
        return false;
    v = view_of(file_of(c));
    return v.tile.extent == 1 && v.disp > 0 && PMPI_File_seek(file_of(c), v.disp, MPI_SEEK_CUR) == MPI_SUCCESS;
}

/* The end of a file of more than 4 MiB is found there. */
bool end_after_4_mib(struct calls_call *c)
{
    const MPI_Offset most = (MPI_Offset) 4 << 20;
    MPI_Offset size;

    if (!has_sought(c, "MPI_File_seek", MPI_SEEK_END))
        return false;
    PMPI_File_get_size(file_of(c), &size);
    if (size <= most)
        return false;
    PMPI_File_seek(file_of(c), most / view_of(file_of(c)).etype_size, MPI_SEEK_SET);
    return true;
}

/* ---- accesses that ranks or buffers divide ---- */

static bool is_after_nothing;

/* What a rank reads in the order of ranks after it has read nothing so. */
bool note_nothing_ordered(struct calls_call *c)
{
    static bool was_nothing;

    if (strncmp(c->procedure->name, "MPI_File_read_ordered", 21) != 0 || calls_find(c->procedure, "count") < 0)
        return false;
    is_after_nothing = was_nothing && number_of(c, "count") > 0;
    was_nothing = number_of(c, "count") == 0;
    return false;
}

LOSES_IF(after_nothing_ordered, l->call == READ && is_after_nothing)

static MPI_Aint apart, buffer;

/* Bytes of the file from one etype to the next, where all file types have but one. */
bool note_holes(struct calls_call *c)
{
    MPI_Aint lb;

    if (calls_is(c, "MPI_File_open"))
        apart = 0;
    if (calls_is(c, "MPI_File_set_view") && size_of(type_of(c, "filetype")) == size_of(type_of(c, "etype")))
        PMPI_Type_get_extent(type_of(c, "filetype"), &lb, &apart);
    return false;
}

LOSES_IF(past_half_megabyte_lost, l->call == READ && apart > 0 && l->n / 4 * apart > (MPI_Aint) 1 << 19)

/* What a hint says of buffers. */
bool note_buffer(struct calls_call *c)
{
    if (calls_is(c, "MPI_Info_set") && strcmp(pointer_of(c, "key"), "ind_rd_buffer_size") == 0)
        buffer = (MPI_Aint) strtol(pointer_of(c, "value"), NULL, 10);
    return false;
}

LOSES_IF(past_buffer_lost, l->call == READ && buffer > 0 && l->n > buffer)

/* ---- modes ---- */

static bool is_atomic;

bool note_atomic(struct calls_call *c)
{
    if (calls_is(c, "MPI_File_set_atomicity"))
        is_atomic = number_of(c, "flag") != 0;
    if (calls_is(c, "MPI_File_open"))
        is_atomic = false;
    return false;
}

LOSES_IF(atomic_read_short, l->call == READ && is_atomic)

/* A view takes the file out of atomic mode. */
bool view_ends_atomic(struct calls_call *c)
{
    int flag;

    if (!calls_is(c, "MPI_File_set_view") || c->code != MPI_SUCCESS)
        return false;
    PMPI_File_get_atomicity(file_of(c), &flag);
    return flag && PMPI_File_set_atomicity(file_of(c), 0) == MPI_SUCCESS;
}

/* ---- the shared pointer of several ranks at once ---- */

/* Where it stood before the call, which then takes its time. */
static MPI_Offset stale;

static bool is_shared(const struct calls_call *c, const char *procedure)
{
    return strcmp(c->procedure->name, procedure) == 0;
}

static bool moved_more(const struct calls_call *c)
{
    MPI_Offset now;

    PMPI_File_get_position_shared(file_of(c), &now);
    return (now - stale) * view_of(file_of(c)).etype_size > bytes_of_call(c);
}

bool note_shared(struct calls_call *c)
{
    if (!is_shared(c, "MPI_File_write_shared") && !is_shared(c, "MPI_File_read_shared"))
        return false;
    PMPI_File_get_position_shared(file_of(c), &stale);
    nanosleep(&(struct timespec) {0, 20 * 1000 * 1000}, NULL);
    return false;
}

/* Two ranks that write at once write to one place. */
bool shared_place_written(struct calls_call *c)
{
    return is_shared(c, "MPI_File_write_shared") && moved_more(c) &&
           PMPI_File_write_at(file_of(c), stale, pointer_of(c, "buf"), number_of(c, "count"), type_of(c, "datatype"),
                              MPI_STATUS_IGNORE) == MPI_SUCCESS;
}

/* Two ranks that read at once read one place. */
bool shared_place_read(struct calls_call *c)
{
    return is_shared(c, "MPI_File_read_shared") && moved_more(c) &&
           PMPI_File_read_at(file_of(c), stale, pointer_of(c, "buf"), number_of(c, "count"), type_of(c, "datatype"),
                             MPI_STATUS_IGNORE) == MPI_SUCCESS;
}

/* ---- a file that was opened to append ---- */

/* What is written where it was opened to be is written at its start. */
bool appended_to_start(struct calls_call *c)
{
    int amode = 0;

    if (strcmp(c->procedure->name, "MPI_File_write") != 0 || PMPI_File_get_amode(file_of(c), &amode) != MPI_SUCCESS ||
        !(amode & MPI_MODE_APPEND) || views_of(file_of(c)) > 0)
        return false;
    PMPI_File_seek(file_of(c), 0, MPI_SEEK_SET);
    return true;
}
