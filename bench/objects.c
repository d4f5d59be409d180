/* The life of an object, create (which fills) + check + free, against the bare MPI constructor, commit and free, in CPU
 * time: objects [TYPE [COUNT]].  Its peer, of which the bar is a multiple, is a memset and a memcmp of a page.
 *
 * The bare call gets the arguments with which the object's own type was made, from MPI_Type_get_contents.  Types of
 * several constructors, and of those that are not among the 40 layouts, have no bar. */
#include "bench.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS = 25, ROUNDS = 100 };
/* How many times as long as a memset and a memcmp of a page an object of 2 KiB may take, and each 2 KiB of a larger
 * one. */
enum { BAR = 60, BAR_BYTES = 2048 };

struct recipe {
    int combiner, *ints;
    MPI_Aint *aints;
    MPI_Datatype types[1];
};

static int build(const struct recipe *r, MPI_Datatype *type)
{
    const int *i = r->ints;
    const MPI_Aint *a = r->aints;
    const MPI_Datatype old = r->types[0];

    switch (r->combiner) {
    case MPI_COMBINER_CONTIGUOUS:
        MPI_Type_contiguous(i[0], old, type);
        break;
    case MPI_COMBINER_VECTOR:
        MPI_Type_vector(i[0], i[1], i[2], old, type);
        break;
    case MPI_COMBINER_HVECTOR:
        MPI_Type_create_hvector(i[0], i[1], a[0], old, type);
        break;
    case MPI_COMBINER_INDEXED:
        MPI_Type_indexed(i[0], i + 1, i + 1 + i[0], old, type);
        break;
    case MPI_COMBINER_HINDEXED:
        MPI_Type_create_hindexed(i[0], i + 1, a, old, type);
        break;
    case MPI_COMBINER_INDEXED_BLOCK:
        MPI_Type_create_indexed_block(i[0], i[1], i + 2, old, type);
        break;
    case MPI_COMBINER_HINDEXED_BLOCK:
        MPI_Type_create_hindexed_block(i[0], i[1], a, old, type);
        break;
    case MPI_COMBINER_SUBARRAY:
        MPI_Type_create_subarray(i[0], i + 1, i + 1 + i[0], i + 1 + 2 * i[0], i[1 + 3 * i[0]], old, type);
        break;
    default:
        return 0;
    }
    return 1;
}

/* What made a type, one constructor over a predefined type; false for any other. */
static int take(MPI_Datatype type, struct recipe *r)
{
    int ints, aints, types, inner[4];
    MPI_Datatype again;

    MPI_Type_get_envelope(type, &ints, &aints, &types, &r->combiner);
    if (types != 1)
        return 0;
    r->ints = room((size_t) ints * sizeof *r->ints);
    r->aints = room((size_t) aints * sizeof *r->aints);
    MPI_Type_get_contents(type, ints, aints, types, r->ints, r->aints, r->types);
    MPI_Type_get_envelope(r->types[0], &inner[0], &inner[1], &inner[2], &inner[3]);
    if (inner[3] != MPI_COMBINER_NAMED || !build(r, &again))
        return 0;
    MPI_Type_free(&again);
    return 1;
}

static void make_bare(const struct recipe *r)
{
    MPI_Datatype type;

    (void) build(r, &type);
    MPI_Type_commit(&type);
    MPI_Type_free(&type);
}

/* What a round of a run does: a memset and a memcmp of a page in the first cache; the bare calls; create, which fills,
 * and free; these and a check. */
enum { PEER, BARE, CREATE, CHECK, STEPS };

/* An object whose life is measured; each step's microseconds, those of a check beyond create and free. */
struct life {
    DTP_t pool;
    int index;
    MPI_Aint count;
    const struct recipe *recipe; /* NULL: of no single constructor */
    double us[STEPS];
};

static void set_and_compare(void)
{
    static unsigned char page[PAGE], other[PAGE];
    static volatile int differs;

    memset(page, 0, PAGE);
    differs = memcmp(page, other, PAGE);
    (void) differs;
}

static void live(const struct life *life, int step)
{
    must(DTP_obj_create(life->pool, life->index, 1, 1, life->count));
    if (step == CHECK)
        must(DTP_obj_buf_check(life->pool, life->index, 1, 1, life->count));
    must(DTP_obj_free(life->pool, life->index));
}

static void do_step(const struct life *life, int step)
{
    if (step == PEER)
        set_and_compare();
    else if (step > BARE)
        live(life, step);
    else if (life->recipe)
        make_bare(life->recipe);
}

/* Measures a life: how many times its peer it takes beyond the bare calls.  The steps take turns, so that all of them
 * see the same noise of the machine. */
static double measure(void *with)
{
    struct life *life = with;
    double times[STEPS][RUNS];

    for (int r = 0; r < RUNS; r++) {
        for (int step = 0; step < STEPS; step++) {
            double start = cpu();
            for (int k = 0; k < ROUNDS; k++)
                do_step(life, step);
            times[step][r] = (cpu() - start) / ROUNDS * 1e6;
        }
        times[CHECK][r] -= times[CREATE][r];
    }
    for (int step = 0; step < STEPS; step++)
        life->us[step] = median(times[step], RUNS);
    return (life->us[CREATE] - life->us[BARE] + life->us[CHECK]) / life->us[PEER];
}

/* What the life of an object may take beyond the bare calls. */
static double bar_of(MPI_Datatype basic, MPI_Aint count)
{
    MPI_Aint lb, extent;

    MPI_Type_get_extent(basic, &lb, &extent);
    return extent * count > BAR_BYTES ? BAR * (double) (extent * count) / BAR_BYTES : BAR;
}

static void row(DTP_t pool, int i, MPI_Aint count, double limit)
{
    struct recipe recipe = {0};

    must(DTP_obj_create(pool, i, 1, 1, 1));
    const MPI_Datatype type = pool->DTP_obj_array[i].DTP_obj_type;
    const bool is_basic = DTP_type_name(type) != NULL, has_recipe = !is_basic && take(type, &recipe);
    if (i >= NUM_SPECIFIED || !(is_basic || has_recipe))
        limit = 0;
    must(DTP_obj_free(pool, i));
    struct life life = {.pool = pool, .index = i, .count = count, .recipe = has_recipe ? &recipe : NULL};
    const double more = least(measure, &life, limit);
    free(recipe.ints);
    free(recipe.aints);
    printf("%-40s %8.2f %12.2f %8.2f %9.1f %6s  %s\n", DTP_obj_name(pool, i) + strlen("DTPI_OBJ_LAYOUT_"),
           life.us[BARE], life.us[CREATE], life.us[CHECK], more, bar_text(limit), verdict(more, limit));
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "MPI_INT";
    const MPI_Aint count = argc > 2 ? atol(argv[2]) : 512;
    MPI_Datatype type;
    DTP_t pool;

    MPI_Init(&argc, &argv);
    must(DTP_type_find(name, &type));
    create_pool(type, count, &pool);
    printf("%-40s %8s %12s %8s %9s %6s\n", "", "bare MPI", "create+fill", "check", "all - MPI", "bar");
    printf("%-40s %8s %12s %8s %9s %6s\n", name, "us", "+free us", "us", "/ peer", "");
    for (int i = 0; i < pool->DTP_num_objs; i++)
        row(pool, i, count, bar_of(type, count));
    must(DTP_pool_free(pool));
    MPI_Finalize();
    return 0;
}
