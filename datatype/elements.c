/* Messages of fewer elements than the receive has room for, ending anywhere: within a block, an instance, a pair.  What
 * arrived is there, the rest is untouched, and MPI_Get_count and MPI_Get_elements say how much it was; and of a status
 * that is initialised so. */
#include "harness.h"
#include "tables.h"

enum { TAG = 5 };

/* k elements, from the first on. */
static void partial(struct h_case *c, MPI_Aint k)
{
    const struct h_values v = h_mine(c, (int) (k % 1000));
    const int self = c->comm->rank;
    MPI_Status status = h_status();

    struct h_obj sent = h_first_elements(k > 0 ? k : 1);

    h_fill(sent, v);
    h_clear(c->recv);
    H_MPI(MPI_Sendrecv(sent.mpi->DTP_obj_buf, k > 0 ? sent.mpi->DTP_obj_count : 0, sent.mpi->DTP_obj_type, self, TAG,
                       H_ARGS(c->recv), self, TAG, c->comm->comm, &status));
    h_check_received_part(c, c->recv, v, k);
    h_check_partial(c, c->recv, &status, k);
}

static void visit(struct h_case *c)
{
    const MPI_Aint n = DTP_pool_elements(c->recv.pool);
    const MPI_Aint ends[] = {0, 1, 2, 3, 7, n / 3, n / 2, n / 2 + 1, n - n / 3, n - 2, n - 1, n};
    MPI_Aint before = -1;

    for (int i = 0; i < H_NUM(ends); i++) {
        if (ends[i] <= before || ends[i] > n)
            continue;
        c->elements = before = ends[i];
        if (h_begin(c, "MPI_Sendrecv"))
            partial(c, ends[i]);
        if (h_begin(c, "MPI_Status_set_elements"))
            h_check_set_elements(c, c->recv, ends[i]);
    }
}

static void run(void)
{
    h_each_pair(H_WORLD | H_ONCE, visit);
}

const struct h_program h_program = {"messages shorter than their receive", 0, run};
