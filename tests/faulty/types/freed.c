/* Faults of operators and types that are freed while something needs them. */
#include "faulty.h"
#include "hooks.h"

#include <string.h>

static int reductions;
static bool is_op_freed;

bool note_op_freed(struct calls_call *c)
{
    if (strcmp(c->procedure->family, "reduction") == 0 && calls_first(c->procedure, CALLS_REQUEST, CALLS_OUT) >= 0) {
        reductions++;
        is_op_freed = false;
    }
    is_op_freed |= calls_is(c, "MPI_Op_free") && reductions > 0;
    return false;
}

bool op_freed_short(struct landing *l)
{
    const bool strikes = l->call == COLLECTIVE && is_op_freed && reductions > 0;

    reductions -= reductions > 0;
    return strikes && lose_last_element(l);
}

static MPI_Datatype viewed = MPI_DATATYPE_NULL;
static bool is_view_freed;

bool note_view_freed(struct calls_call *c)
{
    if (calls_is(c, "MPI_File_set_view")) {
        viewed = type_of(c, "filetype");
        is_view_freed = false;
    }
    is_view_freed |= viewed != MPI_DATATYPE_NULL && calls_is(c, "MPI_Type_free") &&
                     *CALLS_HANDLES(MPI_Datatype, c, 0) == viewed;
    return false;
}

LOSES_IF(view_freed_short, l->call == READ && is_view_freed)
LOSES_IF(freed_read_short, l->call == READ && l->freed)

static MPI_Datatype kept = MPI_DATATYPE_NULL;
static bool is_kept_freed;

bool note_kept_sent_freed(struct calls_call *c)
{
    if (strncmp(c->procedure->name, "MPI_Send_init", 13) == 0) {
        kept = type_of(c, "datatype");
        is_kept_freed = false;
    }
    is_kept_freed |= kept != MPI_DATATYPE_NULL && calls_is(c, "MPI_Type_free") &&
                     *CALLS_HANDLES(MPI_Datatype, c, 0) == kept;
    return false;
}

LOSES_IF(freed_persistent_sent, l->call == RECEIVE && is_kept_freed)

/* Another type is committed while a persistent send needs one that was freed. */
static bool is_kept_replaced;

bool note_kept_replaced(struct calls_call *c)
{
    if (calls_is(c, "MPI_Request_free")) {
        kept = MPI_DATATYPE_NULL;
        is_kept_freed = false;
    }
    (void) note_kept_sent_freed(c);
    is_kept_replaced = is_kept_freed && (is_kept_replaced || calls_is(c, "MPI_Type_commit"));
    return false;
}

/* A type that nobody frees has a reference to it. */
static bool keep(MPI_Datatype type)
{
    MPI_Datatype lost;

    PMPI_Type_contiguous(1, type, &lost);
    return true;
}

bool free_keeps(struct calls_call *c)
{
    return calls_is(c, "MPI_Type_free") && keep(*CALLS_HANDLES(MPI_Datatype, c, 0));
}

bool isend_keeps(struct calls_call *c)
{
    return strcmp(c->procedure->name, "MPI_Isend") == 0 && keep(type_of(c, "datatype"));
}

LOSES_IF(freed_replaced, l->call == RECEIVE && is_kept_replaced)
