/* Faults of statuses: how much has arrived, what has completed, what a program has set. */
#include "faulty.h"
#include "hooks.h"

#include <string.h>

/* ---- counts ---- */

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

/* A receive of a type with gaps sets the error field of its status. */
bool error_field_set(struct calls_call *c)
{
    MPI_Status *status = calls_is(c, "MPI_Recv") ? calls_pointer(c, calls_find(c->procedure, "status")) : NULL;
    struct bounds b;

    if (!status || status == MPI_STATUS_IGNORE || status->MPI_ERROR == MPI_SUCCESS)
        return false;
    b = bounds_of(type_of(c, "datatype"));
    if (b.true_extent == size_of(type_of(c, "datatype")))
        return false;
    status->MPI_ERROR = MPI_SUCCESS;
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

/* ---- elements ---- */

/* Elements of several types are counted by the size of the first one. */
bool elements_by_first_type(struct calls_call *c)
{
    const bool is_asked = calls_is(c, "MPI_Get_elements") || calls_is(c, "MPI_Get_elements_x");
    const MPI_Datatype type = is_asked ? CALLS_HANDLE(MPI_Datatype, c, 1) : MPI_BYTE;
    MPI_Count returned;

    if (first_leaf(type) == last_leaf(type) || size_of(first_leaf(type)) == 0)
        return false;
    returned = calls_entry(c, 2, 0);
    calls_set_entry(c, 2, 0, arrived(CALLS_HANDLE(const MPI_Status *, c, 0)) / size_of(first_leaf(type)));
    return returned != MPI_UNDEFINED && returned != calls_entry(c, 2, 0);
}

bool nothing_received_undefined(struct calls_call *c)
{
    if (!calls_is(c, "MPI_Get_count") || size_of(CALLS_HANDLE(MPI_Datatype, c, 1)) == 0 ||
        arrived(CALLS_HANDLE(const MPI_Status *, c, 0)) != 0)
        return false;
    calls_set_entry(c, 2, 0, MPI_UNDEFINED);
    return true;
}

/* What set elements are is returned one less. */
bool set_elements_less(struct calls_call *c)
{
    if (!calls_is(c, "MPI_Status_set_elements") && !calls_is(c, "MPI_Status_set_elements_x"))
        return false;
    if (number_of(c, "count") < 1)
        return false;
    set_argument(c, "count", number_of(c, "count") - 1);
    return true;
}

bool count_c_wrong(struct calls_call *c)
{
    MPI_Count count;

    if (strcmp(c->procedure->name, "MPI_Get_count_c") != 0)
        return false;
    count = calls_entry(c, 2, 0);
    calls_set_entry(c, 2, 0, count > 0 ? count - 1 : count);
    return count > 0;
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

/* ---- under a condition ---- */

bool elements_in_16_bits(MPI_Count *elements, int is_partial)
{
    (void) is_partial;
    if (*elements < 1 << 16)
        return false;
    *elements &= 0xffff;
    return true;
}

/* A probe of a long message returns a byte less. */
bool long_probe_less(struct calls_call *c)
{
    const int status = calls_first(c->procedure, CALLS_STATUS, CALLS_OUT), flag = calls_find(c->procedure, "flag");
    const bool probes = strstr(c->procedure->name, "probe") || strstr(c->procedure->name, "Probe");
    MPI_Aint n;

    if (!probes || (flag >= 0 && calls_entry(c, flag, 0) == 0) || calls_pointer(c, status) == MPI_STATUS_IGNORE)
        return false;
    n = arrived(calls_pointer(c, status));
    if (n < 1 << 16)
        return false;
    PMPI_Status_set_elements(calls_pointer(c, status), MPI_BYTE, (int) n - 1);
    return true;
}

/* ---- statuses that a program sets ---- */

static bool sets_elements(const struct calls_call *c)
{
    return calls_is(c, "MPI_Status_set_elements") || calls_is(c, "MPI_Status_set_elements_x");
}

/* The call without a cancelled flag, whatever it was. */
bool set_elements_uncancels(struct calls_call *c)
{
    int cancelled = 0;

    if (!sets_elements(c))
        return false;
    PMPI_Test_cancelled(calls_pointer(c, 0), &cancelled);
    if (cancelled)
        PMPI_Status_set_cancelled(calls_pointer(c, 0), 0);
    return cancelled != 0;
}

bool set_elements_clears_fields(struct calls_call *c)
{
    MPI_Status *status;

    if (!sets_elements(c))
        return false;
    status = calls_pointer(c, 0);
    status->MPI_SOURCE = status->MPI_TAG = MPI_UNDEFINED;
    return true;
}

bool set_cancelled_clears_elements(struct calls_call *c)
{
    MPI_Status *status;
    MPI_Count bytes = 0;

    if (!calls_is(c, "MPI_Status_set_cancelled"))
        return false;
    status = calls_pointer(c, 0);
    PMPI_Get_elements_x(status, MPI_BYTE, &bytes);
    PMPI_Status_set_elements(status, MPI_BYTE, 0);
    return bytes != 0;
}

/* ---- types other than the one received ---- */

static MPI_Datatype received = MPI_DATATYPE_NULL;

/* A count is that of the type that was received. */
bool note_received(struct calls_call *c)
{
    if (strcmp(c->procedure->name, "MPI_Recv") == 0)
        received = type_of(c, "datatype");
    return false;
}

bool count_of_received(struct calls_call *c)
{
    const MPI_Datatype asked = calls_is(c, "MPI_Get_count") ? CALLS_HANDLE(MPI_Datatype, c, 1) : MPI_DATATYPE_NULL;
    int count;

    if (asked == MPI_DATATYPE_NULL || asked == received || received == MPI_DATATYPE_NULL)
        return false;
    PMPI_Get_count(CALLS_HANDLE(const MPI_Status *, c, 0), received, &count);
    if (calls_entry(c, 2, 0) == count)
        return false;
    calls_set_entry(c, 2, 0, count);
    return true;
}

bool forget_freed(struct calls_call *c)
{
    note_received(c);
    if (calls_is(c, "MPI_Type_free") && *CALLS_HANDLES(MPI_Datatype, c, 0) == received)
        received = MPI_DATATYPE_NULL;
    return false;
}

bool set_cancelled_ignored(struct calls_call *c)
{
    c->skip = calls_is(c, "MPI_Status_set_cancelled") && number_of(c, "flag") != 0;
    return c->skip;
}

bool true_extent_x_wrong(enum query what, MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent)
{
    const MPI_Aint was[] = {*lb, *extent};

    if (what != TRUE_EXTENT_X)
        return false;
    PMPI_Type_get_extent(type, lb, extent);
    return *lb != was[0] || *extent != was[1];
}

/* A type of eight bytes is asked for, and one of four found. */
bool match_narrow(struct calls_call *c)
{
    MPI_Datatype *type;

    if (!calls_is(c, "MPI_Type_match_size") || c->code != MPI_SUCCESS || (int) calls_number(c, 1) != 8)
        return false;
    type = calls_pointer(c, 2);
    return PMPI_Type_match_size((int) calls_number(c, 0), 4, type) == MPI_SUCCESS;
}

bool parameters_returned_more(int combiner, int ints, int *integers, int addresses, MPI_Aint *displs)
{
    (void) addresses, (void) displs;
    if ((combiner != MPI_COMBINER_F90_REAL && combiner != MPI_COMBINER_F90_INTEGER) || ints < 1)
        return false;
    integers[0]++;
    return true;
}
