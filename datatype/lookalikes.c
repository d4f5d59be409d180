/* Types that differ in little, made one after the other: lists of as many blocks, which begin alike and end alike;
 * arrays and vectors that differ in one argument. What is kept of one type must not serve for another, neither while
 * both are alive nor in place of one that was freed. */
#include "harness.h"
#include "tables.h"

#include <stdio.h>
#include <string.h>

enum { FIRST = 3, LAST_AT = 8 };

/* The first blocks; all the rest are in one more. In elements. */
static const struct list {
    int lengths[FIRST], at[FIRST];
} lists[] = {{{1, 1, 2}, {0, 2, 5}}, {{1, 1, 2}, {0, 3, 5}}, {{1, 2, 1}, {0, 2, 5}}, {{1, 2, 1}, {0, 2, 6}}};

enum { ALIKE = H_NUM(lists) };

/* The types that are made: i from 0 to ALIKE - 1 is what they differ in; of n elements of a basic type. */
struct kind {
    int i;
    long long n, extent;
    const char *type;
};

/* Writes the text of a type (dtpools/README). */
typedef void describe(const struct kind *k, char *text, size_t size);

/* ---- lists ---- */

/* With displacements in `unit`; the basic type between `open` and `close`. */
static void blocks(const struct kind *k, const char *name, long long unit, const char *open, const char *close,
                   char *text, size_t size)
{
    const struct list *l = &lists[k->i];

    snprintf(text, size, "1*%s({%d, %d, %d, %lld}, {%lld, %lld, %lld, %lld}, %s%s%s)", name, l->lengths[0],
             l->lengths[1], l->lengths[2], k->n - l->lengths[0] - l->lengths[1] - l->lengths[2], l->at[0] * unit,
             l->at[1] * unit, l->at[2] * unit, LAST_AT * unit, open, k->type, close);
}

static void indexed(const struct kind *k, char *text, size_t size)
{
    blocks(k, "indexed", 1, "", "", text, size);
}

static void hindexed(const struct kind *k, char *text, size_t size)
{
    blocks(k, "hindexed", k->extent, "", "", text, size);
}

static void structure(const struct kind *k, char *text, size_t size)
{
    blocks(k, "struct", k->extent, "{4x", "}", text, size);
}

/* Of one element each. */
static void equal_blocks(const struct kind *k, const char *name, long long unit, char *text, size_t size)
{
    const struct list *l = &lists[k->i];

    snprintf(text, size, "1*%s(1, {%lld, %lld, %lld, %lld..%lld/%lld}, %s)", name, l->at[0] * unit, l->at[1] * unit,
             l->at[2] * unit, LAST_AT * unit, (LAST_AT + 2 * (k->n - FIRST - 1)) * unit, 2 * unit, k->type);
}

static void indexed_block(const struct kind *k, char *text, size_t size)
{
    equal_blocks(k, "indexed_block", 1, text, size);
}

static void hindexed_block(const struct kind *k, char *text, size_t size)
{
    equal_blocks(k, "hindexed_block", k->extent, text, size);
}

/* ---- one argument ---- */

static void vector(const struct kind *k, char *text, size_t size)
{
    snprintf(text, size, "1*vector(%lld, 1, %d, %s)", k->n, k->i + 2, k->type);
}

static void hvector(const struct kind *k, char *text, size_t size)
{
    snprintf(text, size, "1*hvector(%lld, 1, %lld, %s)", k->n, (k->i + 2) * k->extent, k->type);
}

/* A column of a matrix. */
static void starts(const struct kind *k, char *text, size_t size)
{
    snprintf(text, size, "1*subarray({%lld, %d}, {%lld, 1}, {0, %d}, C, %s)", k->n, ALIKE, k->n, k->i, k->type);
}

static void sizes(const struct kind *k, char *text, size_t size)
{
    snprintf(text, size, "1*subarray({%lld, %d}, {%lld, 1}, {0, 1}, C, %s)", k->n, ALIKE + k->i, k->n, k->type);
}

static void extents(const struct kind *k, char *text, size_t size)
{
    snprintf(text, size, "%lld*resized(0, %lld, %s)", k->n, (k->i + 1) * k->extent, k->type);
}

static const struct constructor {
    const char *name;
    describe *describe;
} constructors[] = {{"indexed", indexed}, {"hindexed", hindexed}, {"struct", structure},
                    {"indexed_block", indexed_block}, {"hindexed_block", hindexed_block}, {"vector", vector},
                    {"hvector", hvector}, {"subarray-starts", starts}, {"subarray-sizes", sizes},
                    {"resized", extents}};

/* Whether there are enough elements, all of one type. */
static int has_lookalikes(DTP_t pool)
{
    return DTP_pool_elements(pool) >= LAST_AT && !strchr(DTP_pool_signature(pool), ',');
}

/* A pool of one object for each type. */
static DTP_t lookalikes(const struct h_case *c, const struct constructor *constructor)
{
    enum { LENGTH = 512 };
    char type[LENGTH / 4], text[ALIKE][LENGTH];
    const char *texts[ALIKE];
    struct kind k = {.n = DTP_pool_elements(c->recv.pool), .type = type};
    MPI_Datatype basic;
    MPI_Aint lb, extent;
    DTP_t pool;

    snprintf(type, sizeof type, "%s", DTP_pool_signature(c->recv.pool));
    type[strcspn(type, ":")] = '\0';
    H_DTP(DTP_type_find(type, &basic));
    H_MPI(MPI_Type_get_extent(basic, &lb, &extent));
    k.extent = extent;
    for (k.i = 0; k.i < ALIKE; k.i++) {
        constructor->describe(&k, text[k.i], sizeof text[k.i]);
        texts[k.i] = text[k.i];
    }
    H_DTP(DTP_pool_create_text(ALIKE, texts, &pool));
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

    for (int i = 0; i < ALIKE && together; i++)
        (void) make(pool, i);
    for (int i = 0; i < ALIKE; i++) {
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
    for (int k = 0; k < H_NUM(constructors); k++)
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
