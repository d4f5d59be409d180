#include "tree_mpi.h"

#include "alloc.h"
#include "arith.h"
#include "error.h"

#include <limits.h>

/* The arguments of a constructor, as MPI wants them: one entry a block. */
struct arguments {
    int n;
    int blklen;              /* of the first run, which there is without blocks too */
    int *blklens, *displs;   /* each n ints */
    MPI_Aint *addresses;     /* n */
    MPI_Datatype *types;     /* n, of a struct */
};

int dtpi_to_int(MPI_Aint value, const char *what, int *result)
{
    if (value < INT_MIN || value > INT_MAX)
        return dtpi_error(DTP_ERR_OVERFLOW, "%s %lld does not fit the int that MPI's constructor takes (at most %d)",
                          what, (long long) value, INT_MAX);
    *result = (int) value;
    return DTP_SUCCESS;
}

static void free_arguments(struct arguments *a)
{
    dtpi_free(a->addresses);
    dtpi_free(a->blklens);
    dtpi_free(a->types);
}

/* Room for as many entries as the runs have blocks; the two int arrays are one piece. */
static int alloc_arguments(const struct dtpi_tree *tree, struct arguments *a)
{
    MPI_Aint n = 0;
    int err;

    *a = (struct arguments) {0};
    for (int i = 0; i < tree->num_runs; i++)
        if (!dtpi_add(n, tree->runs[i].count, &n))
            n = DTPI_AINT_MAX;
    err = dtpi_to_int(n, "the number of blocks", &a->n);
    if (err)
        return err;
    a->addresses = dtpi_alloc((size_t) n, sizeof *a->addresses);
    a->blklens = a->addresses ? dtpi_alloc(2 * (size_t) n, sizeof(int)) : NULL;
    a->types = a->blklens ? dtpi_alloc(tree->ctor == DTPI_STRUCT ? (size_t) n : 0, sizeof *a->types) : NULL;
    if (!a->types) {
        free_arguments(a);
        return DTP_ERR_NO_MEM;
    }
    a->displs = a->blklens + n;
    return DTP_SUCCESS;
}

/* Whether displacements go into an int, being in units of the child. */
static bool takes_int_displacements(enum dtpi_ctor ctor)
{
    return ctor == DTPI_INDEXED || ctor == DTPI_INDEXED_BLOCK;
}

static int fill_arguments(const struct dtpi_tree *tree, struct arguments *a)
{
    bool ints = takes_int_displacements(tree->ctor);
    int at = 0, err = DTP_SUCCESS;

    for (int i = 0; i < tree->num_runs && !err; i++) {
        const struct dtpi_run *run = &tree->runs[i];
        int blklen = 0;
        err = dtpi_to_int(run->blklen, "block length", &blklen);
        a->blklen = i == 0 ? blklen : a->blklen;
        if (!err && ints && run->count > 0) { /* a run is monotone: its ends decide */
            int unused;
            err = dtpi_to_int(run->disp, "displacement", &unused);
            err = err ? err : dtpi_to_int(run->disp + (run->count - 1) * run->step, "displacement", &unused);
        }
        for (MPI_Aint b = 0; b < run->count && !err; b++, at++) {
            a->blklens[at] = blklen;
            a->addresses[at] = run->disp + b * run->step;
            if (ints)
                a->displs[at] = (int) a->addresses[at];
        }
    }
    return err;
}

static int mpi_result(int mpi_code, const char *call)
{
    return mpi_code == MPI_SUCCESS ? DTP_SUCCESS : dtpi_error_mpi(mpi_code, call);
}

static int build_list(const struct dtpi_tree *tree, const struct arguments *a, MPI_Datatype child, MPI_Datatype *type)
{
    switch (tree->ctor) {
        case DTPI_INDEXED:
            return mpi_result(MPI_Type_indexed(a->n, a->blklens, a->displs, child, type), "MPI_Type_indexed");
        case DTPI_HINDEXED:
            return mpi_result(MPI_Type_create_hindexed(a->n, a->blklens, a->addresses, child, type),
                              "MPI_Type_create_hindexed");
        case DTPI_INDEXED_BLOCK:
            return mpi_result(MPI_Type_create_indexed_block(a->n, a->blklen, a->displs, child, type),
                              "MPI_Type_create_indexed_block");
        case DTPI_HINDEXED_BLOCK:
            return mpi_result(MPI_Type_create_hindexed_block(a->n, a->blklen, a->addresses, child,
                                                             type),
                              "MPI_Type_create_hindexed_block");
        default:
            return mpi_result(MPI_Type_create_struct(a->n, a->blklens, a->addresses, a->types, type),
                              "MPI_Type_create_struct");
    }
}

static int build_struct(const struct dtpi_tree *tree, MPI_Datatype *type)
{
    struct arguments a;
    MPI_Datatype *children;
    int err = alloc_arguments(tree, &a), made = 0, at = 0;

    if (err)
        return err;
    children = dtpi_alloc((size_t) tree->num_runs, sizeof *children);
    err = children ? fill_arguments(tree, &a) : DTP_ERR_NO_MEM;
    for (; made < tree->num_runs && !err; made += !err) {
        err = dtpi_tree_to_mpi(tree->runs[made].child, &children[made]);
        for (MPI_Aint b = 0; !err && b < tree->runs[made].count; b++)
            a.types[at++] = children[made];
    }
    err = err ? err : build_list(tree, &a, MPI_DATATYPE_NULL, type);
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
    int *numbers = dtpi_alloc(3 * (size_t) tree->num_dims, sizeof(int)), n = tree->num_dims, err;

    err = numbers ? DTP_SUCCESS : DTP_ERR_NO_MEM;
    for (int d = 0; d < n && !err; d++) {
        err = dtpi_to_int(tree->dims[d].size, "array size", &numbers[d]);
        err = err ? err : dtpi_to_int(tree->dims[d].subsize, "array subsize", &numbers[n + d]);
        err = err ? err : dtpi_to_int(tree->dims[d].start, "array start", &numbers[2 * n + d]);
    }
    if (!err)
        err = mpi_result(MPI_Type_create_subarray(n, numbers, numbers + n, numbers + 2 * n, tree->order, child, type),
                         "MPI_Type_create_subarray");
    dtpi_free(numbers);
    return err;
}

