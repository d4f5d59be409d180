/* With the k-th allocation, or the k-th MPI call, failing, for every k until none fails: each public call returns its
 * error, leaves nothing behind, and works when it is called again. */
#include "alloc.h"
#include "layout.h"
#include "tree_text.h"

#include "check.h"

/* ---- MPI calls that fail: these stand before those of the MPI library ---- */

static long mpi_fails_in = -1, types_held;

static bool mpi_fails(void)
{
    return mpi_fails_in >= 0 && mpi_fails_in-- == 0;
}

#define CONSTRUCTOR(NAME, PARAMETERS, ARGUMENTS)                                                                       \
    int MPI_Type_##NAME PARAMETERS                                                                                     \
    {                                                                                                                  \
        int code = mpi_fails() ? MPI_ERR_OTHER : PMPI_Type_##NAME ARGUMENTS;                                           \
                                                                                                                       \
        types_held += code == MPI_SUCCESS;                                                                             \
        return code;                                                                                                   \
    }
#define QUERY(NAME, PARAMETERS, ARGUMENTS)                                                                             \
    int MPI_Type_##NAME PARAMETERS                                                                                     \
    {                                                                                                                  \
        return mpi_fails() ? MPI_ERR_OTHER : PMPI_Type_##NAME ARGUMENTS;                                               \
    }

CONSTRUCTOR(contiguous, (int n, MPI_Datatype old, MPI_Datatype *type), (n, old, type))
CONSTRUCTOR(vector, (int n, int blklen, int stride, MPI_Datatype old, MPI_Datatype *type),
            (n, blklen, stride, old, type))
CONSTRUCTOR(create_hvector, (int n, int blklen, MPI_Aint stride, MPI_Datatype old, MPI_Datatype *type),
            (n, blklen, stride, old, type))
CONSTRUCTOR(indexed, (int n, const int b[], const int d[], MPI_Datatype old, MPI_Datatype *type), (n, b, d, old, type))
CONSTRUCTOR(create_hindexed, (int n, const int b[], const MPI_Aint d[], MPI_Datatype old, MPI_Datatype *type),
            (n, b, d, old, type))
CONSTRUCTOR(create_indexed_block, (int n, int b, const int d[], MPI_Datatype old, MPI_Datatype *type),
            (n, b, d, old, type))
CONSTRUCTOR(create_hindexed_block, (int n, int b, const MPI_Aint d[], MPI_Datatype old, MPI_Datatype *type),
            (n, b, d, old, type))
CONSTRUCTOR(create_struct, (int n, const int b[], const MPI_Aint d[], const MPI_Datatype old[], MPI_Datatype *type),
            (n, b, d, old, type))
CONSTRUCTOR(create_subarray, (int n, const int sizes[], const int subsizes[], const int starts[], int order,
                              MPI_Datatype old, MPI_Datatype *type), (n, sizes, subsizes, starts, order, old, type))
CONSTRUCTOR(create_darray, (int size, int rank, int n, const int sizes[], const int distributions[], const int dargs[],
                            const int processes[], int order, MPI_Datatype old, MPI_Datatype *type),
            (size, rank, n, sizes, distributions, dargs, processes, order, old, type))
CONSTRUCTOR(create_resized, (MPI_Datatype old, MPI_Aint lb, MPI_Aint extent, MPI_Datatype *type),
            (old, lb, extent, type))
CONSTRUCTOR(dup, (MPI_Datatype old, MPI_Datatype *type), (old, type))
QUERY(commit, (MPI_Datatype *type), (type))
QUERY(size_x, (MPI_Datatype type, MPI_Count *size), (type, size))
QUERY(get_extent, (MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent), (type, lb, extent))
QUERY(get_true_extent, (MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent), (type, lb, extent))

/* Frees also when it reports a failure: nobody else could. */
int MPI_Type_free(MPI_Datatype *type)
{
    int code = PMPI_Type_free(type);

    types_held -= code == MPI_SUCCESS;
    return mpi_fails() ? MPI_ERR_OTHER : code;
}

/* ---- calls of which one fails ---- */

static int errors, expected_error;

/* Counts a call that failed, and sees that it failed as it should. */
static bool failed(int code, const char *call)
{
    if (code == DTP_SUCCESS)
        return false;
    errors++;
    CHECK_CODE(code, expected_error);
    CHECK(strncmp(DTP_message(), call, strlen(call)) == 0);
    CHECK_HAS(DTP_message(), expected_error == DTP_ERR_NO_MEM ? "no memory for " : "MPI_Type_");
    return true;
}

