/* Many accesses within one epoch, each to a copy of the target object of its own, and each of another kind than the one
 * before it: every kind follows every other. Nothing completes one before the next: they do not conflict (MPI-3.1,
 * 11.7). */
#include "accesses/access.h"
#include "case/extent.h"
#include "case/values.h"
#include "harness.h"
#include "messages/copies.h"
#include "tables.h"

#include <stdbool.h>
#include <stdlib.h>

enum { BEFORE = 990, FROM, SOME = 40, MOST = 280, IDLE = 8 };

/* A copy of what is stored, of where results go, and at the target; and its first element, for calls of one. */
struct access {
    struct h_message from, back;
    int target, count;
    MPI_Datatype type, element;
    MPI_Aint disp, element_from, element_there;
    MPI_Win win;
    MPI_Request *request;
};

/* ---- the calls ---- */

#define ENDS(m, a) (m).buf, (m).count, (m).type, TARGET(a)
#define TARGET(a) (a)->target, (a)->disp, (a)->count, (a)->type
#define BOTH(a) (a)->from.buf, (a)->from.count, (a)->from.type, ENDS((a)->back, a)
#define ELEMENT(a) (a)->element, (a)->target, (a)->disp + (a)->element_there
#define AT(m, a) (char *) (m).buf + (a)->element_from

static int put(const struct access *a) { return MPI_Put(ENDS(a->from, a), a->win); }
static int rput(const struct access *a) { return MPI_Rput(ENDS(a->from, a), a->win, a->request); }
static int get(const struct access *a) { return MPI_Get(ENDS(a->back, a), a->win); }
static int rget(const struct access *a) { return MPI_Rget(ENDS(a->back, a), a->win, a->request); }
static int replace(const struct access *a) { return MPI_Accumulate(ENDS(a->from, a), MPI_REPLACE, a->win); }
static int exchange(const struct access *a) { return MPI_Get_accumulate(BOTH(a), MPI_REPLACE, a->win); }

static int rreplace(const struct access *a)
{
    return MPI_Raccumulate(ENDS(a->from, a), MPI_REPLACE, a->win, a->request);
}

static int rexchange(const struct access *a)
{
    return MPI_Rget_accumulate(BOTH(a), MPI_REPLACE, a->win, a->request);
}

static int fetch(const struct access *a)
{
    return MPI_Fetch_and_op(AT(a->from, a), AT(a->back, a), ELEMENT(a), MPI_REPLACE, a->win);
}

/* What it is compared with is what it would be replaced by: it stays what it was. */
static int compare(const struct access *a)
{
    return MPI_Compare_and_swap(AT(a->from, a), AT(a->from, a), AT(a->back, a), ELEMENT(a), a->win);
}

static const struct kind {
    const char *name;
    int (*call)(const struct access *a);
    bool stores, loads;
} kinds[] = {
    {"MPI_Put", put, true, false},
    {"MPI_Rget", rget, false, true},
    {"MPI_Rput", rput, true, false},
    {"MPI_Get", get, false, true},
    {"MPI_Accumulate", replace, true, false},
    {"MPI_Rget_accumulate", rexchange, true, true},
    {"MPI_Raccumulate", rreplace, true, false},
    {"MPI_Get_accumulate", exchange, true, true},
    {"MPI_Fetch_and_op", fetch, true, true},
    {"MPI_Compare_and_swap", compare, false, true},
};
enum { MOVES = 4, ACCUMULATES = 8 };

/* How many of them are possible with elements of the case: those of one element where a copy has one. */
static int num_kinds(const struct h_case *c)
{
    return c->elements > 1 ? ACCUMULATES : DTP_pool_op_valid(c->recv.pool, MPI_BAND) ? H_NUM(kinds) : H_NUM(kinds) - 1;
}

/* From one access to the next it is one kind on, then two, three... */
static const struct kind *kind_of(const struct h_case *c, int n, int k)
{
    return &kinds[(h_pair_turn(c) + k * (k + 1) / 2) % n];
}

/* ---- the copies ---- */

struct many {
    int kinds, n;
    struct h_copies from, back, there;
    MPI_Aint below;    /* bytes of the window before displacement 0 of the copies, on every rank */
    MPI_Win idle[IDLE];
    int num_idle;
};

/* In turn there are other windows, without memory and of other displacement units. */
static void make_idle(struct h_case *c, struct many *m)
{
    m->num_idle = h_pair_turn(c) / 4 % 2 ? IDLE : 0;
    for (int k = 0; k < m->num_idle; k++)
        m->idle[k] = h_window_over(c, NULL, 0, k + 2);
}

static void make(struct h_case *c, struct many *m)
{
    MPI_Aint above;

    make_idle(c, m);
    m->from = h_copies_of(c->send, m->n);
    m->back = h_copies_of(c->send, m->n);
    m->there = h_copies_of(c->recv, m->n);
    h_reach(m->there.all, &m->below, &above);
    h_fill(m->from.all, h_mine(c, FROM));
    h_clear(m->back.all);
    h_fill(m->there.all, h_mine(c, BEFORE));
    c->win = h_window_over(c, (char *) m->there.all.mpi->DTP_obj_buf - m->below, m->below + above, 1);
}

