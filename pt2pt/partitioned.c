/* Partitioned communication: several partitions, different numbers of them on the two sides, ready in any order; of
 * types that are freed, in turn, once the request is made; in turn beside another such operation with the same tag,
 * which is matched in the order in which the requests are made, not started (MPI-4.0, 4.2), with another tag, or on a
 * duplicate of the communicator; in turn beside an ordinary message, of persistent requests that are started and
 * completed together with these, or for a receive of any tag that is posted before and sent last: ordinary messages do
 * not match partitioned ones. */
#include "case/freed_types.h"
#include "messages/copies.h"

#include <stdbool.h>
#include <stdio.h>

#ifdef HAVE_MPI_PSEND_INIT

enum { TAG = 90, SIGNAL_TAG = 95, ORDINARY_TAG, MOST_COPIES = 66, FEW_ELEMENTS = 100, ROUNDS = 3, BESIDE = 300,
       BEFORE = 700, ORDINARY = 900 };
enum { MOST_OPERATIONS = 2, MOST_REQUESTS };

/* How many copies there are, and in how many partitions. */
static const struct split {
    int copies, partitions[6];
} few = {12, {1, 2, 3, 6, 12, 4}}, many = {MOST_COPIES, {33, 66, 1, 66, 33, 22}};
enum { PARTITIONS = H_NUM(few.partitions) };

/* An ordinary message: none, one whose requests are started together with the partitioned ones, one that is last. */
enum ordinary { NONE, TOGETHER, LAST, WAYS };

/* What keeps two operations apart: the order in which they are made, their tags, or their communicators. */
enum apart { BY_ORDER, BY_TAG, BY_COMM };

/* What a case is beside its objects. */
struct plan {
    const struct split *split;
    int k, sends, receives; /* partitions of either side */
    int n;                  /* operations at a time */
    enum apart apart;
    MPI_Comm other;         /* a duplicate of the communicator, where the second operation is on that */
    enum ordinary ordinary;
};

/* One side: the copies of an object, in so many partitions. */
struct side {
    struct h_copies copies;
    struct h_copies values; /* where these are stored just before a partition is ready; otherwise without memory */
    int n, partitions, tag;
    MPI_Request request;
};

/* All that a process sends, or receives. */
struct ends {
    struct side sides[MOST_OPERATIONS];
    MPI_Request ordinary;
};

/* The one of operation i.  The type is freed, in turn, once the request is made (MPI-4.0, 5.1.9). */
static struct side make_side(const struct h_case *c, const struct h_edge *e, const struct plan *p, bool sends, int i)
{
    const int n = p->split->copies, partitions = sends ? p->sends : p->receives, tag = TAG + i * (p->apart == BY_TAG);
    const MPI_Comm comm = i > 0 && p->apart == BY_COMM ? p->other : c->comm->comm;
    struct side s = {.copies = h_copies_of(sends ? c->send : c->recv, n), .n = n, .partitions = partitions, .tag = tag};
    const struct h_obj one = s.copies.one;
    const MPI_Count count = (MPI_Count) (n / partitions) * one.mpi->DTP_obj_count;
    MPI_Datatype type = h_call_type(c, one, c->frees_types);
    void *buf = s.copies.all.mpi->DTP_obj_buf;

    if (sends)
        H_MPI(MPI_Psend_init(buf, partitions, count, type, e->dest, tag, comm, MPI_INFO_NULL, &s.request));
    else
        H_MPI(MPI_Precv_init(buf, partitions, count, type, e->source, tag, comm, MPI_INFO_NULL, &s.request));
    h_call_type_free(one, c->frees_types, &type);
    return s;
}

static void free_side(struct side *s)
{
    H_MPI(MPI_Request_free(&s->request));
    h_copies_free(&s->copies);
}

/* ---- values that are stored just before a partition is ready (MPI-4.0, 4.2.1: until then it may change) ---- */

