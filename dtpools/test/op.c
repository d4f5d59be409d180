/* Results of reductions: which operations a pool allows, and that DTP_obj_buf_check_op expects what they make. */
#include "check.h"

static const MPI_Op *all_ops(int *n)
{
    static MPI_Op ops[14];

    ops[0] = MPI_SUM, ops[1] = MPI_PROD, ops[2] = MPI_MIN, ops[3] = MPI_MAX, ops[4] = MPI_BAND, ops[5] = MPI_BOR;
    ops[6] = MPI_BXOR, ops[7] = MPI_REPLACE, ops[8] = MPI_NO_OP;
    ops[9] = MPI_LAND, ops[10] = MPI_LOR, ops[11] = MPI_LXOR, ops[12] = MPI_MINLOC, ops[13] = MPI_MAXLOC;
    *n = 14;
    return ops;
}

/* MPI-3.1, 5.9.2 and 5.9.4: which of these, in their order above, each type allows. */
static const struct {
    const char *name, *allowed;
} rules[] = {
    {"MPI_CHAR", "-------RN-----"}, {"MPI_WCHAR", "-------RN-----"}, {"MPI_BYTE", "----aoxRN-----"},
    {"MPI_SHORT", "spmMaoxRNlLX--"}, {"MPI_INT", "spmMaoxRNlLX--"}, {"MPI_LONG", "spmMaoxRNlLX--"},
    {"MPI_LONG_LONG_INT", "spmMaoxRNlLX--"}, {"MPI_SIGNED_CHAR", "spmMaoxRNlLX--"},
    {"MPI_UNSIGNED_CHAR", "spmMaoxRNlLX--"}, {"MPI_UNSIGNED_SHORT", "spmMaoxRNlLX--"},
    {"MPI_UNSIGNED", "spmMaoxRNlLX--"}, {"MPI_UNSIGNED_LONG", "spmMaoxRNlLX--"},
    {"MPI_UNSIGNED_LONG_LONG", "spmMaoxRNlLX--"}, {"MPI_INT8_T", "spmMaoxRNlLX--"}, {"MPI_INT16_T", "spmMaoxRNlLX--"},
    {"MPI_INT32_T", "spmMaoxRNlLX--"}, {"MPI_INT64_T", "spmMaoxRNlLX--"}, {"MPI_UINT8_T", "spmMaoxRNlLX--"},
    {"MPI_UINT16_T", "spmMaoxRNlLX--"}, {"MPI_UINT32_T", "spmMaoxRNlLX--"}, {"MPI_UINT64_T", "spmMaoxRNlLX--"},
    {"MPI_AINT", "spmMaoxRN-----"}, {"MPI_OFFSET", "spmMaoxRN-----"}, {"MPI_COUNT", "spmMaoxRN-----"},
    {"MPI_FLOAT", "spmM---RN-----"}, {"MPI_DOUBLE", "spmM---RN-----"}, {"MPI_LONG_DOUBLE", "spmM---RN-----"},
    {"MPI_C_COMPLEX", "sp-----RN-----"}, {"MPI_C_FLOAT_COMPLEX", "sp-----RN-----"},
    {"MPI_C_DOUBLE_COMPLEX", "sp-----RN-----"}, {"MPI_C_LONG_DOUBLE_COMPLEX", "sp-----RN-----"},
    {"MPI_FLOAT_INT", "-------RN---iI"}, {"MPI_DOUBLE_INT", "-------RN---iI"}, {"MPI_LONG_INT", "-------RN---iI"},
    {"MPI_2INT", "-------RN---iI"}, {"MPI_SHORT_INT", "-------RN---iI"}, {"MPI_LONG_DOUBLE_INT", "-------RN---iI"},
    {"MPI_C_BOOL", "-------RNlLX--"},
    {"MPI_CXX_BOOL", "-------RNlLX--"}, {"MPI_LOGICAL", "-------RN-----"}, {"MPI_INTEGER", "spmMaoxRN-----"},
    {"MPI_REAL", "spmM---RN-----"}, {"MPI_DOUBLE_PRECISION", "spmM---RN-----"}, {"MPI_COMPLEX", "sp-----RN-----"},
    {"MPI_CXX_FLOAT_COMPLEX", "sp-----RN-----"}, {"MPI_REAL16", "-------RN-----"}, {"MPI_CHARACTER", "-------RN-----"},
};

