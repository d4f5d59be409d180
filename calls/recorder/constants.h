/* The names of predefined handles, and of other constants that arguments stand for. */
#ifndef CALLS_RECORDER_CONSTANTS_H
#define CALLS_RECORDER_CONSTANTS_H

#include "calls.h"

/* The name of a predefined handle, or NULL.  It holds until the next call. */
const char *predefined_name(enum calls_kind kind, const void *value);

/* The name of a constant that a number of a parameter stands for, or NULL. */
const char *constant_name(const struct calls_param *p, MPI_Count value);

#endif
