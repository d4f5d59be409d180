/* Epochs of all ways of synchronisation on one window, in two orders, with new values in each. */
#include "harness.h"

static void by_fence(struct h_pair *p, struct h_access *a)
{
    h_access_prepare(p, a);
    H_MPI(MPI_Win_fence(0, p->win));
    h_access_start(p, a);
    H_MPI(MPI_Win_fence(MPI_MODE_NOSUCCEED, p->win));
    h_access_verify(p, a);
}

static void by_pscw(struct h_pair *p, struct h_access *a)
{
    MPI_Group origin = h_group(p, a->origin), target = h_group(p, a->target);

    h_access_prepare(p, a);
    H_MPI(MPI_Win_post(origin, 0, p->win));
    H_MPI(MPI_Win_start(target, 0, p->win));
    h_access_start(p, a);
    H_MPI(MPI_Win_complete(p->win));
    H_MPI(MPI_Win_wait(p->win));
    H_MPI(MPI_Barrier(p->comm->comm)); /* MPICH 4.0.2 mistakes an early post for that of another rank, and hangs */
    h_access_verify(p, a);
    H_MPI(MPI_Group_free(&origin));
    H_MPI(MPI_Group_free(&target));
}

static void by_lock(struct h_pair *p, struct h_access *a)
{
    h_own_begin(p);
    h_access_prepare(p, a);
    h_own_end(p);
    H_MPI(MPI_Barrier(p->comm->comm));
    H_MPI(MPI_Win_lock(MPI_LOCK_SHARED, a->target, 0, p->win));
    h_access_start(p, a);
    H_MPI(MPI_Win_unlock(a->target, p->win));
    H_MPI(MPI_Barrier(p->comm->comm));
    h_own_begin(p);
    h_access_verify(p, a);
    h_own_end(p);
}

static void all_ways(struct h_pair *p, struct h_access *a)
{
    void (*const ways[])(struct h_pair *p, struct h_access *a) = {by_fence, by_lock, by_pscw, by_fence,
                                                                  by_pscw,  by_lock};
    const int first = a->number;

    for (int k = 0; k < (int) (sizeof ways / sizeof ways[0]); k++) {
        a->number = first + k;
        ways[k](p, a);
    }
}

static void visit(struct h_pair *p)
{
    h_each_access(p, H_PUT, all_ways);
}

static void run(void)
{
    h_each_window(H_INTRA, visit);
}

const struct h_program h_program = {"fence, lock and start-complete epochs on one window", 0, run};
