/* dtp put: the elements of objects as C functions, for a stand-alone program. */
#include "tool.h"

#include "alloc.h"
#include "overlap.h"
#include "tree_text.h"
#include "typemap_c.h"
#include "values_c.h"

#include <stdio.h>
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

/* Reads a text and puts its facts; the map is the caller's. */
static int read_text(const char *text, struct dtpi_typemap *map)
{
    struct dtpi_tree *tree;
    MPI_Aint count;
    int err = dtpi_object_parse(text, &count, &tree);

    if (!err) {
        err = dtpi_typemap_create(tree, count, map);
        err = err ? err : put_facts(text, map);
        dtpi_tree_free(tree);
    }
    return err ? tool_complain_of(text) : TOOL_GOOD;
}

static int put_all(int n, char **words, struct dtpi_typemap *maps, struct dtpi_values_c how)
{
    struct dtpi_c_out out = {.file = stdout};
    int status = TOOL_GOOD;

    for (int i = 0; i < n && status == TOOL_GOOD; i++)
        status = read_text(words[i], &maps[i]);
    if (status != TOOL_GOOD)
        return status;
    printf("\n");
    dtpi_values_c(&out, n, maps, how);
    for (int i = 0; i < n; i++) {
        char name[32];
        (void) snprintf(name, sizeof name, "put%d", i);
        dtpi_typemap_c(&out, &maps[i], name);
    }
    return TOOL_GOOD;
}

/* Takes the options, which stand before the texts. */
static struct dtpi_values_c take_options(int *n, char ***words)
{
    struct dtpi_values_c how = {.bits = false};

    for (; *n > 0; --*n, ++*words)
        if (strcmp(**words, "-bits") == 0)
            how.bits = true;
        else if (strcmp(**words, "-combine") == 0)
            how.combine = true;
        else
            break;
    return how;
}

int tool_put(int n, char **words)
{
    const struct dtpi_values_c how = take_options(&n, &words);
    struct dtpi_typemap *maps;
    int status;

    if (n == 0)
        return TOOL_ARGUMENTS;
    maps = dtpi_alloc((size_t) n, sizeof *maps);
    if (!maps)
        return tool_complain();
    for (int i = 0; i < n; i++)
        maps[i] = (struct dtpi_typemap) {.root = NULL};
    status = put_all(n, words, maps, how);
    for (int i = 0; i < n; i++)
        dtpi_typemap_free(&maps[i]);
    dtpi_free(maps);
    return status;
}
