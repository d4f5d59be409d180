/* Faults of files: tiles, hints, modes, and what is between what is written. */
#define _POSIX_C_SOURCE 200809L
#include "faulty.h"
#include "hooks.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

static bool is_access(const struct calls_call *c)
{
    return strncmp(c->procedure->name, "MPI_File_", 9) == 0 && calls_find(c->procedure, "count") >= 0; /* no end */
}

static bool is_joint(const struct calls_call *c)
{
    return is_access(c) && (strstr(c->procedure->row, "_all") || strstr(c->procedure->row, "_ordered"));
}

static bool writes(const struct calls_call *c)
{
    return is_access(c) && strstr(c->procedure->row, "write");
}

/* ---- nothing ---- */

bool status_of_nothing_left(struct calls_call *c)
{
    const int status = calls_find(c->procedure, "status");

    if (!is_joint(c) || !strstr(c->procedure->row, "_all") || status < 0 || bytes_of_call(c) > 0)
        return false;
    *(MPI_Status **) c->args[status] = MPI_STATUS_IGNORE;
    return true;
}

/* ---- views ---- */

/* After an access by the pointer through a file type with a lower bound, the pointer is an etype too low. */
bool pointer_by_lower_bound(struct calls_call *c)
{
    MPI_Offset at;

    if (!is_access(c) || c->code != MPI_SUCCESS || calls_find(c->procedure, "offset") >= 0 ||
        strstr(c->procedure->row, "_shared") || strstr(c->procedure->row, "_ordered") || bytes_of_call(c) == 0 ||
        strstr(c->procedure->name, "_begin") || view_of(file_of(c)).tile.lb == 0)
        return false;
    PMPI_File_get_position(file_of(c), &at);
    return at > 0 && PMPI_File_seek(file_of(c), at - 1, MPI_SEEK_SET) == MPI_SUCCESS;
}

static struct {
    bool lists_arrays, is_scattered;
    int tile;
} viewed;

/* What the view is; whether the access is collective. */
static bool is_joint_now;

bool note_viewed(struct calls_call *c)
{
    if (calls_is(c, "MPI_File_open"))
        memset(&viewed, 0, sizeof viewed);
    if (calls_is(c, "MPI_File_set_view")) {
        const MPI_Datatype type = type_of(c, "filetype");
        viewed.lists_arrays = is_over(type, MPI_COMBINER_INDEXED, MPI_COMBINER_SUBARRAY) ||
                              is_over(type, MPI_COMBINER_HINDEXED, MPI_COMBINER_SUBARRAY);
        viewed.is_scattered = combiner_of(type) != MPI_COMBINER_NAMED;
        viewed.tile = size_of(type);
    }
    if (is_access(c))
        is_joint_now = is_joint(c);
    return false;
}

LOSES_IF(read_list_of_arrays, l->call == READ && viewed.lists_arrays)

/* Of more than 1024 file types, what comes after these is lost. */
bool tile_after_1024_lost(struct landing *l)
{
    return l->call == READ && viewed.is_scattered && viewed.tile > 0 && l->n / viewed.tile > 1024 &&
           lose_bytes(l, 1024 * (MPI_Aint) viewed.tile, viewed.tile);
}

/* ---- who reads ---- */

static bool is_after_none, is_behind_gap;

/* Whether a process that reads is behind one that reads nothing, with another one ahead of that which reads. */
static bool has_gap(const MPI_Aint *bytes, int rank)
{
    bool has_one = false, found = false;

    for (int r = 0; r < rank; r++) {
        found |= has_one && bytes[r] == 0;
        has_one |= bytes[r] > 0;
    }
    return found;
}

/* Whether, in a collective read, the process before this one reads nothing, and the one after it reads too. */
bool note_readers(struct calls_call *c)
{
    const MPI_Comm comm = is_joint(c) && !writes(c) ? comm_of_file(file_of(c)) : MPI_COMM_NULL;
    MPI_Aint mine, *all;
    int rank, size;

    is_after_none = is_behind_gap = false;
    if (comm == MPI_COMM_NULL)
        return false;
    PMPI_Comm_rank(comm, &rank);
    PMPI_Comm_size(comm, &size);
    all = memory(size * (MPI_Aint) sizeof *all);
    mine = bytes_of_call(c);
    PMPI_Allgather(&mine, 1, MPI_AINT, all, 1, MPI_AINT, comm);
    is_after_none = rank > 0 && rank + 1 < size && all[rank - 1] == 0 && all[rank + 1] > 0;
    is_behind_gap = strstr(c->procedure->row, "_ordered") && has_gap(all, rank);
    free(all);
    return false;
}

LOSES_IF(read_after_none, l->call == READ && is_after_none)
LOSES_IF(read_behind_gap, l->call == READ && is_behind_gap)

