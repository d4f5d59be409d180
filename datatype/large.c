/* Types made by the constructors with large counts: what MPI says of them, by every call, is what it says of those made
 * without; they move the same data, on either side. */
#include "harness.h"

enum { TAG = 17 };

/* The object's type is this one, from now on. */
static MPI_Datatype exchange_type(struct h_obj o, MPI_Datatype type)
{
    DTP_obj_s *entry = &o.pool->DTP_obj_array[o.index];
    MPI_Datatype before = entry->DTP_obj_type;

    entry->DTP_obj_type = type;
    return before;
}

static void move(struct h_case *c, struct h_obj from, struct h_obj to, int op)
{
    const struct h_values v = h_mine(c, op);
    const int self = c->comm->rank;
    MPI_Status status = h_status();

    h_fill(from, v);
    h_clear(to);
    H_MPI(MPI_Sendrecv(H_ARGS(from), self, TAG, H_ARGS(to), self, TAG, c->comm->comm, &status));
    h_check_intact(c, from, v);
    h_check_received(c, to, v);
    h_check_status(c, to, &status, self, TAG);
}

static void visit(struct h_case *c)
{
    MPI_Datatype large, type;

    c->variant = "large-counts";
    if (!h_begin(c, "MPI_Type_get_contents"))
        return;
    H_DTP(DTP_obj_type_create_large(c->recv.pool, c->recv.index, &large));
    type = exchange_type(c->recv, large);
    h_check_type(c, c->recv);
    h_check_contents(c, c->recv);
    move(c, c->send, c->recv, 0);
    move(c, c->recv, c->send, 1);
    (void) exchange_type(c->recv, type);
    H_DTP(DTP_obj_type_free(c->recv.pool, c->recv.index, &large));
}

static void run(void)
{
    if (MPI_VERSION < 4)
        h_leave_out("this MPI is older than 4.0, without constructors with large counts");
    else
        h_each_pair(H_WORLD | H_ONCE, visit);
}

const struct h_program h_program = {"types made with large counts", 0, run};
