/* Reduction of two buffers of one process. */
#include "blocks/blocks.h"

#define ARGUMENTS H_OPERANDS(c), h_op(c)

static int reduce(const struct h_case *c, MPI_Request *request)
{
    (void) request;
    return MPI_Reduce_local(ARGUMENTS);
}

H_WHERE(HAVE_MPI_REDUCE_LOCAL_C, static int reduce_c(const struct h_case *c, MPI_Request *request)
{
    (void) request;
    return MPI_Reduce_local_c(ARGUMENTS);
})

static const struct h_form forms[] = {
    {"MPI_Reduce_local", H_BLOCKING, reduce},
    H_WHERE(HAVE_MPI_REDUCE_LOCAL_C, {"MPI_Reduce_local_c", H_BLOCKING, reduce_c})
};

/* The buffer of the result has the second operand. */
static void blocks(struct h_case *c)
{
    const int me = c->comm->rank;

    h_send(c, H_ALL);
    h_holds(h_receive_reduced(c, me, 2, H_ALL), me + 1, H_ALL);
}

static const struct h_operation reduce_local = {forms, H_NUM(forms), blocks, H_REDUCES};

static void run(void)
{
    h_each_operation(H_WORLD, &reduce_local);
}

const struct h_program h_program = {"reduction of two buffers", 0, run};
