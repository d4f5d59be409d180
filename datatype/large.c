/* Types made by the constructors with large counts: what MPI says of them, by every call, is what it says of those made
 * without; they move the same data, on either side. */
#include "harness.h"

static void visit(struct h_case *c)
{
    struct h_instances plain, by_large;
    MPI_Datatype large;

    c->variant = "large-counts";
    if (!h_begin(c, "MPI_Type_get_contents"))
        return;
    H_DTP(DTP_obj_type_create_large(c->recv.pool, c->recv.index, &large));
    h_check_type(c, c->recv, large);
    h_check_contents(c, c->recv, large);
    plain = h_whole(c->send);
    by_large = h_instances_of(c->recv, c->recv.mpi->DTP_obj_count, large);
    h_send_to_self_as(c, c->send, plain, c->recv, by_large, 0);
    h_send_to_self_as(c, c->recv, by_large, c->send, plain, 1);
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
