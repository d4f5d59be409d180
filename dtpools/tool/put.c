/* dtp put: the elements of objects as C functions, for a stand-alone program. */
#include "tool.h"

#include "overlap.h"
#include "tree_text.h"
#include "typemap_c.h"

#include <stdio.h>
#include <stdlib.h>

/* What there is to know of an object before the functions: bytes from lo to hi, elements, whether elements have bytes
 * without value, and whether some share bytes. */
static int put_facts(const char *text, const struct dtpi_typemap *map)
{
    enum dtpi_overlap overlap;
    const int err = dtpi_typemap_overlap(map, &overlap);

    if (!err)
        printf("%lld %lld %lld %d %d %s\n", (long long) map->lo, (long long) map->hi, (long long) map->elements,
               dtpi_typemap_c_padded(map), overlap != DTPI_DISJOINT, text);
    return err;
}

static int put_all(int n, char **words, struct dtpi_typemap *maps)
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
    dtpi_typemap_c_put(&out, n, maps);
    for (int i = 0; i < n; i++) {
        char name[32];
        (void) snprintf(name, sizeof name, "put%d", i);
        dtpi_typemap_c(&out, &maps[i], name);
    }
    return DTP_SUCCESS;
}

int tool_put(int n, char **words)
{
    struct dtpi_typemap *maps = calloc((size_t) n, sizeof *maps);
    int err;

    if (!maps)
        return TOOL_USAGE;
    err = put_all(n, words, maps);
    for (int i = 0; i < n; i++)
        dtpi_typemap_free(&maps[i]);
    free(maps);
    return err ? tool_complain() : TOOL_GOOD;
}
