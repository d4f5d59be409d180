/* The files of cases: what is in them, and accesses. */
#include "files/file.h"
#include "case/values.h"
#include "run/crash.h"
#include "run/record.h"
#include "run/report.h"
#include "run/run.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- cases ---- */

enum { MOST_VIEWS = 8 };

static const char *const mode_names[H_FILE_MODES] = {NULL, "one-way", "atomic", "later-view", "append", "growing"};

/* The views of a pair: those that were asked for. */
struct made {
    struct h_file file;
    bool is_made, is_good;
};

static int count_views(const struct h_file_cases *cases)
{
    int n = 0;

    while (n < MOST_VIEWS && h_view_number(cases, n))
        n++;
    return n;
}

/* Groups of unlike sizes have unlike views: one that is none for the ranks of one is none for all. */
static bool make_view(const struct h_case *c, struct h_file *f, const struct h_view *view,
                      const struct h_file_cases *cases)
{
    const bool good = h_view_make(c, f, view, cases);

    return c->comm->least == c->comm->most ? good : h_allreduce(good, MPI_MIN) != 0;
}

/* View `first` or the next one that serves the form; NULL if none does. */
static struct h_file *view_for(const struct h_case *c, const struct h_file_cases *cases, struct made made[MOST_VIEWS],
                               const struct h_file_form *form, int first)
{
    const int n = count_views(cases);

    for (int t = 0; t < n; t++) {
        const int v = (first + t) % n;
        const struct h_view *view = h_view_number(cases, v);
        if (form->flags & H_SHARED && !h_view_is_common(view))
            continue;
        if (!made[v].is_made)
            made[v].is_good = make_view(c, &made[v].file, view, cases);
        made[v].is_made = true;
        if (made[v].is_good)
            return &made[v].file;
    }
    return NULL;
}

static bool is_among(const struct h_file_cases *cases, const struct h_file_form *form)
{
    if (cases->flags & H_ONE_FORM)
        return strcmp(form->name, "MPI_File_read_at") == 0;
    return !(cases->flags & (form->flags & H_WRITES ? H_READ_ONLY : H_WRITE_READ));
}

/* Whether a program is about representations, sizes, or what MPI says of a view. */
static bool is_special(const struct h_file_cases *cases)
{
    return cases->flags & (H_WRITE_READ | H_READ_ONLY | H_ONE_FORM);
}

/* In turn; another one for each view when all have been taken. */
static enum h_file_mode choose_mode(const struct h_case *c, const struct h_file_cases *cases, int k)
{
    const int turn = h_pair_turn(c) + h_pair_turn(c) / H_FILE_MODES;
    const enum h_file_mode mode = (enum h_file_mode) ((turn + k / 2) % H_FILE_MODES);
    const bool writes = h_file_forms[k].flags & H_WRITES, both = cases->flags & H_BOTH_WAYS;

    return is_special(cases) || (mode == H_ONE_WAY && both) || (mode == H_GROWING && (both || !writes))
               ? H_READ_WRITE : mode;
}

bool h_file_other(const struct h_case *c, struct h_file *f)
{
    static const struct h_file_cases plain = {H_PLAIN_VIEW, "native", NULL};
    const struct h_view *view;

    for (int k = 0; (view = h_view_number(&plain, k)) != NULL; k++) {
        if (!h_view_is_common(view))
            continue;
        if (h_view_make(c, f, view, &plain))
            break;
        h_view_free(f);
    }
    f->number = 1;
    return view != NULL;
}

void h_each_file_access(struct h_case *c, const struct h_file_cases *cases)
{
    struct made made[MOST_VIEWS] = {{.is_made = false}};

    c->views_differ = cases->flags & H_UNLIKE_VIEW && c->comm->size > 1;
    for (int k = 0; k < h_num_file_forms; k++) {
        const struct h_file_form *form = &h_file_forms[k];
        struct h_file *f;
        const bool is_due = cases->flags & H_ONE_FORM || h_due(c, k, h_num_file_forms);
        if (!is_due || !is_among(cases, form) ||
            !(f = view_for(c, cases, made, form, h_pair_turn(c) + c->comm->number + k / 2)))
            continue;
        c->form = form->form;
        c->completion = h_file_is_nonblocking(form) ? h_completion(h_pair_turn(c) + k / 2) : NULL;
        c->variant = f->variant;
        f->mode = choose_mode(c, cases, k);
        c->mode = mode_names[f->mode];
        c->absolute = !is_special(cases) && (h_pair_turn(c) + k) % 5 == 4;
        cases->visit(c, f, form);
    }
    c->absolute = 0;
    for (int v = 0; v < MOST_VIEWS; v++)
        if (made[v].is_made)
            h_view_free(&made[v].file);
}

static const struct h_file_cases *kinds;
static int num_kinds;

