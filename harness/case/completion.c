/* The ways to complete requests.  Each completes all of n, and asks for statuses where there is room for them. */
#include "harness.h"
#include "tables.h"
#include "run/report.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef void complete(int n, MPI_Request *requests, MPI_Status *statuses);

static MPI_Status *one_of(MPI_Status *statuses, int k)
{
    return statuses ? &statuses[k] : MPI_STATUS_IGNORE;
}

static void wait_each(int n, MPI_Request *requests, MPI_Status *statuses)
{
    for (int k = n - 1; k >= 0; k--)
        H_MPI(MPI_Wait(&requests[k], one_of(statuses, k)));
}

static void test_each(int n, MPI_Request *requests, MPI_Status *statuses)
{
    for (int k = 0; k < n; k++)
        for (int done = 0; !done;)
            H_MPI(MPI_Test(&requests[k], &done, one_of(statuses, k)));
}

static void wait_all(int n, MPI_Request *requests, MPI_Status *statuses)
{
    H_MPI(MPI_Waitall(n, requests, h_statuses(statuses)));
}

static void test_all(int n, MPI_Request *requests, MPI_Status *statuses)
{
    for (int done = 0; !done;)
        H_MPI(MPI_Testall(n, requests, &done, h_statuses(statuses)));
}

/* All of n requests but those that are of nothing. */
static int active(int n, const MPI_Request *requests)
{
    int found = 0;

    for (int k = 0; k < n; k++)
        found += requests[k] != MPI_REQUEST_NULL;
    return found;
}

static bool is_index(int k, int n)
{
    return k >= 0 && k < n;
}

/* ---- one after the other ---- */

static int first_active(int n, const MPI_Request *requests, const bool *is_complete)
{
    int k = 0;

    while (k < n && (requests[k] == MPI_REQUEST_NULL || is_complete[k]))
        k++;
    return k;
}

/* Completes one of n requests, if it can yet. */
typedef void complete_one(int n, MPI_Request *requests, int *k, int *done, MPI_Status *status);

/* An index of none while there are requests that are not complete is a failure, and ends it; without one that is
 * complete, there is no index (MPI-3.1, 3.7.5). */
static void complete_any(struct h_case *c, const char *call, int n, MPI_Request *requests, MPI_Status *statuses,
                         complete_one *one)
{
    bool *is_complete = h_alloc(n * (MPI_Aint) sizeof *is_complete);

    for (int k = 0; k < n; k++)
        is_complete[k] = false;
    for (int left = active(n, requests); left > 0;) {
        MPI_Status status = h_status();
        int k = H_NONE, done;
        one(n, requests, &k, &done, statuses ? &status : MPI_STATUS_IGNORE);
        if (!done) {
            h_check_number(c, call, "index", MPI_UNDEFINED, k);
            continue;
        }
        if (!is_index(k, n)) {
            h_check_number(c, call, "index", first_active(n, requests, is_complete), k);
            break;
        }
        if (statuses)
            statuses[k] = status;
        is_complete[k] = true;
        left--;
    }
    free(is_complete);
}

static void wait_one(int n, MPI_Request *requests, int *k, int *done, MPI_Status *status)
{
    H_MPI(MPI_Waitany(n, requests, k, status));
    *done = 1;
}

static void test_one(int n, MPI_Request *requests, int *k, int *done, MPI_Status *status)
{
    H_MPI(MPI_Testany(n, requests, k, done, status));
}

/* ---- some at a time ---- */

/* Completes those of n requests that it can. */
typedef void complete_found(int n, MPI_Request *requests, int *found, int *which, MPI_Status *statuses);

int h_check_indices(struct h_case *c, const char *procedure, int n, int found, const int *which)
{
    for (int k = 0; k < found; k++)
        if (!is_index(which[k], n)) {
            h_check_number(c, procedure, "index, at most", n - 1, which[k]);
            return 0;
        }
    return 1;
}

static void complete_some(struct h_case *c, const char *call, int n, MPI_Request *requests, MPI_Status *statuses,
                          complete_found *these)
{
    MPI_Status *some = h_alloc(n * (MPI_Aint) sizeof *some);
    int *which = h_alloc(n * (MPI_Aint) sizeof *which), found;

    for (int left = active(n, requests); left > 0; left -= found) {
        for (int k = 0; k < n; k++)
            some[k] = h_status();
        these(n, requests, &found, which, h_statuses(statuses ? some : NULL));
        if (found < 0 || found > left) {
            h_check_number(c, call, "outcount", left, found);
            break;
        }
        if (!h_check_indices(c, call, n, found, which))
            break;
        for (int k = 0; k < found && statuses; k++)
            statuses[which[k]] = some[k];
    }
    free(some);
    free(which);
}

static void wait_found(int n, MPI_Request *requests, int *found, int *which, MPI_Status *statuses)
{
    H_MPI(MPI_Waitsome(n, requests, found, which, statuses));
}

static void test_found(int n, MPI_Request *requests, int *found, int *which, MPI_Status *statuses)
{
    H_MPI(MPI_Testsome(n, requests, found, which, statuses));
}

