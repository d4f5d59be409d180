#include "tree_c.h"

#include "alloc.h"
#include "error.h"

enum { MAX_LISTED = 24, MAX_RUNS_IN_LOOPS = 4 };

int dtpi_tree_c_types(const struct dtpi_tree *tree)
{
    int n = tree->ctor != DTPI_BASIC_TYPE;

    if (tree->ctor != DTPI_STRUCT)
        return n ? n + dtpi_tree_c_types(tree->runs[0].child) : 0;
    for (int i = 0; i < tree->num_runs; i++)
        n += dtpi_tree_c_types(tree->runs[i].child);
    return n;
}

/* ---- lists, one entry a block ---- */

static MPI_Aint blocks_of(const struct dtpi_tree *tree)
{
    MPI_Aint n = 0;

    for (int i = 0; i < tree->num_runs; i++)
        n += tree->runs[i].count;
    return n;
}

/* Whether the lists are written out in the call; else loops fill arrays before it. */
static bool is_listed(const struct dtpi_tree *tree)
{
    return blocks_of(tree) <= MAX_LISTED || tree->num_runs > MAX_RUNS_IN_LOOPS;
}

enum list { BLKLENS, DISPLS, TYPES };

/* What a list has for block b of a run; its separator is a comma but for the first. */
static void put_entry(struct dtpi_c_out *out, const struct dtpi_run *run, MPI_Aint b, enum list list, const char *type,
                      const char *separator)
{
    if (list == TYPES)
        dtpi_c_word(out, "%s%s", separator, type);
    else
        dtpi_c_word(out, "%s%lld", separator, (long long) (list == BLKLENS ? run->blklen : run->disp + b * run->step));
}

/* names: of the runs' types, for a struct. */
static void put_list(struct dtpi_c_out *out, const struct dtpi_tree *tree, enum list list, const char *ctype,
                     const char (*names)[64])
{
    const char *separator = "";

    dtpi_c_word(out, " (%s[]) {", ctype);
    if (blocks_of(tree) == 0)
        dtpi_c_word(out, list == TYPES ? "MPI_INT" : "0");
    for (int i = 0; i < tree->num_runs; i++)
        for (MPI_Aint b = 0; b < tree->runs[i].count; b++, separator = ", ")
            put_entry(out, &tree->runs[i], b, list, names ? names[i] : "", separator);
    dtpi_c_word(out, "},");
}

static const char *displacement_ctype(enum dtpi_ctor ctor)
{
    return ctor == DTPI_INDEXED || ctor == DTPI_INDEXED_BLOCK ? "int" : "MPI_Aint";
}

/* Arrays b, d and, of a struct, y, with the number of the type behind them, and the loops that fill them. */
static void put_arrays(struct dtpi_c_out *out, const struct dtpi_tree *tree, int number, const char (*names)[64])
{
    const bool is_struct = tree->ctor == DTPI_STRUCT;
    long long n = (long long) blocks_of(tree);
    long long first = 0;

    dtpi_c_line(out, "    int b%d[%lld];", number, n);
    dtpi_c_line(out, "    %s d%d[%lld];", displacement_ctype(tree->ctor), number, n);
    if (is_struct)
        dtpi_c_line(out, "    MPI_Datatype y%d[%lld];", number, n);
    for (int i = 0; i < tree->num_runs; i++) {
        const struct dtpi_run *run = &tree->runs[i];
        dtpi_c_line(out, "    for (int i = 0; i < %lld; i++) {", (long long) run->count);
        dtpi_c_line(out, "        b%d[%lld + i] = %lld;", number, first, (long long) run->blklen);
        dtpi_c_line(out, "        d%d[%lld + i] = %lld + %lld * i;", number, first, (long long) run->disp,
                    (long long) run->step);
        if (is_struct)
            dtpi_c_line(out, "        y%d[%lld + i] = %s;", number, first, names[i]);
        dtpi_c_line(out, "    }");
        first += run->count;
    }
}

static void put_blocks(struct dtpi_c_out *out, const struct dtpi_tree *tree, int number, const char *child,
                       const char (*names)[64])
{
    static const char *const calls[] = {
        [DTPI_INDEXED] = "indexed", [DTPI_HINDEXED] = "create_hindexed",
        [DTPI_INDEXED_BLOCK] = "create_indexed_block", [DTPI_HINDEXED_BLOCK] = "create_hindexed_block",
        [DTPI_STRUCT] = "create_struct",
    };
    const bool one_length = tree->ctor == DTPI_INDEXED_BLOCK || tree->ctor == DTPI_HINDEXED_BLOCK;
    const bool listed = is_listed(tree);

    if (!listed)
        put_arrays(out, tree, number, names);
    dtpi_c_word(out, "    MPI_Type_%s(%lld,", calls[tree->ctor], (long long) blocks_of(tree));
    if (one_length)
        dtpi_c_word(out, " %lld,", (long long) tree->runs[0].blklen);
    else if (listed)
        put_list(out, tree, BLKLENS, "int", NULL);
    else
        dtpi_c_word(out, " b%d,", number);
    if (listed)
        put_list(out, tree, DISPLS, displacement_ctype(tree->ctor), NULL);
    else
        dtpi_c_word(out, " d%d,", number);
    if (!names)
        dtpi_c_word(out, " %s,", child);
    else if (listed)
        put_list(out, tree, TYPES, "MPI_Datatype", names);
    else
        dtpi_c_word(out, " y%d,", number);
    dtpi_c_word(out, " &t[%d]);", number);
    dtpi_c_line(out, "");
}

