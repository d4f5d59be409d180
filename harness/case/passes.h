/* Which pairs and cases are gone through, and in which pass.  The words for it, here and elsewhere:
 *
 * round   the pairs that bring every object once on either side, in one communicator: they are its first round.  All
 *         others are the rest, which the first communicator alone has, after the first rounds of all of them.
 * pass    once through all first rounds, with one in so many of the cases of each pair, for the next pair those after:
 *         early passes have met every object and every form.  The rest has all its cases at once.
 * turn    the number of a pair within its pass; and, of n ways, the one that falls to a pair, where pairs that follow
 *         each other take one each (turn.h).
 * due     gone through: of the variants of a case, all for some pairs and one in turn for others; of the pairs, not
 *         all that cost much.
 * sweep   of totals, where the objects are others for each: once through all totals.  The first sweep has one pass
 *         of each of them, the second has the others: all cases but those of that pass.
 * part    a pair within a pass: by parts it is counted what is tried, and what is left when the budget is spent. */
#ifndef HARNESS_PASSES_H
#define HARNESS_PASSES_H

#include "harness.h"

#include <stdbool.h>

/* A pair is not visited, since the budget is spent. */
void h_pair_skip(void);

/* Whether the ranks of the communicator have objects of their own. */
bool h_ranks_differ(const struct h_comm *comm);

/* Calls round with each communicator, for the pairs that bring every object once on either side; then, with *rest set,
 * with the first one for all others.  Whether a case that could begin is of the pass that is under way. */
void h_each_round(unsigned comms, void (*round)(const struct h_comm *c, void *with), void *with, bool *rest);
bool h_pass_has_case(void);

/* The first of the n objects that this test goes through. */
int h_first_turn(int n);

/* The number of the k-th pass of this test. */
int h_pass_number(int k);

/* Of totals each is gone through twice: sweep 0 has one pass, which depends on k, sweep 1 all others. */
enum { H_SWEEPS = 2 };
void h_sweep_begin(int sweep, int k);

/* A pair within a pass counts for one, with all its cases for as many as there are passes. */
long h_parts_of_pair(void);

/* Whether a pair is of the first round in a communicator. */
bool h_pair_is_first(const struct h_comm *comm, int i, int j);

/* Whether a pair is gone through, of the first round or of the rest: not all of those that cost much are. */
bool h_pair_is_due(const struct h_comm *comm, bool rest, int i, int j);

#endif
