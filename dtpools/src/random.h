/* Objects from a seeded walk through the constructors. */
#ifndef DTPI_RANDOM_H
#define DTPI_RANDOM_H

#include "layout.h"

#include <stdint.h>

/* The k-th random object of a signature: the same for the same arguments on every system and for ever, as long as the
 * basic types have the same sizes.  Valid by construction: no elements share bytes, and it has at most max_bytes from
 * its first to its last byte.  The tree is the caller's.  Returns a DTP code. */
int dtpi_random_object(const struct dtpi_signature *signature, uint64_t seed, int k, MPI_Aint max_bytes,
                       struct dtpi_object *object);

#endif
