/* A type map as C statements: the loops that put every element into a buffer. */
#ifndef DTPI_TYPEMAP_C_H
#define DTPI_TYPEMAP_C_H

#include "c_out.h"
#include "typemap.h"

/* Writes the functions put_KIND for elements that are more than one value (pairs, small ones, those of a long double) or, if
 * all have the value of the first, for all.  Elements from `elements` on are not written. */
void dtpi_typemap_c_put(struct dtpi_c_out *out, const struct dtpi_typemap *map, MPI_Aint elements, bool one_value);

/* Writes a function `static void name(unsigned char *at, long k)` that puts every element there, k counting from what it
 * is given; it uses those of dtpi_typemap_c_put with the same arguments. */
void dtpi_typemap_c(struct dtpi_c_out *out, const struct dtpi_typemap *map, const char *name, MPI_Aint elements,
                    bool one_value);

/* Whether elements have bytes without value, such as those of a long double. */
bool dtpi_typemap_c_padded(const struct dtpi_typemap *map);

#endif
