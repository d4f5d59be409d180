/* One-sided communication: windows over target objects. */
#include "internal.h"

/* ---- which pairs ---- */

struct visit {
    void (*pair)(struct h_pair *p);
};

/* A window over the object and displacement 0 of it, where target_disp leads to.  It begins at a multiple of 16: MPICH 4.0
 * misplaces others (doc/known-issues). */
static void open_window(struct h_pair *p)
{
    void *base;
    MPI_Aint size;
    char *first, *past, *buf = p->recv.mpi->DTP_obj_buf;

    H_DTP(DTP_obj_span(p->recv.pool, p->recv.index, &base, &size));
    first = buf < (char *) base ? buf : base;
    first -= (uintptr_t) first % 16;
    past = (char *) base + size;
    past = buf > past ? buf : past;
    p->disp = buf - first;
    H_MPI(MPI_Win_create(first, past - first, 1, MPI_INFO_NULL, p->comm->comm, &p->win));
    H_MPI(MPI_Win_set_errhandler(p->win, MPI_ERRORS_RETURN));
}

static void visit_target(struct h_pair *p, const struct visit *v)
{
    for (p->i = 0; p->i < harness.send[0]->DTP_num_objs; p->i++) {
        if (!h_pair_due(p->comm, p->i, p->j))
            continue;
        p->send = h_object_get(harness.send[0], p->i, true);
        if (!p->send.pool)
            continue;
        if (p->win == MPI_WIN_NULL)
            open_window(p);
        h_pair_begin(p);
        v->pair(p);
        h_pair_end();
        h_object_put(p->send);
    }
}

static void visit_comm(const struct h_comm *c, void *with)
{
    if (c->size == 1 && h_known("openmpi-4.1-single-window"))
        return;
    for (int j = 0; j < harness.recv[0]->DTP_num_objs; j++) {
        struct h_pair p = {.comm = c, .j = j, .win = MPI_WIN_NULL};
        if (harness.only_j >= 0 && j != harness.only_j)
            continue;
        p.recv = h_object_get(harness.recv[0], j, false);
        if (!p.recv.pool)
            continue;
        visit_target(&p, with);
        if (p.win != MPI_WIN_NULL)
            H_MPI(MPI_Win_free(&p.win));
        h_object_put(p.recv);
    }
}

void h_each_window(unsigned comms, void (*visit)(struct h_pair *p))
{
    struct visit v = {visit};

    h_each_comm(comms, visit_comm, &v);
}

/* ---- pieces of programs ---- */

MPI_Group h_group(struct h_pair *p, int rank)
{
    MPI_Group all, one;

    H_MPI(MPI_Win_get_group(p->win, &all));
    H_MPI(MPI_Group_incl(all, 1, &rank, &one));
    H_MPI(MPI_Group_free(&all));
    return one;
}

void h_own_begin(struct h_pair *p)
{
    H_MPI(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, p->comm->rank, 0, p->win));
}

void h_own_end(struct h_pair *p)
{
    H_MPI(MPI_Win_unlock(p->comm->rank, p->win));
}
