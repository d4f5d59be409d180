/* DTP_pool_add_sample: as many objects as were asked for, none twice, the same ones for a seed, with more traits than
 * the first ones have; DTP_pool_add_overlapping_sample likewise. */
#include "check.h"

enum { MOST_NAMES = 64 };

static const char *const traits[] = {"gaps", "nested", "deep", "resized", "dup", "struct", "subarray", "darray",
                                     "zero-size", "negative-lb", "odd-stride", "many-dims", "negative-stride",
                                     "zero-blocks", "decreasing", "instances", "unequal-blocks", "fortran-order"};
enum { NUM_TRAITS = sizeof traits / sizeof traits[0] };

/* Which objects a pool has, a sample of n drawn into it. */
struct names {
    int n;
    char name[MOST_NAMES][64];
    int traits;
    int overhanging; /* objects whose data reach over their extent, */
    int permuted;    /* and whose data fill it in another order */
};

static DTP_t pool_of(MPI_Aint count)
{
    DTP_t pool = NULL;

    CHECK_OK(DTP_pool_create(MPI_INT, count, &pool));
    return pool;
}

static struct names sample_of(MPI_Aint count, int n, int seed)
{
    struct names names = {0};
    DTP_t pool = pool_of(count);

    CHECK_OK(DTP_pool_add_sample(pool, n, seed));
    names.n = pool->DTP_num_objs;
    for (int i = 0; i < names.n && CHECK(i < MOST_NAMES); i++)
        (void) snprintf(names.name[i], sizeof names.name[i], "%s", DTP_obj_name(pool, i));
    for (int t = 0; t < NUM_TRAITS; t++) {
        bool met = false;
        for (int i = 0; i < names.n; i++)
            met = met || DTP_obj_has_trait(pool, i, traits[t]);
        names.traits += met;
    }
    for (int i = 0; i < names.n; i++) {
        names.overhanging += DTP_obj_has_trait(pool, i, "overhang");
        names.permuted += DTP_obj_has_trait(pool, i, "permuted");
        CHECK_OK(DTP_obj_create(pool, i, 1, 2, count));
        CHECK_OK(DTP_obj_buf_check(pool, i, 1, 2, count));
    }
    CHECK_OK(DTP_pool_free(pool));
    return names;
}

static bool same(const struct names *a, const struct names *b)
{
    bool same = a->n == b->n;

    for (int i = 0; same && i < a->n; i++)
        same = strcmp(a->name[i], b->name[i]) == 0;
    return same;
}

static void samples(void)
{
    static const MPI_Aint counts[] = {1, 2, 17, 512, 65530};

    (void) setenv("DTP_NUM_OBJS", "5", 1);
    for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++) {
        const struct names first = sample_of(counts[c], 0, 1), a = sample_of(counts[c], 15, 1);
        const struct names again = sample_of(counts[c], 15, 1), other = sample_of(counts[c], 15, 2);
        check_about("a sample for %ld elements", (long) counts[c]);
        CHECK_INT(first.n, 5);
        CHECK_INT(a.n, 20);
        CHECK(same(&a, &again));
        CHECK(!same(&a, &other));
        for (int i = 0; i < first.n; i++)
            CHECK_STR(a.name[i], first.name[i]);
        for (int i = 0; i < a.n; i++)
            for (int j = 0; j < i; j++)
                CHECK(strcmp(a.name[i], a.name[j]) != 0);
        printf("%ld elements: %d of %d traits, of the first five %d\n", (long) counts[c], a.traits, NUM_TRAITS,
               first.traits);
        CHECK(a.traits >= (counts[c] > 2 ? 16 : 12));
        CHECK(counts[c] <= 2 || a.overhanging > 0);
        CHECK(counts[c] <= 2 || a.permuted > 0);
    }
    (void) unsetenv("DTP_NUM_OBJS");
}

