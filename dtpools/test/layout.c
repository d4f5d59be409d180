/* The objects of a pool are those of the specification: their names, their order, and the parameters of each. */
#include "arith.h"
#include "naive.h"
#include "tree_text.h"

#include "check.h"

#include <unistd.h>

#include <stddef.h>

/* ---- basic pools ---- */

static const char *const names[] = {
    "SIMPLE__BASIC", "SIMPLE__CONTIG", "SIMPLE__VECTOR", "SIMPLE__INDEXED", "SIMPLE__BLOCK_INDEXED", "SIMPLE__HVECTOR",
    "SIMPLE__HINDEXED", "SIMPLE__BLOCK_HINDEXED",
    "LARGE_BLK__VECTOR", "LARGE_BLK__INDEXED", "LARGE_BLK__BLOCK_INDEXED", "LARGE_BLK__HVECTOR", "LARGE_BLK__HINDEXED",
    "LARGE_BLK__BLOCK_HINDEXED", "LARGE_BLK__SUBARRAY_C", "LARGE_BLK__SUBARRAY_F",
    "LARGE_CNT__VECTOR", "LARGE_CNT__INDEXED", "LARGE_CNT__BLOCK_INDEXED", "LARGE_CNT__HVECTOR", "LARGE_CNT__HINDEXED",
    "LARGE_CNT__BLOCK_HINDEXED", "LARGE_CNT__SUBARRAY_C", "LARGE_CNT__SUBARRAY_F",
    "LARGE_BLK_STRD__VECTOR", "LARGE_BLK_STRD__INDEXED", "LARGE_BLK_STRD__BLOCK_INDEXED", "LARGE_BLK_STRD__HVECTOR",
    "LARGE_BLK_STRD__HINDEXED", "LARGE_BLK_STRD__BLOCK_HINDEXED", "LARGE_BLK_STRD__SUBARRAY_C",
    "LARGE_BLK_STRD__SUBARRAY_F",
    "LARGE_CNT_STRD__VECTOR", "LARGE_CNT_STRD__INDEXED", "LARGE_CNT_STRD__BLOCK_INDEXED", "LARGE_CNT_STRD__HVECTOR",
    "LARGE_CNT_STRD__HINDEXED", "LARGE_CNT_STRD__BLOCK_HINDEXED", "LARGE_CNT_STRD__SUBARRAY_C",
    "LARGE_CNT_STRD__SUBARRAY_F",
};
enum { NUM_NAMES = sizeof names / sizeof names[0], NUM_OF_ONE = 8 };

/* The type of `count` blocks of `blklen` MPI_DOUBLEs, `stride` of them apart, in the words of the text. */
static void type_text(const char *constructor, long count, long blklen, long stride, char *text, size_t size)
{
    const long bytes = stride * (long) sizeof(double);
    const bool in_bytes = strchr(constructor, 'H') != NULL; /* HVECTOR, HINDEXED, BLOCK_HINDEXED */
    char displs[128];

    (void) snprintf(displs, sizeof displs, count > 1 ? "0..%ld/%ld" : "0", (count - 1) * (in_bytes ? bytes : stride),
                    in_bytes ? bytes : stride);
    if (strcmp(constructor, "VECTOR") == 0)
        (void) snprintf(text, size, "vector(%ld, %ld, %ld, MPI_DOUBLE)", count, blklen, stride);
    else if (strcmp(constructor, "HVECTOR") == 0)
        (void) snprintf(text, size, "hvector(%ld, %ld, %ld, MPI_DOUBLE)", count, blklen, bytes);
    else if (strcmp(constructor, "INDEXED") == 0)
        (void) snprintf(text, size, "indexed({%ldx %ld}, {%s}, MPI_DOUBLE)", count, blklen, displs);
    else if (strcmp(constructor, "HINDEXED") == 0)
        (void) snprintf(text, size, "hindexed({%ldx %ld}, {%s}, MPI_DOUBLE)", count, blklen, displs);
    else if (strcmp(constructor, "BLOCK_INDEXED") == 0)
        (void) snprintf(text, size, "indexed_block(%ld, {%s}, MPI_DOUBLE)", blklen, displs);
    else if (strcmp(constructor, "BLOCK_HINDEXED") == 0)
        (void) snprintf(text, size, "hindexed_block(%ld, {%s}, MPI_DOUBLE)", blklen, displs);
    else if (strcmp(constructor, "SUBARRAY_C") == 0)
        (void) snprintf(text, size, "subarray({%ld, %ld}, {%ld, %ld}, {0, 0}, C, MPI_DOUBLE)", count, stride, count,
                        blklen);
    else
        (void) snprintf(text, size, "subarray({%ld, %ld}, {%ld, %ld}, {0, 0}, F, MPI_DOUBLE)", stride, count, blklen,
                        count);
}

