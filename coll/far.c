/* Blocks that lie more than 2^31 bytes, and more than 2^32, from the first one: of few elements, of a type of such an
 * extent.  Memory is taken for what is touched alone. */
#include "blocks/blocks.h"

#define BLOCKS H_FROM(c), H_TO(c), H_COMM(c)
#define ROOTED H_FROM(c), H_TO(c), H_ROOT(c), H_COMM(c)
H_FORMS(gather, Gather, GATHER, Igather, IGATHER, ROOTED, ROOTED)
H_FORMS(scatter, Scatter, SCATTER, Iscatter, ISCATTER, ROOTED, ROOTED)
H_FORMS(allgather, Allgather, ALLGATHER, Iallgather, IALLGATHER, BLOCKS, BLOCKS)
H_FORMS(alltoall, Alltoall, ALLTOALL, Ialltoall, IALLTOALL, BLOCKS, BLOCKS)
H_FORMS(to_neighbors, Neighbor_allgather, NEIGHBOR_ALLGATHER, Ineighbor_allgather, INEIGHBOR_ALLGATHER, BLOCKS, BLOCKS)
H_FORMS(between_neighbors, Neighbor_alltoall, NEIGHBOR_ALLTOALL, Ineighbor_alltoall, INEIGHBOR_ALLTOALL, BLOCKS, BLOCKS)

static const struct h_operation operations[] = {
    {gather, H_NUM(gather), h_gather_blocks, H_ROOTED | H_IN_PLACE_SEND},
    {scatter, H_NUM(scatter), h_scatter_blocks, H_ROOTED | H_IN_PLACE_RECV},
    {allgather, H_NUM(allgather), h_allgather_blocks, H_IN_PLACE_SEND},
    {alltoall, H_NUM(alltoall), h_alltoall_blocks, H_IN_PLACE_SEND},
    {to_neighbors, H_NUM(to_neighbors), h_neighbor_allgather_blocks, H_NEIGHBOURS},
    {between_neighbors, H_NUM(between_neighbors), h_neighbor_alltoall_blocks, H_NEIGHBOURS},
};

static void run(void)
{
    h_each_of_operations(H_WORLD | H_SPLIT, H_NUM(operations), operations);
}

const struct h_program h_program = {"blocks far from each other", 0, run};
