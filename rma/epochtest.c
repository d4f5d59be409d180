/* Epochs of all ways of synchronisation on one window, in two orders, with new values in each. */
#include "accesses/access.h"
#include "tables.h"

static void by_fence(struct h_case *c, struct h_access *a, int waits)
{
    (void) waits;
    h_access_prepare(c, a);
    H_MPI(MPI_Win_fence(0, c->win));
    h_access_start(c, a);
    H_MPI(MPI_Win_fence(MPI_MODE_NOSUCCEED, c->win));
    h_access_verify(c, a);
}

static void by_lock(struct h_case *c, struct h_access *a, int waits)
{
    (void) waits;
    h_access_prepare_locked(c, a);
    H_MPI(MPI_Win_lock(MPI_LOCK_SHARED, a->target, 0, c->win));
    h_access_start(c, a);
    H_MPI(MPI_Win_unlock(a->target, c->win));
    h_access_verify_locked(c, a);
}

/* All ways, with or without a barrier after a start-complete epoch: without, the next epoch's post may come early. */
static void all_ways(struct h_case *c, struct h_access *a, int waits)
{
    void (*const ways[])(struct h_case *c, struct h_access *a, int waits) = {by_fence, by_lock, h_epoch_pscw,
                                                                             by_fence, h_epoch_pscw, by_lock};
    const int first = a->number;

    for (int k = 0; k < H_NUM(ways); k++) {
        a->number = first + k;
        ways[k](c, a, waits);
    }
    a->number = first;
}

static void access_target(struct h_case *c, struct h_access *a)
{
    static const char *const variants[] = {"early-post", "barrier"};

    c->sync = "fence-lock-pscw";
    for (int waits = 0; waits < 2; waits++) {
        c->variant = variants[waits];
        if (h_begin(c, a->name))
            all_ways(c, a, waits);
    }
}

static void visit(struct h_case *c)
{
    h_each_access(c, H_PUT, access_target);
}

static void run(void)
{
    h_each_window(H_INTRA, visit);
}

const struct h_program h_program = {"fence, lock and start-complete epochs on one window", H_SEVERAL | H_READS, run};
