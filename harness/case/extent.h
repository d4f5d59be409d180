/* The extent of an object's type, by which MPI libraries place what comes after it. */
#ifndef HARNESS_EXTENT_H
#define HARNESS_EXTENT_H

#include "harness.h"

#include <stdbool.h>

/* The extent in bytes; the object need not be created.  False if the standard does not settle it, the type cannot be
 * made, or MPI says another one, whether it may or not: that is for checks of metadata to find, not for every
 * operation. */
bool h_extent(DTP_t pool, int index, MPI_Aint *extent);

/* What MPI says is the extent of a type. */
MPI_Aint h_extent_by_mpi(MPI_Datatype type);

#endif
