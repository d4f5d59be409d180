/* The extent of an object's type, as the library and MPI know it. */
#include "case/extent.h"

MPI_Aint h_extent_by_mpi(MPI_Datatype type)
{
    MPI_Aint lb, extent;

    H_MPI(MPI_Type_get_extent(type, &lb, &extent));
    return extent;
}

/* An object that is not created has no type yet: one is made for the question. */
bool h_extent(DTP_t pool, int index, MPI_Aint *extent)
{
    MPI_Datatype type = pool->DTP_obj_array[index].DTP_obj_type;
    MPI_Aint lb, said;

    if (DTP_obj_extent(pool, index, &lb, extent) != DTP_SUCCESS)
        return false;
    if (type != MPI_DATATYPE_NULL)
        return h_extent_by_mpi(type) == *extent;
    if (DTP_obj_type_create(pool, index, &type) != DTP_SUCCESS)
        return false;
    said = h_extent_by_mpi(type);
    H_DTP(DTP_obj_type_free(pool, index, &type));
    return said == *extent;
}
