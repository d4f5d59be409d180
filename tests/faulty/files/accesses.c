/* Faults in accesses to files: where they go, in which order, and what else they change. */
#include "hooks.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- open files ---- */

static struct open_file {
    MPI_File fh;
    MPI_Comm comm;
    int posix;
    int views;             /* that were set */
    bool is_splitting;     /* a split access is under way */
    struct open_file *next;
} *files;

static struct open_file *file(MPI_File fh)
{
    struct open_file *f = files;

    while (f && f->fh != fh)
        f = f->next;
    return f;
}

MPI_Comm comm_of_file(MPI_File fh)
{
    return file(fh) ? file(fh)->comm : MPI_COMM_NULL;
}

int posix_of_file(MPI_File fh)
{
    return file(fh) ? file(fh)->posix : -1;
}

bool is_splitting(MPI_File fh)
{
    return file(fh) && file(fh)->is_splitting;
}

int views_of(MPI_File fh)
{
    return file(fh) ? file(fh)->views : 0;
}

bool are_files_open(int n)
{
    const struct open_file *f = files;

    while (f && n-- > 1)
        f = f->next;
    return f != NULL;
}

MPI_File file_of(const struct calls_call *c)
{
    const int fh = calls_first(c->procedure, CALLS_FILE, CALLS_IN);

    return fh >= 0 ? CALLS_HANDLE(MPI_File, c, fh) : MPI_FILE_NULL;
}

MPI_Offset etypes_of_call(const struct calls_call *c)
{
    const MPI_Aint size = view_of(file_of(c)).etype_size;

    return size > 0 ? bytes_of_call(c) / size : 0;
}

static void opened(const struct calls_call *c)
{
    struct open_file *f = memory(sizeof *f);

    *f = (struct open_file) {.fh = **(MPI_File **) c->args[calls_find(c->procedure, "fh")], .next = files};
    PMPI_Comm_dup(calls_comm(c), &f->comm);
    f->posix = open(calls_pointer(c, calls_find(c->procedure, "filename")), O_RDWR);
    files = f;
}

static void closed(MPI_File fh)
{
    struct open_file **link = &files;

    while (*link && (*link)->fh != fh)
        link = &(*link)->next;
    if (*link) {
        struct open_file *f = *link;
        *link = f->next;
        PMPI_Comm_free(&f->comm);
        (void) close(f->posix);
        free(f);
    }
}

void access_before(struct calls_call *c)
{
    if (calls_is(c, "MPI_File_close"))
        closed(**(MPI_File **) c->args[0]);
}

static void note_of_file(const struct calls_call *c)
{
    struct open_file *f = file(file_of(c));

    if (!f)
        return;
    f->views += calls_is(c, "MPI_File_set_view");
    if (strstr(c->procedure->name, "_begin"))
        f->is_splitting = true;
    if (strstr(c->procedure->name, "_end"))
        f->is_splitting = false;
}

void access_after(struct calls_call *c)
{
    if (calls_is(c, "MPI_File_open") && c->code == MPI_SUCCESS)
        opened(c);
    note_of_file(c);
    if (fault()->returned && c->code == MPI_SUCCESS && call_is_due(c))
        strike(fault()->returned(c));
}

/* ---- places ---- */

static bool set_offset(struct calls_call *c, MPI_Offset to)
{
    MPI_Offset *offset = c->args[calls_find(c->procedure, "offset")];
    const bool changed = *offset != to;

    *offset = to;
    return changed;
}

bool offset_ignored(struct calls_call *c)
{
    return set_offset(c, 0);
}

bool offset_one_less(struct calls_call *c)
{
    MPI_Offset *offset = c->args[calls_find(c->procedure, "offset")];

    return *offset > 0 && set_offset(c, *offset - 1);
}

bool seek_from_start(struct calls_call *c)
{
    int *whence = c->args[calls_find(c->procedure, "whence")];
    const bool changed = *whence == MPI_SEEK_CUR;

    *whence = MPI_SEEK_SET;
    return changed;
}

/* The pointer stays where it was. */
bool seek_ignored(struct calls_call *c)
{
    c->skip = true;
    c->code = MPI_SUCCESS;
    return true;
}

