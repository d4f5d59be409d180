/* Types that are freed while they are in use, and types that are made later. */
#include "case/freed_types.h"

#include <limits.h>

enum { MOST = 16 };

static MPI_Datatype types[MOST];
static int num_types;

struct measures {
    int size;
    MPI_Aint lb, extent, true_lb, true_extent;
};

static struct measures measure(MPI_Datatype type)
{
    struct measures m;

    H_MPI(MPI_Type_size(type, &m.size));
    H_MPI(MPI_Type_get_extent(type, &m.lb, &m.extent));
    H_MPI(MPI_Type_get_true_extent(type, &m.true_lb, &m.true_extent));
    return m;
}

/* A byte at the beginning, and the others at the end. */
static void make_ends(struct measures m, MPI_Datatype *type)
{
    const int blklens[] = {1, m.size - 1};
    const MPI_Aint displs[] = {m.lb, m.lb + m.extent - (m.size - 1)};

    H_MPI(MPI_Type_create_hindexed(2, blklens, displs, MPI_BYTE, type));
}

/* By one constructor, so that it has the place that was given up.  All of its data are at its end, but for a byte that
 * gives it the true bounds of the freed one. */
static void make_later_type(struct measures m)
{
    const bool has_gap = m.size > 0 && m.extent > m.size && m.extent <= INT_MAX;
    const bool is_tight = m.lb == m.true_lb && m.extent == m.true_extent;
    const int extent = has_gap ? (int) m.extent : 0, begin = extent - m.size;
    MPI_Datatype *type = &types[num_types];

    if (num_types == MOST)
        return;
    if (!has_gap)
        H_MPI(MPI_Type_vector(2, 1, 2 + num_types, MPI_SIGNED_CHAR, type));
    else if (is_tight && m.size > 1)
        make_ends(m, type);
    else
        H_MPI(MPI_Type_create_subarray(1, &extent, &m.size, &begin, MPI_ORDER_C, MPI_BYTE, type));
    H_MPI(MPI_Type_commit(type));
    num_types++;
}

void h_type_give_up(MPI_Datatype *type)
{
    const struct measures m = measure(*type);

    H_MPI(MPI_Type_free(type));
    make_later_type(m);
}

MPI_Datatype h_call_type(const struct h_case *c, struct h_obj o, bool frees)
{
    MPI_Datatype type;

    if (!frees)
        return h_type(c, o.pool, o.index);
    H_DTP(DTP_obj_type_create(o.pool, o.index, &type));
    return type;
}

void h_call_type_free(struct h_obj o, bool frees, MPI_Datatype *type)
{
    struct measures m;

    if (!frees)
        return;
    m = measure(*type);
    H_DTP(DTP_obj_type_free(o.pool, o.index, type));
    make_later_type(m);
}

void h_later_types_free(void)
{
    while (num_types > 0)
        H_MPI(MPI_Type_free(&types[--num_types]));
}
