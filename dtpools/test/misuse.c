/* Every wrong call gives its code and a message that names the call, the argument and the value, and changes
 * nothing. */
#include "check.h"

#include <limits.h>

/* The code, and a message that begins with the name of the call and has a part. */
#define REFUSED(CALL, NAME, CODE, PART)                                                                                \
    do {                                                                                                               \
        CHECK_CODE((CALL), (CODE));                                                                                    \
        CHECK(strncmp(DTP_message(), NAME ": ", sizeof(NAME) + 1) == 0);                                               \
        CHECK_HAS(DTP_message(), (PART));                                                                              \
    } while (0)

/* What an output handle is before a call that is to fail. */
static DTP_t garbage(void)
{
    static int somewhere;

    return (DTP_t) (void *) &somewhere;
}

static void pool_create(void)
{
    MPI_Datatype derived, types[] = {MPI_INT, MPI_DOUBLE};
    int counts[] = {3, 4};
    DTP_t pool = garbage();

    check_about("DTP_pool_create");
    REFUSED(DTP_pool_create(MPI_INT, 1, NULL), "DTP_pool_create", DTP_ERR_ARG, "argument dtp is NULL");
    REFUSED(DTP_pool_create(MPI_INT, 0, &pool), "DTP_pool_create", DTP_ERR_ARG,
            "argument basic_count is 0; expected 1");
    CHECK(pool == NULL);
    pool = garbage();
    REFUSED(DTP_pool_create(MPI_INT, -7, &pool), "DTP_pool_create", DTP_ERR_ARG, "basic_count is -7");
    CHECK(pool == NULL);
    pool = garbage();
    REFUSED(DTP_pool_create(MPI_DATATYPE_NULL, 1, &pool), "DTP_pool_create", DTP_ERR_TYPE, "argument basic_type");
    CHECK_HAS(DTP_message(), "MPI_INT");
    CHECK(pool == NULL);
    CHECK_INT(MPI_Type_contiguous(2, MPI_INT, &derived), MPI_SUCCESS);
    pool = garbage();
    REFUSED(DTP_pool_create(derived, 1, &pool), "DTP_pool_create", DTP_ERR_TYPE, "argument basic_type");
    CHECK(pool == NULL);

    check_about("DTP_pool_create_struct");
    REFUSED(DTP_pool_create_struct(2, types, counts, NULL), "DTP_pool_create_struct", DTP_ERR_ARG,
            "argument dtp is NULL");
    pool = garbage();
    REFUSED(DTP_pool_create_struct(0, types, counts, &pool), "DTP_pool_create_struct", DTP_ERR_ARG,
            "argument basic_type_count is 0");
    CHECK(pool == NULL);
    REFUSED(DTP_pool_create_struct(-3, types, counts, &pool), "DTP_pool_create_struct", DTP_ERR_ARG,
            "argument basic_type_count is -3");
    REFUSED(DTP_pool_create_struct(2, NULL, counts, &pool), "DTP_pool_create_struct", DTP_ERR_ARG,
            "argument basic_types is NULL");
    REFUSED(DTP_pool_create_struct(2, types, NULL, &pool), "DTP_pool_create_struct", DTP_ERR_ARG,
            "argument basic_counts is NULL");
    counts[1] = 0;
    pool = garbage();
    REFUSED(DTP_pool_create_struct(2, types, counts, &pool), "DTP_pool_create_struct", DTP_ERR_ARG,
            "argument basic_counts[1] is 0");
    CHECK(pool == NULL);
    counts[1] = 4;
    types[1] = derived;
    pool = garbage();
    REFUSED(DTP_pool_create_struct(2, types, counts, &pool), "DTP_pool_create_struct", DTP_ERR_TYPE, "basic_types[1]");
    CHECK(pool == NULL);
    CHECK_INT(MPI_Type_free(&derived), MPI_SUCCESS);
}

