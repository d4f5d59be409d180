/* A generalized request beside a message: each call that completes them asks its query function, returns what that
 * says, of elements too, and has the request freed once; also where nobody asks for a status.  One that is cancelled
 * says so (MPI-3.1, 12.2). */
#include "harness.h"
#include "tables.h"

#include <stdbool.h>

enum { TAG = 111, OWN_SOURCE = 3, OWN_TAG = 5, RECEIVE = 0, OWN, SEND, REQUESTS, COMPLETIONS = 4 };

/* What the request says, and how often its functions were called. */
struct own {
    MPI_Datatype type;
    int elements;
    bool is_cancelled;
    int queries, frees, cancels, cancels_too_late;
};

static int query(void *extra, MPI_Status *status)
{
    struct own *own = extra;

    own->queries++;
    status->MPI_SOURCE = OWN_SOURCE;
    status->MPI_TAG = OWN_TAG;
    H_MPI(MPI_Status_set_elements(status, own->type, own->elements));
    H_MPI(MPI_Status_set_cancelled(status, own->is_cancelled));
    return MPI_SUCCESS;
}

static int release(void *extra)
{
    struct own *own = extra;

    own->frees++;
    return MPI_SUCCESS;
}

static int cancel(void *extra, int complete)
{
    struct own *own = extra;

    own->cancels++;
    own->cancels_too_late += complete != 0;
    own->is_cancelled = true;
    return MPI_SUCCESS;
}

static const struct variant {
    const char *name;
    bool ignores, cancels;
} variants[] = {{"plain", false, false}, {"ignored", true, false}, {"cancelled", false, true}};

/* The query function may be called more than once, as by MPI_Request_get_status. */
static void check_calls(struct h_case *c, const struct variant *v, const struct own *own)
{
    h_check_number(c, "MPI_Grequest_query_function", "whether it was called", 1, own->queries > 0);
    h_check_number(c, "MPI_Grequest_free_function", "calls", 1, own->frees);
    h_check_number(c, "MPI_Grequest_cancel_function", "calls", v->cancels, own->cancels);
    h_check_number(c, "MPI_Grequest_cancel_function", "calls of a complete request", 0, own->cancels_too_late);
}

static void check_own_status(struct h_case *c, const struct own *own, const MPI_Status *status)
{
    int cancelled = H_NONE;

    h_check_source_and_tag(c, "status", status, OWN_SOURCE, OWN_TAG);
    h_check_counts(c, status, own->type, own->elements, own->elements);
    H_MPI(MPI_Test_cancelled(status, &cancelled));
    h_check_number(c, "MPI_Test_cancelled", "flag", own->is_cancelled, cancelled != 0);
}

static void run_case(struct h_case *c, const struct variant *v)
{
    struct own own = {.type = h_first_elements(1).mpi->DTP_obj_type, .elements = 1 + h_pair_turn(c) % 7};
    MPI_Request requests[REQUESTS];
    MPI_Status statuses[REQUESTS];

    h_fill(c->send, h_mine(c, 0));
    h_clear(c->recv);
    H_MPI(MPI_Irecv(H_ARGS(c->recv), c->comm->left, TAG, c->comm->comm, &requests[RECEIVE]));
    H_MPI(MPI_Grequest_start(query, release, cancel, &own, &requests[OWN]));
    H_MPI(MPI_Isend(H_ARGS(c->send), c->comm->right, TAG, c->comm->comm, &requests[SEND]));
    if (v->cancels)
        H_MPI(MPI_Cancel(&requests[OWN]));
    H_MPI(MPI_Grequest_complete(requests[OWN]));
    h_complete(c, REQUESTS, requests, v->ignores ? NULL : statuses);
    check_calls(c, v, &own);
    h_check_received(c, c->recv, h_theirs(c, c->comm->left, 0));
    if (v->ignores)
        return;
    h_check_status(c, c->recv, &statuses[RECEIVE], c->comm->left, TAG);
    check_own_status(c, &own, &statuses[OWN]);
}

/* Each variant with some ways to complete requests, in turn. */
static void visit(struct h_case *c)
{
    for (int k = 0; k < H_NUM(variants) * COMPLETIONS; k++) {
        const struct variant *v = &variants[k % H_NUM(variants)];
        c->variant = v->name;
        c->completion = h_any_completion(COMPLETIONS * h_pair_turn(c) + k / H_NUM(variants));
        if (h_begin(c, "MPI_Grequest_start"))
            run_case(c, v);
    }
    c->variant = NULL;
}

static void run(void)
{
    h_each_pair(H_WORLD | H_ONCE, visit);
}

const struct h_program h_program = {"generalized requests beside messages", H_SENDS, run};
