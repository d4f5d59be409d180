/* Messages of fewer elements than the receive has room for, ending anywhere: within a block, an instance, a pair.  What arrived is
 * there, the rest is untouched, and MPI_Get_count and MPI_Get_elements say how much it was; and of a status that
 * is told so. */
#include "harness.h"

enum { TAG = 5 };

/* k elements, from the first on. */
static void partial(struct h_pair *p, MPI_Aint k)
{
    const struct h_values v = h_mine(p, (int) (k % 1000));
    const int self = p->comm->rank;
    MPI_Status status = h_status();

    p->send = h_first_elements(k > 0 ? k : 1);
    h_fill(p->send, v);
    h_clear(p->recv);
    H_MPI(MPI_Sendrecv(p->send.mpi->DTP_obj_buf, k > 0 ? p->send.mpi->DTP_obj_count : 0, p->send.mpi->DTP_obj_type, self, TAG,
                       H_ARGS(p->recv), self, TAG, p->comm->comm, &status));
    h_check_received_part(p, p->recv, v, k);
    h_check_partial(p, p->recv, &status, k);
}

static void visit(struct h_pair *p)
{
    const MPI_Aint n = DTP_pool_elements(p->recv.pool);
    const MPI_Aint ends[] = {0, 1, 2, 3, 7, n / 3, n / 2, n / 2 + 1, n - n / 3, n - 2, n - 1, n};
    MPI_Aint before = -1;

    h_now(p, "MPI_Sendrecv of fewer elements", p->comm->rank, p->comm->rank);
    for (int i = 0; i < (int) (sizeof ends / sizeof ends[0]); i++)
        if (ends[i] > before && ends[i] <= n) {
            partial(p, ends[i]);
            before = ends[i];
        }
    h_now(p, "MPI_Status_set_elements", p->comm->rank, p->comm->rank);
    for (int i = 0; i < (int) (sizeof ends / sizeof ends[0]); i++)
        if (ends[i] >= 0 && ends[i] <= n)
            h_check_set_elements(p, p->recv, ends[i]);
}

static void run(void)
{
    h_each_pair(H_WORLD | H_ONCE, visit);
}

const struct h_program h_program = {"messages shorter than their receive", 0, run};
