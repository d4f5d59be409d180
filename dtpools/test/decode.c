/* From MPI datatypes back to trees: every object of every pool, and every constructor by hand, decodes to the tree
 * that it was made of, with the type map of the naive walk; a type made of the decoded tree packs the same bytes;
 * what is not the library's is refused, and other arguments are distinguished. */
#include "tree_decode.h"
#include "tree_mpi.h"
#include "tree_text.h"

#include "known.h"
#include "naive.h"

#include "check.h"

enum { START = 7, STRIDE = 5 };

/* ---- handles ---- */

/* What an MPI may get wrong: a duplicate is said to be one of itself; a predefined type, to be a struct. */
static bool says_itself, says_struct;

int MPI_Type_get_envelope(MPI_Datatype type, int *ints, int *addresses, int *types, int *combiner)
{
    const int code = PMPI_Type_get_envelope(type, ints, addresses, types, combiner);

    if (says_struct && *combiner == MPI_COMBINER_NAMED)
        *combiner = MPI_COMBINER_STRUCT;
    return code;
}

/* Derived handles that MPI_Type_get_contents gave and that MPI_Type_free has not had yet; both are seen on their way
 * to the MPI. */
static long handles;

static bool is_named(MPI_Datatype type)
{
    int combiner = -1;
#ifdef HAVE_MPI_TYPE_CONTIGUOUS_C
    MPI_Count ints, addresses, large, types;

    CHECK_INT(MPI_Type_get_envelope_c(type, &ints, &addresses, &large, &types, &combiner), MPI_SUCCESS);
#else
    int ints, addresses, types;

    CHECK_INT(MPI_Type_get_envelope(type, &ints, &addresses, &types, &combiner), MPI_SUCCESS);
#endif
    return combiner == MPI_COMBINER_NAMED;
}

int MPI_Type_get_contents(MPI_Datatype type, int num_ints, int num_addresses, int num_types, int ints[],
                          MPI_Aint addresses[], MPI_Datatype types[])
{
    int code = PMPI_Type_get_contents(type, num_ints, num_addresses, num_types, ints, addresses, types);

    if (says_itself && !is_named(types[0]))
        PMPI_Type_free(&types[0]);
    if (says_itself)
        PMPI_Type_dup(type, &types[0]);
    for (int i = 0; code == MPI_SUCCESS && i < num_types; i++)
        handles += !is_named(types[i]);
    return code;
}

#ifdef HAVE_MPI_TYPE_CONTIGUOUS_C
int MPI_Type_get_contents_c(MPI_Datatype type, MPI_Count num_ints, MPI_Count num_addresses, MPI_Count num_large,
                            MPI_Count num_types, int ints[], MPI_Aint addresses[], MPI_Count large[],
                                MPI_Datatype types[])
{
    int code = PMPI_Type_get_contents_c(type, num_ints, num_addresses, num_large, num_types, ints, addresses, large,
                                        types);

    for (MPI_Count i = 0; code == MPI_SUCCESS && i < num_types; i++)
        handles += !is_named(types[i]);
    return code;
}
#endif

int MPI_Type_free(MPI_Datatype *type)
{
    CHECK(!is_named(*type));
    handles--;
    return PMPI_Type_free(type);
}

/* Decodes a type; the derived handles that it meets are freed, each once, and no others. */
static int decode(MPI_Datatype type, struct dtpi_tree **tree)
{
    const long before = handles;
    int code = dtpi_tree_decode(type, tree);

    CHECK_INT(handles, before);
    return code;
}

/* ---- objects ---- */

static void same_map(const struct dtpi_tree *a, const struct dtpi_tree *b)
{
    struct naive x = naive_walk(a, 1), y = naive_walk(b, 1);
    bool same = x.n == y.n;

    for (MPI_Aint k = 0; same && k < x.n; k++)
        same = x.elements[k].basic == y.elements[k].basic && x.elements[k].disp == y.elements[k].disp;
    CHECK(same);
    CHECK_INT(x.lb, y.lb);
    CHECK_INT(x.ub, y.ub);
    naive_free(&x);
    naive_free(&y);
}