bool position_of_start(struct calls_call *c)
{
    MPI_Offset *offset = calls_pointer(c, calls_find(c->procedure, "offset"));
    const bool changed = *offset != 0;

    *offset = 0;
    return changed;
}

bool pointer_back(struct calls_call *c)
{
    PMPI_File_seek(file_of(c), 0, MPI_SEEK_SET);
    return true;
}

bool shared_pointer_back(struct calls_call *c)
{
    PMPI_File_seek_shared(file_of(c), 0, MPI_SEEK_SET);
    return true;
}

/* Offsets and positions count in bytes. */
bool etype_is_byte(struct calls_call *c)
{
    MPI_Datatype *etype = c->args[calls_find(c->procedure, "etype")];
    const bool changed = size_of(*etype) != 1;

    *etype = MPI_BYTE;
    return changed;
}

bool seek_end_from_start(struct calls_call *c)
{
    int *whence = c->args[calls_find(c->procedure, "whence")];
    const bool changed = *whence == MPI_SEEK_END;

    *whence = changed ? MPI_SEEK_SET : *whence;
    return changed;
}

/* How many etypes the file type of a view has. */
static int etypes_of_view(MPI_File fh)
{
    const struct view v = view_of(fh);

    return v.etype_size > 0 && v.tile_size >= v.etype_size ? (int) (v.tile_size / v.etype_size) : 1;
}

/* An access begins with a whole file type. */
bool offset_of_tile(struct calls_call *c)
{
    const MPI_Offset offset = *(MPI_Offset *) c->args[calls_find(c->procedure, "offset")];

    return set_offset(c, offset - offset % etypes_of_view(file_of(c)));
}

/* ---- handles ---- */

/* The pointers of all other handles go back to the start. */
bool view_moves_others(struct calls_call *c)
{
    bool moves = false;

    for (const struct open_file *f = files; f && calls_is(c, "MPI_File_set_view"); f = f->next)
        if (f->fh != file_of(c)) {
            PMPI_File_seek(f->fh, 0, MPI_SEEK_SET);
            moves = true;
        }
    return moves;
}

bool hints_move(struct calls_call *c)
{
    return calls_is(c, "MPI_File_set_info") && pointer_back(c);
}

/* ---- one call in place of another ---- */

struct data {
    MPI_File fh;
    void *buf;
    int count;
    MPI_Datatype type;
    MPI_Status *status;
};

static struct data data_of(const struct calls_call *c)
{
    const int status = calls_find(c->procedure, "status");

    return (struct data) {file_of(c), calls_pointer(c, calls_find(c->procedure, "buf")),
                          (int) calls_number(c, calls_find(c->procedure, "count")),
                          CALLS_HANDLE(MPI_Datatype, c, calls_find(c->procedure, "datatype")),
                          status >= 0 ? calls_pointer(c, status) : MPI_STATUS_IGNORE};
}

static bool reads(const struct calls_call *c)
{
    return strstr(c->procedure->row, "read") != NULL;
}

/* By the pointer of this process. */
bool own_pointer_used(struct calls_call *c)
{
    const struct data d = data_of(c);

    c->skip = true;
    c->code = reads(c) ? PMPI_File_read(d.fh, d.buf, d.count, d.type, d.status)
                       : PMPI_File_write(d.fh, d.buf, d.count, d.type, d.status);
    return true;
}

/* The last process first. */
bool order_reversed(struct calls_call *c)
{
    const struct data d = data_of(c);
    MPI_Comm comm = comm_of_file(d.fh);
    int rank, size;

    PMPI_Comm_rank(comm, &rank);
    PMPI_Comm_size(comm, &size);
    c->skip = true;
    for (int r = size - 1; r >= 0; r--) {
        if (r == rank)
            c->code = reads(c) ? PMPI_File_read_shared(d.fh, d.buf, d.count, d.type, d.status)
                               : PMPI_File_write_shared(d.fh, d.buf, d.count, d.type, d.status);
        PMPI_Barrier(comm);
    }
    return size > 1;
}

/* ---- what else changes ---- */

bool count_one_less(struct calls_call *c)
{
    struct data d = data_of(c);
    const int status = calls_find(c->procedure, "status");
    int count;

    if (status < 0 || d.status == MPI_STATUS_IGNORE || PMPI_Get_elements(d.status, d.type, &count) || count < 1)
        return false;
    PMPI_Status_set_elements(d.status, MPI_BYTE, 0);
    return true;
}

