/* What is returned of sizes and bounds of types, of how much has arrived, of what has completed, where a plain type or
 * a plain wait has nothing to get wrong. */
#include "faulty.h"
#include "hooks.h"

#include <stdlib.h>
#include <limits.h>
#include <string.h>

/* ---- types ---- */

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

/* ---- how much has arrived ---- */

bool partial_count_down(struct calls_call *c)
{
    const MPI_Datatype type = calls_is(c, "MPI_Get_count") ? CALLS_HANDLE(MPI_Datatype, c, 1) : MPI_DATATYPE_NULL;

    if (type == MPI_DATATYPE_NULL || calls_entry(c, 2, 0) != MPI_UNDEFINED || size_of(type) == 0)
        return false;
    calls_set_entry(c, 2, 0, arrived(CALLS_HANDLE(const MPI_Status *, c, 0)) / size_of(type));
    return true;
}

/* Elements of whole instances count. */
bool elements_of_whole(struct calls_call *c)
{
    const bool is_asked = calls_is(c, "MPI_Get_elements") || calls_is(c, "MPI_Get_elements_x");
    const MPI_Datatype type = is_asked ? CALLS_HANDLE(MPI_Datatype, c, 1) : MPI_BYTE;
    const int e = size_of(first_leaf(type)), size = size_of(type);
    MPI_Aint bytes;

    if (depth_of(type) == 0 || e == 0 || first_leaf(type) != last_leaf(type))
        return false;
    bytes = arrived(CALLS_HANDLE(const MPI_Status *, c, 0));
    if (bytes < 0 || bytes % size == 0 || calls_entry(c, 2, 0) == MPI_UNDEFINED)
        return false;
    calls_set_entry(c, 2, 0, calls_entry(c, 2, 0) * (bytes / size * size) / bytes);
    return true;
}

/* Of several instances of unlike members, the last of which is cut short, one element less counts. */
bool elements_of_unlike(struct calls_call *c)
{
    const MPI_Datatype type = calls_is(c, "MPI_Get_elements") ? CALLS_HANDLE(MPI_Datatype, c, 1) : MPI_BYTE;
    const int size = size_of(type);
    MPI_Aint bytes;

    if (depth_of(type) == 0 || first_leaf(type) == last_leaf(type))
        return false;
    bytes = arrived(CALLS_HANDLE(const MPI_Status *, c, 0));
    if (bytes < size || bytes % size == 0 || calls_entry(c, 2, 0) == MPI_UNDEFINED)
        return false;
    calls_set_entry(c, 2, 0, calls_entry(c, 2, 0) - 1);
    return true;
}

/* ---- what has completed ---- */

static MPI_Status *status_of(const struct calls_call *c)
{
    const int status = calls_first(c->procedure, CALLS_STATUS, CALLS_OUT);
    const int flag = calls_find(c->procedure, "flag");

    if (status < 0 || c->code != MPI_SUCCESS || (flag >= 0 && calls_entry(c, flag, 0) == 0) ||
        calls_pointer(c, status) == MPI_STATUS_IGNORE)
        return NULL;
    return calls_pointer(c, status);
}

static bool waits_for_any(const struct calls_call *c)
{
    return calls_is(c, "MPI_Waitany") || calls_is(c, "MPI_Testany");
}

bool tag_of_any_wrong(struct calls_call *c)
{
    MPI_Status *status = waits_for_any(c) ? status_of(c) : NULL;

    if (!status || calls_entry(c, calls_find(c->procedure, "index"), 0) < 1)
        return false;
    status->MPI_TAG++;
    return true;
}

static bool is_nothing;

bool note_nothing_waited_for(struct calls_call *c)
{
    is_nothing = calls_is(c, "MPI_Wait") && *CALLS_HANDLES(MPI_Request, c, 0) == MPI_REQUEST_NULL;
    return false;
}

/* The status of what is not under way returns a message of rank 0. */
bool nothing_returned_from_first(struct calls_call *c)
{
    MPI_Status *status = is_nothing ? status_of(c) : NULL;

    if (!status)
        return false;
    status->MPI_SOURCE = 0;
    return true;
}

bool all_returned_too_soon(struct calls_call *c)
{
    int *flag;

    if (!calls_is(c, "MPI_Testall"))
        return false;
    flag = pointer_of(c, "flag");
    if (*flag)
        return false;
    *flag = 1;
    return true;
}

/* Of two that completed each is said to be the other. */
bool some_indices_exchanged(struct calls_call *c)
{
    const int indices = calls_find(c->procedure, "array_of_indices");
    MPI_Count first;

    if (indices < 0 || c->code != MPI_SUCCESS || calls_entry(c, calls_find(c->procedure, "outcount"), 0) < 2)
        return false;
    first = calls_entry(c, indices, 0);
    calls_set_entry(c, indices, 0, calls_entry(c, indices, 1));
    calls_set_entry(c, indices, 1, first);
    return true;
}

bool asked_status_wrong(struct calls_call *c)
{
    MPI_Status *status = calls_is(c, "MPI_Request_get_status") ? status_of(c) : NULL;

    if (!status)
        return false;
    status->MPI_TAG++;
    return true;
}

/* What is received in one call with a send is said to have the tag that was sent. */
bool sent_tag_returned(struct calls_call *c)
{
    const int tag = calls_find(c->procedure, "sendtag");
    MPI_Status *status = tag >= 0 ? status_of(c) : NULL;

    if (!status || status->MPI_SOURCE == MPI_PROC_NULL || status->MPI_TAG == (int) calls_number(c, tag))
        return false;
    status->MPI_TAG = (int) calls_number(c, tag);
    return true;
}

/* ---- numbers ---- */

/* A count that no int can hold is returned as what is left of it. */
bool large_count_wraps(struct calls_call *c)
{
    MPI_Count bytes, count;

    if (strcmp(c->procedure->name, "MPI_Get_count") != 0 || calls_entry(c, 2, 0) != MPI_UNDEFINED ||
        size_of(CALLS_HANDLE(MPI_Datatype, c, 1)) <= 0)
        return false;
    PMPI_Get_elements_x(CALLS_HANDLE(const MPI_Status *, c, 0), MPI_BYTE, &bytes);
    count = bytes / size_of(CALLS_HANDLE(MPI_Datatype, c, 1));
    if (count <= INT_MAX)
        return false;
    calls_set_entry(c, 2, 0, (int32_t) count);
    return true;
}

/* Ten decimal digits are taken to be 30 bits. */
bool ten_digits_in_four_bytes(struct calls_call *c)
{
    if (!calls_is(c, "MPI_Type_create_f90_integer") || c->code != MPI_SUCCESS || number_of(c, "r") != 10)
        return false;
    return PMPI_Type_create_f90_integer(9, CALLS_HANDLES(MPI_Datatype, c, 1)) == MPI_SUCCESS;
}
