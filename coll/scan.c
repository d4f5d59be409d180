/* Reduction of the blocks of the ranks up to each. */
#include "blocks/blocks.h"

#define ARGUMENTS H_OPERANDS(c), h_op(c), H_COMM(c)
H_FORMS(forms, Scan, SCAN, Iscan, ISCAN, ARGUMENTS, ARGUMENTS)

static const struct h_operation scan = {forms, H_NUM(forms), h_scan_blocks, H_REDUCES | H_IN_PLACE_SEND};

static void run(void)
{
    h_each_operation(H_INTRA, &scan);
}

const struct h_program h_program = {"inclusive scan", 0, run};
