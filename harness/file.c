/* The files of cases: views, the object that a file is, and accesses. */
#include "file.h"
#include "internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- views ---- */

/* Whose part of the file is where.  Common: one view for all, each access after that of the rank before.  Own: one
 * rank's after the other's.  Interleaved: instances of the ranks in turn. */
enum way { COMMON, OWN, INTERLEAVED };

struct h_view {
    const char *name;
    enum way way;
    bool basic;        /* the etype is the basic type; else the type that is tiled */
};

static const struct h_view views[] = {
    {"common-by-elements", COMMON, true}, {"own", OWN, false},           {"interleaved-by-elements", INTERLEAVED, true},
    {"common", COMMON, false},            {"own-by-elements", OWN, true}, {"interleaved", INTERLEAVED, false},
};
enum { NUM_VIEWS = H_NUM(views) };

/* Larger files are left out: of the objects that have pages of gaps. */
static const MPI_Aint most_bytes = (MPI_Aint) 8 << 20;

/* Bytes that nobody accesses, between the parts of ranks and around all. */
enum { APART = 64, UNALIGNED = 7 };

static int accesses_of(const struct h_case *c, const struct h_file *f)
{
    return H_FILE_ROUNDS * (f->view->way == COMMON ? c->comm->size : 1);
}

/* The text of an object's type, after the count in it; freed by the caller. */
static char *text_of(DTP_t pool, int index, int *count, const char **type)
{
    const int n = DTP_obj_text(pool, index, NULL, 0);
    char *text = h_alloc(n + 1), *end;

    (void) DTP_obj_text(pool, index, text, (size_t) n + 1);
    *count = (int) strtol(text, &end, 10);
    *type = end + 1;
    return text;
}

/* All of a view that is accessed, as one object: every access is `count` instances.  A lower bound that was set
 * below 0 is in the type map as a marker (MPI-3.1, 4.1.7), and so may be a displacement that views do not allow. */
static bool make_tile(const struct h_case *c, struct h_file *f, DTP_t pool, int index, int *count)
{
    MPI_Aint lb, extent;
    const char *type;
    char *text = text_of(pool, index, count, &type);
    const size_t size = strlen(type) + 99;
    char *tile = h_alloc((MPI_Aint) size);
    const char *texts[] = {tile};
    const bool settled = DTP_obj_extent(pool, index, &lb, &extent) == DTP_SUCCESS && extent > 0;
    bool good = settled && *count > 0 && !DTP_obj_has_trait(pool, index, "negative-lb");

    if (f->view->way == INTERLEAVED)
        snprintf(tile, size, "%d*resized(0,%lld,%s)", *count * accesses_of(c, f),
                 (long long) (c->comm->size * extent), type);
    else
        snprintf(tile, size, "%d*%s", *count * accesses_of(c, f), type);
    good = good && DTP_pool_create_text(1, texts, &f->tile) == DTP_SUCCESS;
    f->step = extent;
    free(tile);
    free(text);
    return good;
}

/* All of the file: the tiles of all ranks. */
static bool make_image(const struct h_case *c, struct h_file *f)
{
    const int n = f->view->way == COMMON ? 1 : c->comm->size;
    DTP_block_s *blocks = h_alloc(n * (MPI_Aint) sizeof *blocks);
    MPI_Aint lo, hi;
    bool good;

    H_DTP(DTP_obj_bounds(f->tile, 0, &lo, &hi));
    f->first = APART + (c->i + c->j) % 2 * UNALIGNED;
    if (f->view->way != INTERLEAVED)
        f->step = f->view->way == COMMON ? 0 : hi + APART;
    f->bytes = f->first + (n - 1) * f->step + hi + APART;
    for (int r = 0; r < n; r++)
        blocks[r] = (DTP_block_s) {f->tile, 0, 1, f->first + r * f->step};
    good = DTP_pool_create_blocks(n, blocks, &f->image) == DTP_SUCCESS &&
           !DTP_obj_has_trait(f->image, 0, "overlapping");
    free(blocks);
    if (good)
        h_copy_values(f->image);
    if (good && f->bytes > most_bytes)
        h_leave_out("a file of %lld bytes: more than %lld", (long long) f->bytes, (long long) most_bytes);
    return good && f->bytes <= most_bytes;
}

