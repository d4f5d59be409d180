/* Scatter from every root: each rank describes its block in its own way. */
#include "blocks/blocks.h"

#define ARGUMENTS H_FROM(c), H_TO(c), H_ROOT(c), H_COMM(c)
H_FORMS(forms, Scatter, SCATTER, Iscatter, ISCATTER, ARGUMENTS, ARGUMENTS)

static const struct h_operation scatter = {forms, H_NUM(forms), h_scatter_blocks, H_ROOTED | H_IN_PLACE_RECV};

static void run(void)
{
    h_each_operation(H_INTRA | H_INTER, &scatter);
}

const struct h_program h_program = {"scatter", 0, run};
