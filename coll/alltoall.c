/* All to all: each rank describes its blocks in its own way. */
#include "blocks/blocks.h"

#define ARGUMENTS H_FROM(c), H_TO(c), H_COMM(c)
H_FORMS(forms, Alltoall, ALLTOALL, Ialltoall, IALLTOALL, ARGUMENTS, ARGUMENTS)

static const struct h_operation alltoall = {forms, H_NUM(forms), h_alltoall_blocks, H_IN_PLACE_SEND};

static void run(void)
{
    h_each_operation(H_INTRA | H_INTER, &alltoall);
}

const struct h_program h_program = {"all to all", 0, run};
