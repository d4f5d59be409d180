/* Access between start and complete, exposed between post and wait.  PUT (put and get) or ACC (accumulate and
 * get_accumulate) says which. */
#include "accesses/access.h"

#if defined PUT
enum { KINDS = H_PUT | H_GET, FLAGS = H_READS };
#else
enum { KINDS = H_ACC | H_GET_ACC, FLAGS = H_ACCUMULATES | H_SEVERAL };
#endif

/* Without the barrier at its end, the next epoch's post may come early: before another rank has left this one.  Each
 * epoch has other values. */
static void access_target(struct h_case *c, struct h_access *a)
{
    static const char *const variants[] = {"early-post", "barrier"};

    c->sync = "pscw";
    for (int waits = 0; waits < 2; waits++) {
        c->variant = variants[waits];
        if (h_begin(c, a->name))
            h_epoch_pscw(c, a, waits);
        a->number++;
    }
}

static void visit(struct h_case *c)
{
    h_each_access(c, KINDS, access_target);
}

static void run(void)
{
    h_each_window_of(H_INTRA, H_CREATE | H_NO_LOCKS, visit);
}

const struct h_program h_program = {"access between start and complete", FLAGS, run};
