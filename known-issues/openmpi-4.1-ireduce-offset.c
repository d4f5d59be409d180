/* MPI_Ireduce of several instances of a type whose elements begin far from its lower bound.  MPI-3.1, 4.1.1:
 * elements are at their displacements, whatever these are; 5.9.5: user-defined operators work on any type. Open
 * MPI 4.1 has a temporary buffer of the size of all instances, and does not take the true lower bound off their
 * addresses: it writes outside of the buffer, to whatever is there. Exit status 1 or that of a crash where the
 * fault is there, 0 where it is not. For three processes. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AT = 2000, EXTENT = 64, COUNT = 100, BYTES = AT + COUNT * EXTENT };

static void add(void *in, void *inout, int *len, MPI_Datatype *type)
{
    (void) type;
    for (int k = 0; k < *len; k++) {
        const size_t at = AT + (size_t) k * EXTENT;
        *(int *) ((char *) inout + at) += *(int *) ((char *) in + at);
    }
}

int main(void)
{
    _Alignas(int) static char in[BYTES], out[BYTES];
    int rank, size, bad = 0;
    MPI_Datatype far, type;
    MPI_Request request;
    MPI_Op op;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_create_hindexed_block(1, 1, (MPI_Aint[]) {AT}, MPI_INT, &far);
    MPI_Type_create_resized(far, 0, EXTENT, &type);
    MPI_Type_commit(&type);
    MPI_Op_create(add, 1, &op);
    for (int root = 0; root < size; root++) {
        memset(out, 0, sizeof out);
        for (int k = 0; k < COUNT; k++)
            *(int *) &in[AT + k * EXTENT] = rank + k;
        MPI_Ireduce(in, out, COUNT, type, op, root, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        for (int k = 0; rank == root && k < COUNT; k++)
            bad |= *(int *) &out[AT + k * EXTENT] != size * k + size * (size - 1) / 2;
    }
    if (bad)
        printf("rank %d: the sums are wrong\n", rank);
    MPI_Op_free(&op);
    MPI_Type_free(&type);
    MPI_Type_free(&far);
    MPI_Finalize();
    return bad;
}
