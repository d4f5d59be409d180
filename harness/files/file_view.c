/* Views of files, and the object that a file is. */
#include "state.h"
#include "case/extent.h"
#include "case/pools.h"
#include "case/shared.h"
#include "files/file.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whose part of the file is where.  Common: one view for all, each access after that of the rank before.  Own: one
 * rank's after the other's.  Interleaved: instances of the ranks in turn.  Around: all of rank 0 in the middle of what
 * the others have, instances of these in turn. */
enum way { COMMON, OWN, INTERLEAVED, AROUND };

struct h_view {
    const char *name;
    enum way way;
    bool basic;        /* the etype is the basic type; else the type that is tiled */
    bool unlike;       /* each rank has another type, */
    bool hollow;       /* or one of size zero */
    bool sparse;       /* elements far apart, whatever the object is */
    const char *tile;  /* a file type of two basic elements, as often as elements are accessed; else NULL, and one file
                        * type has all of them */
};

static const struct h_view views[] = {
    {.name = "common-by-elements", .way = COMMON, .basic = true},
    {.name = "own", .way = OWN},
    {.name = "interleaved-by-elements", .way = INTERLEAVED, .basic = true},
    {.name = "common", .way = COMMON},
    {.name = "own-by-elements", .way = OWN, .basic = true},
    {.name = "interleaved", .way = INTERLEAVED},
    {.name = "around-by-elements", .way = AROUND, .basic = true},
    {.name = "unlike", .way = OWN, .basic = true, .unlike = true},
    {.name = "some-empty", .way = OWN, .basic = true, .unlike = true, .hollow = true},
    {.name = "sparse", .way = COMMON, .basic = true, .sparse = true},
    {.name = "tiled-lower-bound", .way = COMMON, .basic = true, .tile = "indexed({1, 1}, {1, 3}, %s)"},
    {.name = "tiled-arrays", .way = COMMON, .basic = true,
     .tile = "indexed({1, 1}, {0, 1}, subarray({4}, {1}, {2}, C, %s))"},
    {.name = "tiled-empty-blocks", .way = COMMON, .basic = true, .tile = "indexed({0, 1, 0, 1}, {1, 1, 2, 3}, %s)"},
};

const struct h_view *h_view_number(const struct h_file_cases *cases, int k)
{
    for (int v = 0; v < H_NUM(views); v++) {
        const bool is_one = !(cases->flags & H_UNLIKE_VIEW) == !views[v].unlike &&
                            !(cases->flags & H_SPARSE_VIEW) == !views[v].sparse &&
                            !(cases->flags & H_TILED_VIEW) == !views[v].tile &&
                            (views[v].way >= INTERLEAVED || !(cases->flags & H_INTERLEAVED_VIEW)) &&
                            (views[v].way != AROUND || cases->flags & H_AROUND_VIEW) &&
                            (views[v].basic || !(cases->flags & H_ELEMENT_VIEW));
        if (is_one && k-- == 0)
            return &views[v];
    }
    return NULL;
}

bool h_view_is_common(const struct h_view *view)
{
    return view->way == COMMON;
}

bool h_view_is_hollow(const struct h_file *f, int r)
{
    return f->num_tiles > 1 && !f->tiles[r];
}

/* Larger files are left out: of the objects that have pages of gaps. */
static const MPI_Aint most_bytes = (MPI_Aint) 8 << 20;

/* Bytes that nobody accesses, between the parts of ranks and around all. */
enum { APART = 64, UNALIGNED = 7 };

/* ---- tiles ---- */

/* What a view is made of. */
struct making {
    const struct h_case *c;
    struct h_file *f;
    DTP_t pool;
    int index;
    int count;         /* instances that an access moves */
    int rank;          /* whose tile it is, where each has one */
    MPI_Aint extent;   /* of the type that is tiled */
    MPI_Datatype basic;
};

static int accesses_of(const struct making *m)
{
    return H_FILE_ROUNDS * (m->f->view->way == COMMON ? m->c->comm->size : 1);
}

