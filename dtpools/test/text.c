/* The text of a type tree: what is written reads back to an equal tree, what makes no sense is refused with the column,
 * and nothing that can be written makes the reader fall over. */
#include "tree_text.h"

#include "naive.h"

#include "check.h"

/* ---- every object reads back ---- */

static void read_back(DTP_t pool, int i)
{
    char text[4096], again[4096];
    struct dtpi_tree *tree = NULL, *twin = NULL;
    MPI_Aint count, twin_count;
    int n = DTP_obj_text(pool, i, text, sizeof text);

    check_about("object %d of %lld elements, %s", i, (long long) DTP_pool_elements(pool), text);
    CHECK_INT(n, strlen(text));
    if (CHECK_OK(dtpi_object_parse(text, &count, &tree))) {
        CHECK_INT(tree->elements * count, DTP_pool_elements(pool));
        CHECK_INT(tree->size * count, DTP_pool_bytes(pool));
        CHECK_INT(dtpi_object_print(count, tree, again, sizeof again),
                  strcspn(text, "#") - (strchr(text, '#') ? 1 : 0));
        CHECK(strncmp(text, again, strlen(again)) == 0);
        CHECK_OK(dtpi_object_parse(again, &twin_count, &twin));
        CHECK_INT(twin_count, count);
        CHECK(twin && dtpi_tree_equal(tree, twin));
    }
    dtpi_tree_free(tree);
    dtpi_tree_free(twin);
}

static void pool_reads_back(DTP_t pool)
{
    for (int i = 0; i < pool->DTP_num_objs; i++)
        read_back(pool, i);
    CHECK_OK(DTP_pool_free(pool));
}

static void all_pools(void)
{
    static const MPI_Aint counts[] = {1, 2, 3, 17, 512, 1018, 65530, 262144};
    MPI_Datatype types[] = {MPI_CHAR, MPI_INT, MPI_LONG_DOUBLE_INT, MPI_SHORT};
    int lengths[] = {64, 32, 3, 1};
    DTP_t pool;

    for (int t = 0; DTP_basic_types[t] != MPI_DATATYPE_NULL; t++)
        for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++)
            if (CHECK_OK(DTP_pool_create(DTP_basic_types[t], counts[c], &pool)))
                pool_reads_back(pool);
    for (int n = 1; n <= 4; n++)
        if (CHECK_OK(DTP_pool_create_struct(n, types, lengths, &pool)))
            pool_reads_back(pool);
}

/* ---- texts by hand ---- */

/* Reads and is written like this. */
static const struct {
    const char *text, *written;
} good[] = {
    {"1*MPI_INT", NULL},
    {"0*MPI_CHAR", NULL},
    {" 3 *\tMPI_INT \n", "3*MPI_INT"},
    {"1*MPI_INT # a comment, ) and all", "1*MPI_INT"},
    {"1*vector(8, 64, 65, MPI_INT)", NULL},
    {"1*vector( 8,64,-65 ,MPI_INT )", "1*vector(8, 64, -65, MPI_INT)"},
    {"2*hvector(3, 1, 7, dup(MPI_DOUBLE))", NULL},
    {"1*indexed({1, 2, 3}, {0, 5, 10}, MPI_INT)", "1*indexed({1, 2, 3}, {0, 5, 10}, MPI_INT)"},
    {"1*indexed({1..3/1}, {0..10/5}, MPI_INT)", "1*indexed({1, 2, 3}, {0, 5, 10}, MPI_INT)"},
    {"1*indexed({5x2, 3}, {0..40/10, 50}, MPI_INT)", NULL},
    {"1*hindexed({8x64}, {0..1820/260}, MPI_INT)", NULL},
    {"1*hindexed({3x1}, {3x5}, MPI_INT)", NULL},
    {"1*hindexed({1}, {-9223372036854775808}, contiguous(0, MPI_INT))", NULL},
    {"1*indexed({}, {}, MPI_INT)", NULL},
    {"1*indexed_block(3, {}, MPI_INT)", NULL},
    {"1*indexed_block(3, {10..0/-5}, MPI_INT)", NULL},
    {"1*hindexed_block(0, {1, 2}, MPI_INT)", NULL},
    {"1*struct({}, {}, {})", NULL},
    {"1*struct({64, 32, 8}, {0, 64, 192}, {MPI_CHAR, MPI_INT, MPI_FLOAT})", NULL},
    {"1*struct({3x1}, {0..16/8}, {3x MPI_INT})", "1*struct({3x1}, {0..16/8}, {3xMPI_INT})"},
    {"1*subarray({4, 6}, {2, 3}, {1, 2}, C, MPI_INT)", NULL},
    {"1*subarray({4, 6}, {2, 3}, {1, 2}, F, resized(-4, 12, MPI_INT))", NULL},
    {"1*darray(6, 3, {5, 7, 1}, {b, c, n}, {0, 2, 0}, {2, 3, 1}, F, MPI_INT)", NULL},
    {"((((((((((1))))))))))*MPI_INT", "1*MPI_INT"},
    {"(2+1)*contiguous(2*3*(4 - 1), MPI_INT)", "3*contiguous(18, MPI_INT)"},
    {"1*resized(-(2+3)*4-1, -(-7), MPI_INT)", "1*resized(-21, 7, MPI_INT)"},
    {"1*hindexed({2*2x(1+1)}, {-8+4..2*4/4}, MPI_INT)", "1*hindexed({4x2}, {-4..8/4}, MPI_INT)"},
};

