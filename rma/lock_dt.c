/* Access under a shared lock of the target, or of all with LOCKALL.
 * FLUSH, FLUSH_ALL: complete within the epoch: the origin buffer is reused, and the target is read back.
 * FLUSH_LOCAL, FLUSH_LOCAL_ALL: complete at the origin within the epoch: the origin buffer is reused. */
#include "accesses/access.h"

#ifdef LOCKALL
#define SYNC "lock_all"
#define LOCK(target, win) MPI_Win_lock_all(0, win)
#define UNLOCK(target, win) MPI_Win_unlock_all(win)
#else
#define SYNC "lock"
#define LOCK(target, win) MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win)
#define UNLOCK(target, win) MPI_Win_unlock(target, win)
#endif

#if defined FLUSH
#define COMPLETE(target, win) MPI_Win_flush(target, win)
enum { REUSES = 1, LOOKS = 1 };
#elif defined FLUSH_ALL
#define COMPLETE(target, win) MPI_Win_flush_all(win)
enum { REUSES = 1, LOOKS = 1 };
#elif defined FLUSH_LOCAL
#define COMPLETE(target, win) MPI_Win_flush_local(target, win)
enum { REUSES = 1, LOOKS = 0 };
#elif defined FLUSH_LOCAL_ALL
#define COMPLETE(target, win) MPI_Win_flush_local_all(win)
enum { REUSES = 1, LOOKS = 0 };
#else
#define COMPLETE(target, win) MPI_SUCCESS
enum { REUSES = 0, LOOKS = 0 };
#endif

static void complete(struct h_case *c, const struct h_access *a)
{
    (void) c, (void) a;
    H_MPI(COMPLETE(a->target, c->win));
}

static void access_target(struct h_case *c, struct h_access *a)
{
    c->sync = SYNC;
    if (LOOKS)
        c->more_received = H_LOOK;
    if (!h_begin(c, a->name))
        return;
    h_access_prepare_locked(c, a);
    H_MPI(LOCK(a->target, c->win));
    h_access_start(c, a);
    complete(c, a);
    if (REUSES)
        h_access_reuse(c, a);
    if (LOOKS)
        h_access_look(c, a, complete);
    H_MPI(UNLOCK(a->target, c->win));
    h_access_verify_locked(c, a);
}

static void visit(struct h_case *c)
{
    h_each_access(c, H_PUT | H_GET | H_ACC | H_GET_ACC, access_target);
}

static void run(void)
{
    h_each_window(H_INTRA, visit);
}

const struct h_program h_program = {"access under a lock", H_SEVERAL | H_READS, run};