/* The type whose extent the holes of a view must be multiples of. */
static bool find_etype(struct h_file *f, DTP_t pool, int index, int count)
{
    const char *signature = DTP_pool_signature(pool);
    const size_t n = strcspn(signature, ":");
    MPI_Aint lb, extent;
    char name[H_TEXT];

    f->etypes = f->view->basic ? DTP_pool_elements(pool) : count;
    if (!f->view->basic)
        return DTP_obj_in_order(f->tile, 0, 1) && DTP_obj_type_create(pool, index, &f->etype) == DTP_SUCCESS;
    if (strchr(signature, ','))
        return false;
    snprintf(name, sizeof name, "%.*s", (int) n, signature);
    H_DTP(DTP_type_find(name, &f->etype));
    H_MPI(MPI_Type_get_extent(f->etype, &lb, &extent));
    return DTP_obj_in_order(f->tile, 0, extent) && f->step % extent == 0;
}

/* Extents that MPI tells otherwise are for metadata checks to tell. */
static bool find_filetype(struct h_file *f)
{
    MPI_Aint lb, extent, said_lb, said;

    if (DTP_obj_extent(f->tile, 0, &lb, &extent) != DTP_SUCCESS ||
        DTP_obj_type_create(f->tile, 0, &f->filetype) != DTP_SUCCESS)
        return false;
    H_MPI(MPI_Type_get_extent(f->filetype, &said_lb, &said));
    return said == extent;
}

static void free_view(struct h_file *f, DTP_t pool, int index)
{
    if (f->filetype != MPI_DATATYPE_NULL)
        H_DTP(DTP_obj_type_free(f->tile, 0, &f->filetype));
    if (!f->view->basic && f->etype != MPI_DATATYPE_NULL)
        H_DTP(DTP_obj_type_free(pool, index, &f->etype));
    if (f->image)
        H_DTP(DTP_pool_free(f->image));
    if (f->tile)
        H_DTP(DTP_pool_free(f->tile));
}

/* False if the type is not one that such a view may have (MPI-3.1, 13.3). */
static bool make_view(const struct h_case *c, struct h_file *f, const struct h_view *view, DTP_t pool, int index)
{
    int count;

    *f = (struct h_file) {.view = view, .datarep = "native", .etype = MPI_DATATYPE_NULL, .filetype = MPI_DATATYPE_NULL};
    return make_tile(c, f, pool, index, &count) && make_image(c, f) && find_etype(f, pool, index, count) &&
           find_filetype(f);
}

/* ---- cases ---- */

/* The views of a pair: those that were asked for. */
struct made {
    struct h_file file;
    bool is_made, is_good;
};

/* View `first` or the next one that serves the form; NULL if none does. */
static struct h_file *view_for(const struct h_case *c, struct made made[NUM_VIEWS], const struct h_file_form *form,
                               int first, DTP_t pool, int index)
{
    for (int t = 0; t < NUM_VIEWS; t++) {
        const int v = (first + t) % NUM_VIEWS;
        if (form->flags & H_SHARED && views[v].way != COMMON)
            continue;
        if (!made[v].is_made)
            made[v].is_good = make_view(c, &made[v].file, &views[v], pool, index);
        made[v].is_made = true;
        if (made[v].is_good)
            return &made[v].file;
    }
    return NULL;
}

void h_each_file_access(struct h_case *c, int plain,
                        void (*visit)(struct h_case *c, struct h_file *f, const struct h_file_form *form))
{
    DTP_t pool = c->recv.pool;
    const int index = !plain ? c->j : harness.options.sendobj ? pool->DTP_num_objs - 1 : 0;
    struct made made[NUM_VIEWS] = {{.is_made = false}};

    for (int k = 0; k < h_num_file_forms; k++) {
        const struct h_file_form *form = &h_file_forms[k];
        struct h_file *f;
        if (!h_due(c, k, h_num_file_forms) ||
            !(f = view_for(c, made, form, (c->i + c->j + c->comm->number + k / 2) % NUM_VIEWS, pool, index)))
            continue;
        c->form = form->form;
        c->completion = strcmp(form->form, "nonblocking") == 0 ? h_completion(c->i + c->j + k / 2) : NULL;
        c->variant = f->view->name;
        visit(c, f, form);
    }
    for (int v = 0; v < NUM_VIEWS; v++)
        if (made[v].is_made)
            free_view(&made[v].file, pool, index);
}