static void visit(struct h_case *c)
{
    for (int k = 0; k < num_kinds; k++)
        h_each_file_access(c, &kinds[k]);
}

void h_each_file(unsigned comms, int n, const struct h_file_cases *cases)
{
    kinds = cases;
    num_kinds = n;
    h_each_pair(comms, visit);
}

/* ---- what is in the file ---- */

MPI_Aint h_file_all_elements(const struct h_file *f)
{
    return DTP_pool_elements(f->image);
}

MPI_Aint h_file_disp(const struct h_file *f, MPI_Aint k)
{
    MPI_Aint disp = -1;

    H_DTP(DTP_obj_disp(f->image, 0, k, &disp));
    return disp;
}

/* The accesses of all ranks in the order of the image: of the common view by rounds, else by ranks. */
struct parts {
    int n;
    DTP_part_s *parts;
    struct h_values *values;
};

static void add_part(struct parts *p, const struct h_case *c, const struct h_file *f, bool holds, int rank, int round)
{
    const MPI_Aint elements = DTP_pool_elements(f->pool);
    struct h_values *v = &p->values[p->n];

    if (h_view_is_hollow(f, rank))
        return;
    *v = h_theirs(c, rank, h_file_operation(f, round));
    p->parts[p->n++] = (DTP_part_s) {.elements = elements, .val_count = holds ? elements : 0, .operands = 1,
                                     .starts = &v->start, .strides = &v->stride, .op = MPI_REPLACE};
}

static struct parts parts_of(const struct h_case *c, const struct h_file *f, bool holds)
{
    const int size = c->comm->size, n = size * H_FILE_ROUNDS;
    const bool common = h_view_is_common(f->view);
    struct parts p = {.n = 0};

    p.parts = h_alloc(n * (MPI_Aint) sizeof *p.parts);
    p.values = h_alloc(n * (MPI_Aint) sizeof *p.values);
    for (int k = 0; k < n; k++)
        add_part(&p, c, f, holds, common ? k % size : k / H_FILE_ROUNDS, common ? k / size : k % H_FILE_ROUNDS);
    return p;
}

MPI_Aint h_file_first(const struct h_case *c, const struct h_file *f)
{
    int part = c->round + (h_view_is_common(f->view) ? c->round * (c->comm->size - 1) + f->who : 0);

    for (int r = 0; !h_view_is_common(f->view) && r < f->who; r++)
        part += h_view_is_hollow(f, r) ? 0 : H_FILE_ROUNDS;
    return part * DTP_pool_elements(f->pool);
}

MPI_Aint h_file_elements(const struct h_case *c, const struct h_file *f)
{
    const MPI_Aint all = DTP_pool_elements(f->pool), first = h_file_first(c, f);
    MPI_Aint n = 0;

    if (h_view_is_hollow(f, f->who))
        return 0;
    while (f->cut >= 0 && n < all && h_file_disp(f, first + n) < f->cut)
        n++;
    return f->cut >= 0 ? n : all;
}

int h_file_operation(const struct h_file *f, int round)
{
    return f->number * H_FILE_ROUNDS + round;
}

static void free_parts(struct parts *p)
{
    free(p->parts);
    free(p->values);
}

/* A file that cannot be made, written or read without MPI. */
static void fail(const char *what, const struct h_file *f)
{
    h_fail_at_once("other", "%s %s: %s", what, f->name, strerror(errno));
}

static void write_posix(const struct h_file *f, MPI_Aint bytes)
{
    for (MPI_Aint at = 0; at < bytes;) {
        const ssize_t n = pwrite(f->posix, f->memory + at, (size_t) (bytes - at), (off_t) at);
        if (n <= 0)
            fail("cannot write", f);
        at += (MPI_Aint) n;
    }
    if (f->is_remote && fsync(f->posix) != 0)
        fail("cannot write", f);
    h_record_file(true, f->name, f->memory, bytes);
}

static bool is_external(const struct h_file *f)
{
    return strcmp(f->datarep, "external32") == 0;
}

/* Elements from one representation to the other. */
static void turn_bytes(struct h_file *f)
{
    if (is_external(f))
        H_DTP(DTP_obj_external(f->image, 0));
}

/* What a recorded program has to write into the file. */
static void record_fill(const struct h_file *f, const struct parts *p)
{
    if (is_external(f))
        h_record_bytes(H_RECORD_FILL, f->memory, f->memory, f->bytes);
    else
        h_record_parts(H_RECORD_FILL, f->image, 0, p->n, p->parts);
}

