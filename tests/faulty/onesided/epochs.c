/* Faults of accesses by what their epoch has had, and how it began. */
#include "faulty.h"
#include "hooks.h"

#include <string.h>

static struct {
    bool flushed, fetched, put_with_request, asserted, detached;
    int group, locks, flavor, origin_count, target_count;
} epoch;

static void note_locks(const struct calls_call *c)
{
    epoch.locks += calls_is(c, "MPI_Win_lock");
    epoch.locks -= calls_is(c, "MPI_Win_unlock");
}

static void note_beginning(const struct calls_call *c)
{
    epoch.flushed = epoch.fetched = epoch.put_with_request = false;
    epoch.group = 0;
    epoch.asserted = calls_is(c, "MPI_Win_fence") && number_of(c, "assert") != 0;
    if (calls_is(c, "MPI_Win_start"))
        PMPI_Group_size(CALLS_HANDLE(MPI_Group, c, calls_find(c->procedure, "group")), &epoch.group);
}

bool note_past(struct calls_call *c)
{
    if (begins_accesses(c))
        note_beginning(c);
    note_locks(c);
    epoch.flushed |= strncmp(c->procedure->name, "MPI_Win_flush", 13) == 0;
    epoch.detached |= calls_is(c, "MPI_Win_detach");
    epoch.detached &= !calls_is(c, "MPI_Win_free");
    if (calls_find(c->procedure, "target_disp") < 0)
        return false;
    epoch.flavor = attribute_of(CALLS_HANDLE(MPI_Win, c, calls_find(c->procedure, "win")), MPI_WIN_CREATE_FLAVOR);
    epoch.origin_count = number_of(c, "origin_count");
    epoch.target_count = number_of(c, "target_count");
    return false;
}

bool note_passed(struct calls_call *c)
{
    epoch.fetched |= calls_is(c, "MPI_Fetch_and_op");
    epoch.put_with_request |= strncmp(c->procedure->name, "MPI_Rput", 8) == 0;
    return false;
}

LOSES_IF(put_unlike_counts, l->call == PUT && epoch.origin_count != epoch.target_count)
LOSES_IF(put_after_flush, l->call == PUT && epoch.flushed)
LOSES_IF(get_after_flush, l->call == GET && epoch.flushed)
LOSES_IF(accumulate_after_fetch, l->call == ACCUMULATE && epoch.fetched)
LOSES_IF(put_after_rput, l->call == PUT && epoch.put_with_request)
LOSES_IF(put_after_detach, l->call == PUT && epoch.detached && epoch.flavor == MPI_WIN_FLAVOR_DYNAMIC)
LOSES_IF(put_allocated, l->call == PUT && epoch.flavor == MPI_WIN_FLAVOR_ALLOCATE)
LOSES_IF(put_asserted, l->call == PUT && epoch.asserted)
LOSES_IF(put_to_group, l->call == PUT && epoch.group >= 2)
LOSES_IF(put_two_locks, l->call == PUT && epoch.locks >= 2)
LOSES_IF(accumulated_long_derived, l->call == ACCUMULATE && depth_of(l->type) > 1 && l->n >= 4096)
