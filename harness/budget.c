/* The time that a test may take, DTP_BUDGET: a soft limit in seconds, which all ranks find spent at the same case. */
#include "internal.h"

#include <stdlib.h>
#include <time.h>

static struct {
    long long seconds;      /* 0: no limit */
    double begin;
    long next, tried;       /* cases: when to look at the clock again, and so far */
    bool is_spent;
} budget;

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double) t.tv_sec + (double) t.tv_nsec * 1e-9;
}

bool h_budget_begin(void)
{
    const char *value = getenv("DTP_BUDGET");

    budget.seconds = 0;
    budget.begin = now();
    budget.next = 1;
    budget.tried = 0;
    budget.is_spent = false;
    return !value || !*value || h_parse_number(value, 0, 1000000, &budget.seconds);
}

/* The time so far, that of the slowest rank, tells when to look again: about four times a second. */
static void look(void)
{
    const long long ms = h_allreduce((long long) ((now() - budget.begin) * 1000), MPI_MAX);
    const double each = (double) (ms + 1) / (double) budget.tried;
    const long step = (long) (250 / each);

    budget.is_spent = ms >= budget.seconds * 1000;
    budget.next = budget.tried + (step < 1 ? 1 : step > budget.tried ? budget.tried : step);
}

bool h_budget_is_spent(void)
{
    if (budget.seconds == 0 || budget.is_spent)
        return budget.is_spent;
    if (++budget.tried >= budget.next)
        look();
    return budget.is_spent;
}