/* A bad index, for each call that takes one. */
static void indices(DTP_t pool)
{
    const int bad[] = {-1, pool->DTP_num_objs, INT_MAX, INT_MIN};
    int start = 0, stride = 1;
    void *base;
    MPI_Aint size;
    char text[8], seen[64];

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        int k = bad[i];
        check_about("index %d", k);
        (void) snprintf(seen, sizeof seen, "argument obj_idx is %d; expected 0 to %d", k, pool->DTP_num_objs - 1);
        REFUSED(DTP_obj_create(pool, k, 0, 1, 1), "DTP_obj_create", DTP_ERR_ARG, seen);
        REFUSED(DTP_obj_free(pool, k), "DTP_obj_free", DTP_ERR_ARG, seen);
        REFUSED(DTP_obj_buf_check(pool, k, 0, 1, 1), "DTP_obj_buf_check", DTP_ERR_ARG, seen);
        REFUSED(DTP_obj_buf_fill(pool, k, 0, 1, 1), "DTP_obj_buf_fill", DTP_ERR_ARG, seen);
        REFUSED(DTP_obj_buf_check_op(pool, k, MPI_SUM, 1, &start, &stride, 1), "DTP_obj_buf_check_op", DTP_ERR_ARG,
                seen);
        REFUSED(DTP_obj_type_check(pool, k, MPI_INT), "DTP_obj_type_check", DTP_ERR_ARG, seen);
        REFUSED(DTP_obj_span(pool, k, &base, &size), "DTP_obj_span", DTP_ERR_ARG, seen);
        REFUSED(DTP_obj_shared(pool, k, &size), "DTP_obj_shared", DTP_ERR_ARG, seen);
        REFUSED(DTP_obj_name(pool, k) ? DTP_SUCCESS : DTP_ERR_ARG, "DTP_obj_name", DTP_ERR_ARG, seen);
        REFUSED(DTP_obj_text(pool, k, text, sizeof text), "DTP_obj_text", -1, seen);
    }
}

/* What is no pool: NULL, or one that was freed; said with `seen`. */
static void no_pool(DTP_t pool, const char *seen)
{
    int start = 0, stride = 1;
    void *base;
    MPI_Aint size;
    char text[8];

    check_about("%s", seen);
    REFUSED(DTP_pool_free(pool), "DTP_pool_free", DTP_ERR_ARG, seen);
    REFUSED(DTP_obj_create(pool, 0, 0, 1, 1), "DTP_obj_create", DTP_ERR_ARG, seen);
    REFUSED(DTP_obj_free(pool, 0), "DTP_obj_free", DTP_ERR_ARG, seen);
    REFUSED(DTP_obj_buf_check(pool, 0, 0, 1, 1), "DTP_obj_buf_check", DTP_ERR_ARG, seen);
    REFUSED(DTP_obj_buf_fill(pool, 0, 0, 1, 1), "DTP_obj_buf_fill", DTP_ERR_ARG, seen);
    REFUSED(DTP_obj_buf_check_op(pool, 0, MPI_SUM, 1, &start, &stride, 1), "DTP_obj_buf_check_op", DTP_ERR_ARG, seen);
    REFUSED(DTP_obj_type_check(pool, 0, MPI_INT), "DTP_obj_type_check", DTP_ERR_ARG, seen);
    REFUSED(DTP_obj_span(pool, 0, &base, &size), "DTP_obj_span", DTP_ERR_ARG, seen);
    REFUSED(DTP_obj_name(pool, 0) ? DTP_SUCCESS : DTP_ERR_ARG, "DTP_obj_name", DTP_ERR_ARG, seen);
    REFUSED(DTP_obj_text(pool, 0, text, sizeof text), "DTP_obj_text", -1, seen);
    REFUSED(DTP_pool_packed(pool, 0, 1, 1, text), "DTP_pool_packed", DTP_ERR_ARG, seen);
    REFUSED(DTP_pool_op_valid(pool, MPI_SUM), "DTP_pool_op_valid", 0, seen);
    REFUSED((int) DTP_pool_elements(pool), "DTP_pool_elements", -1, seen);
    REFUSED((int) DTP_pool_bytes(pool), "DTP_pool_bytes", -1, seen);
}