/* What it has to find there, in another representation than the image. */
static void record_expected(struct h_file *f, const struct parts *p)
{
    char *found;

    if (!h_record_is_on() || !is_external(f))
        return;
    found = h_alloc(f->bytes);
    memcpy(found, f->memory, (size_t) f->bytes);
    H_DTP(DTP_obj_parts_fill(f->image, 0, p->n, p->parts));
    turn_bytes(f);
    h_record_bytes(H_RECORD_EXPECT, f->memory, f->memory, f->bytes);
    memcpy(f->memory, found, (size_t) f->bytes);
    free(found);
}

/* The end of what is written. */
static MPI_Aint end_of(const struct h_file *f)
{
    MPI_Aint lo, hi;

    H_DTP(DTP_obj_bounds(f->image, 0, &lo, &hi));
    return hi;
}

/* Where the last bytes begin that are written, and have no others between them: what would lie between, past the end of
 * a file, may be anything.  An element that looks alike with and without its value may be taken for what lies
 * between. */
static MPI_Aint last_run(const struct h_case *c, struct h_file *f)
{
    struct parts p = parts_of(c, f, true);
    char *before = h_alloc(f->bytes);
    MPI_Aint at = end_of(f);

    memcpy(before, f->memory, (size_t) f->bytes);
    H_DTP(DTP_obj_parts_fill(f->image, 0, p.n, p.parts));
    while (at > 0 && f->memory[at - 1] != before[at - 1])
        at--;
    memcpy(f->memory, before, (size_t) f->bytes);
    free(before);
    free_parts(&p);
    return at;
}

static void fill_file(struct h_case *c, struct h_file *f, bool holds)
{
    struct parts p = parts_of(c, f, holds);

    f->memory = h_alloc(f->bytes);
    H_DTP(DTP_obj_create_at(f->image, 0, f->memory, f->bytes, 0));
    H_DTP(DTP_obj_parts_fill(f->image, 0, p.n, p.parts));
    if (holds && f->has_known_bytes)
        turn_bytes(f);
    record_fill(f, &p);
    write_posix(f, f->mode == H_GROWING ? last_run(c, f) : f->bytes);
    free_parts(&p);
}

/* A file that other nodes have written shows what they wrote once it is opened anew. */
static void open_again(struct h_file *f)
{
    (void) close(f->posix);
    f->posix = open(f->name, O_RDWR);
    if (f->posix < 0)
        fail("cannot open", f);
}

void h_file_check(struct h_case *c, struct h_file *f)
{
    struct parts p;
    struct stat s;

    H_MPI(MPI_File_sync(f->fh));
    H_MPI(MPI_Barrier(c->comm->comm));
    if (c->comm->rank != 0 || !f->has_known_bytes)
        return;
    if (f->is_remote)
        open_again(f);
    if (fstat(f->posix, &s) != 0 || pread(f->posix, f->memory, (size_t) f->bytes, 0) < 0)
        fail("cannot read", f);
    h_record_file(false, f->name, f->memory, f->bytes);
    h_check_number(c, c->operation, "bytes of the file", f->mode == H_GROWING ? end_of(f) : f->bytes, s.st_size);
    p = parts_of(c, f, true);
    record_expected(f, &p);
    turn_bytes(f);
    h_check_parts(c, f->image, p.n, p.parts, false);
    free_parts(&p);
}

/* ---- the file ---- */

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
        fail("cannot make", f);
}

/* The part of the file that this rank accesses: its own; or that of the next rank, to read what it has not
 * written, where it is not the shared pointer that says. */
static int choose_part(const struct h_case *c, const struct h_file_form *form)
{
    return form->flags & (H_WRITES | H_SHARED) ? c->comm->rank : (c->comm->rank + 1) % c->comm->size;
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

/* Hints for buffers so small that accesses fill them several times, and for one process that moves what all access:
 * those of the standard (MPI-3.1, 13.2.8), and of ROMIO.  MPI libraries ignore hints that they do not know. */
static MPI_Info hints_of(const struct h_file *f)
{
    static const char *const hints[][2] = {
        {"collective_buffering", "true"}, {"cb_buffer_size", "96"},     {"cb_block_size", "32"},
        {"ind_rd_buffer_size", "56"},     {"ind_wr_buffer_size", "72"}, {"romio_cb_read", "enable"},
        {"romio_cb_write", "enable"},     {"romio_ds_read", "enable"},  {"romio_ds_write", "enable"},
        {"cb_nodes", "1"},                {"access_style", "random"},
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
        fill_file(c, f, !(form->flags & H_WRITES));
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

void h_file_turn(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    H_MPI(MPI_File_sync(f->fh));
    H_MPI(MPI_Barrier(c->comm->comm));
    H_MPI(MPI_File_sync(f->fh));
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
    h_file_unname(f->comm, f->name);
    if (!f->memory)
        return;
    (void) close(f->posix);
    H_DTP(DTP_obj_free(f->image, 0));
    free(f->memory);
    f->memory = NULL;
}
