/* One-sided accesses: what each kind does, and what must be there afterwards. */
#include "internal.h"

/* ---- which accesses ---- */

enum { MAX_OPS = 8 };

static const struct op {
    const char *acc, *get_acc;
    MPI_Op op;
} *all_ops(void)
{
    /* not static: handles need not be constants */
    static struct op ops[MAX_OPS];
    const struct op names[MAX_OPS] = {
        {"MPI_Accumulate, MPI_REPLACE", "MPI_Get_accumulate, MPI_REPLACE", MPI_REPLACE},
        {"MPI_Accumulate, MPI_SUM", "MPI_Get_accumulate, MPI_SUM", MPI_SUM},
        {"MPI_Accumulate, MPI_MIN", "MPI_Get_accumulate, MPI_MIN", MPI_MIN},
        {"MPI_Accumulate, MPI_MAX", "MPI_Get_accumulate, MPI_MAX", MPI_MAX},
        {"MPI_Accumulate, MPI_BAND", "MPI_Get_accumulate, MPI_BAND", MPI_BAND},
        {"MPI_Accumulate, MPI_BOR", "MPI_Get_accumulate, MPI_BOR", MPI_BOR},
        {"MPI_Accumulate, MPI_BXOR", "MPI_Get_accumulate, MPI_BXOR", MPI_BXOR},
        {NULL, "MPI_Get_accumulate, MPI_NO_OP", MPI_NO_OP},
    };

    for (int k = 0; k < MAX_OPS; k++)
        ops[k] = names[k];
    return ops;
}

static bool leaks_memory(void)
{
    return harness.moved_bytes > 8 << 10 && h_known("openmpi-4.1-accumulate-leak");
}

int h_sum_works(int operands)
{
    return DTP_pool_op_valid(harness.recv[0], MPI_SUM) && h_sum_is_exact(operands) && !leaks_memory() &&
           !(harness.has_float_complex && h_known("openmpi-4.1-sum-complex"));
}

static bool is_left_out(MPI_Op op)
{
    if (op == MPI_SUM)
        return !h_sum_works(2);
    return (op == MPI_MIN || op == MPI_MAX) && harness.has_narrow_unsigned && h_known("mpich-4.0-unsigned-min-max");
}

/* The accesses of one kind: one, or one for each operation that is defined. */
static int list_kind(int kind, struct h_access list[MAX_OPS])
{
    const struct op *ops = all_ops();
    int n = 0;

    if (kind == H_PUT || kind == H_GET) {
        list[0] = (struct h_access) {.kind = kind, .name = kind == H_PUT ? "MPI_Put" : "MPI_Get", .op = MPI_NO_OP};
        return 1;
    }
    for (int k = 0; k < MAX_OPS; k++) {
        const char *name = kind == H_ACC ? ops[k].acc : ops[k].get_acc;
        if (name && DTP_pool_op_valid(harness.recv[0], ops[k].op) && !is_left_out(ops[k].op))
            list[n++] = (struct h_access) {.kind = kind, .name = name, .op = ops[k].op, .number = k};
    }
    return n;
}

static bool has_trait(const struct h_pair *p, const char *trait)
{
    return DTP_obj_has_trait(p->send.pool, p->send.index, trait) || DTP_obj_has_trait(p->recv.pool, p->recv.index, trait);
}

/* Predefined operations are for elements where the compiler would put them. */
static bool may_access(const struct h_pair *p, int kind)
{
    const bool as_integers = DTP_pool_op_valid(harness.recv[0], MPI_BAND) || harness.has_float_complex || harness.pairs_moved > 0;

    if (kind == H_PUT || kind == H_GET)
        return true;
    if (kind == H_GET_ACC && as_integers && h_known("openmpi-4.1-get-accumulate"))
        h_leave_out("MPI_Get_accumulate of integers and what is as large, whose result this MPI gets wrong");
    else if (leaks_memory())
        h_leave_out("accumulate calls of large messages, each of which costs this MPI memory");
    else if (harness.pairs_moved > 0 && h_known("openmpi-4.1-accumulate-pair"))
        h_leave_out("accumulate calls of pairs, whose padding this MPI writes");
    else if (has_trait(p, "zero-blocks+nested") && h_known("mpich-4.0-accumulate-empty-member"))
        h_leave_out("accumulate calls with empty members, which this MPI does not survive");
    else if (has_trait(p, "resized+struct") && h_known("mpich-4.0-accumulate-resized"))
        h_leave_out("accumulate calls with resized structs, which this MPI does not survive");
    else if (has_trait(p, "unaligned"))
        h_leave_out("accumulate calls with elements that are not aligned");
    else
        return true;
    return false;
}

