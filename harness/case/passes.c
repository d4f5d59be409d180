/* Rounds and passes: in which order the cases of all pairs are gone through. */
#include "case/passes.h"
#include "state.h"
#include "case/comms.h"
#include "case/pools.h"
#include "run/line.h"

#include <stdbool.h>
#include <stdint.h>

/* What is tried first has every object and every form: of the cases of a pair, a pass has every PASSES-th, for the
 * next pair those after.  In communicators where pairs have few cases, passes are fewer, and each has more of them. */
enum { PASSES = 32, PASSES_OF_FEW = 8 };

/* Tests of one program begin with different passes and objects: where time is short, they have different cases.  What
 * is selected begins with the first ones: the plainest of the cases that a replay line selects. */
static uint64_t first_of_test(void)
{
    const struct h_options *o = &harness.options;

    return o->obj || o->sendobj || o->where.n > 0 ? 0 : h_hash_text(o->test);
}

static int first_pass(void)
{
    return (int) (first_of_test() % PASSES);
}

int h_first_turn(int n)
{
    return (int) (first_of_test() / PASSES % (uint64_t) n);
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

/* Through the pairs of the first round in all communicators. */
struct pass {
    int number;
    bool is_of_few;    /* in the communicators that are not that of all pairs */
    void (*round)(const struct h_comm *c, void *with);
    void *with;
};

static void visit_comm(const struct h_comm *comm, void *with)
{
    const struct pass *p = with;

    harness.passes = p->is_of_few && !comm->all_pairs ? PASSES_OF_FEW : PASSES;
    harness.pass = h_pass_number(p->number) % harness.passes;
    if (p->number < harness.passes)
        p->round(comm, p->with);
}

/* Every other pass begins with the first communicator, those between them with each of the others in turn: where time
 * is short, some tests meet each of them. */
static int first_comm(int pass)
{
    return pass % 2 == 0 ? 0 : 1 + pass / 2;
}

void h_each_round(unsigned comms, void (*round)(const struct h_comm *c, void *with), void *with, bool *rest)
{
    struct pass pass = {0, !(comms & H_ONCE), round, with};

    *rest = false;
    harness.turn = 0;
    if (harness.options.totals || harness.size == 1 || !are_kept())
        h_each_comm(comms, first_comm(h_pass_number(0)), round, with);
    else
        for (; pass.number < PASSES; pass.number++) {
            harness.turn = 0;
            h_each_comm(comms, first_comm(h_pass_number(pass.number)), visit_comm, &pass);
        }
    if (harness.options.totals)
        return;
    harness.passes = 1;
    *rest = true;
    if (!(comms & H_ONCE) && harness.only_i < 0)
        h_first_comm(comms, round, with);
}

/* Of many objects the first sweep has as few cases as of those that are kept; by an odd number, which the numbers of
 * forms do not divide.  Totals may differ in their objects: both sweeps take the number that there is at first. */
void h_sweep_begin(int sweep, int k)
{
    static int passes;

    if (passes == 0)
        passes = are_kept() ? PASSES : PASSES * (1 + harness.send[0]->DTP_num_objs / H_KEPT) + 1;
    harness.passes = passes;
    harness.pass = h_pass_number(k);
    harness.others = sweep > 0;
}

/* A pair outside of the passes has all its cases at once. */
long h_parts_of_pair(void)
{
    int few;

    if (harness.passes <= 1)
        return PASSES;
    few = harness.passes < PASSES ? PASSES / harness.passes : 1;
    return harness.others ? PASSES - few : few;
}

void h_pair_skip(void)
{
    harness.parts_skipped += h_parts_of_pair();
}
