/* Thousands of types alive at once: every object's type is made after them, and a type of its own on top, and they move
 * data like any other. */
#include "harness.h"
#include "tables.h"

enum { TAG = 13, MANY = 4000 };

static const struct {
    const char *variant;
    int alive;
} steps[] = {{"400-types", 400}, {"4000-types", MANY}}, *step;
static MPI_Datatype types[MANY];
static int alive;

/* Type i of many, all different. */
static MPI_Datatype make(int i)
{
    MPI_Datatype type;

    H_MPI(MPI_Type_vector(1 + i % 7, 1 + i % 3, 4 + i, MPI_INT, &type));
    H_MPI(MPI_Type_commit(&type));
    return type;
}

/* So many types, made or freed if need be. */
static void keep(int n)
{
    while (alive < n) {
        types[alive] = make(alive);
        alive++;
    }
    while (alive > n)
        H_MPI(MPI_Type_free(&types[--alive]));
}

static void exchange(struct h_case *c)
{
    const struct h_values v = h_mine(c, 0);
    const int self = c->comm->rank;
    MPI_Status status = h_status();
    MPI_Datatype type;

    h_fill(c->send, v);
    h_clear(c->recv);
    H_MPI(MPI_Type_contiguous(c->recv.mpi->DTP_obj_count, c->recv.mpi->DTP_obj_type, &type));
    H_MPI(MPI_Type_commit(&type));
    H_MPI(MPI_Sendrecv(H_ARGS(c->send), self, TAG, c->recv.mpi->DTP_obj_buf, 1, type, self, TAG, c->comm->comm,
                       &status));
    H_MPI(MPI_Type_free(&type));
    h_check_intact(c, c->send, v);
    h_check_received(c, c->recv, v);
    h_check_status(c, c->recv, &status, self, TAG);
}

static void among(struct h_case *c)
{
    c->variant = step->variant;
    if (!h_begin(c, "MPI_Sendrecv"))
        return;
    keep(step->alive);
    exchange(c);
}

static void run(void)
{
    for (step = steps; step < steps + H_NUM(steps); step++)
        h_each_pair(H_WORLD | H_ONCE, among);
    keep(0);
}

const struct h_program h_program = {"thousands of types alive at once", 0, run};
