/* Faults of accesses and messages that follow others: in an epoch that had another kind of access, of another start,
 * or that complete later than they must. */
#include "faulty.h"
#include "hooks.h"

#include <stdlib.h>
#include <string.h>

static bool is_form_of(const struct calls_call *c, const char *row)
{
    return calls_is(c, row);
}

/* ---- what the epoch has had ---- */

static struct {
    bool got, put, nothing;
    int gets, puts_with_request, accumulates;
    MPI_Op op;
    int exclusive, nocheck, unit;
} epoch;

static bool begins(const struct calls_call *c)
{
    return calls_is(c, "MPI_Win_fence") || calls_is(c, "MPI_Win_start") || calls_is(c, "MPI_Win_lock") ||
           calls_is(c, "MPI_Win_lock_all");
}

static void note_begin(const struct calls_call *c)
{
    const int assertion = calls_find(c->procedure, "assert"), lock = calls_find(c->procedure, "lock_type");

    memset(&epoch, 0, sizeof epoch);
    epoch.op = MPI_OP_NULL;
    epoch.nocheck = assertion >= 0 && (calls_number(c, assertion) & MPI_MODE_NOCHECK) != 0;
    epoch.exclusive = lock >= 0 && calls_number(c, lock) == MPI_LOCK_EXCLUSIVE;
}

static int unit_of(MPI_Win win)
{
    int *unit, found;

    PMPI_Win_get_attr(win, MPI_WIN_DISP_UNIT, (void *) &unit, &found);
    return found ? *unit : 1;
}

/* What was there before this access, and this one. */
static bool after_get, after_put, after_nothing;

bool note_sequel(struct calls_call *c)
{
    const int win = calls_find(c->procedure, "win"), target = calls_find(c->procedure, "target_rank");

    if (begins(c))
        note_begin(c);
    if (win < 0 || target < 0 || calls_find(c->procedure, "target_disp") < 0)
        return false;
    after_get = epoch.got;
    after_put = epoch.put;
    after_nothing = epoch.nothing;
    epoch.got |= is_form_of(c, "MPI_Get");
    epoch.put |= is_form_of(c, "MPI_Put");
    epoch.gets += is_form_of(c, "MPI_Get");
    epoch.nothing |= calls_find(c->procedure, "target_count") >= 0 && number_of(c, "target_count") == 0;
    epoch.puts_with_request += strncmp(c->procedure->name, "MPI_Rput", 8) == 0;
    epoch.accumulates += is_form_of(c, "MPI_Accumulate");
    epoch.unit = unit_of(CALLS_HANDLE(MPI_Win, c, win));
    return false;
}

LOSES_IF(put_after_get, l->call == PUT && after_get)
LOSES_IF(get_after_put, l->call == GET && epoch.put)
LOSES_IF(put_after_nothing, l->call == PUT && after_nothing)
LOSES_IF(put_nocheck, l->call == PUT && epoch.nocheck)
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

bool flush_leaves_get(struct calls_call *c)
{
    return wait_for_end(c, "MPI_Get", true);
}

/* ---- starts ---- */

static int started_together;
static const void *first_buf;

bool note_starts(struct calls_call *c)
{
    if (strncmp(c->procedure->name, "MPI_Recv_init", 13) == 0)
        first_buf = calls_pointer(c, 0);
    if (calls_is(c, "MPI_Startall"))
        started_together = number_of(c, "count");
    if (calls_is(c, "MPI_Start"))
        started_together = 1;
    return false;
}

LOSES_IF(started_together_short, l->call == RECEIVE && l->buf == first_buf && started_together >= 2)

static int partitioned_starts;
static MPI_Request partitioned = MPI_REQUEST_NULL;
static const void *in_partitions;

bool note_partitioned_starts(struct calls_call *c)
{
    if (calls_is(c, "MPI_Precv_init")) {
        partitioned_starts = 0;
        in_partitions = calls_pointer(c, 0);
    }
    if (calls_is(c, "MPI_Start") || calls_is(c, "MPI_Startall"))
        partitioned_starts++;
    return false;
}

LOSES_IF(partitioned_again_short, l->call == RECEIVE && l->buf == in_partitions && partitioned_starts > 2)

static bool is_unstarted_freed;

bool note_unstarted_partitions(struct calls_call *c)
{
    if (calls_is(c, "MPI_Request_free") && in_partitions)
        is_unstarted_freed = partitioned_starts == 0;
    return note_partitioned_starts(c);
}

LOSES_IF(partitions_after_free_short, l->call == RECEIVE && l->buf == in_partitions && is_unstarted_freed)

/* The bytes of the first instance, whose sum is that at the start unless they are written later. */
static const unsigned char *sent_in_partitions;
static MPI_Aint sent_bytes;
static unsigned sum_at_start;
static bool is_written_late;

