/* Types that are freed while they are in use, and types that are made later. */
#include "case/freed_types.h"

#include <limits.h>

enum { MOST = 16 };

static MPI_Datatype types[MOST];
static int num_types;

struct measures {
    int size;
    MPI_Aint lb, extent;
};

static struct measures measure(MPI_Datatype type)
{
    struct measures m;

    H_MPI(MPI_Type_size(type, &m.size));
    H_MPI(MPI_Type_get_extent(type, &m.lb, &m.extent));
    return m;
}

/* By one constructor, so that it has the place that was given up.  All of its data are at its end. */
static void make_later_type(struct measures m)
{
    MPI_Datatype *type = &types[num_types];
    int extent = (int) m.extent, begin = extent - m.size;

    if (num_types == MOST)
        return;
    if (m.size > 0 && m.extent > m.size && m.extent <= INT_MAX)
        H_MPI(MPI_Type_create_subarray(1, &extent, &m.size, &begin, MPI_ORDER_C, MPI_BYTE, type));
    else
        H_MPI(MPI_Type_vector(2, 1, 2 + num_types, MPI_SIGNED_CHAR, type));
    H_MPI(MPI_Type_commit(type));
    num_types++;
}

void h_type_give_up(MPI_Datatype *type)
{
    const struct measures m = measure(*type);

    H_MPI(MPI_Type_free(type));
    make_later_type(m);
}

MPI_Datatype h_call_type(struct h_obj o, bool frees)
{
    MPI_Datatype type = o.mpi->DTP_obj_type;

    if (frees)
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