/* ---- arrays ---- */

static void put_dim(struct dtpi_c_out *out, const struct dtpi_dim *dim, char what)
{
    static const char *const distributions[] = {"MPI_DISTRIBUTE_BLOCK", "MPI_DISTRIBUTE_CYCLIC", "MPI_DISTRIBUTE_NONE"};

    switch (what) {
        case 's': dtpi_c_word(out, "%lld", (long long) dim->size); break;
        case 'u': dtpi_c_word(out, "%lld", (long long) dim->subsize); break;
        case 't': dtpi_c_word(out, "%lld", (long long) dim->start); break;
        case 'd': dtpi_c_word(out, "%s", distributions[dim->distribution]); break;
        case 'p': dtpi_c_word(out, "%lld", (long long) dim->processes); break;
        default:
            if (dim->darg == 0)
                dtpi_c_word(out, "MPI_DISTRIBUTE_DFLT_DARG");
            else
                dtpi_c_word(out, "%lld", (long long) dim->darg);
    }
}

static void put_array(struct dtpi_c_out *out, const struct dtpi_tree *tree, int number, const char *child)
{
    const char *whats = tree->ctor == DTPI_SUBARRAY ? "sut" : "sdap";

    if (tree->ctor == DTPI_SUBARRAY)
        dtpi_c_word(out, "    MPI_Type_create_subarray(%d,", tree->num_dims);
    else
        dtpi_c_word(out, "    MPI_Type_create_darray(%lld, %lld, %d,", (long long) tree->processes,
                    (long long) tree->rank, tree->num_dims);
    for (; *whats; whats++) {
        dtpi_c_word(out, " (int[]) {");
        for (int d = 0; d < tree->num_dims; d++) {
            if (d > 0)
                dtpi_c_word(out, ", ");
            put_dim(out, &tree->dims[d], *whats);
        }
        dtpi_c_word(out, "},");
    }
    dtpi_c_line(out, " MPI_ORDER_%s, %s, &t[%d]);", tree->order == MPI_ORDER_C ? "C" : "FORTRAN", child, number);
}

/* ---- one constructor ---- */

static void put_call(struct dtpi_c_out *out, const struct dtpi_tree *tree, int number, const char *child)
{
    const struct dtpi_run *run = &tree->runs[0];
    const long long count = (long long) run->count, blklen = (long long) run->blklen, step = (long long) run->step;

    switch (tree->ctor) {
        case DTPI_CONTIGUOUS:
            dtpi_c_line(out, "    MPI_Type_contiguous(%lld, %s, &t[%d]);", blklen, child, number);
            break;
        case DTPI_VECTOR:
            dtpi_c_line(out, "    MPI_Type_vector(%lld, %lld, %lld, %s, &t[%d]);", count, blklen, step, child, number);
            break;
        case DTPI_HVECTOR:
            dtpi_c_line(out, "    MPI_Type_create_hvector(%lld, %lld, %lld, %s, &t[%d]);", count, blklen, step, child,
                        number);
            break;
        case DTPI_RESIZED:
            dtpi_c_line(out, "    MPI_Type_create_resized(%s, %lld, %lld, &t[%d]);", child, (long long) tree->new_lb,
                        (long long) tree->new_extent, number);
            break;
        case DTPI_DUP:
            dtpi_c_line(out, "    MPI_Type_dup(%s, &t[%d]);", child, number);
            break;
        case DTPI_SUBARRAY:
        case DTPI_DARRAY:
            put_array(out, tree, number, child);
            break;
        default:
            put_blocks(out, tree, number, child, NULL);
    }
}

static int put_struct(struct dtpi_c_out *out, const struct dtpi_tree *tree, int *next)
{
    char (*names)[64] = dtpi_alloc((size_t) tree->num_runs, sizeof *names);
    int err = names ? DTP_SUCCESS : DTP_ERR_NO_MEM;

    for (int i = 0; i < tree->num_runs && !err; i++)
        err = dtpi_tree_c(out, tree->runs[i].child, next, names[i]);
    if (!err)
        put_blocks(out, tree, *next, NULL, (const char (*)[64]) names);
    dtpi_free(names);
    return err;
}

int dtpi_tree_c(struct dtpi_c_out *out, const struct dtpi_tree *tree, int *next, char name[64])
{
    char child[64];
    int err;

    if (tree->ctor == DTPI_BASIC_TYPE) {
        (void) snprintf(name, 64, "%s", tree->basic->name);
        return DTP_SUCCESS;
    }
    err = tree->ctor == DTPI_STRUCT ? put_struct(out, tree, next) : dtpi_tree_c(out, tree->runs[0].child, next, child);
    if (!err && tree->ctor != DTPI_STRUCT)
        put_call(out, tree, *next, child);
    (void) snprintf(name, 64, "t[%d]", (*next)++);
    return err;
}
