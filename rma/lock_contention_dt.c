/* All ranks lock one target at the same time: exclusively, or one of them shared, to read it and store something new;
 * shared, to accumulate, and to find what the others have accumulated before. */
#include "accesses/access.h"

#include <stdbool.h>
#include <stdlib.h>

enum { BEFORE = 0, FROM = 1, SHARED_BEFORE = 2, SHARED_FROM = 3, FOUND_BEFORE = 4, FOUND_FROM = 5 };

static void prepare(struct h_case *c, struct h_values before, struct h_values from)
{
    h_own_fill(c, before);
    h_fill(c->send, from);
    H_MPI(MPI_Barrier(c->comm->comm));
}

/* Who comes later reads what the one before has stored, as a whole; the last one's values stay. A shared lock and an
 * exclusive one exclude each other too (MPI-3.1, 11.5.3). */
static void exclusive(struct h_case *c, int target, bool shares)
{
    struct h_values *values = h_alloc((1 + c->comm->size) * (MPI_Aint) sizeof *values);
    struct h_obj back = h_recv_object(c, H_RESULT);
    const int n = h_all_values(c, target, BEFORE, FROM, values);
    int read;

    h_use_values(MPI_REPLACE);
    h_clear(back);
    prepare(c, h_mine(c, BEFORE), h_mine(c, FROM));
    H_MPI(MPI_Win_lock(shares ? MPI_LOCK_SHARED : MPI_LOCK_EXCLUSIVE, target, 0, c->win));
    H_MPI(MPI_Get(H_ARGS(back), H_AT(c, target), c->win));
    H_MPI(MPI_Win_flush(target, c->win));
    read = h_check_one_of(c, back, n, values);
    if (shares)
        H_MPI(MPI_Accumulate(H_ARGS(c->send), H_AT(c, target), MPI_REPLACE, c->win));
    else
        H_MPI(MPI_Put(H_ARGS(c->send), H_AT(c, target), c->win));
    H_MPI(MPI_Win_unlock(target, c->win));
    h_check_intact(c, c->send, h_mine(c, FROM));
    H_MPI(MPI_Barrier(c->comm->comm));
    h_own_begin(c);
    h_check_chain(c, read, c->comm->rank == target ? h_check_one_of(c, c->recv, n, values) : H_NONE, target);
    h_own_end(c);
    free(values);
}

static void shared(struct h_case *c, int target)
{
    const int n = 1 + c->comm->size, most = 1 + c->comm->most;
    struct h_values *values = h_alloc(n * (MPI_Aint) sizeof *values);

    h_use_values(MPI_SUM);
    values[0] = h_operand(c, target, SHARED_BEFORE, MPI_SUM, most);
    for (int r = 0; r < c->comm->size; r++)
        values[1 + r] = h_operand(c, r, SHARED_FROM, MPI_SUM, most);
    prepare(c, values[0], values[1 + c->comm->rank]);
    H_MPI(MPI_Win_lock(MPI_LOCK_SHARED, target, 0, c->win));
    H_MPI(MPI_Accumulate(H_ARGS(c->send), H_AT(c, target), MPI_SUM, c->win));
    H_MPI(MPI_Win_unlock(target, c->win));
    h_check_intact(c, c->send, values[1 + c->comm->rank]);
    H_MPI(MPI_Barrier(c->comm->comm));
    h_own_begin(c);
    if (c->comm->rank == target)
        h_check_reduced(c, c->recv, MPI_SUM, n, values);
    h_own_end(c);
    free(values);
}

/* What all ranks find, if each adds the same: the target's elements, these and one that is added, these and two... */
static int operands_found(int size)
{
    return size + size * (size - 1) / 2;
}

/* Those of the most numbers that are added: what is found, or in the end the target's elements and these of all. */
static int most_operands(int size)
{
    return size > 1 ? operands_found(size) : 1 + size;
}

/* Each element finds all the partial sums, whichever rank is first there (MPI-3.1, 11.3.4: atomic for each element). */
static void partial_sums(struct h_case *c, int target)
{
    const int size = c->comm->size, n = size + size * size, most = most_operands(c->comm->most);
    struct h_values *values = h_alloc(n * (MPI_Aint) sizeof *values);
    struct h_obj found, sum;

    h_use_values(MPI_SUM);
    for (int k = 0; k < n; k++)
        values[k] = h_operand(c, target, k < size ? FOUND_BEFORE : FOUND_FROM, MPI_SUM, most);
    found = h_plain_object(c->elements, h_bits_vary(MPI_SUM));
    sum = h_plain_object(c->elements, h_bits_vary(MPI_SUM));
    h_clear(found);
    h_clear(sum);
    prepare(c, values[0], values[size]);
    H_MPI(MPI_Win_lock(MPI_LOCK_SHARED, target, 0, c->win));
    H_MPI(MPI_Get_accumulate(H_ARGS(c->send), H_ARGS(found), H_AT(c, target), MPI_SUM, c->win));
    H_MPI(MPI_Win_unlock(target, c->win));
    h_check_intact(c, c->send, values[size]);
    H_MPI(MPI_Reduce(found.mpi->DTP_obj_buf, H_ARGS(sum), MPI_SUM, target, c->comm->comm));
    h_own_begin(c);
    if (c->comm->rank == target) {
        h_check_reduced(c, sum, MPI_SUM, operands_found(size), values);
        h_check_reduced(c, c->recv, MPI_SUM, 1 + size, values + size - 1);
    }
    h_own_end(c);
    H_DTP(DTP_pool_free(found.pool));
    H_DTP(DTP_pool_free(sum.pool));
    free(values);
}

static void visit(struct h_case *c)
{
    const int target = h_pair_turn(c) % c->comm->size;

    c->sync = "lock-exclusive";
    c->more_received = H_RESULT;
    if (h_due(c, 0, 2) && h_begin(c, "MPI_Put"))
        exclusive(c, target, false);
    c->sync = "lock-exclusive-shared";
    c->op = "MPI_REPLACE";
    if (h_due(c, 1, 2) && h_op_works(MPI_REPLACE, 2) && h_may_accumulate(c) && h_begin(c, "MPI_Accumulate"))
        exclusive(c, target, c->comm->rank == 1);
    c->more_received = 0;
    c->sync = "lock-shared";
    c->op = "MPI_SUM";
    if (h_op_works(MPI_SUM, c->comm->most + 1) && h_may_accumulate(c) && h_begin(c, "MPI_Accumulate"))
        shared(c, target);
    if (h_op_works(MPI_SUM, most_operands(c->comm->most)) && h_may_accumulate(c) && h_begin(c, "MPI_Get_accumulate"))
        partial_sums(c, target);
    c->op = NULL;
}

static void run(void)
{
    h_each_window(H_INTRA, visit);
}

const struct h_program h_program = {"all ranks lock one target at the same time", H_SEVERAL, run};