/* The text of an object's type, after the count in it; freed by the caller. */
static char *text_of(DTP_t pool, int index, int *count, const char **type)
{
    char *text = h_object_text(pool, index), *end;

    *count = (int) strtol(text, &end, 10);
    *type = end + 1;
    return text;
}

/* The extent of the instances in the view, at least that of the type.  An access of a sparse one spans more than the
 * 512 KiB that the buffers of MPI-IO often have. */
static MPI_Aint extent_in_view(const struct making *m)
{
    const MPI_Aint spanned = (MPI_Aint) 3 << 18, instances = m->count * m->extent;

    if (m->f->view->way == INTERLEAVED)
        return m->c->comm->size * m->extent;
    if (m->f->view->way == AROUND && m->rank > 0)
        return (m->c->comm->size - 1) * m->extent;
    return m->f->view->sparse ? (1 + spanned / instances) * m->extent : 0;
}

/* Of views around the part of rank 0: how many instances each of the others has before that, some of its first access
 * if that has several; the bytes that all of these have. */
static int before_middle(const struct making *m)
{
    return (m->count + 1) / 2;
}

static MPI_Aint middle_of(const struct making *m)
{
    return m->f->view->way == AROUND ? before_middle(m) * (m->c->comm->size - 1) * m->extent : 0;
}

/* The text of what is accessed: so many instances, which have an extent of their own in the view unless that is 0. */
static void print_tile(const struct making *m, MPI_Aint extent, const char *type, char *text, size_t size)
{
    const int all = m->count * accesses_of(m), before = before_middle(m);
    const long long step = extent, behind = middle_of(m) + all * m->extent;

    if (m->f->view->way == AROUND && m->rank > 0)
        snprintf(text, size, "1*struct({1,1},{0,%lld},{hvector(%d,1,%lld,%s),hvector(%d,1,%lld,%s)})", behind, before,
                 step, type, all - before, step, type);
    else if (extent > 0)
        snprintf(text, size, "%d*resized(0,%lld,%s)", all, step, type);
    else
        snprintf(text, size, "%d*%s", all, type);
}

/* All of a view that is accessed, as one object: every access is `count` instances.  A lower bound that was set
 * below 0 is in the type map as a marker (MPI-3.1, 4.1.7), and so may be a displacement that views do not allow. */
static bool make_tile(struct making *m, DTP_t *tile)
{
    MPI_Aint lb;
    const char *type;
    char *object = text_of(m->pool, m->index, &m->count, &type);
    const size_t size = 2 * strlen(type) + 199;
    char *text = h_alloc((MPI_Aint) size);
    const char *texts[] = {text};
    const bool settled = DTP_obj_extent(m->pool, m->index, &lb, &m->extent) == DTP_SUCCESS && m->extent > 0;
    bool good = settled && m->count > 0 && !DTP_obj_has_trait(m->pool, m->index, "negative-lb");

    print_tile(m, good ? extent_in_view(m) : 0, type, text, size);
    good = good && DTP_pool_create_text(1, texts, tile) == DTP_SUCCESS;
    free(text);
    free(object);
    return good;
}

/* The name of the first basic type of a pool. */
static void name_basic(DTP_t pool, char name[H_TEXT])
{
    const char *signature = DTP_pool_signature(pool);

    snprintf(name, H_TEXT, "%.*s", (int) strcspn(signature, ":"), signature);
}

/* A pool of one object: so many file types of two elements. */
static bool make_small_tiles(const struct making *m, long long n, DTP_t *pool)
{
    char name[H_TEXT], type[2 * H_TEXT], text[3 * H_TEXT];
    const char *texts[] = {text};

    name_basic(m->pool, name);
    snprintf(type, sizeof type, m->f->view->tile, name);
    snprintf(text, sizeof text, "%lld*%s", n, type);
    return DTP_pool_create_text(1, texts, pool) == DTP_SUCCESS;
}

