/* Partitioned communication: several partitions, different numbers of them on the two sides, ready in any order; of
 * types that are freed, in turn, once the request is made. */
#include "case/freed_types.h"
#include "messages/copies.h"

#include <stdbool.h>
#include <stdio.h>

#ifdef HAVE_MPI_PSEND_INIT

enum { TAG = 90, COPIES = 12, ROUNDS = 3, BEFORE = 700 };

/* One side: the copies of an object, in so many partitions. */
struct side {
    struct h_copies copies;
    struct h_copies values; /* where these are stored just before a partition is ready; otherwise without memory */
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

/* ---- values that are stored just before a partition is ready (MPI-4.0, 4.2.1: until then it may change) ---- */

static void make_values(const struct h_case *c, struct side *s, struct h_values v)
{
    s->values = h_copies_of(c->send, COPIES);
    h_fill(s->values.all, v);
}

static void free_values(struct side *s)
{
    if (s->values.memory)
        h_copies_free(&s->values);
    s->values.memory = NULL;
}

/* MPI does it, in a message to this process itself: no byte of another partition is touched. */
static void store(const struct side *s, int partition)
{
    const int each = COPIES / s->partitions;
    struct h_message from, to;

    if (!s->values.memory)
        return;
    from = h_copy_message(&s->values, partition * each, 0, TAG, MPI_COMM_SELF);
    to = h_copy_message(&s->copies, partition * each, 0, TAG, MPI_COMM_SELF);
    H_MPI(MPI_Sendrecv(from.buf, each * from.count, from.type, from.peer, from.tag, to.buf, each * to.count, to.type,
                       to.peer, to.tag, MPI_COMM_SELF, MPI_STATUS_IGNORE));
}

/* ---- the orders in which partitions become ready ---- */

static void ready(struct side *s, int k)
{
    store(s, k);
    H_MPI(MPI_Pready(k, s->request));
}

static void one_by_one(struct side *s)
{
    for (int k = s->partitions - 1; k >= 0; k--)
        ready(s, k);
}

static void odd_ones_first(struct side *s)
{
    for (int first = 1; first >= 0; first--)
        for (int k = first; k < s->partitions; k += 2)
            ready(s, k);
}

/* The partitions from the first to the last one, both included. */
static void range_ready(struct side *s, int first, int last)
{
    for (int k = first; k <= last; k++)
        store(s, k);
    H_MPI(MPI_Pready_range(first, last, s->request));
}

/* The one before the middle comes last. */
static void in_ranges(struct side *s)
{
    const int half = s->partitions / 2;

    if (half > 1)
        range_ready(s, 0, half - 2);
    range_ready(s, half, s->partitions - 1);
    if (half > 0)
        range_ready(s, half - 1, half - 1);
}

static void list_ready(struct side *s, int n, int list[])
{
    for (int k = 0; k < n; k++)
        store(s, list[k]);
    H_MPI(MPI_Pready_list(n, list, s->request));
}

static void in_lists(struct side *s)
{
    const int some = (s->partitions + 1) / 2;
    int list[COPIES];

    for (int k = 0; k < s->partitions; k++)
        list[k] = (k + 1) % s->partitions;
    list_ready(s, some, list);
    if (some < s->partitions)
        list_ready(s, s->partitions - some, list + some);
}

static const struct {
    const char *name;
    void (*make_ready)(struct side *s);
} orders[] = {{"one-by-one", one_by_one}, {"odd-first", odd_ones_first}, {"ranges", in_ranges}, {"lists", in_lists}};

/* ---- a case ---- */

/* What has arrived is there before the request is complete (MPI-4.0, 4.2.2). */
static void await(struct side *s)
{
    for (int k = 0; k < s->partitions; k++)
        for (int arrived = 0; !arrived;)
            H_MPI(MPI_Parrived(s->request, k, &arrived));
}

static void receive_round(struct h_case *c, struct side *s, int source, struct h_values v)
{
    const MPI_Aint elements = DTP_pool_elements(s->copies.all.pool);
    MPI_Status status = h_status();

    if (c->round != 1) {
        await(s);
        h_check_received_part(c, s->copies.all, v, elements);
    }
    h_complete(c, 1, &s->request, &status);
    h_check_received_part(c, s->copies.all, v, elements);
    h_check_envelope(c, &status, source, TAG);
}

/* In the second round the elements of each partition are stored once the one before it is ready. */
static void start_send(struct h_case *c, struct side *s, int op)
{
    const bool is_late = c->round == 1;

    h_fill(s->copies.all, h_mine(c, is_late ? BEFORE : op));
    if (is_late)
        make_values(c, s, h_mine(c, op));
    H_MPI(MPI_Start(&s->request));
}

static void run_round(struct h_case *c, const struct h_edge *e, struct side *from, struct side *to, int k)
{
    const int op = c->round + ROUNDS * k;
    MPI_Status unused;

    if (e->receives) {
        h_clear(to->copies.all);
        H_MPI(MPI_Start(&to->request));
    }
    if (c->round == 1 && h_pair_turn(c) / 2 % 2) /* the send begins once the receive has */
        h_signal(c, e->receives ? e->source : MPI_PROC_NULL, e->sends ? e->dest : MPI_PROC_NULL, TAG + 1);
    if (e->sends) {
        start_send(c, from, op);
        orders[k % H_NUM(orders)].make_ready(from);
    }
    if (e->receives)
        receive_round(c, to, e->source, h_theirs(c, e->source, op));
    if (e->sends) {
        h_complete(c, 1, &from->request, &unused);
        h_check_intact(c, from->copies.all, h_mine(c, op));
        free_values(from);
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
