/* Faults of what is returned of the arguments that a type was made with. */
#include "faulty.h"
#include "hooks.h"

#include <stdint.h>

/* Whether array `array` of MPI_Type_get_contents is longer than needed: for so many entries. */
static bool is_longer(const struct calls_call *c, int array, int *length)
{
    int ints[3], combiner;

    if (!calls_is(c, "MPI_Type_get_contents") || c->code != MPI_SUCCESS)
        return false;
    PMPI_Type_get_envelope(CALLS_HANDLE(MPI_Datatype, c, 0), &ints[0], &ints[1], &ints[2], &combiner);
    *length = (int) calls_number(c, 1 + array);
    return *length > ints[array];
}

bool integer_behind(struct calls_call *c)
{
    int length;

    if (!is_longer(c, 0, &length))
        return false;
    ((int *) pointer_of(c, "array_of_integers"))[length] = 0;
    return true;
}

bool type_behind(struct calls_call *c)
{
    int length;

    if (!is_longer(c, 2, &length))
        return false;
    ((MPI_Datatype *) pointer_of(c, "array_of_datatypes"))[length] = MPI_BYTE;
    return true;
}

/* The type that was resized, or duplicated, is returned as a copy of the type itself. */
bool child_returned_itself(struct calls_call *c)
{
    const MPI_Datatype type = calls_is(c, "MPI_Type_get_contents") ? CALLS_HANDLE(MPI_Datatype, c, 0) : MPI_BYTE;

    if (combiner_of(type) != MPI_COMBINER_DUP || c->code != MPI_SUCCESS)
        return false;
    PMPI_Type_dup(type, pointer_of(c, "array_of_datatypes"));
    return true;
}

bool lengths_reversed(int combiner, int ints, int *integers, int addresses, MPI_Aint *displs)
{
    int first;

    (void) addresses, (void) displs;
    if (combiner != MPI_COMBINER_STRUCT || ints < 3)
        return false;
    first = integers[1];
    integers[1] = integers[ints - 1];
    integers[ints - 1] = first;
    return first != integers[1];
}

bool darray_rank_returned_zero(int combiner, int ints, int *integers, int addresses, MPI_Aint *displs)
{
    (void) ints, (void) addresses, (void) displs;
    if (combiner != MPI_COMBINER_DARRAY || integers[1] == 0)
        return false;
    integers[1] = 0;
    return true;
}

/* The last type that a struct was made of is said to be the first one. */
bool first_type_returned(struct calls_call *c)
{
    const MPI_Datatype type = calls_is(c, "MPI_Type_get_contents") ? CALLS_HANDLE(MPI_Datatype, c, 0) : MPI_BYTE;
    MPI_Datatype *types;
    int last;

    if (combiner_of(type) != MPI_COMBINER_STRUCT || c->code != MPI_SUCCESS)
        return false;
    types = pointer_of(c, "array_of_datatypes");
    last = blocks_of(type) - 1;
    if (last < 1 || depth_of(types[0]) > 0 || depth_of(types[last]) > 0 || types[0] == types[last])
        return false;
    types[last] = types[0];
    return true;
}

bool addresses_returned_in_32_bits(int combiner, int ints, int *integers, int addresses, MPI_Aint *displs)
{
    bool changed = false;

    (void) combiner, (void) ints, (void) integers;
    for (int k = 0; k < addresses; k++) {
        changed |= displs[k] != (int32_t) displs[k];
        displs[k] = (int32_t) displs[k];
    }
    return changed;
}