static void states(DTP_t pool)
{
    int start = 0, stride = 1;
    void *base;
    MPI_Aint size;

    check_about("an object that is not created");
    CHECK(pool->DTP_obj_array[3].DTP_obj_type == MPI_DATATYPE_NULL);
    REFUSED(DTP_obj_free(pool, 3), "DTP_obj_free", DTP_ERR_STATE, "object 3 (argument obj_idx) is not created");
    REFUSED(DTP_obj_buf_check(pool, 3, 0, 1, 1), "DTP_obj_buf_check", DTP_ERR_STATE, "object 3");
    REFUSED(DTP_obj_buf_fill(pool, 3, 0, 1, 1), "DTP_obj_buf_fill", DTP_ERR_STATE, "object 3");
    REFUSED(DTP_obj_buf_check_op(pool, 3, MPI_SUM, 1, &start, &stride, 1), "DTP_obj_buf_check_op", DTP_ERR_STATE,
            "object 3");
    REFUSED(DTP_obj_type_check(pool, 3, MPI_DATATYPE_NULL), "DTP_obj_type_check", DTP_ERR_ARG, "argument type is ");
    REFUSED(DTP_obj_span(pool, 3, &base, &size), "DTP_obj_span", DTP_ERR_STATE, "object 3");

    check_about("created and freed twice");
    CHECK_OK(DTP_obj_create(pool, 3, 7, 1, 10));
    REFUSED(DTP_obj_create(pool, 3, 0, 0, 0), "DTP_obj_create", DTP_ERR_STATE,
            "object 3 (argument obj_idx) is created");
    CHECK_OK(DTP_obj_buf_check(pool, 3, 7, 1, 10));
    CHECK_OK(DTP_obj_free(pool, 3));
    REFUSED(DTP_obj_free(pool, 3), "DTP_obj_free", DTP_ERR_STATE, "object 3 (argument obj_idx) is not created");
    CHECK(pool->DTP_obj_array[3].DTP_obj_type == MPI_DATATYPE_NULL);
    CHECK(pool->DTP_obj_array[3].priv == NULL && pool->DTP_obj_array[3].DTP_obj_buf == NULL);
}

