/* Gather of one block of every rank, to all. */
#include "blocks.h"

#define ARGUMENTS H_FROM(c), H_TO(c), H_COMM(c)
H_FORMS(Allgather, ALLGATHER, Iallgather, IALLGATHER, ARGUMENTS, ARGUMENTS)

static void blocks(struct h_case *c)
{
    h_send(c, H_ALL);
    for (int r = 0; r < h_peers(c); r++) {
        struct h_block *b = h_receive(c, r, H_ALL);
        if (h_in_place(c) && r == c->comm->rank)
            h_holds(b, r, H_ALL);
    }
}

static const struct h_operation allgather = {forms, H_NUM(forms), blocks, H_IN_PLACE_SEND};

static void run(void)
{
    h_each_operation(H_INTRA | H_INTER, &allgather);
}

const struct h_program h_program = {"gather to all", 0, run};
