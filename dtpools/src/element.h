/* Elements in memory and in their packed form, where they follow each other without gaps: moving, comparing,
 * printing. */
#ifndef DTPI_ELEMENT_H
#define DTPI_ELEMENT_H

#include "typemap.h"

/* No element is larger, bytes. */
enum { DTPI_MAX_ELEMENT = 64 };

/* All elements of a strip, packed, to where the strip has them; zero is the address of displacement 0. */
void dtpi_scatter(unsigned char *zero, const struct dtpi_strip *strip, const unsigned char *packed);

/* The other way. */
void dtpi_gather(const unsigned char *zero, const struct dtpi_strip *strip, unsigned char *packed);

/* One element, from memory to its packed form. */
void dtpi_pack_element(const struct dtpi_kind *kind, const unsigned char *element, unsigned char *packed);

/* Whether two packed elements have the same value. */
bool dtpi_same_value(const struct dtpi_kind *kind, const unsigned char *a, const unsigned char *b);

/* Writes a packed element, at any address, as text, snprintf style. */
int dtpi_print_packed(const struct dtpi_kind *kind, const unsigned char *packed, char *buf, size_t size);

#endif
