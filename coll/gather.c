/* Gather to every root: each rank describes its block in its own way. */
#include "blocks/blocks.h"

#define ARGUMENTS H_FROM(c), H_TO(c), H_ROOT(c), H_COMM(c)
H_FORMS(forms, Gather, GATHER, Igather, IGATHER, ARGUMENTS, ARGUMENTS)

static const struct h_operation gather = {forms, H_NUM(forms), h_gather_blocks, H_ROOTED | H_IN_PLACE_SEND};

static void run(void)
{
    h_each_operation(H_INTRA | H_INTER, &gather);
}

const struct h_program h_program = {"gather", 0, run};
