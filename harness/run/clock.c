/* The clocks of the system. */
#include "run/clock.h"

#include <time.h>

static double seconds_of(clockid_t clock)
{
    struct timespec t = {0, 0};

    (void) clock_gettime(clock, &t);
    return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

double h_seconds(void)
{
    return seconds_of(CLOCK_MONOTONIC);
}

double h_cpu_seconds(void)
{
    return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}
