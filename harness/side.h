/* The sides of an operation on blocks, for who runs it. */
#ifndef HARNESS_SIDE_H
#define HARNESS_SIDE_H

#include "blocks.h"

#include <stdbool.h>

/* Makes both sides of a case; frees them. */
void h_sides_build(struct h_case *c);
void h_sides_free(struct h_case *c);

/* Fills both sides for the case's round; verifies both. */
void h_sides_fill(struct h_case *c);
void h_sides_check(struct h_case *c);

/* Whether the argument of a side is MPI_IN_PLACE on this rank. */
bool h_side_is_in_place(const struct h_case *c, bool sends);

#endif