/* The table of the specification, for a signature of small * large elements. */
static void expected_text(int i, long small, long large, char *text, size_t size)
{
    static const struct {
        bool large_count;
        enum { PLUS_1, TWICE_BLKLEN, TWICE_COUNT } stride;
    } families[] = {{false, PLUS_1}, {true, PLUS_1}, {false, TWICE_BLKLEN}, {true, TWICE_COUNT}};
    const char *constructor = strstr(names[i], "__") + 2;
    long n = small * large, count, blklen;

    if (i == 0) {
        (void) snprintf(text, size, "%ld*MPI_DOUBLE", n);
        return;
    }
    (void) snprintf(text, size, "1*");
    if (i == 1) {
        (void) snprintf(text, size, "1*contiguous(%ld, MPI_DOUBLE)", n);
    } else if (i < NUM_OF_ONE) {
        type_text(constructor, n, 1, 2, text + 2, size - 2);
    } else {
        int f = (i - NUM_OF_ONE) / 8;
        count = families[f].large_count ? large : small;
        blklen = families[f].large_count ? small : large;
        type_text(constructor, count, blklen,
                  families[f].stride == PLUS_1 ? blklen + 1 : families[f].stride == TWICE_BLKLEN ? blklen * 2
                      : count * 2,
                  text + 2, size - 2);
    }
}

static void basic_pool(long small, long large)
{
    DTP_t pool;

    check_about("%ld elements", small * large);
    if (!CHECK_OK(DTP_pool_create(MPI_DOUBLE, small * large, &pool)))
        return;
    /* more may follow: those that somebody added */
    CHECK(pool->DTP_num_objs >= (small * large == 1 ? NUM_OF_ONE : NUM_NAMES));
    for (int i = 0; i < (small * large == 1 ? NUM_OF_ONE : NUM_NAMES); i++) {
        char name[128], expected[256], text[256];
        MPI_Aint count, expected_count;
        struct dtpi_tree *tree, *expected_tree;
        check_about("%ld elements, object %d", small * large, i);
        (void) snprintf(name, sizeof name, "DTPI_OBJ_LAYOUT_%s", names[i]);
        CHECK_STR(DTP_obj_name(pool, i), name);
        expected_text(i, small, large, expected, sizeof expected);
        CHECK(DTP_obj_text(pool, i, text, sizeof text) < (int) sizeof text);
        tree = naive_parse(text, &count);
        expected_tree = naive_parse(expected, &expected_count);
        CHECK_INT(count, expected_count);
        if (!CHECK(dtpi_tree_equal(tree, expected_tree)))
            printf("expected %s, found %s\n", expected, text);
        dtpi_tree_free(tree);
        dtpi_tree_free(expected_tree);
    }
    CHECK_OK(DTP_pool_free(pool));
}

/* ---- struct pools ---- */

struct members {
    char a[3];
    double b[2];
    short c;
    int d[4];
};

enum { NUM_MEMBERS = 4, ELEMENTS = 3 + 2 + 1 + 4 };

static struct naive walk_object(DTP_t pool, const char *name)
{
    struct naive map = {0};

    for (int i = 0; i < pool->DTP_num_objs; i++)
        if (strstr(DTP_obj_name(pool, i), name)) {
            char text[512];
            MPI_Aint count;
            CHECK(DTP_obj_text(pool, i, text, sizeof text) < (int) sizeof text);
            struct dtpi_tree *tree = naive_parse(text, &count);
            map = naive_walk(tree, count);
            dtpi_tree_free(tree);
        }
    check_about("struct layout %s", name);
    CHECK_INT(map.n, ELEMENTS);
    return map;
}

static bool same_map(const struct naive *a, const struct naive *b)
{
    bool same = a->n == b->n;

    for (MPI_Aint k = 0; same && k < a->n; k++)
        same = a->elements[k].basic == b->elements[k].basic && a->elements[k].disp == b->elements[k].disp;
    return same;
}

