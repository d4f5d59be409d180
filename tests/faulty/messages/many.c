/* Faults of what there is many of, and of the second one: requests, partitions, members, dimensions, packs, regions. */
#include "faulty.h"
#include "hooks.h"

#include <string.h>

/* ---- requests ---- */

static int pending, together;

static bool receives_later(const struct calls_call *c)
{
    return strncmp(c->procedure->name, "MPI_Irecv", 9) == 0;
}

/* Receives that are under way; how many are waited for with one call. */
bool note_pending(struct calls_call *c)
{
    const int count = calls_find(c->procedure, "count");

    pending += receives_later(c);
    together = calls_is(c, "MPI_Waitall") && count >= 0 ? (int) calls_number(c, count) : 0;
    return false;
}

bool note_complete(struct calls_call *c)
{
    if (calls_first(c->procedure, CALLS_REQUESTS, CALLS_INOUT) >= 0 || calls_is(c, "MPI_Wait"))
        pending = 0;
    return false;
}

LOSES_IF(many_pending_short, l->call == RECEIVE && pending >= 16)
LOSES_IF(many_together_short, l->call == RECEIVE && together >= 8)

static int with_request;

/* Accesses with a request that are under way. */
bool note_accesses(struct calls_call *c)
{
    if (strncmp(c->procedure->name, "MPI_Rget", 8) == 0)
        with_request++;
    if (ends_accesses(c))
        with_request = 0;
    return false;
}

LOSES_IF(second_rget_short, l->call == GET && with_request >= 2)

/* ---- what is returned once more ---- */

static bool is_probed;

/* A second probe of a message returns no bytes. */
bool second_probe_empty(struct calls_call *c)
{
    const int status = calls_first(c->procedure, CALLS_STATUS, CALLS_OUT), flag = calls_find(c->procedure, "flag");
    const bool probes = calls_is(c, "MPI_Probe") || calls_is(c, "MPI_Iprobe");
    const bool again = probes && is_probed;

    if (probes && (flag < 0 || calls_entry(c, flag, 0) != 0))
        is_probed = true;
    if (calls_is(c, "MPI_Recv"))
        is_probed = false;
    if (!again || calls_pointer(c, status) == MPI_STATUS_IGNORE || arrived(calls_pointer(c, status)) <= 0)
        return false;
    PMPI_Status_set_elements(calls_pointer(c, status), MPI_BYTE, 0);
    return true;
}

/* A message is said to be cancelled. */
bool message_returned_cancelled(struct calls_call *c)
{
    int *flag;

    if (!calls_is(c, "MPI_Test_cancelled") || arrived(CALLS_HANDLE(const MPI_Status *, c, 0)) <= 0)
        return false;
    flag = calls_pointer(c, 1);
    *flag = 1;
    return true;
}

bool error_of_message_returned(struct calls_call *c)
{
    MPI_Status *status;

    if (!calls_is(c, "MPI_Wait") || c->code != MPI_SUCCESS)
        return false;
    status = calls_pointer(c, calls_first(c->procedure, CALLS_STATUS, CALLS_OUT));
    if (status == MPI_STATUS_IGNORE)
        return false;
    status->MPI_ERROR = MPI_ERR_TRUNCATE;
    return true;
}

/* ---- partitions ---- */

static const void *in_many;

bool note_many_partitions(struct calls_call *c)
{
    if (calls_is(c, "MPI_Precv_init"))
        in_many = number_of(c, "partitions") >= 8 ? calls_pointer(c, 0) : NULL;
    return false;
}

LOSES_IF(many_partitions_short, in_many && l->buf == in_many)

/* ---- packs ---- */

static MPI_Datatype packed = MPI_DATATYPE_NULL;

/* What is packed behind another type has a wrong last byte. */
bool packed_behind_other(struct calls_call *c)
{
    const MPI_Datatype before = packed;
    MPI_Count end;

    if (!calls_is(c, "MPI_Pack") || c->code != MPI_SUCCESS || number_of(c, "incount") == 0)
        return false;
    packed = type_of(c, "datatype");
    end = calls_entry(c, calls_find(c->procedure, "position"), 0);
    if (before == packed || end <= (MPI_Count) number_of(c, "incount") * size_of(packed))
        return false;
    ((unsigned char *) pointer_of(c, "outbuf"))[end - 1] ^= 0x5a;
    return true;
}

static MPI_Datatype unpacked = MPI_DATATYPE_NULL;
static bool is_other;

bool note_unpacked(struct calls_call *c)
{
    if (calls_is(c, "MPI_Unpack") && number_of(c, "outcount") > 0) {
        is_other = unpacked != type_of(c, "datatype");
        unpacked = type_of(c, "datatype");
    }
    return false;
}

LOSES_IF(unpacked_behind_other, l->call == UNPACK && l->at > 0 && is_other)

/* ---- regions ---- */

static int regions;

bool note_regions(struct calls_call *c)
{
    regions += calls_is(c, "MPI_Win_attach");
    regions -= calls_is(c, "MPI_Win_detach");
    return note_access(c);
}

LOSES_IF(put_second_region, l->call == PUT && regions >= 2)

/* ---- types ---- */

static bool has_dims(MPI_Datatype type, int dims)
{
    return (is_made_by(type, MPI_COMBINER_SUBARRAY) && integer_of(type, 0) >= dims) ||
           (is_made_by(type, MPI_COMBINER_DARRAY) && integer_of(type, 2) >= dims);
}

LOSES_OF_TYPE(six_deep_short, depth_of(type) >= 6)
LOSES_OF_TYPE(deep_32_short, depth_of(type) >= 32)
LOSES_OF_TYPE(members_33_short, is_made_by(type, MPI_COMBINER_STRUCT) && blocks_of(type) >= 33)
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
