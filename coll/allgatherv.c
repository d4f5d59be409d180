/* Gather to all, of other counts from each rank. */
#include "blocks/blocks.h"

#define ARGUMENTS H_FROM(c), H_TO_V(c), H_COMM(c)
#define ARGUMENTS_C H_FROM(c), H_TO_V_C(c), H_COMM(c)
H_FORMS(forms, Allgatherv, ALLGATHERV, Iallgatherv, IALLGATHERV, ARGUMENTS, ARGUMENTS_C)

static const struct h_operation allgatherv = {forms, H_NUM(forms), h_allgather_blocks, H_COUNTS_RECV | H_IN_PLACE_SEND};

static void run(void)
{
    h_each_operation(H_INTRA | H_INTER, &allgatherv);
}

const struct h_program h_program = {"gather to all of several counts", 0, run};
