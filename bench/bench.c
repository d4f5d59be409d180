#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

double cpu(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
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

/* CPU seconds of one of n times. */
static double time_of(work_fn *work, void *with, int n)
{
    const double start = cpu();

    for (int i = 0; i < n; i++)
        work(with);
    return (cpu() - start) / n;
}

/* How often something is done so that the clock's own time does not count. */
static int times_for(work_fn *work, void *with)
{
    const double least = 200e-6;
    int n = 1;

    while (n < 1 << 20 && time_of(work, with, n) * n < least)
        n *= 2;
    return n;
}

void fill(void *with)
{
    struct filled *f = with;

    must(DTP_obj_buf_fill(f->pool, f->index, ++f->turn, 1, f->count));
}

void check(void *with)
{
    struct filled *f = with;

    must(DTP_obj_buf_check(f->pool, f->index, f->turn, 1, f->count));
}

/* Work that takes long is less exposed to noise: it has fewer turns. */
struct duel duel(work_fn *ours, work_fn *peer, void *with)
{
    enum { TURNS = 21, FEW_TURNS = 9 };
    const double is_long = 1e-3;
    double first[TURNS], second[TURNS], ratios[TURNS];
    const int n = times_for(ours, with), m = times_for(peer, with);
    const int turns = time_of(ours, with, 1) > is_long ? FEW_TURNS : TURNS;

    for (int t = 0; t < turns; t++) {
        second[t] = time_of(peer, with, m);
        first[t] = time_of(ours, with, n);
        ratios[t] = first[t] / second[t];
    }
    return (struct duel) {median(first, turns), median(second, turns), median(ratios, turns)};
}

double least(measure_fn *measure, void *with, double bar)
{
    enum { TRIES = 8 };
    double best = measure(with);

    for (int t = 1; t < TRIES && bar > 0 && best > bar; t++) {
        const double again = measure(with);
        best = again < best ? again : best;
    }
    return best;
}

const char *verdict(double value, double bar)
{
    if (bar <= 0)
        return "-";
    return value <= bar ? "ok" : "over";
}

const char *bar_text(double bar)
{
    static char text[16];

    (void) snprintf(text, sizeof text, bar > 0 ? "%.1f" : "-", bar);
    return text;
}

void must(int code)
{
    if (code == DTP_SUCCESS)
        return;
    fprintf(stderr, "bench: %s\n", DTP_message());
    MPI_Abort(MPI_COMM_WORLD, 1);
}

void *room(size_t n)
{
    void *memory = calloc(n > 0 ? n : 1, 1);

    if (!memory) {
        fprintf(stderr, "bench: no memory for %zu bytes\n", n);
        exit(1);
    }
    return memory;
}

void create_pool(MPI_Datatype type, MPI_Aint count, DTP_t *pool)
{
    must(DTP_pool_create(type, count, pool));
    must(DTP_pool_set_values(*pool, DTP_VALUES_BITS));
}

int find_layout(DTP_t pool, const char *name)
{
    const size_t prefix = strlen("DTPI_OBJ_LAYOUT_");

    for (int i = 0; i < pool->DTP_num_objs; i++)
        if (strcmp(DTP_obj_name(pool, i) + prefix, name) == 0)
            return i;
    return -1;
}
