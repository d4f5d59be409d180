/* Gather to every root: each rank describes its block in its own way. */
#include "blocks.h"

#define ARGUMENTS H_FROM(c), H_TO(c), H_ROOT(c), H_COMM(c)
H_FORMS(Gather, GATHER, Igather, IGATHER, ARGUMENTS, ARGUMENTS)

static void blocks(struct h_case *c)
{
    if (h_is_leaf(c))
        h_send(c, c->root);
    for (int r = 0; r < h_leaves(c); r++) {
        struct h_block *b = h_receive(c, r, c->root);
        if (h_in_place(c) && r == c->comm->rank)
            h_holds(b, r, c->root);
    }
}

static const struct h_operation gather = {forms, H_NUM(forms), blocks, H_ROOTED | H_IN_PLACE_SEND};

static void run(void)
{
    h_each_operation(H_INTRA | H_INTER, &gather);
}

const struct h_program h_program = {"gather", 0, run};
