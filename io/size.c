/* Files that are made longer and shorter: their sizes, and what is in them before and after; how and by whom they were
 * opened (MPI-3.1, 13.2). */
#include "files/file.h"

#include <unistd.h>

enum { MORE = 4099 };

static void check_size(struct h_case *c, struct h_file *f, const char *after, MPI_Offset expected)
{
    MPI_Offset found = -77;

    H_MPI(MPI_Barrier(c->comm->comm));
    H_MPI(MPI_File_get_size(f->fh, &found));
    h_check_number(c, "MPI_File_get_size", after, expected, found);
    H_MPI(MPI_Barrier(c->comm->comm));
}

static void check_opened(struct h_case *c, struct h_file *f)
{
    int amode = -77, result = MPI_UNEQUAL;
    MPI_Group opened, group;

    H_MPI(MPI_File_get_amode(f->fh, &amode));
    h_check_number(c, "MPI_File_get_amode", "amode", MPI_MODE_RDWR, amode);
    H_MPI(MPI_File_get_group(f->fh, &opened));
    H_MPI(MPI_Comm_group(c->comm->comm, &group));
    H_MPI(MPI_Group_compare(opened, group, &result));
    h_check_number(c, "MPI_File_get_group", "the result of MPI_Group_compare", MPI_IDENT, result);
    H_MPI(MPI_Group_free(&opened));
    H_MPI(MPI_Group_free(&group));
}

/* Of every second pair the file is in atomic mode when it is accessed. */
static void check_modes(struct h_case *c, struct h_file *f)
{
    for (int k = 0; k < 2; k++) {
        const int atomic = (c->i + k) % 2;
        int flag = -77;
        H_MPI(MPI_File_set_atomicity(f->fh, atomic));
        H_MPI(MPI_File_get_atomicity(f->fh, &flag));
        h_check_number(c, "MPI_File_get_atomicity", "flag", atomic, flag != 0);
    }
}

/* A file is not in atomic mode when it is opened, and stays in the mode that was set when its view changes. */
static void check_kept_mode(struct h_case *c, MPI_File fh)
{
    int flag = -77;

    H_MPI(MPI_File_get_atomicity(fh, &flag));
    h_check_number(c, "MPI_File_get_atomicity", "flag after MPI_File_open", 0, flag != 0);
    H_MPI(MPI_File_set_atomicity(fh, 1));
    H_MPI(MPI_File_set_view(fh, 1, MPI_SHORT, MPI_SHORT, "native", MPI_INFO_NULL));
    H_MPI(MPI_File_get_atomicity(fh, &flag));
    h_check_number(c, "MPI_File_get_atomicity", "flag after MPI_File_set_view", 1, flag != 0);
}

/* What is written without a view goes where the pointers stand, the elements of each rank after those of the rank
 * before; in turn by either pointer. */
static void append(struct h_case *c, MPI_File fh)
{
    const int me = c->comm->rank, next = (me + 1) % c->comm->size;
    const MPI_Offset bytes = DTP_pool_bytes(c->send.pool);
    MPI_Offset size = -77;

    h_fill(c->send, h_mine(c, 0));
    if (me > 0)
        H_MPI(MPI_File_seek(fh, me * bytes, MPI_SEEK_CUR));
    if (c->i % 2)
        H_MPI(MPI_File_write_ordered(fh, H_ARGS(c->send), MPI_STATUS_IGNORE));
    else
        H_MPI(MPI_File_write(fh, H_ARGS(c->send), MPI_STATUS_IGNORE));
    h_check_intact(c, c->send, h_mine(c, 0));
    h_file_sync(c->comm, fh);
    h_clear(c->recv);
    H_MPI(MPI_File_read_at(fh, MORE + next * bytes, H_ARGS(c->recv), MPI_STATUS_IGNORE));
    h_check_received(c, c->recv, h_theirs(c, next, 0));
    H_MPI(MPI_File_get_size(fh, &size));
    h_check_number(c, "MPI_File_get_size", "size after what was appended", MORE + c->comm->size * bytes, size);
}

