/* What MPI says of an object's type, compared with what its tree says. */
#include "pool.h"

#include "alloc.h"
#include "error.h"
#include "tree_decode.h"
#include "tree_text.h"

#include <limits.h>
#include <stdio.h>

/* ---- numbers ---- */

/* Calls of MPI that give a size, or a lower bound and an extent. */
struct numbers {
    MPI_Count a, b;
};

static int size_of(MPI_Datatype type, struct numbers *n)
{
    int size = 0, code = MPI_Type_size(type, &size);

    n->a = size;
    return code;
}

static int size_x_of(MPI_Datatype type, struct numbers *n)
{
    return MPI_Type_size_x(type, &n->a);
}

static int extent_of(MPI_Datatype type, struct numbers *n)
{
    MPI_Aint lb = 0, extent = 0;
    int code = MPI_Type_get_extent(type, &lb, &extent);

    *n = (struct numbers) {lb, extent};
    return code;
}

static int extent_x_of(MPI_Datatype type, struct numbers *n)
{
    return MPI_Type_get_extent_x(type, &n->a, &n->b);
}

static int true_extent_of(MPI_Datatype type, struct numbers *n)
{
    MPI_Aint lb = 0, extent = 0;
    int code = MPI_Type_get_true_extent(type, &lb, &extent);

    *n = (struct numbers) {lb, extent};
    return code;
}

static int true_extent_x_of(MPI_Datatype type, struct numbers *n)
{
    return MPI_Type_get_true_extent_x(type, &n->a, &n->b);
}

#ifdef HAVE_MPI_TYPE_CONTIGUOUS_C
static int size_c_of(MPI_Datatype type, struct numbers *n)
{
    return MPI_Type_size_c(type, &n->a);
}

static int extent_c_of(MPI_Datatype type, struct numbers *n)
{
    return MPI_Type_get_extent_c(type, &n->a, &n->b);
}

static int true_extent_c_of(MPI_Datatype type, struct numbers *n)
{
    return MPI_Type_get_true_extent_c(type, &n->a, &n->b);
}
#endif

enum which { SIZE, EXTENT, TRUE_EXTENT };

static const struct query {
    const char *call;
    int (*ask)(MPI_Datatype type, struct numbers *n);
    enum which which;
} queries[] = {
    {"MPI_Type_size", size_of, SIZE},
    {"MPI_Type_size_x", size_x_of, SIZE},
    {"MPI_Type_get_extent", extent_of, EXTENT},
    {"MPI_Type_get_extent_x", extent_x_of, EXTENT},
    {"MPI_Type_get_true_extent", true_extent_of, TRUE_EXTENT},
    {"MPI_Type_get_true_extent_x", true_extent_x_of, TRUE_EXTENT},
#ifdef HAVE_MPI_TYPE_CONTIGUOUS_C
    {"MPI_Type_size_c", size_c_of, SIZE},
    {"MPI_Type_get_extent_c", extent_c_of, EXTENT},
    {"MPI_Type_get_true_extent_c", true_extent_c_of, TRUE_EXTENT},
#endif
};

static int compare(const char *call, const char *what, MPI_Count expected, MPI_Count found)
{
    if (expected == found)
        return DTP_SUCCESS;
    return dtpi_error(DTP_ERR_CHECK, "%s: %s: expected %lld, MPI says %lld", call, what, (long long) expected,
                      (long long) found);
}

static int check_query(const struct query *q, const struct dtpi_tree *tree, MPI_Datatype type)
{
    struct numbers n = {-1, -1};
    int err, code = q->ask(type, &n);

    if (code != MPI_SUCCESS)
        return dtpi_error_mpi(code, q->call);
    switch (q->which) {
        case SIZE: /* MPI_Type_size says so if an int does not hold it (MPI-3.1, 4.1.5) */
            return compare(q->call, "size", q->ask == size_of && tree->size > INT_MAX ? MPI_UNDEFINED : tree->size,
                           n.a);
        case EXTENT:
            err = compare(q->call, "lower bound", tree->lb, n.a);
            return err || tree->rough ? err : compare(q->call, "extent", dtpi_tree_extent(tree), n.b);
        default:
            err = compare(q->call, "true lower bound", tree->true_lb, n.a);
            return err ? err : compare(q->call, "true extent", dtpi_tree_true_extent(tree), n.b);
    }
}

