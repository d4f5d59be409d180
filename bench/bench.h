/* What the benchmarks share. */
#ifndef BENCH_H
#define BENCH_H

#include <mpi.h>

/* Seconds of a clock that never goes back. */
double now(void);

/* The middle one of n numbers, which it sorts. */
double median(double *numbers, int n);

/* "ok", "over", or "-" where there is no bar (0). */
const char *verdict(double value, double bar);

/* Ends the process with DTP_message() unless code is DTP_SUCCESS. */
void must(int code);

#endif
