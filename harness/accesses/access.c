/* One-sided accesses: the calls, what each does, and what must be there afterwards. */
#include "accesses/access.h"
#include "state.h"
#include "tables.h"
#include "case/freed_types.h"
#include "case/shared.h"

#include <stdbool.h>

/* ---- the calls ---- */

/* All that a call may be given. */
struct arguments {
    struct h_obj origin, result;
    int origin_count;          /* 0 if the operator takes no origin */
    MPI_Datatype origin_type, result_type, target_type;
    int target_count, target;
    MPI_Aint disp;
    MPI_Op op;
    MPI_Win win;
    MPI_Request *request;
};

#define ORIGIN(x) (x)->origin_count > 0 ? (x)->origin.mpi->DTP_obj_buf : NULL, (x)->origin_count, (x)->origin_type
#define RESULT(x) (x)->result.mpi->DTP_obj_buf, (x)->result.mpi->DTP_obj_count, (x)->result_type
#define TARGET(x) (x)->target, (x)->disp, (x)->target_count, (x)->target_type
#define MOVE(x) ORIGIN(x), TARGET(x)
#define REDUCE(x) ORIGIN(x), TARGET(x), (x)->op
#define FETCH(x) ORIGIN(x), RESULT(x), TARGET(x), (x)->op

