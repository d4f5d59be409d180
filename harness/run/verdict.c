/* The end of the test, and the verdict. */
#include "state.h"
#include "case/case.h"
#include "case/known.h"
#include "run/report.h"
#include "run/run.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

/* How many cases there were, and what became of them. */
static void print_cases(long long n[H_CASE_STATES])
{
    h_cases_count(n);
    if (harness.rank == 0)
        printf(" Cases: %lld verified, %lld known, %lld avoided, %lld untried\n", n[H_CASE_VERIFIED],
               n[H_CASE_KNOWN], n[H_CASE_AVOIDED], n[H_CASE_UNTRIED]);
}

/* What would have been verified. */
static const char *expectation(void)
{
    if (harness.options.where.n + harness.options.where_env.n > 0)
        return ": expected a case that meets the condition of -where or DTP_WHERE";
    return harness.size == 1 ? " with 1 process: expected 2 or more" : "";
}

/* Whether there are verified cases after that of -after; of those before it, others were of objects. */
static bool is_rest_verified(const long long cases[H_CASE_STATES])
{
    return harness.options.after > 0 && cases[H_CASE_VERIFIED] > 0;
}

/* Why nothing was verified, alike on all ranks; NULL where that is a failure. */
static const char *reason_to_skip(const long long cases[H_CASE_STATES])
{
    const struct h_options *o = &harness.options;
    const bool none_ran = cases[H_CASE_RUN] + cases[H_CASE_VERIFIED] == 0;

    if (o->after > 0 && o->after >= harness.case_number)
        return "there is no case after that of -after";
    if (none_ran && cases[H_CASE_AVOIDED] > 0)
        return "all cases are avoided, because of known issues of this MPI";
    if (none_ran && o->num_leave_out > 0)
        return "all cases are left out, since cases like these ended other tests";
    return cases[H_CASE_UNTRIED] > 0 ? "no case was verified within DTP_BUDGET; 0 tries all" : NULL;
}

int h_verdict(void)
{
    enum { FAILURES, VERIFIED, LEFT_OUT, SUMS };
    const char *reason;
    long long before, cases[H_CASE_STATES], sums[SUMS] = {harness.failures, harness.verified, harness.left_out};

    h_report_rest();
    fflush(stdout);
    print_cases(cases);
    h_known_print();
    h_coverage_write();
    h_allreduce_all(sums, SUMS, MPI_SUM);
    if (sums[FAILURES] == 0 && (sums[VERIFIED] > 0 || is_rest_verified(cases))) {
        if (harness.rank == 0)
            printf(" No Errors\n");
        return H_PASSED;
    }
    if (sums[FAILURES] == 0 && sums[LEFT_OUT] > 0)
        return h_agree(harness.left_out > 0 ? H_SKIPPED : 0, harness.why_left_out);
    reason = sums[FAILURES] == 0 ? reason_to_skip(cases) : NULL;
    if (reason)
        return h_agree(H_SKIPPED, reason);
    before = h_allreduce(harness.failures > 0 ? harness.verified_before : LONG_MAX, MPI_MIN);
    if (harness.rank == 0 && sums[FAILURES] == 0)
        printf(" Error: %s: verified nothing%s\n", harness.options.test, expectation());
    else if (harness.rank == 0)
        printf(" Found %lld errors, the first after %lld objects of its rank; %lld objects were verified\n",
               sums[FAILURES], before, sums[VERIFIED]);
    return H_FAILED;
}
