/* Filling and checking an object, against memset and memcmp over as many bytes:
 *     values large [MEGABYTES]   large objects: a type for each kind, layouts whose runs differ
 *     values cache [COUNT]       objects that stay in the cache, 512 elements: every layout, the 40 of other types
 *     values few [COUNT]         objects of 17 elements, in every layout: what does not depend on the elements
 *
 * An indexed type is filled like the vector it equals, so that of the 40 layouts one for each shape is enough. */
#include "bench.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A type for each function that makes values: those of unsigned integers are those of the signed ones. */
static const char *const types[] = {
    "MPI_INT8_T",      "MPI_INT16_T",         "MPI_INT32_T",          "MPI_INT64_T",   "MPI_FLOAT",      "MPI_DOUBLE",
    "MPI_LONG_DOUBLE", "MPI_C_FLOAT_COMPLEX", "MPI_C_DOUBLE_COMPLEX", "MPI_FLOAT_INT", "MPI_DOUBLE_INT", "MPI_LONG_INT",
    "MPI_2INT",        "MPI_SHORT_INT",       "MPI_LONG_DOUBLE_INT",  "MPI_C_LONG_DOUBLE_COMPLEX",
};

/* Where a layout has its gaps: the bar depends on it. */
enum gaps { NO_GAPS, ELEMENT_AND_GAP, SMALL_GAPS, LARGE_GAPS };

static const struct layout {
    const char *name;
    enum gaps gaps;
} layouts[] = {
    {"SIMPLE__CONTIG", NO_GAPS},        {"SIMPLE__VECTOR", ELEMENT_AND_GAP},
    {"LARGE_BLK__VECTOR", SMALL_GAPS},  {"LARGE_CNT__VECTOR", SMALL_GAPS},
    {"LARGE_BLK_STRD__VECTOR", LARGE_GAPS}, {"LARGE_CNT_STRD__VECTOR", LARGE_GAPS},
};

/* An object, and two pieces of memory as large. */
struct subject {
    struct filled filled;
    size_t bytes;
    unsigned char *a, *b;
    volatile int differs;
};

static void set(void *with)
{
    struct subject *s = with;

    memset(s->a, ++s->filled.turn, s->bytes);
}

static void compare(void *with)
{
    struct subject *s = with;

    s->differs = memcmp(s->a, s->b, s->bytes);
}

/* A row: an object with the bytes that its peers set and compare, and what was measured. */
struct row {
    struct filled filled;
    size_t bytes;
    struct duel fills, checks;
};

/* Measures a row: the larger of the two ratios.  The two pieces of memory are half a page apart within their pages in
 * every row, since memcmp takes longer where addresses differ by whole pages. */
static double worst_ratio(void *with)
{
    struct row *row = with;
    const size_t apart = (row->bytes + PAGE - 1) / PAGE * PAGE + PAGE / 2;
    unsigned char *memory = room(apart + row->bytes);
    struct subject s = {.filled = row->filled, .bytes = row->bytes, .a = memory, .b = memory + apart};

    row->fills = duel(fill, set, &s);
    memcpy(s.b, s.a, s.bytes);
    fill(&s);
    row->checks = duel(check, compare, &s);
    free(memory);
    return row->fills.ratio > row->checks.ratio ? row->fills.ratio : row->checks.ratio;
}

/* Measures a row: the ratio of the check. */
static double check_ratio(void *with)
{
    struct row *row = with;

    (void) worst_ratio(row);
    return row->checks.ratio;
}

/* ---- large ---- */

/* How many times memset or memcmp an object may take; 0: no bar.  The padding of a pair is a gap in every element: the
 * pattern is written, and then each part for itself. */