/* The object packed with the type of the decoded tree. */
static void same_bytes(DTP_t pool, int i, const struct dtpi_tree *decoded)
{
    const DTP_obj_s *o = &pool->DTP_obj_array[i];
    const int bytes = (int) DTP_pool_bytes(pool);
    unsigned char *packed = check_alloc((size_t) bytes);
    MPI_Datatype type;
    int position = 0;

    memset(packed, 0, (size_t) bytes);
    if (CHECK_OK(dtpi_tree_to_mpi(decoded, &type))) {
        CHECK_INT(decoded->ctor == DTPI_BASIC_TYPE ? MPI_SUCCESS : MPI_Type_commit(&type), MPI_SUCCESS);
        CHECK_INT(MPI_Pack(o->DTP_obj_buf, o->DTP_obj_count, type, packed, bytes, &position, MPI_COMM_WORLD),
                  MPI_SUCCESS);
        CHECK_INT(position, bytes);
        CHECK_OK(DTP_pool_packed_check(pool, START, STRIDE, DTP_pool_elements(pool), packed));
        CHECK_OK(dtpi_type_free(decoded, &type));
    }
    free(packed);
}

/* The type of the same constructors with large counts decodes to the same tree. */
static void large_too(DTP_t pool, int i, const struct dtpi_tree *tree)
{
    struct dtpi_tree *decoded = NULL;
    MPI_Datatype type;

    if (!CHECK_OK(DTP_obj_type_create_large(pool, i, &type)))
        return;
    if (CHECK_OK(decode(type, &decoded)))
        CHECK(dtpi_tree_equal(tree, decoded));
    dtpi_tree_free(decoded);
    CHECK_OK(DTP_obj_type_free(pool, i, &type));
}

static void object(DTP_t pool, int i)
{
    struct dtpi_tree *tree, *decoded = NULL;
    MPI_Aint count;
    const int length = DTP_obj_text(pool, i, NULL, 0);
    char *text = check_alloc((size_t) length + 1);

    (void) DTP_obj_text(pool, i, text, (size_t) length + 1);
    check_about("object %d, %.300s", i, text);
    tree = naive_parse(text, &count);
    if (CHECK_OK(DTP_obj_create(pool, i, START, STRIDE, DTP_pool_elements(pool)))) {
        CHECK_OK(DTP_obj_decode_check(pool, i, pool->DTP_obj_array[i].DTP_obj_type));
        if (CHECK_OK(decode(pool->DTP_obj_array[i].DTP_obj_type, &decoded)) && CHECK(dtpi_tree_equal(tree, decoded))) {
            same_map(tree, decoded);
            same_bytes(pool, i, decoded);
        }
        large_too(pool, i, tree);
        CHECK_OK(DTP_obj_free(pool, i));
    }
    dtpi_tree_free(decoded);
    dtpi_tree_free(tree);
    free(text);
}

static void all_of(DTP_t pool)
{
    for (int i = 0; i < pool->DTP_num_objs; i++)
        if (!is_known("contents", pool, i))
            object(pool, i);
    CHECK_OK(DTP_pool_free(pool));
}

static void pools(void)
{
    static const MPI_Aint counts[] = {1, 2, 17, 512};
    MPI_Datatype basic[] = {MPI_CHAR, MPI_INT, MPI_LONG_DOUBLE_INT}, members[] = {MPI_CHAR, MPI_INT, MPI_SHORT_INT};
    int lengths[] = {64, 32, 3};
    DTP_t pool;

    CHECK_INT(setenv("DTP_RANDOM_OBJS", "100", 1), 0);
    for (int t = 0; t < 3; t++)
        for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++)
            if (CHECK_OK(DTP_pool_create(basic[t], counts[c], &pool)))
                all_of(pool);
    if (CHECK_OK(DTP_pool_create_struct(3, members, lengths, &pool)))
        all_of(pool);
    CHECK_INT(unsetenv("DTP_RANDOM_OBJS"), 0);
}

/* ---- constructors ---- */

