/* MPI_Reduce_scatter and MPI_Ireduce_scatter among one process, with an operator that does not commute, of instances
 * of a type whose first byte is not at displacement 0.  MPI-3.1, 5.10.2 and 5.12.10: the result is the send buffer.
 * MPICH 3.4 takes a temporary buffer at the wrong address, and writes outside of it.  Exit status 1 where the fault is
 * there and the process survives it, 0 where it is not.  For one process. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { AT = 64, N = 17, STRIDE = 8, INTS = (AT + N * STRIDE) / (int) sizeof(int) };

static void join(void *in, void *inout, int *len, MPI_Datatype *type)
{
    MPI_Aint lb, extent;

    MPI_Type_get_extent(*type, &lb, &extent);
    for (int k = 0; k < *len; k++)
        *(int *) ((char *) inout + k * extent + AT) += 10 * *(int *) ((char *) in + k * extent + AT);
}

static int is_wrong(const char *call, const int *data, const int *found)
{
    for (int k = 0; k < N; k++) {
        const int i = (AT + STRIDE * k) / (int) sizeof(int);
        if (found[i] != data[i]) {
            printf("%s, instance %d: expected %d, found %d\n", call, k, data[i], found[i]);
            return 1;
        }
    }
    return 0;
}

int main(void)
{
    int data[INTS], found[INTS] = {0}, wrong;
    const int count = N, length = 1;
    const MPI_Aint at = AT;
    const MPI_Datatype of = MPI_INT;
    MPI_Datatype member, type;
    MPI_Request request;
    MPI_Op op;

    MPI_Init(NULL, NULL);
    MPI_Type_create_struct(1, &length, &at, &of, &member);
    MPI_Type_create_resized(member, 0, STRIDE, &type);
    MPI_Type_commit(&type);
    MPI_Op_create(join, 0, &op);
    for (int i = 0; i < INTS; i++)
        data[i] = i + 1;
    MPI_Reduce_scatter(data, found, &count, type, op, MPI_COMM_SELF);
    wrong = is_wrong("MPI_Reduce_scatter", data, found);
    memset(found, 0, sizeof found);
    MPI_Ireduce_scatter(data, found, &count, type, op, MPI_COMM_SELF, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    wrong |= is_wrong("MPI_Ireduce_scatter", data, found);
    MPI_Op_free(&op);
    MPI_Type_free(&type);
    MPI_Type_free(&member);
    MPI_Finalize();
    return wrong;
}
