/* Windows made in every way, with displacement units of all sorts; loads and stores of neighbours' memory in shared
 * ones. */
#include "accesses/access.h"

#include <stdbool.h>
#include <string.h>

enum { STORED = 200, BEFORE = 201 };

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

/* MPI does the loads and stores, of a message to this process itself. */
static void copy(const void *from, int send_count, MPI_Datatype sent, void *to, int recv_count, MPI_Datatype received)
{
    H_MPI(MPI_Sendrecv(from, send_count, sent, 0, 0, to, recv_count, received, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE));
}

/* Each rank stores to its right neighbour, or loads from it. */
static void store_or_load(struct h_case *c, bool stores)
{
    const struct h_obj from = stores ? c->send : c->recv, to = stores ? c->recv : h_recv_object(c, H_RESULT);
    const int number = stores ? STORED : BEFORE;

    h_use_values(MPI_REPLACE);
    h_clear(to);
    h_fill(from, h_mine(c, number));
    H_MPI(MPI_Win_lock_all(0, c->win));
    h_win_meet(c);
    if (stores)
        copy(H_ARGS(from), h_shared_object(c, c->comm->right), H_TARGET(c));
    else
        copy(h_shared_object(c, c->comm->right), H_TARGET(c), H_ARGS(to));
    h_win_meet(c);
    h_check_received(c, to, h_theirs(c, stores ? c->comm->left : c->comm->right, number));
    h_check_intact(c, from, h_mine(c, number));
    H_MPI(MPI_Win_unlock_all(c->win));
    H_MPI(MPI_Barrier(c->comm->comm));
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
        store_or_load(c, true);
    c->variant = "load";
    c->more_received = H_RESULT;
    if (h_begin(c, "MPI_Win_shared_query"))
        store_or_load(c, false);
}

static void run(void)
{
    h_each_window_of(H_WORLD | H_SPLIT | H_REVERSED,
                     H_CREATE | H_ALLOCATE | H_ALLOCATE_SHARED | H_DYNAMIC | H_UNORDERED, visit);
}

const struct h_program h_program = {"windows made in every way, with all displacement units", H_SEVERAL, run};
