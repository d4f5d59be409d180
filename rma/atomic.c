/* Many accumulates within an epoch: from all ranks to one target, where none may be lost; and from one origin to
 * one target, where each finds what the one before it has left, an access to a single element too. */
#include "accesses/access.h"
#include "harness.h"
#include "tables.h"
#include "case/signature.h"

#include <stdbool.h>
#include <stdlib.h>

enum { BEFORE = 400, FROM, FIRST, SECOND, TIMES = 3 };

/* Those of the target, then those of each rank so many times. */
static int all_operands(const struct h_case *c, int target, MPI_Op op, struct h_values *v)
{
    const int most = 1 + TIMES * c->comm->most;
    int n = 0;

    v[n++] = h_operand(c, target, BEFORE, op, most);
    for (int r = 0; r < c->comm->size; r++)
        for (int k = 0; k < TIMES; k++)
            v[n++] = h_operand(c, r, FROM, op, most);
    return n;
}

static void from_all(struct h_case *c, MPI_Op op, int target)
{
    struct h_values *v = h_alloc((1 + TIMES * c->comm->size) * (MPI_Aint) sizeof *v);
    const int n = all_operands(c, target, op, v);
    const struct h_values from = v[1 + TIMES * c->comm->rank];

    h_use_values(op);
    h_fill(c->recv, h_operand(c, c->comm->rank, BEFORE, op, 1 + TIMES * c->comm->most));
    h_fill(c->send, from);
    H_MPI(MPI_Win_fence(0, c->win));
    for (int k = 0; k < TIMES; k++)
        H_MPI(MPI_Accumulate(H_ARGS(c->send), H_AT(c, target), op, c->win));
    H_MPI(MPI_Win_fence(MPI_MODE_NOSUCCEED, c->win));
    h_check_intact(c, c->send, from);
    if (c->comm->rank == target)
        h_check_reduced(c, c->recv, op, n, v);
    free(v);
}

static void each_op(struct h_case *c)
{
    MPI_Op op;

    for (int k = 0, turn = 0; (c->op = h_accumulate_op(k, &op)) != NULL; k++) {
        if (op == MPI_REPLACE || op == MPI_NO_OP || !h_op_works(op, 1 + TIMES * c->comm->most))
            continue;
        if (h_due(c, turn++ % 4, 4) && h_begin(c, "MPI_Accumulate"))
            from_all(c, op, (h_pair_turn(c) + k) % c->comm->size);
    }
}

static void look(struct h_case *c, struct h_obj seen)
{
    H_MPI(MPI_Get_accumulate(NULL, 0, MPI_BYTE, H_ARGS(seen), H_AT(c, c->comm->right), MPI_NO_OP, c->win));
}

/* Two values one after the other, and a look, between them in turn: each reads the one before. */
static void ordered(struct h_case *c)
{
    const int target = c->comm->right;
    const MPI_Aint disp = h_disp(c, target);
    const bool looks_between = h_pair_turn(c) % 2;
    struct h_obj second = h_send_twin(c), back = h_recv_object(c, H_RESULT), seen = h_recv_object(c, H_LOOK);

    h_use_values(MPI_REPLACE);
    h_clear(c->recv);
    h_clear(back);
    h_clear(seen);
    h_fill(c->send, h_mine(c, FIRST));
    h_fill(second, h_mine(c, SECOND));
    H_MPI(MPI_Win_fence(0, c->win));
    H_MPI(MPI_Accumulate(H_ARGS(c->send), target, disp, H_TARGET(c), MPI_REPLACE, c->win));
    if (looks_between)
        look(c, seen);
    H_MPI(MPI_Get_accumulate(H_ARGS(second), H_ARGS(back), target, disp, H_TARGET(c), MPI_REPLACE, c->win));
    if (!looks_between)
        look(c, seen);
    H_MPI(MPI_Win_fence(MPI_MODE_NOSUCCEED, c->win));
    h_check_received(c, back, h_mine(c, FIRST));
    h_check_received(c, seen, h_mine(c, looks_between ? FIRST : SECOND));
    h_check_received(c, c->recv, h_theirs(c, c->comm->left, SECOND));
    h_check_intact(c, c->send, h_mine(c, FIRST));
    h_check_intact(c, second, h_mine(c, SECOND));
}

/* One value replaces, another is combined with it by an operator of its own, once the first is there. */
static void with_two(struct h_case *c, MPI_Op op)
{
    const int target = c->comm->right, left = c->comm->left;
    const struct h_values result[] = {h_operand(c, left, FIRST, op, 2), h_operand(c, left, SECOND, op, 2)};
    struct h_obj second = h_send_twin(c);

    h_use_values(op);
    h_own_begin(c);
    h_clear(c->recv);
    h_own_end(c);
    h_fill(c->send, h_operand(c, c->comm->rank, FIRST, op, 2));
    h_fill(second, h_operand(c, c->comm->rank, SECOND, op, 2));
    H_MPI(MPI_Barrier(c->comm->comm));
    H_MPI(MPI_Win_lock_all(0, c->win));
    H_MPI(MPI_Accumulate(H_ARGS(c->send), H_AT(c, target), MPI_REPLACE, c->win));
    H_MPI(MPI_Win_flush(target, c->win));
    H_MPI(MPI_Accumulate(H_ARGS(second), H_AT(c, target), op, c->win));
    H_MPI(MPI_Win_unlock_all(c->win));
    H_MPI(MPI_Barrier(c->comm->comm));
    h_own_begin(c);
    h_check_reduced(c, c->recv, op, 2, result);
    h_own_end(c);
    H_MPI(MPI_Barrier(c->comm->comm));
}