/* A read that the file ends is said to be whole. */
bool end_not_returned(struct calls_call *c)
{
    struct data d = data_of(c);
    const int status = calls_find(c->procedure, "status");
    const MPI_Aint n = d.count * (MPI_Aint) size_of(d.type);

    if (status < 0 || d.status == MPI_STATUS_IGNORE || !reads(c) || arrived(d.status) == n)
        return false;
    PMPI_Status_set_elements(d.status, MPI_BYTE, (int) n);
    return true;
}

/* Where the access of this rank ended: the byte after its last element, by the explicit offset or the pointer. */
static MPI_Offset end_of(const struct collective *c)
{
    const struct part *p = &c->sent.parts[0];
    const struct view v = view_of(c->file);
    MPI_Offset at = c->offset, bytes = -1;

    if (at >= 0)
        at += p->n / v.etype_size;
    else
        PMPI_File_get_position(c->file, &at);
    PMPI_File_get_byte_offset(c->file, at - 1, &bytes);
    return bytes + v.etype.true_extent;
}

bool hole_written(struct collective *c)
{
    const unsigned char byte = 0x5b;
    const struct open_file *f = file(c->file);

    return f && c->sent.n > 0 && c->sent.parts[0].n > 0 && f->posix >= 0 && pwrite(f->posix, &byte, 1, end_of(c)) == 1;
}

bool longer_file(struct collective *c)
{
    const unsigned char byte = 0;
    const struct open_file *f = file(c->file);
    const off_t end = f ? lseek(f->posix, 0, SEEK_END) : -1;

    return end > 0 && c->sent.n > 0 && pwrite(f->posix, &byte, 1, end) == 1;
}

/* The byte behind what is written goes back to what it was before the call, as where a library reads a stretch of the
 * file, changes it, and writes all of it. */
static struct {
    MPI_Offset at;
    unsigned char byte;
} behind;

static bool writes_at(const struct calls_call *c)
{
    return strcmp(c->procedure->name, "MPI_File_write_at") == 0 ||
           strcmp(c->procedure->name, "MPI_File_write_at_all") == 0;
}

bool note_behind(struct calls_call *c)
{
    const struct open_file *f = writes_at(c) ? file(file_of(c)) : NULL;
    struct part part = {.n = 0};
    struct collective access = {.file = file_of(c), .offset = -1, .sent = {1, &part}};

    behind.at = -1;
    if (!f || bytes_of_call(c) == 0)
        return false;
    part.n = bytes_of_call(c);
    access.offset = *(MPI_Offset *) c->args[calls_find(c->procedure, "offset")];
    behind.at = end_of(&access);
    if (pread(f->posix, &behind.byte, 1, behind.at) != 1)
        behind.at = -1;
    return false;
}

/* Writes a byte of the file anew; whether that changes it. */
static bool put_back(const struct open_file *f, MPI_Offset at, unsigned char byte)
{
    unsigned char now;

    return pread(f->posix, &now, 1, at) == 1 && now != byte && pwrite(f->posix, &byte, 1, at) == 1;
}

bool behind_goes_back(struct calls_call *c)
{
    const struct open_file *f = writes_at(c) ? file(file_of(c)) : NULL;

    if (!f || behind.at < 0 || c->code != MPI_SUCCESS)
        return false;
    return put_back(f, behind.at, behind.byte);
}

/* In atomic mode, what was behind the first of several writes to one place comes back with the next one. */
bool behind_is_kept(struct calls_call *c)
{
    static struct {
        const struct open_file *file;
        MPI_Offset at;
        unsigned char byte;
    } kept;
    const struct open_file *f = writes_at(c) ? file(file_of(c)) : NULL;
    int atomic;

    if (!f || behind.at < 0 || c->code != MPI_SUCCESS)
        return false;
    PMPI_File_get_atomicity(file_of(c), &atomic);
    if (!atomic)
        return false;
    if (kept.file == f && kept.at == behind.at)
        return put_back(f, kept.at, kept.byte);
    kept.file = f;
    kept.at = behind.at;
    kept.byte = behind.byte;
    return false;
}
