/* Objects that follow each other in a pool and whose types look alike: of one size and the same bounds, with their
 * elements elsewhere.  What an MPI keeps of one must not serve for the other. */
#ifndef HARNESS_LOOKALIKES_H
#define HARNESS_LOOKALIKES_H

#include <stdbool.h>

/* Whether object i of the send side and object j of the receive side do. */
bool h_are_lookalikes(int i, int j);

/* The pools are freed. */
void h_lookalikes_forget(void);

#endif
