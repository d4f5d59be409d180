/* A case of an operation, for who chooses it. */
#ifndef HARNESS_FLIGHTS_H
#define HARNESS_FLIGHTS_H

#include "blocks/blocks.h"

/* Calls the operation in this form, as often as the case says at once and in a row, and verifies all of it. */
void h_flights_run(struct h_case *c, const struct h_form *f);

#endif
