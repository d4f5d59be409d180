/* Accesses from every rank to every rank within one epoch, or in as many that follow each other, each to a block of its
 * own: of its own type, count and values; in turn while other operations are under way in the communicator. */
#include "accesses/access.h"
#include "blocks/beside.h"
#include "blocks/blocks.h"
#include "blocks/side.h"

#include <stdlib.h>

/* Block r of either side is that of rank r. */
static void blocks(struct h_case *c)
{
    for (int r = 0; r < h_peers(c); r++) {
        h_send(c, r);
        h_receive(c, r, c->comm->rank);
    }
}

/* In turn all blocks are of one type, whatever their counts: so a fault of several types does not hide one of several
 * requests. */
static const struct h_operation moves = {NULL, 0, blocks, H_TYPES}, moves_alike = {NULL, 0, blocks, H_COUNTS};

/* ---- epochs with all ranks ---- */

static void meet(struct h_case *c)
{
    H_MPI(MPI_Barrier(c->comm->comm));
}

static void fence(struct h_case *c)
{
    H_MPI(MPI_Win_fence(0, c->win));
}

/* In turn either group has the ranks from the last one to the first. */
static void start(struct h_case *c)
{
    const bool is_post_ordered = h_pair_turn(c) % 2;
    const int n = c->comm->size;
    int *from_last = h_alloc(n * (MPI_Aint) sizeof *from_last);
    MPI_Group all, turned;

    for (int r = 0; r < n; r++)
        from_last[r] = n - 1 - r;
    H_MPI(MPI_Win_get_group(c->win, &all));
    H_MPI(MPI_Group_incl(all, n, from_last, &turned));
    free(from_last);
    H_MPI(MPI_Win_post(is_post_ordered ? all : turned, 0, c->win));
    H_MPI(MPI_Win_start(is_post_ordered ? turned : all, 0, c->win));
    H_MPI(MPI_Group_free(&all));
    H_MPI(MPI_Group_free(&turned));
}

static void complete(struct h_case *c)
{
    H_MPI(MPI_Win_complete(c->win));
    H_MPI(MPI_Win_wait(c->win));
}

/* Behind an epoch without a target, and an exposure to no origin. */
static void start_after_nobody(struct h_case *c)
{
    H_MPI(MPI_Win_post(MPI_GROUP_EMPTY, 0, c->win));
    H_MPI(MPI_Win_start(MPI_GROUP_EMPTY, 0, c->win));
    complete(c);
    start(c);
}

/* The access to the next rank is in another epoch. */
static void fence_each(struct h_case *c, int r)
{
    (void) r;
    fence(c);
}

static void complete_each(struct h_case *c, int r)
{
    (void) r;
    complete(c);
    start(c);
}

/* In turn one rank completes its accesses when the others have: until then no exposure has ended. */
static void complete_and_test(struct h_case *c)
{
    const bool is_late = c->comm->rank == h_pair_turn(c) % c->comm->size;
    int done = H_NONE; /* it may be anything before */

    if (!is_late)
        H_MPI(MPI_Win_complete(c->win));
    meet(c);
    H_MPI(MPI_Win_test(c->win, &done));
    h_check_number(c, "MPI_Win_test", "flag before the last MPI_Win_complete", 0, done);
    meet(c);
    if (is_late)
        H_MPI(MPI_Win_complete(c->win));
    while (!done)
        H_MPI(MPI_Win_test(c->win, &done));
}

static void lock_with(struct h_case *c, int assertion)
{
    for (int r = 0; r < c->comm->size; r++)
        H_MPI(MPI_Win_lock(MPI_LOCK_SHARED, r, assertion, c->win));
}

static void lock_each(struct h_case *c)
{
    lock_with(c, 0);
}

/* The window has no other locks. */
static void lock_nocheck(struct h_case *c)
{
    lock_with(c, MPI_MODE_NOCHECK);
}

static void unlock(struct h_case *c, int r)
{
    H_MPI(MPI_Win_unlock(r, c->win));
}

static void unlock_each(struct h_case *c)
{
    for (int r = c->comm->size - 1; r >= 0; r--)
        unlock(c, r);
    meet(c);
}

static void lock_all(struct h_case *c)
{
    H_MPI(MPI_Win_lock_all(0, c->win));
}

static void lock_all_nocheck(struct h_case *c)
{
    H_MPI(MPI_Win_lock_all(MPI_MODE_NOCHECK, c->win));
}

static void unlock_all(struct h_case *c)
{
    H_MPI(MPI_Win_unlock_all(c->win));
    meet(c);
}

static void flush_each(struct h_case *c)
{
    for (int r = 0; r < c->comm->size; r++)
        H_MPI(MPI_Win_flush(r, c->win));
}

static void flush_local_each(struct h_case *c)
{
    for (int r = c->comm->size - 1; r >= 0; r--)
        H_MPI(MPI_Win_flush_local(r, c->win));
}

static void flush_all(struct h_case *c)
{
    H_MPI(MPI_Win_flush_all(c->win));
}

static void flush_local_all(struct h_case *c)
{
    H_MPI(MPI_Win_flush_local_all(c->win));
}

/* Gets that are flushed are there before the epoch ends; puts too, once all ranks have flushed theirs.  With locks,
 * accesses may have requests. */
