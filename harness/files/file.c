/* The file of a case: its name, and how it is opened. */
#include "files/file.h"
#include "files/file_bytes.h"
#include "run/crash.h"
#include "run/report.h"
#include "run/run.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Files in memory cost a tenth of those on a disk, which MPI_File_sync waits for. */
static const char *choose_folder(const struct h_case *c)
{
    static const char memory[] = "/dev/shm";
    const char *chosen = getenv("TMPDIR");

    if (chosen && *chosen)
        return chosen;
    return h_shares_memory(c->comm) && access(memory, W_OK) == 0 ? memory : ".";
}

static void make_file(struct h_file *f, const char *folder)
{
    snprintf(f->name, sizeof f->name, "%s/dtpools-XXXXXX", folder);
    f->posix = mkstemp(f->name);
    if (f->posix < 0)
        h_file_fail("cannot make", f);
}

/* The part of the file that this rank accesses, where it is not the shared pointer that says: the ranks have them one
 * after the other, in turn from the last one to the first; what a rank reads it has not written. */
static int choose_part(const struct h_case *c, const struct h_file_form *form)
{
    const int part = (c->comm->rank + (form->flags & H_WRITES ? 0 : 1)) % c->comm->size;

    if (form->flags & H_SHARED)
        return c->comm->rank;
    return h_pair_turn(c) / 4 % 2 ? c->comm->size - 1 - part : part;
}

/* All ranks get the name that rank 0 has, and remove the file should they end early. */
static void share_name(const struct h_case *c, char *name, int size)
{
    if (PMPI_Bcast(name, size, MPI_CHAR, 0, c->comm->comm) != MPI_SUCCESS)
        h_fail_at_once("other", "the name of the file");
    if (access(name, F_OK) != 0)
        h_fail_at_once("other", "%s, which rank 0 has made: %s: expected TMPDIR, or else the working folder, to be one "
                       "that all nodes share", name, strerror(errno));
    h_crash_removes(name);
}

void h_file_name(const struct h_case *c, struct h_file_name *name)
{
    const char *folder = choose_folder(c);
    struct h_file f;

    if (c->comm->rank == 0) {
        make_file(&f, folder);
        (void) close(f.posix);
        memcpy(name->text, f.name, sizeof name->text);
    }
    share_name(c, name->text, sizeof name->text);
}

/* MPI_File_close need not wait until all have closed the file. */
void h_file_unname(const struct h_comm *comm, const char *name)
{
    if (PMPI_Barrier(comm->comm) != MPI_SUCCESS || (comm->rank == 0 && unlink(name) != 0))
        h_fail_at_once("other", "cannot remove %s: %s", name, strerror(errno));
    h_crash_keeps(name);
}

/* Hints for small buffers: the rows of hints.txt, which make turns into hints.inc. */
static MPI_Info hints_of(const struct h_file *f)
{
    static const char *const hints[][2] = {
#include "harness/files/hints.inc"
    };
    MPI_Info info;

    if (!f->has_small_buffers)
        return MPI_INFO_NULL;
    H_MPI(MPI_Info_create(&info));
    for (int k = 0; k < H_NUM(hints); k++)
        H_MPI(MPI_Info_set(info, hints[k][0], hints[k][1]));
    return info;
}

static int amode_of(const struct h_file *f, const struct h_file_form *form)
{
    if (f->mode == H_ONE_WAY)
        return form->flags & H_WRITES ? MPI_MODE_WRONLY : MPI_MODE_RDONLY;
    return f->mode == H_APPEND ? MPI_MODE_RDWR | MPI_MODE_APPEND : MPI_MODE_RDWR;
}

/* A view that the next one replaces: with holes, from another place. */
static void set_other_view(struct h_file *f)
{
    MPI_Datatype filetype;

    H_MPI(MPI_Type_vector(3, 1, 2, MPI_SHORT, &filetype));
    H_MPI(MPI_Type_commit(&filetype));
    H_MPI(MPI_File_set_view(f->fh, 5, MPI_SHORT, filetype, f->datarep, MPI_INFO_NULL));
    H_MPI(MPI_Type_free(&filetype));
    H_MPI(MPI_File_seek(f->fh, 4, MPI_SEEK_SET));
}

static void set_mode(struct h_file *f)
{
    if (f->mode == H_ATOMIC)
        H_MPI(MPI_File_set_atomicity(f->fh, 1));
    if (f->mode == H_LATER_VIEW)
        set_other_view(f);
}

void h_file_open(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    const char *folder = choose_folder(c);
    MPI_Info hints = hints_of(f);

    f->is_remote = !h_shares_memory(c->comm);
    if (c->comm->rank == 0) {
        make_file(f, folder);
        h_file_fill(c, f, !(form->flags & H_WRITES));
    }
    share_name(c, f->name, sizeof f->name);
    f->comm = c->comm;
    f->who = choose_part(c, form);
    H_MPI(MPI_File_open(c->comm->comm, f->name, amode_of(f, form), hints, &f->fh));
    if (hints != MPI_INFO_NULL)
        H_MPI(MPI_Info_free(&hints));
    set_mode(f);
    h_view_set(c, f);
    f->cut = -1;
}

void h_file_sync(const struct h_comm *comm, MPI_File fh)
{
    H_MPI(MPI_File_sync(fh));
    H_MPI(MPI_Barrier(comm->comm));
    H_MPI(MPI_File_sync(fh));
}

void h_file_turn(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    h_file_sync(c->comm, f->fh);
    f->who = choose_part(c, form);
    h_view_set(c, f);
}

/* Bytes that nobody accesses between element number k and the one before; 0 where elements may have several sizes, or
 * others lie between them. */
static MPI_Aint hole_before(const struct h_file *f, MPI_Aint k)
{
    if (k == 0 || !h_view_is_common(f->view) || f->etypes != DTP_pool_elements(f->pool) || !f->has_known_bytes)
        return 0;
    return h_file_disp(f, k) - h_file_disp(f, k - 1) - h_element_bytes(f->pool);
}

void h_file_cut(struct h_case *c, struct h_file *f, MPI_Aint k)
{
    MPI_Offset size = -77;

    f->cut = h_file_disp(f, k) - hole_before(f, k) * (h_pair_turn(c) % 3) / 2;
    H_MPI(MPI_File_set_size(f->fh, f->cut));
    H_MPI(MPI_File_get_size(f->fh, &size));
    h_check_number(c, "MPI_File_get_size", "size", f->cut, size);
}

void h_file_close(struct h_file *f)
{
    H_MPI(MPI_File_close(&f->fh));
    h_view_end(f);
    h_file_unname(f->comm, f->name);
    if (!f->memory)
        return;
    (void) close(f->posix);
    H_DTP(DTP_obj_free(f->image, 0));
    free(f->memory);
    f->memory = NULL;
}

void h_file_finish(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    if (form->flags & H_WRITES)
        h_file_check(c, f);
    h_file_close(f);
}
