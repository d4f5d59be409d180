/* MPI_Allreduce by the algorithm `ring`, with an operator that does not commute.  MPI-3.1, 5.9.1: with "commute" false
 * "the order of operands is fixed and is defined to be in ascending, process rank order".  Open MPI combines
 * them as they come; so do other algorithms of reductions.
 * Exit status 1 where the fault is there, 0 where it is not.  For three processes. */
#define _POSIX_C_SOURCE 200112L
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* a op b is a: the first operand is what is left. */
static void first(void *in, void *inout, int *n, MPI_Datatype *type)
{
    (void) type;
    for (int k = 0; k < *n; k++)
        ((int *) inout)[k] = ((int *) in)[k];
}

int main(void)
{
    enum { N = 12 };
    int send[N], recv[N], rank, bad = 0, any = 0;
    MPI_Op op;

    setenv("OMPI_MCA_coll_tuned_use_dynamic_rules", "1", 1);
    setenv("OMPI_MCA_coll_tuned_allreduce_algorithm", "ring", 1);
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Op_create(first, 0, &op);
    for (int k = 0; k < N; k++)
        send[k] = rank;
    MPI_Allreduce(send, recv, N, MPI_INT, op, MPI_COMM_WORLD);
    for (int k = 0; k < N && !bad; k++) {
        bad = recv[k] != 0;
        if (bad)
            printf("rank %d: element %d: expected that of rank 0, found that of rank %d\n", rank, k, recv[k]);
    }
    MPI_Op_free(&op);
    MPI_Allreduce(&bad, &any, 1, MPI_INT, MPI_BOR, MPI_COMM_WORLD);
    MPI_Finalize();
    return any;
}
