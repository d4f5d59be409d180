/* The layouts of a pool of structs, but for the sweeps. */
#include "layout_table.h"

#include "alloc.h"
#include "error.h"
#include "tree_text.h"

#include <stdio.h>

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

static const struct layout {
    const char *name;
    struct dtpi_tree *(*make)(const struct dtpi_signature *s, MPI_Aint *disps); /* disps: room for a number a member */
    const char *traits, *text; /* of the extended ones, which make is T of; else NULL */
} layouts[] = {
#define LAYOUT(NAME) {DTPI_LAYOUT_PREFIX "STRUCT__" #NAME, make_##NAME, NULL, NULL}
    LAYOUT(SIMPLE),   /* aligned as C does */
    LAYOUT(PACKED),   /* no bytes between the members */
    LAYOUT(GAPS),     /* 16 bytes after each member */
    LAYOUT(REVERSE),  /* the first member is the last in memory */
    LAYOUT(ELEMENTS), /* a block for each element */
    LAYOUT(NESTED),   /* structs of structs */
    LAYOUT(RESIZED),  /* 16 bytes of padding at the end */
#define DTPI_EXTENDED(NAME, LEAST, TRAITS, TEXT)
#define DTPI_OVERLAPPING(NAME, LEAST, TRAITS, TEXT)
#define DTPI_EXTENDED_STRUCT(NAME, TRAITS, TEXT) {DTPI_LAYOUT_PREFIX "STRUCT__" #NAME, make_SIMPLE, TRAITS, TEXT},
#include "extended.def"
};
enum { NUM_LAYOUTS = sizeof layouts / sizeof layouts[0] };

/* The rows that extended.def has. */
enum {
    NUM_EXTENDED = 0
#define DTPI_EXTENDED(NAME, LEAST, TRAITS, TEXT)
#define DTPI_OVERLAPPING(NAME, LEAST, TRAITS, TEXT)
#define DTPI_EXTENDED_STRUCT(NAME, TRAITS, TEXT) + 1
#include "extended.def"
};

static void name_of(int row, char name[DTPI_LAYOUT_NAME])
{
    (void) snprintf(name, DTPI_LAYOUT_NAME, "%s", layouts[row].name);
}

static const char *traits_of(int row)
{
    return layouts[row].traits;
}

/* The tree of a row, of the members themselves: for an extended one, T. */
static struct dtpi_tree *struct_of(const struct dtpi_signature *s, const struct layout *l)
{
    MPI_Aint *disps = dtpi_alloc((size_t) s->n, sizeof *disps);
    struct dtpi_tree *tree = disps ? l->make(s, disps) : NULL;

    dtpi_free(disps);
    return tree;
}

struct dtpi_tree *dtpi_plain_struct(const struct dtpi_signature *s)
{
    return struct_of(s, &layouts[0]);
}

static int make(const struct dtpi_signature *s, int row, MPI_Aint max_bytes, struct dtpi_object *object)
{
    const struct layout *l = &layouts[row];
    struct dtpi_tree *tree = struct_of(s, l);
    int err;

    (void) max_bytes;
    if (!tree)
        return dtpi_error_code();
    if (!l->text) {
        object->tree = tree;
        return DTP_SUCCESS;
    }
    const MPI_Aint e = dtpi_tree_extent(tree);
    const struct dtpi_variables variables = {"e", &e, tree};
    err = dtpi_object_parse_with(l->text, &variables, &object->count, &object->tree);
    dtpi_tree_free(tree);
    return err;
}

const struct dtpi_layout_table dtpi_struct_layouts = {
    .rows = NUM_LAYOUTS, .second = NUM_LAYOUTS - NUM_EXTENDED, .name = name_of, .traits = traits_of, .make = make};
