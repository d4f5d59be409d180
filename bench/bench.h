/* What the benchmarks share: CPU time, which a busy machine does not change much, and a limit that is measured in
 * turn with what it limits. */
#ifndef BENCH_H
#define BENCH_H

#include "dtpools.h"

#include <stddef.h>

/* The layouts of the specification, the first ones of a pool: most bars are for them alone. */
enum { NUM_SPECIFIED = 40 };

enum { PAGE = 4096 };

/* CPU seconds of this process so far. */
double cpu(void);

/* The middle one of n numbers, which it sorts. */
double median(double *numbers, int n);

/* What is measured: does its work once. */
typedef void work_fn(void *with);

/* CPU seconds of each of two, and how many times the second the first takes: medians over turns, each of which does
 * both several times, one right after the other. */
struct duel {
    double ours, peer, ratio;
};
struct duel duel(work_fn *ours, work_fn *peer, void *with);

/* What fill and check work on: elements of an object, in the values of the last fill. */
struct filled {
    DTP_t pool;
    int index;
    MPI_Aint count;
    int turn;
};

/* Work on a struct filled, or on a structure that begins with one. */
void fill(void *with);
void check(void *with);

/* Measures something, a smaller number is better. */
typedef double measure_fn(void *with);

/* The least of a few measurements: another one is made while the number is above the bar, since a busy machine only
 * adds to it. */
double least(measure_fn *measure, void *with, double bar);

/* "ok", "over", or "-" where there is no bar (0). */
const char *verdict(double value, double bar);

/* The bar as text, "-" if there is none. */
const char *bar_text(double bar);

/* Ends the process with DTP_message() unless code is DTP_SUCCESS. */
void must(int code);

/* n bytes, zeros, or the end of the process. */
void *room(size_t n);

/* A pool whose values are those of the tests: all their bits vary. */
void create_pool(MPI_Datatype type, MPI_Aint count, DTP_t *pool);

/* The index of a layout of a pool by its name without the prefix, or -1. */
int find_layout(DTP_t pool, const char *name);

#endif
