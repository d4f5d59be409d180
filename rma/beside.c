/* Windows beside each other: over one memory, with other displacement units, one of which is freed before what was made
 * later; and over two, the epochs of which begin and end within each other. */
#include "accesses/access.h"
#include "harness.h"
#include "tables.h"

#include <stdbool.h>

enum { BEFORE = 700, FIRST, SECOND, THIRD, ALIGNED = 16 };

/* A window, and where the object is in that of the right neighbour. */
struct beside {
    MPI_Win win;
    MPI_Aint disp;
    struct h_obj object;
};

/* ---- the windows ---- */

/* Over an object alone. */
static struct beside over(const struct h_case *c, struct h_obj o, int unit)
{
    MPI_Aint below, above;

    h_reach(o, &below, &above);
    return (struct beside) {h_window_over(c, (char *) o.mpi->DTP_obj_buf - below, below + above, unit), below / unit,
                            o};
}

/* Over the memory of c->win, from its first byte on, with the largest unit up to this one. */
static int unit_for(const struct h_case *c, int rank, int unit)
{
    while (h_disp(c, rank) * h_unit(c, rank) % unit != 0)
        unit /= 2;
    return unit;
}

static struct beside again(const struct h_case *c, int unit)
{
    const int me = c->comm->rank, right = c->comm->right;
    const MPI_Aint zero = h_disp(c, me) * h_unit(c, me), there = h_disp(c, right) * h_unit(c, right);
    char *first = (char *) c->recv.mpi->DTP_obj_buf - zero;
    MPI_Aint below, above;

    h_reach(c->recv, &below, &above);
    return (struct beside) {h_window_over(c, first, zero + above, unit_for(c, me, unit)),
                            there / unit_for(c, right, unit), c->recv};
}

/* ---- accesses ---- */

static int put(const struct h_case *c, const struct beside *w, struct h_obj from)
{
    return MPI_Put(H_ARGS(from), c->comm->right, w->disp, w->object.mpi->DTP_obj_count, w->object.mpi->DTP_obj_type,
                   w->win);
}

static int replace(const struct h_case *c, const struct beside *w, struct h_obj from)
{
    return MPI_Accumulate(H_ARGS(from), c->comm->right, w->disp, w->object.mpi->DTP_obj_count,
                          w->object.mpi->DTP_obj_type, MPI_REPLACE, w->win);
}

static const struct form {
    const char *name;
    int (*call)(const struct h_case *c, const struct beside *w, struct h_obj from);
    int accumulates;
} forms[] = {{"MPI_Put", put, 0}, {"MPI_Accumulate", replace, 1}};

static void store(const struct h_case *c, const struct form *f, const struct beside *w, struct h_obj from)
{
    h_mpi(f->call(c, w, from), f->name, __FILE__, __LINE__);
}

static void load(const struct h_case *c, const struct beside *w, struct h_obj to)
{
    H_MPI(MPI_Get(H_ARGS(to), c->comm->right, w->disp, w->object.mpi->DTP_obj_count, w->object.mpi->DTP_obj_type,
                  w->win));
}

/* ---- one memory ---- */

/* What has come through one of the windows goes out through the other. */
static void through(struct h_case *c, const struct form *f, const struct beside *in, const struct beside *out,
                    int values)
{
    struct h_obj back = h_recv_object(c, H_RESULT);

    h_fill(c->send, h_mine(c, values));
    h_clear(back);
    H_MPI(MPI_Win_fence(0, in->win));
    store(c, f, in, c->send);
    H_MPI(MPI_Win_fence(MPI_MODE_NOSUCCEED, in->win));
    H_MPI(MPI_Win_fence(0, out->win));
    load(c, out, back);
    H_MPI(MPI_Win_fence(MPI_MODE_NOSUCCEED, out->win));
    h_check_received(c, back, h_mine(c, values));
    h_check_received(c, c->recv, h_theirs(c, c->comm->left, values));
    h_check_intact(c, c->send, h_mine(c, values));
}

static void one_memory(struct h_case *c, const struct form *f, bool is_nested)
{
    const struct beside a = {c->win, h_disp(c, c->comm->right), c->recv};
    struct beside b, last;

    h_use_values(MPI_REPLACE);
    h_clear(c->recv);
    b = is_nested ? over(c, c->recv, ALIGNED) : again(c, ALIGNED);
    through(c, f, &a, &b, FIRST);
    last = again(c, 1);
    through(c, f, &b, &a, SECOND);
    H_MPI(MPI_Win_free(&b.win));
    through(c, f, &last, &a, THIRD);
    H_MPI(MPI_Win_free(&last.win));
}

/* ---- two memories ---- */

static void own(const struct h_case *c, const struct beside *w, bool begins)
{
    if (begins)
        H_MPI(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, c->comm->rank, 0, w->win));
    else
        H_MPI(MPI_Win_unlock(c->comm->rank, w->win));
}

static void fence(const struct h_case *c, const struct beside *w, bool begins)
{
    (void) c;
    H_MPI(MPI_Win_fence(begins ? MPI_MODE_NOPRECEDE : MPI_MODE_NOSUCCEED, w->win));
}

static void lock(const struct h_case *c, const struct beside *w, bool begins)
{
    if (begins)
        H_MPI(MPI_Win_lock(MPI_LOCK_SHARED, c->comm->right, 0, w->win));
    else
        H_MPI(MPI_Win_unlock(c->comm->right, w->win));
}

