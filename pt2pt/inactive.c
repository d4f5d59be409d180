/* Requests of nothing, and persistent ones that are not started: every call that completes them ends at once and
 * returns an empty status (MPI-3.1, 3.7.3, 3.7.5). */
#include "message.h"

enum { TAG = 75 };

/* An empty status has no source, no tag and no elements. */
static void check_empty(struct h_case *c, const MPI_Status *status)
{
    h_check_envelope(c, status, MPI_ANY_SOURCE, MPI_ANY_TAG);
    h_check_none(c, status, c->recv.mpi->DTP_obj_type);
}

/* ---- completions of one request ---- */

static void wait(struct h_case *c, MPI_Request *request)
{
    MPI_Status status = h_status();

    H_MPI(MPI_Wait(request, &status));
    check_empty(c, &status);
}

static void test(struct h_case *c, MPI_Request *request)
{
    MPI_Status status = h_status();
    int done = 0;

    H_MPI(MPI_Test(request, &done, &status));
    h_check_number(c, "MPI_Test", "flag", 1, done != 0);
    check_empty(c, &status);
}

static void get_status(struct h_case *c, MPI_Request *request)
{
    MPI_Status status = h_status();
    int done = 0;

    H_MPI(MPI_Request_get_status(*request, &done, &status));
    h_check_number(c, "MPI_Request_get_status", "flag", 1, done != 0);
    check_empty(c, &status);
}

/* ---- completions of several, of which none is under way ---- */

static void wait_any(struct h_case *c, MPI_Request *request)
{
    MPI_Status status = h_status();
    int index = -77;

    H_MPI(MPI_Waitany(2, request, &index, &status));
    h_check_number(c, "MPI_Waitany", "index", MPI_UNDEFINED, index);
    check_empty(c, &status);
}

static void test_any(struct h_case *c, MPI_Request *request)
{
    MPI_Status status = h_status();
    int index = -77, done = 0;

    H_MPI(MPI_Testany(2, request, &index, &done, &status));
    h_check_number(c, "MPI_Testany", "flag", 1, done != 0);
    h_check_number(c, "MPI_Testany", "index", MPI_UNDEFINED, index);
    check_empty(c, &status);
}

static void wait_all(struct h_case *c, MPI_Request *request)
{
    MPI_Status statuses[] = {h_status(), h_status()};

    H_MPI(MPI_Waitall(2, request, statuses));
    check_empty(c, &statuses[0]);
    check_empty(c, &statuses[1]);
}

static void test_all(struct h_case *c, MPI_Request *request)
{
    MPI_Status statuses[] = {h_status(), h_status()};
    int done = 0;

    H_MPI(MPI_Testall(2, request, &done, statuses));
    h_check_number(c, "MPI_Testall", "flag", 1, done != 0);
    check_empty(c, &statuses[0]);
    check_empty(c, &statuses[1]);
}

static void wait_some(struct h_case *c, MPI_Request *request)
{
    MPI_Status statuses[2];
    int indices[2], n = -77;

    H_MPI(MPI_Waitsome(2, request, &n, indices, statuses));
    h_check_number(c, "MPI_Waitsome", "outcount", MPI_UNDEFINED, n);
}

static void test_some(struct h_case *c, MPI_Request *request)
{
    MPI_Status statuses[2];
    int indices[2], n = -77;

    H_MPI(MPI_Testsome(2, request, &n, indices, statuses));
    h_check_number(c, "MPI_Testsome", "outcount", MPI_UNDEFINED, n);
}

/* Of the first one, or of two requests, of which each is the first one once. */
static const struct way {
    const char *name;
    void (*complete)(struct h_case *c, MPI_Request *request);
} ways[] = {{"wait", wait},         {"test", test},         {"get_status", get_status},
            {"waitany", wait_any},  {"testany", test_any},  {"waitall", wait_all},
            {"testall", test_all},  {"waitsome", wait_some}, {"testsome", test_some}};

/* The buffers of the persistent request stay as they are. */
static void none(struct h_case *c, const struct way *w)
{
    const int self = c->comm->rank;
    MPI_Request of_nothing = MPI_REQUEST_NULL, idle, two[2];

    h_clear(c->recv);
    H_MPI(MPI_Recv_init(H_ARGS(c->recv), self, TAG, c->comm->comm, &idle));
    for (int k = 0; k < 2; k++) {
        two[k] = of_nothing;
        two[1 - k] = idle;
        w->complete(c, two);
        h_check_number(c, "a request of nothing", "still that", 1, two[k] == MPI_REQUEST_NULL && two[1 - k] == idle);
    }
    H_MPI(MPI_Request_free(&idle));
    h_check_received_part(c, c->recv, h_mine(c, 0), 0);
}

static void visit(struct h_case *c)
{
    for (int k = 0; k < H_NUM(ways); k++) {
        c->completion = ways[k].name;
        c->variant = "none";
        if (h_begin(c, "MPI_Recv_init"))
            none(c, &ways[k]);
    }
}

static void run(void)
{
    h_each_pair(H_WORLD | H_ONCE, visit);
}

const struct h_program h_program = {"requests of nothing", 0, run};
