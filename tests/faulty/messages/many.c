/* Faults of many requests at once: pending, completed together, returned once more. */
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

/* The number of this landing of its kind, one after the other into the same type. */
static int number_of_use(const struct landing *l)
{
    static enum call call = OTHER;
    static MPI_Datatype type = MPI_DATATYPE_NULL;
    static int number;

    number = l->call == call && l->type == type ? number + 1 : 1;
    call = l->call;
    type = l->type;
    return number;
}

LOSES_IF(often_received_short, l->call == RECEIVE && number_of_use(l) > 64)
LOSES_IF(often_unpacked_short, l->call == UNPACK && number_of_use(l) > 64)

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
