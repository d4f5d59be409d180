/* Pairs of objects of which one is the target in a window: one window for all of its origins. */
#include "state.h"
#include "accesses/access.h"
#include "accesses/window.h"
#include "case/case.h"
#include "case/passes.h"
#include "case/pools.h"
#include "run/run.h"

#include <stdbool.h>

struct visit {
    unsigned windows;
    bool rest;
    void (*pair)(struct h_case *c);
};

/* Two, in turn, where the target object has a hole between them: a target buffer is to be in attached memory, of
 * however many regions (MPI-3.1, 11.3.1). */
static int choose_regions(const struct h_case *c)
{
    MPI_Aint lo, hi;

    h_window_bounds(c, &lo, &hi);
    return (c->j + c->comm->number) % 2 && h_window_cut(c) < hi ? 2 : 1;
}

static void visit_origin(const struct h_comm *comm, int i, int j, const struct h_way *w, const struct visit *v)
{
    struct h_case c = h_case_of(comm, i, j);
    int n = 0, k = 0;

    for (int other = 0; other < h_num_ways; other++) {
        k = &h_ways[other] == w ? n : k;
        n += (v->windows & h_ways[other].bit) != 0;
    }
    if (!h_due(&c, k, n))
        return;
    if (h_budget_was_spent()) {
        h_pair_skip();
        return;
    }
    c.open = h_window_open;
    c.window = w->name;
    if (w->distances) /* four targets in a row have one: forms and ranks go by every second or fourth */
        c.distance = w->distances[(j / 4 + comm->number + (int) (harness.moved % 5)) % w->num_distances].name;
    h_units_choose(&c, w, v->windows);
    c.is_hinted = w->bit & (H_CREATE | H_ALLOCATE | H_ALLOCATE_SHARED) && (j / 2 + comm->number) % 2;
    if (w->bit == H_DYNAMIC)
        c.regions = choose_regions(&c);
    c.window_align = h_window_alignment(w->in_memory ? h_memory_size(&c, 0, w->bit == H_ALLOCATE_SHARED)
                                                     : w->zero(&c, 0));
    h_pair_begin(&c);
    v->pair(&c);
    h_pair_end();
    h_object_put(c.send);
}

/* Object j is the target of others in the first round once, then of all the rest. */
static void visit_target(const struct h_comm *comm, int j, const struct h_way *w, const struct visit *v)
{
    const int sends = harness.send[0]->DTP_num_objs;

    if (harness.only_i >= 0)
        visit_origin(comm, harness.only_i, j, w, v);
    else
        for (int i = 0; i < sends; i++)
            if (h_pair_is_first(comm, i, j) != v->rest && h_pair_is_due(comm, v->rest, i, j))
                visit_origin(comm, i, j, w, v);
    h_window_close();
    h_object_put((struct h_obj) {.pool = harness.recv[0], .index = j, .mpi = &harness.recv[0]->DTP_obj_array[j]});
}

static void visit_comm(const struct h_comm *comm, void *with)
{
    const struct visit *v = with;
    const int n = harness.recv[0]->DTP_num_objs, first = h_first_turn(n);

    for (int turn = 0; turn < n; turn++)
        for (int k = 0, j = (first + turn) % n; k < h_num_ways; k++)
            if (v->windows & h_ways[k].bit && (harness.only_j < 0 || j == harness.only_j))
                visit_target(comm, j, &h_ways[k], v);
}

void h_each_window_of(unsigned comms, unsigned windows, void (*visit)(struct h_case *c))
{
    struct visit v = {windows, false, visit};

    h_window_kinds(windows);
    harness.spread = false;
    h_each_round(comms, visit_comm, &v, &v.rest);
}

void h_each_window(unsigned comms, void (*visit)(struct h_case *c))
{
    h_each_window_of(comms, H_CREATE, visit);
}
