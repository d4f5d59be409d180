/* Gather from neighbours, of other counts from each. */
#include "blocks/blocks.h"

#define ARGUMENTS H_FROM(c), H_TO_V(c), H_COMM(c)
#define ARGUMENTS_C H_FROM(c), H_TO_V_C(c), H_COMM(c)
H_FORMS(forms, Neighbor_allgatherv, NEIGHBOR_ALLGATHERV, Ineighbor_allgatherv, INEIGHBOR_ALLGATHERV, ARGUMENTS,
        ARGUMENTS_C)

static const struct h_operation neighbor_allgatherv = {
    forms, H_NUM(forms), h_neighbor_allgather_blocks, H_NEIGHBOURS | H_COUNTS_RECV,
};

static void run(void)
{
    h_each_operation(H_WORLD | H_SPLIT, &neighbor_allgatherv);
}

const struct h_program h_program = {"gather from neighbours of several counts", 0, run};
