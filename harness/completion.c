/* The ways to complete requests.  Each completes all of n. */
#include "blocks.h"
#include "internal.h"

#include <string.h>

typedef void complete(int n, MPI_Request *requests, MPI_Status *statuses);

static void wait_each(int n, MPI_Request *requests, MPI_Status *statuses)
{
    for (int k = n - 1; k >= 0; k--)
        H_MPI(MPI_Wait(&requests[k], &statuses[k]));
}

static void test_each(int n, MPI_Request *requests, MPI_Status *statuses)
{
    for (int k = 0; k < n; k++)
        for (int done = 0; !done;)
            H_MPI(MPI_Test(&requests[k], &done, &statuses[k]));
}

static void wait_all(int n, MPI_Request *requests, MPI_Status *statuses)
{
    H_MPI(MPI_Waitall(n, requests, statuses));
}

static void test_all(int n, MPI_Request *requests, MPI_Status *statuses)
{
    for (int done = 0; !done;)
        H_MPI(MPI_Testall(n, requests, &done, statuses));
}

static void wait_any(int n, MPI_Request *requests, MPI_Status *statuses)
{
    for (int left = n; left > 0; left--) {
        MPI_Status status = h_status();
        int k;
        H_MPI(MPI_Waitany(n, requests, &k, &status));
        if (k == MPI_UNDEFINED)
            return;
        statuses[k] = status;
    }
}

static void test_any(int n, MPI_Request *requests, MPI_Status *statuses)
{
    for (int left = n; left > 0;) {
        MPI_Status status = h_status();
        int k, done;
        H_MPI(MPI_Testany(n, requests, &k, &done, &status));
        if (done && k == MPI_UNDEFINED)
            return;
        if (done) {
            statuses[k] = status;
            left--;
        }
    }
}

/* Puts the statuses of some into those of all. */
static void spread(int found, const int *which, const MPI_Status *some, MPI_Status *statuses)
{
    for (int k = 0; k < found; k++)
        statuses[which[k]] = some[k];
}

enum { MOST = 16 };

static void wait_some(int n, MPI_Request *requests, MPI_Status *statuses)
{
    MPI_Status some[MOST];
    int which[MOST], found;

    for (int left = n; left > 0; left -= found) {
        for (int k = 0; k < n; k++)
            some[k] = h_status();
        H_MPI(MPI_Waitsome(n, requests, &found, which, some));
        if (found == MPI_UNDEFINED)
            return;
        spread(found, which, some, statuses);
    }
}

static void test_some(int n, MPI_Request *requests, MPI_Status *statuses)
{
    MPI_Status some[MOST];
    int which[MOST], found;

    for (int left = n; left > 0; left -= found) {
        for (int k = 0; k < n; k++)
            some[k] = h_status();
        H_MPI(MPI_Testsome(n, requests, &found, which, some));
        if (found == MPI_UNDEFINED)
            return;
        spread(found, which, some, statuses);
    }
}

static const struct {
    const char *name;
    complete *complete;
} completions[] = {
    {"wait", wait_each}, {"testany", test_any},   {"waitall", wait_all}, {"testsome", test_some},
    {"test", test_each}, {"waitsome", wait_some}, {"testall", test_all}, {"waitany", wait_any},
};

const char *h_completion(int k)
{
    return completions[k % H_NUM(completions)].name;
}

void h_complete(struct h_case *c, int n, MPI_Request *requests, MPI_Status *statuses)
{
    int k = 0;

    if (n > MOST)
        h_fail_at_once("other", "%d requests to complete: expected at most %d", n, MOST);
    while (strcmp(completions[k].name, c->completion) != 0)
        k++;
    for (int i = 0; i < n; i++)
        statuses[i] = h_status();
    completions[k].complete(n, requests, statuses);
}
