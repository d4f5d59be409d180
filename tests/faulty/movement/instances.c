/* Faults of what a type consists of, and of how many instances there are: the last element is lost. */
#include "faulty.h"
#include "hooks.h"

/* ---- instances ---- */

static bool is_of_derived_type(const struct landing *l)
{
    return depth_of(l->type) > 1; /* a duplicate */
}

LOSES_IF(odd_instances_short, is_of_derived_type(l) && l->count >= 3 && l->count % 2 == 1)
LOSES_IF(two_instances_short, is_of_derived_type(l) && l->count == 2)
LOSES_IF(odd_extent_short, l->count > 1 && bounds_of(l->type).extent % 2 != 0)
LOSES_IF(instances_below_short, l->count > 1 && bounds_of(l->type).true_lb < 0)
LOSES_IF(tiny_derived_short, is_of_derived_type(l) && l->n <= 8)
LOSES_IF(whole_pages_short, is_of_derived_type(l) && l->n % 4096 == 0)
LOSES_IF(many_structs_short, l->count > 1 << 14 && is_made_by(l->posted, MPI_COMBINER_STRUCT))
LOSES_IF(long_derived_short, is_of_derived_type(l) && l->n >= 1 << 20)

/* ---- places of the elements ---- */

LOSES_OF_TYPE(sparse_short, size_of(type) > 0 && bounds_of(type).true_extent / 64 > size_of(type))
LOSES_OF_TYPE(far_blocks_short, bounds_of(type).true_extent - size_of(type) > 1 << 20)
LOSES_OF_TYPE(upper_lb_short, bounds_of(type).lb > 0 && bounds_of(type).extent < bounds_of(type).true_extent)

/* ---- one constructor over another ---- */

LOSES_OF_TYPE(over_list_of_structs, is_over(type, MPI_COMBINER_HINDEXED, MPI_COMBINER_STRUCT) ||
              is_over(type, MPI_COMBINER_INDEXED, MPI_COMBINER_STRUCT))
LOSES_OF_TYPE(over_vector_of_darray, is_over(type, MPI_COMBINER_VECTOR, MPI_COMBINER_DARRAY) ||
              is_over(type, MPI_COMBINER_HVECTOR, MPI_COMBINER_DARRAY))
LOSES_OF_TYPE(over_dup_of_subarray, is_over(type, MPI_COMBINER_DUP, MPI_COMBINER_SUBARRAY))
LOSES_OF_TYPE(over_resized_of_struct, is_over(type, MPI_COMBINER_RESIZED, MPI_COMBINER_STRUCT))
LOSES_OF_TYPE(over_struct_of_lists, is_over(type, MPI_COMBINER_STRUCT, MPI_COMBINER_INDEXED) ||
              is_over(type, MPI_COMBINER_STRUCT, MPI_COMBINER_HINDEXED))

/* What is under the outermost constructor. */
static MPI_Datatype child_of(MPI_Datatype type)
{
    struct arguments a = arguments_of(type);
    MPI_Datatype child = MPI_DATATYPE_NULL;

    if (a.num_types > 0)
        PMPI_Type_dup(a.types[0], &child);
    free_arguments(&a);
    return child;
}

static bool has_falling_child(MPI_Datatype type)
{
    MPI_Datatype child = child_of(type);
    bool falls;

    if (child == MPI_DATATYPE_NULL)
        return false;
    falls = bounds_of(child).extent < 0;
    PMPI_Type_free(&child);
    return falls;
}

LOSES_OF_TYPE(over_falling_elements, has_falling_child(type))

/* ---- members ---- */

/* How many sizes the basic types of the members have. */
static int widths_of(MPI_Datatype type)
{
    struct arguments a = arguments_of(type);
    int seen[64] = {0}, widths = 0;

    for (int k = 0; k < a.num_types && is_made_by(type, MPI_COMBINER_STRUCT); k++) {
        const int size = size_of(first_leaf(a.types[k])) & 63;
        widths += !seen[size];
        seen[size] = 1;
    }
    free_arguments(&a);
    return widths;
}

static bool has_pair(MPI_Datatype type)
{
    return is_made_by(type, MPI_COMBINER_STRUCT) && blocks_of(type) > 1 &&
           (first_leaf(type) == MPI_SHORT_INT || last_leaf(type) == MPI_SHORT_INT);
}

LOSES_OF_TYPE(three_widths_short, widths_of(type) >= 3)
LOSES_OF_TYPE(pair_member_short, has_pair(type))

/* ---- unlike sides, within one process ---- */

static MPI_Datatype sent = MPI_DATATYPE_NULL;

bool note_own_message(struct calls_call *c)
{
    int rank;

    if (!calls_is(c, "MPI_Send") && !calls_is(c, "MPI_Sendrecv"))
        return false;
    PMPI_Comm_rank(calls_comm(c), &rank);
    if (number_of(c, "dest") == rank)
        sent = type_of(c, calls_is(c, "MPI_Send") ? "datatype" : "sendtype");
    return false;
}

LOSES_IF(gathered_message_short, l->call == RECEIVE && sent != MPI_DATATYPE_NULL && !is_of_derived_type(l) &&
         l->count > 1 && combiner_of(sent) != MPI_COMBINER_NAMED)

/* ---- many ---- */

static bool has_dims(MPI_Datatype type, int dims)
{
    return (is_made_by(type, MPI_COMBINER_SUBARRAY) && integer_of(type, 0) >= dims) ||
           (is_made_by(type, MPI_COMBINER_DARRAY) && integer_of(type, 2) >= dims);
}

LOSES_OF_TYPE(six_deep_short, depth_of(type) >= 6)
LOSES_OF_TYPE(deep_32_short, depth_of(type) >= 32)
LOSES_OF_TYPE(members_33_short, is_made_by(type, MPI_COMBINER_STRUCT) && blocks_of(type) >= 33)
LOSES_OF_TYPE(members_130_short, is_made_by(type, MPI_COMBINER_STRUCT) && blocks_of(type) >= 130)
LOSES_OF_TYPE(subarray_5d_short, is_made_by(type, MPI_COMBINER_SUBARRAY) && has_dims(type, 5))
LOSES_OF_TYPE(darray_5d_short, is_made_by(type, MPI_COMBINER_DARRAY) && has_dims(type, 5))
LOSES_OF_TYPE(list_300_short, blocks_of(type) >= 300)
LOSES_OF_TYPE(blocks_of_48_short, block_length(type) >= 33 && block_length(type) < 64)

/* The gap at the end of the last instance. */
bool last_end_gap_written(struct landing *l)
{
    MPI_Aint lb, extent, true_lb, true_extent;
    unsigned char *end;

    PMPI_Type_get_extent(l->type, &lb, &extent);
    PMPI_Type_get_true_extent(l->type, &true_lb, &true_extent);
    if (extent <= 0 || lb + extent <= true_lb + true_extent || l->buf == MPI_BOTTOM)
        return false;
    end = (unsigned char *) l->buf + (l->count - 1) * extent + lb + extent;
    end[-1] ^= 0x5a;
    return true;
}

/* The gap before the first element of the first instance. */
bool first_gap_written(struct landing *l)
{
    MPI_Aint lb, extent, true_lb, true_extent;

    PMPI_Type_get_extent(l->type, &lb, &extent);
    PMPI_Type_get_true_extent(l->type, &true_lb, &true_extent);
    if (extent < 0 || lb >= true_lb || l->buf == MPI_BOTTOM)
        return false;
    ((unsigned char *) l->buf)[lb] ^= 0x5a;
    return true;
}
