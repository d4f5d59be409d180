/* The operators of reductions. */
#ifndef HARNESS_OPERATORS_H
#define HARNESS_OPERATORS_H

#include "harness.h"

#include <stdbool.h>

struct h_operator {
    const char *name;
    MPI_Op handle;
    MPI_Op meaning;    /* what it does: a predefined operator, or DTP_COMPOSE */
    bool is_defined;   /* for the objects of the case */
};

/* Operator k of a case; false past the last one.  Predefined ones are for basic types as they are; a user's for every
 * type. */
bool h_operator(const struct h_case *c, int k, struct h_operator *o);

/* For the calls of the second one of two reductions that are under way, a user's operator of its own, which is freed
 * when the call is made (MPI-3.1, 2.5.1); does nothing for others. */
void h_operator_make(struct h_case *c);
void h_operator_release(struct h_case *c);

/* "MPI_Count" where a user's operator is handed a length of that type (MPI-4.0, 6.9.5), else NULL. */
const char *h_operator_length(const struct h_case *c);

/* What a user's operator must be handed from now on. */
void h_operators_expect(const struct h_case *c);

void h_operators_free(void);

#endif
