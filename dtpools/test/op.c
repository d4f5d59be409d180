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
                continue; /* the halves of a complex number do not follow from these numbers; kind.c looks at them */
            one_result(pool, i, r);
        }
    }
    CHECK_OK(DTP_pool_free(pool));
}

int main(void)
{
    check_start();
    validity();
    validity_of_mixed();
    for (int t = 0; DTP_basic_types[t] != MPI_DATATYPE_NULL; t++)
        known_results(DTP_basic_types[t]);
    return check_end();
}