static void arguments(DTP_t pool)
{
    int start[] = {0, 0}, stride[] = {1, 1};
    void *base;
    MPI_Aint size;
    MPI_Datatype type;
    long long value;
    char packed[64];

    check_about("val_count");
    REFUSED(DTP_obj_create(pool, 2, 0, 1, -1), "DTP_obj_create", DTP_ERR_ARG,
            "argument val_count is -1; expected 0 to 10");
    REFUSED(DTP_obj_create(pool, 2, 0, 1, 11), "DTP_obj_create", DTP_ERR_ARG, "argument val_count is 11");
    CHECK(pool->DTP_obj_array[2].priv == NULL && pool->DTP_obj_array[2].DTP_obj_type == MPI_DATATYPE_NULL);
    CHECK_OK(DTP_obj_create(pool, 2, 4, 1, 10));
    REFUSED(DTP_obj_buf_fill(pool, 2, 0, 1, 11), "DTP_obj_buf_fill", DTP_ERR_ARG, "argument val_count is 11");
    REFUSED(DTP_obj_buf_check(pool, 2, 0, 1, -2), "DTP_obj_buf_check", DTP_ERR_ARG, "argument val_count is -2");
    REFUSED(DTP_obj_buf_check_op(pool, 2, MPI_SUM, 1, start, stride, 11), "DTP_obj_buf_check_op", DTP_ERR_ARG, "11");
    REFUSED(DTP_pool_packed(pool, 0, 1, 11, packed), "DTP_pool_packed", DTP_ERR_ARG, "val_count 11");
    REFUSED(DTP_pool_packed(pool, 0, 1, -1, packed), "DTP_pool_packed", DTP_ERR_ARG, "val_count -1");
    REFUSED(DTP_pool_packed(pool, 0, 1, 10, NULL), "DTP_pool_packed", DTP_ERR_ARG, "packed is ");

    check_about("operands");
    REFUSED(DTP_obj_buf_check_op(pool, 2, MPI_SUM, 0, start, stride, 10), "DTP_obj_buf_check_op", DTP_ERR_ARG,
            "n is 0");
    REFUSED(DTP_obj_buf_check_op(pool, 2, MPI_SUM, -1, start, stride, 10), "DTP_obj_buf_check_op", DTP_ERR_ARG,
            "n is -1");
    REFUSED(DTP_obj_buf_check_op(pool, 2, MPI_SUM, 2, NULL, stride, 10), "DTP_obj_buf_check_op", DTP_ERR_ARG, "starts");
    REFUSED(DTP_obj_buf_check_op(pool, 2, MPI_SUM, 2, start, NULL, 10), "DTP_obj_buf_check_op", DTP_ERR_ARG, "strides");
    REFUSED(DTP_obj_buf_check_op(pool, 2, MPI_MINLOC, 2, start, stride, 10), "DTP_obj_buf_check_op", DTP_ERR_ARG, "op");
    REFUSED(DTP_obj_buf_check_op(pool, 2, MPI_OP_NULL, 2, start, stride, 10), "DTP_obj_buf_check_op", DTP_ERR_ARG,
            "op");
    REFUSED(DTP_obj_span(pool, 2, NULL, &size), "DTP_obj_span", DTP_ERR_ARG, "argument base is NULL");
    REFUSED(DTP_obj_span(pool, 2, &base, NULL), "DTP_obj_span", DTP_ERR_ARG, "argument size is NULL");
    REFUSED(DTP_obj_shared(pool, 2, NULL), "DTP_obj_shared", DTP_ERR_ARG, "argument numbers is NULL");
    CHECK_OK(DTP_obj_buf_check(pool, 2, 4, 1, 10));
    CHECK_OK(DTP_obj_free(pool, 2));

    check_about("names of types");
    REFUSED(DTP_control_read(NULL, &value), "DTP_control_read", DTP_ERR_ARG, "argument name is NULL");
    REFUSED(DTP_control_read("none", NULL), "DTP_control_read", DTP_ERR_ARG, "argument value is NULL");
    REFUSED(DTP_control_read("none", &value), "DTP_control_read", DTP_ERR_ARG, "has no control variable 'none'");
    REFUSED(DTP_type_find(NULL, &type), "DTP_type_find", DTP_ERR_ARG, "argument name is NULL");
    REFUSED(DTP_type_find("MPI_INT", NULL), "DTP_type_find", DTP_ERR_ARG, "argument type is NULL");
    REFUSED(DTP_type_find("MPI_INTEGRAL", &type), "DTP_type_find", DTP_ERR_TYPE, "'MPI_INTEGRAL'");
    CHECK(type == MPI_DATATYPE_NULL);
    CHECK(DTP_type_name(MPI_DATATYPE_NULL) == NULL);
    CHECK_OK(DTP_type_find("MPI_INT", &type));
    CHECK(type == MPI_INT);
    CHECK_STR(DTP_type_name(MPI_INT), "MPI_INT");
}

static void texts(DTP_t pool)
{
    char text[64] = "untouched";
    int n;

    check_about("DTP_obj_text");
    n = DTP_obj_text(pool, 2, NULL, 0);
    CHECK_INT(n, strlen("1*vector(10, 1, 2, MPI_INT)"));
    CHECK_INT(DTP_obj_text(pool, 2, text, 0), n);
    CHECK_STR(text, "untouched");
    CHECK_INT(DTP_obj_text(pool, 2, text, 5), n);
    CHECK_STR(text, "1*ve");
    CHECK_INT(DTP_obj_text(pool, 2, text, sizeof text), n);
    CHECK_STR(text, "1*vector(10, 1, 2, MPI_INT)");

    check_about("codes");
    for (int code = DTP_SUCCESS; code <= DTP_ERR_EXTENT; code++)
        for (int other = DTP_SUCCESS; other < code; other++)
            CHECK(strcmp(DTP_error_string(code), DTP_error_string(other)) != 0);
    CHECK_STR(DTP_error_string(-1), "unknown return code");
    CHECK_STR(DTP_error_string(DTP_ERR_EXTENT + 1), "unknown return code");
}

