/* A type map as C statements: the loops that put every element into a buffer. */
#ifndef DTPI_TYPEMAP_C_H
#define DTPI_TYPEMAP_C_H

#include "c_out.h"
#include "typemap.h"

/* Writes a function `static void name(unsigned char *at)` that calls put_KIND(address, k) for every element k. */
void dtpi_typemap_c(struct dtpi_c_out *out, const struct dtpi_typemap *map, const char *name);

/* Writes those functions put_KIND that the type map needs.  Elements from `elements` on are not written; one_value: they
 * all have the value of the first. */
void dtpi_typemap_c_put(struct dtpi_c_out *out, const struct dtpi_typemap *map, MPI_Aint elements, bool one_value);

/* Whether elements have bytes without value, such as those of a long double: their number after the value; or 0. */
bool dtpi_typemap_c_padded(const struct dtpi_typemap *map);

#endif
