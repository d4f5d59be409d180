/* Faults where a type has a certain shape: the last element is lost. */
#include "faulty.h"
#include "hooks.h"

/* ---- what shape it is ---- */

static int dims_of(MPI_Datatype type, int combiner)
{
    struct arguments a;
    int dims;

    if (!is_made_by(type, combiner))
        return 0;
    a = arguments_of(type);
    dims = combiner == MPI_COMBINER_SUBARRAY ? a.ints[0] : a.ints[2];
    free_arguments(&a);
    return dims;
}

/* Lengths of blocks that are no power of two. */
LOSES_OF_TYPE(shape_blocks_of_3, block_length(type) == 3)
LOSES_OF_TYPE(shape_blocks_of_11, block_length(type) == 11)
LOSES_OF_TYPE(shape_blocks_of_16, block_length(type) == 16)

/* One constructor over another. */
LOSES_OF_TYPE(shape_dup_of_struct, is_over(type, MPI_COMBINER_DUP, MPI_COMBINER_STRUCT))
LOSES_OF_TYPE(shape_resized_of_resized, is_over(type, MPI_COMBINER_RESIZED, MPI_COMBINER_RESIZED))
LOSES_OF_TYPE(shape_subarray_of_vector, is_over(type, MPI_COMBINER_SUBARRAY, MPI_COMBINER_VECTOR))
LOSES_OF_TYPE(shape_darray_of_struct, is_over(type, MPI_COMBINER_DARRAY, MPI_COMBINER_STRUCT))
LOSES_OF_TYPE(shape_block_of_subarray, is_over(type, MPI_COMBINER_INDEXED_BLOCK, MPI_COMBINER_SUBARRAY))
LOSES_OF_TYPE(shape_struct_of_darray, is_over(type, MPI_COMBINER_STRUCT, MPI_COMBINER_DARRAY))
LOSES_OF_TYPE(shape_hvector_of_hindexed, is_over(type, MPI_COMBINER_HVECTOR, MPI_COMBINER_HINDEXED))
LOSES_OF_TYPE(shape_dup_of_dup, is_over(type, MPI_COMBINER_DUP, MPI_COMBINER_DUP))
LOSES_OF_TYPE(shape_vector_of_resized, is_over(type, MPI_COMBINER_VECTOR, MPI_COMBINER_RESIZED))
LOSES_OF_TYPE(shape_contiguous_of_darray, is_over(type, MPI_COMBINER_CONTIGUOUS, MPI_COMBINER_DARRAY))
LOSES_OF_TYPE(shape_subarray_of_subarray, is_over(type, MPI_COMBINER_SUBARRAY, MPI_COMBINER_SUBARRAY))
LOSES_OF_TYPE(shape_struct_of_struct, is_over(type, MPI_COMBINER_STRUCT, MPI_COMBINER_STRUCT))

/* A vector whose blocks touch, of a type that is not basic; blocks of several elements, each below the one before. */
LOSES_OF_TYPE(shape_touching_vector, is_made_by(type, MPI_COMBINER_VECTOR) && depth_of(type) > 1 &&
              integer_of(type, 1) == integer_of(type, 2))
LOSES_OF_TYPE(shape_falling_blocks, hstride_of(type) < 0 && block_length(type) > 1)

/* Arrays.  The integers of a subarray are its dimensions, sizes, subsizes, starts and order; those of a darray size,
 * rank, dimensions, the array, distributions, arguments, processes and order. */
LOSES_OF_TYPE(shape_subarray_4d, dims_of(type, MPI_COMBINER_SUBARRAY) == 4)
LOSES_OF_TYPE(shape_subarray_1d, dims_of(type, MPI_COMBINER_SUBARRAY) == 1 && integer_of(type, 3) > 0)
LOSES_OF_TYPE(shape_subarray_inner_whole,
              dims_of(type, MPI_COMBINER_SUBARRAY) == 3 && integer_of(type, 3) == integer_of(type, 6) &&
              integer_of(type, 1) > integer_of(type, 4))
LOSES_OF_TYPE(shape_darray_3d_fortran,
              dims_of(type, MPI_COMBINER_DARRAY) == 3 && integer_of(type, 15) == MPI_ORDER_FORTRAN)
LOSES_OF_TYPE(shape_darray_argument,
              dims_of(type, MPI_COMBINER_DARRAY) == 1 && integer_of(type, 4) == MPI_DISTRIBUTE_CYCLIC &&
              integer_of(type, 5) > 1)
LOSES_OF_TYPE(shape_darray_of_none,
              dims_of(type, MPI_COMBINER_DARRAY) == 2 && (integer_of(type, 5) == MPI_DISTRIBUTE_NONE ||
              integer_of(type, 6) == MPI_DISTRIBUTE_NONE))
LOSES_OF_TYPE(shape_darray_last_part,
              dims_of(type, MPI_COMBINER_DARRAY) == 1 && integer_of(type, 1) == integer_of(type, 0) - 1 &&
              integer_of(type, 3) % integer_of(type, 0) != 0)
LOSES_OF_TYPE(shape_darray_4d, dims_of(type, MPI_COMBINER_DARRAY) == 4)

/* Structs. */
LOSES_OF_TYPE(shape_members_18, is_made_by(type, MPI_COMBINER_STRUCT) && blocks_of(type) >= 18)

/* A stride that suits the alignment of two halves, not the whole; one of whole pages. */
LOSES_OF_TYPE(shape_aligned_stride, size_of(first_leaf(type)) == 16 && hstride_of(type) % 16 == 8)
LOSES_OF_TYPE(page_stride_wrong, hstride_of(type) > 0 && hstride_of(type) % 4096 == 0)

/* ---- receives of types of size zero ---- */

bool nothing_written(void *buf, int count, MPI_Datatype type)
{
    if (size_of(type) != 0 || count == 0 || !buf)
        return false;
    *(unsigned char *) buf += 91;
    return true;
}
