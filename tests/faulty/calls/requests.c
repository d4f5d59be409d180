/* What completes later, and statuses: by waiting, testing, ending a split access, or synchronising a window. */
#include "faulty.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_KEY = sizeof(MPI_Request) > sizeof(MPI_File) ? sizeof(MPI_Request) : sizeof(MPI_File) };

static struct posted {
    unsigned char key[MAX_KEY];
    struct arrival arrival;
    struct landing *landing;
    bool is_persistent;
    MPI_Datatype type;      /* of the application, which may free it: the arrival of a persistent one has a duplicate */
    struct posted *next;
} *posted;

void request_posted(const void *key, size_t size, const struct arrival *a, struct landing *l, bool is_persistent)
{
    struct posted *p = memory(sizeof *p);

    *p = (struct posted) {{0}, *a, l, is_persistent, a->block.type, posted};
    memcpy(p->key, key, size);
    if (is_persistent && p->type != MPI_DATATYPE_NULL)
        PMPI_Type_dup(p->type, &p->arrival.block.type);
    posted = p;
}

MPI_Aint arrived(const MPI_Status *status)
{
    int bytes = MPI_UNDEFINED;

    PMPI_Get_count(status, MPI_BYTE, &bytes);
    return bytes == MPI_UNDEFINED ? -1 : bytes;
}

static bool is_key(const struct posted *p, const void *key, size_t size)
{
    return memcmp(p->key, key, size) == 0;
}

/* An operation is complete. */
static void complete(const void *key, size_t size, const MPI_Status *status)
{
    for (struct posted **link = &posted; *link;) {
        struct posted *p = *link;
        if (!is_key(p, key, size)) {
            link = &p->next;
            continue;
        }
        landing_end(p->landing, p->arrival.by_status && status ? arrived(status) : -1);
        p->landing = NULL;
        if (p->is_persistent) {
            link = &p->next;
            continue;
        }
        *link = p->next;
        free(p);
    }
}

/* A persistent operation begins anew. */
static void start(MPI_Request request)
{
    collective_start(request);
    for (struct posted *p = posted; p; p = p->next) {
        const struct arrival *a = &p->arrival;
        if (!p->is_persistent || !is_key(p, &request, sizeof request))
            continue;
        p->landing = landing_begin(a->call, a->block.buf, (int) a->block.count, a->block.type, a->at);
        if (p->landing)
            p->landing->posted = p->type;
        if (fault()->receiving)
            strike(fault()->receiving(a->block.buf, (int) a->block.count, a->block.type));
    }
}

static void forget(MPI_Request request)
{
    collective_forget(request);
    for (struct posted **link = &posted; *link;) {
        struct posted *p = *link;
        if (!is_key(p, &request, sizeof request)) {
            link = &p->next;
            continue;
        }
        *link = p->next;
        if (p->is_persistent && p->type != MPI_DATATYPE_NULL)
            PMPI_Type_free(&p->arrival.block.type);
        free(p);
    }
}

/* ---- the call ---- */

/* Requests before the call, and statuses of our own where the application wants none. */
static MPI_Request *requests;
static MPI_Status *own;
static int num_requests;

static void keep_requests(const struct calls_call *c)
{
    const struct calls_procedure *p = c->procedure;
    const MPI_Request *from;
    int k = 0;

    while (k < p->num_params && ((p->params[k].kind != CALLS_REQUEST && p->params[k].kind != CALLS_REQUESTS) ||
                                 p->params[k].direction == CALLS_OUT))
        k++;
    num_requests = 0;
    if (k == p->num_params)
        return;
    from = p->params[k].is_pointer ? calls_pointer(c, k) : c->args[k];
    num_requests = p->params[k].kind == CALLS_REQUESTS ? (int) calls_length(c, k) : 1;
    requests = memory(num_requests * (MPI_Aint) sizeof *requests);
    for (int i = 0; i < num_requests; i++)
        requests[i] = from[i];
}

static void ask_for_status(const struct calls_call *c)
{
    const int one = calls_first(c->procedure, CALLS_STATUS, CALLS_OUT);
    const int all = calls_first(c->procedure, CALLS_STATUSES, CALLS_OUT);

    if (one >= 0 && calls_pointer(c, one) == MPI_STATUS_IGNORE)
        *(MPI_Status **) c->args[one] = own = memory(sizeof *own);
    if (all >= 0 && calls_pointer(c, all) == MPI_STATUSES_IGNORE)
        *(MPI_Status **) c->args[all] = own = memory((num_requests + 1) * (MPI_Aint) sizeof *own);
}

