/* Requests of nothing, and persistent ones that are inactive, after a message or before the first one: every call that
 * completes them ends at once and returns an empty status; so do those of lists without a request (MPI-3.1, 3.7.3,
 * 3.7.5). */
#include "messages/message_forms.h"
#include "tables.h"

#include <stdbool.h>

enum { TAG = 75 };

/* ---- completions of one request ---- */

static void wait(struct h_case *c, int n, MPI_Request *request)
{
    MPI_Status status = h_status();

    (void) n;
    H_MPI(MPI_Wait(request, &status));
    h_check_empty(c, &status, MPI_ANY_SOURCE);
}

static void test(struct h_case *c, int n, MPI_Request *request)
{
    MPI_Status status = h_status();
    int done = 0;

    (void) n;
    H_MPI(MPI_Test(request, &done, &status));
    h_check_number(c, "MPI_Test", "flag", 1, done != 0);
    h_check_empty(c, &status, MPI_ANY_SOURCE);
}

static void get_status(struct h_case *c, int n, MPI_Request *request)
{
    MPI_Status status = h_status();
    int done = 0;

    (void) n;
    H_MPI(MPI_Request_get_status(*request, &done, &status));
    h_check_number(c, "MPI_Request_get_status", "flag", 1, done != 0);
    h_check_empty(c, &status, MPI_ANY_SOURCE);
}

/* ---- completions of several, of which none is under way ---- */

static void wait_any(struct h_case *c, int n, MPI_Request *request)
{
    MPI_Status status = h_status();
    int index = -77;

    H_MPI(MPI_Waitany(n, request, &index, &status));
    h_check_number(c, "MPI_Waitany", "index", MPI_UNDEFINED, index);
    h_check_empty(c, &status, MPI_ANY_SOURCE);
}

static void test_any(struct h_case *c, int n, MPI_Request *request)
{
    MPI_Status status = h_status();
    int index = -77, done = 0;

    H_MPI(MPI_Testany(n, request, &index, &done, &status));
    h_check_number(c, "MPI_Testany", "flag", 1, done != 0);
    h_check_number(c, "MPI_Testany", "index", MPI_UNDEFINED, index);
    h_check_empty(c, &status, MPI_ANY_SOURCE);
}

static void wait_all(struct h_case *c, int n, MPI_Request *request)
{
    MPI_Status statuses[] = {h_status(), h_status()};

    H_MPI(MPI_Waitall(n, request, statuses));
    for (int k = 0; k < n; k++)
        h_check_empty(c, &statuses[k], MPI_ANY_SOURCE);
}

static void test_all(struct h_case *c, int n, MPI_Request *request)
{
    MPI_Status statuses[] = {h_status(), h_status()};
    int done = 0;

    H_MPI(MPI_Testall(n, request, &done, statuses));
    h_check_number(c, "MPI_Testall", "flag", 1, done != 0);
    for (int k = 0; k < n; k++)
        h_check_empty(c, &statuses[k], MPI_ANY_SOURCE);
}

static void wait_some(struct h_case *c, int n, MPI_Request *request)
{
    MPI_Status statuses[2];
    int indices[2], found = -77;

    H_MPI(MPI_Waitsome(n, request, &found, indices, statuses));
    h_check_number(c, "MPI_Waitsome", "outcount", MPI_UNDEFINED, found);
}

static void test_some(struct h_case *c, int n, MPI_Request *request)
{
    MPI_Status statuses[2];
    int indices[2], found = -77;

    H_MPI(MPI_Testsome(n, request, &found, indices, statuses));
    h_check_number(c, "MPI_Testsome", "outcount", MPI_UNDEFINED, found);
}

