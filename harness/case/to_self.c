/* A message of a process to itself. */
#include "state.h"
#include "case/case.h"

void h_send_to_self(struct h_case *c, struct h_obj from, struct h_obj to, int op)
{
    h_send_to_self_as(c, from, h_whole(from), to, h_whole(to), op);
}

void h_send_to_self_as(struct h_case *c, struct h_obj from, struct h_instances sent, struct h_obj to,
                       struct h_instances received, int op)
{
    enum { TAG = 17 };
    const MPI_Aint n = DTP_pool_elements(from.pool);
    const struct h_values v = h_mine(c, op);
    const int self = c->comm->rank;
    MPI_Status status = h_status();

    h_fill(from, v);
    h_clear(to);
    H_MPI(MPI_Sendrecv(H_INSTANCES(sent), self, TAG, H_INSTANCES(received), self, TAG, c->comm->comm, &status));
    h_check_intact(c, from, v);
    h_check_received_part(c, to, v, n);
    h_check_status_part(c, to, &status, self, TAG, n);
}

void h_receive_as(struct h_case *c, MPI_Datatype type, int op)
{
    const struct h_instances received = h_instances_of(c->recv, c->recv.mpi->DTP_obj_count, type);

    h_send_to_self_as(c, c->send, h_whole(c->send), c->recv, received, op);
}
