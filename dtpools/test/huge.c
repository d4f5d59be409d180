/* Types whose size, extent, displacements or arguments pass 2^31 and 2^32, as metadata: from a text to a tree, to the
 * MPI type by both kinds of constructors, and back.  Nothing is allocated for what is not touched. */
#include "tree_decode.h"
#include "tree_mpi.h"
#include "tree_text.h"

#include "naive.h"

#include "check.h"

#ifdef HAVE_MPI_TYPE_CONTIGUOUS_C
static const bool has_large_counts = true;
#else
static const bool has_large_counts = false;
#endif

/* Bytes: size, lower bound, extent, true lower bound, true extent. */
static const struct {
    const char *text;
    MPI_Count size, lb, extent, true_lb, true_extent;
} types[] = {
    {"1*contiguous(536870911, MPI_INT)", 2147483644, 0, 2147483644, 0, 2147483644},
    {"1*contiguous(536870912, MPI_INT)", 2147483648, 0, 2147483648, 0, 2147483648},
    {"1*contiguous(1073741824, MPI_INT)", 4294967296, 0, 4294967296, 0, 4294967296},
    {"1*contiguous(2147483647, MPI_DOUBLE)", 17179869176, 0, 17179869176, 0, 17179869176},
    {"1*contiguous(65536, contiguous(65536, MPI_INT))", 17179869184, 0, 17179869184, 0, 17179869184},
    {"1*vector(65536, 32768, 65536, MPI_INT)", 8589934592, 0, 17179738112, 0, 17179738112},
    {"1*vector(3, 1, -1073741824, MPI_INT)", 12, -8589934592, 8589934596, -8589934592, 8589934596},
    {"1*hvector(2, 1, 4294967296, MPI_INT)", 8, 0, 4294967300, 0, 4294967300},
    {"1*hvector(2, 1, -4294967296, MPI_INT)", 8, -4294967296, 4294967300, -4294967296, 4294967300},
    {"1*indexed({1, 2}, {0, 1073741824}, MPI_INT)", 12, 0, 4294967304, 0, 4294967304},
    {"1*indexed_block(2, {2147483645, 0}, MPI_DOUBLE)", 32, 0, 17179869176, 0, 17179869176},
    {"1*hindexed({1, 1}, {-2147483648, 2147483648}, MPI_INT)", 8, -2147483648, 4294967300, -2147483648, 4294967300},
    {"1*hindexed_block(1, {4294967296, 8589934592}, MPI_INT)", 8, 4294967296, 4294967300, 4294967296, 4294967300},
    {"1*struct({1, 1}, {0, 4294967296}, {MPI_INT, contiguous(1073741824, MPI_INT)})", 4294967300, 0, 8589934592, 0,
     8589934592},
    {"1*subarray({65536, 65536}, {2, 32768}, {65000, 8}, C, MPI_INT)", 262144, 0, 17179869184, 17039360032, 393216},
    {"1*subarray({65536, 65536}, {32768, 2}, {8, 65000}, F, MPI_INT)", 262144, 0, 17179869184, 17039360032, 393216},
    {"1*darray(2, 1, {1073741824}, {b}, {0}, {2}, C, MPI_INT)", 2147483648, 0, 4294967296, 2147483648, 2147483648},
    {"1*resized(-4294967296, 8589934592, MPI_INT)", 4, -4294967296, 8589934592, 0, 4},
    {"1*dup(resized(4294967296, 4294967296, contiguous(1073741824, MPI_INT)))", 4294967296, 4294967296, 4294967296, 0,
     4294967296},
    /* numbers beyond an int */
    {"1*contiguous(4294967296, MPI_CHAR)", 4294967296, 0, 4294967296, 0, 4294967296},
    {"1*vector(2, 3000000000, 5000000000, MPI_CHAR)", 6000000000, 0, 8000000000, 0, 8000000000},
    {"1*vector(3, 1, -2147483649, MPI_INT)", 12, -17179869192, 17179869196, -17179869192, 17179869196},
    {"1*hvector(2, 4294967296, 8589934592, MPI_CHAR)", 8589934592, 0, 12884901888, 0, 12884901888},
    {"1*indexed({1, 4294967296}, {0, 4294967296}, MPI_CHAR)", 4294967297, 0, 8589934592, 0, 8589934592},
    {"1*indexed_block(1, {4294967296, 0}, MPI_INT)", 8, 0, 17179869188, 0, 17179869188},
    {"1*struct({1, 4294967296}, {0, 8}, {MPI_INT, MPI_CHAR})", 4294967300, 0, 4294967304, 0, 4294967304},
    {"1*subarray({4294967296}, {3000000000}, {5}, C, MPI_CHAR)", 3000000000, 0, 4294967296, 5, 3000000000},
    {"1*darray(2, 1, {4294967296}, {b}, {0}, {2}, C, MPI_CHAR)", 2147483648, 0, 4294967296, 2147483648, 2147483648},
};
enum { FIRST_LARGE = 19 };
enum { NUM_TYPES = sizeof types / sizeof types[0] };

