/* Faults that a type's life, the form of a call, or what it is not asked for, brings about. */
#include "faulty.h"
#include "hooks.h"

#include <stdlib.h>
#include <string.h>

/* ---- types that are freed ---- */

LOSES_IF(freed_in_collective, l->freed && (l->call == COLLECTIVE || l->call == BROADCAST))
LOSES_IF(freed_in_accumulate, l->freed && l->call == GET_ACCUMULATE)

static bool frees(const struct calls_call *c, MPI_Datatype type)
{
    return type != MPI_DATATYPE_NULL && calls_is(c, "MPI_Type_free") && *CALLS_HANDLES(MPI_Datatype, c, 0) == type;
}

/* What a process sends to itself, whose type was freed since. */
static MPI_Datatype last_sent = MPI_DATATYPE_NULL;
static bool is_sent_freed;

bool note_sent_freed(struct calls_call *c)
{
    const bool sends = calls_is(c, "MPI_Send") || calls_is(c, "MPI_Ssend") || calls_is(c, "MPI_Bsend");

    if (sends && calls_first(c->procedure, CALLS_REQUEST, CALLS_OUT) >= 0) {
        last_sent = type_of(c, "datatype");
        is_sent_freed = false;
    }
    is_sent_freed |= frees(c, last_sent);
    return false;
}

LOSES_IF(freed_by_sender, l->call == RECEIVE && is_sent_freed)

/* The buffer of a persistent receive whose type was freed. */
static MPI_Datatype kept_type = MPI_DATATYPE_NULL;
static const void *kept_buf;
static bool is_kept_freed;

bool note_kept_freed(struct calls_call *c)
{
    if (strncmp(c->procedure->name, "MPI_Recv_init", 13) == 0) {
        kept_type = type_of(c, "datatype");
        kept_buf = calls_pointer(c, 0);
        is_kept_freed = false;
    }
    is_kept_freed |= frees(c, kept_type);
    return false;
}

LOSES_IF(freed_persistent, l->call == RECEIVE && is_kept_freed && l->buf == kept_buf)

/* A duplicate of a type that was freed. */
static MPI_Datatype original = MPI_DATATYPE_NULL, duplicate = MPI_DATATYPE_NULL;
static bool is_orphan;

bool note_duplicate(struct calls_call *c)
{
    is_orphan |= frees(c, original);
    return false;
}

bool note_duplicated(struct calls_call *c)
{
    if (calls_is(c, "MPI_Type_dup") && c->code == MPI_SUCCESS) {
        original = CALLS_HANDLE(MPI_Datatype, c, 0);
        duplicate = *CALLS_HANDLES(MPI_Datatype, c, 1);
        is_orphan = false;
    }
    return false;
}

LOSES_IF(orphan_duplicate, is_orphan && l->posted == duplicate)

/* ---- what is not asked for ---- */

static bool is_status_ignored, is_source_any, is_tag_any;

bool note_receive(struct calls_call *c)
{
    const int status = calls_first(c->procedure, CALLS_STATUS, CALLS_OUT);
    const bool receives = strncmp(c->procedure->name, "MPI_Recv", 8) == 0 && status >= 0;

    is_status_ignored = status >= 0 && calls_pointer(c, status) == MPI_STATUS_IGNORE;
    is_source_any = receives && number_of(c, "source") == MPI_ANY_SOURCE;
    is_tag_any = receives && number_of(c, "tag") == MPI_ANY_TAG;
    return false;
}

LOSES_IF(status_ignored_short, l->call == RECEIVE && is_status_ignored)
LOSES_IF(any_source_long_short, l->call == RECEIVE && is_source_any && l->n >= 1 << 14)
LOSES_IF(any_tag_derived_short, l->call == RECEIVE && is_tag_any && depth_of(l->type) > 1)

/* ---- messages in other modes ---- */

/* A synchronous send is complete before it is received, if it is short. */
bool issend_not_synchronous(struct calls_call *c)
{
    if (strcmp(c->procedure->name, "MPI_Issend") != 0)
        return false;
    c->code = PMPI_Isend(pointer_of(c, "buf"), number_of(c, "count"), type_of(c, "datatype"), number_of(c, "dest"),
                         number_of(c, "tag"), calls_comm(c), calls_pointer(c, calls_find(c->procedure, "request")));
    c->skip = true;
    return true;
}

/* A message from no process is one that changes the buffer. */
bool no_message_writes(struct calls_call *c)
{
    MPI_Message *message;

    if (strncmp(c->procedure->name, "MPI_Mrecv", 9) != 0)
        return false;
    message = calls_pointer(c, calls_find(c->procedure, "message"));
    if (*message != MPI_MESSAGE_NO_PROC || number_of(c, "count") == 0)
        return false;
    return touch_first(calls_pointer(c, 0), number_of(c, "count"), type_of(c, "datatype"));
}

/* ---- partitions ---- */

static int sent_in, received_in;
static const void *in_parts;

bool note_partitions(struct calls_call *c)
{
    if (calls_is(c, "MPI_Psend_init"))
        sent_in = number_of(c, "partitions");
    if (calls_is(c, "MPI_Precv_init")) {
        received_in = number_of(c, "partitions");
        in_parts = calls_pointer(c, 0);
    }
    return false;
}

/* Where both sides have another number of partitions, the first element of the second half is lost. */
bool unlike_partitions_short(struct landing *l)
{
    const MPI_Aint half = l->n / 2;
    const int e = size_of(first_leaf(l->type));

    return l->buf == in_parts && sent_in > 1 && received_in > 1 && sent_in != received_in && e > 0 &&
           lose_bytes(l, half / e * e, e);
}

bool first_partition_lost(struct landing *l)
{
    return l->buf == in_parts && received_in > 1 && lose_bytes(l, 0, l->n / received_in);
}

/* The last one of a list of partitions is made ready too soon, with the first: what it holds by then is sent. */
bool single_partition_short(struct landing *l)
{
    return l->buf == in_parts && received_in == 1 && sent_in > 1 && lose_last_element(l);
}
