/* All to all, each block of a type, a count and a displacement of its own. */
#include "blocks/blocks.h"

#define ARGUMENTS H_FROM_W(c), H_TO_W(c), H_COMM(c)
#define ARGUMENTS_C H_FROM_W_C(c), H_TO_W_C(c), H_COMM(c)
H_FORMS(forms, Alltoallw, ALLTOALLW, Ialltoallw, IALLTOALLW, ARGUMENTS, ARGUMENTS_C)

static const struct h_operation alltoallw = {forms, H_NUM(forms), h_alltoall_blocks, H_TYPES | H_IN_PLACE_SEND};

static void run(void)
{
    h_each_operation(H_INTRA | H_INTER, &alltoallw);
}

const struct h_program h_program = {"all to all with types of their own", 0, run};
