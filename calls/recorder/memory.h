/* The memory that a call accesses: where it lies, and what it holds. */
#ifndef CALLS_RECORDER_MEMORY_H
#define CALLS_RECORDER_MEMORY_H

#include "calls.h"

/* The bytes that blocks touch, from *lo up to *hi, relative to buf; 0 and 0 if they touch none. */
void memory_bounds(const char *buf, int n, const struct calls_block *blocks, MPI_Aint *lo, MPI_Aint *hi);

/* Writes what the call reads, if it is little: a line for each access. */
void memory_write_read(const struct calls_call *c);

#endif