/* ---- an access to a single element after one to all ---- */

static int fetch(const struct h_obj *read, const struct h_obj *same, int target, MPI_Aint disp, MPI_Win win)
{
    (void) same;
    return MPI_Fetch_and_op(NULL, read->mpi->DTP_obj_buf, read->mpi->DTP_obj_type, target, disp, MPI_NO_OP, win);
}

/* The element is replaced by what it is. */
static int swap(const struct h_obj *read, const struct h_obj *same, int target, MPI_Aint disp, MPI_Win win)
{
    const void *value = same->mpi->DTP_obj_buf;

    return MPI_Compare_and_swap(value, value, read->mpi->DTP_obj_buf, read->mpi->DTP_obj_type, target, disp, win);
}

/* Accumulates that are concurrent are of one operator, or MPI_NO_OP (MPI-3.1, 11.2.1: accumulate_ops): before another
 * operation the first one is flushed. */
static const struct single {
    const char *name;
    bool is_concurrent;
    int (*call)(const struct h_obj *read, const struct h_obj *same, int target, MPI_Aint disp, MPI_Win win);
} singles[] = {{"MPI_Fetch_and_op", true, fetch}, {"MPI_Compare_and_swap", false, swap}};

static void single_after_all(struct h_case *c, const struct single *f, MPI_Aint element, MPI_Aint bytes)
{
    const int target = c->comm->right;
    const MPI_Aint disp = h_disp(c, target) + bytes / h_unit(c, target);
    const struct h_values from = h_mine(c, FIRST), value = {from.start + (int) element * from.stride, 0};
    struct h_obj read = h_plain_object(1, true), same = h_plain_object(1, true);

    h_use_values(MPI_REPLACE);
    h_own_fill(c, h_mine(c, BEFORE));
    h_fill(c->send, from);
    h_fill(same, value);
    h_clear(read);
    H_MPI(MPI_Barrier(c->comm->comm));
    H_MPI(MPI_Win_lock_all(0, c->win));
    H_MPI(MPI_Accumulate(H_ARGS(c->send), H_AT(c, target), MPI_REPLACE, c->win));
    if (!f->is_concurrent)
        H_MPI(MPI_Win_flush(target, c->win));
    h_mpi(f->call(&read, &same, target, disp, c->win), f->name, __FILE__, __LINE__);
    H_MPI(MPI_Win_unlock_all(c->win));
    H_MPI(MPI_Barrier(c->comm->comm));
    h_check_received_part(c, read, value, 1);
    h_own_check(c, h_theirs(c, c->comm->left, FIRST));
    H_MPI(MPI_Barrier(c->comm->comm));
    H_DTP(DTP_pool_free(read.pool));
    H_DTP(DTP_pool_free(same.pool));
}

/* One element in turn, where there is a displacement of it. */
static void each_single(struct h_case *c)
{
    const MPI_Aint element = (MPI_Aint) h_pair_turn(c) * 7 % c->elements;
    MPI_Aint bytes;

    H_DTP(DTP_obj_disp(c->recv.pool, c->recv.index, element, &bytes));
    if (h_signature_types(c->recv.pool) != 1 || !h_is_whole_units(c, bytes))
        return;
    for (int k = 0; k < H_NUM(singles); k++) {
        c->variant = singles[k].name;
        if ((k == 0 || DTP_pool_op_valid(c->recv.pool, MPI_BAND)) && h_begin(c, "MPI_Accumulate"))
            single_after_all(c, &singles[k], element, bytes);
    }
}

/* ---- which ---- */

static bool combines(MPI_Op op)
{
    return op != MPI_REPLACE && op != MPI_NO_OP && h_op_works(op, 2);
}

/* One operator in turn. */
static void two_operators(struct h_case *c)
{
    MPI_Op op;
    int n = 0, turn;

    for (int k = 0; h_accumulate_op(k, &op); k++)
        n += combines(op);
    turn = n > 0 ? h_pair_turn(c) % n : 0;
    for (int k = 0; (c->op = h_accumulate_op(k, &op)) != NULL; k++)
        if (combines(op) && turn-- == 0 && h_begin(c, "MPI_Accumulate"))
            with_two(c, op);
}

static void visit(struct h_case *c)
{
    c->sync = "fence";
    if (!h_may_accumulate(c))
        return;
    c->variant = "from-all";
    each_op(c);
    c->variant = "ordered";
    c->op = "MPI_REPLACE";
    c->more_received = H_LOOK;
    if (h_begin(c, "MPI_Get_accumulate"))
        ordered(c);
    c->more_received = 0;
    c->sync = "lock_all";
    c->variant = "two-operators";
    two_operators(c);
    c->op = "MPI_REPLACE";
    each_single(c);
}

static void run(void)
{
    h_each_window(H_WORLD | H_SPLIT | H_REVERSED | H_ONCE, visit);
}

const struct h_program h_program = {"many accumulates within an epoch", H_ACCUMULATES | H_SEVERAL, run};