/* Whether the holes are multiples of the etype, and the extent is known.  Where a known issue keeps MPI from committing
 * the type, the cases are left out. */
static bool is_allowed(const struct making *m, DTP_t tile)
{
    MPI_Aint lb, extent, unit = 1;

    if (m->f->view->basic)
        H_MPI(MPI_Type_get_extent(m->basic, &lb, &unit));
    if (!DTP_obj_in_order(tile, 0, unit) || m->extent % unit != 0)
        return false;
    if (!h_asks(m->c, "MPI_Type_commit"))
        return DTP_obj_extent(tile, 0, &lb, &extent) == DTP_SUCCESS;
    return h_extent(tile, 0, &extent);
}

static bool make_allowed(struct making *m, int index, DTP_t *tile)
{
    bool good;

    m->index = index;
    if (m->f->view->tile)
        good = make_small_tiles(m, accesses_of(m) * (long long) DTP_pool_elements(m->pool) / 2, tile) &&
               make_small_tiles(m, 1, &m->f->unit);
    else
        good = make_tile(m, tile);
    if (good && is_allowed(m, *tile))
        return true;
    if (*tile)
        H_DTP(DTP_pool_free(*tile));
    *tile = NULL;
    return false;
}

/* Of every four ranks, in turn each choice of some, not all of them, has a part of the file; of fewer as well. */
static bool has_part(const struct h_case *c, int r)
{
    const int n = c->comm->size < 4 ? c->comm->size : 4;

    return n == 1 || (1 + (h_pair_turn(c) + c->comm->number) % ((1 << n) - 2)) >> r % n & 1;
}

/* Ranks whose object is none that a view may have take the plainest one. */
static bool make_tiles(struct making *m)
{
    struct h_file *f = m->f;
    const int first = m->index, objects = m->pool->DTP_num_objs;
    bool good = true;

    f->num_tiles = f->view->unlike || f->view->way == AROUND ? m->c->comm->size : 1;
    f->tiles = h_alloc(f->num_tiles * (MPI_Aint) sizeof *f->tiles);
    for (int r = 0; r < f->num_tiles; r++)
        f->tiles[r] = NULL;
    for (int r = 0; good && r < f->num_tiles; r++) {
        m->rank = r;
        if (!f->view->hollow || has_part(m->c, r))
            good = make_allowed(m, f->view->unlike ? (first + r) % objects : first, &f->tiles[r]) ||
                   (f->view->unlike && make_allowed(m, 0, &f->tiles[r]));
    }
    return good;
}

/* ---- the image ---- */

/* From the part of one rank to that of the next one, whose part ends at hi. */
static MPI_Aint next_part(const struct making *m, int rank, MPI_Aint hi)
{
    switch (m->f->view->way) {
    case COMMON:
        return 0;
    case OWN:
        return hi + APART;
    case INTERLEAVED:
        return m->extent;
    default:
        return rank == 0 ? -middle_of(m) : m->extent;
    }
}

/* All of the file: the tiles of all ranks. */
static bool make_image(const struct making *m)
{
    struct h_file *f = m->f;
    const int size = m->c->comm->size;
    DTP_block_s *blocks = h_alloc(size * (MPI_Aint) sizeof *blocks);
    MPI_Aint at = APART + h_pair_turn(m->c) / 2 % 2 * UNALIGNED + middle_of(m), lo, hi = 0;
    int n = 0;
    bool good;

    f->at = h_alloc(size * (MPI_Aint) sizeof *f->at);
    for (int r = 0; r < size; r++) {
        const DTP_t tile = f->tiles[f->num_tiles > 1 ? r : 0];
        f->at[r] = at;
        if (!tile)
            continue;
        H_DTP(DTP_obj_bounds(tile, 0, &lo, &hi));
        f->bytes = at + hi + APART;
        if (r == 0 || f->view->way != COMMON)
            blocks[n++] = (DTP_block_s) {tile, 0, 1, at};
        at += next_part(m, r, hi);
    }
    good = DTP_pool_create_blocks(n, blocks, &f->image) == DTP_SUCCESS &&
           !h_shares_bytes(f->image, 0);
    free(blocks);
    if (good)
        h_copy_values(f->image);
    if (good && f->bytes > most_bytes)
        h_leave_out("a file of %lld bytes: more than %lld", (long long) f->bytes, (long long) most_bytes);
    return good && f->bytes <= most_bytes;
}

