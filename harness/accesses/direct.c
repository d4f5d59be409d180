/* Loads and stores of a neighbour's memory in a shared window. */
#include "accesses/access.h"

#include <stdbool.h>

enum { STORED = 200, BEFORE = 201 };

/* MPI does the loads and stores, of a message to this process itself. */
static void copy(const void *from, int send_count, MPI_Datatype sent, void *to, int recv_count, MPI_Datatype received)
{
    H_MPI(MPI_Sendrecv(from, send_count, sent, 0, 0, to, recv_count, received, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE));
}

void h_access_directly(struct h_case *c, bool stores)
{
    const struct h_obj from = stores ? c->send : c->recv, to = stores ? c->recv : h_recv_object(c, H_RESULT);
    const int number = stores ? STORED : BEFORE;

    h_use_values(MPI_REPLACE);
    h_clear(to);
    h_fill(from, h_mine(c, number));
    H_MPI(MPI_Win_lock_all(0, c->win));
    h_win_meet(c);
    if (stores)
        copy(H_ARGS(from), h_shared_object(c, c->comm->right), H_TARGET(c));
    else
        copy(h_shared_object(c, c->comm->right), H_TARGET(c), H_ARGS(to));
    h_win_meet(c);
    h_check_received(c, to, h_theirs(c, stores ? c->comm->left : c->comm->right, number));
    h_check_intact(c, from, h_mine(c, number));
    H_MPI(MPI_Win_unlock_all(c->win));
    H_MPI(MPI_Barrier(c->comm->comm));
}