static void validity(void)
{
    int n, counts[] = {3, 4};
    const MPI_Op *ops = all_ops(&n);

    for (size_t r = 0; r < sizeof rules / sizeof rules[0]; r++) {
        MPI_Datatype type, types[2];
        DTP_t pool;
        if (DTP_type_find(rules[r].name, &type) != DTP_SUCCESS || !CHECK_OK(DTP_pool_create(type, 4, &pool)))
            continue;
        for (int i = 0; i < n; i++) {
            check_about("%s, operation %d", rules[r].name, i);
            CHECK_INT(DTP_pool_op_valid(pool, ops[i]), rules[r].allowed[i] != '-');
        }
        CHECK_INT(DTP_pool_op_valid(pool, MPI_OP_NULL), 0);
        CHECK_OK(DTP_pool_free(pool));
        types[0] = types[1] = type;
        CHECK_OK(DTP_pool_create_struct(2, types, counts, &pool));
        CHECK_INT(DTP_pool_op_valid(pool, MPI_REPLACE), 1);
        CHECK_INT(DTP_pool_op_valid(pool, MPI_BAND), rules[r].allowed[4] != '-');
        CHECK_OK(DTP_pool_free(pool));
    }
}

/* Different basic types: MPI-3.1, 11.3.4 allows no operation at all. */
static void validity_of_mixed(void)
{
    MPI_Datatype types[] = {MPI_INT, MPI_LONG};
    int n, counts[] = {3, 4};
    const MPI_Op *ops = all_ops(&n);
    DTP_t pool;

    check_about("MPI_INT and MPI_LONG");
    CHECK_OK(DTP_pool_create_struct(2, types, counts, &pool));
    for (int i = 0; i < n; i++)
        CHECK_INT(DTP_pool_op_valid(pool, ops[i]), 0);
    CHECK_OK(DTP_pool_free(pool));
}

/* op over operands that make element k result_start + k * result_stride: known without reducing anything. */
static const struct {
    int op, n, starts[3], strides[3], result_start, result_stride;
} results[] = {
    {0, 3, {1, 10, 30}, {1, 2, 3}, 41, 6},
    {0, 2, {5, 30}, {1, -1}, 35, 0},
    {1, 2, {3, 7}, {1, 0}, 21, 7},
    {2, 3, {4, 5, 9}, {1, 1, 1}, 4, 1},
    {3, 3, {9, 5, 4}, {1, 1, 1}, 9, 1},
    {4, 2, {0, 5}, {0, 1}, 0, 0},
    {5, 2, {0, 5}, {0, 1}, 5, 1},
    {6, 3, {5, 77, 77}, {1, 3, 3}, 5, 1},
    {7, 3, {1, 2, 3}, {4, 5, 6}, 3, 6},
    {8, 3, {1, 2, 3}, {4, 5, 6}, 1, 4},
};

static void one_result(DTP_t pool, int i, size_t r)
{
    int unused, n = results[r].n, *starts = check_alloc(sizeof results[r].starts);
    MPI_Op op = all_ops(&unused)[results[r].op];
    MPI_Aint count = DTP_pool_elements(pool);
    unsigned char *buf = pool->DTP_obj_array[i].DTP_obj_buf;

    memcpy(starts, results[r].starts, sizeof results[r].starts);
    if (n > 1 && !DTP_pool_op_valid(pool, op)) {
        CHECK_CODE(DTP_obj_buf_check_op(pool, i, op, n, starts, results[r].strides, count), DTP_ERR_ARG);
    } else {
        CHECK_OK(DTP_obj_buf_fill(pool, i, results[r].result_start, results[r].result_stride, count));
        CHECK_OK(DTP_obj_buf_check_op(pool, i, op, n, starts, results[r].strides, count));
        buf[0] ^= 1;
        CHECK_CODE(DTP_obj_buf_check_op(pool, i, op, n, starts, results[r].strides, count), DTP_ERR_CHECK);
        CHECK_HAS(DTP_message(), "element 0 at displacement 0: expected ");
        buf[0] ^= 1;
        starts[results[r].op == 7 ? n - 1 : 0] ^= 2;
        if (results[r].op != 4)
            CHECK_CODE(DTP_obj_buf_check_op(pool, i, op, n, starts, results[r].strides, count), DTP_ERR_CHECK);
    }
    free(starts);
}

