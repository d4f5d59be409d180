/* Thousands of types alive at once: every object's type is made after them, and a type of its own on top, and they move data like
 * any other. */
#include "harness.h"

#include <stdlib.h>

enum { TAG = 13, MANY = 4000, FEW = 400 };

/* Type i of many, all different. */
static MPI_Datatype make(int i)
{
    MPI_Datatype type;

    H_MPI(MPI_Type_vector(1 + i % 7, 1 + i % 3, 4 + i, MPI_INT, &type));
    H_MPI(MPI_Type_commit(&type));
    return type;
}

static void visit(struct h_pair *p)
{
    const struct h_values v = h_mine(p, 0);
    const int self = p->comm->rank;
    MPI_Status status = h_status();
    MPI_Datatype type;

    h_now(p, "MPI_Sendrecv among many types", self, self);
    h_fill(p->send, v);
    h_clear(p->recv);
    H_MPI(MPI_Type_contiguous(p->recv.mpi->DTP_obj_count, p->recv.mpi->DTP_obj_type, &type));
    H_MPI(MPI_Type_commit(&type));
    H_MPI(MPI_Sendrecv(H_ARGS(p->send), self, TAG, p->recv.mpi->DTP_obj_buf, 1, type, self, TAG, p->comm->comm, &status));
    H_MPI(MPI_Type_free(&type));
    h_check_intact(p, p->send, v);
    h_check_received(p, p->recv, v);
    h_check_status(p, p->recv, &status, self, TAG);
}

static void run(void)
{
    const int n = h_many_types_work() ? MANY : FEW;
    MPI_Datatype *types = h_alloc(n * (MPI_Aint) sizeof *types);

    for (int i = 0; i < n; i++)
        types[i] = make(i);
    h_each_pair(H_WORLD | H_ONCE, visit);
    for (int i = 0; i < n; i++)
        H_MPI(MPI_Type_free(&types[i]));
    free(types);
}

const struct h_program h_program = {"thousands of types alive at once", 0, run};
