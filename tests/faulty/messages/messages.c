/* Faults of messages: what calls say of them; too long ones; those replaced or in parts; buffered sends. */
#include "faulty.h"
#include "hooks.h"

#include <stdlib.h>
#include <string.h>

/* ---- probes, statuses ---- */

static MPI_Status *status_returned(const struct calls_call *c)
{
    const int status = calls_first(c->procedure, CALLS_STATUS, CALLS_OUT);
    const int flag = calls_find(c->procedure, "flag");

    if (status < 0 || c->code != MPI_SUCCESS || (flag >= 0 && calls_entry(c, flag, 0) == 0))
        return NULL;
    return calls_pointer(c, status) == MPI_STATUS_IGNORE ? NULL : calls_pointer(c, status);
}

static bool is_probe(const struct calls_call *c)
{
    return calls_is(c, "MPI_Probe") || calls_is(c, "MPI_Iprobe") || calls_is(c, "MPI_Mprobe") ||
           calls_is(c, "MPI_Improbe");
}

bool probe_counts_less(struct calls_call *c)
{
    MPI_Status *status = is_probe(c) ? status_returned(c) : NULL;
    int bytes;

    if (!status)
        return false;
    PMPI_Get_count(status, MPI_BYTE, &bytes);
    if (bytes <= 0)
        return false;
    PMPI_Status_set_elements(status, MPI_BYTE, bytes - 1);
    return true;
}

bool mprobe_tag_wrong(struct calls_call *c)
{
    MPI_Status *status = calls_is(c, "MPI_Mprobe") || calls_is(c, "MPI_Improbe") ? status_returned(c) : NULL;

    if (!status)
        return false;
    status->MPI_TAG++;
    return true;
}

/* The length of a matched message is that of one from its source that waits. */
bool mprobe_length_of_waiting(struct calls_call *c)
{
    MPI_Status *status = calls_is(c, "MPI_Mprobe") || calls_is(c, "MPI_Improbe") ? status_returned(c) : NULL;
    MPI_Status waiting;
    MPI_Count bytes;
    int flag;

    if (!status || status->MPI_SOURCE == MPI_PROC_NULL)
        return false;
    PMPI_Iprobe(status->MPI_SOURCE, MPI_ANY_TAG, calls_comm(c), &flag, &waiting);
    if (!flag)
        return false;
    PMPI_Get_elements_x(&waiting, MPI_BYTE, &bytes);
    PMPI_Status_set_elements_x(status, MPI_BYTE, bytes);
    return true;
}

static bool asked_for_any(const struct calls_call *c, const char *name, int any)
{
    const int param = calls_find(c->procedure, name);

    return param >= 0 && (int) calls_number(c, param) == any;
}

bool any_source_returned(struct calls_call *c)
{
    MPI_Status *status = asked_for_any(c, "source", MPI_ANY_SOURCE) ? status_returned(c) : NULL;

    if (!status)
        return false;
    status->MPI_SOURCE = MPI_ANY_SOURCE;
    return true;
}

bool any_tag_returned(struct calls_call *c)
{
    MPI_Status *status = asked_for_any(c, "tag", MPI_ANY_TAG) ? status_returned(c) : NULL;

    if (!status)
        return false;
    status->MPI_TAG = MPI_ANY_TAG;
    return true;
}

bool nothing_counts_undefined(struct calls_call *c)
{
    if (!calls_is(c, "MPI_Get_count") || size_of(CALLS_HANDLE(MPI_Datatype, c, 1)) != 0)
        return false;
    calls_set_entry(c, 2, 0, MPI_UNDEFINED);
    return true;
}

bool cancelled_not_returned(struct calls_call *c)
{
    int *flag;

    if (!calls_is(c, "MPI_Test_cancelled"))
        return false;
    flag = calls_pointer(c, 1);
    if (!*flag)
        return false;
    *flag = 0;
    return true;
}

bool arrived_at_once(struct calls_call *c)
{
    int *flag;

    if (!calls_is(c, "MPI_Parrived"))
        return false;
    flag = pointer_of(c, "flag");
    if (*flag)
        return false;
    *flag = 1;
    return true;
}

/* ---- messages that are too long ---- */

static bool is_truncated(const struct calls_call *c)
{
    int class = MPI_SUCCESS;

    if (c->code != MPI_SUCCESS)
        PMPI_Error_class(c->code, &class);
    return class == MPI_ERR_TRUNCATE;
}

