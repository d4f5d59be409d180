/* dtp put: the elements of objects as C functions, for a stand-alone program. */
#include "tool.h"

#include "overlap.h"
#include "tree_text.h"
#include "typemap_c.h"
#include "values_c.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What there is to know of an object before the functions: bytes from lo to hi, elements, whether elements have bytes
 * without value, and whether some share bytes. */
static int put_facts(const char *text, const struct dtpi_typemap *map)
{
    enum dtpi_overlap overlap;
    const int err = dtpi_typemap_overlap(map, &overlap);

    if (!err)
        printf("%lld %lld %lld %d %d %s\n", (long long) map->lo, (long long) map->hi, (long long) map->elements,
               dtpi_values_c_padded(map), overlap != DTPI_DISJOINT, text);
    return err;
}

static int put_all(int n, char **words, struct dtpi_typemap *maps, struct dtpi_values_c how)
{
    struct dtpi_c_out out = {.file = stdout};
    int err = DTP_SUCCESS;

    for (int i = 0; i < n && !err; i++) {
        MPI_Aint count;
        struct dtpi_tree *tree;
        err = dtpi_object_parse(words[i], &count, &tree);
        if (err)
            break;
        err = dtpi_typemap_create(tree, count, &maps[i]);
        err = err ? err : put_facts(words[i], &maps[i]);
        dtpi_tree_free(tree);
    }
    if (err)
        return err;
    printf("\n");
    dtpi_values_c(&out, n, maps, how);
    for (int i = 0; i < n; i++) {
        char name[32];
        (void) snprintf(name, sizeof name, "put%d", i);
        dtpi_typemap_c(&out, &maps[i], name);
    }
    return DTP_SUCCESS;
}

/* An option before the texts. */
static bool takes(int *n, char ***words, const char *option)
{
    const bool is_there = *n > 0 && strcmp(**words, option) == 0;

    *n -= is_there;
    *words += is_there;
    return is_there;
}

int tool_put(int n, char **words)
{
    const bool bits = takes(&n, &words, "-bits"), combine = takes(&n, &words, "-combine");
    struct dtpi_typemap *maps = calloc(n > 0 ? (size_t) n : 1, sizeof *maps);
    int err;

    if (!maps)
        return TOOL_USAGE;
    err = put_all(n, words, maps, (struct dtpi_values_c) {bits, combine});
    for (int i = 0; i < n; i++)
        dtpi_typemap_free(&maps[i]);
    free(maps);
    return err ? tool_complain() : TOOL_GOOD;
}
