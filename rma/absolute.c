/* Accesses whose origin, and result, are described by absolute addresses, from MPI_BOTTOM; in a dynamic window the
 * target too. */
#include "access.h"
#include "blocks.h"
#include "packing.h"

#include <string.h>

enum { BEFORE = 600, FROM };

/* What an access moves. */
struct transfer {
    struct h_instances from, back, to;
    MPI_Aint disp;
};

#define TARGET(c, t) (c)->comm->right, (t)->disp, (t)->to.count, (t)->to.type

static int put(const struct h_case *c, const struct transfer *t)
{
    return MPI_Put(t->from.buf, t->from.count, t->from.type, TARGET(c, t), c->win);
}

static int get(const struct h_case *c, const struct transfer *t)
{
    return MPI_Get(t->back.buf, t->back.count, t->back.type, TARGET(c, t), c->win);
}

static int accumulate(const struct h_case *c, const struct transfer *t)
{
    return MPI_Accumulate(t->from.buf, t->from.count, t->from.type, TARGET(c, t), MPI_REPLACE, c->win);
}

static int get_accumulate(const struct h_case *c, const struct transfer *t)
{
    return MPI_Get_accumulate(t->from.buf, t->from.count, t->from.type, t->back.buf, t->back.count, t->back.type,
                              TARGET(c, t), MPI_REPLACE, c->win);
}

static const struct form {
    const char *name;
    int (*call)(const struct h_case *c, const struct transfer *t);
    int puts, gets, accumulates;
} forms[] = {{"MPI_Put", put, 1, 0, 0}, {"MPI_Get", get, 0, 1, 0}, {"MPI_Accumulate", accumulate, 1, 0, 1},
             {"MPI_Get_accumulate", get_accumulate, 1, 1, 1}};

/* In a dynamic window displacements are addresses: from 0, the type has them. */
static struct transfer transfer_of(const struct h_case *c, struct h_obj result)
{
    struct transfer t = {h_at_bottom(c->send), h_at_bottom(result), {NULL, H_TARGET(c)}, h_disp(c, c->comm->right)};

    if (strcmp(c->window, "create_dynamic") == 0) {
        t.to = h_at_address(c->recv, t.disp);
        t.disp = 0;
    }
    return t;
}

static void free_transfer(const struct h_case *c, struct transfer *t)
{
    H_MPI(MPI_Type_free(&t->from.type));
    H_MPI(MPI_Type_free(&t->back.type));
    if (t->to.type != c->recv.mpi->DTP_obj_type)
        H_MPI(MPI_Type_free(&t->to.type));
}

static void run_case(struct h_case *c, const struct form *f)
{
    const struct h_values before = h_mine(c, BEFORE), from = h_mine(c, FROM);
    struct h_obj result = h_recv_object(c, H_RESULT);
    struct transfer t = transfer_of(c, result);

    h_use_values(MPI_REPLACE);
    h_fill(c->recv, before);
    h_fill(c->send, from);
    h_clear(result);
    H_MPI(MPI_Win_fence(0, c->win));
    h_mpi(f->call(c, &t), f->name, __FILE__, __LINE__);
    H_MPI(MPI_Win_fence(0, c->win));
    h_check_intact(c, c->send, from);
    h_check_received_part(c, result, h_theirs(c, c->comm->right, BEFORE), f->gets ? c->elements : 0);
    h_check_received(c, c->recv, f->puts ? h_theirs(c, c->comm->left, FROM) : before);
    free_transfer(c, &t);
}

static void visit(struct h_case *c)
{
    c->sync = "fence";
    for (int k = 0; k < H_NUM(forms); k++) {
        c->more_received = forms[k].gets ? H_RESULT : 0;
        if ((!forms[k].accumulates || h_may_accumulate(c)) && h_begin(c, forms[k].name))
            run_case(c, &forms[k]);
    }
}

static void run(void)
{
    h_each_window_of(H_WORLD | H_ONCE, H_CREATE | H_ALLOCATE | H_DYNAMIC, visit);
}

const struct h_program h_program = {"accesses from absolute addresses", 0, run};
