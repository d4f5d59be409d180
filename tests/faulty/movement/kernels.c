/* Faults of loops that are written for one shape of block each, and of those that go on in the middle of a type: the
 * last element of what they move is lost, or the first one after they went on. */
#include "faulty.h"
#include "hooks.h"

/* ---- loops for sizes, lengths and strides of blocks ---- */

static bool is_list(MPI_Datatype type)
{
    return blocks_of(type) > 1 && !is_made_by(type, MPI_COMBINER_STRUCT);
}

static bool is_list_of_one_length(MPI_Datatype type)
{
    return is_made_by(type, MPI_COMBINER_INDEXED_BLOCK) || is_made_by(type, MPI_COMBINER_HINDEXED_BLOCK);
}

static int element_size(MPI_Datatype type)
{
    return size_of(last_leaf(type));
}

/* The bytes of the last block of a list whose lengths are returned. */
static int last_block(MPI_Datatype type)
{
    const int n = blocks_of(type);

    if (!is_list(type))
        return 0;
    return (is_list_of_one_length(type) ? integer_of(type, 1) : integer_of(type, n)) * element_size(type);
}

LOSES_OF_TYPE(kernel_two_bytes, is_vector(type) && block_length(type) == 1 && element_size(type) == 2)
LOSES_OF_TYPE(kernel_two_wide, is_vector(type) && block_length(type) == 2 && element_size(type) == 8)
LOSES_OF_TYPE(kernel_list_five, is_list_of_one_length(type) && block_length(type) == 5)
LOSES_OF_TYPE(kernel_sixteen, is_list(type) && element_size(type) == 16)
LOSES_OF_TYPE(kernel_unrolled, is_vector(type) && integer_of(type, 0) % 4 == 3)
LOSES_OF_TYPE(kernel_long_block, is_vector(type) && block_length(type) * element_size(type) >= 1024)
LOSES_OF_TYPE(kernel_tail, last_block(type) > 8 && last_block(type) % 8 != 0)
LOSES_OF_TYPE(kernel_stride_twice, is_made_by(type, MPI_COMBINER_VECTOR) && block_length(type) >= 4 &&
              integer_of(type, 2) == 2 * integer_of(type, 1))
LOSES_OF_TYPE(kernel_two_levels, is_over(type, MPI_COMBINER_HINDEXED_BLOCK, MPI_COMBINER_HVECTOR))
LOSES_OF_TYPE(kernel_resized_hvector, is_over(type, MPI_COMBINER_RESIZED, MPI_COMBINER_HVECTOR))

/* ---- where a loop goes on ---- */

static bool is_of_derived(const struct landing *l)
{
    return depth_of(l->type) > 1; /* a duplicate */
}

/* The element that begins at a place, or the first one after it. */
static bool lose_element_at(struct landing *l, MPI_Aint at)
{
    const int e = size_of(last_leaf(l->type));

    return e > 0 && lose_bytes(l, (at + e - 1) / e * e, e);
}

bool segment_in_block(struct landing *l)
{
    return is_of_derived(l) && lose_element_at(l, 1 << 16);
}

bool segment_in_instance(struct landing *l)
{
    const MPI_Aint at = 1 << 15;

    return l->count > 1 && at % l->size != 0 && lose_element_at(l, at);
}

bool segment_short_rest(struct landing *l)
{
    const MPI_Aint rest = l->n % (1 << 14);

    return l->n > 1 << 14 && rest > 0 && rest <= 64 && lose_bytes(l, l->n - rest, rest);
}

static bool has_blocks(MPI_Datatype type)
{
    return is_list(type);
}

static bool has_members(MPI_Datatype type)
{
    return is_made_by(type, MPI_COMBINER_STRUCT);
}

static bool is_array(MPI_Datatype type)
{
    return is_made_by(type, MPI_COMBINER_DARRAY) || is_made_by(type, MPI_COMBINER_SUBARRAY);
}

/* Where the type is so, which has been duplicated. */
static bool lose_at_of_type(struct landing *l, MPI_Aint at, bool (*is)(MPI_Datatype type))
{
    struct arguments a = arguments_of(l->type);
    const bool found = a.num_types > 0 && is(a.types[0]);

    free_arguments(&a);
    return found && lose_element_at(l, at);
}

bool segment_of_list(struct landing *l)
{
    return lose_at_of_type(l, 1 << 13, has_blocks);
}

bool segment_of_struct(struct landing *l)
{
    return lose_at_of_type(l, 1 << 12, has_members);
}

bool segment_of_array(struct landing *l)
{
    return lose_at_of_type(l, 1 << 15, is_array);
}