/* Each constructor twice, with arguments that differ in one place. */
static void by_hand(void)
{
    static const char *const texts[][2] = {
        {"1*MPI_INT", "1*MPI_FLOAT"},
        {"1*contiguous(3, MPI_INT)", "1*contiguous(4, MPI_INT)"},
        {"1*contiguous(0, MPI_INT)", "1*contiguous(0, MPI_SHORT)"},
        {"1*vector(3, 2, -5, MPI_INT)", "1*vector(3, 2, 5, MPI_INT)"},
        {"1*vector(3, 2, 5, MPI_INT)", "1*hvector(3, 2, 20, MPI_INT)"},
        {"1*hvector(3, 2, 21, MPI_INT)", "1*hvector(3, 2, 20, MPI_INT)"},
        {"1*indexed({2, 0, 1}, {4, 9, 0}, MPI_INT)", "1*indexed({2, 1}, {4, 0}, MPI_INT)"},
        {"1*hindexed({1, 2}, {8, -8}, MPI_INT)", "1*hindexed({2, 1}, {8, -8}, MPI_INT)"},
        {"1*indexed_block(2, {5, 0, 9}, MPI_INT)", "1*indexed_block(2, {5, 0, 8}, MPI_INT)"},
        {"1*hindexed_block(2, {20, 0, 36}, MPI_INT)", "1*hindexed_block(2, {20, 0, 32}, MPI_INT)"},
        {"1*struct({1, 1}, {0, 8}, {MPI_CHAR, MPI_INT})", "1*struct({1, 1}, {8, 0}, {MPI_CHAR, MPI_INT})"},
        {"1*struct({1, 1}, {0, 8}, {dup(MPI_CHAR), MPI_INT})", "1*struct({1, 1}, {0, 8}, {MPI_CHAR, MPI_INT})"},
        {"1*subarray({4, 5}, {2, 3}, {1, 1}, C, MPI_INT)", "1*subarray({4, 5}, {2, 3}, {1, 1}, F, MPI_INT)"},
        {"1*subarray({4, 5}, {2, 3}, {1, 1}, C, MPI_INT)", "1*subarray({4, 5}, {2, 3}, {1, 2}, C, MPI_INT)"},
        {"1*darray(6, 3, {4, 6}, {b, c}, {0, 1}, {2, 3}, C, MPI_INT)",
         "1*darray(6, 3, {4, 6}, {b, c}, {0, 0}, {2, 3}, C, MPI_INT)"},
        {"1*darray(2, 1, {4, 6}, {b, n}, {0, 0}, {2, 1}, F, MPI_INT)",
         "1*darray(2, 0, {4, 6}, {b, n}, {0, 0}, {2, 1}, F, MPI_INT)"},
        {"1*resized(-4, 12, MPI_INT)", "1*resized(-4, 16, MPI_INT)"},
        {"1*dup(MPI_INT)", "1*MPI_INT"},
        {"1*dup(vector(2, 1, 2, dup(MPI_INT)))", "1*dup(vector(2, 1, 2, MPI_INT))"},
    };

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct dtpi_tree *trees[2], *decoded[2] = {NULL, NULL};
        for (int k = 0; k < 2; k++) {
            MPI_Aint count;
            MPI_Datatype type;
            check_about("%s", texts[i][k]);
            trees[k] = naive_parse(texts[i][k], &count);
            if (!CHECK_OK(dtpi_tree_to_mpi(trees[k], &type)))
                continue;
            if (CHECK_OK(decode(type, &decoded[k])) && CHECK(dtpi_tree_equal(trees[k], decoded[k])))
                same_map(trees[k], decoded[k]);
            CHECK_OK(dtpi_type_free(trees[k], &type));
        }
        if (decoded[0] && decoded[1])
            CHECK(!dtpi_tree_equal(decoded[0], decoded[1]));
        for (int k = 0; k < 2; k++) {
            dtpi_tree_free(trees[k]);
            dtpi_tree_free(decoded[k]);
        }
    }
}

/* A type that the library does not have, alone and below others. */
static void strangers(void)
{
    struct dtpi_tree *decoded = NULL;
    MPI_Datatype stranger, above;

    check_about("a type of MPI_Type_create_f90_integer");
    CHECK_INT(MPI_Type_create_f90_integer(5, &stranger), MPI_SUCCESS);
    CHECK_CODE(decode(stranger, &decoded), DTP_ERR_TYPE);
    CHECK(!decoded);
    CHECK_INT(MPI_Type_vector(2, 1, 2, stranger, &above), MPI_SUCCESS);
    CHECK_CODE(decode(above, &decoded), DTP_ERR_TYPE);
    CHECK(!decoded);
    CHECK_INT(MPI_Type_free(&above), MPI_SUCCESS);
}

