/* What calls return, or do with arguments that play no part, under a condition. */
#include "faulty.h"
#include "hooks.h"

#include <string.h>

/* ---- types ---- */

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

/* ---- statuses ---- */

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

/* ---- one-sided ---- */

/* A result with gaps is written as one block up to the first gap's first byte. */
bool result_writes_gap(struct calls_call *c)
{
    return calls_is(c, "MPI_Get_accumulate") && number_of(c, "result_count") > 0 &&
           touch_gap(pointer_of(c, "result_addr"), number_of(c, "result_count"), type_of(c, "result_datatype"));
}

/* A get from nobody changes the buffer. */
bool nobody_gives_a_byte(struct calls_call *c)
{
    return calls_is(c, "MPI_Get") && number_of(c, "target_rank") == MPI_PROC_NULL && number_of(c, "origin_count") > 0 &&
           size_of(type_of(c, "origin_datatype")) > 0 &&
           touch_first(pointer_of(c, "origin_addr"), number_of(c, "origin_count"), type_of(c, "origin_datatype"));
}

/* The end of an exposure is said too early. */
bool exposure_ends_early(struct calls_call *c)
{
    const int flag = calls_find(c->procedure, "flag");

    if (!calls_is(c, "MPI_Win_test") || calls_entry(c, flag, 0))
        return false;
    calls_set_entry(c, flag, 0, 1);
    return true;
}

/* The origin must be a buffer of some type, though the operator is MPI_NO_OP. */
bool no_op_checks_origin(struct calls_call *c)
{
    const int op = calls_find(c->procedure, "op");

    if (!calls_is(c, "MPI_Get_accumulate") || CALLS_HANDLE(MPI_Op, c, op) != MPI_NO_OP ||
        type_of(c, "origin_datatype") != MPI_DATATYPE_NULL)
        return false;
    c->skip = true;
    c->code = PMPI_Win_call_errhandler(CALLS_HANDLE(MPI_Win, c, calls_find(c->procedure, "win")), MPI_ERR_TYPE);
    c->code = MPI_ERR_TYPE;
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
