/* Partitioned requests before, between and instead of their use (MPI-4.0, 4.2): what MPI_Parrived says of no request
 * and of inactive ones; requests that are freed and were never started, and others with the same tag after them;
 * partitions of no elements. */
#include "harness.h"
#include "tables.h"

#include <stdbool.h>

#ifdef HAVE_MPI_PSEND_INIT

enum { TAG = 91, PARTITIONS = 3 };

/* Of both sides of an edge; MPI_REQUEST_NULL for a side that this process has not.  One partition has all elements, or
 * several have none. */
struct requests {
    MPI_Request send, receive;
    int partitions;
    MPI_Aint elements;
};

static struct requests make(struct h_case *c, const struct h_edge *e, bool is_empty)
{
    struct requests r = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, is_empty ? PARTITIONS : 1, is_empty ? 0 : c->elements};
    const bool has_buffer = !is_empty || h_pair_turn(c) % 2;

    if (e->sends)
        H_MPI(MPI_Psend_init(has_buffer ? c->send.mpi->DTP_obj_buf : NULL, r.partitions,
                             is_empty ? 0 : c->send.mpi->DTP_obj_count, c->send.mpi->DTP_obj_type, e->dest, TAG,
                             c->comm->comm, MPI_INFO_NULL, &r.send));
    if (e->receives)
        H_MPI(MPI_Precv_init(c->recv.mpi->DTP_obj_buf, r.partitions, is_empty ? 0 : c->recv.mpi->DTP_obj_count,
                             c->recv.mpi->DTP_obj_type, e->source, TAG, c->comm->comm, MPI_INFO_NULL, &r.receive));
    return r;
}

static void free_both(struct requests *r)
{
    if (r->send != MPI_REQUEST_NULL)
        H_MPI(MPI_Request_free(&r->send));
    if (r->receive != MPI_REQUEST_NULL)
        H_MPI(MPI_Request_free(&r->receive));
}

/* "In either case, the operation returns with flag = true" (MPI-4.0, 4.2.2). */
static void check_arrived(struct h_case *c, MPI_Request request, const char *which)
{
    int arrived = 0;

    if (!h_asks(c, "MPI_Parrived"))
        return;
    H_MPI(MPI_Parrived(request, 0, &arrived));
    h_check_number(c, "MPI_Parrived", which, 1, arrived != 0);
}

static void start(struct h_case *c, const struct h_edge *e, struct requests *r, int op)
{
    if (e->receives) {
        h_clear(c->recv);
        H_MPI(MPI_Start(&r->receive));
    }
    if (e->sends) {
        h_fill(c->send, h_mine(c, op));
        H_MPI(MPI_Start(&r->send));
    }
}

static void transfer(struct h_case *c, const struct h_edge *e, struct requests *r, int op)
{
    MPI_Status status = h_status();

    start(c, e, r, op);
    if (e->sends)
        H_MPI(MPI_Pready_range(0, r->partitions - 1, r->send));
    if (e->receives) {
        h_complete(c, 1, &r->receive, &status);
        h_check_received_part(c, c->recv, h_theirs(c, e->source, op), r->elements);
        h_check_envelope(c, &status, e->source, TAG);
        if (r->elements == 0)
            h_check_none(c, &status, c->recv.mpi->DTP_obj_type);
    }
    if (e->sends) {
        h_complete(c, 1, &r->send, NULL);
        h_check_intact(c, c->send, h_mine(c, op));
    }
}

/* ---- what a case does ---- */

static void ask_inactive(struct h_case *c, const struct h_edge *e)
{
    struct requests r = make(c, e, false);

    for (int round = 0; round < 2; round++) {
        transfer(c, e, &r, round);
        if (e->receives)
            check_arrived(c, r.receive, "flag, of an inactive request");
    }
    free_both(&r);
}

static void ask_new(struct h_case *c, const struct h_edge *e)
{
    struct requests r = make(c, e, false);

    check_arrived(c, MPI_REQUEST_NULL, "flag, of no request");
    if (e->receives)
        check_arrived(c, r.receive, "flag, before the first start");
    transfer(c, e, &r, 0);
    free_both(&r);
}

/* Requests match in the order in which they are made, so those that are freed match each other. */
static void free_unstarted(struct h_case *c, const struct h_edge *e)
{
    struct requests unused = make(c, e, false), r;

    free_both(&unused);
    r = make(c, e, false);
    transfer(c, e, &r, 0);
    free_both(&r);
}

static void move_nothing(struct h_case *c, const struct h_edge *e)
{
    struct requests r = make(c, e, true);

    transfer(c, e, &r, 0);
    free_both(&r);
}

static const struct {
    const char *name;
    void (*run)(struct h_case *c, const struct h_edge *e);
} ways[] = {{"inactive", ask_inactive}, {"new", ask_new}, {"unstarted", free_unstarted}, {"empty", move_nothing}};

static void exchange(struct h_case *c, const struct h_edge *e)
{
    for (int k = 0; k < H_NUM(ways); k++) {
        c->variant = ways[k].name;
        c->completion = h_completion(h_pair_turn(c) + k);
        if (h_begin(c, "MPI_Psend_init") && (e->sends || e->receives))
            ways[k].run(c, e);
    }
    c->variant = NULL;
}

static void visit(struct h_case *c)
{
    c->form = "persistent";
    h_each_edge(c, exchange);
}

static void run(void)
{
    h_each_pair(H_INTRA | H_ONCE, visit);
}

#else

static void run(void)
{
    h_leave_out("this MPI has no MPI_Psend_init");
}

#endif

const struct h_program h_program = {"partitioned requests that are not in use", H_SENDS, run};
