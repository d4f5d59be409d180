/* Reduction of one block of every rank, to every root. */
#include "blocks.h"

#define ARGUMENTS H_OPERANDS(c), h_op(c), H_ROOT(c), H_COMM(c)
H_FORMS(Reduce, REDUCE, Ireduce, IREDUCE, ARGUMENTS, ARGUMENTS)

static void blocks(struct h_case *c)
{
    if (h_is_leaf(c))
        h_send(c, c->root);
    if (h_is_root(c)) {
        struct h_block *b = h_receive_reduced(c, 0, h_peers(c), c->root);
        if (h_in_place(c))
            h_holds(b, c->root, c->root);
    }
}

static const struct h_operation reduce = {forms, H_NUM(forms), blocks, H_ROOTED | H_REDUCES | H_IN_PLACE_SEND};

static void run(void)
{
    h_each_operation(H_INTRA | H_INTER, &reduce);
}

const struct h_program h_program = {"reduction to every root", 0, run};
