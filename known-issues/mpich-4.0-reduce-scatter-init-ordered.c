/* MPI_Reduce_scatter_init with an operator that does not commute, of instances of a type whose first byte is not
 * at displacement 0.  MPI-4.0, 6.10 and 6.13: the result is that of MPI_Reduce_scatter, which is the send buffer
 * among one process.  MPICH 4.0 takes a temporary buffer at the wrong address, and writes outside of it.  Exit status 1
 * where the fault is there and the process survives it, 0 where it is not.  For one process. */
#include <mpi.h>
#include <stdio.h>

enum { AT = 64, N = 17 };

static void join(void *in, void *inout, int *len, MPI_Datatype *type)
{
    MPI_Aint lb, extent;

    MPI_Type_get_extent(*type, &lb, &extent);
    for (int k = 0; k < *len; k++)
        *(int *) ((char *) inout + k * extent + AT) += 10 * *(int *) ((char *) in + k * extent + AT);
}

int main(void)
{
    static int data[64 * N], found[64 * N];
    const int count = N, length = 1;
    const MPI_Aint at = AT;
    const MPI_Datatype of = MPI_INT;
    int bad = 0;
    MPI_Datatype member, type;
    MPI_Request request;
    MPI_Op op;

    MPI_Init(NULL, NULL);
    MPI_Type_create_struct(1, &length, &at, &of, &member);
    MPI_Type_create_resized(member, 0, 8, &type);
    MPI_Type_commit(&type);
    MPI_Op_create(join, 0, &op);
    for (int i = 0; i < 64 * N; i++)
        data[i] = i;
    MPI_Reduce_scatter_init(data, found, &count, type, op, MPI_COMM_SELF, MPI_INFO_NULL, &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int k = 0; k < N; k++)
        bad |= found[(AT + 8 * k) / 4] != data[(AT + 8 * k) / 4];
    if (bad)
        printf("the result is not what the one process has sent\n");
    MPI_Request_free(&request);
    MPI_Op_free(&op);
    MPI_Type_free(&type);
    MPI_Type_free(&member);
    MPI_Finalize();
    return bad;
}
