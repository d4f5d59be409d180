/* All ranks lock one target at the same time: exclusively, to read it and put something new; shared, to accumulate. */
#include "harness.h"

enum { MAX_RANKS = 255, BEFORE = 0, FROM = 1, SHARED_BEFORE = 2, SHARED_FROM = 3 };

/* Values of the target before, then those of all ranks. */
static int all_values(struct h_pair *p, int target, int before, struct h_values values[1 + MAX_RANKS])
{
    values[0] = h_theirs(p, target, before);
    for (int r = 0; r < p->comm->size; r++)
        values[1 + r] = h_theirs(p, r, before + 1);
    return 1 + p->comm->size;
}

static void prepare(struct h_pair *p, int before)
{
    h_own_begin(p);
    h_fill(p->recv, h_mine(p, before));
    h_own_end(p);
    h_fill(p->send, h_mine(p, before + 1));
    H_MPI(MPI_Barrier(p->comm->comm));
}

/* Who comes later reads what the one before has put, as a whole; the last one's values stay. */
static void exclusive(struct h_pair *p, int target)
{
    struct h_values values[1 + MAX_RANKS];
    struct h_obj read = h_recv_object(p, 1);
    const int n = all_values(p, target, BEFORE, values);

    h_now(p, "MPI_Get and MPI_Put under MPI_LOCK_EXCLUSIVE", p->comm->rank, target);
    h_clear(read);
    prepare(p, BEFORE);
    H_MPI(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, p->win));
    H_MPI(MPI_Get(H_ARGS(read), target, p->disp, H_TARGET(p), p->win));
    H_MPI(MPI_Win_flush(target, p->win));
    H_MPI(MPI_Put(H_ARGS(p->send), target, p->disp, H_TARGET(p), p->win));
    H_MPI(MPI_Win_unlock(target, p->win));
    H_MPI(MPI_Barrier(p->comm->comm));
    h_check_one_of(p, read, n, values);
    h_check_intact(p, p->send, h_mine(p, FROM));
    h_own_begin(p);
    if (p->comm->rank == target)
        h_check_one_of(p, p->recv, n - 1, values + 1);
    h_own_end(p);
}

static void shared(struct h_pair *p, int target)
{
    struct h_values values[1 + MAX_RANKS];
    const int n = all_values(p, target, SHARED_BEFORE, values);

    h_now(p, "MPI_Accumulate, MPI_SUM, under MPI_LOCK_SHARED", p->comm->rank, target);
    prepare(p, SHARED_BEFORE);
    H_MPI(MPI_Win_lock(MPI_LOCK_SHARED, target, 0, p->win));
    H_MPI(MPI_Accumulate(H_ARGS(p->send), target, p->disp, H_TARGET(p), MPI_SUM, p->win));
    H_MPI(MPI_Win_unlock(target, p->win));
    H_MPI(MPI_Barrier(p->comm->comm));
    h_check_intact(p, p->send, h_mine(p, SHARED_FROM));
    h_own_begin(p);
    if (p->comm->rank == target)
        h_check_reduced(p, p->recv, MPI_SUM, n, values);
    h_own_end(p);
}

static void visit(struct h_pair *p)
{
    const int target = (p->i + p->j) % p->comm->size;

    if (p->comm->size > MAX_RANKS)
        return;
    exclusive(p, target);
    if (h_sum_works(p->comm->size + 1))
        shared(p, target);
}

static void run(void)
{
    h_each_window(H_INTRA, visit);
}

const struct h_program h_program = {"all ranks lock one target at the same time", 0, run};
