/* Gather to every root, of other counts from each rank. */
#include "blocks/blocks.h"

#define ARGUMENTS H_FROM(c), H_TO_V(c), H_ROOT(c), H_COMM(c)
#define ARGUMENTS_C H_FROM(c), H_TO_V_C(c), H_ROOT(c), H_COMM(c)
H_FORMS(forms, Gatherv, GATHERV, Igatherv, IGATHERV, ARGUMENTS, ARGUMENTS_C)

static const struct h_operation gatherv = {
    forms, H_NUM(forms), h_gather_blocks, H_ROOTED | H_COUNTS_RECV | H_IN_PLACE_SEND,
};

static void run(void)
{
    h_each_operation(H_INTRA | H_INTER, &gatherv);
}

const struct h_program h_program = {"gather of several counts", 0, run};