/* ---- the view ---- */

/* The basic type, if there is one alone. */
static bool find_basic(DTP_t pool, MPI_Datatype *basic)
{
    char name[H_TEXT];

    name_basic(pool, name);
    return !strchr(DTP_pool_signature(pool), ',') && DTP_type_find(name, basic) == DTP_SUCCESS;
}

/* Whether the representation has the bytes of the native one, but for their order: displacements are those of memory
 * then. */
static bool has_known_bytes(DTP_t pool, const char *datarep)
{
    return strcmp(datarep, "native") == 0 || (strcmp(datarep, "external32") == 0 && h_external_is_known(pool));
}

bool h_view_make(const struct h_case *c, struct h_file *f, const struct h_view *view, const struct h_file_cases *cases)
{
    const bool plain = cases->flags & H_PLAIN_VIEW || view->sparse || view->tile;
    struct making m = {.c = c, .f = f, .pool = c->recv.pool, .basic = MPI_DATATYPE_NULL,
                       .index = plain ? h_plain_index(c->recv.pool) : c->j};

    *f = (struct h_file) {.view = view, .datarep = cases->datarep, .cut = -1, .pool = m.pool, .index = m.index,
                           .later = {MPI_DATATYPE_NULL, MPI_DATATYPE_NULL},
                           .made_of = view->tile ? "small-types" : plain ? "elements" : "object",
                           .has_small_buffers = (cases->flags & H_SMALL_BUFFERS) != 0,
                           .has_known_bytes = has_known_bytes(m.pool, cases->datarep)};
    snprintf(f->variant, sizeof f->variant, "%s%s%s%s", f->has_small_buffers ? "small-buffers/" : "",
             strcmp(f->datarep, "native") == 0 ? "" : f->datarep, strcmp(f->datarep, "native") == 0 ? "" : "/",
             view->name);
    if (!f->has_known_bytes && (!plain || !view->basic || view->way != COMMON))
        return false;
    if ((view->basic && !find_basic(m.pool, &m.basic)) || !make_tiles(&m) || !make_image(&m))
        return false;
    f->etypes = view->basic ? DTP_pool_elements(m.pool) : m.count;
    return true;
}

void h_view_free(struct h_file *f)
{
    for (int r = 0; f->tiles && r < f->num_tiles; r++)
        if (f->tiles[r])
            H_DTP(DTP_pool_free(f->tiles[r]));
    if (f->image)
        H_DTP(DTP_pool_free(f->image));
    if (f->unit)
        H_DTP(DTP_pool_free(f->unit));
    free(f->tiles);
    free(f->at);
    f->tiles = NULL;
    f->image = f->unit = NULL;
    f->at = NULL;
}

static void set_hollow(const struct h_case *c, struct h_file *f)
{
    MPI_Datatype basic, nothing;

    (void) find_basic(c->recv.pool, &basic);
    H_MPI(MPI_Type_contiguous(0, basic, &nothing));
    H_MPI(MPI_Type_commit(&nothing));
    H_MPI(MPI_File_set_view(f->fh, f->at[f->who], basic, nothing, f->datarep, MPI_INFO_NULL));
    H_MPI(MPI_Type_free(&nothing));
}

/* The file type may be the etype itself, where instances of it follow each other: one handle for both, in turn. */
static bool has_one_type(const struct h_case *c, const struct h_file *f)
{
    return !f->view->basic && f->view->way != INTERLEAVED && h_pair_turn(c) / 8 % 2;
}

