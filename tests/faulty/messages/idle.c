/* Faults of requests that are not under way beside others that are: null ones, and persistent ones that are not
 * started, by where they stand. */
#include "faulty.h"
#include "hooks.h"

enum { MOST = 64 };

static MPI_Request waited[MOST];
static bool idle[MOST], inactive[MOST];
static int num_waited;
static MPI_Status before[MOST];

static const char *const one_of_them[] = {"MPI_Waitany", "MPI_Testany", "MPI_Waitsome", "MPI_Testsome"};
static const char *const all_of_them[] = {"MPI_Waitall", "MPI_Testall"};

static bool is_any_of(const struct calls_call *c, const char *const *names, size_t n)
{
    for (size_t k = 0; k < n; k++)
        if (calls_is(c, names[k]))
            return true;
    return false;
}

static bool takes_one(const struct calls_call *c)
{
    return is_any_of(c, one_of_them, sizeof one_of_them / sizeof one_of_them[0]);
}

static bool takes_all(const struct calls_call *c)
{
    return is_any_of(c, all_of_them, sizeof all_of_them / sizeof all_of_them[0]);
}

static MPI_Status *statuses_of(const struct calls_call *c)
{
    const int statuses = calls_first(c->procedure, CALLS_STATUSES, CALLS_OUT);
    MPI_Status *s = statuses >= 0 ? calls_pointer(c, statuses) : MPI_STATUSES_IGNORE;

    return s == MPI_STATUSES_IGNORE ? NULL : s;
}

static void note_waited(const struct calls_call *c)
{
    const int count = calls_find(c->procedure, "count"), incount = calls_find(c->procedure, "incount");
    const MPI_Request *requests;

    num_waited = 0;
    if (!takes_one(c) && !takes_all(c))
        return;
    num_waited = (int) calls_number(c, count >= 0 ? count : incount);
    num_waited = num_waited > MOST ? MOST : num_waited;
    requests = CALLS_HANDLES(MPI_Request, c, calls_find(c->procedure, "array_of_requests"));
    for (int k = 0; k < num_waited; k++) {
        waited[k] = requests[k];
        inactive[k] = is_inactive(requests[k]);
        idle[k] = inactive[k] || requests[k] == MPI_REQUEST_NULL;
        if (statuses_of(c) && takes_all(c))
            before[k] = statuses_of(c)[k];
    }
}

bool note_idle(struct calls_call *c)
{
    note_waited(c);
    return note_persistent(c);
}

/* Which request the call completed: the first that it says; -1: none, or all. */
static int completed(const struct calls_call *c)
{
    const int flag = calls_find(c->procedure, "flag"), index = calls_find(c->procedure, "index");
    const int outcount = calls_find(c->procedure, "outcount");
    MPI_Count which;

    if (c->code != MPI_SUCCESS || !takes_one(c) || (flag >= 0 && calls_entry(c, flag, 0) == 0))
        return -1;
    if (index < 0 && (calls_entry(c, outcount, 0) == MPI_UNDEFINED || calls_entry(c, outcount, 0) == 0))
        return -1;
    which = calls_entry(c, index >= 0 ? index : calls_find(c->procedure, "array_of_indices"), 0);
    return which == MPI_UNDEFINED ? -1 : (int) which;
}

/* The first of some counts: faults are asked about no other. */
static void note_completed(const struct calls_call *c, int which)
{
    const int flag = calls_find(c->procedure, "flag");

    if (which >= 0)
        persistent_ended(waited[which]);
    for (int k = 0; takes_all(c) && (flag < 0 || calls_entry(c, flag, 0)) && k < num_waited; k++)
        persistent_ended(waited[k]);
}

static int note_ended(struct calls_call *c)
{
    const int which = completed(c);

    add_persistent(c);
    note_completed(c, which);
    return which;
}

bool note_idle_ended(struct calls_call *c)
{
    note_ended(c);
    return false;
}

static void set_index(const struct calls_call *c, int which)
{
    const int index = calls_find(c->procedure, "index");

    calls_set_entry(c, index >= 0 ? index : calls_find(c->procedure, "array_of_indices"), 0, which);
}