static void known_results(MPI_Datatype type)
{
    DTP_t pool;

    (void) setenv("DTP_TRAITS", "none", 1); /* the first element is at displacement 0 */
    CHECK_OK(DTP_pool_create(type, 12, &pool));
    for (int i = 0; i < pool->DTP_num_objs; i += 4) {
        CHECK_OK(DTP_obj_create(pool, i, 0, 0, 0));
        for (size_t r = 0; r < sizeof results / sizeof results[0]; r++) {
            bool complex_or_pair = !DTP_pool_op_valid(pool, MPI_MIN) && !DTP_pool_op_valid(pool, MPI_BAND);
            check_about("%s, object %d, result %zu", DTP_type_name(type), i, r);
            if (results[r].op < 7 && complex_or_pair && DTP_pool_op_valid(pool, MPI_SUM))
                continue; /* the halves of a complex number do not follow from these numbers: see test/kind.c */
            one_result(pool, i, r);
        }
    }
    CHECK_OK(DTP_pool_free(pool));
}

/* ---- numbers, and values all whose bits vary ---- */

static bool is_unsigned(MPI_Datatype type)
{
    return DTP_type_has(type, "unsigned");
}

/* Sums of numbers up to DTP_pool_exact are what arithmetic makes of them. */
static void exact_sums(MPI_Datatype type)
{
    enum { N = 5 };
    MPI_Aint m;
    DTP_t pool;

    check_about("%s: exact sums", DTP_type_name(type));
    CHECK_OK(DTP_pool_create(type, 3, &pool));
    m = DTP_pool_exact(pool, N);
    CHECK(m >= (DTP_type_has(type, "logical") ? 0 : 25));
    CHECK(m * N <= INT32_MAX);
    CHECK_INT(DTP_pool_exact(pool, 1000) * 1000 <= INT32_MAX, 1);
    CHECK_INT(DTP_pool_exact(pool, 0), -1);
    CHECK_OK(DTP_obj_create(pool, 0, 0, 0, 0));
    for (int sign = -1; sign <= 1 && DTP_pool_op_valid(pool, MPI_SUM) && DTP_pool_op_valid(pool, MPI_MIN); sign += 2) {
        if (sign < 0 && is_unsigned(type))
            continue;
        const int v = sign * (int) m, starts[N] = {v, v, v, v, v}, strides[N] = {0};
        CHECK_OK(DTP_obj_buf_fill(pool, 0, N * v, 0, 3));
        CHECK_OK(DTP_obj_buf_check_op(pool, 0, MPI_SUM, N, starts, strides, 3));
    }
    CHECK_OK(DTP_pool_free(pool));
}

static void exact_numbers(void)
{
    static const struct {
        MPI_Datatype type;
        MPI_Aint exact, of_three;
    } known[] = {{MPI_INT8_T, 127, 42}, {MPI_FLOAT, 16777216, 5592405}, {MPI_DOUBLE, INT32_MAX, INT32_MAX / 3},
                 {MPI_UNSIGNED_SHORT, 65535, 21845}, {MPI_SHORT, 32767, 10922}};

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        DTP_t pool;
        check_about("%s: exact numbers", DTP_type_name(known[i].type));
        CHECK_OK(DTP_pool_create(known[i].type, 3, &pool));
        CHECK_INT(DTP_pool_exact(pool, 1), known[i].exact);
        CHECK_INT(DTP_pool_exact(pool, 3), known[i].of_three);
        CHECK_OK(DTP_pool_free(pool));
    }
}