static void free_all(struct h_case *c, struct many *m)
{
    H_MPI(MPI_Win_free(&c->win));
    while (m->num_idle > 0)
        H_MPI(MPI_Win_free(&m->idle[--m->num_idle]));
    h_copies_free(&m->from);
    h_copies_free(&m->back);
    h_copies_free(&m->there);
}

/* The displacement of the first element from that of its copy. */
static MPI_Aint first_of(const struct h_copies *copies)
{
    MPI_Aint disp;

    H_DTP(DTP_obj_disp(copies->all.pool, copies->all.index, 0, &disp));
    return disp;
}

static void access_all(struct h_case *c, const struct many *m)
{
    MPI_Request requests[MOST];
    struct access a = {.target = c->comm->right, .win = c->win,
                       .element = h_first_elements(c->elements).mpi->DTP_obj_type, .element_from = first_of(&m->from),
                       .element_there = first_of(&m->there)};

    for (int k = 0; k < m->n; k++) {
        const struct h_message there = h_copy_message(&m->there, k, a.target, 0, c->comm->comm);
        const struct kind *kind = kind_of(c, m->kinds, k);
        a.from = h_copy_message(&m->from, k, a.target, 0, c->comm->comm);
        a.back = h_copy_message(&m->back, k, a.target, 0, c->comm->comm);
        a.disp = m->below + ((char *) there.buf - (char *) m->there.all.mpi->DTP_obj_buf);
        a.count = there.count;
        a.type = there.type;
        requests[k] = MPI_REQUEST_NULL;
        a.request = &requests[k];
        h_mpi(kind->call(&a), kind->name, __FILE__, __LINE__);
    }
    h_complete(c, m->n, requests, NULL);
}

/* Results that were got, and copies at the target that were stored to, have values[1], or what was there: values[0];
 * copy k those from its first element on. */
static void check(struct h_case *c, const struct many *m, const struct h_copies *copies, const struct h_values *values)
{
    DTP_part_s *parts = h_alloc(m->n * (MPI_Aint) sizeof *parts);
    int *starts = h_alloc(m->n * (MPI_Aint) sizeof *starts);
    const MPI_Aint each = DTP_pool_elements(copies->one.pool);

    for (int k = 0; k < m->n; k++) {
        const struct kind *kind = kind_of(c, m->kinds, k);
        const bool is_result = copies == &m->back;
        const struct h_values *v = &values[!is_result && kind->stores];
        starts[k] = v->start + k * (int) each * v->stride;
        parts[k] = (DTP_part_s) {each, is_result && !kind->loads ? 0 : each, 1, &starts[k], &v->stride, MPI_REPLACE};
    }
    h_check_parts(c, copies->all.pool, m->n, parts, false);
    free(starts);
    free(parts);
}

/* In turn results are looked at after a flush, or when the epoch has ended. */
static void run_case(struct h_case *c, int kinds)
{
    const struct h_values got[] = {h_theirs(c, c->comm->right, BEFORE)};
    const struct h_values now[] = {h_mine(c, BEFORE), h_theirs(c, c->comm->left, FROM)};
    const bool flushes = h_pair_turn(c) / 2 % 2;
    struct many m = {.kinds = kinds, .n = c->elements == 1 && h_pair_turn(c) % 2 ? MOST : SOME};

    make(c, &m);
    H_MPI(MPI_Barrier(c->comm->comm));
    H_MPI(MPI_Win_lock_all(0, c->win));
    access_all(c, &m);
    if (flushes) {
        H_MPI(MPI_Win_flush(c->comm->right, c->win));
        check(c, &m, &m.back, got);
    }
    H_MPI(MPI_Win_unlock_all(c->win));
    H_MPI(MPI_Barrier(c->comm->comm));
    check(c, &m, &m.back, got);
    h_check_intact(c, m.from.all, h_mine(c, FROM));
    h_own_begin(c);
    check(c, &m, &m.there, now);
    h_own_end(c);
    free_all(c, &m);
}

/* ---- which ---- */

/* Whether elements are aligned in each copy. */
static bool are_aligned(struct h_obj o)
{
    MPI_Aint extent;

    return !h_extent(o.pool, o.index, &extent) || extent % h_element_bytes(o.pool) == 0;
}

static void visit(struct h_case *c)
{
    if (DTP_obj_has_trait(c->recv.pool, c->j, "negative-extent"))
        return; /* a copy's displacement 0 could lie before the window */
    c->target = "other";
    c->completion = h_completion(h_pair_turn(c));
    c->sync = "lock_all";
    c->window = "create";
    c->variant = "moves";
    if (h_begin(c, "MPI_Put"))
        run_case(c, MOVES);
    c->variant = "accumulates";
    c->op = "MPI_REPLACE";
    if (h_may_accumulate(c) && h_asks(c, "MPI_Type_commit") && are_aligned(c->send) && are_aligned(c->recv) &&
        h_begin(c, "MPI_Get_accumulate"))
        run_case(c, num_kinds(c));
    c->op = NULL;
}

static void run(void)
{
    h_each_pair(H_WORLD | H_REVERSED | H_ONCE, visit);
}

const struct h_program h_program = {"many accesses within one epoch", H_ACCUMULATES | H_SEVERAL, run};
