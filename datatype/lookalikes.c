/* Types that differ in little, made one after the other: lists of as many blocks, which begin alike and end alike. What
 * is kept of one type must not serve for another, neither while both are alive nor in place of one that was freed. */
#include "harness.h"

#include <stdio.h>
#include <string.h>

enum { FIRST = 3, LAST_AT = 8 };

/* The first blocks; all the rest are in one more. In elements. */
static const struct list {
    int lengths[FIRST], at[FIRST];
} lists[] = {{{1, 1, 2}, {0, 2, 5}}, {{1, 1, 2}, {0, 3, 5}}, {{1, 2, 1}, {0, 2, 5}}, {{1, 2, 1}, {0, 2, 6}}};

enum { LISTS = sizeof lists / sizeof lists[0] };

static const struct constructor {
    const char *name;
    int of_one;               /* blocks of one element each */
    int in_bytes;             /* displacements */
    const char *open, *close; /* around the type */
} constructors[] = {{"indexed", 0, 0, "", ""}, {"hindexed", 0, 1, "", ""}, {"struct", 0, 1, "{4x", "}"},
                    {"indexed_block", 1, 0, "", ""}, {"hindexed_block", 1, 1, "", ""}};

/* The text of an object of n elements (dtpools/README). */
static void describe(const struct constructor *k, const struct list *l, MPI_Aint n, const char *type, MPI_Aint unit,
                     char *text, size_t size)
{
    const long long a = l->at[0] * unit, b = l->at[1] * unit, c = l->at[2] * unit, d = LAST_AT * unit;

    if (k->of_one)
        snprintf(text, size, "1*%s(1, {%lld, %lld, %lld, %lld..%lld/%lld}, %s)", k->name, a, b, c, d,
                 d + 2 * unit * (n - FIRST - 1), (long long) (2 * unit), type);
    else
        snprintf(text, size, "1*%s({%d, %d, %d, %lld}, {%lld, %lld, %lld, %lld}, %s%s%s)", k->name, l->lengths[0],
                 l->lengths[1], l->lengths[2], (long long) n - l->lengths[0] - l->lengths[1] - l->lengths[2], a, b, c,
                 d, k->open, type, k->close);
}

/* Whether there are enough elements, all of one type. */
static int has_lookalikes(DTP_t pool)
{
    return DTP_pool_elements(pool) >= LAST_AT && !strchr(DTP_pool_signature(pool), ',');
}

/* A pool of one object for each list. */
static DTP_t lookalikes(const struct h_case *c, const struct constructor *k)
{
    enum { LENGTH = 512 };
    const MPI_Aint n = DTP_pool_elements(c->recv.pool);
    char type[LENGTH / 4], text[LISTS][LENGTH];
    const char *texts[LISTS];
    MPI_Datatype basic;
    MPI_Aint lb, extent;
    DTP_t pool;

    snprintf(type, sizeof type, "%s", DTP_pool_signature(c->recv.pool));
    type[strcspn(type, ":")] = '\0';
    H_DTP(DTP_type_find(type, &basic));
    H_MPI(MPI_Type_get_extent(basic, &lb, &extent));
    for (int i = 0; i < LISTS; i++) {
        describe(k, &lists[i], n, type, k->in_bytes ? extent : 1, text[i], sizeof text[i]);
        texts[i] = text[i];
    }
    H_DTP(DTP_pool_create_text(LISTS, texts, &pool));
    H_DTP(DTP_pool_set_values(pool, DTP_VALUES_BITS));
    return pool;
}

static struct h_obj make(DTP_t pool, int i)
{
    if (!pool->DTP_obj_array[i].priv)
        H_DTP(DTP_obj_create(pool, i, 0, 0, 0));
    return (struct h_obj) {.pool = pool, .index = i, .mpi = &pool->DTP_obj_array[i]};
}

static void exchange(struct h_case *c, const struct constructor *k, int together)
{
    DTP_t pool = lookalikes(c, k);

    for (int i = 0; i < LISTS && together; i++)
        (void) make(pool, i);
    for (int i = 0; i < LISTS; i++) {
        const struct h_obj o = make(pool, i);
        h_send_to_self(c, c->send, o, 2 * i);
        h_send_to_self(c, o, c->recv, 2 * i + 1);
        if (!together)
            H_DTP(DTP_obj_free(pool, i));
    }
    H_DTP(DTP_pool_free(pool));
}

static void visit(struct h_case *c)
{
    if (!has_lookalikes(c->recv.pool))
        return;
    for (int k = 0; k < (int) (sizeof constructors / sizeof constructors[0]); k++)
        for (int together = 0; together < 2; together++) {
            char variant[64];
            snprintf(variant, sizeof variant, "%s-%s", constructors[k].name, together ? "together" : "in-turn");
            c->variant = variant;
            if (h_begin(c, "MPI_Sendrecv"))
                exchange(c, &constructors[k], together);
        }
    c->variant = NULL;
}

static void run(void)
{
    h_each_pair(H_WORLD | H_ONCE, visit);
}

const struct h_program h_program = {"types that differ in little, together and in turn", 0, run};
