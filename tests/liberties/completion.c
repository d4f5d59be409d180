/* What asks whether something is complete, or there, says no at first; what completes some requests completes one. */
#include "liberties.h"

#include <stdlib.h>
#include <string.h>

enum { REFUSALS = 2 };

/* ---- requests that have been started, and how often it will be said that they are not complete ---- */

static struct started {
    MPI_Request request;
    int refusals;
    struct started *next;
} *started;

static struct started *find(MPI_Request request)
{
    struct started *s = started;

    while (s && memcmp(&s->request, &request, sizeof request) != 0)
        s = s->next;
    return s;
}

static void set_refusals(MPI_Request request, int n)
{
    struct started *s = find(request);

    if (request == MPI_REQUEST_NULL)
        return;
    if (!s) {
        s = memory(sizeof *s);
        *s = (struct started) {request, 0, started};
        started = s;
    }
    s->refusals = n;
}

/* True, so many times, of what has a request that is not to be complete yet. */
static bool refuses(int n, const MPI_Request *requests)
{
    bool refused = false;

    for (int k = 0; k < n; k++) {
        struct started *s = requests[k] == MPI_REQUEST_NULL ? NULL : find(requests[k]);
        if (s && s->refusals > 0) {
            s->refusals--;
            refused = true;
        }
    }
    return refused;
}

/* How many requests a call completes, starts or asks about, and where they are; -1 for a call about other things. */
static int requests_of(const struct calls_call *c, MPI_Request **requests)
{
    const struct calls_procedure *p = c->procedure;
    const int array = calls_find(p, "array_of_requests"), one = calls_find(p, "request");

    if (array >= 0) {
        *requests = calls_pointer(c, array);
        return (int) calls_length(c, array);
    }
    if (one < 0 || p->params[one].direction == CALLS_OUT)
        return -1;
    *requests = p->params[one].is_pointer ? calls_pointer(c, one) : c->args[one];
    return 1;
}

/* ---- not yet ---- */

/* What asks for messages or epochs: twice of three times. */
static bool is_turned_away(const struct calls_call *c)
{
    static int asked;
    const int source = calls_find(c->procedure, "source");

    if (source >= 0 && calls_number(c, source) == MPI_PROC_NULL)
        return false;
    return asked++ % 3 != 2;
}

/* The parameter that says whether, or how many, of what asks. */
static int answer_of(const struct calls_call *c)
{
    static const char *const those[] = {
        "MPI_Test", "MPI_Testall", "MPI_Testany", "MPI_Testsome", "MPI_Request_get_status",
        "MPI_Request_get_status_all", "MPI_Request_get_status_any", "MPI_Request_get_status_some",
        "MPI_Iprobe", "MPI_Improbe", "MPI_Win_test",
    };
    const int flag = calls_find(c->procedure, "flag");

    for (size_t k = 0; k < sizeof those / sizeof those[0]; k++)
        if (calls_is(c, those[k]))
            return flag >= 0 ? flag : calls_find(c->procedure, "outcount");
    return -1;
}

void say_not_yet(struct calls_call *c)
{
    MPI_Request *requests;
    const int answer = answer_of(c), index = calls_find(c->procedure, "index"), n = requests_of(c, &requests);

    if (answer >= 0 && (n >= 0 ? refuses(n, requests) : is_turned_away(c))) {
        calls_set_entry(c, answer, 0, 0);
        if (index >= 0)
            calls_set_entry(c, index, 0, MPI_UNDEFINED);
        instead(c, MPI_SUCCESS);
    }
    for (int k = 0; k < n && answer < 0; k++)
        set_refusals(requests[k], 0);
}

/* Persistent requests are active once they are started. */
void note_requests(struct calls_call *c)
{
    const struct calls_procedure *p = c->procedure;
    const int one = calls_find(p, "request");
    const bool is_made = one >= 0 && p->params[one].direction == CALLS_OUT && !strstr(p->name, "_init");
    MPI_Request *requests;
    int n;

    if (c->code != MPI_SUCCESS)
        return;
    if (is_made)
        set_refusals(*(MPI_Request *) calls_pointer(c, one), REFUSALS);
    if (!calls_is(c, "MPI_Start") && !calls_is(c, "MPI_Startall"))
        return;
    n = requests_of(c, &requests);
    for (int k = 0; k < n; k++)
        set_refusals(requests[k], REFUSALS);
}

/* ---- one of some ---- */

/* The last one that is complete, by a call of its own, which also says whether there was an error. */
static int complete_last(int n, MPI_Request *requests, int *number, int *indices, MPI_Status *statuses)
{
    *number = MPI_UNDEFINED;
    for (int k = n - 1; k >= 0; k--) {
        int found, index, code = PMPI_Testsome(1, &requests[k], &found, &index, statuses);
        if (found == MPI_UNDEFINED)
            continue;
        *number = found;
        indices[0] = k;
        if (found == 1)
            return code;
    }
    return MPI_SUCCESS;
}

void complete_one_of_some(struct calls_call *c)
{
    const bool waits = calls_is(c, "MPI_Waitsome");
    MPI_Request *requests;
    int *number, n, code;

    if (!waits && !calls_is(c, "MPI_Testsome"))
        return;
    n = requests_of(c, &requests);
    number = address_of(c, "outcount");
    do
        code = complete_last(n, requests, number, address_of(c, "array_of_indices"),
                             address_of(c, "array_of_statuses"));
    while (waits && *number == 0);
    instead(c, code);
}
