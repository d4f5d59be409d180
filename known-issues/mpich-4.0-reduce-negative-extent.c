/* MPI_Allreduce of several instances of a type with a negative extent. MPI-3.1, 4.1.7: the extent may be set to
 * any value; 4.1.1: the next instance begins an extent on, which is below the first one here. MPICH 3.4 and
 * 4.0 allocate temporary buffers as if all lay above it, and write below them. Exit status 1, or that of a crash,
 * where the fault is there, 0 where it is not. For two processes. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { INTS = 1000, N = 50 };

static void add(void *in, void *inout, int *len, MPI_Datatype *type)
{
    MPI_Aint lb, extent;

    MPI_Type_get_extent(*type, &lb, &extent);
    for (int k = 0; k < *len; k++)
        for (int i = 0; i < INTS; i++)
            ((int *) ((char *) inout + k * extent))[i] += ((int *) ((char *) in + k * extent))[i];
}

int main(void)
{
    static int data[N * INTS], found[N * INTS];
    int *last = data + (N - 1) * INTS, *last_found = found + (N - 1) * INTS;
    int rank, size, bad = 0;
    MPI_Datatype ints, type;
    MPI_Op op;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_contiguous(INTS, MPI_INT, &ints);
    MPI_Type_create_resized(ints, 0, -(MPI_Aint) (INTS * sizeof(int)), &type);
    MPI_Type_commit(&type);
    MPI_Op_create(add, 1, &op);
    for (int i = 0; i < N * INTS; i++)
        data[i] = i;
    for (int turn = 0; turn < 20; turn++)
        MPI_Allreduce(last, last_found, N, type, op, MPI_COMM_WORLD);
    for (int i = 0; i < N * INTS; i++)
        bad |= found[i] != size * i;
    if (bad)
        printf("rank %d: the sums are wrong\n", rank);
    MPI_Op_free(&op);
    MPI_Type_free(&type);
    MPI_Type_free(&ints);
    MPI_Finalize();
    return bad;
}