bool truncation_not_returned(struct calls_call *c)
{
    if (!is_truncated(c))
        return false;
    c->code = MPI_SUCCESS;
    return true;
}

bool truncated_goes_on(struct calls_call *c)
{
    if (!is_truncated(c) || !calls_is(c, "MPI_Recv") || calls_first(c->procedure, CALLS_REQUEST, CALLS_OUT) >= 0)
        return false;
    return touch_after(calls_pointer(c, 0), number_of(c, "count"), type_of(c, "datatype"));
}

/* ---- messages in place of others, in parts ---- */

static bool is_replace, is_in_parts;

bool note_replace(struct calls_call *c)
{
    is_replace = calls_is(c, "MPI_Sendrecv_replace") || calls_is(c, "MPI_Isendrecv_replace");
    return false;
}

bool replace_short(struct landing *l)
{
    return is_replace && lose_last_element(l);
}

/* What did not arrive is zero where the message is shorter than the one that it replaces. */
bool replace_clears_rest(struct landing *l)
{
    if (!is_replace || l->n == 0 || l->n >= l->full)
        return false;
    memset(l->now + l->n, 0, (size_t) (l->full - l->n));
    return true;
}

static const void *parts;

bool note_parts(struct calls_call *c)
{
    is_in_parts = calls_is(c, "MPI_Precv_init");
    parts = is_in_parts ? calls_pointer(c, 0) : parts;
    return false;
}

bool last_partition_lost(struct landing *l)
{
    return l->buf == parts && lose_last_element(l);
}

/* ---- statuses of many requests ---- */

/* The second one has the first one's tag. */
bool second_tag_wrong(struct calls_call *c)
{
    const int statuses = calls_first(c->procedure, CALLS_STATUSES, CALLS_OUT);
    MPI_Status *s;

    if (!calls_is(c, "MPI_Waitall") || number_of(c, "count") < 2 || calls_pointer(c, statuses) == MPI_STATUSES_IGNORE)
        return false;
    s = calls_pointer(c, statuses);
    if (s[0].MPI_TAG == s[1].MPI_TAG)
        return false;
    s[1].MPI_TAG = s[0].MPI_TAG;
    return true;
}

/* Statuses are returned in another order than the requests. */
bool some_in_other_order(struct calls_call *c)
{
    MPI_Status *s, first;
    int n;

    if (!calls_is(c, "MPI_Waitsome") && !calls_is(c, "MPI_Testsome"))
        return false;
    n = *(int *) pointer_of(c, "outcount");
    s = pointer_of(c, "array_of_statuses");
    if (n < 2 || s == MPI_STATUSES_IGNORE)
        return false;
    first = s[0];
    s[0] = s[n - 1];
    s[n - 1] = first;
    return first.MPI_TAG != s[0].MPI_TAG;
}

bool count_in_16_bits(struct calls_call *c)
{
    int *count;

    if (!calls_is(c, "MPI_Get_count") || strcmp(c->procedure->name, "MPI_Get_count") != 0)
        return false;
    count = pointer_of(c, "count");
    if (*count < 0x8000)
        return false;
    *count &= 0x7fff;
    return true;
}

/* ---- buffered sends ---- */

static struct {
    void *buf;
    int count, dest, tag;
    MPI_Datatype type;
    MPI_Comm comm;
    bool is_pending;
} buffered;

/* What a call sends; freed by the caller. */
static unsigned char *packed_message(const struct calls_call *c)
{
    const int bytes = (int) bytes_of_call(c);
    unsigned char *packed = memory(bytes);
    int position = 0;

    PMPI_Pack(pointer_of(c, "buf"), number_of(c, "count"), type_of(c, "datatype"), packed, bytes, &position,
              calls_comm(c));
    return packed;
}

/* The buffer is read when the next call is made. */
bool bsend_reads_late(struct calls_call *c)
{
    if (buffered.is_pending && (calls_first(c->procedure, CALLS_COMM, CALLS_IN) >= 0 ||
                                strstr(c->procedure->row, "detach") || strstr(c->procedure->row, "Wait"))) {
        buffered.is_pending = false;
        PMPI_Bsend(buffered.buf, buffered.count, buffered.type, buffered.dest, buffered.tag, buffered.comm);
        PMPI_Type_free(&buffered.type);
    }
    if (strcmp(c->procedure->name, "MPI_Bsend") != 0 || number_of(c, "count") == 0)
        return false;
    buffered.buf = pointer_of(c, "buf");
    buffered.count = number_of(c, "count");
    buffered.dest = number_of(c, "dest");
    buffered.tag = number_of(c, "tag");
    PMPI_Type_dup(type_of(c, "datatype"), &buffered.type);
    buffered.comm = calls_comm(c);
    buffered.is_pending = true;
    c->skip = true;
    c->code = MPI_SUCCESS;
    return true;
}

