/* Other operations that are under way beside those of a case. */
#ifndef HARNESS_BESIDE_H
#define HARNESS_BESIDE_H

#include "blocks/blocks.h"

/* A number by which they are chosen for a form of the case in its turn; 0: none.  A nonblocking operation has others
 * that are started after it, a blocking one a receive from any source that is posted before it. */
int h_beside_of(const struct h_case *c, enum h_start start, unsigned turn);

/* Starts one in the communicator of the case, if any are due: another kind each time; completes and verifies
 * all of them. */
void h_beside_start(const struct h_case *c);
void h_beside_end(const struct h_case *c);

/* The MPI procedure that is started first, or NULL. */
const char *h_beside_name(const struct h_case *c);

/* Frees what it keeps. */
void h_beside_finish(void);

#endif
