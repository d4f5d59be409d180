/* Access between two fences.  PUT, GET or ACC (accumulate and get_accumulate) says which. */
#include "accesses/access.h"

#if defined PUT
enum { KINDS = H_PUT, FLAGS = H_READS };
#elif defined GET
enum { KINDS = H_GET, FLAGS = H_READS };
#else
enum { KINDS = H_ACC | H_GET_ACC, FLAGS = H_ACCUMULATES | H_SEVERAL };
#endif

static void access_target(struct h_case *c, struct h_access *a)
{
    c->sync = "fence";
    if (!h_begin(c, a->name))
        return;
    h_access_prepare(c, a);
    H_MPI(MPI_Win_fence(MPI_MODE_NOPRECEDE, c->win));
    h_access_start(c, a);
    H_MPI(MPI_Win_fence(MPI_MODE_NOSUCCEED, c->win));
    h_access_verify(c, a);
}

static void visit(struct h_case *c)
{
    h_each_access(c, KINDS, access_target);
}

static void run(void)
{
    h_each_window_of(H_INTRA, H_CREATE | H_NO_LOCKS, visit);
}

const struct h_program h_program = {"access between two fences", FLAGS, run};
