/* Reduction of the blocks of the ranks up to each. */
#include "blocks.h"

#define ARGUMENTS H_OPERANDS(c), h_op(c), H_COMM(c)
H_FORMS(Scan, SCAN, Iscan, ISCAN, ARGUMENTS, ARGUMENTS)

static void blocks(struct h_case *c)
{
    struct h_block *b = h_receive_reduced(c, 0, c->comm->rank + 1, H_ALL);

    h_send(c, H_ALL);
    if (h_in_place(c))
        h_holds(b, c->comm->rank, H_ALL);
}

static const struct h_operation scan = {forms, H_NUM(forms), blocks, H_REDUCES | H_IN_PLACE_SEND};

static void run(void)
{
    h_each_operation(H_INTRA, &scan);
}

const struct h_program h_program = {"inclusive scan", 0, run};