/* Counted from the first one that is under way. */
bool idle_first_not_counted(struct calls_call *c)
{
    const int which = note_ended(c);

    if (which < 1 || !inactive[0])
        return false;
    set_index(c, which - 1);
    return true;
}

bool two_idle_not_counted(struct calls_call *c)
{
    const int which = note_ended(c);

    if (which < 2 || !idle[0] || !idle[1] || calls_find(c->procedure, "index") >= 0)
        return false;
    set_index(c, which - 2);
    return true;
}

bool idle_first_status_empty(struct calls_call *c)
{
    const int which = note_ended(c), status = calls_first(c->procedure, CALLS_STATUS, CALLS_OUT);
    MPI_Status *s;

    if (which < 1 || !inactive[0] || status < 0 || calls_pointer(c, status) == MPI_STATUS_IGNORE)
        return false;
    s = calls_pointer(c, status);
    s->MPI_SOURCE = MPI_ANY_SOURCE;
    s->MPI_TAG = MPI_ANY_TAG;
    return true;
}

/* The status of a null request behind the others is left as it was. */
bool null_last_status_left(struct calls_call *c)
{
    const int flag = calls_find(c->procedure, "flag"), last = num_waited - 1;

    note_ended(c);
    if (!takes_all(c) || last < 1 || waited[last] != MPI_REQUEST_NULL || idle[0] || !statuses_of(c) ||
        (flag >= 0 && calls_entry(c, flag, 0) == 0))
        return false;
    statuses_of(c)[last] = before[last];
    return true;
}

/* That of a persistent one that is not started, before the others. */
bool inactive_first_status_left(struct calls_call *c)
{
    const int flag = calls_find(c->procedure, "flag");

    note_ended(c);
    if (!takes_all(c) || num_waited < 2 || !inactive[0] || idle[num_waited - 1] || !statuses_of(c) ||
        (flag >= 0 && calls_entry(c, flag, 0) == 0))
        return false;
    statuses_of(c)[0] = before[0];
    return true;
}

/* ---- lists without a request ---- */

static bool has_no_requests(const struct calls_call *c)
{
    const int count = calls_find(c->procedure, "count"), incount = calls_find(c->procedure, "incount");

    return (takes_one(c) || takes_all(c)) && calls_number(c, count >= 0 ? count : incount) == 0;
}

bool no_requests_incomplete(struct calls_call *c)
{
    const int flag = calls_find(c->procedure, "flag"), outcount = calls_find(c->procedure, "outcount");

    if (!has_no_requests(c) || (flag < 0 && outcount < 0))
        return false;
    calls_set_entry(c, flag >= 0 ? flag : outcount, 0, 0);
    return true;
}

bool no_requests_first(struct calls_call *c)
{
    const int index = calls_find(c->procedure, "index");

    if (!has_no_requests(c) || index < 0)
        return false;
    calls_set_entry(c, index, 0, 0);
    return true;
}

/* While nothing is complete, the index is that of the first request. */
bool index_without_flag(struct calls_call *c)
{
    const int index = calls_find(c->procedure, "index"), flag = calls_find(c->procedure, "flag");

    if (!calls_is(c, "MPI_Testany") || *(int *) calls_pointer(c, flag) != 0)
        return false;
    calls_set_entry(c, index, 0, 0);
    return true;
}

/* ---- data ---- */

static bool are_idle_before(int k)
{
    for (int i = 0; i < k; i++)
        if (!idle[i])
            return false;
    return k > 0;
}

static int num_under_way(void)
{
    int n = 0;

    for (int k = 0; k < num_waited; k++)
        n += !idle[k];
    return n;
}

LOSES_IF(idle_first_short, l->call == RECEIVE && num_waited > 1 && inactive[0])
LOSES_IF(last_alone_short, l->call == RECEIVE && num_waited > 2 && are_idle_before(num_waited - 1))
LOSES_IF(around_idle_short, l->call == RECEIVE && num_waited > 2 && !idle[0] && idle[1] && num_under_way() > 1)
