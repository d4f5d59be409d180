/* Messages of buffered sends one after the other, which find room in one buffer for little more than two of them: so
 * each begins elsewhere, and some where the rest of the buffer is too short for them; or in one for three, the third of
 * which is sent once the second one has been received, while the first one waits (MPI-3.1, 3.6). */
#include "harness.h"
#include "tables.h"

#include <stdlib.h>

enum { TAG = 99, MESSAGES = 8, LATER = 50 };

/* What messages need that are as large as the object. */
static int room_of(const struct h_case *c)
{
    const DTP_obj_s *o = c->send.mpi;
    int size;

    H_MPI(MPI_Pack_size((int) o->DTP_obj_count, o->DTP_obj_type, c->comm->comm, &size));
    return size + MPI_BSEND_OVERHEAD;
}

static void *attach(int size)
{
    void *memory = h_alloc(size);

    H_MPI(MPI_Buffer_attach(memory, size));
    return memory;
}

static void detach(void *memory)
{
    void *detached;
    int size;

    H_MPI(MPI_Buffer_detach(&detached, &size));
    free(memory);
}

/* The buffer has the data at once. */
static void send(struct h_case *c, int op)
{
    h_fill(c->send, h_mine(c, op));
    H_MPI(MPI_Bsend(H_ARGS(c->send), c->comm->right, TAG + op, c->comm->comm));
    h_check_intact(c, c->send, h_mine(c, op));
    h_fill(c->send, h_mine(c, LATER));
}

static void receive(struct h_case *c, int op)
{
    MPI_Status status = h_status();

    h_clear(c->recv);
    H_MPI(MPI_Recv(H_ARGS(c->recv), c->comm->left, TAG + op, c->comm->comm, &status));
    h_check_received(c, c->recv, h_theirs(c, c->comm->left, op));
    h_check_status(c, c->recv, &status, c->comm->left, TAG + op);
}

/* The buffer is free again when a message is received. */
static void one_by_one(struct h_case *c)
{
    const int room = room_of(c);
    void *memory = attach(2 * room + (room - MPI_BSEND_OVERHEAD) / 3 + MPI_BSEND_OVERHEAD);

    for (int k = 0; k < MESSAGES; k++) {
        send(c, k);
        receive(c, k);
        H_MPI(MPI_Barrier(c->comm->comm));
    }
    detach(memory);
}

static void second_first(struct h_case *c)
{
    enum { FIRST, SECOND, THIRD, ALL };
    void *memory = attach(ALL * room_of(c));

    send(c, FIRST);
    send(c, SECOND);
    receive(c, SECOND);
    H_MPI(MPI_Barrier(c->comm->comm));
    send(c, THIRD);
    receive(c, FIRST);
    receive(c, THIRD);
    detach(memory);
}

static void visit(struct h_case *c)
{
    static const struct h_variant variants[] = {{"one-by-one", one_by_one}, {"second-first", second_first}};

    h_each_variant(c, "MPI_Bsend", H_NUM(variants), variants);
}

static void run(void)
{
    h_each_pair(H_WORLD | H_SELF | H_ONCE, visit);
}

const struct h_program h_program = {"buffered sends one after the other, in one buffer", H_SENDS, run};