static int build_darray(const struct dtpi_tree *tree, MPI_Datatype child, MPI_Datatype *type)
{
    static const int distributions[] = {[DTPI_BLOCK] = MPI_DISTRIBUTE_BLOCK, [DTPI_CYCLIC] = MPI_DISTRIBUTE_CYCLIC,
                                        [DTPI_NOT_DISTRIBUTED] = MPI_DISTRIBUTE_NONE};
    int *numbers = dtpi_alloc(4 * (size_t) tree->num_dims, sizeof(int)), n = tree->num_dims, processes = 0, rank = 0, err;

    err = numbers ? dtpi_to_int(tree->processes, "number of processes", &processes) : DTP_ERR_NO_MEM;
    err = err ? err : dtpi_to_int(tree->rank, "rank", &rank);
    for (int d = 0; d < n && !err; d++) {
        const struct dtpi_dim *dim = &tree->dims[d];
        err = dtpi_to_int(dim->size, "array size", &numbers[d]);
        numbers[n + d] = distributions[dim->distribution];
        err = err ? err : dtpi_to_int(dim->darg, "distribution argument", &numbers[2 * n + d]);
        if (dim->darg == 0)
            numbers[2 * n + d] = MPI_DISTRIBUTE_DFLT_DARG;
        err = err ? err : dtpi_to_int(dim->processes, "number of processes", &numbers[3 * n + d]);
    }
    if (!err)
        err = mpi_result(MPI_Type_create_darray(processes, rank, n, numbers, numbers + n, numbers + 2 * n,
                                                numbers + 3 * n, tree->order, child, type), "MPI_Type_create_darray");
    dtpi_free(numbers);
    return err;
}

static int build_vector(const struct dtpi_tree *tree, MPI_Datatype child, MPI_Datatype *type)
{
    const struct dtpi_run *run = &tree->runs[0];
    int count = 0, blklen = 0, stride = 0, err;

    err = dtpi_to_int(run->count, "count", &count);
    err = err ? err : dtpi_to_int(run->blklen, tree->ctor == DTPI_CONTIGUOUS ? "count" : "block length", &blklen);
    if (!err && tree->ctor == DTPI_VECTOR)
        err = dtpi_to_int(run->step, "stride", &stride);
    if (err)
        return err;
    if (tree->ctor == DTPI_CONTIGUOUS)
        return mpi_result(MPI_Type_contiguous(blklen, child, type), "MPI_Type_contiguous");
    if (tree->ctor == DTPI_VECTOR)
        return mpi_result(MPI_Type_vector(count, blklen, stride, child, type), "MPI_Type_vector");
    return mpi_result(MPI_Type_create_hvector(count, blklen, run->step, child, type), "MPI_Type_create_hvector");
}

/* The constructor call of a tree whose only child is made already. */
static int build_over(const struct dtpi_tree *tree, MPI_Datatype child, MPI_Datatype *type)
{
    struct arguments a;
    int err;

    switch (tree->ctor) {
        case DTPI_CONTIGUOUS:
        case DTPI_VECTOR:
        case DTPI_HVECTOR:
            return build_vector(tree, child, type);
        case DTPI_SUBARRAY:
            return build_subarray(tree, child, type);
        case DTPI_DARRAY:
            return build_darray(tree, child, type);
        case DTPI_RESIZED:
            return mpi_result(MPI_Type_create_resized(child, tree->new_lb, tree->new_extent, type),
                              "MPI_Type_create_resized");
        case DTPI_DUP:
            return mpi_result(MPI_Type_dup(child, type), "MPI_Type_dup");
        default:
            err = alloc_arguments(tree, &a);
            if (err)
                return err;
            err = fill_arguments(tree, &a);
            err = err ? err : build_list(tree, &a, child, type);
            free_arguments(&a);
            return err;
    }
}

int dtpi_tree_to_mpi(const struct dtpi_tree *tree, MPI_Datatype *type)
{
    MPI_Datatype child;
    int err, freed;

    *type = MPI_DATATYPE_NULL;
    if (tree->ctor == DTPI_BASIC_TYPE) {
        *type = tree->basic->type;
        return DTP_SUCCESS;
    }
    if (tree->ctor == DTPI_STRUCT) {
        err = build_struct(tree, type);
    } else {
        err = dtpi_tree_to_mpi(tree->runs[0].child, &child);
        if (err)
            return err;
        err = build_over(tree, child, type);
        freed = dtpi_type_free(tree->runs[0].child, &child);
        err = err ? err : freed;
    }
    if (err && *type != MPI_DATATYPE_NULL)
        (void) MPI_Type_free(type);
    return err;
}

int dtpi_type_free(const struct dtpi_tree *tree, MPI_Datatype *type)
{
    int err = MPI_SUCCESS;

    if (tree->ctor != DTPI_BASIC_TYPE)
        err = MPI_Type_free(type);
    *type = MPI_DATATYPE_NULL;
    return mpi_result(err, "MPI_Type_free");
}