/* Of the first one, or of n requests. */
static const struct way {
    const char *name, *procedure;
    bool takes_list;
    void (*complete)(struct h_case *c, int n, MPI_Request *request);
} ways[] = {
    {"wait", "MPI_Wait", false, wait},
    {"test", "MPI_Test", false, test},
    {"get_status", "MPI_Request_get_status", false, get_status},
    {"waitany", "MPI_Waitany", true, wait_any},
    {"testany", "MPI_Testany", true, test_any},
    {"waitall", "MPI_Waitall", true, wait_all},
    {"testall", "MPI_Testall", true, test_all},
    {"waitsome", "MPI_Waitsome", true, wait_some},
    {"testsome", "MPI_Testsome", true, test_some},
};

/* ---- what is inactive ---- */

/* A message from a process to itself, of which one side is persistent, and then inactive again. */
static void use(struct h_case *c, MPI_Request *idle, const struct h_send_form *f)
{
    const int self = c->comm->rank;
    MPI_Status status = h_status(), received = h_status();
    MPI_Request other;

    if (f)
        H_MPI(MPI_Irecv(H_ARGS(c->recv), self, TAG, c->comm->comm, &other));
    H_MPI(MPI_Start(idle));
    if (!f)
        H_MPI(MPI_Isend(H_ARGS(c->send), self, TAG, c->comm->comm, &other));
    H_MPI(MPI_Wait(f ? &other : idle, &received));
    H_MPI(MPI_Wait(f ? idle : &other, &status));
    h_check_received(c, c->recv, h_mine(c, 0));
    h_check_status(c, c->recv, &received, self, TAG);
    h_clear(c->recv);
}

/* A receive, or a send (f); in turn it is used before, but for a buffered send, which would need a buffer. */
static MPI_Request make_idle(struct h_case *c, const struct h_send_form *f)
{
    const struct h_message m = h_message_of(c->send, c->comm->rank, TAG, c->comm->comm);
    MPI_Request idle;

    if (f)
        h_mpi(f->call(&m, &idle), f->name, __FILE__, __LINE__);
    else
        H_MPI(MPI_Recv_init(H_ARGS(c->recv), c->comm->rank, TAG, c->comm->comm, &idle));
    if (h_pair_turn(c) % 2 == 0 && (!f || f->mode != H_BUFFERED))
        use(c, &idle, f);
    return idle;
}

/* Of two requests each is the first one once; or there are none.  The buffer of the persistent one stays as it is. */
static void none(struct h_case *c, const struct way *w, const struct h_send_form *f, int n)
{
    MPI_Request of_nothing = MPI_REQUEST_NULL, idle, two[2];

    h_fill(c->send, h_mine(c, 0));
    h_clear(c->recv);
    idle = make_idle(c, f);
    for (int k = 0; k < 2; k++) {
        two[k] = of_nothing;
        two[1 - k] = idle;
        w->complete(c, n, two);
        h_check_number(c, w->procedure, "whether the requests are what they were", 1,
                       two[k] == MPI_REQUEST_NULL && two[1 - k] == idle);
    }
    H_MPI(MPI_Request_free(&idle));
    h_check_received_part(c, c->recv, h_mine(c, 0), 0);
    h_check_intact(c, c->send, h_mine(c, 0));
}

/* One persistent send in turn; NULL, for a receive, as often as there are sends. */
static const struct h_send_form *send_in_turn(int turn)
{
    static const char sends[] = "MPI_*_init|MPI_*_init_c";
    int n = 0;

    while (h_send_form(sends, n))
        n++;
    return turn % 2 ? h_send_form(sends, turn / 2 % n) : NULL;
}

static void visit(struct h_case *c)
{
    for (int k = 0; k < H_NUM(ways); k++) {
        const struct h_send_form *f = send_in_turn(h_pair_turn(c) / 2 + k);
        const char *name = f ? f->name : "MPI_Recv_init";
        c->completion = ways[k].name;
        c->variant = "none";
        if (h_begin(c, name))
            none(c, &ways[k], f, 2);
        c->variant = "no-requests";
        if (ways[k].takes_list && h_begin(c, name))
            none(c, &ways[k], f, 0);
    }
}

static void run(void)
{
    h_each_pair(H_WORLD | H_ONCE, visit);
}

const struct h_program h_program = {"requests of nothing", 0, run};
