#include "bench.h"

#include "dtpools.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *) a, y = *(const double *) b;

    return (x > y) - (x < y);
}

double median(double *numbers, int n)
{
    qsort(numbers, (size_t) n, sizeof *numbers, ascending);
    return numbers[n / 2];
}

const char *verdict(double value, double bar)
{
    if (bar <= 0)
        return "-";
    return value <= bar ? "ok" : "over";
}

void must(int code)
{
    if (code == DTP_SUCCESS)
        return;
    fprintf(stderr, "bench: %s\n", DTP_message());
    MPI_Abort(MPI_COMM_WORLD, 1);
}
