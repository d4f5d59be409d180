/* The sweeps as tables of layouts: over the elements of a basic pool, or over the struct as C lays it out. */
#include "layout_table.h"

#include "error.h"
#include "sweep.h"

#include <stdio.h>

static void put_name(bool is_struct, int row, char name[DTPI_LAYOUT_NAME])
{
    char of_sweep[48];

    dtpi_sweep_name(is_struct, row, of_sweep);
    (void) snprintf(name, DTPI_LAYOUT_NAME, DTPI_LAYOUT_PREFIX "%s", of_sweep);
}

/* T is taken over. */
static int make_over(bool is_struct, int row, MPI_Aint n, struct dtpi_tree *type, struct dtpi_object *object)
{
    int err = type ? dtpi_sweep_object(is_struct, row, n, type, object) : dtpi_error_code();

    dtpi_tree_free(type);
    return err;
}

/* ---- of a basic pool ---- */

static bool applies(const struct dtpi_signature *s, int row)
{
    return dtpi_sweep_applies(false, row, s->elements);
}

static void name_of(int row, char name[DTPI_LAYOUT_NAME])
{
    put_name(false, row, name);
}

static int make(const struct dtpi_signature *s, int row, MPI_Aint max_bytes, struct dtpi_object *object)
{
    (void) max_bytes;
    return make_over(false, row, s->elements, dtpi_tree_basic(s->parts[0].basic), object);
}

const struct dtpi_layout_table dtpi_swept_layouts = {.applies = applies, .name = name_of, .make = make};

/* ---- of a pool of structs ---- */

static void name_of_struct(int row, char name[DTPI_LAYOUT_NAME])
{
    put_name(true, row, name);
}

static int make_struct(const struct dtpi_signature *s, int row, MPI_Aint max_bytes, struct dtpi_object *object)
{
    (void) max_bytes;
    return make_over(true, row, 1, dtpi_plain_struct(s), object);
}

const struct dtpi_layout_table dtpi_swept_structs = {.name = name_of_struct, .make = make_struct};
