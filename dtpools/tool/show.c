/* dtp show: an object, its bounds, its type map, and a picture of its bytes. */
#include "tool.h"

#include "alloc.h"
#include "arith.h"
#include "overlap.h"
#include "pool.h"
#include "traits.h"
#include "tree_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 64, MOST_LINES = 24, MOST_STRIPS = 24 };

static void print_map(const struct dtpi_typemap *map)
{
    struct dtpi_cursor cursor;
    struct dtpi_strip s;
    int n = 0;

    printf("type map: %lld elements\n", (long long) map->elements);
    for (dtpi_cursor_start(&cursor, map); dtpi_cursor_next(&cursor, DTPI_AINT_MAX, &s); n++) {
        if (n == MOST_STRIPS) {
            printf("  ...\n");
            break;
        }
        printf("  %s at %lld", s.basic->name, (long long) s.disp);
        if (s.blklen > 1)
            printf(", %lld of them", (long long) s.blklen);
        if (s.count > 1)
            printf(", %lld times, %lld bytes apart", (long long) s.count, (long long) s.stride);
        printf("\n");
    }
}

/* The elements of a strip, of which the first is number k. */
static void paint_strip(const struct dtpi_strip *s, MPI_Aint lo, MPI_Aint n, MPI_Aint k, char *picture)
{
    const struct dtpi_kind *kind = s->basic->kind;

    for (MPI_Aint i = 0; i < s->count * s->blklen; i++, k++) {
        MPI_Aint at = s->disp + i / s->blklen * s->stride + i % s->blklen * kind->extent - lo;
        for (int b = 0; b < kind->extent; b++)
            if (at + b >= 0 && at + b < n && picture[at + b] == '.')
                picture[at + b] = '-';
        for (int f = 0; f < kind->num_fields; f++)
            for (int b = kind->field[f].offset; b < kind->field[f].offset + kind->field[f].size; b++)
                if (at + b >= 0 && at + b < n)
                    picture[at + b] = (char) ((f == 0 ? 'a' : 'A') + k % 26);
    }
}

/* Pieces of a type map that are looked at for a picture: of what is not in the order of memory, none can be shown
 * before. */
enum { MOST_PIECES = 1 << 20 };

/* A letter for each byte from lo on: the elements a, b, c ... in type map order, '.' for a gap, '-' for padding. */
static void paint(const struct dtpi_typemap *map, MPI_Aint lo, MPI_Aint n, char *picture)
{
    struct dtpi_cursor cursor;
    struct dtpi_strip s;
    MPI_Aint k = 0;

    memset(picture, '.', (size_t) n);
    dtpi_cursor_start(&cursor, map);
    for (long strips = 0; strips < MOST_PIECES && dtpi_cursor_next(&cursor, 4096, &s); strips++) {
        if (map->ascending && dtpi_strip_lo(&s) >= lo + n)
            break;
        if (dtpi_strip_lo(&s) < lo + n)
            paint_strip(&s, lo, n, k, picture);
        k += s.count * s.blklen;
    }
}

static int print_picture(const struct dtpi_typemap *map)
{
    MPI_Aint lo = map->lo / WIDTH * WIDTH - (map->lo % WIDTH < 0 ? WIDTH : 0), n = map->hi - lo;
    char *picture;

    if (n > MOST_LINES * WIDTH)
        n = MOST_LINES * WIDTH;
    picture = dtpi_alloc((size_t) n, 1);
    if (!picture)
        return tool_complain();
    paint(map, lo, n, picture);
    printf("bytes: a b c ... elements in type map order, . gaps, - padding\n");
    for (MPI_Aint at = 0; at < n; at += WIDTH)
        printf("%8lld  %.*s\n", (long long) (lo + at), (int) (n - at < WIDTH ? n - at : WIDTH), picture + at);
    if (lo + n < map->hi)
        printf("          ... up to %lld\n", (long long) map->hi);
    dtpi_free(picture);
    return TOOL_GOOD;
}

static int show_map(MPI_Aint count, const struct dtpi_tree *tree, const struct dtpi_typemap *map)
{
    enum dtpi_overlap overlap;
    uint64_t traits;
    char *text = dtpi_object_text(count, tree);

    if (!text)
        return tool_complain();
    printf("%s\n", text);
    dtpi_free(text);
    if (dtpi_typemap_overlap(map, &overlap))
        return tool_complain();
    printf("size %lld, lb %lld, extent %lld, true lb %lld, true extent %lld\n", (long long) tree->size,
           (long long) tree->lb, (long long) dtpi_tree_extent(tree), (long long) tree->true_lb,
           (long long) dtpi_tree_true_extent(tree));
    printf("traits:");
    traits = dtpi_traits(tree, count, map, overlap != DTPI_DISJOINT);
    for (int i = 0; i < DTPI_NUM_TRAITS; i++)
        if (traits >> i & 1)
            printf(" %s", dtpi_trait_name(i));
    printf("\n");
    print_map(map);
    return map->elements > 0 ? print_picture(map) : TOOL_GOOD;
}

static int show(MPI_Aint count, const struct dtpi_tree *tree)
{
    struct dtpi_typemap map;
    int status;

    if (dtpi_typemap_create(tree, count, &map))
        return tool_complain();
    status = show_map(count, tree, &map);
    dtpi_typemap_free(&map);
    return status;
}

static int show_index(const char *signature, const char *word)
{
    DTP_t pool = tool_pool(signature);
    const struct dtpi_entry *e;
    char *end;
    long index = strtol(word, &end, 10);
    int status;

    if (!pool)
        return TOOL_USAGE;
    if (end == word || *end != '\0' || index < 0 || index >= pool->DTP_num_objs) {
        fprintf(stderr, "dtp: object '%s' of %s: expected 0 to %d\n", word, signature, pool->DTP_num_objs - 1);
        status = TOOL_USAGE;
    } else if (dtpi_pool_describe(pool->priv, (int) index, &e)) {
        status = tool_complain();
    } else {
        printf("%s\n", e->name);
        status = show(e->object.count, e->object.tree);
    }
    return DTP_pool_free(pool) ? tool_complain() : status;
}

int tool_show(int n, char **words)
{
    struct dtpi_tree *tree;
    MPI_Aint count;
    int status;

    if (n == 2)
        return show_index(words[0], words[1]);
    if (dtpi_object_parse(words[0], &count, &tree))
        return tool_complain_of(words[0]);
    status = show(count, tree);
    dtpi_tree_free(tree);
    return status;
}