/* What is opened to append begins at the end, by both pointers; its view is one of bytes (MPI-3.1, 13.3). */
static void check_append(struct h_case *c)
{
    MPI_Offset at = -77, shared = -77, byte = -77;
    struct h_file_name name;
    MPI_File fh;

    h_file_name(c, &name);
    H_MPI(MPI_File_open(c->comm->comm, name.text, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &fh));
    H_MPI(MPI_File_set_size(fh, MORE));
    H_MPI(MPI_File_close(&fh));
    H_MPI(MPI_File_open(c->comm->comm, name.text, MPI_MODE_APPEND | MPI_MODE_RDWR, MPI_INFO_NULL, &fh));
    H_MPI(MPI_File_get_position(fh, &at));
    h_check_number(c, "MPI_File_get_position", "offset after MPI_File_open with MPI_MODE_APPEND", MORE, at);
    H_MPI(MPI_File_get_position_shared(fh, &shared));
    h_check_number(c, "MPI_File_get_position_shared", "offset after MPI_File_open with MPI_MODE_APPEND", MORE, shared);
    H_MPI(MPI_File_get_byte_offset(fh, MORE, &byte));
    h_check_number(c, "MPI_File_get_byte_offset", "disp without MPI_File_set_view", MORE, byte);
    H_MPI(MPI_Barrier(c->comm->comm));
    append(c, fh);
    check_kept_mode(c, fh);
    H_MPI(MPI_File_close(&fh));
    h_file_unname(c->comm, name.text);
}

/* With MPI_MODE_EXCL a file that is there is not opened; with MPI_MODE_DELETE_ON_CLOSE it is not there afterwards. */
static void check_deleted(struct h_case *c)
{
    const int amode = MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_RDWR;
    const int temporary = amode | MPI_MODE_UNIQUE_OPEN | MPI_MODE_DELETE_ON_CLOSE;
    struct h_file_name name;
    bool is_left;
    MPI_File fh;

    h_file_name(c, &name);
    h_check_number(c, "MPI_File_open", "success with MPI_MODE_EXCL where there is a file", 0,
                   MPI_File_open(c->comm->comm, name.text, amode, MPI_INFO_NULL, &fh) == MPI_SUCCESS);
    h_file_unname(c->comm, name.text);
    H_MPI(MPI_Barrier(c->comm->comm));
    H_MPI(MPI_File_open(c->comm->comm, name.text, temporary, MPI_INFO_NULL, &fh));
    H_MPI(MPI_File_write_at_all(fh, 0, H_ARGS(c->send), MPI_STATUS_IGNORE));
    H_MPI(MPI_File_close(&fh));
    H_MPI(MPI_Barrier(c->comm->comm));
    is_left = c->comm->rank == 0 && unlink(name.text) == 0;
    h_check_number(c, "MPI_File_close", "files left with MPI_MODE_DELETE_ON_CLOSE", 0, is_left);
}

static void change_sizes(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    if (!h_begin(c, "MPI_File_set_size"))
        return;
    h_file_open(c, f, form);
    check_size(c, f, "size after MPI_File_open", f->bytes);
    H_MPI(MPI_File_set_size(f->fh, f->bytes + MORE));
    check_size(c, f, "size after MPI_File_set_size", f->bytes + MORE);
    for (int k = 2; k <= 3; k++) {
        H_MPI(MPI_File_preallocate(f->fh, f->bytes + k * MORE));
        check_size(c, f, "size after MPI_File_preallocate", f->bytes + k * MORE);
    }
    H_MPI(MPI_File_preallocate(f->fh, 1));
    check_size(c, f, "size after MPI_File_preallocate of less", f->bytes + 3 * MORE);
    H_MPI(MPI_File_set_size(f->fh, f->bytes));
    check_size(c, f, "size after MPI_File_set_size of less", f->bytes);
    check_opened(c, f);
    check_append(c);
    check_deleted(c);
    check_modes(c, f);
    h_clear(c->recv);
    h_file_access(c, f, form);
    h_file_check(c, f);
    h_file_close(f);
}

static void run(void)
{
    static const struct h_file_cases cases = {H_ONE_FORM, "native", change_sizes};

    h_each_file(H_INTRA | H_ONCE, 1, &cases);
}

const struct h_program h_program = {"files that are made longer and shorter", H_FILES, run};