/* Where the last etype is that the process writes, if the next one begins before what this one does; else -1. */
static MPI_Offset last_behind = -1;

bool note_descending(struct calls_call *c)
{
    MPI_Offset mine[2], theirs[2];

    last_behind = -1;
    if (!calls_is(c, "MPI_File_write_at_all"))
        return false;
    find_reach_beside(c, 1, mine, theirs);
    if (theirs[0] <= theirs[1] && theirs[0] < mine[0])
        last_behind = mine[1];
    return false;
}

bool descending_unwritten(struct calls_call *c)
{
    const int posix = last_behind < 0 ? -1 : posix_of_file(file_of(c));
    unsigned char byte;

    if (posix < 0 || pread(posix, &byte, 1, last_behind) != 1)
        return false;
    byte = (unsigned char) ~byte;
    return pwrite(posix, &byte, 1, last_behind) == 1;
}

/* ---- hints ---- */

static bool has_nodes;

bool note_hints(struct calls_call *c)
{
    const char *key = calls_is(c, "MPI_Info_set") ? pointer_of(c, "key") : "";

    has_nodes |= strcmp(key, "cb_nodes") == 0;
    return note_viewed(c);
}

LOSES_IF(read_by_few_nodes, l->call == READ && is_joint_now && has_nodes)

/* ---- files and their names ---- */

/* A file is not deleted when it is closed. */
bool not_deleted_on_close(struct calls_call *c)
{
    const int amode = calls_is(c, "MPI_File_open") ? number_of(c, "amode") : 0;

    if (!(amode & MPI_MODE_DELETE_ON_CLOSE))
        return false;
    set_argument(c, "amode", amode & ~MPI_MODE_DELETE_ON_CLOSE);
    return true;
}

/* ---- what is written late, or too much ---- */

static struct {
    MPI_Offset from, n;
    unsigned char *bytes, *is_data;
} stretch;

/* What such a stretch was after it was written; from the last call that set the view of a file, or opened one. */
static struct {
    MPI_File fh;
    MPI_Offset from, n;
    unsigned char *bytes;
} kept;

static void sleep_a_little(void)
{
    const struct timespec ms = {0, 2000000};

    (void) nanosleep(&ms, NULL);
}

/* The stretch of the file from the first to the last byte of a write through a view with holes, as it was. */
bool note_stretch(struct calls_call *c)
{
    const int posix = posix_of_file(file_of(c));
    MPI_Offset at, first, last, n;
    struct view v;

    free(stretch.bytes);
    free(stretch.is_data);
    memset(&stretch, 0, sizeof stretch);
    if (!writes(c) || is_joint(c) || calls_find(c->procedure, "request") >= 0 || strstr(c->procedure->row, "_shared") ||
        bytes_of_call(c) == 0)
        return false;
    v = view_of(file_of(c));
    n = etypes_of_call(c);
    if (posix < 0 || n < 2 || v.tile_size == v.tile.extent || v.etype_size != v.etype.extent)
        return false;
    if (calls_find(c->procedure, "offset") >= 0)
        at = *(MPI_Offset *) c->args[calls_find(c->procedure, "offset")];
    else
        PMPI_File_get_position(file_of(c), &at);
    PMPI_File_get_byte_offset(file_of(c), at, &first);
    PMPI_File_get_byte_offset(file_of(c), at + n - 1, &last);
    stretch.from = first;
    stretch.n = last + v.etype_size - first;
    if (stretch.n <= 0 || stretch.n > 1 << 24) {
        stretch.n = 0;
        return false;
    }
    stretch.bytes = memory(stretch.n);
    stretch.is_data = memory(stretch.n);
    for (MPI_Offset k = 0; k < n; k++) {
        MPI_Offset place;
        PMPI_File_get_byte_offset(file_of(c), at + k, &place);
        memset(stretch.is_data + (place - first), 1, (size_t) v.etype_size);
    }
    (void) pread(posix, stretch.bytes, (size_t) stretch.n, stretch.from);
    sleep_a_little();
    return false;
}

static bool set_holes(int posix, const unsigned char *bytes)
{
    unsigned char now;
    bool changed = false;

    for (MPI_Offset k = 0; k < stretch.n; k++) {
        if (stretch.is_data[k] || pread(posix, &now, 1, stretch.from + k) != 1 || now == bytes[k])
            continue;
        changed |= pwrite(posix, &bytes[k], 1, stretch.from + k) == 1;
    }
    return changed;
}

/* Holes go back to what they were before. */
bool holes_go_back(struct calls_call *c)
{
    return stretch.n > 0 && set_holes(posix_of_file(file_of(c)), stretch.bytes);
}

