/* Broadcast from every root, each rank with a layout of its own.
 * BCAST_COMM_WORLD_ONLY: of MPI_COMM_WORLD only, for many processes.
 * Needs 2 processes: the root receives nothing. */
#include "blocks/blocks.h"

#ifdef BCAST_COMM_WORLD_ONLY
enum { COMMS = H_WORLD };
#else
enum { COMMS = H_INTRA | H_INTER };
#endif

#define ARGUMENTS H_BUFFER(c), H_ROOT(c), H_COMM(c)
H_FORMS(forms, Bcast, BCAST, Ibcast, IBCAST, ARGUMENTS, ARGUMENTS)

static void blocks(struct h_case *c)
{
    if (h_is_root(c))
        h_send(c, H_ALL);
    else if (h_is_leaf(c))
        h_receive(c, c->root, H_ALL);
}

static const struct h_operation bcast = {forms, H_NUM(forms), blocks, H_ROOTED};

static void run(void)
{
    h_each_operation(COMMS, &bcast);
}

const struct h_program h_program = {"broadcast, each rank with a layout of its own", 0, run};