static void good_texts(void)
{
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        struct dtpi_tree *tree = NULL, *twin = NULL;
        const char *written = good[i].written ? good[i].written : good[i].text;
        char text[512] = "";
        MPI_Aint count = 0;
        check_about("%s", good[i].text);
        if (!CHECK_OK(dtpi_object_parse(good[i].text, &count, &tree)))
            continue;
        CHECK_INT(dtpi_object_print(count, tree, text, sizeof text), strlen(written));
        CHECK_STR(text, written);
        CHECK_INT(dtpi_object_print(count, tree, text, 5), strlen(written));
        CHECK_INT(strlen(text), 4);
        CHECK_INT(dtpi_object_print(count, tree, NULL, 0), strlen(written));
        CHECK_OK(dtpi_object_parse(written, &count, &twin));
        CHECK(twin && dtpi_tree_equal(tree, twin));
        dtpi_tree_free(tree);
        dtpi_tree_free(twin);
    }
}

/* More than the levels that there may be. */
#define TIMES_8(TEXT) TEXT TEXT TEXT TEXT TEXT TEXT TEXT TEXT
#define TIMES_136(TEXT) TIMES_8(TIMES_8(TEXT TEXT) TEXT)

/* A code, a column (0: none is reported) and a part of the message for each text that makes no sense. */
static const struct {
    const char *text;
    int code, column;
    const char *part;
} bad[] = {
    {"", DTP_ERR_TEXT, 1, "expected a number, found ''"},
    {"x", DTP_ERR_TEXT, 1, "expected a number, found 'x'"},
    {"-1*MPI_INT", DTP_ERR_TEXT, 1, "not negative"},
    {"1", DTP_ERR_TEXT, 2, "expected '*'"},
    {"1*", DTP_ERR_TEXT, 3, "a basic type or a constructor"},
    {"1*MPI_INTEGRAL", DTP_ERR_TEXT, 3, "a basic type or a constructor, found 'MPI_INTEGRAL'"},
    {"1*MPI_INT)", DTP_ERR_TEXT, 10, "expected the end, found ')'"},
    {"1*vector", DTP_ERR_TEXT, 9, "expected '('"},
    {"1*vectors(1, 2, 3, MPI_INT)", DTP_ERR_TEXT, 3, "a basic type or a constructor"},
    {"1*vector(1, 2, MPI_INT)", DTP_ERR_TEXT, 16, "expected a number"},
    {"1*vector(1, -2, 3, MPI_INT)", DTP_ERR_TEXT, 12, "not negative"},
    {"1*vector(1, 2, 3, MPI_INT", DTP_ERR_TEXT, 26, "expected ')'"},
    {"1*vector(1, 2, 3 MPI_INT)", DTP_ERR_TEXT, 18, "expected ','"},
    {"1*contiguous(99999999999999999999, MPI_INT)", DTP_ERR_TEXT, 0, "fits an MPI_Aint"},
    {"9223372036854775808*MPI_INT", DTP_ERR_TEXT, 0, "fits an MPI_Aint"},
    {"1*indexed({1, 2}, {0}, MPI_INT)", DTP_ERR_TEXT, 0, "lists of the same length"},
    {"1*indexed({1}, {0, 1}, MPI_INT)", DTP_ERR_TEXT, 0, "lists of the same length"},
    {"1*indexed({2, -1}, {0, 1}, MPI_INT)", DTP_ERR_TEXT, 0, "not negative"},
    {"1*indexed({0x1}, {0}, MPI_INT)", DTP_ERR_TEXT, 0, "at least once"},
    {"1*indexed_block(1, {1-3x8}, MPI_INT)", DTP_ERR_TEXT, 0, "at least once"},
    {"1*indexed({1 2}, {0, 1}, MPI_INT)", DTP_ERR_TEXT, 14, "expected '}'"},
    {"1*indexed(1, {0}, MPI_INT)", DTP_ERR_TEXT, 11, "expected '{'"},
    {"1*hindexed({2x1}, {0..9/2}, MPI_INT)", DTP_ERR_TEXT, 0, "a last number that the step leads to"},
    {"1*hindexed({2x1}, {0..9/0}, MPI_INT)", DTP_ERR_TEXT, 0, "a last number that the step leads to"},
    {"1*hindexed({2x1}, {0..9/-1}, MPI_INT)", DTP_ERR_TEXT, 0, "a last number that the step leads to"},
    {"1*hindexed({2x1}, {0..-9223372036854775808/-1}, MPI_INT)", DTP_ERR_TEXT, 0, "a last number"},
    {"1*hindexed({2x1}, {-9223372036854775808..0/1}, MPI_INT)", DTP_ERR_TEXT, 0, "a last number"},
    {"1*hindexed({2x1}, {0..9223372036854775807/1}, MPI_INT)", DTP_ERR_TEXT, 0, "a last number"},
    {"1*hindexed({0..9223372036854775806/1}, {0..9223372036854775806/1}, MPI_INT)", DTP_ERR_TEXT, 0, "fewer"},
    {"1*struct({1}, {0}, {MPI_INT, MPI_INT})", DTP_ERR_TEXT, 0, "lists of the same length"},
    {"1*struct({1}, {0}, MPI_INT)", DTP_ERR_TEXT, 20, "expected '{'"},
    {"1*subarray({4}, {5}, {0}, C, MPI_INT)", DTP_ERR_TEXT, 0, "subsize <= size"},
    {"1*subarray({4}, {2}, {3}, C, MPI_INT)", DTP_ERR_TEXT, 0, "start <= size - subsize"},
    {"1*subarray({4, 4}, {2}, {1}, C, MPI_INT)", DTP_ERR_TEXT, 0, "each of 1 to 8 dimensions"},
    {"1*subarray({}, {}, {}, C, MPI_INT)", DTP_ERR_TEXT, 0, "each of 1 to 8 dimensions"},
    {"1*subarray({4}, {2}, {1}, D, MPI_INT)", DTP_ERR_TEXT, 27, "expected C or F"},
    {"1*darray(2, 2, {4}, {b}, {0}, {2}, C, MPI_INT)", DTP_ERR_TEXT, 0, "a rank below that"},
    {"1*darray(3, 1, {4}, {b}, {0}, {2}, C, MPI_INT)", DTP_ERR_TEXT, 0, "as many processes as"},
    {"1*darray(2, 1, {4}, {d}, {0}, {2}, C, MPI_INT)", DTP_ERR_TEXT, 22, "b, c or n"},
    {"1*darray(2, 1, {4}, {b}, {1}, {2}, C, MPI_INT)", DTP_ERR_TEXT, 0, "large enough"},
    {"1*darray(2, 1, {4}, {n}, {0}, {2}, C, MPI_INT)", DTP_ERR_TEXT, 0, "1 process"},
    {"1*darray(2, 1, {4, 4}, {b, c}, {0}, {2, 1}, C, MPI_INT)", DTP_ERR_TEXT, 0, "as many as in the others"},
    {"1*contiguous(n, MPI_INT)", DTP_ERR_TEXT, 14, "expected a number, found 'n"},
    {"1*contiguous(3037000500*3037000500, MPI_INT)", DTP_ERR_TEXT, 0, "fits an MPI_Aint"},
    {"1*contiguous((1+2, MPI_INT)", DTP_ERR_TEXT, 18, "expected ')'"},
    {"1*resized(0, MPI_INT)", DTP_ERR_TEXT, 14, "expected a number"},
    {TIMES_136("(") "1" TIMES_136(")") "*MPI_INT", DTP_ERR_TEXT, DTPI_MAX_DEPTH + 1, "fewer levels"},
    {"1*vector(2, 1, 9223372036854775807, MPI_INT)", DTP_ERR_OVERFLOW, 0, "MPI_Aint"},
    {"1*contiguous(4611686018427387904, MPI_INT)", DTP_ERR_OVERFLOW, 0, "MPI_Aint"},
    {"1*indexed({2x1}, {-1000000000000000000..1000000000000000000/2000000000000000000}, MPI_DOUBLE)", DTP_ERR_OVERFLOW,
     0, "MPI_Aint"},
    {"1*subarray({4294967296, 4294967296}, {1, 1}, {0, 0}, C, MPI_INT)", DTP_ERR_OVERFLOW, 0, "MPI_Aint"},
    {"1*subarray({4294967296, 4294967296}, {4294967296, 4294967296}, {0, 0}, C, resized(0, 0, MPI_INT))",
     DTP_ERR_OVERFLOW, 0, "MPI_Aint"},
    {"1*resized(9223372036854775807, 1, MPI_INT)", DTP_ERR_OVERFLOW, 0, "MPI_Aint"},
    {"1*struct({2x1}, {-9223372036854775800, 9223372036854775800}, {2xMPI_CHAR})", DTP_ERR_OVERFLOW, 0, "MPI_Aint"},
};

