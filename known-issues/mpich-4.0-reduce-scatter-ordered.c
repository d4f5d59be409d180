/* MPI_Reduce_scatter of equal counts, with an operator that does not commute, of a type whose first byte is not at its
 * displacement 0. MPI-3.1, 5.10.1: the operator is applied in the order of the processes, to the blocks of the
 * send buffers.  MPICH 4.0 hands operands to it at the wrong address where the true extent is not the extent. Exit
 * status 1 where the fault is there, 0 where it is not.  For two processes. */
#include <mpi.h>
#include <stdio.h>

enum { AT = -16, INTS = 4, CHARS = 3, N = 2 };

static void join(void *in, void *inout, int *len, MPI_Datatype *type)
{
    MPI_Aint lb, extent;

    MPI_Type_get_extent(*type, &lb, &extent);
    for (int k = 0; k < *len; k++) {
        const int *a = (const int *) ((char *) in + k * extent + AT);
        int *b = (int *) ((char *) inout + k * extent + AT);
        for (int i = 0; i < INTS; i++)
            b[i] += 10 * a[i];
    }
}

int main(void)
{
    const int counts[2] = {CHARS, INTS}, shares[N] = {1, 1};
    const MPI_Aint displs[2] = {0, AT};
    const MPI_Datatype types[2] = {MPI_CHAR, MPI_INT};
    int rank, data[16] = {0}, found[16] = {0}, bad = 0, any = 0;
    MPI_Aint lb, extent;
    MPI_Datatype type;
    MPI_Op op;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_create_struct(2, counts, displs, types, &type);
    MPI_Type_commit(&type);
    MPI_Type_get_extent(type, &lb, &extent);
    MPI_Op_create(join, 0, &op);
    for (int k = 0; k < N; k++)
        for (int i = 0; i < INTS; i++)
            data[k * (int) (extent / (MPI_Aint) sizeof(int)) + i] = 5 * k + rank + 1;
    MPI_Reduce_scatter(data + INTS, found + INTS, shares, type, op, MPI_COMM_WORLD);
    for (int i = 0; i < INTS; i++)
        if (found[i] != 12 + 55 * rank) {
            printf("rank %d: expected %d, found %d\n", rank, 12 + 55 * rank, found[i]);
            bad = 1;
        }
    MPI_Op_free(&op);
    MPI_Type_free(&type);
    MPI_Allreduce(&bad, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    return any;
}
