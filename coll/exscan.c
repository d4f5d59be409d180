/* Reduction of the blocks of the ranks before each.  The first rank's receive buffer is not significant, and stays
 * as it was in place too (MPI-3.1, 5.11.2). */
#include "blocks.h"

#define ARGUMENTS H_OPERANDS(c), h_op(c), H_COMM(c)
H_FORMS(Exscan, EXSCAN, Iexscan, IEXSCAN, ARGUMENTS, ARGUMENTS)

static void blocks(struct h_case *c)
{
    const int me = c->comm->rank;
    struct h_block *b = me > 0 ? h_receive_reduced(c, 0, me, H_ALL) : h_receive(c, h_in_place(c) ? 0 : H_NONE, H_ALL);

    h_send(c, H_ALL);
    if (h_in_place(c))
        h_holds(b, me, H_ALL);
}

static const struct h_operation exscan = {forms, H_NUM(forms), blocks, H_REDUCES | H_IN_PLACE_SEND};

static void run(void)
{
    h_each_operation(H_INTRA, &exscan);
}

const struct h_program h_program = {"exclusive scan", 0, run};