static void bad_texts(void)
{
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct dtpi_tree *tree = (struct dtpi_tree *) &tree;
        MPI_Aint count;
        char column[32];
        check_about("%s", bad[i].text);
        CHECK_CODE(dtpi_object_parse(bad[i].text, &count, &tree), bad[i].code);
        CHECK(tree == NULL);
        CHECK_HAS(DTP_message(), bad[i].part);
        (void) snprintf(column, sizeof column, "column %d:", bad[i].column);
        if (bad[i].column > 0)
            CHECK_HAS(DTP_message(), column);
        if (bad[i].code == DTP_ERR_TEXT)
            CHECK_HAS(DTP_message(), "column ");
    }
}

/* Trees that mean the same without being made the same are not equal. */
static void unequal(void)
{
    static const char *const texts[] = {
        "1*MPI_INT", "1*MPI_CHAR", "1*dup(MPI_INT)", "1*contiguous(1, MPI_INT)", "1*contiguous(2, MPI_INT)",
        "1*vector(1, 1, 2, MPI_INT)", "1*vector(1, 1, 3, MPI_INT)", "1*vector(0, 1, 2, MPI_INT)",
        "1*vector(0, 1, 2, MPI_CHAR)", "1*hvector(1, 1, 2, MPI_INT)", "1*indexed({}, {}, MPI_INT)",
        "1*indexed({}, {}, MPI_CHAR)", "1*indexed({1}, {0}, MPI_INT)", "1*indexed({1}, {1}, MPI_INT)",
        "1*indexed({1, 1}, {0, 1}, MPI_INT)", "1*indexed({2}, {0}, MPI_INT)", "1*hindexed({1}, {0}, MPI_INT)",
        "1*indexed_block(1, {0}, MPI_INT)", "1*indexed_block(1, {}, MPI_INT)", "1*indexed_block(2, {}, MPI_INT)",
        "1*struct({}, {}, {})", "1*struct({1}, {0}, {MPI_INT})", "1*resized(0, 4, MPI_INT)", "1*resized(0, 8, MPI_INT)",
        "1*resized(4, 4, MPI_INT)", "1*subarray({4}, {2}, {1}, C, MPI_INT)", "1*subarray({4}, {2}, {1}, F, MPI_INT)",
        "1*subarray({4}, {2}, {2}, C, MPI_INT)", "1*subarray({4}, {1}, {1}, C, MPI_INT)",
        "1*darray(2, 1, {4}, {b}, {0}, {2}, C, MPI_INT)", "1*darray(2, 0, {4}, {b}, {0}, {2}, C, MPI_INT)",
        "1*darray(2, 1, {4}, {c}, {0}, {2}, C, MPI_INT)", "1*darray(2, 1, {4}, {b}, {2}, {2}, C, MPI_INT)",
        "1*darray(2, 1, {4}, {b}, {0}, {2}, F, MPI_INT)", "1*darray(2, 1, {3}, {b}, {0}, {2}, C, MPI_INT)",
        "1*subarray({5}, {2}, {1}, C, MPI_INT)", "1*subarray({4, 1}, {2, 1}, {1, 0}, C, MPI_INT)",
    };
    enum { N = sizeof texts / sizeof texts[0] };
    struct dtpi_tree *trees[N];
    MPI_Aint count;

    for (int i = 0; i < N; i++)
        trees[i] = naive_parse(texts[i], &count);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            check_about("%s and %s", texts[i], texts[j]);
            CHECK_INT(dtpi_tree_equal(trees[i], trees[j]), i == j);
        }
    for (int i = 0; i < N; i++)
        dtpi_tree_free(trees[i]);
}

