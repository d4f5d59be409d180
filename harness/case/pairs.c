/* Pairs of a send and a receive object, and their order: those first that bring every object once on either side, and
 * objects whose types look alike to each other. */
#include "state.h"
#include "case/case.h"
#include "case/lookalikes.h"
#include "case/passes.h"
#include "case/pools.h"
#include "case/turn.h"
#include "run/crash.h"
#include "run/run.h"

#include <stdbool.h>
#include <stdint.h>

/* ---- which pairs ---- */

/* An object of even index itself; of the others, each the one that is half of them away. */
static int itself_or_other(int index, int n)
{
    const int others = n / 2;

    return index % 2 == 0 ? index : 2 * ((index / 2 + (others + 1) / 2) % others) + 1;
}

/* One that lies so many behind.  The first object, of a basic type, meets itself: some operations take no others. */
static int itself_or_behind(int index, int behind, int n)
{
    const int met = (index + behind) % n;

    return index % n == 0 ? 0 : met == 0 ? behind % n : met;
}

/* The object, of n on one side, that one of the other side meets in the first round of a communicator: that all are
 * met there, and in the communicator of all pairs, and within a process, half of the pairs are of twice the same
 * layout. */
static int met_first(const struct h_comm *c, int index, int n)
{
    return c->all_pairs || c->most == 1 ? itself_or_other(index % n, n)
                                        : itself_or_behind(index, 1 + 2 * c->number, n);
}

bool h_pair_is_first(const struct h_comm *comm, int i, int j)
{
    const int sends = harness.send[0]->DTP_num_objs, recvs = harness.recv[0]->DTP_num_objs;

    if (h_are_lookalikes(i, j))
        return true;
    return sends >= recvs ? j == met_first(comm, i, recvs) : i == met_first(comm, j, sends);
}

/* ---- how many pairs ---- */

/* An object that cannot be made is left out, and costs nothing.  So many more of the pool come with this one. */
static double cost_of(DTP_t pool, int index, int more)
{
    double sum = 0;

    for (int k = 0; k <= more; k++) {
        const MPI_Aint cost = DTP_obj_cost(pool, (index + k) % pool->DTP_num_objs);
        sum += cost < 0 ? 0 : (double) cost;
    }
    return sum;
}

/* Pairs that cost no more than this are all visited: of those after the first round; and of those of that round in the
 * communicators after the first, in which each object has been met.  Up to the latter, a pair of
 * which all choices are due has all variants. */
enum { MOST_OF_REST = 32 << 10, MOST_OF_OTHERS = 4 << 20 };

static double cost_of_pair(int i, int j)
{
    const int more = harness.program->flags & H_SEVERAL ? H_POOLS - 1 : 0;

    return cost_of(harness.send[0], i, more) + cost_of(harness.recv[0], j, more);
}

/* One in n of the pairs that cost n times as much, where n is above 1: their cost is what both sides touch, and their
 * number falls as it grows.  Which ones depends on the pair and the communicator alone, so that all ranks agree. */
bool h_pair_is_due(const struct h_comm *comm, bool rest, int i, int j)
{
    const int most = rest ? MOST_OF_REST : MOST_OF_OTHERS;
    uint32_t mixed = (uint32_t) i * 2654435761u ^ (uint32_t) j * 2246822519u ^ (uint32_t) comm->number * 3266489917u;
    double cost;

    if (comm->all_pairs && !rest)
        return true;
    cost = cost_of_pair(i, j);
    mixed = (mixed ^ mixed >> 15) * 3266489917u;
    mixed ^= mixed >> 16;
    return cost <= most || (double) mixed * cost < most * 4294967296.0;
}

/* ---- the visit ---- */

static double most_cost_of(const struct h_case *c)
{
    const int ranks = h_ranks_differ(c->comm) ? c->comm->most : 1;
    double most = 0;

    for (int k = 0; k < ranks; k++) {
        const double cost = cost_of_pair(c->i + k, c->j + k);
        most = cost > most ? cost : most;
    }
    return most;
}

void h_pair_begin(struct h_case *c)
{
    harness.pair = c;
    harness.pair_cost = most_cost_of(c);
    harness.parts += h_parts_of_pair();
    harness.turn++;
    harness.begun = 0;
    h_crash_note();
}

