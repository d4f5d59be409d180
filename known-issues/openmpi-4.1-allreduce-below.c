/* The sum of 10240 elements of three processes, by an operation of the user's, where each element lies below the
 * address that it is given by. MPI-3.1, 4.1.7 and 5.9.5: the operation gets such instances too, and no memory but the
 * elements is touched. Open MPI puts what it receives into memory for elements from the address on. A crash, or exit
 * status 1, where the fault is there, 0 where it is not. */
#include <mpi.h>

enum { N = 10240, BELOW = 64 };

static double in[N], out[N];

static void add(void *a, void *b, int *n, MPI_Datatype *type)
{
    const double *from = (double *) a - BELOW;
    double *to = (double *) b - BELOW;

    (void) type;
    for (int k = 0; k < *n; k++)
        to[k] += from[k];
}

int main(void)
{
    const MPI_Aint displ = -BELOW * (MPI_Aint) sizeof(double);
    int size, errors = 0;
    MPI_Datatype type;
    MPI_Op op;

    MPI_Init(NULL, NULL);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_create_hindexed_block(1, 1, &displ, MPI_DOUBLE, &type);
    MPI_Type_commit(&type);
    MPI_Op_create(add, 1, &op);
    for (int k = 0; k < N; k++)
        in[k] = k;
    MPI_Allreduce(in + BELOW, out + BELOW, N, type, op, MPI_COMM_WORLD);
    for (int k = 0; k < N; k++)
        errors += out[k] != (double) size * k;
    MPI_Op_free(&op);
    MPI_Type_free(&type);
    MPI_Finalize();
    return errors > 0;
}
