/* Bounds and type map of a tree against the naive walk, over texts written by hand; and what MPI makes of them. */
#include "typemap.h"

#include "naive.h"
#include "tree_mpi.h"

#include "check.h"

/* exact: whether MPI libraries agree on lb and extent (they do not where a struct has members with explicit bounds,
 * or a type has bounds but no data). */
static const struct {
    const char *text;
    bool ascending, exact;
} objects[] = {
    {"1*MPI_INT", true, true},
    {"17*MPI_DOUBLE", true, true},
    {"5*MPI_SHORT_INT", true, true},
    {"0*MPI_INT", true, true},
    {"3*contiguous(5, MPI_CHAR)", true, true},
    {"2*contiguous(0, MPI_INT)", true, true},
    {"4*dup(MPI_FLOAT_INT)", true, true},
    {"1*vector(7, 3, 5, MPI_INT)", true, true},
    {"2*vector(7, 3, 3, MPI_INT)", true, true},
    {"3*vector(4, 2, -3, MPI_DOUBLE)", false, true},
    {"1*vector(4, 2, 0, MPI_INT)", false, true},
    {"1*vector(0, 2, 3, MPI_INT)", true, true},
    {"2*vector(3, 0, 3, MPI_INT)", true, false},
    {"1*vector(1, 6, 99, MPI_SHORT)", true, true},
    {"2*vector(5, 2, 4, MPI_LONG_DOUBLE_INT)", true, true},
    {"1*hvector(9, 1, 3, MPI_CHAR)", true, true},
    {"1*hvector(5, 1, 7, MPI_INT)", true, true},
    {"1*hvector(5, 1, -7, MPI_INT)", false, true},
    {"1*hvector(3, 2, 2, MPI_INT)", false, true},
    {"2*hvector(2, 1, 4, vector(3, 1, 2, MPI_INT))", false, true},
    {"2*vector(3, 2, 4, vector(2, 2, 3, MPI_SHORT))", true, true},
    {"1*vector(3, 2, 4, vector(4, 1, 2, vector(2, 1, 3, MPI_CHAR)))", true, true},
    {"1*indexed({3, 1, 2}, {0, 5, 9}, MPI_INT)", true, true},
    {"2*indexed({3, 1, 2}, {9, 5, 0}, MPI_INT)", false, true},
    {"1*indexed({2, 0, 2}, {-4, 100, 3}, MPI_DOUBLE)", true, true},
    {"1*indexed({}, {}, MPI_INT)", true, true},
    {"1*indexed({3x2, 4}, {0..20/10, 50}, MPI_CHAR)", true, true},
    {"1*hindexed({2, 1}, {-12, 20}, MPI_FLOAT)", true, true},
    {"1*hindexed({4x1}, {30..0/-10}, MPI_SHORT_INT)", false, false},
    {"2*hindexed({1, 1}, {3, 17}, MPI_DOUBLE)", true, false},
    {"1*indexed_block(3, {0, 4, 12}, MPI_INT)", true, true},
    {"1*indexed_block(2, {5x0}, MPI_INT)", false, true},
    {"1*indexed_block(0, {1, 2}, MPI_INT)", true, false},
    {"3*hindexed_block(2, {0..64/16}, MPI_INT)", true, true},
    {"1*hindexed_block(1, {-64..64/32}, vector(2, 1, 2, MPI_CHAR))", true, true},
    {"1*subarray({4, 6}, {2, 3}, {1, 2}, C, MPI_INT)", true, true},
    {"1*subarray({4, 6}, {2, 3}, {1, 2}, F, MPI_INT)", true, true},
    {"2*subarray({3, 4, 5}, {2, 2, 2}, {1, 0, 3}, C, MPI_SHORT)", true, true},
    {"2*subarray({3, 4, 5}, {2, 2, 2}, {1, 0, 3}, F, MPI_SHORT)", true, true},
    {"1*subarray({5}, {3}, {1}, C, MPI_DOUBLE_INT)", true, true},
    {"1*subarray({2, 3}, {2, 3}, {0, 0}, C, vector(2, 1, 2, MPI_INT))", true, true},
    {"1*subarray({2, 2, 2, 2}, {2, 1, 2, 1}, {0, 1, 0, 1}, C, MPI_CHAR)", true, true},
    {"1*darray(3, 1, {10}, {b}, {0}, {3}, C, MPI_INT)", true, true},
    {"1*darray(3, 2, {10}, {b}, {0}, {3}, C, MPI_INT)", true, true},
    {"1*darray(4, 3, {10}, {b}, {5}, {4}, C, MPI_INT)", true, true},
    {"2*darray(3, 1, {10}, {c}, {0}, {3}, C, MPI_SHORT)", true, true},
    {"2*darray(3, 0, {11}, {c}, {2}, {3}, F, MPI_SHORT_INT)", true, true},
    {"1*darray(3, 1, {11}, {c}, {2}, {3}, C, MPI_CHAR)", true, true},
    {"1*darray(3, 2, {11}, {c}, {2}, {3}, C, MPI_DOUBLE)", true, true},
    {"1*darray(6, 3, {5, 7}, {b, c}, {0, 2}, {2, 3}, C, MPI_INT)", true, true},
    {"1*darray(6, 3, {5, 7}, {b, c}, {0, 2}, {2, 3}, F, MPI_INT)", true, true},
    {"1*darray(6, 5, {5, 7}, {b, c}, {0, 2}, {2, 3}, F, MPI_INT)", true, true},
    {"1*darray(6, 4, {5, 3, 7}, {b, n, c}, {0, 0, 1}, {3, 1, 2}, C, vector(2, 1, 2, MPI_INT))", true, true},
    {"1*darray(6, 4, {5, 3, 7}, {c, n, c}, {2, 0, 0}, {3, 1, 2}, F, MPI_INT)", true, true},
    {"4*resized(0, 24, MPI_INT)", true, true},
    {"4*resized(-8, 24, MPI_INT)", true, true},
    {"3*resized(0, 2, MPI_SHORT)", true, true},
    {"3*resized(0, 1, MPI_INT)", false, true},
    {"3*resized(0, -8, MPI_INT)", false, true},
    {"3*resized(4, 0, MPI_INT)", false, true},
    {"2*contiguous(3, resized(-3, 9, MPI_INT))", true, true},
    {"2*vector(2, 2, 3, resized(0, 16, vector(2, 1, 2, MPI_INT)))", true, true},
    {"2*contiguous(2, resized(0, 4, vector(2, 1, 2, MPI_INT)))", false, true},
    {"1*struct({64, 32, 8}, {0, 64, 192}, {MPI_CHAR, MPI_INT, MPI_FLOAT})", true, true},
    {"3*struct({1, 1}, {0, 8}, {MPI_DOUBLE, MPI_CHAR})", true, true},
    {"3*struct({1, 1}, {0, -8}, {MPI_CHAR, MPI_DOUBLE})", false, true},
    {"2*struct({1, 2, 3}, {0, 40, 16}, {MPI_INT, MPI_LONG_DOUBLE_INT, MPI_SHORT})", false, false},
    {"2*struct({0, 2}, {100, 0}, {MPI_DOUBLE, MPI_CHAR})", true, false},
    {"1*struct({}, {}, {})", true, true},
    {"2*struct({3x1}, {0..64/32}, {2x MPI_INT, MPI_DOUBLE})", true, true},
    {"2*struct({1, 1}, {0, 64}, {vector(2, 1, 2, MPI_INT), struct({1, 1}, {0, 8}, {MPI_INT, MPI_DOUBLE})})", true,
     true},
    {"2*struct({2, 1}, {0, 100}, {resized(-4, 20, MPI_INT), subarray({4}, {2}, {1}, C, MPI_INT)})", true, true},
    {"1*struct({1, 1}, {0, 100}, {resized(0, 40, MPI_INT), MPI_INT})", true, false},
    {"1*struct({1, 1}, {0, 100}, {MPI_INT, resized(0, 5, MPI_INT)})", true, false},
    {"3*struct({1, 1}, {8, 100}, {resized(0, 5, MPI_CHAR), MPI_DOUBLE})", false, false},
    {"3*hindexed({1, 2}, {0, 7}, resized(0, 5, MPI_CHAR))", true, true},
    {"2*struct({1, 1}, {0, 100}, {contiguous(0, MPI_INT), resized(4, 40, contiguous(0, MPI_INT))})", true, false},
    {"2*resized(0, 256, struct({2, 1}, {0, 100}, {resized(-4, 20, MPI_INT), MPI_CHAR}))", true, true},
    {"2*contiguous(2, struct({1, 1}, {0, 4}, {MPI_CHAR, MPI_SHORT_INT}))", true, true},
    {"1*dup(dup(vector(3, 1, 2, dup(MPI_INT))))", true, true},
    {"1*vector(300, 7, 11, MPI_CHAR)", true, true},
    {"1*vector(5, 4000, 4100, MPI_INT)", true, true},
    {"3*vector(100, 1, 700, MPI_C_DOUBLE_COMPLEX)", true, true},
};

