/* Movement that goes another way for some shapes, sizes and processes, and loses the last element there. */
#include "faulty.h"
#include "hooks.h"

#include <string.h>

/* ---- blocks ---- */

static int element_size(MPI_Datatype type)
{
    return size_of(last_leaf(type));
}

LOSES_OF_TYPE(unrolled_eight, is_vector(type) && block_length(type) == 1 && integer_of(type, 0) > 8 &&
              integer_of(type, 0) % 8 == 1)
LOSES_OF_TYPE(one_byte_gap, is_made_by(type, MPI_COMBINER_HVECTOR) &&
              hstride_of(type) == block_length(type) * element_size(type) + 1)
LOSES_OF_TYPE(odd_shorts, element_size(type) == 2 && block_length(type) >= 3 && block_length(type) % 2 == 1)
LOSES_OF_TYPE(falling_wide, hstride_of(type) < 0 && element_size(type) == 16)
LOSES_OF_TYPE(over_dup_of_darray, is_over(type, MPI_COMBINER_DUP, MPI_COMBINER_DARRAY))
LOSES_OF_TYPE(over_struct_of_subarray, is_over(type, MPI_COMBINER_STRUCT, MPI_COMBINER_SUBARRAY))
LOSES_OF_TYPE(over_contiguous_of_resized, is_over(type, MPI_COMBINER_CONTIGUOUS, MPI_COMBINER_RESIZED))

/* ---- sizes, places, other messages ---- */

static bool is_of_derived(const struct landing *l)
{
    return depth_of(l->type) > 1; /* a duplicate */
}

static bool is_own, is_nobody_sent, has_null;

/* Whether a process receives from itself, sends to nobody in the same call, waits for null requests too. */
bool note_way(struct calls_call *c)
{
    const int source = calls_find(c->procedure, "source"), requests = calls_find(c->procedure, "array_of_requests");
    const int count = calls_find(c->procedure, "count");
    int rank;

    if (source >= 0 && strcmp(c->procedure->family, "point-to-point") == 0) {
        PMPI_Comm_rank(calls_comm(c), &rank);
        is_own = (int) calls_number(c, source) == rank;
        is_nobody_sent = calls_find(c->procedure, "dest") >= 0 && number_of(c, "dest") == MPI_PROC_NULL;
    }
    if (requests >= 0 && calls_is(c, "MPI_Waitall")) {
        has_null = false;
        for (int k = 0; k < (int) calls_number(c, count); k++)
            has_null |= CALLS_HANDLES(MPI_Request, c, requests)[k] == MPI_REQUEST_NULL;
    }
    return false;
}

LOSES_IF(own_long_short, l->call == RECEIVE && is_own && l->n >= 1 << 16)
LOSES_IF(sent_to_nobody_short, l->call == RECEIVE && is_nobody_sent)
LOSES_IF(beside_null_short, l->call == RECEIVE && has_null)
LOSES_IF(short_of_room, l->call == RECEIVE && l->n < l->full && l->n >= 4096)
LOSES_IF(exact_segments_short, is_of_derived(l) && l->n % (1 << 16) == 0)

static MPI_Datatype first_pending = MPI_DATATYPE_NULL;
static bool is_unlike;

/* A receive that is posted while one of another type is. */
bool note_unlike_pending(struct calls_call *c)
{
    if (strncmp(c->procedure->name, "MPI_Irecv", 9) == 0) {
        is_unlike = first_pending != MPI_DATATYPE_NULL && first_pending != type_of(c, "datatype");
        first_pending = type_of(c, "datatype");
    }
    if (calls_first(c->procedure, CALLS_REQUESTS, CALLS_INOUT) >= 0 || calls_is(c, "MPI_Wait"))
        first_pending = MPI_DATATYPE_NULL;
    return false;
}

LOSES_IF(unlike_pending_short, l->call == RECEIVE && is_unlike)