/* ---- what is in the file ---- */

struct h_values h_file_values(const struct h_case *c, const struct h_file *f)
{
    return h_theirs(c, f->who, c->round);
}

/* The accesses of all ranks in the order of the image: of the common view by rounds, else by ranks. */
struct parts {
    int n;
    DTP_part_s *parts;
    struct h_values *values;
};

static struct parts parts_of(const struct h_case *c, const struct h_file *f, bool holds)
{
    const int size = c->comm->size;
    struct parts p = {.n = size * H_FILE_ROUNDS};
    const MPI_Aint elements = DTP_pool_elements(f->image) / p.n;

    p.parts = h_alloc(p.n * (MPI_Aint) sizeof *p.parts);
    p.values = h_alloc(p.n * (MPI_Aint) sizeof *p.values);
    for (int k = 0; k < p.n; k++) {
        const bool common = f->view->way == COMMON;
        p.values[k] = h_theirs(c, common ? k % size : k / H_FILE_ROUNDS, common ? k / size : k % H_FILE_ROUNDS);
        p.parts[k] = (DTP_part_s) {.elements = elements, .val_count = holds ? elements : 0, .operands = 1,
                                   .starts = &p.values[k].start, .strides = &p.values[k].stride, .op = MPI_REPLACE};
    }
    return p;
}

static void free_parts(struct parts *p)
{
    free(p->parts);
    free(p->values);
}

/* A file that cannot be made, written or read without MPI. */
static void fail(const char *what, const char *name)
{
    h_fail_at_once("other", "%s %s: %s", what, name, strerror(errno));
}

static void write_posix(const struct h_file *f, const char *name)
{
    for (MPI_Aint at = 0; at < f->bytes;) {
        const ssize_t n = pwrite(f->posix, f->memory + at, (size_t) (f->bytes - at), (off_t) at);
        if (n <= 0)
            fail("cannot write", name);
        at += (MPI_Aint) n;
    }
}

static void fill_file(struct h_case *c, struct h_file *f, bool holds, const char *name)
{
    struct parts p = parts_of(c, f, holds);

    f->memory = h_alloc(f->bytes);
    H_DTP(DTP_obj_create_at(f->image, 0, f->memory, f->bytes, 0));
    H_DTP(DTP_obj_parts_fill(f->image, 0, p.n, p.parts));
    write_posix(f, name);
    free_parts(&p);
}

void h_file_check(struct h_case *c, struct h_file *f)
{
    struct parts p;
    struct stat s;

    H_MPI(MPI_File_sync(f->fh));
    H_MPI(MPI_Barrier(c->comm->comm));
    if (c->comm->rank != 0)
        return;
    if (fstat(f->posix, &s) != 0 || pread(f->posix, f->memory, (size_t) f->bytes, 0) < 0)
        fail("cannot read", "the file");
    h_check_number(c, c->operation, "bytes of the file", f->bytes, s.st_size);
    p = parts_of(c, f, true);
    h_check_parts(c, f->image, p.n, p.parts, false);
    free_parts(&p);
}

/* ---- the file ---- */

enum { NAME = 1024 };

static void make_file(struct h_file *f, char name[NAME])
{
    const char *folder = getenv("TMPDIR");

    snprintf(name, NAME, "%s/dtpools-XXXXXX", folder && *folder ? folder : ".");
    f->posix = mkstemp(name);
    if (f->posix < 0)
        fail("cannot make", name);
}

/* The part of the file that this rank accesses: its own; or that of the next rank, to read what it has not
 * written, where it is not the shared pointer that says. */
static int choose_part(const struct h_case *c, const struct h_file_form *form)
{
    return form->flags & (H_WRITES | H_SHARED) ? c->comm->rank : (c->comm->rank + 1) % c->comm->size;
}

