/* What needs no expected value of its own, since two ways must lead to the same: n instances of a type are one of
 * contiguous(n); a type made again from its text is the type; layouts may change sides. */
#include "harness.h"

#include <stdlib.h>

static struct h_instances contiguous(struct h_obj o)
{
    MPI_Datatype type;

    H_MPI(MPI_Type_contiguous(o.mpi->DTP_obj_count, o.mpi->DTP_obj_type, &type));
    H_MPI(MPI_Type_commit(&type));
    return h_instances_of(o, 1, type);
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

/* The object as the one object of that pool says. */
static struct h_instances as_in(DTP_t pool, struct h_obj o)
{
    return h_instances_of(o, pool->DTP_obj_array[0].DTP_obj_count, pool->DTP_obj_array[0].DTP_obj_type);
}

static void visit(struct h_case *c)
{
    struct h_instances sent, received;
    DTP_t made[2];

    if (!h_begin(c, "MPI_Sendrecv"))
        return;
    sent = contiguous(c->send);
    received = contiguous(c->recv);
    made[0] = from_text(c->send);
    made[1] = from_text(c->recv);
    h_now(c, "MPI_Sendrecv, the count within the types");
    h_send_to_self_as(c, c->send, sent, c->recv, h_whole(c->recv), 0);
    h_send_to_self_as(c, c->send, h_whole(c->send), c->recv, received, 1);
    h_now(c, "MPI_Sendrecv, types made of their texts");
    h_send_to_self_as(c, c->send, as_in(made[0], c->send), c->recv, h_whole(c->recv), 2);
    h_send_to_self_as(c, c->send, h_whole(c->send), c->recv, as_in(made[1], c->recv), 3);
    h_now(c, "MPI_Sendrecv, the other way round");
    h_send_to_self(c, c->recv, c->send, 4);
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
