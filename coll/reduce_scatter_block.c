/* Reduction of blocks, scattered to the ranks. */
#include "blocks/blocks.h"

#define ARGUMENTS (c)->from->buf, (c)->to->buf, *H_RECVCOUNTS(c), h_used(c)->type, h_op(c), H_COMM(c)
#define ARGUMENTS_C (c)->from->buf, (c)->to->buf, *H_RECVCOUNTS_C(c), h_used(c)->type, h_op(c), H_COMM(c)
H_FORMS(forms, Reduce_scatter_block, REDUCE_SCATTER_BLOCK, Ireduce_scatter_block, IREDUCE_SCATTER_BLOCK, ARGUMENTS,
        ARGUMENTS_C)

static const struct h_operation reduce_scatter_block = {
    forms, H_NUM(forms), h_reduce_scatter_blocks, H_REDUCES | H_IN_PLACE_SEND,
};

static void run(void)
{
    h_each_operation(H_INTRA | H_INTER, &reduce_scatter_block);
}

const struct h_program h_program = {"reduction, scattered in blocks", 0, run};