/* The calls of an access: plain, with a request, and both with large counts. */
#define CALLS(CALL, HAVE, RCALL, RHAVE, ARGUMENTS)                                                                     \
    static int CALL(const struct arguments *x) { return MPI_##CALL(ARGUMENTS(x), (x)->win); }                          \
    static int RCALL(const struct arguments *x) { return MPI_##RCALL(ARGUMENTS(x), (x)->win, (x)->request); }          \
    H_WHERE(HAVE_MPI_##HAVE##_C, static int CALL##_c(const struct arguments *x)                                        \
            { return MPI_##CALL##_c(ARGUMENTS(x), (x)->win); })                                                        \
    H_WHERE(HAVE_MPI_##RHAVE##_C, static int RCALL##_c(const struct arguments *x)                                      \
            { return MPI_##RCALL##_c(ARGUMENTS(x), (x)->win, (x)->request); })

CALLS(Put, PUT, Rput, RPUT, MOVE)
CALLS(Get, GET, Rget, RGET, MOVE)
CALLS(Accumulate, ACCUMULATE, Raccumulate, RACCUMULATE, REDUCE)
CALLS(Get_accumulate, GET_ACCUMULATE, Rget_accumulate, RGET_ACCUMULATE, FETCH)

struct h_access_form {
    int kind;
    const char *name;
    bool is_plain, requests;
    int (*call)(const struct arguments *x);
};

#define FORMS(KIND, CALL, HAVE, RCALL, RHAVE)                                                                          \
    {KIND, "MPI_" #CALL, true, false, CALL},                                                                           \
    {KIND, "MPI_" #RCALL, false, true, RCALL},                                                                         \
    H_WHERE(HAVE_MPI_##HAVE##_C, {KIND, "MPI_" #CALL "_c", false, false, CALL##_c},)                                   \
    H_WHERE(HAVE_MPI_##RHAVE##_C, {KIND, "MPI_" #RCALL "_c", false, true, RCALL##_c},)

static const struct h_access_form forms[] = {
    FORMS(H_PUT, Put, PUT, Rput, RPUT)
    FORMS(H_GET, Get, GET, Rget, RGET)
    FORMS(H_ACC, Accumulate, ACCUMULATE, Raccumulate, RACCUMULATE)
    FORMS(H_GET_ACC, Get_accumulate, GET_ACCUMULATE, Rget_accumulate, RGET_ACCUMULATE)
};

/* ---- which accesses ---- */

struct op {
    const char *name;
    MPI_Op op;
};

/* Those that may be used on the pool in accesses of a kind; MPI_NO_OP has no meaning without a result. */
static int list_ops(int kind, struct op list[H_ACCUMULATE_OPS])
{
    struct op op;
    int n = 0;

    if (kind & (H_PUT | H_GET)) {
        list[0] = (struct op) {NULL, MPI_NO_OP};
        return 1;
    }
    for (int k = 0; (op.name = h_accumulate_op(k, &op.op)) != NULL; k++)
        if (!(kind == H_ACC && op.op == MPI_NO_OP) && h_op_works(op.op, 2))
            list[n++] = op;
    return n;
}

int h_may_accumulate(const struct h_case *c)
{
    return !DTP_obj_has_trait(c->send.pool, c->i, "unaligned") && !DTP_obj_has_trait(c->recv.pool, c->j, "unaligned");
}

/* Objects whose elements share bytes are read only (MPI-3.1, 11.3): neither is written to, and no operator is used. */
static bool may_access(const struct h_case *c, int kind)
{
    const bool origin = h_shares_bytes(c->send.pool, c->i);
    const bool target = h_shares_bytes(c->recv.pool, c->j);

    return kind == H_GET ? !origin : kind == H_PUT ? !target : !origin && !target && h_may_accumulate(c);
}

typedef void visit_access(struct h_case *c, struct h_access *a);

/* Accesses to the rank that is `shift` after this one. */
static struct h_access access_of(const struct h_case *c, int form, const struct op *op, int number, int shift)
{
    const struct h_access_form *f = &forms[form];
    const int size = c->comm->size, rank = c->comm->rank;

    return (struct h_access) {
        .form = f, .kind = f->kind, .name = f->name, .requests = f->requests, .op = op->op, .op_name = op->name,
        .target = (rank + shift) % size, .origin = (rank + size - shift % size) % size,
        .number = number + H_ACCUMULATE_OPS * (form + H_NUM(forms) * (shift % 4)), .request = MPI_REQUEST_NULL,
    };
}

/* One operator in turn, or all that are due; of large messages always one. */
static void visit_form(struct h_case *c, int form, bool in_turn, int shift, visit_access *visit)
{
    const bool one_op = in_turn || harness.moved_bytes > (MPI_Aint) 1 << 20;
    struct op ops[H_ACCUMULATE_OPS];
    const int n = list_ops(forms[form].kind, ops);

    for (int k = 0; k < n; k++) {
        struct h_access a = access_of(c, form, &ops[k], k, shift);
        if (one_op ? k != (h_pair_turn(c) + form + shift) % n : !h_due(c, k, n))
            continue;
        c->op = a.op_name;
        c->more_received = a.kind == H_GET_ACC ? H_RESULT : 0;
        visit(c, &a);
    }
    c->op = NULL;
    c->more_received = 0;
}

/* Of the forms every second one is for a pair of which not all choices are due, and every third one for targets other
 * than the neighbour. */
static bool is_due(const struct h_case *c, int form, int shift)
{
    return (c->all_choices ? h_due(c, form, H_NUM(forms)) : (h_pair_turn(c) + c->comm->number + form) % 2 == 0) &&
           (shift == 1 || (c->i + c->j + shift + form) % 3 == 0);
}

static void visit_target(struct h_case *c, int kinds, int shift, visit_access *visit)
{
    const bool any_form = kinds & H_ANY_FORM;

    c->target = shift == 0 ? "self" : shift == 1 ? "other" : "far";
    for (int k = 0; k < H_NUM(forms); k++) {
        if (!(kinds & forms[k].kind) || !may_access(c, forms[k].kind))
            continue;
        if (!(any_form ? is_due(c, k, shift) : forms[k].is_plain))
            continue;
        visit_form(c, k, any_form && !(kinds & H_EACH_OP), shift, visit);
    }
    c->target = NULL;
}

/* The right neighbour always, itself and other ranks in turn. */
void h_each_access(struct h_case *c, int kinds, visit_access *visit)
{
    const int most = c->comm->most;

    c->shares = h_overlaps(c);
    if (most > 1)
        visit_target(c, kinds, 1, visit);
    if (most == 1 || h_due(c, 0, 4))
        visit_target(c, kinds, 0, visit);
    for (int shift = 2; shift < most; shift++)
        if (h_due(c, shift - 2, most - 2))
            visit_target(c, kinds, shift, visit);
    c->shares = 0;
}

/* ---- values: of the target before the access, of the origin, of a reused origin ---- */

enum { BEFORE, FROM, REUSED, PER_NUMBER };

static struct h_values values(const struct h_case *c, const struct h_access *a, int rank, int which)
{
    return h_operand(c, rank, PER_NUMBER * a->number + which, a->op, 2);
}

static struct h_values mine(const struct h_case *c, const struct h_access *a, int which)
{
    return values(c, a, c->comm->rank, which);
}

/* What the target holds after an access of `origin` to `target`, as a reduction. */
static void check_target(struct h_case *c, const struct h_access *a, struct h_obj o, int target, int origin)
{
    const struct h_values both[] = {values(c, a, target, BEFORE), values(c, a, origin, FROM)};

    if (a->kind == H_PUT && a->requests)
        h_check_reused(c, o, both[1], values(c, a, origin, REUSED));
    else if (a->kind == H_PUT)
        h_check_received(c, o, both[1]);
    else if (a->kind == H_GET)
        h_check_intact(c, o, both[0]);
    else
        h_check_reduced(c, o, a->op, 2, both);
}

/* ---- the parts ---- */

void h_access_prepare(struct h_case *c, struct h_access *a)
{
    h_use_values(a->op);
    a->reused = 0;
    a->back = a->kind == H_GET_ACC ? h_recv_object(c, H_RESULT) : c->send;
    if (a->kind == H_GET || a->kind == H_GET_ACC)
        h_clear(a->back);
    if (a->kind == H_PUT)
        h_clear(c->recv);
    else
        h_fill(c->recv, mine(c, a, BEFORE));
    if (a->kind != H_GET)
        h_fill(c->send, mine(c, a, FROM));
}

/* MPI_NO_OP ignores its origin (MPI-3.1, 11.3.4): in turn that has elements, none, or none and MPI_DATATYPE_NULL. */
static void leave_out_origin(const struct h_case *c, const struct h_access *a, struct arguments *x)
{
    const int turn = h_pair_turn(c) / 2;

    if (a->kind != H_GET_ACC || a->op != MPI_NO_OP || turn % 2 != 0)
        return;
    x->origin_count = 0;
    if (turn / 2 % 2 == 0 && h_asks(c, a->name))
        x->origin_type = MPI_DATATYPE_NULL;
}

void h_access_start(struct h_case *c, struct h_access *a)
{
    MPI_Datatype origin_type = h_call_type(c, c->send, a->frees);
    struct arguments x = {
        .origin = c->send, .result = a->back, .origin_count = c->send.mpi->DTP_obj_count, .origin_type = origin_type,
        .result_type = h_call_type(c, a->back, a->frees),
        .target_type = h_call_type(c, c->recv, a->frees), .target_count = c->recv.mpi->DTP_obj_count,
        .target = a->target, .disp = h_disp(c, a->target), .op = a->op, .win = c->win, .request = &a->request,
    };

    leave_out_origin(c, a, &x);
    h_mpi(a->form->call(&x), a->name, __FILE__, __LINE__);
    h_call_type_free(c->send, a->frees, &origin_type);
    h_call_type_free(a->back, a->frees, &x.result_type);
    h_call_type_free(c->recv, a->frees, &x.target_type);
}

static void check_back(struct h_case *c, const struct h_access *a)
{
    if (a->kind == H_GET || a->kind == H_GET_ACC)
        h_check_received(c, a->back, values(c, a, a->target, BEFORE));
}

static void check_origin(struct h_case *c, const struct h_access *a)
{
    if (a->kind != H_GET)
        h_check_intact(c, c->send, mine(c, a, a->reused ? REUSED : FROM));
}

void h_access_check_origin(struct h_case *c, const struct h_access *a)
{
    if (a->kind == H_PUT || a->kind == H_ACC)
        check_origin(c, a);
}

void h_access_verify(struct h_case *c, struct h_access *a)
{
    h_later_types_free();
    check_back(c, a);
    check_origin(c, a);
    check_target(c, a, c->recv, c->comm->rank, a->origin);
}

void h_access_prepare_locked(struct h_case *c, struct h_access *a)
{
    h_own_begin(c);
    h_access_prepare(c, a);
    h_own_end(c);
    H_MPI(MPI_Barrier(c->comm->comm));
}

void h_access_verify_locked(struct h_case *c, struct h_access *a)
{
    H_MPI(MPI_Barrier(c->comm->comm));
    h_own_begin(c);
    h_access_verify(c, a);
    h_own_end(c);
}

void h_access_reuse(struct h_case *c, struct h_access *a)
{
    check_back(c, a);
    check_origin(c, a);
    a->reused = 1;
    if (a->kind != H_GET)
        h_fill(c->send, mine(c, a, REUSED));
}

void h_access_look(struct h_case *c, const struct h_access *a,
                   void (*complete)(struct h_case *c, const struct h_access *a))
{
    struct h_obj seen = h_recv_object(c, H_LOOK);

    h_clear(seen);
    H_MPI(MPI_Get(H_ARGS(seen), H_AT(c, a->target), c->win));
    complete(c, a);
    check_target(c, a, seen, a->target, c->comm->rank);
}
