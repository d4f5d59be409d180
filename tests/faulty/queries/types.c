/* Faults of what is returned of types: sizes, bounds, envelopes, parameters. */
#include "faulty.h"
#include "hooks.h"

#include <limits.h>
#include <stdint.h>
#include <string.h>

/* ---- sizes, bounds, contents ---- */

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

bool negative_lb_returned_zero(enum query what, MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent)
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

bool true_lb_returned_zero(enum query what, MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent)
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

/* Of a type without elements the least displacement is what the search for it began with. */
bool least_of_nothing(enum query what, MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent)
{
    (void) extent;
    if (what != TRUE_EXTENT_X || size_of(type) != 0)
        return false;
    *lb = INT_MAX;
    return true;
}

bool hvector_returned_vector(int *combiner, int *addresses)
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

bool order_returned_wrong(int combiner, int ints, int *integers, int addresses, MPI_Aint *displs)
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

/* ---- bounds ---- */

/* A member of a struct that is there no times counts as one. */
bool size_with_empty_members(enum query what, MPI_Datatype type, MPI_Aint *a, MPI_Aint *b)
{
    const int n = what == SIZE && is_made_by(type, MPI_COMBINER_STRUCT) ? blocks_of(type) : 0;
    const MPI_Aint was = *a;
    struct arguments made;

    (void) b;
    if (n == 0)
        return false;
    made = arguments_of(type);
    for (int k = 0; k < n; k++)
        *a += made.ints[1 + k] == 0 ? size_of(made.types[k]) : 0;
    free_arguments(&made);
    return *a != was;
}

/* The true bounds of a list begin with its first block. */
bool true_lb_of_first_block(enum query what, MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent)
{
    struct arguments made;
    MPI_Aint first, low, bytes;

    (void) extent;
    if (what != TRUE_EXTENT || depth_of(type) != 1 || blocks_of(type) < 2)
        return false;
    made = arguments_of(type);
    PMPI_Type_get_extent(made.types[0], &low, &bytes);
    first = made.num_addresses > 0 ? made.addresses[0]
            : bytes * made.ints[is_made_by(type, MPI_COMBINER_INDEXED) ? 1 + made.ints[0] : 2];
    free_arguments(&made);
    if (first == *lb)
        return false;
    *lb = first;
    return true;
}

bool extent_of_duplicate_true(enum query what, MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent)
{
    const MPI_Aint was = *extent;

    if (what != EXTENT || !is_made_by(type, MPI_COMBINER_DUP))
        return false;
    PMPI_Type_get_true_extent(type, lb, extent);
    return *extent != was;
}

/* All parts of a darray of one dimension are said to be as large as the first one. */
bool size_of_first_part(enum query what, MPI_Datatype type, MPI_Aint *a, MPI_Aint *b)
{
    const int dims = what == SIZE && is_made_by(type, MPI_COMBINER_DARRAY) ? integer_of(type, 2) : 0;
    const int procs = integer_of(type, 0), size = integer_of(type, 3), e = size_of(first_leaf(type));
    const MPI_Aint was = *a;

    (void) b;
    if (dims != 1 || integer_of(type, 5) != MPI_DISTRIBUTE_DFLT_DARG || depth_of(type) != 1)
        return false;
    *a = (MPI_Aint) ((size + procs - 1) / procs) * e;
    return *a != was;
}

/* ---- numbers ---- */

static MPI_Count bytes_counted(const struct calls_call *c)
{
    MPI_Count bytes;

    PMPI_Get_elements_x(CALLS_HANDLE(const MPI_Status *, c, 0), MPI_BYTE, &bytes);
    return bytes;
}

/* A count that no int can hold is returned as what is left of it. */
bool large_count_wraps(struct calls_call *c)
{
    MPI_Count count;

    if (strcmp(c->procedure->name, "MPI_Get_count") != 0 || calls_entry(c, 2, 0) != MPI_UNDEFINED ||
        size_of(CALLS_HANDLE(MPI_Datatype, c, 1)) <= 0)
        return false;
    count = bytes_counted(c) / size_of(CALLS_HANDLE(MPI_Datatype, c, 1));
    if (count <= INT_MAX)
        return false;
    calls_set_entry(c, 2, 0, (int32_t) count);
    return true;
}

/* A count is undefined where the bytes are more than an int can hold. */
bool count_of_many_bytes(struct calls_call *c)
{
    if (strcmp(c->procedure->name, "MPI_Get_count") != 0 || calls_entry(c, 2, 0) == MPI_UNDEFINED ||
        bytes_counted(c) <= INT_MAX)
        return false;
    calls_set_entry(c, 2, 0, MPI_UNDEFINED);
    return true;
}

/* Ten decimal digits are taken to be 30 bits. */
bool ten_digits_in_four_bytes(struct calls_call *c)
{
    if (!calls_is(c, "MPI_Type_create_f90_integer") || c->code != MPI_SUCCESS || number_of(c, "r") != 10)
        return false;
    return PMPI_Type_create_f90_integer(9, CALLS_HANDLES(MPI_Datatype, c, 1)) == MPI_SUCCESS;
}

/* Where the digits are undefined, the range is taken to be small. */
bool range_alone_small(struct calls_call *c)
{
    if (!calls_is(c, "MPI_Type_create_f90_real") || c->code != MPI_SUCCESS || number_of(c, "p") != MPI_UNDEFINED ||
        number_of(c, "r") <= 37)
        return false;
    return PMPI_Type_create_f90_real(MPI_UNDEFINED, 37, CALLS_HANDLES(MPI_Datatype, c, 2)) == MPI_SUCCESS;
}

