/* Types made by the constructors with large counts: what MPI says of them, by every call, is what it says of those made
 * without; they move the same data, on either side. */
#include "harness.h"

/* The object's type is this one, from now on. */
static MPI_Datatype exchange_type(struct h_obj o, MPI_Datatype type)
{
    DTP_obj_s *entry = &o.pool->DTP_obj_array[o.index];
    MPI_Datatype before = entry->DTP_obj_type;

    entry->DTP_obj_type = type;
    return before;
}

static void visit(struct h_case *c)
{
    MPI_Datatype large, type;

    c->variant = "large-counts";
    if (!h_begin(c, "MPI_Type_get_contents"))
        return;
    H_DTP(DTP_obj_type_create_large(c->recv.pool, c->recv.index, &large));
    h_check_type(c, c->recv, large);
    h_check_contents(c, c->recv, large);
    type = exchange_type(c->recv, large);
    h_send_to_self(c, c->send, c->recv, 0);
    h_send_to_self(c, c->recv, c->send, 1);
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
