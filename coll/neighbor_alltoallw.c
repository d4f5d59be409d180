/* Neighbours to neighbours, each block of a type, a count and a displacement of its own. */
#include "blocks/blocks.h"

#define ARGUMENTS H_FROM_NW(c), H_TO_NW(c), H_COMM(c)
#define ARGUMENTS_C H_FROM_W_C(c), H_TO_W_C(c), H_COMM(c)
H_FORMS(forms, Neighbor_alltoallw, NEIGHBOR_ALLTOALLW, Ineighbor_alltoallw, INEIGHBOR_ALLTOALLW, ARGUMENTS, ARGUMENTS_C)

static const struct h_operation neighbor_alltoallw = {
    forms, H_NUM(forms), h_neighbor_alltoall_blocks, H_NEIGHBOURS | H_TYPES,
};

static void run(void)
{
    h_each_operation(H_WORLD | H_SPLIT, &neighbor_alltoallw);
}

const struct h_program h_program = {"neighbours to neighbours with types of their own", 0, run};