static void lock_all(const struct h_case *c, const struct beside *w, bool begins)
{
    (void) c;
    H_MPI(begins ? MPI_Win_lock_all(0, w->win) : MPI_Win_unlock_all(w->win));
}

static void start(const struct h_case *c, const struct beside *w, bool begins)
{
    if (begins)
        h_neighbours_start(c, w->win);
    else
        h_neighbours_complete(w->win);
}

/* How the epochs of the first and of the second window begin and end; whether the second one may be flushed. */
typedef void epoch(const struct h_case *c, const struct beside *w, bool begins);
static const struct sync {
    const char *name;
    epoch *first, *second;
    bool flushes;
} syncs[] = {{"fence-fence", fence, fence, false}, {"lock-lock", lock, lock, true}, {"fence-lock", fence, lock, true},
             {"lock_all-lock", lock_all, lock, true}, {"lock-lock_all", lock, lock_all, true},
             {"pscw-pscw", start, start, false}, {"fence-pscw", fence, start, false}};

/* Stores and loads of both windows. */
static void own_both(const struct h_case *c, const struct beside *a, const struct beside *b, bool begins)
{
    own(c, a, begins);
    own(c, b, begins);
    if (!begins)
        H_MPI(MPI_Barrier(c->comm->comm));
}

/* The epoch that began first ends first or last; the store of the other one comes before that end, or after it. */
static void store_both(struct h_case *c, const struct form *f, const struct sync *s, const struct beside *a,
                       const struct beside *b, struct h_obj second)
{
    const int ends = 1 - h_pair_turn(c) / 4 % 2, other = 1 - ends;
    const bool is_late = h_pair_turn(c) / 2 % 2;
    const struct beside *windows[] = {a, b};
    const struct h_obj from[] = {c->send, second};
    epoch *const epochs[] = {s->first, s->second};

    for (int k = 0; k < 2; k++)
        epochs[k](c, windows[k], true);
    store(c, f, windows[ends], from[ends]);
    if (!is_late)
        store(c, f, windows[other], from[other]);
    epochs[ends](c, windows[ends], false);
    if (is_late)
        store(c, f, windows[other], from[other]);
    h_check_intact(c, from[ends], h_mine(c, FIRST + ends));
    epochs[other](c, windows[other], false);
    h_check_intact(c, from[other], h_mine(c, FIRST + other));
    H_MPI(MPI_Barrier(c->comm->comm));
}

/* What one window has is there after a flush, or at the end of its epoch, while that of the other goes on. */
static void load_one(struct h_case *c, const struct sync *s, const struct beside *a, const struct beside *b)
{
    struct h_obj seen = h_recv_object(c, H_LOOK);

    h_clear(seen);
    s->first(c, a, true);
    s->second(c, b, true);
    load(c, b, seen);
    if (s->flushes)
        H_MPI(MPI_Win_flush_local(c->comm->right, b->win));
    else
        s->second(c, b, false);
    h_check_received(c, seen, h_mine(c, SECOND));
    h_clear(seen);
    load(c, a, seen);
    s->first(c, a, false);
    h_check_received(c, seen, h_mine(c, FIRST));
    if (s->flushes)
        s->second(c, b, false);
    H_MPI(MPI_Barrier(c->comm->comm));
}

static void two_memories(struct h_case *c, const struct form *f, const struct sync *s)
{
    const struct beside a = {c->win, h_disp(c, c->comm->right), c->recv};
    struct h_obj other = h_recv_object(c, H_RESULT), second = h_send_twin(c);
    struct beside b;

    h_use_values(MPI_REPLACE);
    h_clear(other);
    b = over(c, other, 2);
    own_both(c, &a, &b, true);
    h_clear(c->recv);
    h_fill(c->send, h_mine(c, FIRST));
    h_fill(second, h_mine(c, SECOND));
    own_both(c, &a, &b, false);
    store_both(c, f, s, &a, &b, second);
    own_both(c, &a, &b, true);
    h_check_received(c, c->recv, h_theirs(c, c->comm->left, FIRST));
    h_check_received(c, other, h_theirs(c, c->comm->left, SECOND));
    own_both(c, &a, &b, false);
    load_one(c, s, &a, &b);
    H_MPI(MPI_Win_free(&b.win));
}

static void visit(struct h_case *c)
{
    for (int k = 0; k < H_NUM(forms); k++) {
        if (forms[k].accumulates && !(h_may_accumulate(c) && h_op_works(MPI_REPLACE, 2)))
            continue;
        c->sync = "fence";
        c->more_received = H_RESULT;
        for (int is_nested = 0; is_nested < 2; is_nested++) {
            c->variant = is_nested ? "nested" : "one-memory";
            if (h_begin(c, forms[k].name))
                one_memory(c, &forms[k], is_nested);
        }
        c->variant = "two-memories";
        c->more_received = H_LOOK;
        for (int n = 0; n < H_NUM(syncs); n++) {
            c->sync = syncs[n].name;
            if (h_due(c, n, H_NUM(syncs)) && h_begin(c, forms[k].name))
                two_memories(c, &forms[k], &syncs[n]);
        }
    }
}

static void run(void)
{
    h_each_window_of(H_WORLD | H_ONCE, H_CREATE | H_ALLOCATE, visit);
}

const struct h_program h_program = {"windows beside each other", H_SEVERAL, run};
