#include "tree_large.h"

#include "alloc.h"
#include "arith.h"
#include "error.h"
#include "tree_mpi.h"

#if MPI_VERSION >= 4

/* The arguments of a constructor, one entry a block: two arrays in one piece. */
struct arguments {
    MPI_Count n, *blklens, *displs;
    MPI_Datatype *types;  /* n, of a struct */
};

static void free_arguments(struct arguments *a)
{
    dtpi_free(a->blklens);
    dtpi_free(a->types);
}

static int alloc_arguments(const struct dtpi_tree *tree, struct arguments *a)
{
    MPI_Aint n = 0;

    *a = (struct arguments) {0};
    for (int i = 0; i < tree->num_runs; i++)
        if (!dtpi_add(n, tree->runs[i].count, &n))
            return dtpi_error(DTP_ERR_OVERFLOW, "the number of blocks does not fit MPI_Aint");
    a->n = n;
    a->blklens = dtpi_alloc(2 * (size_t) n, sizeof *a->blklens);
    a->types = a->blklens ? dtpi_alloc(tree->ctor == DTPI_STRUCT ? (size_t) n : 0, sizeof *a->types) : NULL;
    if (!a->types) {
        free_arguments(a);
        return DTP_ERR_NO_MEM;
    }
    a->displs = a->blklens + n;
    return DTP_SUCCESS;
}

static void fill_arguments(const struct dtpi_tree *tree, struct arguments *a)
{
    MPI_Aint at = 0;

    for (int i = 0; i < tree->num_runs; i++)
        for (MPI_Aint b = 0; b < tree->runs[i].count; b++, at++) {
            a->blklens[at] = tree->runs[i].blklen;
            a->displs[at] = tree->runs[i].disp + b * tree->runs[i].step;
        }
}

static int mpi_result(int mpi_code, const char *call)
{
    return mpi_code == MPI_SUCCESS ? DTP_SUCCESS : dtpi_error_mpi(mpi_code, call);
}

static int build_list(const struct dtpi_tree *tree, MPI_Datatype child, MPI_Datatype *type)
{
    struct arguments a;
    int err = alloc_arguments(tree, &a);

    if (err)
        return err;
    fill_arguments(tree, &a);
    switch (tree->ctor) {
        case DTPI_INDEXED:
            err = mpi_result(MPI_Type_indexed_c(a.n, a.blklens, a.displs, child, type), "MPI_Type_indexed_c");
            break;
        case DTPI_HINDEXED:
            err = mpi_result(MPI_Type_create_hindexed_c(a.n, a.blklens, a.displs, child, type),
                             "MPI_Type_create_hindexed_c");
            break;
        case DTPI_INDEXED_BLOCK:
            err = mpi_result(MPI_Type_create_indexed_block_c(a.n, tree->runs[0].blklen, a.displs, child, type),
                             "MPI_Type_create_indexed_block_c");
            break;
        default:
            err = mpi_result(MPI_Type_create_hindexed_block_c(a.n, tree->runs[0].blklen, a.displs, child, type),
                             "MPI_Type_create_hindexed_block_c");
    }
    free_arguments(&a);
    return err;
}

static int build_struct(const struct dtpi_tree *tree, MPI_Datatype *type)
{
    MPI_Datatype *children;
    struct arguments a;
    MPI_Aint at = 0;
    int err = alloc_arguments(tree, &a), made = 0;

    if (err)
        return err;
    fill_arguments(tree, &a);
    children = dtpi_alloc((size_t) tree->num_runs, sizeof *children);
    err = children ? DTP_SUCCESS : DTP_ERR_NO_MEM;
    for (; made < tree->num_runs && !err; made += !err) {
        err = dtpi_tree_to_mpi_large(tree->runs[made].child, &children[made]);
        for (MPI_Aint b = 0; !err && b < tree->runs[made].count; b++)
            a.types[at++] = children[made];
    }
    if (!err)
        err = mpi_result(MPI_Type_create_struct_c(a.n, a.blklens, a.displs, a.types, type), "MPI_Type_create_struct_c");
    while (made-- > 0) {
        int freed = dtpi_type_free(tree->runs[made].child, &children[made]);
        err = err ? err : freed;
    }
    dtpi_free(children);
    free_arguments(&a);
    return err;
}

