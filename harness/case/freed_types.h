/* Types that are freed while a call, or what it has begun, still uses them (MPI-3.1, 4.1.9), and the types that are
 * made later, before the end: a library that has given up a freed type too early keeps one of these in its place, and
 * what is under way goes astray by it.  Where the freed one has gaps, they have its size and extent, and its true
 * bounds where these are its bounds: all that shows is where the data are.  Else they are small types. */
#ifndef HARNESS_FREED_TYPES_H
#define HARNESS_FREED_TYPES_H

#include "harness.h"

#include <stdbool.h>

/* The type of an object for one call: one of its own where `frees`, else that of h_type.  The second one frees it, if
 * it is of its own, and makes a later type. */
MPI_Datatype h_call_type(const struct h_case *c, struct h_obj o, bool frees);
void h_call_type_free(struct h_obj o, bool frees, MPI_Datatype *type);

/* Frees a type, and makes a later one; frees all of these, once nothing is under way. */
void h_type_give_up(MPI_Datatype *type);
void h_later_types_free(void);

#endif