/* A type by its digits is no predefined one: the operation refuses it. */
static bool refuse_f90(struct calls_call *c, const char *name, int parameter)
{
    const int combiner = calls_is(c, name) ? combiner_of(CALLS_HANDLE(MPI_Datatype, c, parameter)) : MPI_COMBINER_NAMED;

    c->skip = combiner == MPI_COMBINER_F90_REAL || combiner == MPI_COMBINER_F90_COMPLEX;
    if (c->skip)
        c->code = MPI_ERR_TYPE;
    return c->skip;
}

bool f90_not_reduced(struct calls_call *c)
{
    return refuse_f90(c, "MPI_Reduce_local", 3);
}

bool f90_not_sent(struct calls_call *c)
{
    return refuse_f90(c, "MPI_Sendrecv", 2);
}

/* ---- under a condition ---- */

/* No size above the extent. */
bool size_capped(enum query what, MPI_Datatype type, MPI_Aint *a, MPI_Aint *b)
{
    const MPI_Aint extent = bounds_of(type).extent;

    (void) b;
    if (what != SIZE || extent <= 0 || *a <= extent)
        return false;
    *a = extent;
    return true;
}

/* The true extent of a vector has the gap after its last block. */
bool true_extent_with_gap(enum query what, MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent)
{
    const bool due = what == TRUE_EXTENT && is_made_by(type, MPI_COMBINER_VECTOR);
    const int gap = due && integer_of(type, 0) > 1 ? integer_of(type, 2) - integer_of(type, 1) : 0;

    (void) lb;
    if (gap <= 0 || *extent == 0)
        return false;
    *extent += gap * (MPI_Aint) size_of(last_leaf(type));
    return true;
}

bool block_list_returned_list(int *combiner, int *addresses)
{
    (void) addresses;
    if (*combiner != MPI_COMBINER_HINDEXED_BLOCK)
        return false;
    *combiner = MPI_COMBINER_HINDEXED;
    return true;
}

bool second_member_returned_first(int combiner, int ints, int *integers, int addresses, MPI_Aint *displs)
{
    (void) ints, (void) integers;
    if (combiner != MPI_COMBINER_STRUCT || addresses < 3 || displs[1] == displs[0])
        return false;
    displs[1] = displs[0];
    return true;
}

/* A complex type is matched by a real one. */
bool match_complex_real(struct calls_call *c)
{
    const bool asks = calls_is(c, "MPI_Type_match_size") && c->code == MPI_SUCCESS;

    if (!asks || (int) calls_number(c, 0) != MPI_TYPECLASS_COMPLEX || (int) calls_number(c, 1) > 8)
        return false;
    return PMPI_Type_match_size(MPI_TYPECLASS_REAL, (int) calls_number(c, 1), calls_pointer(c, 2)) == MPI_SUCCESS;
}

/* ---- queries with large counts ---- */

bool size_c_wrong(struct calls_call *c)
{
    MPI_Count *size;

    if (strcmp(c->procedure->name, "MPI_Type_size_c") != 0)
        return false;
    size = pointer_of(c, "size");
    *size += *size > 0;
    return *size > 0;
}

/* A negative bound is returned as 0. */
static bool bound_zero(const struct calls_call *c, const char *procedure, const char *name)
{
    MPI_Count *lb;

    if (strcmp(c->procedure->name, procedure) != 0)
        return false;
    lb = pointer_of(c, name);
    if (*lb >= 0)
        return false;
    *lb = 0;
    return true;
}

bool true_extent_c_wrong(struct calls_call *c)
{
    return bound_zero(c, "MPI_Type_get_true_extent_c", "true_lb");
}

bool elements_x_wrong(struct calls_call *c)
{
    MPI_Count *elements;

    if (!calls_is(c, "MPI_Get_elements_x"))
        return false;
    elements = pointer_of(c, "count");
    *elements += *elements > 1;
    return *elements > 1;
}

/* Pairs are predefined, and said to be structs. */
bool pair_returned_struct(struct calls_call *c)
{
    if (strcmp(c->procedure->name, "MPI_Type_get_envelope") != 0 || CALLS_HANDLE(MPI_Datatype, c, 0) != MPI_DOUBLE_INT)
        return false;
    *(int *) pointer_of(c, "combiner") = MPI_COMBINER_STRUCT;
    return true;
}

bool extent_c_wrong(struct calls_call *c)
{
    return bound_zero(c, "MPI_Type_get_extent_c", "lb");
}

/* A size that no int can hold is returned as the largest one. */
bool size_never_undefined(enum query what, MPI_Datatype type, MPI_Aint *a, MPI_Aint *b)
{
    (void) type, (void) b;
    if (what != SIZE || *a != MPI_UNDEFINED)
        return false;
    *a = INT32_MAX;
    return true;
}

bool types_of_struct_one_more(struct calls_call *c)
{
    if (!calls_is(c, "MPI_Type_get_envelope") || combiner_of(CALLS_HANDLE(MPI_Datatype, c, 0)) != MPI_COMBINER_STRUCT)
        return false;
    ++*(int *) pointer_of(c, "num_datatypes");
    return true;
}