/* An extent that libraries round up in several ways is given, and said to be such. */
static void unsettled(void)
{
    const char *const texts[] = {"1*struct({1, 1}, {0, 9}, {MPI_INT, MPI_INT})",
                                 "1*struct({1, 1}, {0, 8}, {MPI_INT, MPI_INT})"};
    MPI_Aint lb = -1, extent = -1;
    DTP_t pool;

    check_about("an extent that is not settled");
    CHECK_OK(DTP_pool_create_text(2, texts, &pool));
    REFUSED(DTP_obj_extent(pool, 0, &lb, &extent), "DTP_obj_extent", DTP_ERR_EXTENT,
            "libraries differ in the extent of object 0");
    CHECK_INT(lb, 0);
    CHECK(extent >= 13);
    CHECK_OK(DTP_obj_extent(pool, 1, &lb, &extent));
    CHECK_INT(lb, 0);
    CHECK_INT(extent, 12);
    REFUSED(DTP_obj_extent(pool, 0, NULL, &extent), "DTP_obj_extent", DTP_ERR_ARG, "lb or extent is NULL");
    REFUSED(DTP_obj_extent(pool, 0, &lb, NULL), "DTP_obj_extent", DTP_ERR_ARG, "lb or extent is NULL");
    CHECK_OK(DTP_pool_free(pool));
}

/* ---- the environment ---- */

static void bad_values(const char *variable, const char *const *values)
{
    for (; *values; values++) {
        DTP_t pool = garbage();
        char seen[128];
        check_about("%s='%s'", variable, *values);
        (void) setenv(variable, *values, 1);
        (void) snprintf(seen, sizeof seen, "%s=%s: expected ", variable, *values);
        REFUSED(DTP_pool_create(MPI_INT, 10, &pool), "DTP_pool_create", DTP_ERR_ENV, seen);
        CHECK(pool == NULL);
        CHECK(strchr(DTP_message(), '\n') == NULL);
    }
    (void) unsetenv(variable);
}

static void objects_with(const char *value, MPI_Aint count, int expected)
{
    DTP_t pool;

    check_about("DTP_NUM_OBJS=%s", value);
    (void) setenv("DTP_NUM_OBJS", value, 1);
    if (CHECK_OK(DTP_pool_create(MPI_INT, count, &pool))) {
        CHECK_INT(pool->DTP_num_objs, expected);
        CHECK_OK(DTP_pool_free(pool));
    }
    (void) unsetenv("DTP_NUM_OBJS");
}

static void environment(void)
{
    static const char *const bad_objs[] = {"abc", "0", "", " ", "-2", "-0", "5x", " 5", "5 ", "+5", "1e3", "0x10",
                                           "2147483648", "99999999999999999999", "-1 ", NULL};
    static const char *const bad_sizes[] = {"abc", "0", "", "-1", "1T", "1KK", "K", "1 K", "1k", "10.5M", "0G",
                                            "9223372036854775807K", "9999999999G", "99999999999999999999", NULL};
    static const char *const bad_traits[] = {"", " ", "gap", "gaps,resized", "gaps+", "+gaps", "gaps resize", "NONE",
                                             "none gaps", NULL};
    static const char *const bad_randoms[] = {"abc", "", "-1", "1.5", "5x", " 5", "99999999999", NULL};

    bad_values("DTP_NUM_OBJS", bad_objs);
    bad_values("DTP_MAX_BUFSIZE", bad_sizes);
    bad_values("DTP_TRAITS", bad_traits);
    bad_values("DTP_RANDOM_OBJS", bad_randoms);
    bad_values("DTP_SEED", bad_randoms);
    (void) setenv("DTP_TRAITS", "none", 1);
    objects_with("-1", 10, 40);
    objects_with("1", 10, 1);
    objects_with("5", 10, 5);
    objects_with("2147483647", 10, 40);
    objects_with("5", 1, 5);
    objects_with("-1", 1, 8);
    (void) unsetenv("DTP_TRAITS");
}