/* Two names of one handle are one type. */
static void names_of_a_handle(void)
{
    struct dtpi_tree *trees[2];
    MPI_Aint count;

    if (MPI_C_FLOAT_COMPLEX != MPI_C_COMPLEX)
        return;
    check_about("MPI_C_FLOAT_COMPLEX and MPI_C_COMPLEX");
    trees[0] = naive_parse("1*contiguous(2, MPI_C_FLOAT_COMPLEX)", &count);
    trees[1] = naive_parse("1*contiguous(2, MPI_C_COMPLEX)", &count);
    CHECK(dtpi_tree_equal(trees[0], trees[1]));
    for (int i = 0; i < 2; i++)
        dtpi_tree_free(trees[i]);
}

static void depth(void)
{
    struct dtpi_tree *tree;
    MPI_Aint count;

    for (int n = DTPI_MAX_DEPTH - 2; n < DTPI_MAX_DEPTH + 3; n++) {
        char text[4096] = "1*";
        for (int i = 0; i < n; i++)
            strcat(text, "dup(");
        strcat(text, "MPI_INT");
        for (int i = 0; i < n; i++)
            strcat(text, ")");
        check_about("%d levels", n);
        CHECK_INT(dtpi_object_parse(text, &count, &tree) == DTP_SUCCESS, n < DTPI_MAX_DEPTH);
        CHECK_INT(tree != NULL, n < DTPI_MAX_DEPTH);
        dtpi_tree_free(tree);
    }
}

