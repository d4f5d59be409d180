/* A type map as C statements: the loops that put every element into a buffer. */
#ifndef DTPI_TYPEMAP_C_H
#define DTPI_TYPEMAP_C_H

#include "c_out.h"
#include "typemap.h"

/* Writes `struct values` (the next value, the step, how many are left) and, for the kinds of elements of n type maps,
 * the functions put_KIND that put one of them and go on to the next value. */
void dtpi_typemap_c_put(struct dtpi_c_out *out, int n, const struct dtpi_typemap *maps);

/* Writes a function `static void name(unsigned char *at, struct values v)` that puts the elements of one of these
 * type maps there. */
void dtpi_typemap_c(struct dtpi_c_out *out, const struct dtpi_typemap *map, const char *name);

/* Whether elements have bytes without value, such as those of a long double. */
bool dtpi_typemap_c_padded(const struct dtpi_typemap *map);

#endif
