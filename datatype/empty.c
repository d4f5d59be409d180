/* Types without elements, made of every object's type: no blocks, or blocks of length 0, make no entries of the type
 * map and have no effect on the bounds (MPI-3.1, 4.1).  So all have size 0, and the same bounds by every call, before
 * and after a commit, and so has a duplicate; a resized one has those that it is given (4.1.7).  The object's
 * type then moves its data as before. */
#include "harness.h"
#include "tables.h"

#include <stdbool.h>

/* ---- how they are made ---- */

enum { BLOCKS = 2 };
static const int no_lengths[BLOCKS], displs[BLOCKS] = {3, 5};
static const MPI_Aint bytes[BLOCKS] = {24, 40};

static int no_instances(MPI_Datatype of, MPI_Datatype *type) { return MPI_Type_contiguous(0, of, type); }
static int no_blocks(MPI_Datatype of, MPI_Datatype *type) { return MPI_Type_vector(0, 2, 3, of, type); }
static int empty_vector(MPI_Datatype of, MPI_Datatype *type) { return MPI_Type_vector(BLOCKS, 0, 3, of, type); }

static int empty_hvector(MPI_Datatype of, MPI_Datatype *type)
{
    return MPI_Type_create_hvector(BLOCKS, 0, bytes[0], of, type);
}

static int empty_list(MPI_Datatype of, MPI_Datatype *type)
{
    return MPI_Type_indexed(BLOCKS, no_lengths, displs, of, type);
}

static int empty_hlist(MPI_Datatype of, MPI_Datatype *type)
{
    return MPI_Type_create_hindexed(BLOCKS, no_lengths, bytes, of, type);
}

static int empty_block_list(MPI_Datatype of, MPI_Datatype *type)
{
    return MPI_Type_create_indexed_block(BLOCKS, 0, displs, of, type);
}

static int empty_hblock_list(MPI_Datatype of, MPI_Datatype *type)
{
    return MPI_Type_create_hindexed_block(BLOCKS, 0, bytes, of, type);
}

static int empty_members(MPI_Datatype of, MPI_Datatype *type)
{
    const MPI_Datatype types[BLOCKS] = {of, of};

    return MPI_Type_create_struct(BLOCKS, no_lengths, bytes, types, type);
}

static const struct way {
    const char *procedure, *variant;
    int (*make)(MPI_Datatype of, MPI_Datatype *type);
} ways[] = {
    {"MPI_Type_contiguous", "no-instances", no_instances},
    {"MPI_Type_vector", "no-blocks", no_blocks},
    {"MPI_Type_vector", "empty-blocks", empty_vector},
    {"MPI_Type_create_hvector", "empty-blocks", empty_hvector},
    {"MPI_Type_indexed", "empty-blocks", empty_list},
    {"MPI_Type_create_hindexed", "empty-blocks", empty_hlist},
    {"MPI_Type_create_indexed_block", "empty-blocks", empty_block_list},
    {"MPI_Type_create_hindexed_block", "empty-blocks", empty_hblock_list},
    {"MPI_Type_create_struct", "empty-blocks", empty_members},
};

/* ---- what MPI says ---- */

struct bounds {
    MPI_Count lb, extent;
};

#define ASKS(CALL, NUMBER)                                                                                             \
    static int ask_##CALL(MPI_Datatype type, struct bounds *found)                                                     \
    {                                                                                                                  \
        NUMBER lb = -1, extent = -1;                                                                                   \
        const int code = CALL(type, &lb, &extent);                                                                     \
        *found = (struct bounds) {lb, extent};                                                                         \
        return code;                                                                                                   \
    }