static void struct_pool(void)
{
    static const char *const layouts[] = {"SIMPLE", "PACKED", "GAPS", "REVERSE", "ELEMENTS", "NESTED", "RESIZED"};
    enum { SIMPLE, PACKED, GAPS, REVERSE, ONE_BY_ONE, NESTED, RESIZED, NUM_LAYOUTS };
    MPI_Datatype types[] = {MPI_CHAR, MPI_DOUBLE, MPI_SHORT, MPI_INT};
    int counts[] = {3, 2, 1, 4};
    struct naive maps[NUM_LAYOUTS];
    DTP_t pool;

    if (!CHECK_OK(DTP_pool_create_struct(NUM_MEMBERS, types, counts, &pool)))
        return;
    CHECK(pool->DTP_num_objs >= NUM_LAYOUTS);
    CHECK_STR(DTP_obj_name(pool, 0), "DTPI_OBJ_LAYOUT_STRUCT__SIMPLE");
    for (int i = 0; i < NUM_LAYOUTS; i++)
        maps[i] = walk_object(pool, layouts[i]);
    check_about("struct layouts");
    CHECK_INT(maps[SIMPLE].elements[0].disp, offsetof(struct members, a));
    CHECK_INT(maps[SIMPLE].elements[3].disp, offsetof(struct members, b));
    CHECK_INT(maps[SIMPLE].elements[5].disp, offsetof(struct members, c));
    CHECK_INT(maps[SIMPLE].elements[6].disp, offsetof(struct members, d));
    CHECK_INT(maps[SIMPLE].ub - maps[SIMPLE].lb, sizeof(struct members));
    CHECK_INT(maps[PACKED].true_ub - maps[PACKED].true_lb, maps[PACKED].bytes);
    CHECK(maps[GAPS].true_ub > maps[SIMPLE].true_ub + 2 * 16);
    CHECK(maps[REVERSE].elements[0].disp > maps[REVERSE].elements[3].disp);
    CHECK(maps[REVERSE].elements[3].disp > maps[REVERSE].elements[6].disp);
    CHECK(!maps[REVERSE].ascending);
    CHECK(same_map(&maps[SIMPLE], &maps[ONE_BY_ONE]));
    CHECK(same_map(&maps[SIMPLE], &maps[NESTED]));
    CHECK(same_map(&maps[SIMPLE], &maps[RESIZED]));
    CHECK(maps[RESIZED].ub > maps[SIMPLE].ub);
    for (int i = 0; i < NUM_LAYOUTS; i++)
        naive_free(&maps[i]);
    CHECK_OK(DTP_pool_free(pool));
}

/* What an object costs: its bytes, or the pages of blocks that are far apart, and a line for each block. */
static void costs(void)
{
    const char *const texts[] = {"1024*MPI_INT", "1*vector(1024, 1, 2, MPI_INT)", "1*vector(64, 16, 65536, MPI_INT)",
                                 "16*resized(0, 2097152, vector(4, 16, 65536, MPI_INT))"};
    const MPI_Aint page = sysconf(_SC_PAGESIZE);
    const MPI_Aint expected[] = {1024 * 4 + 64, 2047 * 4 + 1024 * 64, 64 * (64 + page + 64), 64 * (64 + page + 64)};
    DTP_t pool;

    CHECK_OK(DTP_pool_create_text(4, texts, &pool));
    for (int i = 0; i < 4; i++) {
        check_about("the cost of %s", texts[i]);
        CHECK_INT(DTP_obj_cost(pool, i), expected[i] + 1);
        CHECK_INT(DTP_obj_cost(pool, i), expected[i] + 1);
    }
    CHECK_INT(DTP_obj_cost(pool, 4), -1);
    CHECK_INT(DTP_obj_cost(NULL, 0), -1);
    CHECK_OK(DTP_pool_free(pool));
}

/* The most that can be said, where an object costs more. */
static void most_cost(void)
{
    const char *const text = "1*vector(2305843009213693951, 1, 2, MPI_CHAR)";
    DTP_t pool;

    check_about("the cost of %s", text);
    (void) setenv("DTP_MAX_BUFSIZE", "8589934591G", 1);
    if (CHECK_OK(DTP_pool_create_text(1, &text, &pool))) {
        CHECK_INT(DTP_obj_cost(pool, 0), DTPI_AINT_MAX);
        CHECK_OK(DTP_pool_free(pool));
    }
    (void) unsetenv("DTP_MAX_BUFSIZE");
}

int main(void)
{
    check_start();
    (void) setenv("DTP_TRAITS", "none", 1);
    (void) setenv("DTP_MAX_BUFSIZE", "4G", 1); /* so that no stride is cut; misuse.c looks at those that are */
    basic_pool(1, 1);
    basic_pool(1, 2);
    basic_pool(1, 3);
    basic_pool(1, 17);
    basic_pool(2, 2);
    basic_pool(2, 3);
    basic_pool(8, 64);
    basic_pool(2, 509);
    basic_pool(20, 50);
    basic_pool(10, 6553);
    basic_pool(64, 4096);
    basic_pool(1, 4099);
    struct_pool();
    costs();
    if (sizeof(MPI_Aint) > 4)
        most_cost();
    return check_end();
}