static const struct epoch {
    const char *name;
    void (*begin)(struct h_case *c), (*end)(struct h_case *c), (*flush)(struct h_case *c);
    bool locks, is_remote; /* all ranks meet after a flush: it has brought puts to all targets */
    void (*leave)(struct h_case *c, int r); /* right after the access to one rank */
} epochs[] = {
    {"fence", fence, fence, .locks = false},
    {"pscw", start, complete, .locks = false},
    {"lock", lock_each, unlock_each, .locks = true},
    {"lock_all", lock_all, unlock_all, .locks = true},
    {"lock-flush", lock_each, unlock_each, flush_each, .locks = true},
    {"lock_all-flush_local", lock_all, unlock_all, flush_local_each, .locks = true},
    {"lock_all-flush_all", lock_all, unlock_all, flush_all, .locks = true},
    {"lock-flush_local_all", lock_each, unlock_each, flush_local_all, .locks = true},
    {"lock-nocheck", lock_nocheck, unlock_each, .locks = true},
    {"lock_all-flush_all-sync", lock_all, unlock_all, flush_all, .locks = true, .is_remote = true},
    {"lock_all-flush-sync", lock_all, unlock_all, flush_each, .locks = true, .is_remote = true},
    {"lock-in-turn", lock_each, meet, .locks = true, .leave = unlock},
    {"lock_all-nocheck-flush-sync", lock_all_nocheck, unlock_all, flush_each, .locks = true, .is_remote = true},
    {"pscw-test", start, complete_and_test, .locks = false},
    {"fence-in-turn", fence, fence, .locks = false, .leave = fence_each},
    {"pscw-in-turn", start, complete, .locks = false, .leave = complete_each},
    {"pscw-nobody", start_after_nobody, complete, .locks = false},
};

/* ---- accesses ---- */

/* Block r of this rank's side, and the one at rank r that is for this rank. */
#define BLOCK                                                                                                          \
    (char *) s->buf + s->bytes[r], s->counts[r], s->types[r], r, to[r].disp, to[r].count, to[r].type, c->win

static void access_all(struct h_case *c, const struct h_side *s, const struct h_remote *to, const struct epoch *e)
{
    for (int r = s->n - 1; r >= 0; r--) {
        if (s == c->from)
            H_MPI(MPI_Put(BLOCK));
        else
            H_MPI(MPI_Get(BLOCK));
        if (e->leave)
            e->leave(c, r);
    }
}

/* All requests are under way at once, and a put without one after them; what was got is there when they are
 * complete. */
static void request_all(struct h_case *c, const struct h_side *s, const struct h_remote *to)
{
    MPI_Request *requests = h_alloc(s->n * (MPI_Aint) sizeof *requests);

    for (int r = s->n - 1; r >= 0; r--)
        if (s == c->from && r == 0)
            H_MPI(MPI_Put(BLOCK));
        else if (s == c->from)
            H_MPI(MPI_Rput(BLOCK, &requests[r]));
        else
            H_MPI(MPI_Rget(BLOCK, &requests[r]));
    if (s == c->from)
        h_complete(c, s->n - 1, requests + 1, NULL);
    else
        h_complete(c, s->n, requests, NULL);
    c->after = "request";
    if (s == c->to)
        h_sides_check(c);
    c->after = NULL;
    free(requests);
}

/* What a flush has brought is there before the epoch ends. */
static void flush_and_check(struct h_case *c, const struct epoch *e)
{
    e->flush(c);
    if (e->is_remote)
        h_win_meet(c);
    c->after = "flush";
    h_sides_check(c);
    c->after = NULL;
}

/* With locks, loads and stores of one's own window have one too (MPI-3.1, 11.7). */
static void with_own(struct h_case *c, const struct epoch *e, void (*access)(struct h_case *c))
{
    if (e->locks)
        h_own_begin(c);
    access(c);
    if (e->locks)
        h_own_end(c);
}

static void run_case(struct h_case *c, const struct epoch *e, int puts)
{
    struct h_remote *remote;

    h_use_values(MPI_REPLACE);
    h_sides_build(c);
    remote = h_expose(c, puts ? c->to : c->from);
    with_own(c, e, h_sides_fill);
    H_MPI(MPI_Barrier(c->comm->comm));
    h_beside_start(c);
    e->begin(c);
    if (c->completion)
        request_all(c, puts ? c->from : c->to, remote);
    else
        access_all(c, puts ? c->from : c->to, remote, e);
    if (e->flush)
        flush_and_check(c, e);
    e->end(c);
    h_beside_end(c);
    with_own(c, e, h_sides_check);
    H_MPI(MPI_Win_free(&c->win));
    h_sides_free(c);
    free(remote);
}

static void visit(struct h_case *c)
{
    static const char *const names[2][2] = {{"MPI_Get", "MPI_Rget"}, {"MPI_Put", "MPI_Rput"}};

    c->window = "create";
    for (int k = 0; k < H_NUM(epochs); k++) {
        const int alike = (c->i + k) % 2; /* in the first round i + j is odd in all pairs */
        const bool may_put = !epochs[k].flush || epochs[k].is_remote;
        const int puts = may_put && (epochs[k].flush || (c->i / 2 + k) % 2);
        c->what = alike ? &moves_alike : &moves;
        c->variant = alike ? "one-type" : "several-types";
        c->sync = epochs[k].name;
        if ((k + c->i) % h_one_in(c, H_NUM(epochs)) != 0)
            continue;
        c->completion = NULL;
        if (epochs[k].locks && !epochs[k].leave && (c->i / 4 + k / 2) % 2)
            c->completion = h_completion(c->i + k);
        c->beside = (c->i / 2 + k) % 3 == 0 ? h_beside_of(c, H_NONBLOCKING, (unsigned) (c->i + k)) : 0;
        if (h_begin(c, names[puts][c->completion != NULL]))
            run_case(c, &epochs[k], puts);
    }
    c->completion = NULL;
    c->beside = 0;
}

static void run(void)
{
    h_each_pair(H_WORLD | H_REVERSED | H_ONCE, visit);
    h_beside_finish();
    h_arguments_finish();
}

const struct h_program h_program = {"accesses to all ranks within one epoch", H_SEVERAL, run};
