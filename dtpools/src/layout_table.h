/* The tables of layouts.  Pools know none of them: layout.c numbers the rows of all one after the other. */
#ifndef DTPI_LAYOUT_TABLE_H
#define DTPI_LAYOUT_TABLE_H

#include "layout.h"

#define DTPI_LAYOUT_PREFIX "DTPI_OBJ_LAYOUT_"

struct dtpi_layout_table {
    int rows;   /* 0 of the sweeps: see dtpi_sweep_rows */
    int second; /* the first row of its second class; `rows` if there is none */

    /* Whether a signature has enough elements for a row; NULL: each has. */
    bool (*applies)(const struct dtpi_signature *signature, int row);

    void (*name)(int row, char name[DTPI_LAYOUT_NAME]);

    /* The traits that the table gives a row, or NULL; NULL: it gives none. */
    const char *(*traits)(int row);

    /* The object of a row, as of dtpi_layout_object but for its size, which need not be looked at. */
    int (*make)(const struct dtpi_signature *signature, int row, MPI_Aint max_bytes, struct dtpi_object *object);
};

/* Those of the specification. */
extern const struct dtpi_layout_table dtpi_basic_layouts;

/* Those of the specification, then the extended ones. */
extern const struct dtpi_layout_table dtpi_struct_layouts;

/* Of a basic pool: the extended ones, then those whose elements share bytes. */
extern const struct dtpi_layout_table dtpi_extended_layouts;

/* The sweeps, for a basic pool and for one of structs. */
extern const struct dtpi_layout_table dtpi_swept_layouts, dtpi_swept_structs;

/* The members of a struct, one after the other in memory, aligned as C does; NULL with a message kept. */
struct dtpi_tree *dtpi_plain_struct(const struct dtpi_signature *signature);

/* n = small * large: f is the largest divisor of n not above min(64, n / 2), and small and large the lesser and the
 * greater of f and n / f. */
void dtpi_factors(MPI_Aint n, MPI_Aint *small, MPI_Aint *large);

#endif
