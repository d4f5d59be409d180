/* What a failed check reports, where in a tree an element is, and the candidates of shrinking. */
#include "check.h"

#include "path.h"
#include "shrink.h"
#include "tree_text.h"

/* ---- paths ---- */

static void path_of(const char *text, MPI_Aint k, const char *expected)
{
    struct dtpi_tree *tree;
    MPI_Aint count;
    char path[256];

    check_about("%s, element %ld", text, (long) k);
    if (!CHECK_OK(dtpi_object_parse(text, &count, &tree)))
        return;
    CHECK_INT(dtpi_path_print(tree, count, k, path, sizeof path), strlen(expected));
    CHECK_STR(path, expected);
    CHECK_INT(dtpi_path_print(tree, count, k, path, 3), strlen(expected)); /* like snprintf */
    CHECK_INT(strlen(path), strlen(expected) < 2 ? strlen(expected) : 2);
    dtpi_tree_free(tree);
}

static void paths(void)
{
    path_of("12*MPI_INT", 7, "MPI_INT 7");
    path_of("1*contiguous(5, MPI_INT)", 3, "contiguous[3]");
    path_of("1*vector(4, 3, 5, MPI_INT)", 7, "vector[2, 1]");
    path_of("1*vector(4, 1, 5, resized(0, 16, MPI_INT))", 3, "vector[3].resized");
    path_of("3*struct({1, 2}, {0, 8}, {MPI_INT, MPI_DOUBLE})", 4, "instance 1: struct[1, 0]");
    path_of("1*struct({2x1}, {0, 64}, {MPI_INT, vector(2, 1, 2, MPI_CHAR)})", 2, "struct[1].vector[1]");
    path_of("1*indexed({2, 0, 3}, {0, 4, 9}, MPI_INT)", 3, "indexed[2, 1]");
    path_of("1*subarray({4, 6}, {2, 3}, {1, 2}, C, MPI_INT)", 4, "subarray[2, 3]");
    path_of("1*subarray({4, 6}, {2, 3}, {1, 2}, F, MPI_INT)", 3, "subarray[2, 3]");
    path_of("1*dup(subarray({8}, {3}, {2}, C, contiguous(2, MPI_INT)))", 3, "dup.subarray[1].contiguous[1]");
}

/* ---- what a failed check reports ---- */

enum { N = 20, START = 1000, STRIDE = 7 };

static int *numbers(DTP_t pool)
{
    return pool->DTP_obj_array[0].DTP_obj_buf;
}

static void says(DTP_t pool, const char *kind, const char *line)
{
    CHECK_CODE(DTP_obj_buf_check(pool, 0, START, STRIDE, N), DTP_ERR_CHECK);
    CHECK_HAS(DTP_message(), line);
    CHECK_STR(DTP_check_kind(), kind);
    CHECK_OK(DTP_obj_buf_fill(pool, 0, START, STRIDE, N));
}

static void reports(void)
{
    const char *text = "1*vector(20, 1, 2, MPI_INT)";
    DTP_t pool;
    int pattern;

    check_about("%s", text);
    if (!CHECK_OK(DTP_pool_create_text(1, &text, &pool)) || !CHECK_OK(DTP_obj_create(pool, 0, START, STRIDE, N)))
        return;
    CHECK_OK(DTP_obj_buf_fill(pool, 0, 0, 0, 0));
    pattern = numbers(pool)[8];
    CHECK_OK(DTP_obj_buf_fill(pool, 0, START, STRIDE, N));
    numbers(pool)[8] = pattern;
    says(pool, "elements-wrong", "\n  element 4 has the pattern that was there before: it was never written");
    numbers(pool)[8] = 0;
    says(pool, "elements-wrong", "\n  element 4 is zero");
    numbers(pool)[8] = START + 6 * STRIDE;
    says(pool, "elements-wrong", "\n  element 4 holds the value of element 6 (+2)");
    numbers(pool)[8] = (int) 0x04040000;  /* 1028 = 0x404 */
    says(pool, "elements-wrong", "\n  element 4 has its bytes in reverse order");
    numbers(pool)[8] = numbers(pool)[10] = 5;
    says(pool, "elements-wrong", "\n  elements: right 0..3, wrong 4..5, right 6..19");
    numbers(pool)[8] = 5;
    says(pool, "elements-wrong", "\n  element 4 is at vector[4]");
    numbers(pool)[9] ^= 1;
    says(pool, "gap", "in gaps changed");
    ((unsigned char *) numbers(pool))[-1] ^= 1;
    says(pool, "before", "before the object changed");
    CHECK_OK(DTP_pool_free(pool));
}

