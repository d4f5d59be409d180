/* Pairs of a send and a receive object, and their order: those first that bring every object once on either side. */
#include "internal.h"
#include "turn.h"

/* ---- which pairs ---- */

/* How far the receive side is shifted where every object is visited once on either side. */
static int shift_of(const struct h_comm *c)
{
    return c->all_pairs ? 0 : 1 + 2 * c->number;
}

/* Turn `turn` of diagonal d: all turns bring every object once on either side, all diagonals every pair once. */
static void pair_of(int turn, int d, int *i, int *j)
{
    const int sends = harness.send[0]->DTP_num_objs, recvs = harness.recv[0]->DTP_num_objs;

    *i = sends >= recvs ? turn : (turn + d) % sends;
    *j = sends >= recvs ? (turn + d) % recvs : turn;
}

static int max(int a, int b)
{
    return a > b ? a : b;
}

static int min(int a, int b)
{
    return a < b ? a : b;
}

/* ---- how many pairs ---- */

/* An object that cannot be made is left out, and costs nothing.  So many more of the pool come with this one. */
static double cost_of(DTP_t pool, int index, int further)
{
    double sum = 0;

    for (int k = 0; k <= further; k++) {
        const MPI_Aint cost = DTP_obj_cost(pool, (index + k) % pool->DTP_num_objs);
        sum += cost < 0 ? 0 : (double) cost;
    }
    return sum;
}

/* What a pair may cost so that all of its like are gone through: of those that are not of the first round; and of those
 * of that round in the communicators after the first, in which each object has been met. */
enum { MOST_OF_REST = 32 << 10, MOST_OF_OTHERS = 4 << 20 };

/* One in n of the pairs that cost n times as much, where n is above 1: their cost is what both sides touch, and their
 * number falls as it grows.  Which ones depends on the pair and the communicator alone, so that all ranks agree. */
bool h_pair_is_due(const struct h_comm *comm, bool rest, int i, int j)
{
    const int further = h_program.flags & H_FURTHER ? H_POOLS - 1 : 0, most = rest ? MOST_OF_REST : MOST_OF_OTHERS;
    const double cost = cost_of(harness.send[0], i, further) + cost_of(harness.recv[0], j, further);
    uint32_t mixed = (uint32_t) i * 2654435761u ^ (uint32_t) j * 2246822519u ^ (uint32_t) comm->number * 3266489917u;

    if (comm->all_pairs && !rest)
        return true;
    mixed = (mixed ^ mixed >> 15) * 3266489917u;
    mixed ^= mixed >> 16;
    return cost <= most || (double) mixed * cost < most * 4294967296.0;
}

/* ---- passes ---- */

/* What is tried first has every object and every form: of the cases of a pair, a pass has every PASSES-th, for the
 * next pair those after. */
enum { PASSES = 32 };

/* Tests of one program begin with different passes: where time is short, they have different cases.  What is selected
 * begins with the first one: the plainest of the cases that a replay line selects. */
static int first_pass(void)
{
    const struct h_options *o = &harness.options;

    return o->obj || o->sendobj || o->where.n > 0 ? 0 : (int) (h_hash_text(o->test) % PASSES);
}

bool h_pass_has_case(void)
{
    return harness.passes <= 1 || (harness.begun++ + harness.turn) % harness.passes == harness.pass;
}

/* Many objects are made anew for each pass: that costs more than the order is worth. */
static bool are_kept(void)
{
    return harness.send[0]->DTP_num_objs <= H_KEPT && harness.recv[0]->DTP_num_objs <= H_KEPT;
}

void h_each_round(unsigned comms, void (*round)(const struct h_comm *c, void *with), void *with, bool *rest)
{
    *rest = false;
    harness.passes = harness.size > 1 && !harness.options.totals && are_kept() ? PASSES : 1;
    for (int k = 0; k < harness.passes; k++) {
        harness.pass = (first_pass() + k) % harness.passes;
        harness.turn = 0;
        h_each_comm(comms, round, with);
    }
    harness.passes = 1;
    *rest = true;
    if (!(comms & H_ONCE) && !harness.options.totals && harness.only_i < 0)
        h_first_comm(comms, round, with);
}

/* A pair outside of the passes has all its cases at once. */
static long parts_of_pair(void)
{
    return harness.passes > 1 ? 1 : PASSES;
}

void h_pair_skip(void)
{
    harness.parts_skipped += parts_of_pair();
}

/* ---- the visit ---- */

static struct h_obj *more;
static int num_more;

void h_pair_begin(struct h_case *c)
{
    harness.pair = c;
    harness.parts += parts_of_pair();
    harness.turn++;
    harness.begun = 0;
    h_crash_note();
}

void h_pair_end(void)
{
    while (num_more > 0)
        h_object_put(more[--num_more]);
    harness.pair = harness.running = NULL;
}

bool h_ranks_differ(const struct h_comm *comm)
{
    return harness.spread && !harness.options.recvobj && !comm->alike && comm->most > 1;
}

struct h_case h_case_of(const struct h_comm *comm, int i, int j)
{
    const int further = h_ranks_differ(comm) ? comm->rank : 0;

