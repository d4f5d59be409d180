/* Faults of messages that are too long, by the call that completes them, and of those beside them. */
#include "faulty.h"
#include "hooks.h"

#include <stdlib.h>
#include <string.h>

static int class_of(int code)
{
    int class = MPI_SUCCESS;

    if (code != MPI_SUCCESS)
        PMPI_Error_class(code, &class);
    return class;
}

static bool is_truncated(const struct calls_call *c)
{
    return class_of(c->code) == MPI_ERR_TRUNCATE;
}

static bool is_in_status(const struct calls_call *c)
{
    return class_of(c->code) == MPI_ERR_IN_STATUS;
}

static bool has_name(const struct calls_call *c, const char *one, const char *other)
{
    return calls_is(c, one) || calls_is(c, other);
}

static bool no_error_if(struct calls_call *c, bool holds)
{
    if (holds)
        c->code = MPI_SUCCESS;
    return holds;
}

bool tested_without_error(struct calls_call *c)
{
    return no_error_if(c, is_truncated(c) && calls_is(c, "MPI_Test"));
}

bool exchange_without_error(struct calls_call *c)
{
    return no_error_if(c, is_truncated(c) && calls_is(c, "MPI_Sendrecv"));
}

bool any_without_error(struct calls_call *c)
{
    return no_error_if(c, is_truncated(c) && has_name(c, "MPI_Waitany", "MPI_Testany"));
}

bool all_without_error(struct calls_call *c)
{
    return no_error_if(c, is_in_status(c) && has_name(c, "MPI_Waitall", "MPI_Testall"));
}

static bool are_statuses_ignored;

bool note_ignored(struct calls_call *c)
{
    const int statuses = calls_first(c->procedure, CALLS_STATUSES, CALLS_OUT);

    are_statuses_ignored = statuses >= 0 && calls_pointer(c, statuses) == MPI_STATUSES_IGNORE;
    return false;
}

bool all_ignored_without_error(struct calls_call *c)
{
    return are_statuses_ignored && all_without_error(c);
}

bool some_without_error(struct calls_call *c)
{
    return no_error_if(c, is_in_status(c) && has_name(c, "MPI_Waitsome", "MPI_Testsome"));
}

/* The error of the message itself is returned in place of MPI_ERR_IN_STATUS. */
bool error_of_one_returned(struct calls_call *c)
{
    if (!is_in_status(c))
        return false;
    c->code = MPI_ERR_TRUNCATE;
    return true;
}

static MPI_Status *statuses_of(const struct calls_call *c)
{
    MPI_Status *s = calls_pointer(c, calls_first(c->procedure, CALLS_STATUSES, CALLS_OUT));

    return s == MPI_STATUSES_IGNORE ? NULL : s;
}

/* The error of status k becomes `to` if its class is `from`. */
static bool change_errors(const struct calls_call *c, int from, int to)
{
    const int count = calls_find(c->procedure, "count"), outcount = calls_find(c->procedure, "outcount");
    MPI_Status *s = is_in_status(c) ? statuses_of(c) : NULL;
    const int n = s ? (int) (count >= 0 ? calls_number(c, count) : calls_entry(c, outcount, 0)) : 0;
    bool changes = false;

    for (int k = 0; k < n; k++)
        if (class_of(s[k].MPI_ERROR) == from) {
            s[k].MPI_ERROR = to;
            changes = true;
        }
    return changes;
}

bool good_one_has_error(struct calls_call *c)
{
    return change_errors(c, MPI_SUCCESS, MPI_ERR_TRUNCATE);
}

bool failed_one_has_none(struct calls_call *c)
{
    return change_errors(c, MPI_ERR_TRUNCATE, MPI_SUCCESS);
}

bool index_of_failed_wrong(struct calls_call *c)
{
    const int index = calls_find(c->procedure, "index");

    if (!is_truncated(c) || index < 0)
        return false;
    calls_set_entry(c, index, 0, calls_entry(c, index, 0) + 1);
    return true;
}

/* Receives that fail beside others: the last byte of what came before is lost. */
static struct {
    void *buf;
    int count;
    MPI_Datatype type;
} last_posted = {NULL, 0, MPI_DATATYPE_NULL};

bool note_last_receive(struct calls_call *c)
{
    if (!calls_is(c, "MPI_Recv") || calls_first(c->procedure, CALLS_REQUEST, CALLS_OUT) < 0)
        return false;
    last_posted.buf = pointer_of(c, "buf");
    last_posted.count = number_of(c, "count");
    last_posted.type = type_of(c, "datatype");
    return false;
}

bool beside_failed_touched(struct calls_call *c)
{
    return is_in_status(c) && last_posted.buf && touch_last(last_posted.buf, last_posted.count, last_posted.type);
}

/* A message that is too long by less than an instance of the type is received without an error. */
bool little_too_long_received(struct calls_call *c)
{
    MPI_Status status;
    MPI_Count bytes = 0;
    MPI_Aint room, instance;
    void *all;

    if (strcmp(c->procedure->name, "MPI_Recv") != 0)
        return false;
    instance = size_of(type_of(c, "datatype"));
    room = number_of(c, "count") * instance;
    PMPI_Probe(number_of(c, "source"), number_of(c, "tag"), calls_comm(c), &status);
    PMPI_Get_elements_x(&status, MPI_BYTE, &bytes);
    if (bytes <= room || bytes - room >= instance)
        return false;
    all = memory((MPI_Aint) bytes);
    c->skip = true;
    c->code = PMPI_Recv(all, (int) bytes, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, calls_comm(c), &status);
    free(all);
    return true;
}
