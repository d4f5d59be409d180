/* Gather of one block of every neighbour, in each topology. */
#include "blocks/blocks.h"

#define ARGUMENTS H_FROM(c), H_TO(c), H_COMM(c)
H_FORMS(forms, Neighbor_allgather, NEIGHBOR_ALLGATHER, Ineighbor_allgather, INEIGHBOR_ALLGATHER, ARGUMENTS, ARGUMENTS)

static const struct h_operation neighbor_allgather = {forms, H_NUM(forms), h_neighbor_allgather_blocks, H_NEIGHBOURS};

static void run(void)
{
    h_each_operation(H_WORLD | H_SPLIT, &neighbor_allgather);
}

const struct h_program h_program = {"gather from neighbours", 0, run};
