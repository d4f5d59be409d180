/* Faults of accesses that follow others in an epoch, or that a flush does not complete. */
#include "faulty.h"
#include "hooks.h"

#include <stdlib.h>
#include <string.h>

/* ---- what the epoch has had ---- */

static struct {
    bool got, put, nothing;
    int gets, puts_with_request, accumulates;
    MPI_Op op;
    int exclusive, nocheck, noput, unit;
} epoch;

static void note_begin(const struct calls_call *c)
{
    const int assertion = calls_find(c->procedure, "assert"), lock = calls_find(c->procedure, "lock_type");

    memset(&epoch, 0, sizeof epoch);
    epoch.op = MPI_OP_NULL;
    epoch.nocheck = assertion >= 0 && (calls_number(c, assertion) & MPI_MODE_NOCHECK) != 0;
    epoch.noput = assertion >= 0 && (calls_number(c, assertion) & MPI_MODE_NOPUT) != 0;
    epoch.exclusive = lock >= 0 && calls_number(c, lock) == MPI_LOCK_EXCLUSIVE;
}

/* What was there before this access, and this one. */
static bool after_get, after_put, after_nothing;

bool note_sequel(struct calls_call *c)
{
    const int win = calls_find(c->procedure, "win"), target = calls_find(c->procedure, "target_rank");

    if (begins_accesses(c))
        note_begin(c);
    if (win < 0 || target < 0 || calls_find(c->procedure, "target_disp") < 0)
        return false;
    after_get = epoch.got;
    after_put = epoch.put;
    after_nothing = epoch.nothing;
    epoch.got |= calls_is(c, "MPI_Get");
    epoch.put |= calls_is(c, "MPI_Put");
    epoch.gets += calls_is(c, "MPI_Get");
    epoch.nothing |= calls_find(c->procedure, "target_count") >= 0 && number_of(c, "target_count") == 0;
    epoch.puts_with_request += strncmp(c->procedure->name, "MPI_Rput", 8) == 0;
    epoch.accumulates += calls_is(c, "MPI_Accumulate");
    epoch.unit = attribute_of(CALLS_HANDLE(MPI_Win, c, win), MPI_WIN_DISP_UNIT);
    return false;
}

LOSES_IF(put_after_get, l->call == PUT && after_get)
LOSES_IF(get_after_put, l->call == GET && epoch.put)
LOSES_IF(put_after_nothing, l->call == PUT && after_nothing)
LOSES_IF(put_nocheck, l->call == PUT && epoch.nocheck)
LOSES_IF(put_noput, l->call == PUT && epoch.noput)
LOSES_IF(second_rput_short, l->call == PUT && epoch.puts_with_request >= 2)
LOSES_IF(get_unit_odd, l->call == GET && epoch.unit > 1 && epoch.unit % 2 == 1)
LOSES_IF(fetched_unit, l->call == GET_ACCUMULATE && l->count == 1 && depth_of(l->type) == 1 && epoch.unit > l->size)
LOSES_IF(third_get_short, l->call == GET && epoch.gets >= 3)

bool accumulate_exclusive(struct accumulate *a)
{
    if (!epoch.exclusive || a->count == 0 || a->op == MPI_NO_OP)
        return false;
    a->op = a->op == MPI_SUM ? MPI_REPLACE : MPI_SUM;
    return true;
}

/* The second accumulate of an epoch has the operator of the first. */
bool first_op_kept(struct calls_call *c)
{
    MPI_Op *op;

    note_sequel(c);
    if (!calls_is(c, "MPI_Accumulate"))
        return false;
    op = c->args[calls_find(c->procedure, "op")];
    if (epoch.accumulates == 1)
        epoch.op = *op;
    if (epoch.op == MPI_OP_NULL || *op == epoch.op)
        return false;
    *op = epoch.op;
    return true;
}

/* The targets of an epoch's puts that are subarrays of one size and extent are the first of them. */
bool first_subarray_kept(struct calls_call *c)
{
    static MPI_Datatype first = MPI_DATATYPE_NULL;
    static MPI_Aint extent;
    static int size;
    MPI_Datatype *type;

    if (ends_accesses(c) && first != MPI_DATATYPE_NULL)
        PMPI_Type_free(&first);
    if (!calls_is(c, "MPI_Put"))
        return false;
    type = c->args[calls_find(c->procedure, "target_datatype")];
    if (combiner_of(*type) != MPI_COMBINER_SUBARRAY)
        return false;
    if (first != MPI_DATATYPE_NULL && size == size_of(*type) && extent == bounds_of(*type).extent) {
        *type = first;
        return true;
    }
    if (first == MPI_DATATYPE_NULL) {
        PMPI_Type_dup(*type, &first);
        size = size_of(*type);
        extent = bounds_of(*type).extent;
    }
    return false;
}

/* ---- accesses that a flush does not complete ---- */

static struct put_off {
    void *origin;
    int count, target, target_count;
    MPI_Datatype type, target_type;
    MPI_Aint disp;
    MPI_Win win;
    bool gets;
    struct put_off *next;
} *put_off;

static bool flushes(const struct calls_call *c)
{
    return strncmp(c->procedure->name, "MPI_Win_flush", 13) == 0;
}

static void make(const struct put_off *p)
{
    if (p->gets)
        PMPI_Get(p->origin, p->count, p->type, p->target, p->disp, p->target_count, p->target_type, p->win);
    else
        PMPI_Put(p->origin, p->count, p->type, p->target, p->disp, p->target_count, p->target_type, p->win);
}

static void make_all(void)
{
    while (put_off) {
        struct put_off *p = put_off;
        put_off = p->next;
        make(p);
        PMPI_Type_free(&p->type);
        PMPI_Type_free(&p->target_type);
        free(p);
    }
}

static bool wait_for_end(struct calls_call *c, const char *name, bool gets)
{
    struct put_off *p;

    if (ends_accesses(c) && !flushes(c))
        make_all();
    if (strcmp(c->procedure->name, name) != 0)
        return false;
    p = memory(sizeof *p);
    *p = (struct put_off) {
        pointer_of(c, "origin_addr"), number_of(c, "origin_count"), number_of(c, "target_rank"),
        number_of(c, "target_count"), MPI_DATATYPE_NULL, MPI_DATATYPE_NULL,
        CALLS_HANDLE(MPI_Aint, c, calls_find(c->procedure, "target_disp")),
        CALLS_HANDLE(MPI_Win, c, calls_find(c->procedure, "win")), gets, put_off,
    };
    PMPI_Type_dup(type_of(c, "origin_datatype"), &p->type);
    PMPI_Type_dup(type_of(c, "target_datatype"), &p->target_type);
    put_off = p;
    c->skip = true;
    c->code = MPI_SUCCESS;
    return true;
}

bool flush_leaves_put(struct calls_call *c)
{
    return wait_for_end(c, "MPI_Put", false);
}

/* In an epoch of MPI_Win_lock_all that checks no locks. */
bool flush_leaves_unchecked(struct calls_call *c)
{
    static bool is_unchecked;

    if (calls_is(c, "MPI_Win_lock_all"))
        is_unchecked = number_of(c, "assert") & MPI_MODE_NOCHECK;
    return wait_for_end(c, is_unchecked ? "MPI_Put" : "", false);
}

bool flush_leaves_get(struct calls_call *c)
{
    return wait_for_end(c, "MPI_Get", true);
}
