/* Messages of buffered sends one after the other, which find room in one buffer for little more than two of them: so
 * each begins elsewhere, and some where the rest of the buffer is too short for them (MPI-3.1, 3.6). */
#include "harness.h"

#include <stdlib.h>

enum { TAG = 99, MESSAGES = 8, LATER = 50 };

/* The room of two messages, and of a third of one. */
static int size_of_buffer(const struct h_case *c)
{
    const DTP_obj_s *o = c->send.mpi;
    int size;

    H_MPI(MPI_Pack_size((int) o->DTP_obj_count, o->DTP_obj_type, c->comm->comm, &size));
    return 2 * (size + MPI_BSEND_OVERHEAD) + size / 3 + MPI_BSEND_OVERHEAD;
}

/* The buffer has the data at once; it is free again when they are received. */
static void pass_on(struct h_case *c, int op)
{
    MPI_Status status = h_status();

    h_fill(c->send, h_mine(c, op));
    h_clear(c->recv);
    H_MPI(MPI_Bsend(H_ARGS(c->send), c->comm->right, TAG, c->comm->comm));
    h_check_intact(c, c->send, h_mine(c, op));
    h_fill(c->send, h_mine(c, LATER));
    H_MPI(MPI_Recv(H_ARGS(c->recv), c->comm->left, TAG, c->comm->comm, &status));
    h_check_received(c, c->recv, h_theirs(c, c->comm->left, op));
    h_check_status(c, c->recv, &status, c->comm->left, TAG);
    H_MPI(MPI_Barrier(c->comm->comm));
}

static void visit(struct h_case *c)
{
    void *memory, *detached;
    int size, detached_size;

    if (!h_begin(c, "MPI_Bsend"))
        return;
    size = size_of_buffer(c);
    memory = h_alloc(size);
    H_MPI(MPI_Buffer_attach(memory, size));
    for (int k = 0; k < MESSAGES; k++)
        pass_on(c, k);
    H_MPI(MPI_Buffer_detach(&detached, &detached_size));
    free(memory);
}

static void run(void)
{
    h_each_pair(H_WORLD | H_SELF | H_ONCE, visit);
}

const struct h_program h_program = {"buffered sends one after the other, in one buffer", H_SENDS, run};