static unsigned sum_of_sent(void)
{
    unsigned sum = 0;

    for (MPI_Aint k = 0; k < sent_bytes; k++)
        sum = 31 * sum + sent_in_partitions[k];
    return sum;
}

bool note_written_partitions(struct calls_call *c)
{
    MPI_Aint true_lb;

    if (calls_is(c, "MPI_Precv_init"))
        in_partitions = calls_pointer(c, 0);
    if (calls_is(c, "MPI_Psend_init")) {
        PMPI_Type_get_true_extent(type_of(c, "datatype"), &true_lb, &sent_bytes);
        sent_in_partitions = (const unsigned char *) calls_pointer(c, 0) + true_lb;
    }
    if (calls_is(c, "MPI_Request_free"))
        sent_bytes = 0;
    if (calls_is(c, "MPI_Start"))
        sum_at_start = sum_of_sent();
    if (strncmp(c->procedure->name, "MPI_Pready", strlen("MPI_Pready")) == 0)
        is_written_late = sum_of_sent() != sum_at_start;
    return false;
}

LOSES_IF(written_partitions_short, l->call == RECEIVE && l->buf == in_partitions && is_written_late)

static int partition_count;
static MPI_Aint gap_at_end;

bool note_gapped_partitions(struct calls_call *c)
{
    MPI_Aint lb, extent, true_lb, true_extent;

    if (!calls_is(c, "MPI_Precv_init"))
        return false;
    in_partitions = calls_pointer(c, 0);
    partition_count = number_of(c, "partitions");
    PMPI_Type_get_extent(type_of(c, "datatype"), &lb, &extent);
    PMPI_Type_get_true_extent(type_of(c, "datatype"), &true_lb, &true_extent);
    gap_at_end = extent - true_extent;
    return false;
}

LOSES_IF(gapped_partitions_short, l->call == RECEIVE && l->buf == in_partitions && partition_count > 1 &&
         gap_at_end > 0)

/* ---- matched messages that are received in another order ---- */

enum { MOST = 16 };
static MPI_Message matched[MOST];
static int num_matched;
static bool is_younger;

bool note_matched(struct calls_call *c)
{
    const int message = calls_find(c->procedure, "message");

    if (strncmp(c->procedure->name, "MPI_Mrecv", 9) == 0 || strncmp(c->procedure->name, "MPI_Imrecv", 10) == 0) {
        const MPI_Message this = *CALLS_HANDLES(MPI_Message, c, message);
        is_younger = num_matched > 1 && matched[0] != this;
        for (int k = 0; k < num_matched; k++)
            if (matched[k] == this) {
                num_matched--;
                memmove(&matched[k], &matched[k + 1], (size_t) (num_matched - k) * sizeof matched[0]);
                break;
            }
    }
    return false;
}

bool add_matched(struct calls_call *c)
{
    const int message = calls_find(c->procedure, "message"), flag = calls_find(c->procedure, "flag");
    const bool probes = strcmp(c->procedure->name, "MPI_Mprobe") == 0 || strcmp(c->procedure->name, "MPI_Improbe") == 0;

    if (probes && (flag < 0 || calls_entry(c, flag, 0) != 0) && num_matched < MOST)
        matched[num_matched++] = *CALLS_HANDLES(MPI_Message, c, message);
    return false;
}

LOSES_IF(matched_out_of_order, l->call == RECEIVE && is_younger)

/* ---- buffered messages ---- */

static int buffered;

/* The second message in an attached buffer has a wrong last byte. */
bool second_buffered_wrong(struct calls_call *c)
{
    const struct span s = calls_is(c, "MPI_Bsend") && number_of(c, "count") > 0
                              ? span_of(number_of(c, "count"), type_of(c, "datatype")) : (struct span) {0, 0};
    char *copy;

    if (calls_is(c, "MPI_Buffer_attach") || calls_is(c, "MPI_Buffer_detach"))
        buffered = 0;
    if (s.size == 0 || strcmp(c->procedure->name, "MPI_Bsend") != 0 || calls_pointer(c, 0) == MPI_BOTTOM ||
        ++buffered < 2)
        return false;
    copy = memory(s.size);
    memcpy(copy, (char *) calls_pointer(c, 0) + s.lo, (size_t) s.size);
    *(void **) c->args[0] = copy - s.lo;
    return touch_last(copy - s.lo, number_of(c, "count"), type_of(c, "datatype"));
}

/* ---- tags ---- */

static bool is_tag_zero;

bool note_tag_zero(struct calls_call *c)
{
    if (strncmp(c->procedure->name, "MPI_Recv", 8) == 0)
        is_tag_zero = number_of(c, "tag") == 0;
    return false;
}

LOSES_IF(tag_zero_short, l->call == RECEIVE && is_tag_zero)
