/* Faults of messages that follow others: starts of persistent ones, matched, buffered. */
#include "faulty.h"
#include "hooks.h"

#include <string.h>

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
static unsigned sum_at_start, sum_when_ready;
static bool is_written_late, is_written_between;
static int readies;

static unsigned sum_of_sent(void)
{
    unsigned sum = 0;

    for (MPI_Aint k = 0; k < sent_bytes; k++)
        sum = 31 * sum + sent_in_partitions[k];
    return sum;
}

static void note_ready(unsigned sum)
{
    is_written_late = sum != sum_at_start;
    is_written_between |= readies++ > 0 && sum != sum_when_ready;
    sum_when_ready = sum;
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
    if (calls_is(c, "MPI_Start")) {
        sum_at_start = sum_of_sent();
        readies = 0;
        is_written_between = false;
    }
    if (strncmp(c->procedure->name, "MPI_Pready", strlen("MPI_Pready")) == 0)
        note_ready(sum_of_sent());
    return false;
}

LOSES_IF(written_partitions_short, l->call == RECEIVE && l->buf == in_partitions && is_written_late)
LOSES_IF(partitions_written_between_short, l->call == RECEIVE && l->buf == in_partitions && is_written_between)

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
