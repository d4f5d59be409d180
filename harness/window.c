/* One-sided communication: windows over target objects. */
#include "internal.h"

/* ---- the window of a case ---- */

enum { ALIGNED = 16 };

/* Displacements of the first byte of the target object or of displacement 0, whichever is lower, and past the last. */
static void bounds_of(const struct h_case *c, MPI_Aint *lo, MPI_Aint *hi)
{
    H_DTP(DTP_obj_bounds(c->recv.pool, c->j, lo, hi));
    *lo = *lo < 0 ? *lo : 0;
    *hi = *hi > 0 ? *hi : 0;
}

/* In turn the window begins with the object and at a multiple of 16, which displacement 0 is. */
static bool is_exact(const struct h_case *c)
{
    return (c->i + c->j + c->comm->number) % 2 == 0;
}

static MPI_Aint first_of(const struct h_case *c)
{
    MPI_Aint lo, hi;

    bounds_of(c, &lo, &hi);
    return is_exact(c) ? lo : -((-lo + ALIGNED - 1) / ALIGNED * ALIGNED);
}

int h_window_alignment(const struct h_case *c)
{
    int alignment = ALIGNED;
    const MPI_Aint first = first_of(c);

    while (first % alignment)
        alignment /= 2;
    return alignment;
}

/* The window that is open, and from which displacement of its object on. */
static struct {
    MPI_Win win;
    MPI_Aint first;
    bool is_open;
} now;

static void close_window(void)
{
    if (now.is_open)
        H_MPI(MPI_Win_free(&now.win));
    now.is_open = false;
}

static int open_window(struct h_case *c)
{
    const MPI_Aint first = first_of(c);
    char *buf = c->recv.mpi->DTP_obj_buf;
    MPI_Aint lo, hi;

    bounds_of(c, &lo, &hi);
    if (!now.is_open || now.first != first) {
        close_window();
        H_MPI(MPI_Win_create(buf + first, hi - first, 1, MPI_INFO_NULL, c->comm->comm, &now.win));
        H_MPI(MPI_Win_set_errhandler(now.win, MPI_ERRORS_RETURN));
        now.is_open = true;
        now.first = first;
    }
    c->win = now.win;
    c->disp = -first;
    return 1;
}

/* ---- which pairs ---- */

struct visit {
    bool rest;
    void (*pair)(struct h_case *c);
};

static void visit_origin(const struct h_comm *comm, int i, int j, const struct visit *v)
{
    struct h_case c = h_case_of(comm, i, j);

    if (h_budget_was_spent()) {
        h_case_skip_pair();
        return;
    }
    c.open = open_window;
    c.window = "create";
    h_pair_begin(&c);
    v->pair(&c);
    h_pair_end(&c);
    h_object_put(c.send);
}

/* Object j is the target of others in the first round once, then of all the rest. */
static void visit_target(const struct h_comm *comm, int j, const struct visit *v)
{
    const int sends = harness.send[0]->DTP_num_objs, shift = comm->all_pairs ? 0 : 1 + 2 * comm->number;
    const int first = (j + sends - shift % sends) % sends;

    if (harness.only_i >= 0)
        visit_origin(comm, harness.only_i, j, v);
    else if (!v->rest)
        visit_origin(comm, first, j, v);
    else
        for (int i = 0; i < sends; i++)
            if (i != first)
                visit_origin(comm, i, j, v);
    close_window();
    h_object_put((struct h_obj) {.pool = harness.recv[0], .index = j, .mpi = &harness.recv[0]->DTP_obj_array[j]});
}

static void visit_comm(const struct h_comm *comm, void *with)
{
    for (int j = 0; j < harness.recv[0]->DTP_num_objs; j++)
        if (harness.only_j < 0 || j == harness.only_j)
            visit_target(comm, j, with);
}

void h_each_window(unsigned comms, void (*visit)(struct h_case *c))
{
    struct visit v = {false, visit};

    harness.spread = false;
    h_each_comm(comms, visit_comm, &v);
    v.rest = true;
    if (h_pairs_have_rest(comms))
        h_first_comm(comms, visit_comm, &v);
}

/* ---- pieces of programs ---- */

MPI_Group h_group(struct h_case *c, int rank)
{
    MPI_Group all, one;

    H_MPI(MPI_Win_get_group(c->win, &all));
    H_MPI(MPI_Group_incl(all, 1, &rank, &one));
    H_MPI(MPI_Group_free(&all));
    return one;
}

void h_own_begin(struct h_case *c)
{
    H_MPI(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, c->comm->rank, 0, c->win));
}

void h_own_end(struct h_case *c)
{
    H_MPI(MPI_Win_unlock(c->comm->rank, c->win));
}