void h_pair_end(void)
{
    h_objects_put_more();
    harness.pair = harness.running = NULL;
    harness.pair_cost = 0;
    h_crash_step();
}

bool h_ranks_differ(const struct h_comm *comm)
{
    return harness.spread && !harness.options.recvobj && !comm->alike && comm->most > 1;
}

struct h_case h_case_of(const struct h_comm *comm, int i, int j)
{
    const int shift = h_ranks_differ(comm) ? comm->rank : 0;

    return (struct h_case) {
        .comm = comm, .i = i, .j = j,
        .all_choices = comm->all_pairs && (h_pair_is_selected() || h_pair_is_first(comm, i, j)),
        .send = {.pool = harness.send[0], .index = (i + shift) % harness.send[0]->DTP_num_objs},
        .recv = {.pool = harness.recv[0], .index = (j + shift) % harness.recv[0]->DTP_num_objs},
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

/* The k-th of n objects that is visited: the first one, to which most operators apply, then the others from some
 * number on. */
static int in_order(int k, int from, int n)
{
    return k == 0 ? 0 : 1 + (from + k - 1) % (n - 1);
}

static void visit_comm(const struct h_comm *comm, void *with)
{
    const struct visit *v = with;
    const int sends = harness.send[0]->DTP_num_objs, recvs = harness.recv[0]->DTP_num_objs;
    const int most = sends > recvs ? sends : recvs, least = sends + recvs - most, first = h_first_turn(most);

    if (harness.only_i >= 0) {
        visit_pair(comm, v, harness.only_i, harness.only_j);
        return;
    }
    for (int d = 0; d < (v->rest ? least : 1); d++)
        for (int k = 0; k < most; k++) {
            const int turn = in_order(k, first, most);
            const int met = v->rest ? (turn + d) % least : met_first(comm, turn, least);
            const int i = sends >= recvs ? turn : met, j = sends >= recvs ? met : turn;
            if ((!v->rest || !h_pair_is_first(comm, i, j)) && h_pair_is_due(comm, v->rest, i, j))
                visit_pair(comm, v, i, j);
            if (!v->rest && j != i + 1 && h_are_lookalikes(i, i + 1) && h_pair_is_due(comm, false, i, i + 1))
                visit_pair(comm, v, i, i + 1);
        }
}

void h_each_pair(unsigned comms, void (*visit)(struct h_case *c))
{
    struct visit v = {comms, false, visit};

    harness.spread = (comms & H_SPREAD) != 0;
    h_each_round(comms, visit_comm, &v, &v.rest);
}

/* ---- turns ---- */

int h_pair_is_selected(void)
{
    return harness.only_i >= 0 || harness.options.sendobj != NULL;
}

int h_one_in(const struct h_case *c, int n)
{
    double share;

    if (h_pair_is_selected())
        return 1;
    share = cost_of_pair(c->i, c->j) / MOST_OF_OTHERS;
    return share < 1 ? 1 : share < n ? (int) share : n;
}

/* For pairs (i, i + d), as h_turn_of_pair. */
int h_pair_turn(const struct h_case *c)
{
    enum { ALL = 2520 };    /* a multiple of 1 to 10 */

    return 2 * c->j + ALL - c->i % ALL;
}

/* Of n choices, one in so many is due for a pair of the first round, which has as many pairs as objects: so that each
 * is due for about two of them, or for as many as their cost allows. */
static int one_choice_in(const struct h_case *c, int n)
{
    const int sends = harness.send[0]->DTP_num_objs, recvs = harness.recv[0]->DTP_num_objs;
    const int pairs = sends >= recvs ? sends : recvs, of_pair = (2 * n + pairs - 1) / pairs;

    return (of_pair < n ? n / of_pair : 1) * h_one_in(c, n);
}

int h_due(const struct h_case *c, int k, int n)
{
    const int turn = h_turn_of_pair(c->i, c->j, c->comm->number + (int) (harness.moved % n), n);

    if (c->all_choices)
        return (k + c->i) % h_one_in(c, n) == 0;
    return k == turn || (h_pair_is_first(c->comm, c->i, c->j) && (k + n - turn) % n % one_choice_in(c, n) == 0);
}
