/* What is in a file: written and read without MPI. */
#include "files/file_bytes.h"
#include "case/values.h"
#include "run/record.h"
#include "run/report.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

void h_file_fail(const char *what, const struct h_file *f)
{
    h_fail_at_once("other", "%s %s: %s", what, f->name, strerror(errno));
}

static void write_posix(const struct h_file *f, MPI_Aint bytes)
{
    for (MPI_Aint at = 0; at < bytes;) {
        const ssize_t n = pwrite(f->posix, f->memory + at, (size_t) (bytes - at), (off_t) at);
        if (n <= 0)
            h_file_fail("cannot write", f);
        at += (MPI_Aint) n;
    }
    if (f->is_remote && fsync(f->posix) != 0)
        h_file_fail("cannot write", f);
    h_record_file(true, f->name, f->memory, bytes);
}

/* What the file has of its bytes: as many as it is to have, or fewer. */
static void read_posix(const struct h_file *f)
{
    ssize_t n = 1;

    for (MPI_Aint at = 0; at < f->bytes && n > 0; at += (MPI_Aint) n) {
        n = pread(f->posix, f->memory + at, (size_t) (f->bytes - at), (off_t) at);
        if (n < 0)
            h_file_fail("cannot read", f);
    }
    h_record_file(false, f->name, f->memory, f->bytes);
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

void h_file_fill(struct h_case *c, struct h_file *f, bool holds)
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
        h_file_fail("cannot open", f);
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
    if (fstat(f->posix, &s) != 0)
        h_file_fail("cannot find the size of", f);
    read_posix(f);
    h_check_number(c, c->operation, "bytes of the file", f->mode == H_GROWING ? end_of(f) : f->bytes, s.st_size);
    p = parts_of(c, f, true);
    record_expected(f, &p);
    turn_bytes(f);
    h_check_parts(c, f->image, p.n, p.parts, false);
    free_parts(&p);
}
