/* Faults of which message a receive gets: others of the same source and tag, of unlike sizes, on a duplicate, found
 * before the receive, or asked for from any source. */
#include "faulty.h"
#include "hooks.h"

#include <string.h>

/* ---- a message that waits ---- */

/* It is sent once the next one to the same process, of the same tag, is under way. */
static struct {
    const void *buf;
    int count, dest, tag;
    MPI_Datatype type;
    MPI_Comm comm;
    MPI_Request *request;
    bool is_buffered;
} waiting;

static bool sends_later(const struct calls_call *c)
{
    return strncmp(c->procedure->name, "MPI_I", 5) == 0 && calls_find(c->procedure, "dest") >= 0 &&
           calls_find(c->procedure, "source") < 0;
}

static bool goes_with_waiting(const struct calls_call *c)
{
    return waiting.request && sends_later(c) && number_of(c, "dest") == waiting.dest &&
           number_of(c, "tag") == waiting.tag && calls_comm(c) == waiting.comm;
}

static void send_waiting(void)
{
    if (!waiting.request)
        return;
    if (waiting.is_buffered)
        PMPI_Ibsend(waiting.buf, waiting.count, waiting.type, waiting.dest, waiting.tag, waiting.comm,
                    waiting.request);
    else
        PMPI_Isend(waiting.buf, waiting.count, waiting.type, waiting.dest, waiting.tag, waiting.comm,
                   waiting.request);
    PMPI_Type_free(&waiting.type);
    waiting.request = NULL;
}

static void let_wait(struct calls_call *c, bool is_buffered)
{
    waiting.buf = pointer_of(c, "buf");
    waiting.count = number_of(c, "count");
    waiting.dest = number_of(c, "dest");
    waiting.tag = number_of(c, "tag");
    waiting.comm = calls_comm(c);
    waiting.request = pointer_of(c, "request");
    waiting.is_buffered = is_buffered;
    PMPI_Type_dup(type_of(c, "datatype"), &waiting.type);
    c->skip = true;
    c->code = MPI_SUCCESS;
}

/* Messages of `least` bytes wait for one of at most `most`. */
static bool waits_for_next(struct calls_call *c, const char *name, MPI_Aint least, MPI_Aint most)
{
    if (goes_with_waiting(c) && bytes_of_call(c) <= most)
        return true;
    send_waiting();
    if (strcmp(c->procedure->name, name) == 0 && bytes_of_call(c) >= least && number_of(c, "dest") != MPI_PROC_NULL)
        let_wait(c, strcmp(name, "MPI_Ibsend") == 0);
    return false;
}

bool long_waits(struct calls_call *c)
{
    return waits_for_next(c, "MPI_Isend", 1 << 15, 1 << 12);
}

bool buffered_waits(struct calls_call *c)
{
    return waits_for_next(c, "MPI_Ibsend", 1, 1 << 30);
}

bool something_waits_for_nothing(struct calls_call *c)
{
    return waits_for_next(c, "MPI_Isend", 1, 0);
}

bool waiting_goes(struct calls_call *c)
{
    if (goes_with_waiting(c) && !c->skip)
        send_waiting();
    return false;
}

/* ---- duplicates ---- */

static struct {
    MPI_Comm from, to;
} last_duplicate = {MPI_COMM_NULL, MPI_COMM_NULL};

bool note_last_duplicate(struct calls_call *c)
{
    if (calls_is(c, "MPI_Comm_dup") && c->code == MPI_SUCCESS) {
        last_duplicate.from = calls_comm(c);
        last_duplicate.to = *CALLS_HANDLES(MPI_Comm, c, 1);
    }
    return false;
}

/* Messages of the last duplicate are those of what it was made of. */
bool duplicate_shares(struct calls_call *c)
{
    const int comm = calls_find(c->procedure, "comm");

    if (strcmp(c->procedure->family, "point-to-point") != 0 || comm < 0 || calls_comm(c) == MPI_COMM_NULL ||
        calls_comm(c) != last_duplicate.to)
        return false;
    *(MPI_Comm *) c->args[comm] = last_duplicate.from;
    return true;
}

/* ---- messages that are there before their receives ---- */

static struct {
    MPI_Message message;
    int source, tag;
    MPI_Comm comm;
} passed_over = {.message = MPI_MESSAGE_NULL};

/* A receive takes the second message of the source and the tag, and the next receive the first one. */
bool second_found_first(struct calls_call *c)
{
    const bool receives = strcmp(c->procedure->name, "MPI_Irecv") == 0;
    MPI_Message first, second;
    int found = 0, source, tag;

    if (!receives)
        return false;
    source = number_of(c, "source");
    tag = number_of(c, "tag");
    if (passed_over.message != MPI_MESSAGE_NULL && calls_comm(c) == passed_over.comm) {
        second = passed_over.message;
        passed_over.message = MPI_MESSAGE_NULL;
    } else {
        PMPI_Improbe(source, tag, calls_comm(c), &found, &first, MPI_STATUS_IGNORE);
        if (!found)
            return false;
        second = first;
        PMPI_Improbe(source, tag, calls_comm(c), &found, &second, MPI_STATUS_IGNORE);
        if (found) {
            passed_over.message = first;
            passed_over.comm = calls_comm(c);
        } else {
            second = first;
        }
    }
    c->code = PMPI_Imrecv(pointer_of(c, "buf"), number_of(c, "count"), type_of(c, "datatype"), &second,
                          pointer_of(c, "request"));
    c->skip = true;
    return true;
}

/* ---- receives from any source ---- */

static struct {
    void *buf;
    int count, source, tag;
    MPI_Datatype type;
    MPI_Comm comm;
    MPI_Request *request, made;
} named;

static void keep_named(const struct calls_call *c)
{
    named.buf = pointer_of(c, "buf");
    named.count = number_of(c, "count");
    named.source = number_of(c, "source");
    named.tag = number_of(c, "tag");
    named.type = type_of(c, "datatype");
    named.comm = calls_comm(c);
    named.request = pointer_of(c, "request");
    named.made = *named.request;
}

/* A receive from any source comes before one by name that was posted just before it. */
bool any_comes_first(struct calls_call *c)
{
    MPI_Status status;
    int cancelled, done;

    if (strcmp(c->procedure->name, "MPI_Irecv") != 0 || !named.request || *named.request != named.made ||
        number_of(c, "source") != MPI_ANY_SOURCE || calls_comm(c) != named.comm)
        return false;
    PMPI_Request_get_status(named.made, &done, &status);
    if (done)
        return false;
    PMPI_Cancel(named.request);
    PMPI_Wait(named.request, &status);
    PMPI_Test_cancelled(&status, &cancelled);
    if (!cancelled)
        named.request = NULL;
    return cancelled;
}

bool named_comes_next(struct calls_call *c)
{
    if (strcmp(c->procedure->name, "MPI_Irecv") != 0) {
        named.request = NULL;
        return false;
    }
    if (named.request && *named.request == MPI_REQUEST_NULL)
        PMPI_Irecv(named.buf, named.count, named.type, named.source, named.tag, named.comm, named.request);
    if (number_of(c, "source") == MPI_ANY_SOURCE)
        named.request = NULL;
    else
        keep_named(c);
    return false;
}
