/* The time that a test may take, DTP_BUDGET: a soft limit in seconds, which all ranks find spent at the same case. */
#include "state.h"
#include "run/clock.h"
#include "run/run.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static struct {
    double seconds;         /* 0: no limit */
    double begin;
    long next, tried;       /* cases: when to look at the clock again, and so far */
    bool is_spent;
} budget;

/* A number of seconds, such as 15 or 0.2. */
static bool read_seconds(const char *value)
{
    char *end;

    if (value[strspn(value, "0123456789.")] != '\0')
        return false;
    budget.seconds = strtod(value, &end);
    return end != value && *end == '\0' && budget.seconds <= 1e6;
}

bool h_budget_begin(void)
{
    const char *value = getenv("DTP_BUDGET");

    budget.seconds = 0;
    budget.begin = h_seconds();
    budget.next = 1;
    budget.tried = 0;
    budget.is_spent = false;
    if (value && *value && !read_seconds(value))
        return false;
    budget.seconds *= (double) harness.options.share;
    return true;
}

/* The time so far, that of the slowest rank, decides when to look again: a few times within the budget, since all
 * ranks wait for each other then.  Something is to be checked, so the first case is always tried, and while nothing is
 * checked, it is PATIENCE times as long.  With -first, nothing is left to find out after a failure. */
static void look(void)
{
    enum { MS, FAILURES, CHECKED, VALUES, LOOKS = 6, PATIENCE = 10 };
    long long most[VALUES] = {(long long) ((h_seconds() - budget.begin) * 1000), harness.failures,
                              harness.failures + harness.verified};
    double each, seconds = budget.seconds;
    long step;

    h_allreduce_all(most, VALUES, MPI_MAX);
    seconds *= most[CHECKED] > 0 ? 1 : PATIENCE;
    each = (double) (most[MS] + 1) / (double) budget.tried;
    step = (long) ((budget.seconds > 0 ? budget.seconds : 1) * 1000 / LOOKS / each);
    budget.is_spent = (seconds > 0 && budget.tried > 1 && (double) most[MS] >= seconds * 1000) ||
                      (harness.options.first && most[FAILURES] > 0);
    budget.next = budget.tried + (step < 1 ? 1 : step > budget.tried ? budget.tried : step);
}

bool h_budget_was_spent(void)
{
    return budget.is_spent;
}

bool h_budget_is_spent(void)
{
    if ((budget.seconds <= 0 && !harness.options.first) || budget.is_spent)
        return budget.is_spent;
    if (++budget.tried >= budget.next)
        look();
    return budget.is_spent;
}