/* ---- what is too large ---- */

static void too_large(void)
{
    DTP_t pool = garbage();

    check_about("more data than DTP_MAX_BUFSIZE");
    (void) setenv("DTP_MAX_BUFSIZE", "4K", 1);
    REFUSED(DTP_pool_create(MPI_INT, 1025, &pool), "DTP_pool_create", DTP_ERR_TOO_LARGE, "MPI_INT:1025 has 4100 bytes");
    CHECK_HAS(DTP_message(), "DTP_MAX_BUFSIZE=4096");
    CHECK(pool == NULL);
    CHECK_OK(DTP_pool_create(MPI_INT, 1024, &pool));
    CHECK_OK(DTP_obj_create(pool, 0, 1, 1, 1024));
    CHECK_OK(DTP_obj_create(pool, 1, 1, 1, 1024));
    check_about("an object that needs more than DTP_MAX_BUFSIZE");
    REFUSED(DTP_obj_create(pool, 2, 1, 1, 1024), "DTP_obj_create", DTP_ERR_TOO_LARGE,
            "DTPI_OBJ_LAYOUT_SIMPLE__VECTOR of MPI_INT:1024 needs 2047 elements of 4 bytes");
    CHECK_HAS(DTP_message(), "DTP_MAX_BUFSIZE=4096");
    CHECK(pool->DTP_obj_array[2].priv == NULL && pool->DTP_obj_array[2].DTP_obj_type == MPI_DATATYPE_NULL);
    REFUSED(DTP_obj_text(pool, 2, NULL, 0), "DTP_obj_text", -1, "DTP_MAX_BUFSIZE=4096");
    CHECK_OK(DTP_pool_free(pool));
    (void) unsetenv("DTP_MAX_BUFSIZE");
}

/* The stride of LARGE_CNT_STRD, count * 2, is cut to what fits, and to blklen * 2 at least. */
static void stride_with(const char *max, MPI_Aint n, int code, const char *expected)
{
    DTP_t pool;
    char text[256];

    check_about("%ld MPI_INT with DTP_MAX_BUFSIZE=%s", (long) n, max);
    (void) setenv("DTP_MAX_BUFSIZE", max, 1);
    if (CHECK_OK(DTP_pool_create(MPI_INT, n, &pool))) {
        CHECK_STR(DTP_obj_name(pool, 32), "DTPI_OBJ_LAYOUT_LARGE_CNT_STRD__VECTOR");
        CHECK_CODE(DTP_obj_create(pool, 32, 3, 2, n), code);
        if (code == DTP_SUCCESS) {
            CHECK_OK(DTP_obj_type_check(pool, 32, pool->DTP_obj_array[32].DTP_obj_type));
            CHECK_OK(DTP_obj_buf_check(pool, 32, 3, 2, n));
            CHECK(DTP_obj_text(pool, 32, text, sizeof text) < (int) sizeof text);
            CHECK_STR(text, expected);
        } else {
            CHECK_HAS(DTP_message(), expected);
        }
        CHECK_OK(DTP_pool_free(pool));
    }
    (void) unsetenv("DTP_MAX_BUFSIZE");
}

static void cut_strides(void)
{
    /* 512: 64 blocks of 8, stride 128: (63 * 128 + 8) * 4 = 32288 bytes */
    stride_with("32288", 512, DTP_SUCCESS, "1*vector(64, 8, 128, MPI_INT)");
    stride_with("32287", 512, DTP_SUCCESS, "1*vector(64, 8, 127, MPI_INT) # stride cut from 128 to 127 by "
                "DTP_MAX_BUFSIZE=32287");
    stride_with("8K", 512, DTP_SUCCESS, "1*vector(64, 8, 32, MPI_INT) # stride cut from 128 to 32 by "
                "DTP_MAX_BUFSIZE=8192");
    stride_with("4064", 512, DTP_SUCCESS, "1*vector(64, 8, 16, MPI_INT) # stride cut from 128 to 16 by "
                "DTP_MAX_BUFSIZE=4064");
    stride_with("4063", 512, DTP_ERR_TOO_LARGE, "needs 1016 elements of 4 bytes, more than DTP_MAX_BUFSIZE=4063");
    stride_with("2K", 512, DTP_ERR_TOO_LARGE, "needs 1016 elements of 4 bytes");
}

