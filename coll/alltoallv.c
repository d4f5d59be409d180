/* All to all, of other counts for each pair of ranks. */
#include "blocks/blocks.h"

#define ARGUMENTS H_FROM_V(c), H_TO_V(c), H_COMM(c)
#define ARGUMENTS_C H_FROM_V_C(c), H_TO_V_C(c), H_COMM(c)
H_FORMS(forms, Alltoallv, ALLTOALLV, Ialltoallv, IALLTOALLV, ARGUMENTS, ARGUMENTS_C)

static const struct h_operation alltoallv = {forms, H_NUM(forms), h_alltoall_blocks, H_COUNTS | H_IN_PLACE_SEND};

static void run(void)
{
    h_each_operation(H_INTRA | H_INTER, &alltoallv);
}

const struct h_program h_program = {"all to all of several counts", 0, run};
