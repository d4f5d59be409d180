/* Accesses to windows that are put off until the next call about the window. */
#include "liberties.h"

#include <limits.h>
#include <stdlib.h>

struct side {
    void *buf;
    int count;
    MPI_Datatype type;
};

static struct access {
    int (*make)(const struct access *a);
    struct side origin, result, target;
    const void *compare;
    int rank;
    MPI_Aint disp;
    MPI_Op op;
    MPI_Win win;
    struct access *next;
} *first, **last = &first;

/* ---- the calls ---- */

static int put(const struct access *a)
{
    return PMPI_Put(a->origin.buf, a->origin.count, a->origin.type, a->rank, a->disp, a->target.count, a->target.type,
                    a->win);
}

static int get(const struct access *a)
{
    return PMPI_Get(a->origin.buf, a->origin.count, a->origin.type, a->rank, a->disp, a->target.count, a->target.type,
                    a->win);
}

static int accumulate(const struct access *a)
{
    return PMPI_Accumulate(a->origin.buf, a->origin.count, a->origin.type, a->rank, a->disp, a->target.count,
                           a->target.type, a->op, a->win);
}

static int get_accumulate(const struct access *a)
{
    return PMPI_Get_accumulate(a->origin.buf, a->origin.count, a->origin.type, a->result.buf, a->result.count,
                               a->result.type, a->rank, a->disp, a->target.count, a->target.type, a->op, a->win);
}

static int fetch_and_op(const struct access *a)
{
    return PMPI_Fetch_and_op(a->origin.buf, a->result.buf, a->target.type, a->rank, a->disp, a->op, a->win);
}

static int compare_and_swap(const struct access *a)
{
    return PMPI_Compare_and_swap(a->origin.buf, a->compare, a->result.buf, a->target.type, a->rank, a->disp, a->win);
}

static const struct {
    const char *row;
    int (*make)(const struct access *a);
} calls[] = {
    {"MPI_Put", put}, {"MPI_Get", get}, {"MPI_Accumulate", accumulate}, {"MPI_Get_accumulate", get_accumulate},
    {"MPI_Fetch_and_op", fetch_and_op}, {"MPI_Compare_and_swap", compare_and_swap},
};
enum { NUM_CALLS = sizeof calls / sizeof calls[0] };

/* ---- types, which the application may free ---- */

static bool is_named(MPI_Datatype type)
{
    int ints, addresses, types, combiner;

    PMPI_Type_get_envelope(type, &ints, &addresses, &types, &combiner);
    return combiner == MPI_COMBINER_NAMED;
}

static MPI_Datatype kept(MPI_Datatype type)
{
    MPI_Datatype found = type;

    if (type != MPI_DATATYPE_NULL && !is_named(type))
        PMPI_Type_dup(type, &found);
    return found;
}

static void let_go(MPI_Datatype type)
{
    if (type != MPI_DATATYPE_NULL && !is_named(type))
        PMPI_Type_free(&type);
}

/* ---- putting off ---- */

static struct side side_of(const struct calls_call *c, const char *buf, const char *count, const char *type)
{
    const struct calls_procedure *p = c->procedure;
    struct side s = {NULL, 0, MPI_DATATYPE_NULL};

    if (calls_find(p, buf) >= 0)
        s.buf = address_of(c, buf);
    if (calls_find(p, count) >= 0)
        s.count = (int) number_of(c, count);
    if (calls_find(p, type) >= 0)
        s.type = kept(CALLS_HANDLE(MPI_Datatype, c, calls_find(p, type)));
    return s;
}

static bool has_large_counts(const struct calls_call *c)
{
    const struct calls_procedure *p = c->procedure;

    for (int k = 0; k < p->num_params; k++)
        if (p->params[k].kind == CALLS_COUNT && calls_number(c, k) > INT_MAX)
            return true;
    return false;
}

/* MPI_Fetch_and_op and MPI_Compare_and_swap have one type alone. */
static struct access *access_of(const struct calls_call *c, int (*make)(const struct access *a))
{
    const struct calls_procedure *p = c->procedure;
    const int op = calls_find(p, "op"), compare = calls_find(p, "compare_addr");
    const bool has_one_type = calls_find(p, "datatype") >= 0;
    struct access *a = memory(sizeof *a);

    *a = (struct access) {
        .make = make, .origin = side_of(c, "origin_addr", "origin_count", "origin_datatype"),
        .result = side_of(c, "result_addr", "result_count", "result_datatype"),
        .target = side_of(c, "", "target_count", has_one_type ? "datatype" : "target_datatype"),
        .compare = compare >= 0 ? calls_pointer(c, compare) : NULL,
        .rank = (int) number_of(c, "target_rank"), .disp = (MPI_Aint) number_of(c, "target_disp"),
        .op = op >= 0 ? CALLS_HANDLE(MPI_Op, c, op) : MPI_OP_NULL,
        .win = CALLS_HANDLE(MPI_Win, c, calls_find(p, "win")),
    };
    return a;
}

/* What has been put off for a window is done, in its order. */
static void catch_up(MPI_Win win)
{
    for (struct access **link = &first; *link;) {
        struct access *a = *link;
        if (a->win != win) {
            link = &a->next;
            continue;
        }
        (void) a->make(a);
        let_go(a->origin.type);
        let_go(a->result.type);
        let_go(a->target.type);
        *link = a->next;
        free(a);
    }
    for (last = &first; *last; last = &(*last)->next)
        ;
}

void put_off(struct calls_call *c)
{
    const int param = calls_first(c->procedure, CALLS_WIN, CALLS_IN);
    const int inout = calls_first(c->procedure, CALLS_WIN, CALLS_INOUT);
    int k = 0;

    if (inout >= 0)
        catch_up(*(MPI_Win *) calls_pointer(c, inout));
    if (param < 0)
        return;
    while (k < NUM_CALLS && (!calls_is(c, calls[k].row) || calls_find(c->procedure, "request") >= 0))
        k++;
    if (k == NUM_CALLS || has_large_counts(c)) {
        catch_up(CALLS_HANDLE(MPI_Win, c, param));
        return;
    }
    *last = access_of(c, calls[k].make);
    last = &(*last)->next;
    instead(c, MPI_SUCCESS);
}
