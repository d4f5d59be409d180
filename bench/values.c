/* Filling and checking a large object, against memset and memcmp over the same span: values [MEGABYTES].
 *
 * One type for each kind; the layouts are those whose runs differ, since an indexed type is filled like the vector it
 * equals. */
#include "bench.h"

#include "dtpools.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS = 7 };

static const char *const types[] = {
    "MPI_INT8_T",        "MPI_INT16_T",         "MPI_INT32_T",              "MPI_INT64_T",    "MPI_UINT8_T",
    "MPI_UINT16_T",      "MPI_UINT32_T",        "MPI_UINT64_T",             "MPI_FLOAT",      "MPI_DOUBLE",
    "MPI_LONG_DOUBLE",   "MPI_C_FLOAT_COMPLEX", "MPI_C_DOUBLE_COMPLEX",     "MPI_FLOAT_INT",  "MPI_DOUBLE_INT",
    "MPI_LONG_INT",      "MPI_2INT",            "MPI_C_LONG_DOUBLE_COMPLEX", "MPI_SHORT_INT", "MPI_LONG_DOUBLE_INT",
};

/* Where a layout has its gaps: the bar depends on it. */
enum gaps { NO_GAPS, ELEMENT_AND_GAP, SMALL_GAPS, LARGE_GAPS };

static const struct layout {
    const char *name;
    enum gaps gaps;
} layouts[] = {
    {"SIMPLE__BASIC", NO_GAPS},         {"SIMPLE__CONTIG", NO_GAPS},
    {"SIMPLE__VECTOR", ELEMENT_AND_GAP}, {"LARGE_BLK__VECTOR", SMALL_GAPS},
    {"LARGE_CNT__VECTOR", SMALL_GAPS},  {"LARGE_BLK_STRD__VECTOR", LARGE_GAPS},
    {"LARGE_CNT_STRD__VECTOR", LARGE_GAPS},
};

/* How many times memset or memcmp an object may take; 0: no bar. */
static double bar_of(enum gaps gaps, MPI_Aint element)
{
    if (gaps == NO_GAPS || gaps == LARGE_GAPS || element >= 32)
        return 2.5;
    if (gaps == SMALL_GAPS || element > 8)
        return 0;
    return element > 2 ? 4 : 8;
}

/* The index of a layout in a pool, or -1. */
static int find(DTP_t pool, const char *layout)
{
    const size_t prefix = strlen("DTPI_OBJ_LAYOUT_");

    for (int i = 0; i < pool->DTP_num_objs; i++)
        if (strcmp(DTP_obj_name(pool, i) + prefix, layout) == 0)
            return i;
    return -1;
}

/* The pool with the largest power of two of elements with which the object's span is not above `bytes`. */
static DTP_t create(MPI_Datatype type, const char *layout, MPI_Aint bytes, MPI_Aint *count, MPI_Aint *span)
{
    MPI_Aint lb, extent;
    DTP_t pool;
    void *base;

    MPI_Type_get_extent(type, &lb, &extent);
    for (MPI_Aint n = bytes / extent; n > 1; n /= 2) {
        must(DTP_pool_create(type, n, &pool));
        int code = DTP_obj_create(pool, find(pool, layout), 1, 1, n);
        if (code == DTP_SUCCESS && DTP_obj_span(pool, find(pool, layout), &base, span) == DTP_SUCCESS &&
            *span <= bytes) {
            *count = n;
            return pool;
        }
        if (code != DTP_SUCCESS && code != DTP_ERR_TOO_LARGE)
            must(code);
        must(DTP_pool_free(pool));
    }
    fprintf(stderr, "values: %s does not fit into %lld bytes\n", layout, (long long) bytes);
    exit(1);
}

struct times {
    double set[RUNS], compare[RUNS], fill[RUNS], check[RUNS];
};

/* One after the other, so that all of them see the same noise of the machine. */
static void measure(DTP_t pool, int i, MPI_Aint count, MPI_Aint span, struct times *t)
{
    unsigned char *a = malloc((size_t) span), *b = malloc((size_t) span);
    volatile int differs;

    if (!a || !b) {
        fprintf(stderr, "values: no memory for twice %lld bytes\n", (long long) span);
        exit(1);
    }
    memset(a, 0, (size_t) span);
    for (int r = 0; r < RUNS; r++) {
        memset(b, r, (size_t) span);
        double start = now();
        memset(a, r, (size_t) span);
        t->set[r] = now() - start;
        start = now();
        differs = memcmp(a, b, (size_t) span);
        t->compare[r] = now() - start;
        start = now();
        must(DTP_obj_buf_fill(pool, i, r, 1, count));
        t->fill[r] = now() - start;
        start = now();
        must(DTP_obj_buf_check(pool, i, r, 1, count));
        t->check[r] = now() - start;
    }
    (void) differs;
    free(a);
    free(b);
}

static void row(const char *name, MPI_Datatype type, const struct layout *layout, MPI_Aint bytes)
{
    struct times t;
    MPI_Aint count, span, lb, extent;
    DTP_t pool = create(type, layout->name, bytes, &count, &span);

    measure(pool, find(pool, layout->name), count, span, &t);
    must(DTP_pool_free(pool));
    MPI_Type_get_extent(type, &lb, &extent);
    double bar = bar_of(layout->gaps, extent), set = median(t.set, RUNS), compare = median(t.compare, RUNS);
    double fill = median(t.fill, RUNS) / set, check = median(t.check, RUNS) / compare;
    char limit[16] = "-";
    if (bar > 0)
        snprintf(limit, sizeof limit, "%.1f", bar);
    printf("%-26s %-23s %6.1f %8.1f %8.1f %6.2f %6.2f %5s  %s\n", name, layout->name, (double) span / 1e6,
           (double) span / set / 1e9, (double) span / compare / 1e9, fill, check, limit,
           verdict(fill > check ? fill : check, bar));
    fflush(stdout);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    const MPI_Aint bytes = (argc > 1 ? atoi(argv[1]) : 64) * (MPI_Aint) (1 << 20);

    printf("%-26s %-23s %6s %8s %8s %6s %6s %5s\n", "", "", "span", "memset", "memcmp", "fill/", "check/", "");
    printf("%-26s %-23s %6s %8s %8s %6s %6s %5s\n", "type", "layout", "MB", "GB/s", "GB/s", "memset", "memcmp", "bar");
    for (size_t t = 0; t < sizeof types / sizeof types[0]; t++) {
        MPI_Datatype type;
        if (DTP_type_find(types[t], &type) != DTP_SUCCESS)
            continue;
        for (size_t l = 0; l < sizeof layouts / sizeof layouts[0]; l++)
            row(types[t], type, &layouts[l], bytes);
    }
    MPI_Finalize();
    return 0;
}
