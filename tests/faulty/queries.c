/* Faults in what MPI says: of types, of statuses, and of packed forms. */
#include "faulty.h"
#include "hooks.h"

#include <stdlib.h>

/* ---- the faults: types ---- */

bool deep_size_wrong(enum query what, MPI_Datatype type, MPI_Aint *a, MPI_Aint *b)
{
    (void) b;
    if (what != SIZE || depth_of(type) < 3)
        return false;
    ++*a;
    return true;
}

bool extent_ignores_resized(enum query what, MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent)
{
    if (what != EXTENT || combiner_of(type) != MPI_COMBINER_RESIZED)
        return false;
    PMPI_Type_get_true_extent(type, lb, extent);
    return true;
}

bool negative_lb_told_zero(enum query what, MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent)
{
    (void) type, (void) extent;
    if (what != EXTENT || *lb >= 0)
        return false;
    *lb = 0;
    return true;
}

bool true_extent_as_extent(enum query what, MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent)
{
    const MPI_Aint had = *extent;

    if (what != TRUE_EXTENT || depth_of(type) < 2)
        return false;
    PMPI_Type_get_extent(type, lb, extent);
    return *extent != had;
}

bool true_lb_told_zero(enum query what, MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent)
{
    (void) type, (void) extent;
    if (what != TRUE_EXTENT || *lb <= 0)
        return false;
    *lb = 0;
    return true;
}

bool size_x_wrong(enum query what, MPI_Datatype type, MPI_Aint *a, MPI_Aint *b)
{
    (void) b;
    if (what != SIZE_X || depth_of(type) < 2)
        return false;
    ++*a;
    return true;
}

bool extent_x_is_true(enum query what, MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent)
{
    const MPI_Aint had = *extent;

    if (what != EXTENT_X)
        return false;
    PMPI_Type_get_true_extent(type, lb, extent);
    return *extent != had;
}

bool hvector_told_vector(int *combiner, int *addresses)
{
    if (*combiner != MPI_COMBINER_HVECTOR)
        return false;
    *combiner = MPI_COMBINER_VECTOR;
    *addresses = 0;
    return true;
}

bool external_size_short(MPI_Aint *size)
{
    if (*size == 0)
        return false;
    --*size;
    return true;
}

bool displacements_reversed(int combiner, int ints, int *integers, int addresses, MPI_Aint *displs)
{
    (void) ints, (void) integers;
    if (combiner != MPI_COMBINER_HINDEXED || addresses < 2)
        return false;
    MPI_Aint disp = displs[0];
    displs[0] = displs[addresses - 1];
    displs[addresses - 1] = disp;
    return disp != displs[0];
}

bool order_told_wrong(int combiner, int ints, int *integers, int addresses, MPI_Aint *displs)
{
    (void) addresses, (void) displs;
    if (combiner != MPI_COMBINER_SUBARRAY)
        return false;
    integers[ints - 1] = integers[ints - 1] == MPI_ORDER_C ? MPI_ORDER_FORTRAN : MPI_ORDER_C;
    return true;
}

bool name_not_kept(void)
{
    return true;
}

/* ---- the faults: statuses ---- */

bool source_wrong(MPI_Status *status)
{
    status->MPI_SOURCE++;
    return true;
}

bool tag_wrong(MPI_Status *status)
{
    status->MPI_TAG--;
    return true;
}

bool partial_count_zero(int *count)
{
    if (*count != MPI_UNDEFINED)
        return false;
    *count = 0;
    return true;
}

bool count_of_bytes(int *count)
{
    if (*count <= 0)
        return false;
    ++*count;
    return true;
}

bool partial_elements_short(MPI_Count *elements, int is_partial)
{
    if (!is_partial || *elements < 1)
        return false;
    --*elements;
    return true;
}

bool elements_truncated(MPI_Count *elements, int is_partial)
{
    (void) is_partial;
    if (*elements < 256)
        return false;
    *elements &= 255;
    return true;
}

/* ---- the faults: packed forms ---- */

bool position_ignored(unsigned char *bytes, int size, int position)
{
    if (position == 0 || size == 0)
        return false;
    bytes[size - 1] = (unsigned char) ~bytes[size - 1];
    return true;
}

bool packed_last_byte(unsigned char *bytes, int size, int position)
{
    (void) position;
    if (size < 1024)
        return false;
    bytes[size - 1] = (unsigned char) ~bytes[size - 1];
    return true;
}

bool external_native(unsigned char *bytes, MPI_Aint size, MPI_Datatype type)
{
    const int e = size_of(first_leaf(type));

    if (e < 2 || size < e)
        return false;
    for (int k = 0; k < e / 2; k++) {
        unsigned char byte = bytes[k];
        bytes[k] = bytes[e - 1 - k];
        bytes[e - 1 - k] = byte;
    }
    return true;
}

