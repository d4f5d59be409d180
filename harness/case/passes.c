/* Rounds and passes: in which order the cases of all pairs are gone through. */
#include "case/passes.h"
#include "state.h"
#include "case/comms.h"
#include "case/pools.h"
#include "run/line.h"

#include <stdbool.h>

/* What is tried first has every object and every form: of the cases of a pair, a pass has every PASSES-th, for the
 * next pair those after. */
enum { PASSES = 32 };

/* Tests of one program begin with different passes: where time is short, they have different cases.  What is selected
 * begins with the first one: the plainest of the cases that a replay line selects. */
static int first_pass(void)
{
    const struct h_options *o = &harness.options;

    return o->obj || o->sendobj || o->where.n > 0 ? 0 : (int) (h_hash_text(o->test) % PASSES);
}

int h_pass_number(int k)
{
    return (first_pass() + k) % PASSES;
}

bool h_pass_has_case(void)
{
    return harness.passes <= 1 || ((harness.begun++ + harness.turn) % harness.passes == harness.pass) != harness.others;
}

/* Many objects are made anew for each pass: that costs more than the order is worth. */
static bool are_kept(void)
{
    return harness.send[0]->DTP_num_objs <= H_KEPT && harness.recv[0]->DTP_num_objs <= H_KEPT;
}

static void one_pass(unsigned comms, void (*round)(const struct h_comm *c, void *with), void *with)
{
    harness.turn = 0;
    h_each_comm(comms, round, with);
}

void h_each_round(unsigned comms, void (*round)(const struct h_comm *c, void *with), void *with, bool *rest)
{
    *rest = false;
    if (harness.options.totals) {
        one_pass(comms, round, with);
        return;
    }
    harness.passes = harness.size > 1 && are_kept() ? PASSES : 1;
    for (int k = 0; k < harness.passes; k++) {
        harness.pass = h_pass_number(k) % harness.passes;
        one_pass(comms, round, with);
    }
    harness.passes = 1;
    *rest = true;
    if (!(comms & H_ONCE) && harness.only_i < 0)
        h_first_comm(comms, round, with);
}

int h_sweeps(void)
{
    return are_kept() ? 2 : 1;
}

void h_sweep_begin(int sweep, int k)
{
    harness.passes = h_sweeps() > 1 ? PASSES : 1;
    harness.pass = h_pass_number(k) % harness.passes;
    harness.others = sweep > 0;
}

/* A pair outside of the passes has all its cases at once. */
long h_parts_of_pair(void)
{
    return harness.passes <= 1 ? PASSES : harness.others ? PASSES - 1 : 1;
}

void h_pair_skip(void)
{
    harness.parts_skipped += h_parts_of_pair();
}