static bool not_created(const DTP_obj_s *o)
{
    return !o->priv && !o->DTP_obj_buf && o->DTP_obj_count == 0 && o->DTP_obj_type == MPI_DATATYPE_NULL;
}

static void object(DTP_t pool, int i)
{
    const DTP_obj_s *o = &pool->DTP_obj_array[i];
    MPI_Aint n = DTP_pool_elements(pool);
    char text[512];

    if (DTP_obj_text(pool, i, text, sizeof text) < 0)
        failed(expected_error, "DTP_obj_text: ");
    if (failed(DTP_obj_create(pool, i, 1, 2, n), "DTP_obj_create: ")) {
        CHECK(not_created(o));
        CHECK_OK(DTP_obj_create(pool, i, 1, 2, n));
    }
    failed(DTP_obj_type_check(pool, i, pool->DTP_obj_array[i].DTP_obj_type), "DTP_obj_type_check: ");
    failed(DTP_obj_buf_check(pool, i, 1, 2, n), "DTP_obj_buf_check: ");
    CHECK_OK(DTP_obj_buf_fill(pool, i, 2, 1, n));
    failed(DTP_obj_buf_check(pool, i, 2, 1, n), "DTP_obj_buf_check: ");
    if (i % 2 == 0) {
        failed(DTP_obj_free(pool, i), "DTP_obj_free: ");
        CHECK(not_created(o));
    }
}

/* Of a pool's objects, and of the layouts, those of which calls are made: few at once, since every failure takes all of
 * these calls. */
enum { OBJECTS = 90, AT_ONCE = 6 };
static int first;

static void pool_of(DTP_t pool)
{
    for (int i = first; i < pool->DTP_num_objs && i < first + AT_ONCE; i++)
        object(pool, i);
    failed(DTP_pool_free(pool), "DTP_pool_free: ");
}

static void basic(void)
{
    DTP_t pool;

    if (failed(DTP_pool_create(MPI_SHORT_INT, 12, &pool), "DTP_pool_create: ")) {
        CHECK(pool == NULL);
        CHECK_OK(DTP_pool_create(MPI_SHORT_INT, 12, &pool));
    }
    pool_of(pool);
}

static void structs(void)
{
    MPI_Datatype types[] = {MPI_CHAR, MPI_DOUBLE, MPI_SHORT, MPI_INT};
    int counts[] = {3, 2, 5, 1};
    DTP_t pool;

    if (failed(DTP_pool_create_struct(4, types, counts, &pool), "DTP_pool_create_struct: ")) {
        CHECK(pool == NULL);
        CHECK_OK(DTP_pool_create_struct(4, types, counts, &pool));
    }
    pool_of(pool);
}

static void blocks_of(DTP_t source)
{
    static const int start = 3, stride = 2;
    const DTP_block_s blocks[] = {{source, 2, 2, 0}, {source, 5, 1, 4096}, {source, 9, 1, 2048}};
    const DTP_part_s parts[] = {{16, 16, 1, &start, &stride, MPI_OP_NULL}, {8, 3, 1, &start, &stride, MPI_OP_NULL}};
    char memory[1024];
    MPI_Datatype type;
    DTP_t pool;

    if (failed(DTP_pool_create_blocks(3, blocks, &pool), "DTP_pool_create_blocks: ")) {
        CHECK(pool == NULL);
        CHECK_OK(DTP_pool_create_blocks(3, blocks, &pool));
    }
    if (failed(DTP_obj_create(pool, 0, 0, 0, 0), "DTP_obj_create: ")) {
        CHECK(not_created(&pool->DTP_obj_array[0]));
        CHECK_OK(DTP_obj_create(pool, 0, 0, 0, 0));
    }
    if (failed(DTP_obj_parts_fill(pool, 0, 2, parts), "DTP_obj_parts_fill: "))
        CHECK_OK(DTP_obj_parts_fill(pool, 0, 2, parts));
    failed(DTP_obj_parts_check(pool, 0, 2, parts), "DTP_obj_parts_check: ");
    failed(DTP_combine(source, 2, MPI_SUM, 1, memory, memory), "DTP_combine: ");
    if (failed(DTP_obj_type_create(source, 2, &type), "DTP_obj_type_create: "))
        CHECK(type == MPI_DATATYPE_NULL);
    else
        failed(DTP_obj_type_free(source, 2, &type), "DTP_obj_type_free: ");
    if (failed(DTP_obj_create_at(source, 2, memory, sizeof memory, 0), "DTP_obj_create_at: "))
        CHECK(not_created(&source->DTP_obj_array[2]));
    failed(DTP_pool_free(pool), "DTP_pool_free: ");
}

