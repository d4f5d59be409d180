/* Every other element of an object is sent, and those between them are received: what lies between the data of a
 * message belongs to the other one, whichever moves first. */
#include "harness.h"
#include "tables.h"
#include "case/parts.h"

#include <stdbool.h>
#include <stdlib.h>

enum { TAG = 97 };

/* The half that is sent, and that which is received and has as many elements or one more. */
struct exchange {
    struct h_part sent, received;
    int dest, source;
    MPI_Comm comm;
};

#define SEND(X) H_PART((X)->sent), (X)->dest, TAG
#define RECEIVE(X) H_PART((X)->received), (X)->source, TAG

static int in_one_call(struct h_case *c, const struct exchange *x, MPI_Status *status)
{
    (void) c;
    return MPI_Sendrecv(SEND(x), RECEIVE(x), x->comm, status);
}

static int in_two_calls(struct h_case *c, const struct exchange *x, MPI_Status *status)
{
    MPI_Status statuses[2] = {*status, *status};
    MPI_Request requests[2];

    H_MPI(MPI_Irecv(RECEIVE(x), x->comm, &requests[0]));
    H_MPI(MPI_Isend(SEND(x), x->comm, &requests[1]));
    h_complete(c, 2, requests, statuses);
    *status = statuses[0];
    return MPI_SUCCESS;
}

#ifdef HAVE_MPI_ISENDRECV
static int in_one_request(struct h_case *c, const struct exchange *x, MPI_Status *status)
{
    MPI_Request request;

    H_MPI(MPI_Isendrecv(SEND(x), RECEIVE(x), x->comm, &request));
    h_complete(c, 1, &request, status);
    return MPI_SUCCESS;
}
#endif

static const struct form {
    const char *name, *form;
    int (*call)(struct h_case *c, const struct exchange *x, MPI_Status *status);
} forms[] = {
    {"MPI_Sendrecv", "blocking", in_one_call},
    {"MPI_Isend", "nonblocking", in_two_calls},
    H_WHERE(HAVE_MPI_ISENDRECV, {"MPI_Isendrecv", "nonblocking", in_one_request},)
};

/* Elements 0, 2, 4... are elements 1, 3, 5... of the source, if there is one, as far as there are so many. */
static void check(struct h_case *c, const struct h_edge *e)
{
    const MPI_Aint n = DTP_pool_elements(c->recv.pool);
    const struct h_values mine = h_mine(c, 0), theirs = e->receives ? h_theirs(c, e->source, 0) : mine;
    int *ones = h_alloc(n * (MPI_Aint) sizeof *ones), *numbers = h_alloc(n * (MPI_Aint) sizeof *numbers);

    for (int k = 0; k < (int) n; k++) {
        const bool comes = e->receives && k % 2 == 0 && k + 1 < (int) n;
        ones[k] = 1;
        numbers[k] = comes ? theirs.start + (k + 1) * theirs.stride : mine.start + k * mine.stride;
    }
    h_check_each(c, c->recv, MPI_REPLACE, 1, ones, numbers);
    free(numbers);
    free(ones);
}

static void transfer(struct h_case *c, const struct h_edge *e, const struct form *form)
{
    struct h_part halves[2];
    struct exchange x = {.comm = c->comm->comm, .dest = e->sends ? e->dest : MPI_PROC_NULL,
                         .source = e->receives ? e->source : MPI_PROC_NULL};
    MPI_Status status = h_status();

    h_halves(c->recv, halves);
    x.received = halves[0];
    x.sent = halves[1];
    h_fill(c->recv, h_mine(c, 0));
    h_mpi(form->call(c, &x, &status), form->name, __FILE__, __LINE__);
    check(c, e);
    if (e->receives)
        h_check_envelope(c, &status, e->source, TAG);
    h_parts_free(halves, 2);
}

static void exchange(struct h_case *c, const struct h_edge *e)
{
    for (int k = 0; k < H_NUM(forms); k++) {
        const bool completes = forms[k].call != in_one_call;
        c->form = forms[k].form;
        c->completion = completes ? h_completion(h_pair_turn(c) + k) : NULL;
        if (h_begin(c, forms[k].name) && (e->sends || e->receives))
            transfer(c, e, &forms[k]);
    }
}

static void visit(struct h_case *c)
{
    if (h_has_halves(c))
        h_each_edge(c, exchange);
}

static void run(void)
{
    h_each_pair(H_INTRA | H_INTER | H_ONCE, visit);
}

const struct h_program h_program = {"halves of one object, one sent and one received", H_SENDS, run};