static void mark_freed(MPI_Datatype type)
{
    landing_mark_freed(type);
    for (struct posted *p = posted; p; p = p->next)
        if (p->landing)
            p->landing->freed |= p->landing->posted == type;
}

void request_before(struct calls_call *c)
{
    keep_requests(c);
    ask_for_status(c);
    if (calls_is(c, "MPI_Type_free"))
        mark_freed(**(MPI_Datatype **) c->args[0]);
    for (int k = 0; k < num_requests && (calls_is(c, "MPI_Start") || calls_is(c, "MPI_Startall")); k++)
        start(requests[k]);
}

/* The status of request k of those that completed, as this call gives it. */
static MPI_Status *status_of(const struct calls_call *c, int k)
{
    const int one = calls_first(c->procedure, CALLS_STATUS, CALLS_OUT);
    const int all = calls_first(c->procedure, CALLS_STATUSES, CALLS_OUT);

    return one >= 0 ? calls_pointer(c, one) : all >= 0 ? (MPI_Status *) calls_pointer(c, all) + k : NULL;
}

static void completed(const struct calls_call *c, int request, int status)
{
    complete(&requests[request], sizeof requests[request], status_of(c, status));
    collective_complete(requests[request]);
}

/* Which of the requests the call says are complete. */
static void complete_those(const struct calls_call *c)
{
    const int flag = calls_find(c->procedure, "flag"), index = calls_find(c->procedure, "index");
    const int outcount = calls_find(c->procedure, "outcount");

    if (flag >= 0 && calls_entry(c, flag, 0) == 0)
        return;
    if (index >= 0) {
        if (calls_entry(c, index, 0) != MPI_UNDEFINED)
            completed(c, (int) calls_entry(c, index, 0), 0);
    } else if (outcount >= 0) {
        for (int k = 0; k < (int) calls_entry(c, outcount, 0); k++)
            completed(c, (int) calls_entry(c, calls_find(c->procedure, "array_of_indices"), k), k);
    } else {
        for (int k = 0; k < num_requests; k++)
            completed(c, k, k);
    }
}

bool begins_accesses(const struct calls_call *c)
{
    return calls_is(c, "MPI_Win_fence") || calls_is(c, "MPI_Win_start") || calls_is(c, "MPI_Win_lock") ||
           calls_is(c, "MPI_Win_lock_all");
}

bool ends_accesses(const struct calls_call *c)
{
    static const char *const rows[] = {"MPI_Win_fence", "MPI_Win_complete", "MPI_Win_unlock", "MPI_Win_unlock_all",
                                       "MPI_Win_flush", "MPI_Win_flush_all", "MPI_Win_flush_local",
                                       "MPI_Win_flush_local_all"};

    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
        if (calls_is(c, rows[k]))
            return true;
    return false;
}

/* What the application sees of the statuses. */
static void spoil_statuses(const struct calls_call *c)
{
    const int all = calls_first(c->procedure, CALLS_STATUSES, CALLS_OUT);
    const int one = calls_first(c->procedure, CALLS_STATUS, CALLS_OUT);
    const int n = all >= 0 ? num_requests : one >= 0 ? 1 : 0;

    for (int k = 0; k < n && fault()->status && !own; k++)
        strike(fault()->status(status_of(c, k)));
}

void request_after(struct calls_call *c)
{
    const bool waits = num_requests > 0 && (calls_first(c->procedure, CALLS_STATUS, CALLS_OUT) >= 0 ||
                                            calls_first(c->procedure, CALLS_STATUSES, CALLS_OUT) >= 0);

    if (c->code == MPI_SUCCESS && waits)
        complete_those(c);
    if (c->code == MPI_SUCCESS && strstr(c->procedure->name, "_end"))
        complete(c->args[0], sizeof(MPI_File), status_of(c, 0));
    if (calls_is(c, "MPI_Request_free") && num_requests > 0)
        forget(requests[0]);
    if (ends_accesses(c))
        landing_complete();
    if (c->code == MPI_SUCCESS)
        spoil_statuses(c);
    if (num_requests > 0)
        free(requests);
    free(own);
    own = NULL;
    num_requests = 0;
}