static void visit_target(struct h_pair *p, int kinds, bool self, void (*visit)(struct h_pair *p, struct h_access *a))
{
    struct h_access list[MAX_OPS];

    for (int kind = H_PUT; kind <= H_GET_ACC; kind *= 2) {
        const int n = kinds & kind && may_access(p, kind) ? list_kind(kind, list) : 0;
        for (int k = 0; k < n; k++) {
            if (!h_due(p, k, n))
                continue;
            list[k].number += MAX_OPS * (kind + (self ? 2 * H_GET_ACC : 0));
            list[k].target = self ? p->comm->rank : p->comm->right;
            list[k].origin = self ? p->comm->rank : p->comm->left;
            visit(p, &list[k]);
        }
    }
}

void h_each_access(struct h_pair *p, int kinds, void (*visit)(struct h_pair *p, struct h_access *a))
{
    if (p->comm->size > 1)
        visit_target(p, kinds, false, visit);
    if (p->comm->size == 1 || h_due(p, 0, 4))
        visit_target(p, kinds, true, visit);
}

/* ---- values: of the target before the access, of the origin, of a reused origin ---- */

enum { BEFORE, FROM, REUSED, PER_NUMBER };

static int number_of(const struct h_access *a, int which)
{
    return PER_NUMBER * a->number + which;
}

/* What the target holds after an access of `origin` to `target`, as a reduction. */
static void check_target(struct h_pair *p, const struct h_access *a, struct h_obj o, int target, int origin)
{
    const struct h_values values[] = {h_theirs(p, target, number_of(a, BEFORE)),
                                      h_theirs(p, origin, number_of(a, FROM))};

    if (a->kind == H_PUT)
        h_check_received(p, o, values[1]);
    else if (a->kind == H_GET)
        h_check_intact(p, o, values[0]);
    else
        h_check_reduced(p, o, a->op, 2, values);
}

/* ---- the parts ---- */

void h_access_prepare(struct h_pair *p, struct h_access *a)
{
    h_now(p, a->name, p->comm->rank, a->target);
    a->back = a->kind == H_GET_ACC ? h_recv_object(p, 1) : p->send;
    h_clear(a->back);
    if (a->kind == H_PUT)
        h_clear(p->recv);
    else
        h_fill(p->recv, h_mine(p, number_of(a, BEFORE)));
    if (a->kind != H_GET)
        h_fill(p->send, h_mine(p, number_of(a, FROM)));
}

void h_access_start(struct h_pair *p, struct h_access *a)
{
    const bool no_origin = a->op == MPI_NO_OP && (p->i + p->j) % 2 == 0;

    if (a->kind == H_PUT)
        H_MPI(MPI_Put(H_ARGS(p->send), a->target, p->disp, H_TARGET(p), p->win));
    else if (a->kind == H_GET)
        H_MPI(MPI_Get(H_ARGS(p->send), a->target, p->disp, H_TARGET(p), p->win));
    else if (a->kind == H_ACC)
        H_MPI(MPI_Accumulate(H_ARGS(p->send), a->target, p->disp, H_TARGET(p), a->op, p->win));
    else if (no_origin)
        H_MPI(MPI_Get_accumulate(NULL, 0, p->send.mpi->DTP_obj_type, H_ARGS(a->back), a->target, p->disp, H_TARGET(p),
                                 a->op, p->win));
    else
        H_MPI(MPI_Get_accumulate(H_ARGS(p->send), H_ARGS(a->back), a->target, p->disp, H_TARGET(p), a->op, p->win));
}

static void check_back(struct h_pair *p, const struct h_access *a)
{
    if (a->kind == H_GET || a->kind == H_GET_ACC)
        h_check_received(p, a->back, h_theirs(p, a->target, number_of(a, BEFORE)));
}

static void check_origin(struct h_pair *p, const struct h_access *a)
{
    if (a->kind != H_GET)
        h_check_intact(p, p->send, h_mine(p, number_of(a, a->reused ? REUSED : FROM)));
}

void h_access_verify(struct h_pair *p, struct h_access *a)
{
    check_back(p, a);
    check_origin(p, a);
    h_now(p, a->name, a->origin, p->comm->rank);
    check_target(p, a, p->recv, p->comm->rank, a->origin);
}

void h_access_reuse(struct h_pair *p, struct h_access *a)
{
    check_back(p, a);
    check_origin(p, a);
    a->reused = 1;
    if (a->kind != H_GET)
        h_fill(p->send, h_mine(p, number_of(a, REUSED)));
}

struct h_obj h_access_look(struct h_pair *p, const struct h_access *a)
{
    struct h_obj seen = h_recv_object(p, 2);

    h_clear(seen);
    H_MPI(MPI_Get(H_ARGS(seen), a->target, p->disp, H_TARGET(p), p->win));
    return seen;
}

void h_access_seen(struct h_pair *p, const struct h_access *a, struct h_obj seen)
{
    check_target(p, a, seen, a->target, p->comm->rank);
}
