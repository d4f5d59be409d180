/* Neighbours to neighbours, of other counts for each edge. */
#include "blocks/blocks.h"

#define ARGUMENTS H_FROM_V(c), H_TO_V(c), H_COMM(c)
#define ARGUMENTS_C H_FROM_V_C(c), H_TO_V_C(c), H_COMM(c)
H_FORMS(forms, Neighbor_alltoallv, NEIGHBOR_ALLTOALLV, Ineighbor_alltoallv, INEIGHBOR_ALLTOALLV, ARGUMENTS, ARGUMENTS_C)

static const struct h_operation neighbor_alltoallv = {
    forms, H_NUM(forms), h_neighbor_alltoall_blocks, H_NEIGHBOURS | H_COUNTS,
};

static void run(void)
{
    h_each_operation(H_WORLD | H_SPLIT, &neighbor_alltoallv);
}

const struct h_program h_program = {"neighbours to neighbours of several counts", 0, run};
