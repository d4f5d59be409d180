/* Faults that the life of a type, or what it is not asked for, brings about. */
#include "faulty.h"
#include "hooks.h"

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

/* ---- what is committed ---- */

static MPI_Datatype committed = MPI_DATATYPE_NULL;

/* Committing a type once more is an error. */
bool committed_twice_refused(struct calls_call *c)
{
    const MPI_Datatype type = calls_is(c, "MPI_Type_commit") ? *CALLS_HANDLES(MPI_Datatype, c, 0) : MPI_DATATYPE_NULL;

    if (calls_is(c, "MPI_Type_free") && *CALLS_HANDLES(MPI_Datatype, c, 0) == committed)
        committed = MPI_DATATYPE_NULL;
    if (type == MPI_DATATYPE_NULL)
        return false;
    c->skip = type == committed;
    c->code = c->skip ? MPI_ERR_TYPE : MPI_SUCCESS;
    committed = type;
    return c->skip;
}

bool predefined_commit_refused(struct calls_call *c)
{
    c->skip = calls_is(c, "MPI_Type_commit") && combiner_of(*CALLS_HANDLES(MPI_Datatype, c, 0)) == MPI_COMBINER_NAMED;
    c->code = c->skip ? MPI_ERR_TYPE : MPI_SUCCESS;
    return c->skip;
}
