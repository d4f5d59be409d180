/* Places beyond 4 GiB of a file, of which nothing before them is written: views that begin there, with holes too, or
 * whose file type does; explicit offsets in bytes and in elements, seeks, and the size of the file (MPI-3.1, 13.3,
 * 13.4); the ends of views of large files. */
#include "case/extent.h"
#include "case/pools.h"
#include "files/file.h"
#include "tables.h"

#include <stdbool.h>

enum { DISP = 5 };

static const MPI_Offset first = ((MPI_Offset) 1 << 32) + 4099, apart = ((MPI_Offset) 1 << 31) + 16;

static MPI_Offset place_of(const struct h_case *c, int rank)
{
    return first + rank % c->comm->size * (apart + DTP_pool_bytes(c->send.pool));
}

/* A view of elements, one of so many; from one to the next, in bytes. */
static MPI_Aint set_elements(const struct h_case *c, MPI_File fh, MPI_Offset disp, int apart)
{
    const int plain = h_plain_index(c->send.pool);
    MPI_Datatype element, filetype;
    MPI_Aint step;

    H_DTP(DTP_obj_type_create(c->send.pool, plain, &element));
    step = apart * h_extent_by_mpi(element);
    H_MPI(MPI_Type_create_resized(element, 0, step, &filetype));
    H_MPI(MPI_Type_commit(&filetype));
    H_MPI(MPI_File_set_view(fh, disp, element, filetype, "native", MPI_INFO_NULL));
    H_MPI(MPI_Type_free(&filetype));
    H_DTP(DTP_obj_type_free(c->send.pool, plain, &element));
    return step;
}

/* ---- ways to reach a place: each sets a view, and returns the offset of the place in it ---- */

static void set_bytes(MPI_File fh, MPI_Offset disp, MPI_Datatype filetype)
{
    H_MPI(MPI_File_set_view(fh, disp, MPI_BYTE, filetype, "native", MPI_INFO_NULL));
}

static MPI_Offset by_displacement(const struct h_case *c, MPI_File fh, MPI_Offset place)
{
    (void) c;
    set_bytes(fh, place, MPI_BYTE);
    return 0;
}

static MPI_Offset by_offset(const struct h_case *c, MPI_File fh, MPI_Offset place)
{
    (void) c;
    set_bytes(fh, 0, MPI_BYTE);
    return place;
}

/* More bytes than 32 bits can say, by fewer elements. */
static MPI_Offset by_number(const struct h_case *c, MPI_File fh, MPI_Offset place, int apart)
{
    const MPI_Aint step = set_elements(c, fh, 0, apart);

    if (place % step)
        (void) set_elements(c, fh, place % step, apart);
    return place / step;
}

static MPI_Offset by_elements(const struct h_case *c, MPI_File fh, MPI_Offset place)
{
    return by_number(c, fh, place, 1);
}

/* A view with holes has one element of so many: in 8 bytes or more, so that an MPI which counts the elements up to a
 * place does not count very many. */
static int one_of(const struct h_case *c)
{
    const MPI_Aint step = 8, size = DTP_pool_bytes(c->send.pool) / DTP_pool_elements(c->send.pool);

    return size < step / 2 ? (int) (step / size) : 2;
}

static MPI_Offset by_elements_with_holes(const struct h_case *c, MPI_File fh, MPI_Offset place)
{
    return by_number(c, fh, place, one_of(c));
}

static MPI_Offset with_holes(const struct h_case *c, MPI_File fh, MPI_Offset place)
{
    (void) set_elements(c, fh, place, one_of(c));
    return 0;
}

/* The file type begins there, as a process's part of a large array does. */
static MPI_Offset by_file_type(const struct h_case *c, MPI_File fh, MPI_Offset place)
{
    const MPI_Aint disp = (MPI_Aint) place, bytes = DTP_pool_bytes(c->send.pool);
    MPI_Datatype part, filetype;

    H_MPI(MPI_Type_create_hindexed_block(1, (int) bytes, &disp, MPI_BYTE, &part));
    H_MPI(MPI_Type_create_resized(part, 0, disp + 2 * bytes, &filetype));
    H_MPI(MPI_Type_free(&part));
    H_MPI(MPI_Type_commit(&filetype));
    set_bytes(fh, 0, filetype);
    H_MPI(MPI_Type_free(&filetype));
    return 0;
}

/* What is written in one way is read in another one. */
static const struct way {
    const char *variant;
    MPI_Offset (*write)(const struct h_case *c, MPI_File fh, MPI_Offset place);
    MPI_Offset (*read)(const struct h_case *c, MPI_File fh, MPI_Offset place);
    bool has_holes;
} ways[] = {
    {"beyond-4-GiB", by_displacement, by_offset, false},
    {"beyond-4-GiB-by-offset", by_offset, by_displacement, false},
    {"beyond-4-GiB-by-elements", by_elements, by_displacement, false},
    {"beyond-4-GiB-with-holes", with_holes, by_elements_with_holes, true},
    {"beyond-4-GiB-by-file-type", by_file_type, by_offset, false},
};