static double bar_of(enum gaps gaps, MPI_Aint element, bool is_padded)
{
    if (is_padded && (gaps == NO_GAPS || gaps == LARGE_GAPS || element >= 32))
        return element > 8 ? 4 : 6;
    if (gaps == NO_GAPS || gaps == LARGE_GAPS)
        return 2.5;
    if (gaps == SMALL_GAPS || element > 8)
        return 0;
    return element > 2 ? 4 : 8;
}

/* The pool with the largest power of two of elements with which the object's span is not above `bytes`. */
static DTP_t create(MPI_Datatype type, const char *layout, MPI_Aint bytes, MPI_Aint *count, MPI_Aint *span)
{
    MPI_Aint lb, extent;
    DTP_t pool;
    void *base;

    MPI_Type_get_extent(type, &lb, &extent);
    for (MPI_Aint n = bytes / extent; n > 1; n /= 2) {
        create_pool(type, n, &pool);
        const int i = find_layout(pool, layout), code = DTP_obj_create(pool, i, 1, 1, n);
        if (code == DTP_SUCCESS && DTP_obj_span(pool, i, &base, span) == DTP_SUCCESS && *span <= bytes) {
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

static void large_row(const char *name, MPI_Datatype type, const struct layout *layout, MPI_Aint bytes)
{
    MPI_Aint count, span, lb, extent;
    int size;
    DTP_t pool = create(type, layout->name, bytes, &count, &span);
    struct row row = {.filled = {pool, find_layout(pool, layout->name), count, 0}, .bytes = (size_t) span};

    MPI_Type_get_extent(type, &lb, &extent);
    MPI_Type_size(type, &size);
    const double bar = bar_of(layout->gaps, extent, size < extent), worst = least(worst_ratio, &row, bar);
    must(DTP_pool_free(pool));
    printf("%-26s %-23s %6.1f %8.1f %8.1f %6.2f %6.2f %5s  %s\n", name, layout->name, (double) span / 1e6,
           (double) span / row.fills.peer / 1e9, (double) span / row.checks.peer / 1e9, row.fills.ratio,
           row.checks.ratio, bar_text(bar), verdict(worst, bar));
    fflush(stdout);
}

static void large(int megabytes)
{
    printf("%-26s %-23s %6s %8s %8s %6s %6s %5s\n", "", "", "span", "memset", "memcmp", "fill/", "check/", "");
    printf("%-26s %-23s %6s %8s %8s %6s %6s %5s\n", "type", "layout", "MB", "GB/s", "GB/s", "memset", "memcmp", "bar");
    for (size_t t = 0; t < sizeof types / sizeof types[0]; t++) {
        MPI_Datatype type;
        if (DTP_type_find(types[t], &type) != DTP_SUCCESS)
            continue;
        for (size_t l = 0; l < sizeof layouts / sizeof layouts[0]; l++)
            large_row(types[t], type, &layouts[l], megabytes * (MPI_Aint) (1 << 20));
    }
}

/* ---- in cache ---- */

/* The whole pages that the object and what is around it lie in. */
static size_t pages_of(DTP_t pool, int i)
{
    void *base;
    MPI_Aint span;

    must(DTP_obj_span(pool, i, &base, &span));
    return ((size_t) base % PAGE + (size_t) span + PAGE - 1) / PAGE * PAGE;
}

static const struct small {
    const char *type;
    double solid, gaps;     /* bars of the 40 layouts without and with gaps */
} smalls[] = {
    {"MPI_INT", 8, 18}, {"MPI_INT8_T", 10, 13}, {"MPI_DOUBLE", 22, 22}, {"MPI_LONG_DOUBLE", 28, 28},
    {"MPI_DOUBLE_INT", 40, 40},
};

static void small_row(const struct small *small, DTP_t pool, int i, MPI_Aint count)
{
    const char *name = DTP_obj_name(pool, i) + strlen("DTPI_OBJ_LAYOUT_");

    must(DTP_obj_create(pool, i, 1, 1, count));
    struct row row = {.filled = {pool, i, count, 0}, .bytes = pages_of(pool, i)};
    const double bar = i >= NUM_SPECIFIED ? 0 : DTP_obj_has_trait(pool, i, "gaps") ? small->gaps : small->solid;
    const double worst = least(worst_ratio, &row, bar);
    must(DTP_obj_free(pool, i));
    printf("%-16s %-40s %6zu %7.0f %7.0f %6.2f %6.2f %5s  %s\n", small->type, name, row.bytes / PAGE,
           row.fills.ours * 1e9, row.checks.ours * 1e9, row.fills.ratio, row.checks.ratio, bar_text(bar),
           verdict(worst, bar));
    fflush(stdout);
}

static void in_cache(MPI_Aint count)
{
    printf("%-16s %-40s %6s %7s %7s %6s %6s %5s\n", "", "", "", "fill", "check", "fill/", "check/", "");
    printf("%-16s %-40s %6s %7s %7s %6s %6s %5s\n", "type", "layout", "pages", "ns", "ns", "memset", "memcmp", "bar");
    for (size_t t = 0; t < sizeof smalls / sizeof smalls[0]; t++) {
        MPI_Datatype type;
        DTP_t pool;
        if (DTP_type_find(smalls[t].type, &type) != DTP_SUCCESS)
            continue;
        create_pool(type, count, &pool);
        for (int i = 0; i < (t == 0 ? pool->DTP_num_objs : NUM_SPECIFIED); i++)
            small_row(&smalls[t], pool, i, count);
        must(DTP_pool_free(pool));
    }
}

/* ---- few elements ---- */

/* How many times memcmp over its pages a check may take: what the object spans is made before it is compared. */
static double bar_of_few(DTP_t pool, int i)
{
    void *base;
    MPI_Aint span;

    if (i >= NUM_SPECIFIED)
        return 0;
    must(DTP_obj_span(pool, i, &base, &span));
    return 6 * (1 + (double) span / PAGE);
}

static double few_row(DTP_t pool, int i, MPI_Aint count)
{
    must(DTP_obj_create(pool, i, 1, 1, count));
    struct row row = {.filled = {pool, i, count, 0}, .bytes = pages_of(pool, i)};
    const double bar = bar_of_few(pool, i), ratio = least(check_ratio, &row, bar);
    must(DTP_obj_free(pool, i));
    printf("%-40s %6zu %7.0f %7.0f %6.2f %5s  %s\n", DTP_obj_name(pool, i) + strlen("DTPI_OBJ_LAYOUT_"),
           row.bytes / PAGE, row.fills.ours * 1e9, row.checks.ours * 1e9, ratio, bar_text(bar), verdict(ratio, bar));
    return row.checks.ours * 1e9;
}

static void few(MPI_Aint count)
{
    double worst = 0, all[256];
    DTP_t pool;
    int n = 0;

    printf("%-40s %6s %7s %7s %6s %5s\n", "", "", "fill", "check", "check/", "");
    printf("%-40s %6s %7s %7s %6s %5s\n", "MPI_INT", "pages", "ns", "ns", "memcmp", "bar");
    create_pool(MPI_INT, count, &pool);
    for (int i = 0; i < pool->DTP_num_objs && n < 256; i++) {
        all[n] = few_row(pool, i, count);
        worst = all[n] > worst ? all[n] : worst;
        n++;
    }
    printf("%-40s %6s %7s %7.0f\n%-40s %6s %7s %7.0f\n", "median", "", "", median(all, n), "slowest", "", "", worst);
    must(DTP_pool_free(pool));
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    if (argc > 1 && strcmp(argv[1], "cache") == 0)
        in_cache(argc > 2 ? atol(argv[2]) : 512);
    else if (argc > 1 && strcmp(argv[1], "few") == 0)
        few(argc > 2 ? atol(argv[2]) : 17);
    else
        large(argc > 2 ? atoi(argv[2]) : 64);
    MPI_Finalize();
    return 0;
}
