/* dtp types, dtp list */
#include "tool.h"

#include "pool.h"
#include "traits.h"

#include <stdio.h>

/* Whether the handle has an earlier name. */
static bool is_there_before(int i)
{
    for (int j = 0; j < i; j++)
        if (DTP_basic_types[j] == DTP_basic_types[i])
            return true;
    return false;
}

int tool_types(int n, char **words)
{
    (void) n, (void) words;
    printf("%-28s %5s %7s %10s\n", "type", "size", "extent", "alignment");
    for (int i = 0; DTP_basic_types[i] != MPI_DATATYPE_NULL; i++) {
        const struct dtpi_basic *b = dtpi_basic_of(DTP_basic_types[i]);
        if (!b || is_there_before(i)) /* the library knows no values of a type of its size */
            continue;
        printf("%-28s %5d %7d %10d\n", b->name, b->kind->size, b->kind->extent, b->alignment);
    }
    return TOOL_GOOD;
}

static void print_traits(uint64_t traits)
{
    for (int i = 0; i < DTPI_NUM_TRAITS; i++)
        if (traits >> i & 1)
            printf(" %s", dtpi_trait_name(i));
}

int tool_list(int n, char **words)
{
    DTP_t pool = tool_pool(words[0]);
    int status = TOOL_GOOD;

    (void) n;
    if (!pool)
        return TOOL_USAGE;
    if (DTP_pool_add_overlapping(pool))
        status = tool_complain();
    for (int i = 0; i < pool->DTP_num_objs; i++) {
        const struct dtpi_entry *e;
        char text[256];
        printf("%3d %s", i, DTP_obj_name(pool, i));
        if (dtpi_pool_describe(pool->priv, i, &e)) {
            printf(": %s\n", DTP_message());
            continue;
        }
        print_traits(e->traits);
        bool whole = DTP_obj_text(pool, i, text, sizeof text) < (int) sizeof text;
        printf("\n    %s%s\n", text, whole ? "" : "...");
    }
    return DTP_pool_free(pool) ? tool_complain() : status;
}