ASKS(MPI_Type_get_extent, MPI_Aint)
ASKS(MPI_Type_get_true_extent, MPI_Aint)
#if defined HAVE_MPI_TYPE_GET_EXTENT_X && defined HAVE_MPI_TYPE_GET_TRUE_EXTENT_X
ASKS(MPI_Type_get_extent_x, MPI_Count)
ASKS(MPI_Type_get_true_extent_x, MPI_Count)
#endif
#ifdef HAVE_MPI_TYPE_CONTIGUOUS_C
ASKS(MPI_Type_get_extent_c, MPI_Count)
ASKS(MPI_Type_get_true_extent_c, MPI_Count)
#endif

#define QUERY(CALL, IS_TRUE) {#CALL, IS_TRUE, ask_##CALL}

static const struct query {
    const char *call;
    bool is_true;
    int (*ask)(MPI_Datatype type, struct bounds *found);
} queries[] = {
    QUERY(MPI_Type_get_extent, false),
    QUERY(MPI_Type_get_true_extent, true),
#if defined HAVE_MPI_TYPE_GET_EXTENT_X && defined HAVE_MPI_TYPE_GET_TRUE_EXTENT_X
    QUERY(MPI_Type_get_extent_x, false),
    QUERY(MPI_Type_get_true_extent_x, true),
#endif
#ifdef HAVE_MPI_TYPE_CONTIGUOUS_C
    QUERY(MPI_Type_get_extent_c, false),
    QUERY(MPI_Type_get_true_extent_c, true),
#endif
};

static void check(struct h_case *c, MPI_Datatype type, struct bounds bounds, struct bounds true_bounds)
{
    int size = -1;

    H_MPI(MPI_Type_size(type, &size));
    h_check_number(c, "MPI_Type_size", "size of no elements", 0, size);
    for (int k = 0; k < H_NUM(queries); k++) {
        const struct bounds expected = queries[k].is_true ? true_bounds : bounds;
        struct bounds found;
        H_MPI(queries[k].ask(type, &found));
        h_check_number(c, queries[k].call, "lower bound of no elements", expected.lb, found.lb);
        h_check_number(c, queries[k].call, "extent of no elements", expected.extent, found.extent);
    }
    h_count_verified();
}

/* ---- the cases ---- */

/* The bounds that this MPI says no elements have: the least and the greatest of none are anything. */
static void bounds_of_none(MPI_Datatype of, struct bounds *bounds, struct bounds *true_bounds)
{
    MPI_Datatype none;

    H_MPI(MPI_Type_contiguous(0, of, &none));
    H_MPI(ask_MPI_Type_get_extent(none, bounds));
    H_MPI(ask_MPI_Type_get_true_extent(none, true_bounds));
    H_MPI(MPI_Type_free(&none));
}

static void check_made(struct h_case *c, const struct way *w, MPI_Datatype of)
{
    struct bounds bounds, true_bounds;
    MPI_Datatype type, made;

    bounds_of_none(of, &bounds, &true_bounds);
    H_MPI(w->make(of, &type));
    check(c, type, bounds, true_bounds);
    H_MPI(MPI_Type_commit(&type));
    check(c, type, bounds, true_bounds);
    H_MPI(MPI_Type_dup(type, &made));
    check(c, made, bounds, true_bounds);
    H_MPI(MPI_Type_free(&made));
    H_MPI(MPI_Type_create_resized(type, -8, 24, &made));
    check(c, made, (struct bounds) {-8, 24}, true_bounds);
    check(c, type, bounds, true_bounds);
    H_MPI(MPI_Type_free(&made));
    H_MPI(MPI_Type_free(&type));
}

static void visit(struct h_case *c)
{
    for (int k = 0; k < H_NUM(ways); k++) {
        c->variant = ways[k].variant;
        if (h_begin(c, ways[k].procedure)) {
            check_made(c, &ways[k], c->recv.mpi->DTP_obj_type);
            h_receive_as(c, c->recv.mpi->DTP_obj_type, k);
        }
    }
}

static void run(void)
{
    h_each_pair(H_WORLD | H_ONCE, visit);
}

const struct h_program h_program = {"types without elements", 0, run};
