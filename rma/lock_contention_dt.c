/* All ranks lock one target at the same time: exclusively, to read it and put something new; shared, to accumulate. */
#include "harness.h"

#include <stdlib.h>

enum { BEFORE = 0, FROM = 1, SHARED_BEFORE = 2, SHARED_FROM = 3 };

/* Values of the target before, then those of all ranks. */
static int all_values(struct h_case *c, int target, int before, struct h_values *values)
{
    values[0] = h_theirs(c, target, before);
    for (int r = 0; r < c->comm->size; r++)
        values[1 + r] = h_theirs(c, r, before + 1);
    return 1 + c->comm->size;
}

static void prepare(struct h_case *c, int before)
{
    h_own_begin(c);
    h_fill(c->recv, h_mine(c, before));
    h_own_end(c);
    h_fill(c->send, h_mine(c, before + 1));
    H_MPI(MPI_Barrier(c->comm->comm));
}

/* Who comes later reads what the one before has put, as a whole; the last one's values stay. */
static void exclusive(struct h_case *c, int target)
{
    struct h_values *values = h_alloc((1 + c->comm->size) * (MPI_Aint) sizeof *values);
    struct h_obj read = h_recv_object(c, 1);
    const int n = all_values(c, target, BEFORE, values);

    h_clear(read);
    prepare(c, BEFORE);
    H_MPI(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, c->win));
    H_MPI(MPI_Get(H_ARGS(read), target, c->disp, H_TARGET(c), c->win));
    H_MPI(MPI_Win_flush(target, c->win));
    H_MPI(MPI_Put(H_ARGS(c->send), target, c->disp, H_TARGET(c), c->win));
    H_MPI(MPI_Win_unlock(target, c->win));
    H_MPI(MPI_Barrier(c->comm->comm));
    h_check_one_of(c, read, n, values);
    h_check_intact(c, c->send, h_mine(c, FROM));
    h_own_begin(c);
    if (c->comm->rank == target)
        h_check_one_of(c, c->recv, n - 1, values + 1);
    h_own_end(c);
    free(values);
}

static void shared(struct h_case *c, int target)
{
    struct h_values *values = h_alloc((1 + c->comm->size) * (MPI_Aint) sizeof *values);
    const int n = all_values(c, target, SHARED_BEFORE, values);

    prepare(c, SHARED_BEFORE);
    H_MPI(MPI_Win_lock(MPI_LOCK_SHARED, target, 0, c->win));
    H_MPI(MPI_Accumulate(H_ARGS(c->send), target, c->disp, H_TARGET(c), MPI_SUM, c->win));
    H_MPI(MPI_Win_unlock(target, c->win));
    H_MPI(MPI_Barrier(c->comm->comm));
    h_check_intact(c, c->send, h_mine(c, SHARED_FROM));
    h_own_begin(c);
    if (c->comm->rank == target)
        h_check_reduced(c, c->recv, MPI_SUM, n, values);
    h_own_end(c);
    free(values);
}

static void visit(struct h_case *c)
{
    const int target = (c->i + c->j) % c->comm->size;

    c->sync = "lock-exclusive";
    if (h_begin(c, "MPI_Put"))
        exclusive(c, target);
    c->sync = "lock-shared";
    c->op = "MPI_SUM";
    if (h_sum_works(c->comm->most + 1) && h_may_accumulate(c) && h_begin(c, "MPI_Accumulate"))
        shared(c, target);
    c->op = NULL;
}

static void run(void)
{
    h_each_window(H_INTRA, visit);
}

const struct h_program h_program = {"all ranks lock one target at the same time", 0, run};