/* More elements than an int counts: refused where MPI's parameters cannot say it, and built where they can. */
static void more_than_an_int(void)
{
    DTP_t pool;
    char text[256];

    check_about("3e9 MPI_CHAR");
    (void) setenv("DTP_MAX_BUFSIZE", "8G", 1);
    CHECK_OK(DTP_pool_create(MPI_CHAR, 3000000000, &pool));
    CHECK(DTP_pool_elements(pool) == 3000000000);
    CHECK(DTP_pool_bytes(pool) == 3000000000);
    for (int i = 0; i < 8; i++) {
        CHECK_CODE(DTP_obj_create(pool, i, 0, 0, 0), DTP_ERR_OVERFLOW);
        CHECK_HAS(DTP_message(), "DTP_obj_create: ");
        CHECK_HAS(DTP_message(), "3000000000 does not fit");
        CHECK(pool->DTP_obj_array[i].priv == NULL && pool->DTP_obj_array[i].DTP_obj_type == MPI_DATATYPE_NULL);
    }
    CHECK(DTP_obj_text(pool, 8, text, sizeof text) > 0);
    CHECK_STR(text, "1*vector(64, 46875000, 46875001, MPI_CHAR)");
    CHECK_OK(DTP_pool_free(pool));
    check_about("the most elements");
    (void) setenv("DTP_MAX_BUFSIZE", "8589934591G", 1);
    CHECK_CODE(DTP_pool_create(MPI_DOUBLE, (MPI_Aint) 1 << 60, &pool), DTP_ERR_OVERFLOW);
    CHECK_HAS(DTP_message(), "MPI_DOUBLE:1152921504606846976");
    CHECK(pool == NULL);
    CHECK_OK(DTP_pool_create(MPI_CHAR, ((MPI_Aint) 1 << 61), &pool));
    for (int i = 0; i < pool->DTP_num_objs; i++) {
        check_about("the most elements, object %d", i);
        CHECK(DTP_obj_create(pool, i, 0, 0, 0) != DTP_SUCCESS);
        CHECK(pool->DTP_obj_array[i].priv == NULL);
    }
    CHECK_OK(DTP_pool_free(pool));
    (void) unsetenv("DTP_MAX_BUFSIZE");
}

/* A struct of members that together are too many. */
static void large_struct(void)
{
    MPI_Datatype types[] = {MPI_LONG_DOUBLE, MPI_LONG_DOUBLE, MPI_CHAR};
    int counts[] = {INT_MAX, INT_MAX, 1};
    DTP_t pool = garbage();

    check_about("a large struct");
    CHECK_CODE(DTP_pool_create_struct(3, types, counts, &pool), DTP_ERR_TOO_LARGE);
    CHECK_HAS(DTP_message(),
              "DTP_pool_create_struct: MPI_LONG_DOUBLE:2147483647,MPI_LONG_DOUBLE:2147483647,MPI_CHAR:1");
    CHECK(pool == NULL);
}

int main(void)
{
    DTP_t pool, other;

    check_start();
    pool_create();
    CHECK_OK(DTP_pool_create(MPI_INT, 10, &pool));
    indices(pool);
    states(pool);
    arguments(pool);
    texts(pool);
    unsettled();
    CHECK_OK(DTP_obj_create(pool, 5, 1, 1, 10));
    CHECK_OK(DTP_pool_create(MPI_INT, 3, &other));
    CHECK_OK(DTP_pool_free(pool));
    no_pool(NULL, "argument dtp is NULL");
    no_pool(pool, "no pool or was freed");
    no_pool(garbage(), "no pool or was freed");
    CHECK_OK(DTP_pool_free(other));
    no_pool(other, "no pool or was freed");
    environment();
    too_large();
    cut_strides();
    more_than_an_int();
    large_struct();
    return check_end();
}
