/* One-sided accesses: what each kind does, and what must be there afterwards. */
#include "internal.h"

/* ---- which accesses ---- */

enum { MAX_OPS = 8 };

static const struct op {
    const char *name;
    MPI_Op op;
    bool puts; /* MPI_Accumulate takes it too */
} *all_ops(void)
{
    /* not static: handles need not be constants */
    static struct op ops[MAX_OPS];
    const struct op names[MAX_OPS] = {
        {"MPI_REPLACE", MPI_REPLACE, true}, {"MPI_SUM", MPI_SUM, true},   {"MPI_MIN", MPI_MIN, true},
        {"MPI_MAX", MPI_MAX, true},         {"MPI_BAND", MPI_BAND, true}, {"MPI_BOR", MPI_BOR, true},
        {"MPI_BXOR", MPI_BXOR, true},       {"MPI_NO_OP", MPI_NO_OP, false},
    };

    for (int k = 0; k < MAX_OPS; k++)
        ops[k] = names[k];
    return ops;
}

int h_sum_works(int operands)
{
    return DTP_pool_op_valid(harness.recv[0], MPI_SUM) && h_sum_is_exact(operands);
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
        if ((kind == H_ACC && !ops[k].puts) || !DTP_pool_op_valid(harness.recv[0], ops[k].op) ||
            (ops[k].op == MPI_SUM && !h_sum_works(2)))
            continue;
        list[n++] = (struct h_access) {.kind = kind, .name = kind == H_ACC ? "MPI_Accumulate" : "MPI_Get_accumulate",
                                       .op_name = ops[k].name, .op = ops[k].op, .number = k};
    }
    return n;
}

int h_may_accumulate(const struct h_case *c)
{
    return !DTP_obj_has_trait(c->send.pool, c->i, "unaligned") && !DTP_obj_has_trait(c->recv.pool, c->j, "unaligned");
}

static void visit_target(struct h_case *c, int kinds, bool self, void (*visit)(struct h_case *c, struct h_access *a))
{
    struct h_access list[MAX_OPS];

    for (int kind = H_PUT; kind <= H_GET_ACC; kind *= 2) {
        const int n = kinds & kind && (kind & (H_PUT | H_GET) || h_may_accumulate(c)) ? list_kind(kind, list) : 0;
        for (int k = 0; k < n; k++) {
            if (!h_due(c, k, n))
                continue;
            list[k].number += MAX_OPS * (kind + (self ? 2 * H_GET_ACC : 0));
            list[k].target = self ? c->comm->rank : c->comm->right;
            list[k].origin = self ? c->comm->rank : c->comm->left;
            c->op = list[k].op_name;
            c->target = self ? "self" : "other";
            visit(c, &list[k]);
        }
    }
}

void h_each_access(struct h_case *c, int kinds, void (*visit)(struct h_case *c, struct h_access *a))
{
    if (c->comm->most > 1)
        visit_target(c, kinds, false, visit);
    if (c->comm->most == 1 || h_due(c, 0, 4))
        visit_target(c, kinds, true, visit);
}

/* ---- values: of the target before the access, of the origin, of a reused origin ---- */

enum { BEFORE, FROM, REUSED, PER_NUMBER };

static int number_of(const struct h_access *a, int which)
{
    return PER_NUMBER * a->number + which;
}

/* What the target holds after an access of `origin` to `target`, as a reduction. */
static void check_target(struct h_case *c, const struct h_access *a, struct h_obj o, int target, int origin)
{
    const struct h_values values[] = {h_theirs(c, target, number_of(a, BEFORE)),
                                      h_theirs(c, origin, number_of(a, FROM))};

    if (a->kind == H_PUT)
        h_check_received(c, o, values[1]);
    else if (a->kind == H_GET)
        h_check_intact(c, o, values[0]);
    else
        h_check_reduced(c, o, a->op, 2, values);
}

/* ---- the parts ---- */

void h_access_prepare(struct h_case *c, struct h_access *a)
{
    a->back = a->kind == H_GET_ACC ? h_recv_object(c, 1) : c->send;
    h_clear(a->back);
    if (a->kind == H_PUT)
        h_clear(c->recv);
    else
        h_fill(c->recv, h_mine(c, number_of(a, BEFORE)));
    if (a->kind != H_GET)
        h_fill(c->send, h_mine(c, number_of(a, FROM)));
}

void h_access_start(struct h_case *c, struct h_access *a)
{
    const bool no_origin = a->op == MPI_NO_OP && (c->i + c->j) % 2 == 0;

    if (a->kind == H_PUT)
        H_MPI(MPI_Put(H_ARGS(c->send), a->target, c->disp, H_TARGET(c), c->win));
    else if (a->kind == H_GET)
        H_MPI(MPI_Get(H_ARGS(c->send), a->target, c->disp, H_TARGET(c), c->win));
    else if (a->kind == H_ACC)
        H_MPI(MPI_Accumulate(H_ARGS(c->send), a->target, c->disp, H_TARGET(c), a->op, c->win));
    else if (no_origin)
        H_MPI(MPI_Get_accumulate(NULL, 0, c->send.mpi->DTP_obj_type, H_ARGS(a->back), a->target, c->disp, H_TARGET(c),
                                 a->op, c->win));
    else
        H_MPI(MPI_Get_accumulate(H_ARGS(c->send), H_ARGS(a->back), a->target, c->disp, H_TARGET(c), a->op, c->win));
}

static void check_back(struct h_case *c, const struct h_access *a)
{
    if (a->kind == H_GET || a->kind == H_GET_ACC)
        h_check_received(c, a->back, h_theirs(c, a->target, number_of(a, BEFORE)));
}

static void check_origin(struct h_case *c, const struct h_access *a)
{
    if (a->kind != H_GET)
        h_check_intact(c, c->send, h_mine(c, number_of(a, a->reused ? REUSED : FROM)));
}

void h_access_verify(struct h_case *c, struct h_access *a)
{
    check_back(c, a);
    check_origin(c, a);
    check_target(c, a, c->recv, c->comm->rank, a->origin);
}

void h_access_reuse(struct h_case *c, struct h_access *a)
{
    check_back(c, a);
    check_origin(c, a);
    a->reused = 1;
    if (a->kind != H_GET)
        h_fill(c->send, h_mine(c, number_of(a, REUSED)));
}

struct h_obj h_access_look(struct h_case *c, const struct h_access *a)
{
    struct h_obj seen = h_recv_object(c, 2);

    h_clear(seen);
    H_MPI(MPI_Get(H_ARGS(seen), a->target, c->disp, H_TARGET(c), c->win));
    return seen;
}

void h_access_seen(struct h_case *c, const struct h_access *a, struct h_obj seen)
{
    check_target(c, a, seen, a->target, c->comm->rank);
}
