/* What MPI says of every object of every pool, and what MPI_Pack and MPI_Unpack make of it, against the library's own
 * numbers and bytes; of the smaller ones also against the naive walk. */
#include "kinds.h"
#include "known.h"
#include "naive.h"

#include "check.h"

enum { START = 5, STRIDE = 3 };

static void pack(DTP_t pool, int i, unsigned char *packed, const unsigned char *expected)
{
    const DTP_obj_s *o = &pool->DTP_obj_array[i];
    MPI_Aint n = DTP_pool_elements(pool), bytes = DTP_pool_bytes(pool);
    int position = 0;

    if (!CHECK_OK(DTP_obj_create(pool, i, START, STRIDE, n)))
        return;
    if (!is_known("bounds", pool, i))
        CHECK_OK(DTP_obj_type_check(pool, i, pool->DTP_obj_array[i].DTP_obj_type));
    memset(packed, 0, (size_t) bytes);
    CHECK_INT(MPI_Pack(o->DTP_obj_buf, o->DTP_obj_count, o->DTP_obj_type, packed, (int) bytes, &position,
                       MPI_COMM_WORLD), MPI_SUCCESS);
    CHECK_INT(position, bytes);
    CHECK_MEM(packed, expected, (size_t) bytes);
    CHECK_OK(DTP_obj_buf_check(pool, i, START, STRIDE, n));
    CHECK_OK(DTP_obj_free(pool, i));
}

static void unpack(DTP_t pool, int i, const unsigned char *packed)
{
    const DTP_obj_s *o = &pool->DTP_obj_array[i];
    MPI_Aint n = DTP_pool_elements(pool), bytes = DTP_pool_bytes(pool);
    int position = 0;

    if (!CHECK_OK(DTP_obj_create(pool, i, 0, 0, 0)))
        return;
    CHECK_OK(DTP_obj_buf_check(pool, i, START, STRIDE, 0));
    CHECK_INT(MPI_Unpack(packed, (int) bytes, &position, o->DTP_obj_buf, o->DTP_obj_count, o->DTP_obj_type,
                         MPI_COMM_WORLD), MPI_SUCCESS);
    CHECK_INT(position, bytes);
    CHECK_OK(DTP_obj_buf_check(pool, i, START, STRIDE, n));
    CHECK_OK(DTP_obj_free(pool, i));
}

/* Turned into external32 in its place, the object holds the bytes of DTP_pool_external, and nothing else
 * changes. */
static void turn(DTP_t pool, int i, const struct naive *map, unsigned char *packed)
{
    unsigned char *expected = check_alloc((size_t) map->bytes);
    MPI_Aint bytes = -1;

    if (DTP_pool_external(pool, START, STRIDE, map->n, expected) == DTP_SUCCESS) {
        CHECK_OK(DTP_pool_external_bytes(pool, &bytes));
        CHECK_INT(bytes, map->bytes);
        CHECK_OK(DTP_obj_external(pool, i));
        naive_pack(map, pool->DTP_obj_array[i].DTP_obj_buf, packed);
        CHECK_MEM(packed, expected, (size_t) map->bytes);
        CHECK_OK(DTP_obj_external(pool, i));
        CHECK_OK(DTP_obj_buf_check(pool, i, START, STRIDE, map->n));
    } else {
        CHECK_CODE(DTP_obj_external(pool, i), DTP_ERR_TYPE);
    }
    free(expected);
}

/* The library's packed bytes are those that the naive walk picks from the object. */
static void naive_bytes(DTP_t pool, int i, const unsigned char *expected)
{
    char text[4096];
    MPI_Aint count;
    unsigned char *packed = check_alloc((size_t) DTP_pool_bytes(pool));

    CHECK(DTP_obj_text(pool, i, text, sizeof text) < (int) sizeof text);
    struct dtpi_tree *tree = naive_parse(text, &count);
    struct naive map = naive_walk(tree, count);
    CHECK_INT(map.n, DTP_pool_elements(pool));
    CHECK_INT(map.bytes, DTP_pool_bytes(pool));
    if (CHECK_OK(DTP_obj_create(pool, i, START, STRIDE, map.n))) {
        void *base;
        MPI_Aint size;
        CHECK_OK(DTP_obj_span(pool, i, &base, &size));
        CHECK_INT(size, map.hi - map.lo);
        CHECK((unsigned char *) base == (unsigned char *) pool->DTP_obj_array[i].DTP_obj_buf + map.lo);
        naive_pack(&map, pool->DTP_obj_array[i].DTP_obj_buf, packed);
        CHECK_MEM(packed, expected, (size_t) map.bytes);
        turn(pool, i, &map, packed);
        CHECK_OK(DTP_obj_free(pool, i));
    }
    naive_free(&map);
    dtpi_tree_free(tree);
    free(packed);
}

