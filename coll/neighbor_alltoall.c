/* Neighbours to neighbours, in each topology. */
#include "blocks/blocks.h"

#define ARGUMENTS H_FROM(c), H_TO(c), H_COMM(c)
H_FORMS(forms, Neighbor_alltoall, NEIGHBOR_ALLTOALL, Ineighbor_alltoall, INEIGHBOR_ALLTOALL, ARGUMENTS, ARGUMENTS)

static const struct h_operation neighbor_alltoall = {forms, H_NUM(forms), h_neighbor_alltoall_blocks, H_NEIGHBOURS};

static void run(void)
{
    h_each_operation(H_WORLD | H_SPLIT, &neighbor_alltoall);
}

const struct h_program h_program = {"neighbours to neighbours", 0, run};