static int build_subarray(const struct dtpi_tree *tree, MPI_Datatype child, MPI_Datatype *type)
{
    const int n = tree->num_dims;
    MPI_Count *numbers = dtpi_alloc(3 * (size_t) n, sizeof *numbers);
    int err;

    if (!numbers)
        return DTP_ERR_NO_MEM;
    for (int d = 0; d < n; d++) {
        numbers[d] = tree->dims[d].size;
        numbers[n + d] = tree->dims[d].subsize;
        numbers[2 * n + d] = tree->dims[d].start;
    }
    err = mpi_result(MPI_Type_create_subarray_c(n, numbers, numbers + n, numbers + 2 * n, tree->order, child, type),
                     "MPI_Type_create_subarray_c");
    dtpi_free(numbers);
    return err;
}

/* All but the sizes of the array are ints here too. */
static int build_darray(const struct dtpi_tree *tree, MPI_Datatype child, MPI_Datatype *type)
{
    static const int distributions[] = {[DTPI_BLOCK] = MPI_DISTRIBUTE_BLOCK, [DTPI_CYCLIC] = MPI_DISTRIBUTE_CYCLIC,
                                        [DTPI_NOT_DISTRIBUTED] = MPI_DISTRIBUTE_NONE};
    const int n = tree->num_dims;
    MPI_Count *sizes = dtpi_alloc((size_t) n, sizeof *sizes);
    int *numbers = sizes ? dtpi_alloc(3 * (size_t) n, sizeof *numbers) : NULL, processes = 0, rank = 0, err;

    err = numbers ? dtpi_to_int(tree->processes, "number of processes", &processes) : DTP_ERR_NO_MEM;
    err = err ? err : dtpi_to_int(tree->rank, "rank", &rank);
    for (int d = 0; d < n && !err; d++) {
        const struct dtpi_dim *dim = &tree->dims[d];
        sizes[d] = dim->size;
        numbers[d] = distributions[dim->distribution];
        err = dtpi_to_int(dim->darg, "distribution argument", &numbers[n + d]);
        if (dim->darg == 0)
            numbers[n + d] = MPI_DISTRIBUTE_DFLT_DARG;
        err = err ? err : dtpi_to_int(dim->processes, "number of processes", &numbers[2 * n + d]);
    }
    if (!err)
        err = mpi_result(MPI_Type_create_darray_c(processes, rank, n, sizes, numbers, numbers + n, numbers + 2 * n,
                                                  tree->order, child, type), "MPI_Type_create_darray_c");
    dtpi_free(numbers);
    dtpi_free(sizes);
    return err;
}

/* The constructor call of a tree whose only child is made already. */
static int build_over(const struct dtpi_tree *tree, MPI_Datatype child, MPI_Datatype *type)
{
    const struct dtpi_run *run = tree->runs;

    switch (tree->ctor) {
        case DTPI_CONTIGUOUS:
            return mpi_result(MPI_Type_contiguous_c(run->blklen, child, type), "MPI_Type_contiguous_c");
        case DTPI_VECTOR:
            return mpi_result(MPI_Type_vector_c(run->count, run->blklen, run->step, child, type), "MPI_Type_vector_c");
        case DTPI_HVECTOR:
            return mpi_result(MPI_Type_create_hvector_c(run->count, run->blklen, run->step, child, type),
                              "MPI_Type_create_hvector_c");
        case DTPI_SUBARRAY:
            return build_subarray(tree, child, type);
        case DTPI_DARRAY:
            return build_darray(tree, child, type);
        case DTPI_RESIZED:
            return mpi_result(MPI_Type_create_resized_c(child, tree->new_lb, tree->new_extent, type),
                              "MPI_Type_create_resized_c");
        case DTPI_DUP:
            return mpi_result(MPI_Type_dup(child, type), "MPI_Type_dup");
        default:
            return build_list(tree, child, type);
    }
}

static int build(const struct dtpi_tree *tree, MPI_Datatype *type)
{
    MPI_Datatype child;
    int err, freed;

    if (tree->ctor == DTPI_STRUCT)
        return build_struct(tree, type);
    err = dtpi_tree_to_mpi_large(tree->runs[0].child, &child);
    if (err)
        return err;
    err = build_over(tree, child, type);
    freed = dtpi_type_free(tree->runs[0].child, &child);
    return err ? err : freed;
}

int dtpi_tree_to_mpi_large(const struct dtpi_tree *tree, MPI_Datatype *type)
{
    int err;

    *type = MPI_DATATYPE_NULL;
    if (tree->ctor == DTPI_BASIC_TYPE) {
        *type = tree->basic->type;
        return DTP_SUCCESS;
    }
    err = build(tree, type);
    if (err && *type != MPI_DATATYPE_NULL)
        (void) MPI_Type_free(type);
    return err;
}

#else

int dtpi_tree_to_mpi_large(const struct dtpi_tree *tree, MPI_Datatype *type)
{
    return dtpi_tree_to_mpi(tree, type);
}

#endif