static void blocks(void)
{
    DTP_t source;

    if (failed(DTP_pool_create(MPI_INT, 8, &source), "DTP_pool_create: "))
        CHECK_OK(DTP_pool_create(MPI_INT, 8, &source));
    blocks_of(source);
    failed(DTP_pool_free(source), "DTP_pool_free: ");
}

static bool is_layout(int row)
{
    return dtpi_layout_class(false, row) != DTPI_NO_LAYOUT;
}

static int num_layouts(void)
{
    int n = 0;

    while (is_layout(n))
        n++;
    return n;
}

/* Trees only, so that it does not take long. */
static void sweeps(void)
{
    const struct dtpi_part part = {dtpi_basic_of(MPI_INT), 12};
    struct dtpi_signature s;

    if (failed(dtpi_signature_create(1, &part, &s), ""))
        CHECK_OK(dtpi_signature_create(1, &part, &s));
    for (int row = first; is_layout(row) && row < first + AT_ONCE; row++) {
        struct dtpi_object object = {.count = 0};
        if (!dtpi_layout_applies(&s, false, row))
            continue;
        if (failed(dtpi_layout_object(&s, false, row, 1 << 28, &object), "")) {
            CHECK(object.tree == NULL);
            CHECK_OK(dtpi_layout_object(&s, false, row, 1 << 28, &object));
        }
        dtpi_tree_free(object.tree);
    }
    dtpi_signature_free(&s);
}

static void text(void)
{
    static const char object[] = "2*struct({1, 2, 3}, {0, 40, 160}, {resized(0, 24, darray(2, 1, {3}, {c}, {0}, {2}, "
                                 "C, MPI_INT)), subarray({3, 4}, {2, 2}, "
                                 "{1, 1}, C, hindexed({9x1, 2}, {0..64/8, 80}, MPI_CHAR)), "
                                 "dup(indexed_block(2, {0, 1, 5, "
                                 "9, 11, 20, 25, 30, 35, 40}, contiguous(3, vector(2, 1, 2, MPI_FLOAT)))) })";
    struct dtpi_tree *tree;
    MPI_Aint count;

    if (failed(dtpi_object_parse(object, &count, &tree), "")) {
        CHECK(tree == NULL);
        CHECK_OK(dtpi_object_parse(object, &count, &tree));
    }
    dtpi_tree_free(tree);
}

/* Fails what is counted down in *fails_in, from the first on, until all has gone well; returns how many failures. */
static long each_failure(const char *what, void (*calls)(void), long *fails_in, int error)
{
    long k = 0;

    do {
        check_about("%s from number %d, failure %ld", what, first, k);
        errors = 0;
        expected_error = error;
        *fails_in = k;
        calls();
        CHECK_INT(errors, *fails_in < 0);
        CHECK_INT(dtpi_alloc_held, 0);
        CHECK_INT(types_held, 0);
        k++;
    } while (*fails_in < 0 && k < 100000);
    *fails_in = -1;
    check_about("%s", what);
    CHECK(k < 100000);
    return k - 1;
}

/* All failures of calls that take n objects of a pool, or layouts; 1 where they take none. */
static void each(const char *what, void (*calls)(void), int n, long *fails_in, int error)
{
    long failures = 0;

    for (first = 0; first < n; first += AT_ONCE)
        failures += each_failure(what, calls, fails_in, error);
    printf("%s: %ld failures\n", what, failures);
}

int main(void)
{
    char num_objs[16];

    check_start();
    (void) snprintf(num_objs, sizeof num_objs, "%d", OBJECTS);
    (void) setenv("DTP_NUM_OBJS", num_objs, 1);
    each("allocations of a basic pool", basic, OBJECTS, &dtpi_alloc_fails_in, DTP_ERR_NO_MEM);
    each("allocations of a struct pool", structs, OBJECTS, &dtpi_alloc_fails_in, DTP_ERR_NO_MEM);
    each("allocations of blocks", blocks, 1, &dtpi_alloc_fails_in, DTP_ERR_NO_MEM);
    each("allocations of all layouts", sweeps, num_layouts(), &dtpi_alloc_fails_in, DTP_ERR_NO_MEM);
    each("allocations of a text", text, 1, &dtpi_alloc_fails_in, DTP_ERR_NO_MEM);
    each("MPI calls of a basic pool", basic, OBJECTS, &mpi_fails_in, DTP_ERR_MPI);
    each("MPI calls of a struct pool", structs, OBJECTS, &mpi_fails_in, DTP_ERR_MPI);
    each("MPI calls of blocks", blocks, 1, &mpi_fails_in, DTP_ERR_MPI);
    return check_end();
}