static void tree_is(const struct dtpi_tree *tree, int i)
{
    CHECK_INT(tree->size, types[i].size);
    CHECK_INT(tree->lb, types[i].lb);
    CHECK_INT(tree->ub - tree->lb, types[i].extent);
    CHECK_INT(tree->true_lb, types[i].true_lb);
    CHECK_INT(tree->true_ub - tree->true_lb, types[i].true_extent);
}

static void mpi_says(MPI_Datatype type, int i)
{
    MPI_Count size = -1, lb = -1, extent = -1;
    MPI_Aint narrow_lb = -1, narrow_extent = -1;
    int narrow = -1;

    CHECK_INT(MPI_Type_size_x(type, &size), MPI_SUCCESS);
    CHECK_INT(size, types[i].size);
    CHECK_INT(MPI_Type_size(type, &narrow), MPI_SUCCESS);
    CHECK_INT(narrow, types[i].size > 2147483647 ? MPI_UNDEFINED : types[i].size);
    CHECK_INT(MPI_Type_get_extent_x(type, &lb, &extent), MPI_SUCCESS);
    CHECK_INT(lb, types[i].lb);
    CHECK_INT(extent, types[i].extent);
    CHECK_INT(MPI_Type_get_true_extent_x(type, &lb, &extent), MPI_SUCCESS);
    CHECK_INT(lb, types[i].true_lb);
    CHECK_INT(extent, types[i].true_extent);
    CHECK_INT(MPI_Type_get_extent(type, &narrow_lb, &narrow_extent), MPI_SUCCESS);
    CHECK_INT(narrow_lb, types[i].lb);
    CHECK_INT(narrow_extent, types[i].extent);
    CHECK_INT(MPI_Type_get_true_extent(type, &narrow_lb, &narrow_extent), MPI_SUCCESS);
    CHECK_INT(narrow_lb, types[i].true_lb);
    CHECK_INT(narrow_extent, types[i].true_extent);
}

static void made_by(int make(const struct dtpi_tree *, MPI_Datatype *), const struct dtpi_tree *tree, int i)
{
    struct dtpi_tree *decoded = NULL;
    MPI_Datatype type;

    if (CHECK_OK(make(tree, &type))) {
        CHECK_INT(MPI_Type_commit(&type), MPI_SUCCESS);
        mpi_says(type, i);
        CHECK_OK(dtpi_tree_decode(type, &decoded));
        CHECK(decoded && dtpi_tree_equal(tree, decoded));
        CHECK_OK(dtpi_type_free(tree, &type));
    }
    dtpi_tree_free(decoded);
}

/* is_large: a number does not fit the int that the other constructors take. */
static void one(int i, bool is_large)
{
    struct dtpi_tree *tree;
    MPI_Datatype type;
    MPI_Aint count;

    check_about("%s", types[i].text);
    tree = naive_parse(types[i].text, &count);
    tree_is(tree, i);
    if (!is_large)
        made_by(dtpi_tree_to_mpi, tree, i);
    else
        CHECK_INT(dtpi_tree_to_mpi(tree, &type), DTP_ERR_OVERFLOW);
    if (!is_large || has_large_counts)
        made_by(dtpi_tree_to_mpi_large, tree, i);
    dtpi_tree_free(tree);
}

int main(void)
{
    check_start();
    for (int i = 0; i < NUM_TYPES && sizeof(MPI_Aint) > 4; i++)
        one(i, i >= FIRST_LARGE);
    CHECK(NUM_TYPES > 0);
    return check_end();
}
