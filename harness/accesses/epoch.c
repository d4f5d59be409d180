/* The ways to synchronise one-sided accesses. */
#include "accesses/access.h"

#include <stdbool.h>

typedef void step(struct h_case *c, const struct h_access *a);

struct h_epoch {
    const char *name;
    bool is_passive;    /* the target has no part in it */
    bool is_unlocked;   /* its memory is loaded and stored without a lock of its own, after MPI_Win_sync */
    bool is_remote;     /* complete: at the target as well */
    bool waits_late;    /* requests are completed after that: it does not need them */
    bool needs_others;  /* other ranks than the target */
    step *begin;
    step *complete;     /* before the end; or NULL */
    step *end;          /* complete at the origin afterwards */
    step *exposed;      /* the target's part after that; or NULL */
};

/* ---- fences ---- */

static void fence(struct h_case *c, const struct h_access *a)
{
    (void) a;
    H_MPI(MPI_Win_fence(0, c->win));
}

/* The window was stored to before the first fence, and between the two only if there is something to read. */
static void first_fence(struct h_case *c, const struct h_access *a)
{
    H_MPI(MPI_Win_fence(MPI_MODE_NOPRECEDE | (a->kind == H_GET ? MPI_MODE_NOPUT : 0), c->win));
}

static void last_fence(struct h_case *c, const struct h_access *a)
{
    (void) a;
    H_MPI(MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOSUCCEED, c->win));
}

/* ---- start, complete, post, wait ---- */

static void expose(struct h_case *c, const struct h_access *a, int post, int start, bool waits)
{
    MPI_Group origin = h_group(c, a->origin), target = h_group(c, a->target);

    H_MPI(MPI_Win_post(origin, post, c->win));
    if (waits)
        H_MPI(MPI_Barrier(c->comm->comm));
    H_MPI(MPI_Win_start(target, start, c->win));
    H_MPI(MPI_Group_free(&origin));
    H_MPI(MPI_Group_free(&target));
}

static void post_start(struct h_case *c, const struct h_access *a)
{
    expose(c, a, 0, 0, false);
}

/* What must have been posted before the start. */
static void post_start_nocheck(struct h_case *c, const struct h_access *a)
{
    expose(c, a, MPI_MODE_NOCHECK | (a->kind == H_GET ? MPI_MODE_NOPUT : 0), MPI_MODE_NOCHECK, true);
}

static void complete(struct h_case *c, const struct h_access *a)
{
    (void) a;
    H_MPI(MPI_Win_complete(c->win));
}

static void wait_exposed(struct h_case *c, const struct h_access *a)
{
    (void) a;
    H_MPI(MPI_Win_wait(c->win));
}

/* No origin has completed its accesses before the barrier; then the exposure ends too. */
static void complete_and_test(struct h_case *c, const struct h_access *a)
{
    int done = H_NONE; /* it may be anything before */

    H_MPI(MPI_Win_test(c->win, &done));
    h_check_number(c, "MPI_Win_test", "flag before the origin's MPI_Win_complete", 0, done);
    H_MPI(MPI_Barrier(c->comm->comm));
    complete(c, a);
    while (!done)
        H_MPI(MPI_Win_test(c->win, &done));
}

/* ---- locks ---- */

static void lock_shared(struct h_case *c, const struct h_access *a)
{
    H_MPI(MPI_Win_lock(MPI_LOCK_SHARED, a->target, 0, c->win));
}

static void lock_exclusive(struct h_case *c, const struct h_access *a)
{
    H_MPI(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, a->target, 0, c->win));
}

/* No other process holds a lock that conflicts: those of the preparation were given back before a barrier. */
static void lock_nocheck(struct h_case *c, const struct h_access *a)
{
    H_MPI(MPI_Win_lock(MPI_LOCK_SHARED, a->target, MPI_MODE_NOCHECK, c->win));
}