/* A handle of its own, and in turn that of the object that is received into. */
static void set_one_type(const struct h_case *c, struct h_file *f)
{
    const bool is_known = c->recv.pool == f->pool && c->recv.index == f->index && h_pair_turn(c) / 16 % 2;
    MPI_Datatype type = c->recv.mpi->DTP_obj_type;

    if (!is_known)
        H_DTP(DTP_obj_type_create(f->pool, f->index, &type));
    H_MPI(MPI_Type_size(type, &f->size));
    H_MPI(MPI_File_set_view(f->fh, f->at[f->who], type, type, f->datarep, MPI_INFO_NULL));
    if (!is_known)
        H_DTP(DTP_obj_type_free(f->pool, f->index, &type));
}

/* A file type of the same size and bounds, whose data lie an etype behind those of the tile, or before them; or where
 * they do, if there is no room. */
static void make_like(DTP_t tiles, MPI_Datatype etype, MPI_Datatype filetype, MPI_Datatype *like)
{
    const MPI_Aint step = h_extent_by_mpi(etype);
    MPI_Aint lb, extent, lo, hi, shift = 0;
    MPI_Datatype moved;

    H_DTP(DTP_obj_bounds(tiles, 0, &lo, &hi));
    H_DTP(DTP_obj_extent(tiles, 0, &lb, &extent));
    if (hi + step <= lb + extent)
        shift = step;
    else if (lo - step >= lb && lo - step >= 0)
        shift = -step;
    H_MPI(MPI_Type_create_hindexed(1, (int[]) {1}, &shift, filetype, &moved));
    H_MPI(MPI_Type_create_resized(moved, lb, extent, like));
    H_MPI(MPI_Type_commit(like));
    H_MPI(MPI_Type_free(&moved));
}

/* The view, or one that is like it but for where the data are. */
static void set_tiles(const struct h_case *c, struct h_file *f, DTP_t tiles, bool is_like)
{
    MPI_Datatype etype, filetype, like;

    if (f->view->basic)
        (void) find_basic(c->recv.pool, &etype);
    else
        H_DTP(DTP_obj_type_create(f->pool, f->index, &etype));
    H_DTP(DTP_obj_type_create(tiles, 0, &filetype));
    H_MPI(MPI_Type_size(filetype, &f->size));
    if (is_like) {
        make_like(tiles, etype, filetype, &like);
        H_MPI(MPI_File_set_view(f->fh, f->at[f->who], etype, like, f->datarep, MPI_INFO_NULL));
        H_MPI(MPI_Type_free(&like));
    } else {
        H_MPI(MPI_File_set_view(f->fh, f->at[f->who], etype, filetype, f->datarep, MPI_INFO_NULL));
    }
    H_DTP(DTP_obj_type_free(tiles, 0, &filetype));
    if (!f->view->basic)
        H_DTP(DTP_obj_type_free(f->pool, f->index, &etype));
}

static void set(const struct h_case *c, struct h_file *f, bool is_like)
{
    const DTP_t tile = f->tiles[f->num_tiles > 1 ? f->who : 0];

    if (!tile)
        set_hollow(c, f);
    else if (has_one_type(c, f))
        set_one_type(c, f);
    else
        set_tiles(c, f, f->unit ? f->unit : tile, is_like);
}

/* Of the size of the file type, and without holes. */
static void make_later(struct h_file *f)
{
    for (int k = 0; k < H_NUM(f->later); k++) {
        H_MPI(MPI_Type_contiguous(f->size, MPI_BYTE, &f->later[k]));
        H_MPI(MPI_Type_commit(&f->later[k]));
    }
}

void h_view_end(struct h_file *f)
{
    for (int k = 0; k < H_NUM(f->later); k++)
        if (f->later[k] != MPI_DATATYPE_NULL)
            H_MPI(MPI_Type_free(&f->later[k]));
}

void h_view_set(const struct h_case *c, struct h_file *f)
{
    h_view_end(f);
    f->size = 0;
    if (f->mode == H_LATER_VIEW)
        set(c, f, true);
    set(c, f, false);
    make_later(f);
}
