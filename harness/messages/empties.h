/* Types of size zero. */
#ifndef HARNESS_EMPTIES_H
#define HARNESS_EMPTIES_H

#include <mpi.h>

/* The types of size zero, from 0; NULL past the last one.  Makes one of them, but not the first, which is a count of 0;
 * the caller frees it. */
const char *h_empty_name(int k);
MPI_Datatype h_empty_type(int k, MPI_Datatype of);

#endif