static void check_size(struct h_case *c, MPI_File fh)
{
    const MPI_Offset expected = place_of(c, c->comm->size - 1) + DTP_pool_bytes(c->send.pool);
    MPI_Offset size = -77;

    H_MPI(MPI_File_get_size(fh, &size));
    h_check_number(c, "MPI_File_get_size", "size", expected, size);
    set_bytes(fh, 0, MPI_BYTE);
    H_MPI(MPI_File_seek(fh, 0, MPI_SEEK_END));
    H_MPI(MPI_File_get_position(fh, &size));
    h_check_number(c, "MPI_File_get_position", "offset after MPI_File_seek to the end", expected, size);
}

/* Each rank writes at a place of its own; it reads what the next one has written, and its own. */
static void reach(struct h_case *c, const struct way *w)
{
    const int me = c->comm->rank, next = (me + 1) % c->comm->size;
    struct h_file_name name;
    MPI_Offset at;
    MPI_File fh;

    h_file_name(c, &name);
    H_MPI(MPI_File_open(c->comm->comm, name.text, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &fh));
    at = w->write(c, fh, place_of(c, me));
    h_fill(c->send, h_mine(c, 0));
    H_MPI(MPI_File_write_at(fh, at, H_ARGS(c->send), MPI_STATUS_IGNORE));
    h_check_intact(c, c->send, h_mine(c, 0));
    h_file_sync(c->comm, fh);
    if (!w->has_holes)
        check_size(c, fh);
    at = w->read(c, fh, place_of(c, next));
    h_clear(c->recv);
    H_MPI(MPI_File_read_at_all(fh, at, H_ARGS(c->recv), MPI_STATUS_IGNORE));
    h_check_received(c, c->recv, h_theirs(c, next, 0));
    at = w->read(c, fh, place_of(c, me));
    h_clear(c->recv);
    H_MPI(MPI_File_seek(fh, at, MPI_SEEK_SET));
    H_MPI(MPI_File_read(fh, H_ARGS(c->recv), MPI_STATUS_IGNORE));
    h_check_received(c, c->recv, h_mine(c, 0));
    H_MPI(MPI_File_close(&fh));
    h_file_unname(c->comm, name.text);
}

/* Where either pointer finds the end of the view, in etypes. */
static void check_end(struct h_case *c, struct h_file *f, MPI_Offset end)
{
    H_MPI(MPI_File_seek(f->fh, 0, MPI_SEEK_END));
    h_file_check_position(c, f, false, "offset after MPI_File_seek to the end", end);
    H_MPI(MPI_File_seek_shared(f->fh, 0, MPI_SEEK_END));
    h_file_check_position(c, f, true, "offset after MPI_File_seek_shared to the end", end);
}

/* MPI_SEEK_END is the first etype that begins after the last byte of the file (MPI-3.1, 13.1.1). */
static void seek_end(struct h_case *c, MPI_Offset bytes, int apart)
{
    struct h_file f = {.fh = MPI_FILE_NULL};
    struct h_file_name name;
    MPI_Aint step;

    h_file_name(c, &name);
    H_MPI(MPI_File_open(c->comm->comm, name.text, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &f.fh));
    H_MPI(MPI_File_set_size(f.fh, DISP + bytes));
    if (apart == 1)
        check_end(c, &f, DISP + bytes);
    step = set_elements(c, f.fh, DISP, apart);
    check_end(c, &f, (bytes + step - 1) / step);
    h_count_verified();
    H_MPI(MPI_File_close(&f.fh));
    h_file_unname(c->comm, name.text);
}

static void visit(struct h_case *c)
{
    const MPI_Offset bytes = h_pair_turn(c) / 2 % 2 ? ((MPI_Offset) 1 << 32) + 4096 : (MPI_Offset) 1 << 24;
    const bool has_holes = h_pair_turn(c) % 2;

    c->view = NULL;
    for (int k = 0; k < H_NUM(ways); k++) {
        c->variant = ways[k].variant;
        if (h_due(c, k, H_NUM(ways)) && h_begin(c, "MPI_File_set_view"))
            reach(c, &ways[k]);
    }
    c->variant = has_holes ? "end-with-holes" : "end";
    c->view = "elements";
    if (h_begin(c, "MPI_File_seek"))
        seek_end(c, bytes, has_holes ? 65537 : 1);
}

static void run(void)
{
    h_each_pair(H_INTRA | H_ONCE, visit);
}

const struct h_program h_program = {"places beyond 4 GiB of a file; ends of large files", H_SENDS | H_FILES, run};
