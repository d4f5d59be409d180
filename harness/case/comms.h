/* Communicators. */
#ifndef HARNESS_COMMS_H
#define HARNESS_COMMS_H

#include "harness.h"

#include <stdbool.h>

/* Whether a communicator has this name. */
bool h_comm_known(const char *name);

/* Calls visit with each communicator of the set, from number `from` of it on, or the next one if that is of one
 * process, and then those before it; or with the one of -comm; with the first of the set alone. */
void h_each_comm(unsigned comms, int from, void (*visit)(const struct h_comm *c, void *with), void *with);
void h_first_comm(unsigned comms, void (*visit)(const struct h_comm *c, void *with), void *with);

/* A communicator of some of these processes, if these are all; else c itself. */
const struct h_comm *h_comm_part(const struct h_comm *c);

/* Sets c->left and c->right by the rank and the sizes. */
void h_comm_find_neighbours(struct h_comm *c);

/* Frees them: they are made when first needed, and kept for the tests after. */
void h_comms_free(void);

#endif
