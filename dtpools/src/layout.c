#include "layout.h"

#include "alloc.h"
#include "arith.h"
#include "error.h"
#include "sweep.h"
#include "tree_text.h"

#include <stdio.h>

#define PREFIX "DTPI_OBJ_LAYOUT_"

/* ---- basic pools ---- */

/* The parameters of one object, all in elements. */
struct parameters {
    const struct dtpi_basic *basic;
    MPI_Aint count, blklen, stride;
};

/* n = small * large: f is the largest divisor of n not above min(64, n / 2), and small and large the lesser and the
 * greater of f and n / f. */
static void factors(MPI_Aint n, MPI_Aint *small, MPI_Aint *large)
{
    MPI_Aint f = dtpi_max(dtpi_min(64, n / 2), 1);

    while (n % f != 0)
        f--;
    *small = dtpi_min(f, n / f);
    *large = dtpi_max(f, n / f);
}

static struct dtpi_tree *make_BASIC(const struct parameters *p)
{
    return dtpi_tree_basic(p->basic);
}

static struct dtpi_tree *make_CONTIG(const struct parameters *p)
{
    return dtpi_tree_contiguous(p->blklen, dtpi_tree_basic(p->basic));
}

/* `count` blocks of `blklen`, at a stride of `stride` elements, by any constructor that can say so. */
static struct dtpi_tree *regular(enum dtpi_ctor ctor, const struct parameters *p, MPI_Aint unit)
{
    const struct dtpi_run run = {.count = p->count, .blklen = p->blklen, .step = p->stride * unit,
                                 .child = dtpi_tree_basic(p->basic)};

    return dtpi_tree_blocks(ctor, 1, &run);
}

#define MAKE_REGULAR(NAME, CTOR, UNIT)                                                                                 \
    static struct dtpi_tree *make_##NAME(const struct parameters *p)                                                   \
    {                                                                                                                  \
        return regular(CTOR, p, UNIT);                                                                                 \
    }

MAKE_REGULAR(VECTOR, DTPI_VECTOR, 1)
MAKE_REGULAR(INDEXED, DTPI_INDEXED, 1)
MAKE_REGULAR(BLOCK_INDEXED, DTPI_INDEXED_BLOCK, 1)
MAKE_REGULAR(HVECTOR, DTPI_HVECTOR, p->basic->kind->extent)
MAKE_REGULAR(HINDEXED, DTPI_HINDEXED, p->basic->kind->extent)
MAKE_REGULAR(BLOCK_HINDEXED, DTPI_HINDEXED_BLOCK, p->basic->kind->extent)

/* The first `blklen` columns of a matrix of `count` rows and `stride` columns. */
static struct dtpi_tree *make_SUBARRAY_C(const struct parameters *p)
{
    const struct dtpi_dim dims[] = {{.size = p->count, .subsize = p->count},
                                    {.size = p->stride, .subsize = p->blklen}};

    return dtpi_tree_subarray(2, dims, MPI_ORDER_C, dtpi_tree_basic(p->basic));
}

static struct dtpi_tree *make_SUBARRAY_F(const struct parameters *p)
{
    const struct dtpi_dim dims[] = {{.size = p->stride, .subsize = p->blklen},
                                    {.size = p->count, .subsize = p->count}};

    return dtpi_tree_subarray(2, dims, MPI_ORDER_FORTRAN, dtpi_tree_basic(p->basic));
}

enum number { ONE, N, SMALL, LARGE };
enum stride { NONE, TWO, PLUS_1, TWICE, TWICE_CNT };