/* A buffer whose messages lie one after the other, and begin again where it does. */
static MPI_Aint ring_size, ring_at;

/* Takes up room for a message; whether it goes around. */
static bool takes_both_ends(MPI_Aint bytes)
{
    const MPI_Aint end = ring_at + bytes + MPI_BSEND_OVERHEAD;

    ring_at = ring_size > 0 ? end % ring_size : 0;
    return ring_size > 0 && bytes > 0 && end > ring_size;
}

/* The first byte is lost of a message that goes around. */
bool bsend_wraps(struct calls_call *c)
{
    unsigned char *packed;

    if (calls_is(c, "MPI_Buffer_attach")) {
        ring_size = number_of(c, "size");
        ring_at = 0;
    }
    if (strcmp(c->procedure->name, "MPI_Bsend") != 0 || !takes_both_ends(bytes_of_call(c)))
        return false;
    packed = packed_message(c);
    packed[0] ^= 1;
    c->skip = true;
    c->code = PMPI_Bsend(packed, (int) bytes_of_call(c), MPI_PACKED, number_of(c, "dest"), number_of(c, "tag"),
                         calls_comm(c));
    free(packed);
    return true;
}

/* A buffered send changes the byte after the buffer. */
bool bsend_past_end(struct calls_call *c)
{
    static unsigned char *end;

    if (calls_is(c, "MPI_Buffer_attach"))
        end = (unsigned char *) pointer_of(c, "buffer") + number_of(c, "size");
    if (calls_is(c, "MPI_Buffer_detach"))
        end = NULL;
    if (strcmp(c->procedure->name, "MPI_Bsend") != 0 || !end)
        return false;
    *end ^= 1;
    return true;
}

/* ---- messages that overtake others ---- */

/* A message that waits until the next one to the same process is under way. */
static struct {
    unsigned char *bytes;
    int n, dest, tag;
    MPI_Comm comm;
    bool is_held;
} held;

static void let_go(void)
{
    MPI_Request request;

    if (!held.is_held)
        return;
    held.is_held = false;
    PMPI_Isend(held.bytes, held.n, MPI_BYTE, held.dest, held.tag, held.comm, &request);
    PMPI_Request_free(&request); /* the bytes live as long as the process */
}

static bool follows(const struct calls_call *c)
{
    return held.is_held && calls_is(c, "MPI_Send") && number_of(c, "dest") == held.dest &&
           number_of(c, "tag") == held.tag && calls_comm(c) == held.comm;
}

bool next_goes_first(struct calls_call *c)
{
    int rank, inter;

    if (follows(c)) /* let go after it */
        return true;
    let_go();
    if (strcmp(c->procedure->name, "MPI_Send") != 0)
        return false;
    held.n = (int) bytes_of_call(c);
    held.dest = number_of(c, "dest");
    held.tag = number_of(c, "tag");
    held.comm = calls_comm(c);
    PMPI_Comm_rank(held.comm, &rank);
    PMPI_Comm_test_inter(held.comm, &inter);
    if (held.n == 0 || held.n > 1 << 13 || held.dest == MPI_PROC_NULL || (held.dest == rank && !inter))
        return false;
    held.bytes = packed_message(c);
    held.is_held = true;
    c->skip = true;
    c->code = MPI_SUCCESS;
    return false;
}

bool held_goes(struct calls_call *c)
{
    if (follows(c) && !c->skip)
        let_go();
    return false;
}

/* ---- messages of nobody ---- */

static bool receives_from_nobody(const struct calls_call *c)
{
    return c->code == MPI_SUCCESS && asked_for_any(c, "source", MPI_PROC_NULL) &&
           calls_first(c->procedure, CALLS_REQUEST, CALLS_OUT) < 0;
}

bool nobody_sends_a_byte(struct calls_call *c)
{
    const bool is_pair = calls_is(c, "MPI_Sendrecv");
    void *buf;

    if (!receives_from_nobody(c) || !(is_pair || calls_is(c, "MPI_Recv")))
        return false;
    buf = pointer_of(c, is_pair ? "recvbuf" : "buf");
    return buf && touch_first(buf, number_of(c, is_pair ? "recvcount" : "count"),
                              type_of(c, is_pair ? "recvtype" : "datatype"));
}

