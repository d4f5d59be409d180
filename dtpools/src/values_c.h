/* Basic elements as C functions, which put a value into a buffer. */
#ifndef DTPI_VALUES_C_H
#define DTPI_VALUES_C_H

#include "c_out.h"
#include "typemap.h"

/* What elements hold: numbers as they are, or DTP_VALUES_BITS.  Whether they can be combined too, by a function of the
 * program's, `long long combine(long long left, long long right, int half)`; half is half the bits that the number may
 * have (see DTP_COMPOSE). */
struct dtpi_values_c {
    bool bits, combine;
};

/* Writes `struct values` (the next value, the step, how many are left) and, for the kinds of elements of n type maps,
 * functions put_KIND that put one of them and go on to the next value; with v->in, they combine the element at
 * v->in + (at - v->inout), on the left, and that at `at`. */
void dtpi_values_c(struct dtpi_c_out *out, int n, const struct dtpi_typemap *maps, struct dtpi_values_c how);

/* What the functions of a kind are called after put_. */
const char *dtpi_values_c_name(const struct dtpi_kind *kind);

/* Whether elements have bytes without value, such as those of a long double. */
bool dtpi_values_c_padded(const struct dtpi_typemap *map);

#endif
