/* Accesses of nothing: counts of zero, types of size zero, and whole objects of MPI_PROC_NULL (MPI-3.1, 11.3), under
 * each way to synchronise in turn; no memory on either side may change, and what is read then is what was there. */
#include "accesses/access.h"
#include "harness.h"
#include "tables.h"

#include <stdbool.h>

enum { BEFORE = 500, FROM, MANY = 3 };
enum nothing { NO_COUNT, NO_SIZE, NOBODY, WAYS };

/* What is accessed at the target. */
struct part {
    int count;
    MPI_Datatype type;
    int to;
    MPI_Aint disp;
};
#define TO(p) (p)->to, (p)->disp, (p)->count, (p)->type

/* The same at the origin; of nobody all of an object. */
static struct h_instances origin(struct h_obj o, const struct part *p)
{
    return p->to == MPI_PROC_NULL ? h_whole(o) : h_instances_of(o, p->count, p->type);
}

static int put(struct h_case *c, struct h_obj back, const struct part *p)
{
    const struct h_instances from = origin(c->send, p);

    (void) back;
    return MPI_Put(H_INSTANCES(from), TO(p), c->win);
}

static int get(struct h_case *c, struct h_obj back, const struct part *p)
{
    const struct h_instances to = origin(back, p);

    return MPI_Get(H_INSTANCES(to), TO(p), c->win);
}

static int accumulate(struct h_case *c, struct h_obj back, const struct part *p)
{
    const struct h_instances from = origin(c->send, p);

    (void) back;
    return MPI_Accumulate(H_INSTANCES(from), TO(p), MPI_REPLACE, c->win);
}

static int get_accumulate(struct h_case *c, struct h_obj back, const struct part *p)
{
    const struct h_instances from = origin(c->send, p), to = origin(back, p);

    return MPI_Get_accumulate(H_INSTANCES(from), H_INSTANCES(to), TO(p), MPI_REPLACE, c->win);
}

static const struct form {
    const char *name;
    int (*call)(struct h_case *c, struct h_obj back, const struct part *p);
    int accumulates;
} forms[] = {{"MPI_Put", put, 0}, {"MPI_Get", get, 0}, {"MPI_Accumulate", accumulate, 1},
             {"MPI_Get_accumulate", get_accumulate, 1}};

/* ---- epochs ---- */

static void lock(struct h_case *c, bool begins)
{
    if (begins)
        H_MPI(MPI_Win_lock(MPI_LOCK_SHARED, c->comm->right, 0, c->win));
    else
        H_MPI(MPI_Win_unlock(c->comm->right, c->win));
}

static void fence(struct h_case *c, bool begins)
{
    H_MPI(MPI_Win_fence(begins ? MPI_MODE_NOPRECEDE : MPI_MODE_NOSUCCEED, c->win));
}

static void start(struct h_case *c, bool begins)
{
    if (begins)
        h_neighbours_start(c, c->win);
    else
        h_neighbours_complete(c->win);
}

static const struct epoch {
    const char *name;
    void (*change)(struct h_case *c, bool begins);
} epochs[] = {{"lock", lock}, {"fence", fence}, {"pscw", start}};

static void run_case(struct h_case *c, const struct form *f, enum nothing way, const struct epoch *e)
{
    const struct h_values before = h_mine(c, BEFORE), from = h_mine(c, FROM);
    const int to = c->comm->right;
    struct h_obj back = h_recv_object(c, H_RESULT);
    struct part p = {0, c->recv.mpi->DTP_obj_type, to, h_disp(c, to)};

    if (way == NOBODY)
        p = (struct part) {c->recv.mpi->DTP_obj_count, p.type, MPI_PROC_NULL, 0};
    if (way == NO_SIZE) {
        p.count = MANY;
        H_MPI(MPI_Type_vector(MANY, 0, 2, c->recv.mpi->DTP_obj_type, &p.type));
        H_MPI(MPI_Type_commit(&p.type));
    }
    h_use_values(MPI_REPLACE);
    h_own_fill(c, before);
    h_fill(c->send, from);
    h_clear(back);
    H_MPI(MPI_Barrier(c->comm->comm));
    e->change(c, true);
    h_mpi(f->call(c, back, &p), f->name, __FILE__, __LINE__);
    e->change(c, false);
    h_check_intact(c, c->send, from);
    h_check_received_part(c, back, from, 0);
    H_MPI(MPI_Barrier(c->comm->comm));
    H_MPI(MPI_Win_lock(MPI_LOCK_SHARED, to, 0, c->win));
    H_MPI(MPI_Get(H_ARGS(back), H_AT(c, to), c->win));
    H_MPI(MPI_Win_unlock(to, c->win));
    h_check_received(c, back, h_theirs(c, to, BEFORE));
    H_MPI(MPI_Barrier(c->comm->comm));
    h_own_check(c, before);
    if (way == NO_SIZE)
        H_MPI(MPI_Type_free(&p.type));
}

static void visit(struct h_case *c)
{
    static const char *const names[WAYS] = {"count-zero", "size-zero", "nobody"};

    c->more_received = H_RESULT;
    for (int k = 0; k < H_NUM(forms); k++)
        for (int way = 0; way < WAYS; way++) {
            const struct epoch *e = &epochs[(h_pair_turn(c) + k + way) % H_NUM(epochs)];
            c->variant = names[way];
            c->sync = e->name;
            if ((!forms[k].accumulates || h_may_accumulate(c)) && h_begin(c, forms[k].name))
                run_case(c, &forms[k], (enum nothing) way, e);
        }
}

static void run(void)
{
    h_each_window_of(H_WORLD | H_ONCE, H_CREATE | H_ALLOCATE | H_DYNAMIC, visit);
}

const struct h_program h_program = {"accesses of nothing", 0, run};
