/* Reduction of one block of every rank, to every root. */
#include "blocks/blocks.h"

#define ARGUMENTS H_OPERANDS(c), h_op(c), H_ROOT(c), H_COMM(c)
H_FORMS(forms, Reduce, REDUCE, Ireduce, IREDUCE, ARGUMENTS, ARGUMENTS)

static const struct h_operation reduce = {forms, H_NUM(forms), h_reduce_blocks, H_ROOTED | H_REDUCES | H_IN_PLACE_SEND};

static void run(void)
{
    h_each_operation(H_INTRA | H_INTER, &reduce);
}

const struct h_program h_program = {"reduction to every root", 0, run};