/* Locks of several ranks at a time, of which the target's is given back first. */
static void lock_each(struct h_case *c, const struct h_access *a)
{
    (void) a;
    for (int r = 0; r < c->comm->size; r++)
        H_MPI(MPI_Win_lock(MPI_LOCK_SHARED, r, 0, c->win));
}

static void unlock_others(struct h_case *c, const struct h_access *a)
{
    for (int r = 0; r < c->comm->size; r++)
        if (r != a->target)
            H_MPI(MPI_Win_unlock(r, c->win));
}

static void lock_all(struct h_case *c, const struct h_access *a)
{
    (void) a;
    H_MPI(MPI_Win_lock_all(0, c->win));
}

static void lock_all_nocheck(struct h_case *c, const struct h_access *a)
{
    (void) a;
    H_MPI(MPI_Win_lock_all(MPI_MODE_NOCHECK, c->win));
}

static void unlock(struct h_case *c, const struct h_access *a)
{
    H_MPI(MPI_Win_unlock(a->target, c->win));
}

static void unlock_all(struct h_case *c, const struct h_access *a)
{
    (void) a;
    H_MPI(MPI_Win_unlock_all(c->win));
}

static void flush(struct h_case *c, const struct h_access *a)
{
    H_MPI(MPI_Win_flush(a->target, c->win));
}

static void flush_local(struct h_case *c, const struct h_access *a)
{
    H_MPI(MPI_Win_flush_local(a->target, c->win));
}

static void flush_all(struct h_case *c, const struct h_access *a)
{
    (void) a;
    H_MPI(MPI_Win_flush_all(c->win));
}

static void flush_local_all(struct h_case *c, const struct h_access *a)
{
    (void) a;
    H_MPI(MPI_Win_flush_local_all(c->win));
}

/* ---- the table ---- */

static const struct h_epoch epochs[H_MAX_EPOCHS] = {
    {.name = "fence", .begin = fence, .end = fence},
    {.name = "fence-asserts", .begin = first_fence, .end = last_fence},
    {.name = "pscw", .begin = post_start, .end = complete, .exposed = wait_exposed},
    {.name = "pscw-test", .begin = post_start, .end = complete_and_test},
    {.name = "pscw-nocheck", .begin = post_start_nocheck, .end = complete, .exposed = wait_exposed},
    {.name = "lock", .is_passive = true, .begin = lock_shared, .end = unlock},
    {.name = "lock-exclusive", .is_passive = true, .begin = lock_exclusive, .end = unlock},
    {.name = "lock-nocheck", .is_passive = true, .begin = lock_nocheck, .end = unlock},
    {.name = "lock-flush", .is_passive = true, .is_remote = true, .begin = lock_shared, .complete = flush,
     .end = unlock},
    {.name = "lock-flush-then-wait", .is_passive = true, .waits_late = true, .begin = lock_shared, .complete = flush,
     .end = unlock},
    {.name = "lock-flush-local", .is_passive = true, .begin = lock_shared, .complete = flush_local, .end = unlock},
    {.name = "lock_all", .is_passive = true, .begin = lock_all, .end = unlock_all},
    {.name = "lock_all-nocheck-flush", .is_passive = true, .is_remote = true, .begin = lock_all_nocheck,
     .complete = flush_all, .end = unlock_all},
    {.name = "lock_all-flush-local", .is_passive = true, .begin = lock_all, .complete = flush_local_all,
     .end = unlock_all},
    {.name = "lock_all-sync", .is_passive = true, .is_unlocked = true, .is_remote = true, .begin = lock_all,
     .complete = flush_all, .end = unlock_all},
    {.name = "lock-among", .is_passive = true, .is_unlocked = true, .needs_others = true, .begin = lock_each,
     .complete = unlock, .end = unlock_others},
};

const struct h_epoch *h_epoch(int k)
{
    return k < H_MAX_EPOCHS ? &epochs[k] : NULL;
}