static void same_bounds(const struct dtpi_tree *tree, const struct naive *map)
{
    CHECK_INT(tree->lb, map->lb);
    CHECK_INT(tree->ub, map->ub);
    CHECK_INT(tree->true_lb, map->true_lb);
    CHECK_INT(tree->true_ub, map->true_ub);
}

static bool matches(const struct naive_element *e, const struct dtpi_strip *s, MPI_Aint i)
{
    return e->basic == s->basic &&
           e->disp == s->disp + i / s->blklen * s->stride + i % s->blklen * s->basic->kind->extent;
}

/* The cursor's elements are the naive ones, in strips that are as small as asked for. */
static void same_walk(const struct dtpi_typemap *map, const struct naive *naive, MPI_Aint chunk)
{
    struct dtpi_cursor cursor;
    struct dtpi_strip strip;
    MPI_Aint k = 0, wrong = 0, too_large = 0;

    for (dtpi_cursor_start(&cursor, map); dtpi_cursor_next(&cursor, chunk, &strip);) {
        if (strip.count * strip.blklen > 1 && dtpi_strip_hi(&strip) - dtpi_strip_lo(&strip) > chunk)
            too_large++;
        for (MPI_Aint i = 0; i < strip.count * strip.blklen; i++, k++)
            if (k >= naive->n || !matches(&naive->elements[k], &strip, i))
                wrong++;
    }
    CHECK_INT(k, naive->n);
    CHECK_INT(wrong, 0);
    CHECK_INT(too_large, 0);
    CHECK(!dtpi_cursor_next(&cursor, chunk, &strip));
}

