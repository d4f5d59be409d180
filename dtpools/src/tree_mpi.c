#include "tree_mpi.h"

#include "alloc.h"
#include "arith.h"
#include "error.h"
#include "tree_text.h"

#include <limits.h>

typedef int build_fn(const struct dtpi_tree *tree, MPI_Datatype *type);

/* ---- arguments ---- */

int dtpi_to_int(MPI_Aint value, const char *what, int *result)
{
    if (value < INT_MIN || value > INT_MAX)
        return dtpi_error(DTP_ERR_OVERFLOW, "%s %lld does not fit the int that MPI's constructor takes (at most %d)",
                          what, (long long) value, INT_MAX);
    *result = (int) value;
    return DTP_SUCCESS;
}

/* Of all runs; the largest number there is if it is too large. */
static MPI_Aint num_blocks(const struct dtpi_tree *tree)
{
    MPI_Aint n = 0;

    for (int i = 0; i < tree->num_runs; i++)
        if (!dtpi_add(n, tree->runs[i].count, &n))
            n = DTPI_AINT_MAX;
    return n;
}

/* Whether displacements are in units of the child. */
static bool takes_units(enum dtpi_ctor ctor)
{
    return ctor == DTPI_INDEXED || ctor == DTPI_INDEXED_BLOCK;
}

/* Whether the members of run i of a struct are of the same type as those of the run before, of one handle: where their
 * types are equal, but in a quarter of all structs, where each run has a handle of its own. */
static bool shares_child(const struct dtpi_tree *tree, int i)
{
    return i > 0 && tree->num_runs % 4 != 0 && dtpi_tree_equal(tree->runs[i - 1].child, tree->runs[i].child);
}

/* How a dimension of a darray is dealt out: one number in each of three arrays of n. */
static int deal_dimension(const struct dtpi_dim *dim, int n, int *numbers)
{
    static const int distributions[] = {[DTPI_BLOCK] = MPI_DISTRIBUTE_BLOCK, [DTPI_CYCLIC] = MPI_DISTRIBUTE_CYCLIC,
                                        [DTPI_NOT_DISTRIBUTED] = MPI_DISTRIBUTE_NONE};
    int err = dtpi_to_int(dim->darg, "distribution argument", &numbers[n]);

    numbers[0] = distributions[dim->distribution];
    if (dim->darg == 0)
        numbers[n] = MPI_DISTRIBUTE_DFLT_DARG;
    return err ? err : dtpi_to_int(dim->processes, "number of processes", &numbers[2 * n]);
}

static int mpi_result(int mpi_code, const char *call)
{
    return mpi_code == MPI_SUCCESS ? DTP_SUCCESS : dtpi_error_mpi(mpi_code, call);
}

/* ---- the calls, for int and for MPI_Count ---- */

#define TEXT_OF(name) #name
#define NAME_OF(name) TEXT_OF(name)
#define MADE_BY(procedure, ...) mpi_result(WIDE(procedure)(__VA_ARGS__), NAME_OF(WIDE(procedure)))

#define COUNT int
#define BYTES MPI_Aint
#define TO_COUNT dtpi_to_int
#define WIDE(name) name
#include "tree_build.h"
#undef COUNT
#undef BYTES
#undef TO_COUNT
#undef WIDE

#ifdef HAVE_MPI_TYPE_CONTIGUOUS_C
static int to_large(MPI_Aint value, const char *what, MPI_Count *result)
{
    (void) what;
    *result = value;
    return DTP_SUCCESS;
}

#define COUNT MPI_Count
#define BYTES MPI_Count
#define TO_COUNT to_large
#define WIDE(name) name##_c
#include "tree_build.h"
#endif

/* ---- the whole tree ---- */

/* What makes a tree of one width: a struct, and a node over a child that is made already. */
struct width {
    build_fn *build;
    int (*build_struct)(const struct dtpi_tree *tree, build_fn *build, MPI_Datatype *type);
    int (*build_over)(const struct dtpi_tree *tree, MPI_Datatype child, MPI_Datatype *type);
};

static int build_tree(const struct width *width, const struct dtpi_tree *tree, MPI_Datatype *type)
{
    MPI_Datatype child;
    int err, freed;

    *type = MPI_DATATYPE_NULL;
    if (tree->ctor == DTPI_BASIC_TYPE) {
        *type = tree->basic->type;
        return DTP_SUCCESS;
    }
    if (tree->ctor == DTPI_STRUCT) {
        err = width->build_struct(tree, width->build, type);
    } else {
        err = width->build(tree->runs[0].child, &child);
        if (err)
            return err;
        err = width->build_over(tree, child, type);
        freed = dtpi_type_free(tree->runs[0].child, &child);
        err = err ? err : freed;
    }
    if (err && *type != MPI_DATATYPE_NULL)
        (void) MPI_Type_free(type);
    return err;
}

int dtpi_tree_to_mpi(const struct dtpi_tree *tree, MPI_Datatype *type)
{
    static const struct width width = {dtpi_tree_to_mpi, build_struct, build_over};

    return build_tree(&width, tree, type);
}

int dtpi_tree_to_mpi_large(const struct dtpi_tree *tree, MPI_Datatype *type)
{
#ifdef HAVE_MPI_TYPE_CONTIGUOUS_C
    static const struct width width = {dtpi_tree_to_mpi_large, build_struct_c, build_over_c};

    return build_tree(&width, tree, type);
#else
    return dtpi_tree_to_mpi(tree, type);
#endif
}

int dtpi_type_free(const struct dtpi_tree *tree, MPI_Datatype *type)
{
    int err = MPI_SUCCESS;

    if (tree->ctor != DTPI_BASIC_TYPE)
        err = MPI_Type_free(type);
    *type = MPI_DATATYPE_NULL;
    return mpi_result(err, "MPI_Type_free");
}