/* ---- asked for the status before they are completed ---- */

/* Each twice: that a request is complete may be asked any number of times. */
static void ask_each(int n, MPI_Request *requests, MPI_Status *statuses)
{
    for (int k = 0; k < 2 * n; k++) {
        if (statuses)
            statuses[k / 2] = h_status();
        for (int done = 0; !done;)
            H_MPI(MPI_Request_get_status(requests[k / 2], &done, one_of(statuses, k / 2)));
    }
}

#ifdef HAVE_MPI_REQUEST_GET_STATUS_ALL
static void ask_all(int n, MPI_Request *requests, MPI_Status *statuses)
{
    for (int done = 0; !done;)
        H_MPI(MPI_Request_get_status_all(n, requests, &done, h_statuses(statuses)));
}
#endif

#ifdef HAVE_MPI_REQUEST_GET_STATUS_ANY
static void ask_one(int n, MPI_Request *requests, int *k, int *done, MPI_Status *status)
{
    H_MPI(MPI_Request_get_status_any(n, requests, k, done, status));
    if (*done && is_index(*k, n))
        H_MPI(MPI_Wait(&requests[*k], MPI_STATUS_IGNORE));
}
#endif

#ifdef HAVE_MPI_REQUEST_GET_STATUS_SOME
static void ask_found(int n, MPI_Request *requests, int *found, int *which, MPI_Status *statuses)
{
    H_MPI(MPI_Request_get_status_some(n, requests, found, which, statuses));
    for (int k = 0; k < *found && k < n && is_index(which[k], n); k++)
        H_MPI(MPI_Wait(&requests[which[k]], MPI_STATUS_IGNORE));
}
#endif

/* Each row has one of `all`, `one` and `found`, which completes the requests, or `ask`, which asks whether they are
 * complete, and leaves them. */
static const struct {
    const char *name;
    complete *all;
    complete_one *one;
    complete_found *found;
    complete *ask;
    const char *call;   /* that gives indices */
} completions[] = {
    {"wait", .all = wait_each},
    {"testany", .one = test_one, .call = "MPI_Testany"},
    {"waitall", .all = wait_all},
    {"testsome", .found = test_found, .call = "MPI_Testsome"},
    {"test", .all = test_each},
    {"waitsome", .found = wait_found, .call = "MPI_Waitsome"},
    {"testall", .all = test_all},
    {"waitany", .one = wait_one, .call = "MPI_Waitany"},
    {"get_status", .ask = ask_each},
    H_WHERE(HAVE_MPI_REQUEST_GET_STATUS_ALL, {"get_status_all", .ask = ask_all},)
    H_WHERE(HAVE_MPI_REQUEST_GET_STATUS_ANY, {"get_status_any", .one = ask_one, .call = "MPI_Request_get_status_any"},)
    H_WHERE(HAVE_MPI_REQUEST_GET_STATUS_SOME, {"get_status_some", .found = ask_found,
                                                .call = "MPI_Request_get_status_some"},)
};
enum { FIRST_THAT_ASKS = 8 };

/* One of the first n in turn: all of them for every second k alone, too, where other choices go by turns. */
static const char *in_turn(int k, int n)
{
    return completions[(k + k / n) % n].name;
}

const char *h_completion(int k)
{
    return in_turn(k, FIRST_THAT_ASKS);
}

const char *h_any_completion(int k)
{
    return in_turn(k, H_NUM(completions));
}

static void clear(int n, MPI_Status *statuses)
{
    for (int i = 0; i < n && statuses; i++)
        statuses[i] = h_status();
}

int h_complete_or_ask(struct h_case *c, int n, MPI_Request *requests, MPI_Status *statuses)
{
    int k = 0;

    while (strcmp(completions[k].name, c->completion) != 0)
        k++;
    clear(n, statuses);
    if (completions[k].one)
        complete_any(c, completions[k].call, n, requests, statuses, completions[k].one);
    else if (completions[k].found)
        complete_some(c, completions[k].call, n, requests, statuses, completions[k].found);
    else if (completions[k].all)
        completions[k].all(n, requests, statuses);
    else
        completions[k].ask(n, requests, statuses);
    return completions[k].ask != NULL;
}

void h_complete_asked(struct h_case *c, int n, MPI_Request *requests, MPI_Status *statuses)
{
    static complete *const ways[] = {wait_all, wait_each, test_each};

    clear(n, statuses);
    ways[(h_pair_turn(c) + c->round) % H_NUM(ways)](n, requests, statuses);
}

void h_complete(struct h_case *c, int n, MPI_Request *requests, MPI_Status *statuses)
{
    if (h_complete_or_ask(c, n, requests, statuses))
        h_complete_asked(c, n, requests, NULL);
}

void h_requests_free(int n, MPI_Request *requests)
{
    for (int k = 0; k < n; k++)
        if (requests[k] != MPI_REQUEST_NULL)
            H_MPI(MPI_Request_free(&requests[k]));
}
