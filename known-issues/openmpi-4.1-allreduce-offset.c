/* The sum of 105 instances of three processes, by an operation of the user's, whose first element lies 8 bytes past
 * their address, and which have gaps. MPI-3.1, 4.1.7 and 5.9.5: the operation gets such instances, and no memory but
 * the elements is touched. Open MPI puts what it receives past the end of memory of its own. A crash where the fault
 * is there, exit status 0 where it is not. */
#include <mpi.h>
#include <stdlib.h>

enum { N = 105, BLOCKS = 5, FIRST = 1, STEP = 3, EXTENT = 20 };    /* in doubles */

static double in[N * EXTENT], out[N * EXTENT];

static void add(void *a, void *b, int *n, MPI_Datatype *type)
{
    const double *from = a;
    double *to = b;

    (void) type;
    for (int k = 0; k < *n; k++)
        for (int j = 0; j < BLOCKS; j++)
            to[k * EXTENT + FIRST + j * STEP] += from[k * EXTENT + FIRST + j * STEP];
}

int main(void)
{
    int displs[BLOCKS];
    MPI_Datatype blocks, type;
    MPI_Op op;

    for (int j = 0; j < BLOCKS; j++)
        displs[j] = FIRST + j * STEP;
    MPI_Init(NULL, NULL);
    MPI_Type_create_indexed_block(BLOCKS, 1, displs, MPI_DOUBLE, &blocks);
    MPI_Type_create_resized(blocks, 0, EXTENT * (MPI_Aint) sizeof(double), &type);
    MPI_Type_commit(&type);
    MPI_Op_create(add, 1, &op);
    MPI_Allreduce(in, out, N, type, op, MPI_COMM_WORLD);
    for (size_t k = 0; k < 50; k++)
        free(malloc(700 * k));    /* malloc looks at what is around its memory */
    MPI_Op_free(&op);
    MPI_Type_free(&type);
    MPI_Type_free(&blocks);
    MPI_Finalize();
    return 0;
}
