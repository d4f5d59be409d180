/* Reduction of the blocks of the ranks before each.  The first rank's receive buffer is undefined afterwards, or stays
 * as it was in place (MPI-3.1, 5.11.2). */
#include "blocks/blocks.h"

#define ARGUMENTS H_OPERANDS(c), h_op(c), H_COMM(c)
H_FORMS(forms, Exscan, EXSCAN, Iexscan, IEXSCAN, ARGUMENTS, ARGUMENTS)

static const struct h_operation exscan = {forms, H_NUM(forms), h_exscan_blocks, H_REDUCES | H_IN_PLACE_SEND};

static void run(void)
{
    h_each_operation(H_INTRA, &exscan);
}

const struct h_program h_program = {"exclusive scan", 0, run};