/* ---- any text ---- */

/* One change: a character of the grammar put in, taken out or put in another's place, or a piece copied. */
static void mutate(char *text, size_t room, uint64_t *state)
{
    static const char alphabet[] = "0123456789-.,(){}/x*# MPI_INTvectorindexedCF";
    size_t n = strlen(text), at = check_random(state) % (n + 1), piece = check_random(state) % 12;
    char c = alphabet[check_random(state) % (sizeof alphabet - 1)];

    switch (check_random(state) % 4) {
        case 0:
            if (n + 1 < room) {
                memmove(text + at + 1, text + at, n - at + 1);
                text[at] = c;
            }
            break;
        case 1:
            if (at < n)
                memmove(text + at, text + at + 1, n - at);
            break;
        case 2:
            if (at < n)
                text[at] = c;
            break;
        default:
            if (at + piece <= n && n + piece < room)
                memmove(text + at + piece, text + at, n - at + 1);
    }
}

/* Whatever the text: it is refused with a message, or its tree is written and reads back. */
static void any_text(const char *text)
{
    struct dtpi_tree *tree, *twin = NULL;
    MPI_Aint count, twin_count;
    char written[2048];
    int code = dtpi_object_parse(text, &count, &tree);

    check_about("mutated: %s", text);
    CHECK_INT(tree != NULL, code == DTP_SUCCESS);
    if (code != DTP_SUCCESS) {
        CHECK(*DTP_message() != '\0');
        return;
    }
    if (dtpi_object_print(count, tree, written, sizeof written) < (int) sizeof written) {
        CHECK_OK(dtpi_object_parse(written, &twin_count, &twin));
        CHECK_INT(twin_count, count);
        CHECK(twin && dtpi_tree_equal(tree, twin));
    }
    dtpi_tree_free(twin);
    dtpi_tree_free(tree);
}

static void mutations(void)
{
    uint64_t state = 2463534242u;
    char text[512];

    for (int round = 0; round < 60000; round++) {
        size_t i = check_random(&state) % (sizeof good / sizeof good[0]);
        (void) snprintf(text, sizeof text, "%s", good[i].text);
        for (unsigned n = check_random(&state) % 4; n < 4; n++)
            mutate(text, sizeof text, &state);
        any_text(text);
    }
}

int main(void)
{
    check_start();
    all_pools();
    good_texts();
    bad_texts();
    unequal();
    names_of_a_handle();
    depth();
    mutations();
    return check_end();
}
