/* Windows made in every way, with displacement units of all sorts; loads and stores of neighbours' memory in shared
 * ones. */
#include "accesses/access.h"

#include <stdbool.h>
#include <string.h>

/* A fence, or locks: only under these are there requests. */
static void access_target(struct h_case *c, struct h_access *a)
{
    const struct h_epoch *e = h_epoch(a->requests || (h_pair_turn(c) + a->number) % 2 ? H_EPOCH_LOCK : H_EPOCH_FENCE);

    h_epoch_describe(c, a, e);
    c->completion = a->requests ? h_completion(h_pair_turn(c) + a->number) : NULL;
    if (h_begin(c, a->name))
        h_epoch_run(c, a, e);
    c->completion = NULL;
}

/* Memory may be attached within an epoch, before it is accessed (MPI-3.1, 11.2.4). */
static void attach_within(struct h_case *c, struct h_access *a)
{
    c->sync = "lock_all";
    c->variant = "attached-within";
    if (!h_begin(c, a->name))
        return;
    h_access_prepare_locked(c, a);
    H_MPI(MPI_Win_lock_all(0, c->win));
    h_window_attach_again();
    H_MPI(MPI_Barrier(c->comm->comm));
    h_access_start(c, a);
    H_MPI(MPI_Win_unlock_all(c->win));
    h_access_verify_locked(c, a);
}

static void visit(struct h_case *c)
{
    h_each_access(c, H_ANY_CALL, access_target);
    if (strcmp(c->window, "create_dynamic") == 0)
        h_each_access(c, H_PUT | H_GET | H_ACC, attach_within);
    if (strcmp(c->window, "allocate_shared") != 0)
        return;
    c->sync = "lock_all-sync";
    c->variant = "store";
    if (h_begin(c, "MPI_Win_shared_query"))
        h_access_directly(c, true);
    c->variant = "load";
    c->more_received = H_RESULT;
    if (h_begin(c, "MPI_Win_shared_query"))
        h_access_directly(c, false);
}

static void run(void)
{
    h_each_window_of(H_WORLD | H_SPLIT | H_REVERSED,
                     H_CREATE | H_ALLOCATE | H_ALLOCATE_SHARED | H_DYNAMIC | H_UNORDERED, visit);
}

const struct h_program h_program = {"windows made in every way, with all displacement units", H_SEVERAL, run};