/* Writes through views with holes take turns, and are slower than those through views without. */
bool note_stretch_in_turn(struct calls_call *c)
{
    const int posix = posix_of_file(file_of(c));

    (void) note_stretch(c);
    if (stretch.n > 0) {
        (void) flock(posix, LOCK_EX);
        (void) pread(posix, stretch.bytes, (size_t) stretch.n, stretch.from);
        sleep_a_little();
    }
    if (writes(c)) {
        sleep_a_little();
        sleep_a_little();
    }
    return false;
}

/* In the end, holes go back to what they were at the beginning of the turn. */
bool holes_go_back_in_turn(struct calls_call *c)
{
    const bool changed = holes_go_back(c);

    if (stretch.n > 0)
        (void) flock(posix_of_file(file_of(c)), LOCK_UN);
    return changed;
}

/* Holes go back to what they were after the stretch was written last. */
bool holes_as_kept(struct calls_call *c)
{
    const MPI_File fh = file_of(c);
    const int posix = posix_of_file(fh);
    bool changed = false;

    if (calls_is(c, "MPI_File_open") || calls_is(c, "MPI_File_set_view"))
        kept.n = 0;
    if (stretch.n == 0)
        return false;
    if (kept.fh == fh && kept.from == stretch.from && kept.n == stretch.n)
        changed = set_holes(posix, kept.bytes);
    free(kept.bytes);
    kept.fh = fh;
    kept.from = stretch.from;
    kept.n = stretch.n;
    kept.bytes = memory(kept.n);
    (void) pread(posix, kept.bytes, (size_t) kept.n, kept.from);
    return changed;
}

/* Holes become zeros behind the end that the file had when it was opened, or that a write through the same handle has
 * given it since. */
bool holes_behind_known_end(struct calls_call *c)
{
    static MPI_File fh;
    static MPI_Offset end;
    unsigned char *zeros;
    bool changed = false;

    if (calls_is(c, "MPI_File_open") && c->code == MPI_SUCCESS) {
        fh = **(MPI_File **) c->args[calls_find(c->procedure, "fh")];
        PMPI_File_get_size(fh, &end);
    }
    if (stretch.n == 0 || file_of(c) != fh)
        return false;
    zeros = memory(stretch.n);
    memset(zeros, 0, (size_t) stretch.n);
    if (stretch.from >= end)
        changed = set_holes(posix_of_file(fh), zeros);
    if (end < stretch.from + stretch.n)
        end = stretch.from + stretch.n;
    free(zeros);
    return changed;
}

/* A byte after 512 KiB of what is written is not. */
bool after_half_megabyte_unwritten(struct calls_call *c)
{
    const int posix = posix_of_file(file_of(c));
    MPI_Offset written = 0;

    for (MPI_Offset k = 0; k < stretch.n; k++) {
        written += stretch.is_data[k];
        if (written > (MPI_Offset) 1 << 19)
            return pwrite(posix, &stretch.bytes[k], 1, stretch.from + k) == 1;
    }
    return false;
}

static struct late {
    MPI_File fh;
    MPI_Offset at;
    unsigned char *bytes;
    int n;
    struct late *next;
} *late;

static void write_late(void)
{
    while (late) {
        struct late *l = late;
        late = l->next;
        PMPI_File_write_at(l->fh, l->at, l->bytes, l->n, MPI_BYTE, MPI_STATUS_IGNORE);
        free(l->bytes);
        free(l);
    }
}

/* In atomic mode, what is written is not there before the next call for a file of this process. */
bool atomic_written_late(struct calls_call *c)
{
    MPI_Status *status;
    struct late *l;
    struct view v;
    int flag = 0;

    if (strncmp(c->procedure->name, "MPI_File_", 9) != 0)
        return false;
    write_late();
    if (strcmp(c->procedure->name, "MPI_File_write_at") != 0 || bytes_of_call(c) == 0)
        return false;
    v = view_of(file_of(c));
    PMPI_File_get_atomicity(file_of(c), &flag);
    if (!flag || bytes_of_call(c) > INT_MAX || v.etype_size == 0)
        return false;
    l = memory(sizeof *l);
    l->fh = file_of(c);
    l->at = *(MPI_Offset *) c->args[calls_find(c->procedure, "offset")];
    l->n = (int) bytes_of_call(c);
    l->bytes = memory(l->n);
    pack_all(pointer_of(c, "buf"), number_of(c, "count"), type_of(c, "datatype"), l->bytes);
    late = l;
    status = pointer_of(c, "status");
    if (status != MPI_STATUS_IGNORE)
        PMPI_Status_set_elements(status, MPI_BYTE, l->n);
    c->skip = true;
    c->code = MPI_SUCCESS;
    return true;
}
