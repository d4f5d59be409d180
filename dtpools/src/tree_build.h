/* The constructors of MPI for one width of counts, over the nodes of a type tree.  tree_mpi.c includes this once a
 * width, with
 *     COUNT         the C type of a count, and of a displacement in units of the child
 *     BYTES         that of a displacement in bytes
 *     TO_COUNT      int TO_COUNT(MPI_Aint value, const char *what, COUNT *result), a DTP code
 *     WIDE(name)    the name of a procedure, a function or a structure of this width */

/* The arguments of a constructor, as MPI wants them: one entry a block. */
struct WIDE(arguments) {
    COUNT n;
    COUNT blklen;            /* of the first run, which there is without blocks too */
    COUNT *blklens, *displs; /* each n; displs in units of the child */
    BYTES *addresses;        /* n displacements in bytes */
    MPI_Datatype *types;     /* n, of a struct */
};

static void WIDE(free_arguments)(struct WIDE(arguments) *a)
{
    dtpi_free(a->addresses);
    dtpi_free(a->blklens);
    dtpi_free(a->types);
}

/* Room for as many entries as the runs have blocks; the two arrays of counts are one piece. */
static int WIDE(alloc_arguments)(const struct dtpi_tree *tree, struct WIDE(arguments) *a)
{
    const MPI_Aint n = num_blocks(tree);
    int err;

    *a = (struct WIDE(arguments)) {0};
    err = TO_COUNT(n, "the number of blocks", &a->n);
    if (err)
        return err;
    a->addresses = dtpi_alloc((size_t) n, sizeof *a->addresses);
    a->blklens = a->addresses ? dtpi_alloc((size_t) n, 2 * sizeof *a->blklens) : NULL;
    a->types = a->blklens ? dtpi_alloc(tree->ctor == DTPI_STRUCT ? (size_t) n : 0, sizeof *a->types) : NULL;
    if (!a->types) {
        WIDE(free_arguments)(a);
        return DTP_ERR_NO_MEM;
    }
    a->displs = a->blklens + n;
    return DTP_SUCCESS;
}

static int WIDE(fill_arguments)(const struct dtpi_tree *tree, struct WIDE(arguments) *a)
{
    const bool units = takes_units(tree->ctor);
    MPI_Aint at = 0;
    int err = DTP_SUCCESS;

    for (int i = 0; i < tree->num_runs && !err; i++) {
        const struct dtpi_run *run = &tree->runs[i];
        COUNT blklen = 0;
        err = TO_COUNT(run->blklen, "block length", &blklen);
        a->blklen = i == 0 ? blklen : a->blklen;
        if (!err && units && run->count > 0) { /* a run is monotone: its ends decide */
            COUNT unused;
            err = TO_COUNT(run->disp, "displacement", &unused);
            err = err ? err : TO_COUNT(run->disp + (run->count - 1) * run->step, "displacement", &unused);
        }
        for (MPI_Aint b = 0; b < run->count && !err; b++, at++) {
            a->blklens[at] = blklen;
            a->addresses[at] = run->disp + b * run->step;
            if (units)
                a->displs[at] = (COUNT) a->addresses[at];
        }
    }
    return err;
}

static int WIDE(build_list)(const struct dtpi_tree *tree, const struct WIDE(arguments) *a, MPI_Datatype child,
                            MPI_Datatype *type)
{
    switch (tree->ctor) {
        case DTPI_INDEXED:
            return MADE_BY(MPI_Type_indexed, a->n, a->blklens, a->displs, child, type);
        case DTPI_HINDEXED:
            return MADE_BY(MPI_Type_create_hindexed, a->n, a->blklens, a->addresses, child, type);
        case DTPI_INDEXED_BLOCK:
            return MADE_BY(MPI_Type_create_indexed_block, a->n, a->blklen, a->displs, child, type);
        case DTPI_HINDEXED_BLOCK:
            return MADE_BY(MPI_Type_create_hindexed_block, a->n, a->blklen, a->addresses, child, type);
        default:
            return MADE_BY(MPI_Type_create_struct, a->n, a->blklens, a->addresses, a->types, type);
    }
}

/* What MPI was given must be as it was: the arrays are IN arguments (MPI-3.1, 4.1.2). */
static int WIDE(check_arguments)(const struct dtpi_tree *tree, const struct WIDE(arguments) *a)
{
    const bool units = takes_units(tree->ctor);
    MPI_Aint at = 0;

    for (int i = 0; i < tree->num_runs; i++) {
        const struct dtpi_run *run = &tree->runs[i];
        for (MPI_Aint b = 0; b < run->count; b++, at++) {
            const MPI_Aint disp = run->disp + b * run->step;
            if (a->blklens[at] != run->blklen || (units ? (MPI_Aint) a->displs[at] : a->addresses[at]) != disp)
                return dtpi_error(DTP_ERR_MPI, "block %lld that %s was given: expected as it was, found changed",
                                  (long long) at, dtpi_ctor_name(tree->ctor));
        }
    }
    return DTP_SUCCESS;
}

