/* Gather of one block of every rank, to all. */
#include "blocks/blocks.h"

#define ARGUMENTS H_FROM(c), H_TO(c), H_COMM(c)
H_FORMS(forms, Allgather, ALLGATHER, Iallgather, IALLGATHER, ARGUMENTS, ARGUMENTS)

static const struct h_operation allgather = {forms, H_NUM(forms), h_allgather_blocks, H_IN_PLACE_SEND};

static void run(void)
{
    h_each_operation(H_INTRA | H_INTER, &allgather);
}

const struct h_program h_program = {"gather to all", 0, run};
