/* A type map as C statements: the loops that put every element (values_c.h) into a buffer. */
#ifndef DTPI_TYPEMAP_C_H
#define DTPI_TYPEMAP_C_H

#include "c_out.h"
#include "typemap.h"

/* Writes a function `static void name(unsigned char *at, struct values v)` that puts the elements of one of these
 * type maps there. */
void dtpi_typemap_c(struct dtpi_c_out *out, const struct dtpi_typemap *map, const char *name);

#endif
