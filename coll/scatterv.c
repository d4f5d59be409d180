/* Scatter from every root, of other counts to each rank. */
#include "blocks/blocks.h"

#define ARGUMENTS H_FROM_V(c), H_TO(c), H_ROOT(c), H_COMM(c)
#define ARGUMENTS_C H_FROM_V_C(c), H_TO(c), H_ROOT(c), H_COMM(c)
H_FORMS(forms, Scatterv, SCATTERV, Iscatterv, ISCATTERV, ARGUMENTS, ARGUMENTS_C)

static const struct h_operation scatterv = {
    forms, H_NUM(forms), h_scatter_blocks, H_ROOTED | H_COUNTS_SEND | H_IN_PLACE_RECV,
};

static void run(void)
{
    h_each_operation(H_INTRA | H_INTER, &scatterv);
}

const struct h_program h_program = {"scatter of several counts", 0, run};