void h_file_open(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    char name[NAME] = "";

    if (c->comm->rank == 0) {
        make_file(f, name);
        fill_file(c, f, !(form->flags & H_WRITES), name);
    }
    if (PMPI_Bcast(name, NAME, MPI_CHAR, 0, c->comm->comm) != MPI_SUCCESS)
        h_fail_at_once("other", "the name of the file");
    f->who = choose_part(c, form);
    H_MPI(MPI_File_open(c->comm->comm, name, MPI_MODE_RDWR, MPI_INFO_NULL, &f->fh));
    H_MPI(MPI_File_set_view(f->fh, f->first + f->who * f->step, f->etype, f->filetype, f->datarep, MPI_INFO_NULL));
    if (c->comm->rank == 0 && unlink(name) != 0)
        fail("cannot remove", name);
}

void h_file_close(struct h_file *f)
{
    H_MPI(MPI_File_close(&f->fh));
    if (!f->memory)
        return;
    (void) close(f->posix);
    H_DTP(DTP_obj_free(f->image, 0));
    free(f->memory);
    f->memory = NULL;
}

/* ---- accesses ---- */

/* Etypes before the access of the case's round, in the view. */
static MPI_Offset offset_of(const struct h_case *c, const struct h_file *f)
{
    if (f->view->way == COMMON)
        return (c->round * c->comm->size + f->who) * f->etypes;
    return c->round * f->etypes;
}

/* From the start, then from where it stands. */
static void seek(const struct h_case *c, struct h_file *f)
{
    const MPI_Offset skipped = f->view->way == COMMON ? (c->comm->size - 1) * f->etypes : 0;

    if (c->round == 0)
        H_MPI(MPI_File_seek(f->fh, offset_of(c, f), MPI_SEEK_SET));
    else
        H_MPI(MPI_File_seek(f->fh, skipped, MPI_SEEK_CUR));
}

static void transfer(struct h_case *c, const struct h_file_form *form, struct h_transfer *t)
{
    h_mpi(form->call(t), form->name, __FILE__, __LINE__);
    if (form->end)
        h_mpi(form->end(t), form->name, __FILE__, __LINE__);
    if (c->completion)
        h_complete(c, 1, &t->request, &t->status);
}

/* By the shared pointer, independently: the ranks in turn. */
static void transfer_in_turn(struct h_case *c, const struct h_file_form *form, struct h_transfer *t)
{
    for (int r = 0; r < c->comm->size; r++) {
        if (r == c->comm->rank)
            transfer(c, form, t);
        H_MPI(MPI_Barrier(c->comm->comm));
    }
}

static void check_pointer(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    MPI_Offset found = -77;

    if (form->flags & H_SHARED) {
        H_MPI(MPI_File_get_position_shared(f->fh, &found));
        h_check_number(c, "MPI_File_get_position_shared", "etypes", (c->round + 1) * c->comm->size * f->etypes, found);
        H_MPI(MPI_Barrier(c->comm->comm));
    } else if (!(form->flags & H_AT)) {
        H_MPI(MPI_File_get_position(f->fh, &found));
        h_check_number(c, "MPI_File_get_position", "etypes", offset_of(c, f) + f->etypes, found);
    }
}

void h_file_access(struct h_case *c, struct h_file *f, const struct h_file_form *form, struct h_obj o)
{
    struct h_transfer t = {.fh = f->fh, .offset = offset_of(c, f), .buf = o.mpi->DTP_obj_buf,
                           .count = o.mpi->DTP_obj_count, .type = o.mpi->DTP_obj_type, .request = MPI_REQUEST_NULL,
                           .status = h_status()};

    if (!(form->flags & (H_AT | H_SHARED)))
        seek(c, f);
    if (form->flags & H_SHARED && !(form->flags & H_COLLECTIVE))
        transfer_in_turn(c, form, &t);
    else
        transfer(c, form, &t);
    if (form->flags & H_SHARED)
        H_MPI(MPI_Barrier(c->comm->comm));
    h_check_partial(c, o, &t.status, DTP_pool_elements(o.pool));
    check_pointer(c, f, form);
}