/* ---- messages ---- */

/* The text of 1*indexed_block(1, {...}, MPI_INT) with so many displacements; `last` is added to the last one. */
static char *list_text(int blocks, int last)
{
    const size_t room = 64 + 12 * (size_t) blocks;
    char *text = check_alloc(room);
    size_t n = (size_t) snprintf(text, room, "1*indexed_block(1, {");

    for (int i = 0; i < blocks; i++)
        n += (size_t) snprintf(text + n, room - n, "%s%d", i > 0 ? ", " : "",
                               i * (i + 3) + (i == blocks - 1 ? last : 0));
    (void) snprintf(text + n, room - n, "}, MPI_INT)");
    return text;
}

static void says(DTP_t pool, MPI_Datatype type, const char *expected, const char *found)
{
    const size_t room = strlen(expected) + strlen(found) + 32;
    char *both = check_alloc(room);

    (void) snprintf(both, room, ": expected %s, found %s", expected, found);
    CHECK_CODE(DTP_obj_decode_check(pool, 0, type), DTP_ERR_CHECK);
    CHECK(strncmp(DTP_message(), "DTP_obj_decode_check: object 0 (", 32) == 0);
    CHECK(strstr(DTP_message(), both) != NULL);
    free(both);
}

/* A message has both trees in whole, however long they are. */
static void whole_texts(int blocks)
{
    char *made = list_text(blocks, 0), *other = list_text(blocks, 1), *found;
    struct dtpi_tree *decoded = NULL;
    DTP_t pools[2];
    MPI_Datatype type;

    check_about("a list of %d blocks", blocks);
    CHECK_OK(DTP_pool_create_text(1, (const char *const *) &made, &pools[0]));
    CHECK_OK(DTP_pool_create_text(1, (const char *const *) &other, &pools[1]));
    CHECK_OK(DTP_obj_type_create(pools[1], 0, &type));
    CHECK_OK(dtpi_tree_decode(type, &decoded));
    found = dtpi_tree_text(decoded);
    CHECK(strlen(found) > 4 * (size_t) blocks);
    says(pools[0], type, made + 2, found);
    dtpi_free(found);
    dtpi_tree_free(decoded);
    CHECK_OK(DTP_obj_type_free(pools[1], 0, &type));
    CHECK_INT(MPI_Type_create_f90_integer(5, &type), MPI_SUCCESS);
    says(pools[0], type, made + 2, "a type with combiner ");
    CHECK_OK(DTP_pool_free(pools[0]));
    CHECK_OK(DTP_pool_free(pools[1]));
    free(made);
    free(other);
}

/* Types within types without end are an error, and so are arguments of a predefined type. */
static void lies(void)
{
    struct dtpi_tree *tree;
    MPI_Datatype type;
    DTP_t pool;

    CHECK_INT(MPI_Type_dup(MPI_INT, &type), MPI_SUCCESS);
    says_itself = true;
    CHECK_INT(decode(type, &tree), DTP_ERR_OVERFLOW);
    says_itself = false;
    CHECK_OK(decode(type, &tree));
    dtpi_tree_free(tree);
    says_struct = true;
    CHECK_INT(decode(type, &tree), DTP_ERR_CHECK);
    CHECK_OK(DTP_pool_create(MPI_INT, 3, &pool));
    CHECK_OK(DTP_obj_create(pool, 0, 0, 0, 0));
    CHECK_INT(DTP_obj_decode_check(pool, 0, pool->DTP_obj_array[0].DTP_obj_type), DTP_ERR_CHECK);
    says_struct = false;
    CHECK_OK(DTP_obj_decode_check(pool, 0, pool->DTP_obj_array[0].DTP_obj_type));
    CHECK_OK(DTP_pool_free(pool));
    CHECK_INT(PMPI_Type_free(&type), MPI_SUCCESS);
}

int main(void)
{
    check_start();
    by_hand();
    strangers();
    lies();
    whole_texts(150);
    whole_texts(3000);
    pools();
    return check_end();
}
