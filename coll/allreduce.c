/* Reduction of one block of every rank, to all. */
#include "blocks/blocks.h"

#define ARGUMENTS H_OPERANDS(c), h_op(c), H_COMM(c)
H_FORMS(forms, Allreduce, ALLREDUCE, Iallreduce, IALLREDUCE, ARGUMENTS, ARGUMENTS)

static const struct h_operation allreduce = {forms, H_NUM(forms), h_allreduce_blocks, H_REDUCES | H_IN_PLACE_SEND};

static void run(void)
{
    h_each_operation(H_INTRA | H_INTER, &allreduce);
}

const struct h_program h_program = {"reduction to all", 0, run};
