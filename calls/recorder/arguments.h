/* The arguments of a call, as text that does not depend on the process: handles and constants by their names. */
#ifndef CALLS_RECORDER_ARGUMENTS_H
#define CALLS_RECORDER_ARGUMENTS_H

#include "calls.h"
#include "line.h"

/* Adds the argument of a parameter, as it is before the call. */
void argument_add(struct line *l, const struct calls_call *c, int param);

/* A number of what a status holds: those of copies are the same. */
unsigned long argument_status_number(const MPI_Status *status);

#endif