/* The tree of an object that has a datatype of its own. */
static int tree_of(const char *call, DTP_t dtp, int obj_idx, MPI_Datatype type, const struct dtpi_tree **tree)
{
    const struct dtpi_entry *entry;
    int err = dtpi_entry_of(call, dtp, obj_idx, &entry);

    if (err)
        return err;
    *tree = entry->object.tree;
    if (dtp->priv->is_buffer)
        return dtpi_error(DTP_ERR_STATE, "%s: object %d is a buffer of blocks, which has no datatype", call, obj_idx);
    if (type == MPI_DATATYPE_NULL)
        return dtpi_error(DTP_ERR_ARG, "%s: argument type is MPI_DATATYPE_NULL; expected a type of object %d", call,
                          obj_idx);
    return DTP_SUCCESS;
}

/* "call: object 3 (name) of MPI_INT:512: " before the message that is kept. */
static int report_object(const char *call, DTP_t dtp, int obj_idx, int err)
{
    char where[384];

    (void) snprintf(where, sizeof where, "%s: object %d (%s) of %s", call, obj_idx, dtp->priv->entries[obj_idx].name,
                    dtp->priv->signature.brief);
    return dtpi_error_in(err, where);
}

/* What the last check asked when MPI said something else. */
static const char *wrong_call = "";

const char *DTP_type_check_call(void)
{
    return wrong_call;
}

int DTP_obj_type_check(DTP_t dtp, int obj_idx, MPI_Datatype type)
{
    static const char call[] = "DTP_obj_type_check";
    const struct dtpi_tree *tree;
    int err = tree_of(call, dtp, obj_idx, type, &tree);

    if (err)
        return err;
    wrong_call = "";
    for (size_t i = 0; i < sizeof queries / sizeof queries[0] && !err; i++) {
        err = check_query(&queries[i], tree, type);
        wrong_call = err == DTP_ERR_CHECK ? queries[i].call : "";
    }
    return err ? report_object(call, dtp, obj_idx, err) : DTP_SUCCESS;
}

/* ---- constructors ---- */

/* The arguments that MPI says are not those that the type was made with. */
static int other_tree(const struct dtpi_tree *made, const struct dtpi_tree *decoded)
{
    char *expected = dtpi_tree_text(made), *found = expected ? dtpi_tree_text(decoded) : NULL;
    const int err = found ? dtpi_error(DTP_ERR_CHECK, "MPI_Type_get_contents: expected %s, found %s", expected, found)
                          : DTP_ERR_NO_MEM;

    dtpi_free(expected);
    dtpi_free(found);
    return err;
}

/* They make no tree; the message that is kept says why. */
static int no_tree(const struct dtpi_tree *made)
{
    char *expected = dtpi_tree_text(made);
    const int err = expected ? dtpi_error_before(DTP_ERR_CHECK, "MPI_Type_get_contents: expected %s, found ", expected)
                             : DTP_ERR_NO_MEM;

    dtpi_free(expected);
    return err;
}

int DTP_obj_decode_check(DTP_t dtp, int obj_idx, MPI_Datatype type)
{
    static const char call[] = "DTP_obj_decode_check";
    const struct dtpi_tree *made;
    struct dtpi_tree *decoded;
    int err = tree_of(call, dtp, obj_idx, type, &made);

    if (err)
        return err;
    err = dtpi_tree_decode(type, &decoded);
    if (!err && !dtpi_tree_equal(made, decoded))
        err = other_tree(made, decoded);
    else if (err == DTP_ERR_OVERFLOW || err == DTP_ERR_TYPE)
        err = no_tree(made);
    dtpi_tree_free(decoded);
    return err ? report_object(call, dtp, obj_idx, err) : DTP_SUCCESS;
}
