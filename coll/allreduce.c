/* Reduction of one block of every rank, to all. */
#include "blocks.h"

#define ARGUMENTS H_OPERANDS(c), h_op(c), H_COMM(c)
H_FORMS(Allreduce, ALLREDUCE, Iallreduce, IALLREDUCE, ARGUMENTS, ARGUMENTS)

static void blocks(struct h_case *c)
{
    struct h_block *b = h_receive_reduced(c, 0, h_peers(c), H_ALL);

    h_send(c, H_ALL);
    if (h_in_place(c))
        h_holds(b, c->comm->rank, H_ALL);
}

static const struct h_operation allreduce = {forms, H_NUM(forms), blocks, H_REDUCES | H_IN_PLACE_SEND};

static void run(void)
{
    h_each_operation(H_INTRA | H_INTER, &allreduce);
}

const struct h_program h_program = {"reduction to all", 0, run};
