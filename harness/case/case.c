/* A case begins: its number, whether it is run, and what it needs. */
#include "case/case.h"
#include "state.h"
#include "case/facts.h"
#include "case/known.h"
#include "case/passes.h"
#include "case/pools.h"
#include "case/where.h"
#include "run/crash.h"
#include "run/record.h"
#include "run/report.h"
#include "run/run.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what became of each case ---- */

/* states[n] is that of case n + 1.  The ranks' views are put together at the end: the largest counts. */
static unsigned char *states;

/* How many cases are in each state, as this rank has it. */
static long here[H_CASE_STATES];

void h_case_note(enum h_case_state state)
{
    unsigned char *now;

    if (harness.case_number == 0)
        return;
    now = &states[harness.case_number - 1];
    if (*now >= state)
        return;
    here[*now]--;
    *now = (unsigned char) state;
    here[state]++;
}

static void number_case(void)
{
    states = h_grow(states, harness.case_number, 1);
    states[harness.case_number++] = H_CASE_UNTRIED;
    here[H_CASE_UNTRIED]++;
}

/* A case is one of all ranks, by its number. */
static void check_number(void)
{
    long long most[] = {harness.case_number, -harness.case_number};

    h_allreduce_all(most, 2, MPI_MAX);
    if (most[0] != -most[1])
        h_fail_at_once("library", "ranks have %lld to %lld cases: expected as many on all", -most[1], most[0]);
}

void h_cases_count(long long counts[H_CASE_STATES])
{
    const int n = (int) harness.case_number;
    unsigned char *all = h_alloc(n);

    check_number();
    for (int k = 0; k < H_CASE_STATES; k++)
        counts[k] = 0;
    counts[H_CASE_UNTRIED] = harness.parts ? harness.parts_skipped * n / harness.parts : harness.parts_skipped;
    H_MPI(PMPI_Allreduce(states, all, n, MPI_UNSIGNED_CHAR, MPI_MAX, MPI_COMM_WORLD));
    for (int k = 0; k < n; k++)
        counts[all[k]]++;
    free(all);
}

void h_cases_count_here(long *verified, long *known, long *avoided, long *untried)
{
    const int under_way = harness.running ? states[harness.case_number - 1] : H_CASE_STATES;

    *verified = here[H_CASE_RUN] + here[H_CASE_VERIFIED] - (under_way == H_CASE_RUN || under_way == H_CASE_VERIFIED);
    *known = here[H_CASE_KNOWN];
    *avoided = here[H_CASE_AVOIDED] - (under_way == H_CASE_AVOIDED);
    *untried = here[H_CASE_UNTRIED] - (under_way == H_CASE_UNTRIED);
}

void h_cases_free(void)
{
    free(states);
    states = NULL;
    memset(here, 0, sizeof here);
    harness.case_number = harness.parts = harness.parts_skipped = 0;
}

/* ---- whether it is run ---- */

/* -after leaves out what an earlier run has tried. */
static bool is_selected(const struct h_case *c)
{
    const struct h_options *o = &harness.options;

    return harness.case_number > o->after && h_condition_holds(&o->where, c, NULL) &&
           h_condition_holds(&o->where_env, c, NULL);
}

bool h_case_leaves_out(const struct h_case *c, const char *procedure)
{
    const struct h_failure failure = {.check = procedure};

    for (int k = 0; k < harness.options.num_leave_out; k++) {
        const struct h_condition *one = &harness.options.leave_out[k];
        if (one->asks_failure == (procedure != NULL) && h_condition_holds(one, c, procedure ? &failure : NULL))
            return true;
    }
    return false;
}

static bool is_run(struct h_case *c)
{
    if (!is_selected(c)) {
        h_case_note(H_CASE_UNSELECTED);
        return false;
    }
    if (h_case_leaves_out(c, NULL) || h_budget_was_spent())
        return false;
    if (h_known_avoids_case(c)) {
        h_case_note(H_CASE_AVOIDED);
        return false;
    }
    return !h_budget_is_spent();
}

/* Creates an object unless it is there. */
static bool is_there(struct h_obj *o, bool sends)
{
    *o = h_object_get(o->pool, o->index, sends);
    return o->mpi != NULL;
}

/* An object that is too large on one rank is so on all, but for those that differ from rank to rank: the first one
 * then. */
static bool open_object(struct h_obj *o, bool sends)
{
    if (is_there(o, sends) || !harness.spread)
        return o->mpi != NULL;
    o->index = 0;
    return is_there(o, sends);
}

static bool open_all(struct h_case *c)
{
    if (!open_object(&c->send, true) || !open_object(&c->recv, false))
        return false;
    if (!c->open)
        return true;
    h_record_opening(c);
    return c->open(c);
}

int h_begin(struct h_case *c, const char *operation)
{
    if (!h_pass_has_case())
        return 0;
    number_case();
    c->operation = c->now = operation;
    c->round = 0;
    harness.running = c;
    if (!is_run(c)) {
        harness.running = NULL;
        return 0;
    }
    h_yield_often();
    h_crash_note();
    if (!open_all(c)) {
        h_case_note(H_CASE_AVOIDED);
        harness.running = NULL;
        return 0;
    }
    h_known_cover(c);
    h_coverage_meet(c);
    h_case_note(H_CASE_RUN);
    h_record_case(c);
    return 1;
}

void h_each_variant(struct h_case *c, const char *operation, int n, const struct h_variant *variants)
{
    for (int k = 0; k < n; k++) {
        c->variant = variants[k].name;
        if (h_begin(c, operation))
            variants[k].run(c);
    }
}

void h_now(struct h_case *c, const char *step)
{
    c->now = step;
    h_crash_step();
}