/* Objects whose elements share bytes: the same for a seed, none twice, all of them over the seeds. */
static void overlapping(void)
{
    enum { SEEDS = 64 };
    DTP_t all = pool_of(17), pool;
    const int first = all->DTP_num_objs;
    bool met[MOST_NAMES] = {false};

    check_about("objects whose elements share bytes");
    CHECK_OK(DTP_pool_add_overlapping(all));
    CHECK_OK(DTP_pool_add_overlapping_sample(all, 1, 1));
    const int number = all->DTP_num_objs - first;
    (void) setenv("DTP_NUM_OBJS", "5", 1);
    for (int seed = 0; seed < SEEDS; seed++) {
        pool = pool_of(17);
        CHECK_OK(DTP_pool_add_overlapping(pool));
        CHECK_OK(DTP_pool_add_overlapping_sample(pool, 1, seed));
        CHECK_INT(pool->DTP_num_objs, 6);
        CHECK(DTP_obj_has_trait(pool, 5, "overlapping"));
        for (int k = 0; k < number; k++)
            met[k] = met[k] || strcmp(DTP_obj_name(pool, 5), DTP_obj_name(all, first + k)) == 0;
        CHECK_OK(DTP_pool_add_overlapping_sample(pool, 1000, seed));
        CHECK_INT(pool->DTP_num_objs, 5 + number);
        CHECK_OK(DTP_pool_free(pool));
    }
    (void) unsetenv("DTP_NUM_OBJS");
    for (int k = 0; k < number; k++)
        CHECK(met[k]);
    CHECK_CODE(DTP_pool_add_overlapping_sample(all, -1, 1), DTP_ERR_ARG);
    CHECK_HAS(DTP_message(), "DTP_pool_add_overlapping_sample: argument n is -1; expected 0 to");
    CHECK_OK(DTP_pool_free(all));
}

static void selections(void)
{
    DTP_t pool;
    int specified;

    check_about("DTP_TRAITS");
    (void) setenv("DTP_TRAITS", "none", 1);
    pool = pool_of(17);
    specified = pool->DTP_num_objs;
    CHECK_OK(DTP_pool_add_sample(pool, 5, 1));
    CHECK_INT(pool->DTP_num_objs, specified);
    CHECK_OK(DTP_pool_free(pool));
    (void) setenv("DTP_TRAITS", "dup", 1);
    (void) setenv("DTP_NUM_OBJS", "2", 1);
    pool = pool_of(17);
    CHECK_OK(DTP_pool_add_sample(pool, 20, 1));
    CHECK(pool->DTP_num_objs > 2 && pool->DTP_num_objs <= 22);
    for (int i = 0; i < pool->DTP_num_objs; i++)
        CHECK(DTP_obj_has_trait(pool, i, "dup"));
    CHECK_OK(DTP_pool_free(pool));
    (void) unsetenv("DTP_NUM_OBJS");
    (void) unsetenv("DTP_TRAITS");
}

static void misuse(void)
{
    DTP_t pool = pool_of(17);

    check_about("misuse");
    CHECK_CODE(DTP_pool_add_sample(NULL, 1, 1), DTP_ERR_ARG);
    CHECK_CODE(DTP_pool_add_sample(pool, -1, 1), DTP_ERR_ARG);
    CHECK_HAS(DTP_message(), "DTP_pool_add_sample: argument n is -1; expected 0 to");
    CHECK_OK(DTP_obj_create(pool, 3, 1, 1, 17));
    CHECK_CODE(DTP_pool_add_sample(pool, 1, 1), DTP_ERR_STATE);
    CHECK_HAS(DTP_message(), "DTP_pool_add_sample: object 3 is created");
    CHECK_OK(DTP_pool_free(pool));
}

static void structs(void)
{
    MPI_Datatype types[] = {MPI_CHAR, MPI_DOUBLE, MPI_INT};
    int counts[] = {3, 2, 5};
    DTP_t pool;

    check_about("a pool of structs");
    (void) setenv("DTP_NUM_OBJS", "1", 1);
    CHECK_OK(DTP_pool_create_struct(3, types, counts, &pool));
    CHECK_OK(DTP_pool_add_sample(pool, 9, 1));
    CHECK_INT(pool->DTP_num_objs, 10);
    CHECK_OK(DTP_pool_free(pool));
    (void) unsetenv("DTP_NUM_OBJS");
}

int main(void)
{
    check_start();
    samples();
    overlapping();
    selections();
    misuse();
    structs();
    return check_end();
}