static void make_values(const struct h_case *c, struct side *s, struct h_values v)
{
    s->values = h_copies_of(c->send, s->n);
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
    const int each = s->n / s->partitions;
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
    int list[MOST_COPIES];

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

static void check_values(struct h_case *c, const struct side *s, int source, int op)
{
    h_check_received_part(c, s->copies.all, h_theirs(c, source, op), DTP_pool_elements(s->copies.all.pool));
}

/* It is of the message that all partitions are. */
static void check_status(struct h_case *c, const struct side *s, int source, const MPI_Status *status)
{
    const DTP_obj_s *one = s->copies.one.mpi;
    int count = H_NONE;

    h_check_envelope(c, status, source, s->tag);
    H_MPI(MPI_Get_count(status, one->DTP_obj_type, &count));
    h_check_number(c, "MPI_Get_count", "count", s->n * (long long) one->DTP_obj_count, count);
}

/* In which order requests are started, and the partitions of one made ready after those of the other. */
static int in_turn(const struct h_case *c, const struct plan *p, int i)
{
    return (c->round + h_pair_turn(c)) % 2 ? p->n - 1 - i : i;
}

/* The requests that are completed together: how many. */
static int gather(const struct plan *p, const struct ends *e, MPI_Request requests[MOST_REQUESTS])
{
    for (int i = 0; i < p->n; i++)
        requests[i] = e->sides[i].request;
    requests[p->n] = e->ordinary;
    return p->n + (p->ordinary == TOGETHER);
}

static void start(const struct h_case *c, const struct plan *p, struct ends *e)
{
    MPI_Request requests[MOST_REQUESTS];
    const int n = gather(p, e, requests);

    if (p->ordinary == TOGETHER)
        H_MPI(MPI_Startall(n, requests));
    else
        for (int i = 0; i < p->n; i++)
            H_MPI(MPI_Start(&e->sides[in_turn(c, p, i)].request));
}

static void complete(struct h_case *c, const struct plan *p, const struct ends *e, MPI_Status statuses[MOST_REQUESTS])
{
    MPI_Request requests[MOST_REQUESTS];
    const int n = gather(p, e, requests);

    h_complete(c, n, requests, statuses);
}

/* ---- the ordinary message ---- */

static void make_ordinary(struct h_case *c, const struct h_edge *e, struct ends *from, struct ends *to)
{
    if (e->sends)
        H_MPI(MPI_Send_init(H_ARGS(c->send), e->dest, ORDINARY_TAG, c->comm->comm, &from->ordinary));
    if (e->receives)
        H_MPI(MPI_Recv_init(H_ARGS(c->recv), e->source, ORDINARY_TAG, c->comm->comm, &to->ordinary));
}

static void check_ordinary(struct h_case *c, const struct h_edge *e, const MPI_Status *status, int op)
{
    h_check_received(c, c->recv, h_theirs(c, e->source, ORDINARY + op));
    h_check_status(c, c->recv, status, e->source, ORDINARY_TAG);
}

static void receive_last(struct h_case *c, const struct h_edge *e, struct ends *to, int op)
{
    MPI_Status status = h_status();

    H_MPI(MPI_Wait(&to->ordinary, &status));
    check_ordinary(c, e, &status, op);
}

/* ---- a round ---- */

static void start_receives(struct h_case *c, const struct h_edge *e, const struct plan *p, struct ends *to)
{
    for (int i = 0; i < p->n; i++)
        h_clear(to->sides[i].copies.all);
    if (p->ordinary != NONE)
        h_clear(c->recv);
    if (p->ordinary == LAST)
        H_MPI(MPI_Irecv(H_ARGS(c->recv), e->source, MPI_ANY_TAG, c->comm->comm, &to->ordinary));
    start(c, p, to);
}

static void finish_receives(struct h_case *c, const struct h_edge *e, const struct plan *p, struct ends *to, int op)
{
    MPI_Status statuses[MOST_REQUESTS];

    for (int i = 0; i < p->n && c->round != 1; i++) {
        await(&to->sides[i]);
        check_values(c, &to->sides[i], e->source, op + BESIDE * i);
    }
    complete(c, p, to, statuses);
    for (int i = 0; i < p->n; i++) {
        check_values(c, &to->sides[i], e->source, op + BESIDE * i);
        check_status(c, &to->sides[i], e->source, &statuses[i]);
    }
    if (p->ordinary == TOGETHER)
        check_ordinary(c, e, &statuses[p->n], op);
}

/* In the second round the elements of each partition are stored once the one before it is ready. */
static void fill_side(struct h_case *c, struct side *s, int op)
{
    const bool is_late = c->round == 1;

    h_fill(s->copies.all, h_mine(c, is_late ? BEFORE : op));
    if (is_late)
        make_values(c, s, h_mine(c, op));
}

static void run_sends(struct h_case *c, const struct plan *p, struct ends *from, int op)
{
    for (int i = 0; i < p->n; i++)
        fill_side(c, &from->sides[i], op + BESIDE * i);
    if (p->ordinary != NONE)
        h_fill(c->send, h_mine(c, ORDINARY + op));
    start(c, p, from);
    for (int i = 0; i < p->n; i++)
        orders[p->k % H_NUM(orders)].make_ready(&from->sides[in_turn(c, p, i)]);
}

static void finish_sends(struct h_case *c, const struct h_edge *e, const struct plan *p, struct ends *from, int op)
{
    MPI_Status unused[MOST_REQUESTS];

    complete(c, p, from, unused);
    for (int i = 0; i < p->n; i++) {
        h_check_intact(c, from->sides[i].copies.all, h_mine(c, op + BESIDE * i));
        free_values(&from->sides[i]);
    }
    if (p->ordinary == LAST)
        H_MPI(MPI_Send(H_ARGS(c->send), e->dest, ORDINARY_TAG, c->comm->comm));
}

/* In turn the send begins once the receive has; not where a receive is for any message. */
static void run_round(struct h_case *c, const struct h_edge *e, const struct plan *p, struct ends *from,
                      struct ends *to)
{
    const int op = c->round + ROUNDS * p->k;

    if (e->receives)
        start_receives(c, e, p, to);
    if (c->round == 1 && h_pair_turn(c) / 2 % 2 && p->ordinary != LAST)
        h_signal(c, e->receives ? e->source : MPI_PROC_NULL, e->sends ? e->dest : MPI_PROC_NULL, SIGNAL_TAG);
    if (e->sends)
        run_sends(c, p, from, op);
    if (e->receives)
        finish_receives(c, e, p, to, op);
    if (e->sends)
        finish_sends(c, e, p, from, op);
    if (e->receives && p->ordinary == LAST)
        receive_last(c, e, to, op);
}

static void free_ends(const struct plan *p, struct ends *e)
{
    for (int i = 0; i < p->n; i++)
        free_side(&e->sides[i]);
    if (p->ordinary == TOGETHER)
        H_MPI(MPI_Request_free(&e->ordinary));
}

/* Receives are made in the other order than sends, unless that is what matches them. */
static void run_case(struct h_case *c, const struct h_edge *e, const struct plan *p)
{
    struct ends from, to;

    from.ordinary = to.ordinary = MPI_REQUEST_NULL;
    for (int i = 0; i < p->n && e->sends; i++)
        from.sides[i] = make_side(c, e, p, true, i);
    for (int i = 0; i < p->n && e->receives; i++) {
        const int k = p->apart == BY_ORDER ? i : p->n - 1 - i;
        to.sides[k] = make_side(c, e, p, false, k);
    }
    if (p->ordinary == TOGETHER)
        make_ordinary(c, e, &from, &to);
    for (c->round = 0; c->round < ROUNDS; c->round++)
        run_round(c, e, p, &from, &to);
    c->round = 0;
    if (e->sends)
        free_ends(p, &from);
    if (e->receives)
        free_ends(p, &to);
    h_later_types_free();
}

/* Of small objects there are many partitions in turn.  No receive is for any message of MPI_COMM_SELF: values are
 * stored by messages there. */
static struct plan plan_of(const struct h_case *c, int k)
{
    const int turn = h_pair_turn(c), beside = (turn + k + k / H_NUM(orders)) % 4;
    struct plan p = {.split = turn % 2 && DTP_pool_elements(c->send.pool) <= FEW_ELEMENTS ? &many : &few, .k = k,
                     .n = beside ? MOST_OPERATIONS : 1, .apart = beside ? (enum apart) (beside - 1) : BY_ORDER,
                     .ordinary = (turn / 2 + k / 3) % (c->comm->size > 1 ? WAYS : LAST)};

    p.sends = p.split->partitions[k / H_NUM(orders)];
    p.receives = p.split->partitions[(k + k / H_NUM(orders) + c->i) % PARTITIONS];
    return p;
}

/* All processes of the communicator make its duplicate. */
static void run_beside(struct h_case *c, const struct h_edge *e, struct plan *p)
{
    if (p->apart == BY_COMM)
        H_MPI(MPI_Comm_dup(c->comm->comm, &p->other));
    if (e->sends || e->receives)
        run_case(c, e, p);
    if (p->apart == BY_COMM)
        H_MPI(MPI_Comm_free(&p->other));
}

static void exchange(struct h_case *c, const struct h_edge *e)
{
    const int n = PARTITIONS * H_NUM(orders);
    static const char *const ordinary[WAYS] = {"", "/together", "/last"};
    static const char *const apart[] = {[BY_ORDER] = "/two", [BY_TAG] = "/two-tags", [BY_COMM] = "/two-communicators"};
    char variant[64];

    for (int k = 0; k < n; k++) {
        struct plan p = plan_of(c, k);
        const bool has_copies = h_has_copies(c->send, p.split->copies) && h_has_copies(c->recv, p.split->copies);
        if (!h_due(c, (k + e->number) % n, n))
            continue;
        snprintf(variant, sizeof variant, "%d-to-%d/%s%s%s%s", p.sends, p.receives, orders[k % H_NUM(orders)].name,
                 p.n == 1 ? "" : apart[p.apart], ordinary[p.ordinary], has_copies ? "" : "/plain");
        c->variant = variant;
        c->completion = h_completion(h_pair_turn(c) + k);
        c->frees_types = (c->i + k / H_NUM(orders)) % 2;
        if (h_begin(c, "MPI_Psend_init"))
            run_beside(c, e, &p);
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
