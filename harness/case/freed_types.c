/* Types that are freed while they are in use, and types that are made later. */
#include "case/freed_types.h"

enum { MOST = 16 };

static MPI_Datatype types[MOST];
static int num_types;

MPI_Datatype h_call_type(struct h_obj o, bool frees)
{
    MPI_Datatype type = o.mpi->DTP_obj_type;

    if (frees)
        H_DTP(DTP_obj_type_create(o.pool, o.index, &type));
    return type;
}

void h_call_type_free(struct h_obj o, bool frees, MPI_Datatype *type)
{
    if (!frees)
        return;
    H_DTP(DTP_obj_type_free(o.pool, o.index, type));
    h_later_type_make();
}

void h_later_type_make(void)
{
    MPI_Datatype *type = &types[num_types];

    if (num_types == MOST)
        return;
    H_MPI(MPI_Type_vector(2, 1, 2 + num_types, MPI_SIGNED_CHAR, type));
    H_MPI(MPI_Type_commit(type));
    num_types++;
}

void h_later_types_free(void)
{
    while (num_types > 0)
        H_MPI(MPI_Type_free(&types[--num_types]));
}
