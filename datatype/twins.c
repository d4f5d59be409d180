/* What needs no expected value of its own, since two ways must lead to the same: n instances of a type are one of
 * contiguous(n); a type made again from its text is the type; layouts may change sides. */
#include "harness.h"

#include <stdlib.h>

enum { TAG = 11 };

/* What stands for an object's count and type. */
struct twin {
    int count;
    MPI_Datatype type;
};

static struct twin contiguous(struct h_obj o)
{
    struct twin twin = {.count = 1};

    H_MPI(MPI_Type_contiguous(o.mpi->DTP_obj_count, o.mpi->DTP_obj_type, &twin.type));
    H_MPI(MPI_Type_commit(&twin.type));
    return twin;
}

/* The pool of one object made from the text of o. */
static DTP_t from_text(struct h_obj o)
{
    const int length = DTP_obj_text(o.pool, o.index, NULL, 0);
    char *text = h_alloc(length + 1);
    const char *texts[] = {text};
    DTP_t pool;

    (void) DTP_obj_text(o.pool, o.index, text, (size_t) length + 1);
    H_DTP(DTP_pool_create_text(1, texts, &pool));
    H_DTP(DTP_obj_create(pool, 0, 0, 0, 0));
    free(text);
    return pool;
}

static struct twin twin_of(DTP_t pool)
{
    return (struct twin) {pool->DTP_obj_array[0].DTP_obj_count, pool->DTP_obj_array[0].DTP_obj_type};
}

/* From the buffer of one object to that of the other, as the twins say. */
static void move(struct h_case *c, struct h_obj from, struct twin sent, struct h_obj to, struct twin received, int op)
{
    const struct h_values v = h_mine(c, op);
    const int self = c->comm->rank;
    MPI_Status status = h_status();

    h_fill(from, v);
    h_clear(to);
    H_MPI(MPI_Sendrecv(from.mpi->DTP_obj_buf, sent.count, sent.type, self, TAG, to.mpi->DTP_obj_buf, received.count,
                       received.type, self, TAG, c->comm->comm, &status));
    h_check_intact(c, from, v);
    h_check_received(c, to, v);
    h_check_status(c, to, &status, self, TAG);
}

static struct twin itself(struct h_obj o)
{
    return (struct twin) {o.mpi->DTP_obj_count, o.mpi->DTP_obj_type};
}

static void visit(struct h_case *c)
{
    struct twin sent, received;
    DTP_t made[2];

    if (!h_begin(c, "MPI_Sendrecv"))
        return;
    sent = contiguous(c->send);
    received = contiguous(c->recv);
    made[0] = from_text(c->send);
    made[1] = from_text(c->recv);
    h_now(c, "MPI_Sendrecv, the count within the types");
    move(c, c->send, sent, c->recv, itself(c->recv), 0);
    move(c, c->send, itself(c->send), c->recv, received, 1);
    h_now(c, "MPI_Sendrecv, types made of their texts");
    move(c, c->send, twin_of(made[0]), c->recv, itself(c->recv), 2);
    move(c, c->send, itself(c->send), c->recv, twin_of(made[1]), 3);
    h_now(c, "MPI_Sendrecv, the other way round");
    move(c, c->recv, itself(c->recv), c->send, itself(c->send), 4);
    for (int i = 0; i < 2; i++)
        H_DTP(DTP_pool_free(made[i]));
    H_MPI(MPI_Type_free(&sent.type));
    H_MPI(MPI_Type_free(&received.type));
}

static void run(void)
{
    h_each_pair(H_WORLD | H_ONCE, visit);
}

const struct h_program h_program = {"two ways to say the same", 0, run};