bool pack_size_short(int *size)
{
    if (*size == 0)
        return false;
    --*size;
    return true;
}

/* ---- the calls ---- */

static int asked(int code, enum query what, MPI_Datatype type, MPI_Aint *a, MPI_Aint *b)
{
    if (code == MPI_SUCCESS && fault()->query)
        strike(fault()->query(what, type, a, b));
    return code;
}

int MPI_Type_size(MPI_Datatype type, int *size)
{
    int code = PMPI_Type_size(type, size);
    MPI_Aint a = *size, b = 0;

    code = asked(code, SIZE, type, &a, &b);
    *size = (int) a;
    return code;
}

int MPI_Type_get_extent(MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent)
{
    return asked(PMPI_Type_get_extent(type, lb, extent), EXTENT, type, lb, extent);
}

int MPI_Type_get_true_extent(MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent)
{
    return asked(PMPI_Type_get_true_extent(type, lb, extent), TRUE_EXTENT, type, lb, extent);
}

int MPI_Type_size_x(MPI_Datatype type, MPI_Count *size)
{
    int code = PMPI_Type_size_x(type, size);
    MPI_Aint a = (MPI_Aint) *size, b = 0;

    code = asked(code, SIZE_X, type, &a, &b);
    *size = a;
    return code;
}

static int asked_x(int code, enum query what, MPI_Datatype type, MPI_Count *lb, MPI_Count *extent)
{
    MPI_Aint a = (MPI_Aint) *lb, b = (MPI_Aint) *extent;

    code = asked(code, what, type, &a, &b);
    *lb = a;
    *extent = b;
    return code;
}

int MPI_Type_get_extent_x(MPI_Datatype type, MPI_Count *lb, MPI_Count *extent)
{
    return asked_x(PMPI_Type_get_extent_x(type, lb, extent), EXTENT_X, type, lb, extent);
}

int MPI_Type_get_true_extent_x(MPI_Datatype type, MPI_Count *lb, MPI_Count *extent)
{
    return asked_x(PMPI_Type_get_true_extent_x(type, lb, extent), TRUE_EXTENT_X, type, lb, extent);
}

int MPI_Type_get_envelope(MPI_Datatype type, int *ints, int *addresses, int *types, int *combiner)
{
    int code = PMPI_Type_get_envelope(type, ints, addresses, types, combiner);

    if (code == MPI_SUCCESS && fault()->envelope)
        strike(fault()->envelope(combiner, addresses));
    return code;
}

int MPI_Pack_external_size(const char *datarep, int count, MPI_Datatype type, MPI_Aint *size)
{
    int code = PMPI_Pack_external_size(datarep, count, type, size);

    if (code == MPI_SUCCESS && fault()->external_size)
        strike(fault()->external_size(size));
    return code;
}

int MPI_Type_get_contents(MPI_Datatype type, int ints, int addresses, int types, int integers[], MPI_Aint displs[],
                          MPI_Datatype datatypes[])
{
    int code = PMPI_Type_get_contents(type, ints, addresses, types, integers, displs, datatypes);

    if (code == MPI_SUCCESS && fault()->contents)
        strike(fault()->contents(combiner_of(type), ints, integers, addresses, displs));
    return code;
}

int MPI_Type_set_name(MPI_Datatype type, const char *name)
{
    if (fault()->name_lost && strike(fault()->name_lost()))
        return MPI_SUCCESS;
    return PMPI_Type_set_name(type, name);
}

int MPI_Get_count(const MPI_Status *status, MPI_Datatype type, int *count)
{
    int code = PMPI_Get_count(status, type, count);

    if (code == MPI_SUCCESS && fault()->get_count)
        strike(fault()->get_count(count));
    return code;
}

static int is_partial(const MPI_Status *status, MPI_Datatype type)
{
    int count;

    PMPI_Get_count(status, type, &count);
    return count == MPI_UNDEFINED;
}

int MPI_Get_elements(const MPI_Status *status, MPI_Datatype type, int *elements)
{
    int code = PMPI_Get_elements(status, type, elements);
    MPI_Count n = *elements;

    if (code == MPI_SUCCESS && fault()->get_elements && strike(fault()->get_elements(&n, is_partial(status, type))))
        *elements = (int) n;
    return code;
}

int MPI_Get_elements_x(const MPI_Status *status, MPI_Datatype type, MPI_Count *elements)
{
    int code = PMPI_Get_elements_x(status, type, elements);

    if (code == MPI_SUCCESS && fault()->get_elements)
        strike(fault()->get_elements(elements, is_partial(status, type)));
    return code;
}
