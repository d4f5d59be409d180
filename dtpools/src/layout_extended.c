/* The layouts of a basic pool that extended.def has as texts. */
#include "layout_table.h"

#include "error.h"
#include "tree_text.h"

#include <stdio.h>

static const struct layout {
    const char *name, *traits, *text;
    int least; /* elements */
} layouts[] = {
#define DTPI_EXTENDED(NAME, LEAST, TRAITS, TEXT)                                                                       \
    {DTPI_LAYOUT_PREFIX "EXTENDED__" #NAME, TRAITS, TEXT, LEAST},
#define DTPI_OVERLAPPING(NAME, LEAST, TRAITS, TEXT)                                                                    \
    {DTPI_LAYOUT_PREFIX "OVERLAPPING__" #NAME, TRAITS, TEXT, LEAST},
#define DTPI_EXTENDED_STRUCT(NAME, TRAITS, TEXT)
#include "extended.def"
};
enum { NUM_LAYOUTS = sizeof layouts / sizeof layouts[0] };

/* The rows before those whose elements share bytes. */
enum {
    NUM_APART = 0
#define DTPI_EXTENDED(NAME, LEAST, TRAITS, TEXT) + 1
#define DTPI_OVERLAPPING(NAME, LEAST, TRAITS, TEXT)
#define DTPI_EXTENDED_STRUCT(NAME, TRAITS, TEXT)
#include "extended.def"
};

static bool applies(const struct dtpi_signature *s, int row)
{
    return s->elements >= layouts[row].least;
}

static void name_of(int row, char name[DTPI_LAYOUT_NAME])
{
    (void) snprintf(name, DTPI_LAYOUT_NAME, "%s", layouts[row].name);
}

static const char *traits_of(int row)
{
    return layouts[row].traits;
}

static int make(const struct dtpi_signature *s, int row, MPI_Aint max_bytes, struct dtpi_object *object)
{
    const struct dtpi_basic *basic = s->parts[0].basic;
    const MPI_Aint n = s->parts[0].count;
    struct dtpi_variables variables = {"nslhte", NULL, dtpi_tree_basic(basic)};
    MPI_Aint small, large;
    int err;

    (void) max_bytes;
    if (!variables.type)
        return dtpi_error_code();
    dtpi_factors(n, &small, &large);
    variables.values = (const MPI_Aint[]) {n, small, large, n / 2, n / 3, basic->kind->extent};
    err = dtpi_object_parse_with(layouts[row].text, &variables, &object->count, &object->tree);
    dtpi_tree_free(variables.type);
    return err;
}

const struct dtpi_layout_table dtpi_extended_layouts = {
    .rows = NUM_LAYOUTS, .second = NUM_APART, .applies = applies, .name = name_of, .traits = traits_of, .make = make};
