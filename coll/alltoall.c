/* All to all: each rank describes its blocks in its own way. */
#include "blocks.h"

#define ARGUMENTS H_FROM(c), H_TO(c), H_COMM(c)
H_FORMS(Alltoall, ALLTOALL, Ialltoall, IALLTOALL, ARGUMENTS, ARGUMENTS)

static void blocks(struct h_case *c)
{
    for (int r = 0; r < h_peers(c); r++) {
        struct h_block *b = h_receive(c, r, c->comm->rank);
        h_send(c, r);
        if (h_in_place(c))
            h_holds(b, c->comm->rank, r);
    }
}

static const struct h_operation alltoall = {forms, H_NUM(forms), blocks, H_IN_PLACE_SEND};

static void run(void)
{
    h_each_operation(H_INTRA | H_INTER, &alltoall);
}

const struct h_program h_program = {"all to all", 0, run};
