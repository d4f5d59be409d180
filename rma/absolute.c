/* Accesses whose origin, and result, are described by absolute addresses, from MPI_BOTTOM; types of targets must have
 * relative displacements, in dynamic windows too (MPI-3.1, 11.3.1). */
#include "accesses/access.h"
#include "harness.h"
#include "tables.h"
#include "messages/packing.h"

enum { BEFORE = 600, FROM };

struct ends { struct h_instances from, to; };

static int put(const struct h_case *c, struct ends e)
{
    return MPI_Put(H_INSTANCES(e.from), H_AT(c, c->comm->right), c->win);
}

static int get(const struct h_case *c, struct ends e)
{
    return MPI_Get(H_INSTANCES(e.to), H_AT(c, c->comm->right), c->win);
}

static int accumulate(const struct h_case *c, struct ends e)
{
    return MPI_Accumulate(H_INSTANCES(e.from), H_AT(c, c->comm->right), MPI_REPLACE, c->win);
}

static int get_accumulate(const struct h_case *c, struct ends e)
{
    return MPI_Get_accumulate(H_INSTANCES(e.from), H_INSTANCES(e.to), H_AT(c, c->comm->right), MPI_REPLACE, c->win);
}

static const struct form {
    const char *name;
    int (*call)(const struct h_case *c, struct ends e);
    int puts, gets, accumulates;
} forms[] = {{"MPI_Put", put, 1, 0, 0}, {"MPI_Get", get, 0, 1, 0}, {"MPI_Accumulate", accumulate, 1, 0, 1},
             {"MPI_Get_accumulate", get_accumulate, 1, 1, 1}};

static void run_case(struct h_case *c, const struct form *f)
{
    const struct h_values before = h_mine(c, BEFORE), from = h_mine(c, FROM);
    struct h_obj result = h_recv_object(c, H_RESULT);
    struct ends e = {h_at_bottom(c->send), h_at_bottom(result)};

    h_use_values(MPI_REPLACE);
    h_fill(c->recv, before);
    h_fill(c->send, from);
    h_clear(result);
    H_MPI(MPI_Win_fence(0, c->win));
    h_mpi(f->call(c, e), f->name, __FILE__, __LINE__);
    H_MPI(MPI_Win_fence(0, c->win));
    h_check_intact(c, c->send, from);
    h_check_received_part(c, result, h_theirs(c, c->comm->right, BEFORE), f->gets ? c->elements : 0);
    h_check_received(c, c->recv, f->puts ? h_theirs(c, c->comm->left, FROM) : before);
    H_MPI(MPI_Type_free(&e.from.type));
    H_MPI(MPI_Type_free(&e.to.type));
}

static void visit(struct h_case *c)
{
    c->sync = "fence";
    c->more_received = H_RESULT;
    for (int k = 0; k < H_NUM(forms); k++)
        if ((!forms[k].accumulates || h_may_accumulate(c)) && h_begin(c, forms[k].name))
            run_case(c, &forms[k]);
}

static void run(void)
{
    h_each_window_of(H_WORLD | H_ONCE, H_CREATE | H_ALLOCATE | H_DYNAMIC | H_NO_LOCKS, visit);
}

const struct h_program h_program = {"accesses from absolute addresses", 0, run};