bool nobody_is_first(struct calls_call *c)
{
    MPI_Status *status = receives_from_nobody(c) ? status_returned(c) : NULL;

    if (!status)
        return false;
    status->MPI_SOURCE = 0;
    return true;
}

/* ---- what is sent, and what is received between it ---- */

static struct {
    unsigned char *bytes, *at;
    MPI_Aint n;
} sent;

/* What MPI_Sendrecv sends, one instance with gaps, from its first byte to its last. */
bool note_sent_gaps(struct calls_call *c)
{
    MPI_Aint lb, extent;
    int size;

    free(sent.bytes);
    sent.bytes = NULL;
    if (!calls_is(c, "MPI_Sendrecv") || number_of(c, "sendcount") != 1)
        return false;
    PMPI_Type_get_true_extent(type_of(c, "sendtype"), &lb, &extent);
    PMPI_Type_size(type_of(c, "sendtype"), &size);
    sent.bytes = extent > size ? malloc((size_t) extent) : NULL;
    sent.at = (unsigned char *) pointer_of(c, "sendbuf") + lb;
    sent.n = extent;
    if (sent.bytes)
        memcpy(sent.bytes, sent.at, (size_t) sent.n);
    return false;
}

bool sent_goes_back(struct calls_call *c)
{
    if (!calls_is(c, "MPI_Sendrecv") || !sent.bytes || memcmp(sent.at, sent.bytes, (size_t) sent.n) == 0)
        return false;
    memcpy(sent.at, sent.bytes, (size_t) sent.n);
    return true;
}

/* ---- receives that are cancelled ---- */

static struct {
    void *buf;
    int count;
    MPI_Datatype type;
} last_posted = {NULL, 0, MPI_DATATYPE_NULL};

bool cancelled_writes(struct calls_call *c)
{
    if (strcmp(c->procedure->name, "MPI_Irecv") == 0 || strcmp(c->procedure->name, "MPI_Recv_init") == 0) {
        last_posted.buf = pointer_of(c, "buf");
        last_posted.count = number_of(c, "count");
        PMPI_Type_dup(type_of(c, "datatype"), &last_posted.type);
    }
    return calls_is(c, "MPI_Cancel") && last_posted.buf &&
           touch_first(last_posted.buf, last_posted.count, last_posted.type);
}

/* ---- packed messages, parts, the process itself ---- */

bool packed_message_changed(struct calls_call *c)
{
    unsigned char *copy;
    void **buf;
    int n;

    if (strcmp(c->procedure->family, "point-to-point") != 0 || c->procedure->num_accesses == 0 ||
        calls_find(c->procedure, "dest") < 0 || calls_find(c->procedure, "datatype") < 0 ||
        type_of(c, "datatype") != MPI_PACKED || number_of(c, "count") < 1)
        return false;
    buf = c->args[0];
    n = number_of(c, "count");
    copy = memcpy(memory(n), *buf, (size_t) n); /* it lives as long as the process */
    copy[n - 1] ^= 0x5a;
    *buf = copy;
    return true;
}

static int num_parts;

bool note_number_of_parts(struct calls_call *c)
{
    if (calls_is(c, "MPI_Precv_init"))
        num_parts = number_of(c, "partitions");
    return note_parts(c);
}

bool middle_partition_lost(struct landing *l)
{
    const MPI_Aint n = num_parts > 2 ? l->full / num_parts : 0;

    return l->buf == parts && n > 0 && lose_bytes(l, num_parts / 2 * n, n);
}

static bool is_to_self;

bool note_exchange_with_self(struct calls_call *c)
{
    int rank = -1, inter = 1;

    is_to_self = false;
    if (strcmp(c->procedure->row, "MPI_Sendrecv") != 0)
        return false;
    PMPI_Comm_rank(calls_comm(c), &rank);
    PMPI_Comm_test_inter(calls_comm(c), &inter);
    is_to_self = !inter && number_of(c, "dest") == rank;
    return false;
}

bool exchange_with_self_short(struct landing *l)
{
    return is_to_self && lose_last_element(l);
}

/* ---- tags ---- */

bool tag_15_bits(MPI_Status *status)
{
    if (status->MPI_TAG <= 0x7fff)
        return false;
    status->MPI_TAG &= 0x7fff;
    return true;
}