static int WIDE(build_struct)(const struct dtpi_tree *tree, build_fn *build, MPI_Datatype *type)
{
    struct WIDE(arguments) a;
    MPI_Datatype *children;
    int err = WIDE(alloc_arguments)(tree, &a), made = 0;
    MPI_Aint at = 0;

    if (err)
        return err;
    children = dtpi_alloc((size_t) tree->num_runs, sizeof *children);
    err = children ? WIDE(fill_arguments)(tree, &a) : DTP_ERR_NO_MEM;
    for (; made < tree->num_runs && !err; made += !err) {
        if (shares_child(tree, made))
            children[made] = children[made - 1];
        else
            err = build(tree->runs[made].child, &children[made]);
        for (MPI_Aint b = 0; !err && b < tree->runs[made].count; b++)
            a.types[at++] = children[made];
    }
    err = err ? err : WIDE(build_list)(tree, &a, MPI_DATATYPE_NULL, type);
    err = err ? err : WIDE(check_arguments)(tree, &a);
    while (made-- > 0) {
        const bool is_shared = made > 0 && children[made] == children[made - 1];
        int freed = is_shared ? DTP_SUCCESS : dtpi_type_free(tree->runs[made].child, &children[made]);
        err = err ? err : freed;
    }
    dtpi_free(children);
    WIDE(free_arguments)(&a);
    return err;
}

static int WIDE(build_subarray)(const struct dtpi_tree *tree, MPI_Datatype child, MPI_Datatype *type)
{
    const int n = tree->num_dims;
    COUNT *numbers = dtpi_alloc(3 * (size_t) n, sizeof *numbers);
    int err = numbers ? DTP_SUCCESS : DTP_ERR_NO_MEM;

    for (int d = 0; d < n && !err; d++) {
        err = TO_COUNT(tree->dims[d].size, "array size", &numbers[d]);
        err = err ? err : TO_COUNT(tree->dims[d].subsize, "array subsize", &numbers[n + d]);
        err = err ? err : TO_COUNT(tree->dims[d].start, "array start", &numbers[2 * n + d]);
    }
    if (!err)
        err = MADE_BY(MPI_Type_create_subarray, n, numbers, numbers + n, numbers + 2 * n, tree->order, child, type);
    dtpi_free(numbers);
    return err;
}

/* All but the sizes of the array are ints in either width. */
static int WIDE(build_darray)(const struct dtpi_tree *tree, MPI_Datatype child, MPI_Datatype *type)
{
    const int n = tree->num_dims;
    COUNT *sizes = dtpi_alloc((size_t) n, sizeof *sizes);
    int *numbers = sizes ? dtpi_alloc(3 * (size_t) n, sizeof *numbers) : NULL, processes = 0, rank = 0, err;

    err = numbers ? dtpi_to_int(tree->processes, "number of processes", &processes) : DTP_ERR_NO_MEM;
    err = err ? err : dtpi_to_int(tree->rank, "rank", &rank);
    for (int d = 0; d < n && !err; d++) {
        err = TO_COUNT(tree->dims[d].size, "array size", &sizes[d]);
        err = err ? err : deal_dimension(&tree->dims[d], n, numbers + d);
    }
    if (!err)
        err = MADE_BY(MPI_Type_create_darray, processes, rank, n, sizes, numbers, numbers + n, numbers + 2 * n,
                      tree->order, child, type);
    dtpi_free(numbers);
    dtpi_free(sizes);
    return err;
}

static int WIDE(build_vector)(const struct dtpi_tree *tree, MPI_Datatype child, MPI_Datatype *type)
{
    const struct dtpi_run *run = &tree->runs[0];
    COUNT count = 0, blklen = 0, stride = 0;
    int err = TO_COUNT(run->count, "count", &count);

    err = err ? err : TO_COUNT(run->blklen, tree->ctor == DTPI_CONTIGUOUS ? "count" : "block length", &blklen);
    if (!err && tree->ctor == DTPI_VECTOR)
        err = TO_COUNT(run->step, "stride", &stride);
    if (err)
        return err;
    if (tree->ctor == DTPI_CONTIGUOUS)
        return MADE_BY(MPI_Type_contiguous, blklen, child, type);
    if (tree->ctor == DTPI_VECTOR)
        return MADE_BY(MPI_Type_vector, count, blklen, stride, child, type);
    return MADE_BY(MPI_Type_create_hvector, count, blklen, run->step, child, type);
}

/* The constructor call of a tree whose only child is made already. */
static int WIDE(build_over)(const struct dtpi_tree *tree, MPI_Datatype child, MPI_Datatype *type)
{
    struct WIDE(arguments) a;
    int err;

    switch (tree->ctor) {
        case DTPI_CONTIGUOUS:
        case DTPI_VECTOR:
        case DTPI_HVECTOR:
            return WIDE(build_vector)(tree, child, type);
        case DTPI_SUBARRAY:
            return WIDE(build_subarray)(tree, child, type);
        case DTPI_DARRAY:
            return WIDE(build_darray)(tree, child, type);
        case DTPI_RESIZED:
            return MADE_BY(MPI_Type_create_resized, child, tree->new_lb, tree->new_extent, type);
        case DTPI_DUP: /* takes no count */
            return mpi_result(MPI_Type_dup(child, type), "MPI_Type_dup");
        default:
            err = WIDE(alloc_arguments)(tree, &a);
            if (err)
                return err;
            err = WIDE(fill_arguments)(tree, &a);
            err = err ? err : WIDE(build_list)(tree, &a, child, type);
            err = err ? err : WIDE(check_arguments)(tree, &a);
            WIDE(free_arguments)(&a);
            return err;
    }
}
