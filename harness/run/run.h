/* A test, from its options to its exit status. */
#ifndef HARNESS_RUN_H
#define HARNESS_RUN_H

#include "state.h"
#include "run/line.h"

#include <stdbool.h>
#include <stddef.h>

/* Parses the options that a test has by itself, such as harness_defaults, then the command line.  0, or H_USAGE with
 * the reason in `why`. */
int h_options_parse(const char *defaults, int argc, char **argv, struct h_options *o, char why[H_TEXT]);
void h_options_free(struct h_options *o);
void h_options_help(void);

/* Runs a test, from its options to its exit status. */
int h_test(const struct h_program *program, const char *defaults, int argc, char **argv);

/* The program of this binary that a test is of, by its path name, which other words may follow; NULL if there is
 * none. */
const struct h_program *h_program_of(const char *test);

/* Runs the tests that a file lists, up to the first one that needs other support of threads than the one before it;
 * `program` is argv[0]. */
int h_group_run(const char *file, const char *program);

/* The flags of the program of the first of these tests; 0 if there is none.  Before MPI_Init, on each rank. */
unsigned h_group_flags(const char *file);

/* Runs this test with each command line of a file, until one fails. */
int h_each_run(const char *file, const char *program);

/* Whether the profile of DTP_PROFILE, if there is one, is in force.  0, or H_USAGE with the reason in `why`. */
int h_profile_check(char *why, size_t size);

/* Adds to a line what sets the profile, for a shell. */
void h_profile_add(struct h_line *line);

/* Before the first pools of a test that goes through totals are made. */
void h_totals_begin(void);

/* Runs the program with totals about the powers of two.  0 or an exit status with the reason in `why`. */
int h_totals_run(char why[H_TEXT]);

/* Begins DTP_BUDGET anew; false if its value makes no sense.  Whether it is spent: alike on all ranks. */
bool h_budget_begin(void);
bool h_budget_is_spent(void);
bool h_budget_was_spent(void); /* the same, without a look at the clock: alike on all ranks too */

/* The harness's own reductions do not go through the profiling interface: a layer that breaks MPI calls on purpose
 * must break what is tested, not the verdict. */
long long h_allreduce(long long value, MPI_Op op);
void h_allreduce_all(long long *values, int n, MPI_Op op);

/* From now on memory of malloc has bytes that nobody expects before it is set and after it is freed, or what it had. */
void h_perturb_malloc(bool perturbs);

/* From now on this process gives way to others, while MPI polls, if there are more processes than processors; several
 * times a millisecond again, where it has become less often; no more. */
void h_yield_begin(void);
void h_yield_often(void);
void h_yield_end(void);

/* Agrees on the worst exit status of all ranks; one of the ranks that have it prints the reason. */
int h_agree(int status, const char *why);

/* Whether all ranks have the same options, settings and objects; returns 0 or an exit status, and one rank says what
 * differs. */
int h_check_same(void);

/* Prints the verdict; returns the exit status. */
int h_verdict(void);

#endif
