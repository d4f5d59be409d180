/* MPI_Ireduce_scatter_block of one element of a type whose extent is zero.  MPI-3.1, 4.1.7 and 5.10.2, allow such a
 * type: one element is where its type map says.  Open MPI returns MPI_ERR_SIZE. Exit status 1 where the fault is there,
 * 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

static void add(void *in, void *inout, int *n, MPI_Datatype *type)
{
    (void) type;
    for (int k = 0; k < *n; k++)
        ((int *) inout)[k] += ((int *) in)[k];
}

int main(void)
{
    int from = 1, to = -1, error;
    MPI_Datatype type;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Op op;

    MPI_Init(NULL, NULL);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Type_create_resized(MPI_INT, 0, 0, &type);
    MPI_Type_commit(&type);
    MPI_Op_create(add, 1, &op);
    error = MPI_Ireduce_scatter_block(&from, &to, 1, type, op, MPI_COMM_SELF, &request);
    if (error == MPI_SUCCESS)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    printf("MPI_Ireduce_scatter_block: expected MPI_SUCCESS and 1, found error %d and %d\n", error, to);
    MPI_Op_free(&op);
    MPI_Type_free(&type);
    MPI_Finalize();
    return error != MPI_SUCCESS || to != 1;
}