/* Chunks that change from call to call. */
static void same_random_walk(const struct dtpi_typemap *map, const struct naive *naive)
{
    struct dtpi_cursor cursor;
    struct dtpi_strip strip;
    uint64_t state = 88172645463325252u;
    MPI_Aint k = 0, wrong = 0;

    for (dtpi_cursor_start(&cursor, map); dtpi_cursor_next(&cursor, (MPI_Aint) (check_random(&state) % 40), &strip);)
        for (MPI_Aint i = 0; i < strip.count * strip.blklen; i++, k++)
            wrong += k >= naive->n || !matches(&naive->elements[k], &strip, i);
    CHECK_INT(k, naive->n);
    CHECK_INT(wrong, 0);
}

static void same_in_mpi(const struct dtpi_tree *tree, MPI_Aint count, const struct naive *naive, bool exact)
{
    MPI_Datatype type;
    MPI_Aint lb, extent;
    int size;

    if (!CHECK_OK(dtpi_tree_to_mpi(tree, &type)))
        return;
    if (tree->ctor != DTPI_BASIC_TYPE)
        CHECK_INT(MPI_Type_commit(&type), MPI_SUCCESS);
    CHECK_INT(MPI_Type_size(type, &size), MPI_SUCCESS);
    CHECK_INT(size * count, naive->bytes);
    CHECK_INT(MPI_Type_get_extent(type, &lb, &extent), MPI_SUCCESS);
    if (exact) {
        CHECK_INT(lb, naive->lb);
        CHECK_INT(extent, naive->ub - naive->lb);
    }
    CHECK_INT(MPI_Type_get_true_extent(type, &lb, &extent), MPI_SUCCESS);
    if (naive->n > 0)
        CHECK_INT(extent, naive->true_ub - naive->true_lb);
    if (naive->n > 0 && exact) {
        size_t n = (size_t) (naive->hi - naive->lo), bytes = (size_t) naive->bytes;
        unsigned char *memory = check_alloc(n), *packed = check_alloc(bytes), *expected = check_alloc(bytes);
        uint64_t state = 1;
        int position = 0;
        CHECK_INT(lb, naive->true_lb);
        for (size_t i = 0; i < n; i++)
            memory[i] = (unsigned char) check_random(&state);
        naive_pack(naive, memory - naive->lo, expected);
        CHECK_INT(MPI_Pack(memory - naive->lo, (int) count, type, packed, (int) bytes, &position, MPI_COMM_WORLD),
                  MPI_SUCCESS);
        CHECK_INT(position, bytes);
        CHECK_MEM(packed, expected, bytes);
        free(memory);
        free(packed);
        free(expected);
    }
    CHECK_OK(dtpi_type_free(tree, &type));
}

static void one_object(const char *text, bool ascending, bool exact)
{
    static const MPI_Aint chunks[] = {1, 2, 4, 7, 16, 64, 1000, 8192, 1 << 20};
    struct dtpi_typemap map;
    MPI_Aint count;
    struct dtpi_tree *tree = naive_parse(text, &count);
    struct naive naive = naive_walk(tree, count);

    check_about("%s", text);
    same_bounds(tree, &naive);
    if (CHECK_OK(dtpi_typemap_create(tree, count, &map))) {
        CHECK_INT(map.elements, naive.n);
        CHECK_INT(map.lo, naive.lo);
        CHECK_INT(map.hi, naive.hi);
        CHECK_INT(map.ascending, ascending);
        CHECK_INT(naive.ascending, ascending);
        for (size_t i = 0; i < sizeof chunks / sizeof chunks[0]; i++)
            same_walk(&map, &naive, chunks[i]);
        same_random_walk(&map, &naive);
        dtpi_typemap_free(&map);
    }
    same_in_mpi(tree, count, &naive, exact);
    naive_free(&naive);
    dtpi_tree_free(tree);
}