static void whole_pool(DTP_t pool, const char *what)
{
    MPI_Aint n = DTP_pool_elements(pool), bytes = DTP_pool_bytes(pool);
    unsigned char *expected = check_alloc((size_t) bytes), *packed = check_alloc((size_t) bytes);

    CHECK_OK(DTP_pool_packed(pool, START, STRIDE, n, expected));
    for (int i = 0; i < pool->DTP_num_objs; i++) {
        check_about("%s, object %d (%s)", what, i, DTP_obj_name(pool, i));
        pack(pool, i, packed, expected);
        check_about("%s, object %d (%s) into another", what, i, DTP_obj_name(pool, i));
        unpack(pool, (i * 7 + 3) % pool->DTP_num_objs, packed);
        if (n < 2000)
            naive_bytes(pool, i, expected);
    }
    free(expected);
    free(packed);
    CHECK_OK(DTP_pool_free(pool));
}

static void structs(void)
{
    MPI_Datatype types[] = {MPI_CHAR, MPI_LONG_DOUBLE_INT, MPI_SHORT_INT, MPI_DOUBLE, MPI_UNSIGNED_SHORT, MPI_WCHAR};
    static const int all_counts[][6] = {{64, 32, 8, 1, 3, 2}, {1, 1, 1, 1, 1, 1}, {1000, 3, 1, 17, 500, 9}};
    int counts[6];

    for (int c = 0; c < 3; c++)
        for (int n = 1; n <= 6; n++) {
            char what[32];
            DTP_t pool;
            memcpy(counts, all_counts[c], sizeof counts);
            (void) snprintf(what, sizeof what, "struct %d of %d members", c, n);
            if (CHECK_OK(DTP_pool_create_struct(n, types, counts, &pool)))
                whole_pool(pool, what);
        }
}

/* Types that are not of object 0, which is 6 MPI_INT: the check names the procedure that says so. */
static void other_types(void)
{
    const char *const text = "1*contiguous(6, MPI_INT)";
    DTP_t pool;
    MPI_Datatype larger, apart, between;

    check_about("types of other objects");
    MPI_Type_contiguous(7, MPI_INT, &larger);
    MPI_Type_vector(6, 1, 2, MPI_INT, &apart);
    MPI_Type_create_resized(apart, 0, 24, &between);
    CHECK_OK(DTP_pool_create_text(1, &text, &pool));
    CHECK_STR(DTP_type_check_call(), "");
    CHECK_CODE(DTP_obj_type_check(pool, 0, larger), DTP_ERR_CHECK);
    CHECK_STR(DTP_type_check_call(), "MPI_Type_size");
    CHECK_CODE(DTP_obj_type_check(pool, 0, apart), DTP_ERR_CHECK);
    CHECK_STR(DTP_type_check_call(), "MPI_Type_get_extent");
    CHECK_CODE(DTP_obj_type_check(pool, 0, between), DTP_ERR_CHECK);
    CHECK_STR(DTP_type_check_call(), "MPI_Type_get_true_extent");
    CHECK_CODE(DTP_obj_type_check(pool, 0, MPI_DATATYPE_NULL), DTP_ERR_ARG);
    MPI_Type_free(&larger);
    MPI_Type_contiguous(6, MPI_INT, &larger);
    CHECK_OK(DTP_obj_type_check(pool, 0, larger));
    CHECK_STR(DTP_type_check_call(), "");
    MPI_Type_free(&larger);
    MPI_Type_free(&apart);
    MPI_Type_free(&between);
    CHECK_OK(DTP_pool_free(pool));
}

/* Pools of number t of the basic types, of counts below most. */
static void basic(int t, long most)
{
    static const MPI_Aint counts[] = {1, 2, 3, 17, 512, 1018, 65530};

    for (size_t c = 0; c < sizeof counts / sizeof counts[0] && counts[c] < most; c++) {
        char what[64];
        DTP_t pool;
        /* all layouts of large counts for some types only: they take long */
        if (counts[c] > 2000 && t % 8 != 4)
            (void) setenv("DTP_NUM_OBJS", "40", 1);
        else
            (void) unsetenv("DTP_NUM_OBJS");
        (void) snprintf(what, sizeof what, "%s:%ld", DTP_type_name(DTP_basic_types[t]), (long) counts[c]);
        if (CHECK_OK(DTP_pool_create(DTP_basic_types[t], counts[c], &pool)))
            whole_pool(pool, what);
    }
}

/* An argument leaves out counts from so many elements on, and types of a kind that was there: for runs under tools that
 * make everything slow. */
int main(int argc, char **argv)
{
    long most = argc > 1 ? atol(argv[1]) : 1 << 20;

    check_start();
    for (int t = 0; DTP_basic_types[t] != MPI_DATATYPE_NULL; t++)
        if (argc < 2 || is_new_kind(t))
            basic(t, most);
    (void) unsetenv("DTP_NUM_OBJS");
    structs();
    other_types();
    return check_end();
}