static void bits(MPI_Datatype type)
{
    const int starts[] = {7, 900}, strides[] = {1, 3}, alike[] = {900, 900}, same[] = {3, 3};
    int num_ops;
    const MPI_Op *ops = all_ops(&num_ops);
    const int otherwise = DTP_type_has(type, "logical") ? DTP_SUCCESS : DTP_ERR_CHECK; /* their numbers are all bits */
    const MPI_Aint n = 40;
    unsigned char packed[40 * 64];
    DTP_t pool;

    check_about("%s: bits", DTP_type_name(type));
    CHECK_OK(DTP_pool_create(type, n, &pool));
    CHECK_CODE(DTP_pool_set_values(pool, 2), DTP_ERR_ARG);
    CHECK_CODE(DTP_pool_set_values(NULL, DTP_VALUES_BITS), DTP_ERR_ARG);
    CHECK_INT(DTP_pool_op_bits(pool, MPI_NO_OP), 1);
    CHECK_INT(DTP_pool_op_bits(pool, MPI_MAX), DTP_type_has(type, "integer"));
    CHECK_INT(DTP_pool_op_bits(pool, MPI_SUM), 0);
    CHECK_INT(DTP_pool_op_bits(NULL, MPI_NO_OP), 0);
    CHECK_OK(DTP_pool_set_values(pool, DTP_VALUES_BITS));
    for (int i = 0; i < pool->DTP_num_objs; i += 6) {
        CHECK_OK(DTP_obj_create(pool, i, 7, 1, n));
        CHECK_OK(DTP_obj_buf_check(pool, i, 7, 1, n));
        CHECK_CODE(DTP_obj_buf_check(pool, i, 8, 1, n), DTP_ERR_CHECK);
        CHECK_OK(DTP_obj_buf_check_op(pool, i, MPI_NO_OP, 2, starts, strides, n));
        CHECK_CODE(DTP_obj_buf_check_op(pool, i, MPI_REPLACE, 2, starts, strides, n), DTP_ERR_CHECK);
        CHECK_OK(DTP_obj_buf_fill(pool, i, 900, 3, n));
        CHECK_OK(DTP_obj_buf_check_op(pool, i, MPI_REPLACE, 2, starts, strides, n));
        CHECK_CODE(DTP_obj_buf_check_op(pool, i, MPI_SUM, 2, starts, strides, n), DTP_ERR_ARG);
        for (int k = 0; k < num_ops; k++)
            if (DTP_pool_op_valid(pool, ops[k]) && !DTP_pool_op_bits(pool, ops[k]))
                CHECK_CODE(DTP_obj_buf_check_op(pool, i, ops[k], 2, starts, strides, n), DTP_ERR_ARG);
            else if (DTP_pool_op_valid(pool, ops[k]) && ops[k] != MPI_BXOR)
                CHECK_OK(DTP_obj_buf_check_op(pool, i, ops[k], 2, alike, same, n));
        CHECK_OK(DTP_pool_set_values(pool, DTP_VALUES_NUMBERS));
        CHECK_CODE(DTP_obj_buf_check(pool, i, 900, 3, n), otherwise);
        CHECK_OK(DTP_pool_set_values(pool, DTP_VALUES_BITS));
        CHECK_OK(DTP_obj_free(pool, i));
    }
    CHECK_OK(DTP_pool_packed(pool, 5, 2, n, packed));
    CHECK_OK(DTP_pool_packed_check(pool, 5, 2, n, packed));
    CHECK_OK(DTP_pool_set_values(pool, DTP_VALUES_NUMBERS));
    CHECK_CODE(DTP_pool_packed_check(pool, 5, 2, n, packed), otherwise);
    CHECK_OK(DTP_pool_free(pool));
}

int main(void)
{
    check_start();
    validity();
    validity_of_mixed();
    for (int t = 0; DTP_basic_types[t] != MPI_DATATYPE_NULL; t++)
        known_results(DTP_basic_types[t]);
    for (int t = 0; DTP_basic_types[t] != MPI_DATATYPE_NULL; t++) {
        exact_sums(DTP_basic_types[t]);
        bits(DTP_basic_types[t]);
    }
    exact_numbers();
    return check_end();
}
