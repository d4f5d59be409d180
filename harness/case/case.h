/* What becomes of cases. */
#ifndef HARNESS_CASE_H
#define HARNESS_CASE_H

#include "harness.h"

#include <stdbool.h>

/* What became of a case: of several ranks, the largest. */
enum h_case_state {
    H_CASE_UNTRIED, H_CASE_UNSELECTED, H_CASE_AVOIDED, H_CASE_RUN, H_CASE_VERIFIED, H_CASE_KNOWN, H_CASE_FAILED,
    H_CASE_STATES
};
void h_case_note(enum h_case_state state);

/* Whether DTP_LEAVE_OUT has the case; or, with a procedure, that check of it. */
bool h_case_leaves_out(const struct h_case *c, const char *procedure);

/* How many cases are in each state, over all ranks; of pairs that were not visited, about. */
void h_cases_count(long long counts[H_CASE_STATES]);
void h_cases_free(void);

/* The same of this rank alone, as the verdict has them, when nothing is safe any more: the case that is run is none
 * of them. */
void h_cases_count_here(long *verified, long *known, long *avoided, long *untried);

/* The case of a pair, before anything else is known of it. */
struct h_case h_case_of(const struct h_comm *comm, int i, int j);

/* Notes the pairs of facts that a case meets; writes those of the test to the file that DTP_COVERAGE names. */
void h_coverage_meet(const struct h_case *c);
void h_coverage_write(void);

/* What is chosen in turn where not all are due: one of n is h_turn modulo n, alike on all ranks.  From H_PLACES on
 * each form has a choice of its own. */
enum h_choice { H_FORM, H_COMPLETION, H_WHICH_ROOT, H_TOPOLOGY, H_ADDRESS, H_UNDER_WAY, H_PLACES };
unsigned h_turn(const struct h_case *c, enum h_choice choice);

/* Begins and ends the visit of a pair. */
void h_pair_begin(struct h_case *c);
void h_pair_end(void);

#endif
