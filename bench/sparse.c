/* Filling and checking the layouts that have a page or more for each block, against memset and memcmp over the pages
 * that they touch: sparse [TYPE [COUNT]].
 *
 * The peer works on the pages of another object of the same layout, so that both are as far apart, and memcmp on
 * these and on one page that they equal: that one is in the cache, as what an object is compared with is. */
#include "bench.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const double bar = 1.2;

struct subject {
    struct filled ours;
    DTP_t theirs;
    size_t page, num_pages;
    unsigned char **pages, *value; /* of the peer; what a page of it holds */
    volatile int differs;
    struct duel fills, checks;
};

static void set(void *with)
{
    struct subject *s = with;

    for (size_t i = 0; i < s->num_pages; i++)
        memset(s->pages[i], 7, s->page);
}

static void compare(void *with)
{
    struct subject *s = with;

    for (size_t i = 0; i < s->num_pages; i++)
        s->differs |= memcmp(s->pages[i], s->value, s->page);
}

/* The pages of a filled object that are in memory. */
static void find_pages(struct subject *s)
{
    void *base;
    MPI_Aint span;

    must(DTP_obj_span(s->theirs, s->ours.index, &base, &span));
    unsigned char *first = (unsigned char *) base - (uintptr_t) base % s->page;
    const size_t all = (size_t) ((unsigned char *) base + span - first) / s->page + 1;
    unsigned char *there = room(all);
    s->pages = room(all * sizeof *s->pages);
    if (mincore(first, (all - 1) * s->page, (void *) there) != 0) {
        fprintf(stderr, "sparse: the system does not say which pages are in memory\n");
        exit(1);
    }
    for (size_t i = 0; i < all; i++)
        if (there[i] & 1)
            s->pages[s->num_pages++] = first + i * s->page;
    free(there);
}

/* A fill and a check together against the two peers together. */
static double both_ratios(void *with)
{
    struct subject *s = with;

    s->fills = duel(fill, set, s);
    fill(s);
    set(s);
    s->checks = duel(check, compare, s);
    return (s->fills.ratio * s->fills.peer + s->checks.ratio * s->checks.peer) / (s->fills.peer + s->checks.peer);
}

static void row(MPI_Datatype type, MPI_Aint count, const char *layout)
{
    struct subject s = {.ours.count = count, .page = (size_t) sysconf(_SC_PAGESIZE)};

    create_pool(type, count, &s.ours.pool);
    create_pool(type, count, &s.theirs);
    s.ours.index = find_layout(s.ours.pool, layout);
    must(DTP_obj_create(s.ours.pool, s.ours.index, 1, 1, count));
    must(DTP_obj_create(s.theirs, s.ours.index, 1, 1, count));
    find_pages(&s);
    s.value = room(s.page);
    memset(s.value, 7, s.page);
    const double both = least(both_ratios, &s, bar);
    must(DTP_pool_free(s.ours.pool));
    must(DTP_pool_free(s.theirs));
    printf("%-32s %7zu %9.0f %9.0f %6.2f %6.2f %6.2f %5.1f  %s\n", layout, s.num_pages, s.fills.ours * 1e6,
           s.checks.ours * 1e6, s.fills.ratio, s.checks.ratio, both, bar, verdict(both, bar));
    fflush(stdout);
    free(s.pages);
    free(s.value);
}

int main(int argc, char **argv)
{
    static const char *const layouts[] = {"VECTOR", "INDEXED", "BLOCK_INDEXED", "HVECTOR", "HINDEXED", "BLOCK_HINDEXED",
                                          "SUBARRAY_C", "SUBARRAY_F"};
    const char *name = argc > 1 ? argv[1] : "MPI_INT";
    const MPI_Aint count = argc > 2 ? atol(argv[2]) : 65530;
    MPI_Datatype type;

    MPI_Init(&argc, &argv);
    must(DTP_type_find(name, &type));
    printf("%-32s %7s %9s %9s %6s %6s %6s %5s\n", "", "pages", "fill", "check", "fill/", "check/", "", "");
    printf("%-32s %7s %9s %9s %6s %6s %6s %5s\n", name, "touched", "us", "us", "memset", "memcmp", "both", "bar");
    for (size_t l = 0; l < sizeof layouts / sizeof layouts[0]; l++) {
        char layout[64];
        (void) snprintf(layout, sizeof layout, "LARGE_CNT_STRD__%s", layouts[l]);
        row(type, count, layout);
    }
    MPI_Finalize();
    return 0;
}
