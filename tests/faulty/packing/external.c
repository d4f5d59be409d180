/* Faults of packing in "external32": elements of some types are converted otherwise. */
#include "faulty.h"
#include "hooks.h"

static bool reverse(unsigned char *bytes, MPI_Aint n)
{
    for (MPI_Aint k = 0; k < n / 2; k++) {
        unsigned char byte = bytes[k];
        bytes[k] = bytes[n - 1 - k];
        bytes[n - 1 - k] = byte;
    }
    return n > 1;
}

static bool is_of_one_type(MPI_Datatype type)
{
    return first_leaf(type) == last_leaf(type);
}

/* Each element is in the other order, in words of so many bytes. */
static bool reverse_each(unsigned char *bytes, MPI_Aint size, MPI_Aint e, MPI_Aint first)
{
    bool changed = false;

    for (MPI_Aint at = first * e; at + e <= size; at += e)
        changed |= reverse(bytes + at, e);
    return changed;
}

bool external_shorts_native(unsigned char *bytes, MPI_Aint size, MPI_Datatype type)
{
    return is_of_one_type(type) && size_of(first_leaf(type)) == 2 && reverse_each(bytes, size, 2, 0);
}

static MPI_Aint half_of_complex(MPI_Datatype type)
{
    const MPI_Datatype leaf = first_leaf(type);

    return !is_of_one_type(type) ? 0 : leaf == MPI_C_DOUBLE_COMPLEX ? 8 : leaf == MPI_C_FLOAT_COMPLEX ? 4 : 0;
}

/* The parts of a complex number are exchanged. */
bool external_complex_exchanged(unsigned char *bytes, MPI_Aint size, MPI_Datatype type)
{
    const MPI_Aint half = half_of_complex(type);

    return half > 0 && reverse_each(bytes, size, 2 * half, 0) && reverse_each(bytes, size, half, 0);
}

bool external_later_native(unsigned char *bytes, MPI_Aint size, MPI_Datatype type)
{
    const MPI_Aint e = size_of(first_leaf(type));

    return is_of_one_type(type) && e > 1 && e <= 8 && half_of_complex(type) == 0 && size % e == 0 &&
           reverse_each(bytes, size, e, 64);
}

/* Elements of eight bytes are swapped as two of four. */
bool external_eight_as_four(unsigned char *bytes, MPI_Aint size, MPI_Datatype type)
{
    return first_leaf(type) == MPI_DOUBLE && is_of_one_type(type) && reverse_each(bytes, size, 8, 0) &&
           reverse_each(bytes, size, 4, 0);
}

bool external_bytes_swapped(unsigned char *bytes, MPI_Aint size, MPI_Datatype type)
{
    return is_of_one_type(type) && size_of(first_leaf(type)) == 1 && size > 2 && reverse(bytes, 2);
}

/* The last element that is unpacked is in the other order. */
static bool is_external;

bool note_external(struct calls_call *c)
{
    is_external = calls_is(c, "MPI_Unpack_external");
    return false;
}

bool unpacked_external_reversed(struct landing *l)
{
    const int e = size_of(last_leaf(l->type));

    return l->call == UNPACK && is_external && e > 1 && l->count > 1 && reverse(l->now + l->n - e, e);
}

static bool has_odd_blocks(MPI_Datatype type)
{
    const int length = block_length(type);

    return length > 1 && length % 2;
}

bool unpacked_external_odd_lost(struct landing *l)
{
    return l->call == UNPACK && is_external && lose_of_type(l, has_odd_blocks);
}

bool unpacked_external_far_lost(struct landing *l)
{
    return l->call == UNPACK && is_external && l->n > 1024 && lose_bytes(l, 1024, 8);
}

LOSES_IF(external_below_short, l->call == UNPACK && is_external && bounds_of(l->type).true_lb < 0)