    return (struct h_case) {
        .comm = comm, .i = i, .j = j,
        .send = {.pool = harness.send[0], .index = (i + further) % harness.send[0]->DTP_num_objs},
        .recv = {.pool = harness.recv[0], .index = (j + further) % harness.recv[0]->DTP_num_objs},
        .win = MPI_WIN_NULL, .source = H_NONE, .dest = H_NONE, .root = H_NONE, .elements = harness.moved,
    };
}

struct visit {
    unsigned comms;
    bool rest;                 /* the pairs that are not of the first round */
    void (*pair)(struct h_case *c);
};

static void visit_pair(const struct h_comm *comm, const struct visit *v, int i, int j)
{
    struct h_case c = h_case_of(comm, i, j);

    if (h_budget_was_spent()) {
        h_pair_skip();
        return;
    }
    h_pair_begin(&c);
    v->pair(&c);
    h_pair_end();
    h_object_put(c.recv);
    h_object_put(c.send);
}

static void visit_comm(const struct h_comm *comm, void *with)
{
    const struct visit *v = with;
    const int sends = harness.send[0]->DTP_num_objs, recvs = harness.recv[0]->DTP_num_objs;
    const int first = v->rest ? 1 : shift_of(comm), past = v->rest ? min(sends, recvs) : first + 1;
    int i, j;

    if (harness.only_i >= 0) {
        visit_pair(comm, v, harness.only_i, harness.only_j);
        return;
    }
    for (int d = first; d < past; d++)
        for (int turn = 0; turn < max(sends, recvs); turn++) {
            pair_of(turn, d, &i, &j);
            if (h_pair_is_due(comm, v->rest, i, j))
                visit_pair(comm, v, i, j);
        }
}

void h_each_pair(unsigned comms, void (*visit)(struct h_case *c))
{
    struct visit v = {comms, false, visit};

    harness.spread = (comms & H_SPREAD) != 0;
    h_each_round(comms, visit_comm, &v, &v.rest);
}

/* ---- messages between neighbours ---- */

/* Message k goes from rank k to the next one, and back; across an intercommunicator from rank k modulo the size to
 * its like, both ways. */
static struct h_edge edge_of(const struct h_comm *c, int k, int back)
{
    const int next = (k + 1) % c->size;
    struct h_edge e = {.source = back ? next : k, .dest = back ? k : next, .number = 2 * k + back};

    if (!c->inter) {
        e.sends = e.source == c->rank && k < c->size;
        e.receives = e.dest == c->rank && k < c->size;
        return e;
    }
    e.sends = c->group == back && c->rank == k % c->size;
    e.receives = c->group != back && c->rank == k % c->size;
    e.source = k % (e.receives ? c->remote_size : c->size);
    e.dest = k % (e.receives ? c->size : c->remote_size);
    return e;
}

/* Groups of the same name may differ in size: all ranks go through the messages of the largest. */
void h_each_edge(struct h_case *c, void (*visit)(struct h_case *c, const struct h_edge *e))
{
    const struct h_comm *comm = c->comm;
    const int n = comm->most > 2 || comm->inter ? comm->most : 1, ways = comm->inter || comm->most > 1 ? 2 : 1;

    for (int k = 0; k < n; k++)
        for (int back = 0; back < ways; back++) {
            struct h_edge e = edge_of(comm, k, back);
            if (comm->size == 1 && !comm->inter && back)
                e.sends = e.receives = 0;
            c->source = back ? (k + 1) % comm->most : k;
            c->dest = back ? k : (k + 1) % comm->most;
            visit(c, &e);
        }
    c->source = c->dest = H_NONE;
}

/* ---- more objects ---- */

void h_object_use(struct h_obj o)
{
    for (int n = 0; n < num_more; n++)
        if (more[n].mpi == o.mpi)
            return;
    more = h_grow(more, num_more, sizeof *more);
    more[num_more++] = o;
}

static struct h_obj another(DTP_t pool, int index, bool sends)
{
    const struct h_obj o = h_object_get(pool, index, sends);

    if (o.mpi)
        h_object_use(o);
    return o;
}

/* Objects whose elements share bytes are passed over: their values are not those of others. */
static struct h_obj further(DTP_t pool, int index, int k, bool sends)
{
    int other = index;
    struct h_obj o;

    for (int tries = pool->DTP_num_objs; tries > 0; tries--) {
        harness.wraps |= other + k >= pool->DTP_num_objs;
        other = (other + k) % pool->DTP_num_objs;
        if (!DTP_obj_has_trait(pool, other, "overlapping"))
            break;
    }
    o = another(pool, other, sends);
    return o.mpi ? o : another(pool, index, sends);
}

struct h_obj h_send_object(struct h_case *c, int k)
{
    return further(harness.send[k], c->send.index, k, true);
}

struct h_obj h_send_twin(struct h_case *c)
{
    return another(harness.send[1], c->send.index, true);
}

struct h_obj h_recv_object(struct h_case *c, int k)
{
    return further(harness.recv[k], c->recv.index, k, false);
}

/* ---- turns ---- */

int h_due(const struct h_case *c, int k, int n)
{
    if (c->comm->all_pairs && c->i == c->j)
        return 1;
    return h_turn_of_pair(c->i, c->j, c->comm->number + (int) (harness.moved % n), n) == k;
}
