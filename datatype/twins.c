/* What needs no expected value of its own, since two ways must lead to the same: n instances of a type are one of contiguous(n); a
 * type made again from its text is the type; layouts may change sides. */
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
static void move(struct h_pair *p, struct h_obj from, struct twin sent, struct h_obj to, struct twin received, int op)
{
    const struct h_values v = h_mine(p, op);
    const int self = p->comm->rank;
    MPI_Status status = h_status();

    h_fill(from, v);
    h_clear(to);
    H_MPI(MPI_Sendrecv(from.mpi->DTP_obj_buf, sent.count, sent.type, self, TAG, to.mpi->DTP_obj_buf, received.count,
                       received.type, self, TAG, p->comm->comm, &status));
    h_check_intact(p, from, v);
    h_check_received(p, to, v);
    h_check_status(p, to, &status, self, TAG);
}

static struct twin itself(struct h_obj o)
{
    return (struct twin) {o.mpi->DTP_obj_count, o.mpi->DTP_obj_type};
}

static void visit(struct h_pair *p)
{
    const int self = p->comm->rank;
    struct twin sent = contiguous(p->send), received = contiguous(p->recv);
    DTP_t made[] = {from_text(p->send), from_text(p->recv)};

    h_now(p, "MPI_Sendrecv, the count within the types", self, self);
    move(p, p->send, sent, p->recv, itself(p->recv), 0);
    move(p, p->send, itself(p->send), p->recv, received, 1);
    h_now(p, "MPI_Sendrecv, types made of their texts", self, self);
    move(p, p->send, twin_of(made[0]), p->recv, itself(p->recv), 2);
    move(p, p->send, itself(p->send), p->recv, twin_of(made[1]), 3);
    h_now(p, "MPI_Sendrecv, the other way round", self, self);
    move(p, p->recv, itself(p->recv), p->send, itself(p->send), 4);
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