int h_epoch_takes(const struct h_case *c, const struct h_epoch *e, const struct h_access *a)
{
    if (e->needs_others && c->comm->size == 1)
        return false;
    return a->requests ? e->is_passive : !e->waits_late;
}

void h_epoch_describe(struct h_case *c, const struct h_access *a, const struct h_epoch *e)
{
    c->sync = e->name;
    c->more_received = e->is_remote ? H_LOOK : a->kind == H_GET_ACC ? H_RESULT : 0;
}

/* ---- an epoch ---- */

/* Loads and stores of one's own window in an epoch of lock_all need the two copies of it to be one (MPI-3.1, 11.4). */
static bool has_one_copy(const struct h_case *c)
{
    int *model = NULL, is_there = 0;

    H_MPI(MPI_Win_get_attr(c->win, MPI_WIN_MODEL, &model, &is_there));
    return is_there && *model == MPI_WIN_UNIFIED;
}

void h_win_meet(const struct h_case *c)
{
    H_MPI(MPI_Win_sync(c->win));
    H_MPI(MPI_Barrier(c->comm->comm));
    H_MPI(MPI_Win_sync(c->win));
}

static void prepare(struct h_case *c, struct h_access *a, const struct h_epoch *e)
{
    if (e->is_unlocked) {
        e->begin(c, a);
        h_access_prepare(c, a);
        h_win_meet(c);
        return;
    }
    if (e->is_passive)
        h_access_prepare_locked(c, a);
    else
        h_access_prepare(c, a);
    e->begin(c, a);
}

/* The origin is given other values as soon as the request is said to be complete, unless it was before. */
static void complete_request(struct h_case *c, struct h_access *a)
{
    MPI_Status status;
    const int is_asked = h_complete_or_ask(c, 1, &a->request, &status);

    if (!a->reused) {
        c->after = "request";
        h_access_reuse(c, a);
        c->after = NULL;
    }
    if (is_asked)
        h_complete_asked(c, 1, &a->request, &status);
}

static void make(struct h_case *c, struct h_access *a, const struct h_epoch *e)
{
    h_access_start(c, a);
    if ((h_pair_turn(c) + a->number) % 4 == 0)
        h_access_check_origin(c, a);
    if (a->requests && !e->waits_late)
        complete_request(c, a);
    if (!e->complete)
        return;
    e->complete(c, a);
    if (!a->reused)
        h_access_reuse(c, a);
    if (e->waits_late)
        complete_request(c, a);
    if (e->is_remote)
        h_access_look(c, a, e->complete);
}

static void finish(struct h_case *c, struct h_access *a, const struct h_epoch *e)
{
    if (e->is_unlocked)
        h_win_meet(c);
    else
        e->end(c, a);
    if (!a->reused)
        h_access_reuse(c, a);
    if (e->exposed)
        e->exposed(c, a);
    if (e->is_unlocked) {
        h_access_verify(c, a);
        e->end(c, a);
    } else if (e->is_passive) {
        h_access_verify_locked(c, a);
    } else {
        h_access_verify(c, a);
    }
}

void h_epoch_run(struct h_case *c, struct h_access *a, const struct h_epoch *e)
{
    if (e->is_unlocked && !has_one_copy(c)) {
        h_leave_out("MPI_Win_sync between loads and accesses: the window's memory model is not unified");
        return;
    }
    prepare(c, a, e);
    make(c, a, e);
    finish(c, a, e);
    H_MPI(MPI_Barrier(c->comm->comm));
}

void h_epoch_pscw(struct h_case *c, struct h_access *a, int waits)
{
    h_access_prepare(c, a);
    post_start(c, a);
    h_access_start(c, a);
    complete(c, a);
    H_MPI(MPI_Win_wait(c->win));
    if (waits)
        H_MPI(MPI_Barrier(c->comm->comm));
    h_access_verify(c, a);
}