static const struct layout {
    const char *name;
    struct dtpi_tree *(*make)(const struct parameters *p);
    enum number count, blklen;
    enum stride stride;
} layouts[] = {
#define DTPI_LAYOUT(FAMILY, CTOR, COUNT, BLKLEN, STRIDE)                                                               \
    {PREFIX #FAMILY "__" #CTOR, make_##CTOR, COUNT, BLKLEN, STRIDE},
#include "layouts.def"
#undef DTPI_LAYOUT
};
enum { NUM_LAYOUTS = sizeof layouts / sizeof layouts[0] };

static bool needs_factors(const struct layout *l)
{
    return l->count == SMALL || l->count == LARGE || l->blklen == SMALL || l->blklen == LARGE;
}

static MPI_Aint number_of(enum number which, MPI_Aint n, MPI_Aint small, MPI_Aint large)
{
    const MPI_Aint numbers[] = {[ONE] = 1, [N] = n, [SMALL] = small, [LARGE] = large};

    return numbers[which];
}

static MPI_Aint stride_of(enum stride which, MPI_Aint count, MPI_Aint blklen)
{
    const MPI_Aint strides[] = {[NONE] = 0, [TWO] = 2, [PLUS_1] = blklen + 1, [TWICE] = blklen * 2,
                                [TWICE_CNT] = count * 2};

    return strides[which];
}

static int basic_object(const struct dtpi_part *part, const struct layout *l, MPI_Aint max_bytes,
                        struct dtpi_object *object)
{
    struct parameters p = {.basic = part->basic};
    MPI_Aint small, large, room = max_bytes / part->basic->kind->extent, least = 0;

    factors(part->count, &small, &large);
    p.count = number_of(l->count, part->count, small, large);
    p.blklen = number_of(l->blklen, part->count, small, large);
    p.stride = stride_of(l->stride, p.count, p.blklen);
    if (l->stride == TWICE_CNT && p.count > 1 && p.stride > (room - p.blklen) / (p.count - 1)) {
        object->cut_from = p.stride;
        p.stride = dtpi_max((room - p.blklen) / (p.count - 1), p.blklen * 2);
    }
    if (!dtpi_add_mul(p.blklen, p.count - 1, l->stride == NONE ? 1 : p.stride, &least) || least > room)
        return dtpi_error(DTP_ERR_TOO_LARGE, "%s of %s:%lld needs %lld elements of %d bytes, more than "
                          "DTP_MAX_BUFSIZE=%lld bytes", l->name, part->basic->name, (long long) part->count,
                          (long long) least, part->basic->kind->extent, (long long) max_bytes);
    object->count = l->stride == NONE ? p.count : 1;
    object->stride = p.stride;
    object->tree = l->make(&p);
    return object->tree ? DTP_SUCCESS : dtpi_error_code();
}

/* ---- struct pools ---- */

/* Members one after the other from displacement 0 on: each aligned as C does, or not, and `gap` bytes after each. */
static MPI_Aint place_members(const struct dtpi_signature *s, bool aligned, MPI_Aint gap, MPI_Aint *disps)
{
    MPI_Aint at = 0;

    for (int i = 0; i < s->n; i++) {
        const struct dtpi_part *part = &s->parts[i];
        MPI_Aint past = aligned ? at % part->basic->alignment : 0;
        at += past > 0 ? part->basic->alignment - past : 0;
        disps[i] = at;
        at += part->count * part->basic->kind->extent + gap;
    }
    return at;
}

/* Members from..to - 1 at their displacements, less that of the first one; one block a member or one an element. */
static struct dtpi_tree *members(const struct dtpi_signature *s, const MPI_Aint *disps, int from, int to,
                                 bool by_element)
{
    struct dtpi_run *runs = dtpi_alloc((size_t) (to - from), sizeof *runs);
    struct dtpi_tree *tree;

    if (!runs)
        return NULL;
    for (int i = from; i < to; i++) {
        const struct dtpi_part *part = &s->parts[i];
        runs[i - from] = (struct dtpi_run) {.disp = disps[i] - disps[from], .child = dtpi_tree_basic(part->basic),
                                            .count = by_element ? part->count : 1,
                                            .blklen = by_element ? 1 : part->count,
                                            .step = by_element ? part->basic->kind->extent : 0};
    }
    tree = dtpi_tree_blocks(DTPI_STRUCT, to - from, runs);
    dtpi_free(runs);
    return tree;
}

static struct dtpi_tree *make_SIMPLE(const struct dtpi_signature *s, MPI_Aint *disps)
{
    (void) place_members(s, true, 0, disps);
    return members(s, disps, 0, s->n, false);
}

static struct dtpi_tree *make_PACKED(const struct dtpi_signature *s, MPI_Aint *disps)
{
    (void) place_members(s, false, 0, disps);
    return members(s, disps, 0, s->n, false);
}

static struct dtpi_tree *make_GAPS(const struct dtpi_signature *s, MPI_Aint *disps)
{
    (void) place_members(s, true, 16, disps);
    return members(s, disps, 0, s->n, false);
}

/* The first member is the last in memory, and at displacement 0: the lower bound is negative. */
static struct dtpi_tree *make_REVERSE(const struct dtpi_signature *s, MPI_Aint *disps)
{
    MPI_Aint at = 0;

    for (int i = s->n - 1; i >= 0; i--) {
        const struct dtpi_part *part = &s->parts[i];
        at += (part->basic->alignment - at % part->basic->alignment) % part->basic->alignment;
        disps[i] = at;
        at += part->count * part->basic->kind->extent;
    }
    return members(s, disps, 0, s->n, false);
}

static struct dtpi_tree *make_ELEMENTS(const struct dtpi_signature *s, MPI_Aint *disps)
{
    (void) place_members(s, true, 0, disps);
    return members(s, disps, 0, s->n, true);
}

/* A struct of two structs: the first half of the members, and the rest. */
static struct dtpi_tree *make_NESTED(const struct dtpi_signature *s, MPI_Aint *disps)
{
    int half = (s->n + 1) / 2;
    struct dtpi_run runs[2];

    (void) place_members(s, true, 0, disps);
    runs[0] = (struct dtpi_run) {.count = 1, .blklen = 1, .child = members(s, disps, 0, half, false)};
    if (half == s->n)
        return dtpi_tree_blocks(DTPI_STRUCT, 1, runs);
    runs[1] = (struct dtpi_run) {.count = 1, .blklen = 1, .child = members(s, disps, half, s->n, false),
                                 .disp = disps[half]};
    return dtpi_tree_blocks(DTPI_STRUCT, 2, runs);
}

static struct dtpi_tree *make_RESIZED(const struct dtpi_signature *s, MPI_Aint *disps)
{
    struct dtpi_tree *tree = make_SIMPLE(s, disps);

    return tree ? dtpi_tree_resized(0, tree->ub + 16, tree) : NULL;
}

static const struct struct_layout {
    const char *name;
    struct dtpi_tree *(*make)(const struct dtpi_signature *s, MPI_Aint *disps); /* disps: room for a number a member */
    const char *traits, *text; /* of the extended ones, which make is T of; else NULL */
} struct_layouts[] = {
#define STRUCT_LAYOUT(NAME) {PREFIX "STRUCT__" #NAME, make_##NAME, NULL, NULL}
    STRUCT_LAYOUT(SIMPLE),   /* aligned as C does */
    STRUCT_LAYOUT(PACKED),   /* no bytes between the members */
    STRUCT_LAYOUT(GAPS),     /* 16 bytes after each member */
    STRUCT_LAYOUT(REVERSE),  /* the first member is the last in memory */
    STRUCT_LAYOUT(ELEMENTS), /* a block for each element */
    STRUCT_LAYOUT(NESTED),   /* structs of structs */
    STRUCT_LAYOUT(RESIZED),  /* 16 bytes of padding at the end */
#define DTPI_EXTENDED(NAME, LEAST, TRAITS, TEXT)
#define DTPI_OVERLAPPING(NAME, LEAST, TRAITS, TEXT)
#define DTPI_EXTENDED_STRUCT(NAME, TRAITS, TEXT) {PREFIX "STRUCT__" #NAME, make_SIMPLE, TRAITS, TEXT},
#include "extended.def"
};
enum { NUM_STRUCT_LAYOUTS = sizeof struct_layouts / sizeof struct_layouts[0] };

static int struct_object(const struct dtpi_signature *s, const struct struct_layout *l, struct dtpi_object *object)
{
    static const char names[] = "e";
    MPI_Aint *disps = dtpi_alloc((size_t) s->n, sizeof *disps), e;
    struct dtpi_variables variables = {names, &e, NULL};
    int err;

    if (!disps)
        return DTP_ERR_NO_MEM;
    object->count = 1;
    object->tree = l->make(s, disps);
    dtpi_free(disps);
    if (!object->tree || !l->text)
        return object->tree ? DTP_SUCCESS : dtpi_error_code();
    variables.type = object->tree;
    e = dtpi_tree_extent(variables.type);
    err = dtpi_object_parse_with(l->text, &variables, &object->count, &object->tree);
    dtpi_tree_free(variables.type);
    return err;
}

int dtpi_layout_plain(const struct dtpi_signature *s, MPI_Aint n, struct dtpi_object *object)
{
    struct dtpi_signature first = {.n = 0};
    MPI_Aint *disps;
    int err;

    if (n <= s->parts[0].count) {
        *object = (struct dtpi_object) {.count = n, .tree = dtpi_tree_basic(s->parts[0].basic)};
        return object->tree ? DTP_SUCCESS : dtpi_error_code();
    }
    *object = (struct dtpi_object) {.count = 1};
    err = dtpi_signature_first(s, n, &first);
    if (err)
        return err;
    disps = dtpi_alloc((size_t) first.n, sizeof *disps);
    object->tree = disps ? make_SIMPLE(&first, disps) : NULL;
    dtpi_free(disps);
    dtpi_signature_free(&first);
    return object->tree ? DTP_SUCCESS : dtpi_error_code();
}

/* ---- extended layouts of a basic pool ---- */

static const struct extended {
    const char *name, *traits, *text;
    int least; /* elements */
} extended[] = {
#define DTPI_EXTENDED(NAME, LEAST, TRAITS, TEXT)                                                                       \
    {PREFIX "EXTENDED__" #NAME, TRAITS, TEXT, LEAST},
#define DTPI_OVERLAPPING(NAME, LEAST, TRAITS, TEXT)                                                                    \
    {PREFIX "OVERLAPPING__" #NAME, TRAITS, TEXT, LEAST},
#define DTPI_EXTENDED_STRUCT(NAME, TRAITS, TEXT)
#include "extended.def"
};
enum { NUM_EXTENDED = sizeof extended / sizeof extended[0] };

/* The rows before those whose elements share bytes. */
enum {
    NUM_APART = 0
#define DTPI_EXTENDED(NAME, LEAST, TRAITS, TEXT) + 1
#define DTPI_OVERLAPPING(NAME, LEAST, TRAITS, TEXT)
#define DTPI_EXTENDED_STRUCT(NAME, TRAITS, TEXT)
#include "extended.def"
};

static int extended_object(const struct dtpi_part *part, const struct extended *l, struct dtpi_object *object)
{
    static const char names[] = "nslhte";
    const MPI_Aint n = part->count;
    struct dtpi_variables variables = {names, NULL, dtpi_tree_basic(part->basic)};
    MPI_Aint small, large;
    int err;

    if (!variables.type)
        return dtpi_error_code();
    factors(n, &small, &large);
    variables.values = (const MPI_Aint[]) {n, small, large, n / 2, n / 3, part->basic->kind->extent};
    err = dtpi_object_parse_with(l->text, &variables, &object->count, &object->tree);
    dtpi_tree_free(variables.type);
    return err;
}

/* ---- all ---- */

/* Where a row is: in which table, and its number there. */
enum table { SPECIFIED, STRUCTS, EXTENDED, SWEEP, OVERLAPPING, NO_TABLE };

struct place {
    enum table table;
    int row;
};

static struct place place_of(bool is_struct, int row)
{
    const struct {
        enum table table;
        int rows, first;
    } tables[] = {
        {is_struct ? STRUCTS : SPECIFIED, is_struct ? NUM_STRUCT_LAYOUTS : NUM_LAYOUTS, 0},
        {EXTENDED, is_struct ? 0 : NUM_APART, 0},
        {SWEEP, dtpi_sweep_rows(is_struct), 0},
        {OVERLAPPING, is_struct ? 0 : NUM_EXTENDED - NUM_APART, NUM_APART},
    };
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; row -= tables[i++].rows)
        if (row < tables[i].rows)
            return (struct place) {tables[i].table, tables[i].first + row};
    return (struct place) {NO_TABLE, 0};
}

enum dtpi_layout_class dtpi_layout_class(bool is_struct, int row)
{
    const struct place at = place_of(is_struct, row);

    switch (at.table) {
        case SPECIFIED: return DTPI_SPECIFIED;
        case STRUCTS: return struct_layouts[at.row].text ? DTPI_EXTENDED_LAYOUT : DTPI_SPECIFIED;
        case SWEEP: return DTPI_SWEPT_LAYOUT;
        case NO_TABLE: return DTPI_NO_LAYOUT;
        case OVERLAPPING: return DTPI_OVERLAPPING_LAYOUT;
        default: return DTPI_EXTENDED_LAYOUT;
    }
}

bool dtpi_layout_applies(const struct dtpi_signature *signature, bool is_struct, int row)
{
    const struct place at = place_of(is_struct, row);

    switch (at.table) {
        case STRUCTS: return true;
        case SPECIFIED: return signature->elements > 1 || !needs_factors(&layouts[at.row]);
        case SWEEP: return dtpi_sweep_applies(is_struct, at.row, signature->elements);
        default: return signature->elements >= extended[at.row].least;
    }
}

void dtpi_layout_name(bool is_struct, int row, char name[DTPI_LAYOUT_NAME])
{
    const struct place at = place_of(is_struct, row);
    char of_sweep[48];

    if (at.table == SWEEP) {
        dtpi_sweep_name(is_struct, at.row, of_sweep);
        (void) snprintf(name, DTPI_LAYOUT_NAME, PREFIX "%s", of_sweep);
        return;
    }
    (void) snprintf(name, DTPI_LAYOUT_NAME, "%s", at.table == STRUCTS     ? struct_layouts[at.row].name
                                                  : at.table == SPECIFIED ? layouts[at.row].name
                                                                          : extended[at.row].name);
}

const char *dtpi_layout_traits(bool is_struct, int row)
{
    const struct place at = place_of(is_struct, row);

    switch (at.table) {
        case STRUCTS: return struct_layouts[at.row].traits;
        case EXTENDED:
        case OVERLAPPING: return extended[at.row].traits;
        default: return NULL;
    }
}

/* Refuses an object that reaches too far; those of the specification were not even made then. */
static int check_size(const struct dtpi_signature *signature, const char *name, MPI_Aint max_bytes,
                      struct dtpi_object *object)
{
    const struct dtpi_tree *tree = object->tree;
    MPI_Aint reach, bytes;

    if (!dtpi_mul(object->count - 1, dtpi_tree_extent(tree), &reach) ||
        !dtpi_add(tree->true_ub - tree->true_lb, reach < 0 ? -reach : reach, &bytes))
        bytes = DTPI_AINT_MAX;
    if (bytes <= max_bytes)
        return DTP_SUCCESS;
    dtpi_tree_free(object->tree);
    object->tree = NULL;
    return dtpi_error(DTP_ERR_TOO_LARGE, "%s of %s needs %lld bytes, more than DTP_MAX_BUFSIZE=%lld bytes", name,
                      signature->text, (long long) bytes, (long long) max_bytes);
}

/* A row of a sweep: over the basic type, or over the struct as C lays it out. */
static int sweep_object(const struct dtpi_signature *s, bool is_struct, int row, struct dtpi_object *object)
{
    struct dtpi_object type = {.count = 1};
    int err = DTP_SUCCESS;

    if (is_struct)
        err = struct_object(s, &struct_layouts[0], &type);
    else
        type.tree = dtpi_tree_basic(s->parts[0].basic);
    if (!type.tree)
        return err ? err : dtpi_error_code();
    err = dtpi_sweep_object(is_struct, row, is_struct ? 1 : s->elements, type.tree, object);
    dtpi_tree_free(type.tree);
    return err;
}

int dtpi_layout_object(const struct dtpi_signature *signature, bool is_struct, int row, MPI_Aint max_bytes,
                       struct dtpi_object *object)
{
    const struct place at = place_of(is_struct, row);
    char name[DTPI_LAYOUT_NAME];
    int err;

    *object = (struct dtpi_object) {.count = 1};
    if (at.table == STRUCTS)
        err = struct_object(signature, &struct_layouts[at.row], object);
    else if (at.table == SPECIFIED)
        err = basic_object(&signature->parts[0], &layouts[at.row], max_bytes, object);
    else if (at.table == SWEEP)
        err = sweep_object(signature, is_struct, at.row, object);
    else
        err = extended_object(&signature->parts[0], &extended[at.row], object);
    if (err)
        return err;
    dtpi_layout_name(is_struct, row, name);
    return check_size(signature, name, max_bytes, object);
}
