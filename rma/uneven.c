/* Windows to which one rank gives memory and all others none: one of these puts an object there, which is there when
 * the epoch has ended, and then all ranks get it at once.  Or it puts late, while the others free the window. */
#include "accesses/access.h"
#include "harness.h"
#include "tables.h"

#include <stdbool.h>

enum { PUT = 300, STORED = 301, ALIGNED = 16 };

/* A window without memory is not put to, whatever its process puts to others. */
static void fence(struct h_case *c, bool begins, bool has_memory)
{
    const int others = has_memory ? 0 : MPI_MODE_NOPUT | MPI_MODE_NOSTORE;

    H_MPI(MPI_Win_fence(begins ? MPI_MODE_NOPRECEDE | others : MPI_MODE_NOSUCCEED, c->win));
}

static void lock_all(struct h_case *c, bool begins, bool has_memory)
{
    (void) has_memory;
    if (begins) {
        H_MPI(MPI_Win_lock_all(0, c->win));
    } else {
        H_MPI(MPI_Win_unlock_all(c->win));
        H_MPI(MPI_Barrier(c->comm->comm));
    }
}

static const struct epoch {
    const char *name;
    void (*change)(struct h_case *c, bool begins, bool has_memory);
    bool locks;
} epochs[] = {{"fence", fence, false}, {"lock_all", lock_all, true}};

/* Over the object on one rank; returns the target displacement there. */
static MPI_Aint open_window(struct h_case *c, int target)
{
    const bool is_target = c->comm->rank == target;
    MPI_Aint below, above;

    h_reach(c->recv, &below, &above);
    c->win = h_window_over(c, is_target ? (char *) c->recv.mpi->DTP_obj_buf - below : NULL,
                           is_target ? below + above : 0, 1);
    return below;
}

/* What was put is there when the epoch has ended. */
static void check_target(struct h_case *c, const struct epoch *e, int origin)
{
    if (e->locks)
        h_own_begin(c);
    h_check_received(c, c->recv, h_theirs(c, origin, PUT));
    if (e->locks)
        h_own_end(c);
}

static void run_case(struct h_case *c, const struct epoch *e, int target)
{
    const int origin = (target + 1) % c->comm->size;
    const bool is_target = c->comm->rank == target;
    struct h_obj back = h_recv_object(c, H_RESULT);
    MPI_Aint disp;

    h_use_values(MPI_REPLACE);
    h_fill(c->send, h_mine(c, PUT));
    h_clear(c->recv);
    h_clear(back);
    disp = open_window(c, target);
    e->change(c, true, is_target);
    if (c->comm->rank == origin)
        H_MPI(MPI_Put(H_ARGS(c->send), target, disp, H_TARGET(c), c->win));
    e->change(c, false, is_target);
    if (is_target)
        check_target(c, e, origin);
    e->change(c, true, is_target);
    H_MPI(MPI_Get(H_ARGS(back), target, disp, H_TARGET(c), c->win));
    e->change(c, false, is_target);
    h_check_intact(c, c->send, h_mine(c, PUT));
    h_check_received(c, back, h_theirs(c, origin, PUT));
    H_MPI(MPI_Win_free(&c->win));
    if (is_target)
        h_check_received(c, c->recv, h_theirs(c, origin, PUT));
}

static void put_late(struct h_case *c, int target, MPI_Aint disp)
{
    const double until = MPI_Wtime() + 1e-3;

    while (MPI_Wtime() < until)
        continue;
    H_MPI(MPI_Win_lock(MPI_LOCK_SHARED, target, 0, c->win));
    H_MPI(MPI_Put(H_ARGS(c->send), target, disp, H_TARGET(c), c->win));
    H_MPI(MPI_Win_unlock(target, c->win));
}

/* No process returns from MPI_Win_free before all have called it, and that is after the put (MPI-3.1, 11.2.5): what the
 * target stores then stays there. */
static void run_late(struct h_case *c, int target)
{
    const int origin = (target + 1) % c->comm->size;
    const bool is_target = c->comm->rank == target;
    MPI_Aint disp;

    h_use_values(MPI_REPLACE);
    h_fill(c->send, h_mine(c, PUT));
    h_clear(c->recv);
    disp = open_window(c, target);
    if (c->comm->rank == origin)
        put_late(c, target, disp);
    H_MPI(MPI_Win_free(&c->win));
    if (is_target)
        h_fill(c->recv, h_mine(c, STORED));
    H_MPI(MPI_Barrier(c->comm->comm));
    h_check_intact(c, c->send, h_mine(c, PUT));
    if (is_target)
        h_check_intact(c, c->recv, h_mine(c, STORED));
}

static void visit(struct h_case *c)
{
    const int k = h_pair_turn(c) % (H_NUM(epochs) + 1);
    const bool is_late = k == H_NUM(epochs);

    c->window = "create";
    c->window_align = ALIGNED;
    c->unit = 1;
    c->target = "other";
    c->variant = "one-memory";
    c->sync = is_late ? "lock-late" : epochs[k].name;
    c->more_received = is_late ? 0 : H_RESULT;
    if (!h_begin(c, "MPI_Put"))
        return;
    if (is_late)
        run_late(c, c->i % c->comm->size);
    else
        run_case(c, &epochs[k], c->i % c->comm->size);
}

static void run(void)
{
    h_each_pair(H_WORLD | H_REVERSED | H_ONCE, visit);
}

const struct h_program h_program = {"windows to which one rank gives memory", H_SEVERAL, run};
