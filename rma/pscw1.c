/* Access between start and complete, exposed between post and wait.  PUT or ACC (accumulate and get_accumulate) says
 * which. */
#include "harness.h"

#if defined PUT
enum { KINDS = H_PUT, FLAGS = 0 };
#else
enum { KINDS = H_ACC | H_GET_ACC, FLAGS = H_ACCUMULATES };
#endif

static void access_target(struct h_pair *p, struct h_access *a)
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

static void visit(struct h_pair *p)
{
    h_each_access(p, KINDS, access_target);
}

static void run(void)
{
    h_each_window(H_INTRA, visit);
}

const struct h_program h_program = {"access between start and complete", FLAGS, run};