/* A long signature leaves room for what is wrong. */
static void of_many_parts(void)
{
    const char *text = "900*struct({1, 2}, {0, 8}, {MPI_INT, MPI_DOUBLE})";
    DTP_t pool;

    check_about("%s", text);
    CHECK_OK(DTP_pool_create_text(1, &text, &pool));
    CHECK_OK(DTP_obj_create(pool, 0, 0, 0, 0));
    CHECK_OK(DTP_obj_buf_fill(pool, 0, START, STRIDE, 3 * 900));
    numbers(pool)[0] ^= 1;
    CHECK_CODE(DTP_obj_buf_check(pool, 0, START, STRIDE, 3 * 900), DTP_ERR_CHECK);
    CHECK_HAS(DTP_message(), "of MPI_INT:1,MPI_DOUBLE:2,MPI_INT:1,");
    CHECK_HAS(DTP_message(), ",... (2700 elements) ");
    CHECK_HAS(DTP_message(), "\n  1 of 2700 elements wrong, 0 to 0;");
    CHECK_OK(DTP_pool_free(pool));
}

/* A long text is there to its end, and what is wrong after it. */
static void of_long_text(void)
{
    enum { BLOCKS = 400 };
    char text[8 * BLOCKS] = "1*hindexed_block(1, {0";
    const char *const texts = text;
    DTP_t pool;

    for (int k = 1; k < BLOCKS; k++)
        (void) snprintf(text + strlen(text), sizeof text - strlen(text), ", %d", 8 * k + k % 3);
    (void) snprintf(text + strlen(text), sizeof text - strlen(text), "}, MPI_CHAR)");
    check_about("a text of %zu characters", strlen(text));
    CHECK_OK(DTP_pool_create_text(1, &texts, &pool));
    CHECK_OK(DTP_obj_create(pool, 0, 0, 0, 0));
    CHECK_OK(DTP_obj_buf_fill(pool, 0, START, STRIDE, BLOCKS));
    *(char *) pool->DTP_obj_array[0].DTP_obj_buf ^= 1;
    CHECK_CODE(DTP_obj_buf_check(pool, 0, START, STRIDE, BLOCKS), DTP_ERR_CHECK);
    CHECK_HAS(DTP_message(), "}, MPI_CHAR)");
    CHECK_HAS(DTP_message(), "\n  1 of 400 elements wrong, 0 to 0;");
    CHECK_OK(DTP_pool_free(pool));
}

/* ---- shrinking ---- */

static int look_at(const char *send, const char *recv, void *with)
{
    int *seen = with;
    struct dtpi_tree *a = NULL, *b = NULL;
    MPI_Aint m, n;

    check_about("candidate %s, %s", send, recv);
    if (CHECK_OK(dtpi_object_parse(send, &m, &a)) && CHECK_OK(dtpi_object_parse(recv, &n, &b)))
        CHECK(m * a->elements <= n * b->elements);
    dtpi_tree_free(a);
    dtpi_tree_free(b);
    return ++*seen == 100;
}

static void candidates(void)
{
    int seen = 0;

    CHECK_OK(dtpi_shrink("1*MPI_INT", "1*MPI_INT", look_at, &seen));
    CHECK_INT(seen, 0); /* nothing is smaller */
    CHECK_OK(dtpi_shrink("24*MPI_DOUBLE", "1*subarray({4, 9}, {4, 6}, {0, 1}, C, MPI_DOUBLE)", look_at, &seen));
    CHECK(seen > 5);
    seen = 0;
    CHECK_OK(dtpi_shrink("2*struct({1, 4}, {0, 8}, {MPI_INT, vector(2, 1, 3, MPI_CHAR)})",
                         "1*hindexed({2x1}, {64, 0}, struct({1, 8}, {0, 4}, {MPI_INT, MPI_CHAR}))", look_at, &seen));
    CHECK(seen > 5);
    CHECK_CODE(dtpi_shrink("1*vector(", "1*MPI_INT", look_at, &seen), DTP_ERR_TEXT);
}

int main(void)
{
    check_start();
    paths();
    reports();
    of_many_parts();
    of_long_text();
    candidates();
    return check_end();
}
