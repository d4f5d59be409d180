/* Partitioned communication: several partitions, different numbers of them on the two sides, ready in any order; of
 * types that are freed, in turn, once the request is made. */
#include "case/freed_types.h"
#include "messages/message.h"

#include <stdio.h>

#ifdef HAVE_MPI_PSEND_INIT

enum { TAG = 90, COPIES = 12, ROUNDS = 3 };

/* One side: the copies of an object, in so many partitions. */
struct side {
    struct h_copies copies;
    int partitions;
    MPI_Count count;        /* of each partition */
    MPI_Datatype type;
    MPI_Request request;
};

static const int partitions[] = {1, 2, 3, 6, 12, 4};

static struct side make_side(const struct h_case *c, struct h_obj o, int partitions_of_it)
{
    struct side s = {.copies = h_copies_of(o, COPIES), .partitions = partitions_of_it};
    const struct h_obj one = s.copies.one;

    s.count = (MPI_Count) (COPIES / s.partitions) * one.mpi->DTP_obj_count;
    s.type = h_call_type(c, one, c->frees_types);
    return s;
}

/* Once the request is made (MPI-4.0, 5.1.9). */
static void free_type(const struct h_case *c, struct side *s)
{
    h_call_type_free(s->copies.one, c->frees_types, &s->type);
}

static void free_side(struct side *s)
{
    H_MPI(MPI_Request_free(&s->request));
    h_copies_free(&s->copies);
}

/* ---- the orders in which partitions become ready ---- */

static void one_by_one(struct side *s)
{
    for (int k = s->partitions - 1; k >= 0; k--)
        H_MPI(MPI_Pready(k, s->request));
}

static void odd_ones_first(struct side *s)
{
    for (int first = 1; first >= 0; first--)
        for (int k = first; k < s->partitions; k += 2)
            H_MPI(MPI_Pready(k, s->request));
}

/* The range has both its ends. */
static void in_ranges(struct side *s)
{
    const int half = s->partitions / 2;

    H_MPI(MPI_Pready_range(half, s->partitions - 1, s->request));
    if (half > 0)
        H_MPI(MPI_Pready_range(0, half - 1, s->request));
}

static void in_a_list(struct side *s)
{
    int list[COPIES];

    for (int k = 0; k < s->partitions; k++)
        list[k] = (k + 1) % s->partitions;
    H_MPI(MPI_Pready_list(s->partitions, list, s->request));
}

static const struct {
    const char *name;
    void (*make_ready)(struct side *s);
} orders[] = {{"one-by-one", one_by_one}, {"odd-first", odd_ones_first}, {"ranges", in_ranges}, {"list", in_a_list}};

/* ---- a case ---- */

/* What has arrived is there before the request is complete (MPI-4.0, 4.2.2). */
static void await(struct side *s)
{
    for (int k = 0; k < s->partitions; k++)
        for (int arrived = 0; !arrived;)
            H_MPI(MPI_Parrived(s->request, k, &arrived));
}

static void receive_round(struct h_case *c, struct side *s, struct h_values v)
{
    const MPI_Aint elements = DTP_pool_elements(s->copies.all.pool);
    MPI_Status status = h_status();

    if (c->round != 1) {
        await(s);
        h_check_received_part(c, s->copies.all, v, elements);
    }
    h_complete(c, 1, &s->request, &status);
    h_check_received_part(c, s->copies.all, v, elements);
    h_check_envelope(c, &status, c->source, TAG);
}

/* A partition may change until it is ready (MPI-4.0, 4.2.1): in the second round all do after the start. */
static void start_send(struct h_case *c, struct side *s, struct h_values v)
{
    const bool is_late = c->round == 1;

    if (!is_late)
        h_fill(s->copies.all, v);
    H_MPI(MPI_Start(&s->request));
    if (is_late)
        h_fill(s->copies.all, v);
}

static void run_round(struct h_case *c, const struct h_edge *e, struct side *from, struct side *to, int k)
{
    const int op = c->round + ROUNDS * k;
    MPI_Status unused;

    if (e->receives) {
        h_clear(to->copies.all);
        H_MPI(MPI_Start(&to->request));
    }
    if (e->sends) {
        start_send(c, from, h_mine(c, op));
        orders[k % H_NUM(orders)].make_ready(from);
    }
    if (e->receives)
        receive_round(c, to, h_theirs(c, e->source, op));
    if (e->sends) {
        h_complete(c, 1, &from->request, &unused);
        h_check_intact(c, from->copies.all, h_mine(c, op));
    }
}

static int partitions_of(const struct h_case *c, int k, bool sends)
{
    return partitions[(sends ? k / H_NUM(orders) : k + k / H_NUM(orders) + c->i) % H_NUM(partitions)];
}

static void run_case(struct h_case *c, const struct h_edge *e, int k)
{
    struct side from, to;

    if (e->sends) {
        from = make_side(c, c->send, partitions_of(c, k, true));
        H_MPI(MPI_Psend_init(from.copies.all.mpi->DTP_obj_buf, from.partitions, from.count, from.type, e->dest, TAG,
                             c->comm->comm, MPI_INFO_NULL, &from.request));
        free_type(c, &from);
    }
    if (e->receives) {
        to = make_side(c, c->recv, partitions_of(c, k, false));
        H_MPI(MPI_Precv_init(to.copies.all.mpi->DTP_obj_buf, to.partitions, to.count, to.type, e->source, TAG,
                             c->comm->comm, MPI_INFO_NULL, &to.request));
        free_type(c, &to);
    }
    for (c->round = 0; c->round < ROUNDS; c->round++)
        run_round(c, e, &from, &to, k);
    c->round = 0;
    if (e->sends)
        free_side(&from);
    if (e->receives)
        free_side(&to);
    h_later_types_free();
}

static void exchange(struct h_case *c, const struct h_edge *e)
{
    const int n = H_NUM(partitions) * H_NUM(orders);
    const bool has_copies = h_has_copies(c->send, COPIES) && h_has_copies(c->recv, COPIES);
    char variant[64];

    for (int k = 0; k < n; k++) {
        if (!h_due(c, (k + e->number) % n, n))
            continue;
        snprintf(variant, sizeof variant, "%d-to-%d/%s%s", partitions_of(c, k, true), partitions_of(c, k, false),
                 orders[k % H_NUM(orders)].name, has_copies ? "" : "/plain");
        c->variant = variant;
        c->completion = h_completion(h_pair_turn(c) + k);
        c->frees_types = (c->i + k / H_NUM(orders)) % 2;
        if (h_begin(c, "MPI_Psend_init") && (e->sends || e->receives))
            run_case(c, e, k);
    }
    c->variant = NULL;
    c->frees_types = 0;
}

static void visit(struct h_case *c)
{
    c->form = "persistent";
    h_each_edge(c, exchange);
}

static void run(void)
{
    h_each_pair(H_INTRA, visit);
}

#else

static void run(void)
{
    h_leave_out("this MPI has no MPI_Psend_init");
}

#endif

const struct h_program h_program = {"partitioned communication", H_SENDS, run};