/* Extents that MPIs round up in several ways, as far up as they matter. */
static void rough(void)
{
    static const struct {
        const char *text;
        bool rough;
    } rows[] = {
        {"1*struct({1, 1}, {0, 8}, {MPI_INT, MPI_INT})", false},
        {"1*struct({1, 1}, {0, 9}, {MPI_INT, MPI_INT})", true},
        {"1*hindexed({1}, {20}, dup(struct({1, 1}, {0, 9}, {MPI_INT, MPI_INT})))", true},
        {"1*hindexed({0, 1}, {20, 0}, struct({1, 1}, {0, 9}, {MPI_INT, MPI_INT}))", true},
        {"1*struct({0, 1}, {0, 0}, {struct({1, 1}, {0, 9}, {MPI_INT, MPI_INT}), MPI_INT})", false},
        {"1*contiguous(2, resized(0, 16, struct({1, 1}, {0, 9}, {MPI_INT, MPI_INT})))", false},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        MPI_Aint count;
        struct dtpi_tree *tree = naive_parse(rows[i].text, &count);
        check_about("%s", rows[i].text);
        CHECK_INT(tree->rough, rows[i].rough);
        dtpi_tree_free(tree);
    }
}

/* The deepest trees have a type map, with loops at every level. */
static void deep(void)
{
    char text[8192] = "1*";

    for (int i = 0; i < DTPI_MAX_DEPTH - 1; i++) {
        char level[64];
        (void) snprintf(level, sizeof level, i % 3 == 0 ? "struct({%d, 1}, {0, 100000}, {" : "hvector(%d, 1, 100000, ",
                        i < 10 ? 2 : 1);
        strcat(text, level);
    }
    strcat(text, "MPI_CHAR");
    for (int i = DTPI_MAX_DEPTH - 2; i >= 0; i--)
        strcat(text, i % 3 == 0 ? ", MPI_CHAR})" : ")");
    MPI_Aint count;
    struct dtpi_typemap map;
    struct dtpi_tree *tree = naive_parse(text, &count);

    check_about("deepest tree");
    CHECK_INT(tree->depth, DTPI_MAX_DEPTH - 1);
    if (CHECK_OK(dtpi_typemap_create(tree, count, &map))) {
        struct dtpi_cursor cursor;
        struct dtpi_strip strip;
        MPI_Aint n = 0;
        for (dtpi_cursor_start(&cursor, &map); dtpi_cursor_next(&cursor, 8192, &strip);)
            n += strip.count * strip.blklen;
        CHECK_INT(n, tree->elements);
        CHECK_INT(map.lo, tree->true_lb);
        CHECK_INT(map.hi, tree->true_ub);
    }
    dtpi_typemap_free(&map);
    dtpi_tree_free(tree);
}

/* What an MPI_Aint cannot express is refused, and nothing else. */
static void overflow(void)
{
    static const struct {
        MPI_Aint count;
        const char *text;
        int code;
    } cases[] = {
        {1, "1*vector(1, 1, 9223372036854775807, MPI_INT)", DTP_SUCCESS},
        {2, "1*resized(0, 8, hvector(2, 1, 4611686018427387904, MPI_INT))", DTP_SUCCESS},
        {1000, "1*resized(0, 9223372036854775, MPI_INT)", DTP_SUCCESS},
        {1001, "1*resized(0, 9223372036854775, MPI_INT)", DTP_ERR_OVERFLOW},
        {4611686018427387904, "1*MPI_INT", DTP_ERR_OVERFLOW},
        {9223372036854775806, "1*MPI_CHAR", DTP_SUCCESS},
        {9223372036854775807, "1*MPI_CHAR", DTP_ERR_OVERFLOW},
        {-1, "1*MPI_CHAR", DTP_ERR_OVERFLOW},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct dtpi_typemap map;
        MPI_Aint count;
        struct dtpi_tree *tree = naive_parse(cases[i].text, &count);
        check_about("%lld instances of %s", (long long) cases[i].count, cases[i].text);
        CHECK_CODE(dtpi_typemap_create(tree, cases[i].count, &map), cases[i].code);
        dtpi_typemap_free(&map);
        dtpi_tree_free(tree);
    }
}

int main(void)
{
    check_start();
    for (size_t i = 0; i < sizeof objects / sizeof objects[0]; i++)
        one_object(objects[i].text, objects[i].ascending, objects[i].exact);
    deep();
    rough();
    overflow();
    return check_end();
}
