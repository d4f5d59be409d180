/* A vector with a negative stride, of vectors of one block with a negative stride, of an indexed type.
 * MPI-3.1, 4.1.2: its three chars are at displacements 0, -1 and -2: true lower bound -2, true extent 3.  Open MPI 4.1
 * says another true lower bound, and packs other bytes.
 * Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    const int one = 1, zero = 0;
    MPI_Datatype block, inner, type;
    MPI_Aint true_lb, true_extent;

    MPI_Init(NULL, NULL);
    MPI_Type_indexed(1, &one, &zero, MPI_CHAR, &block);
    MPI_Type_vector(1, 1, -1, block, &inner);
    MPI_Type_vector(3, 1, -1, inner, &type);
    MPI_Type_commit(&type);
    MPI_Type_get_true_extent(type, &true_lb, &true_extent);
    printf("MPI_Type_get_true_extent: expected -2 and 3, found %ld and %ld\n", (long) true_lb, (long) true_extent);
    MPI_Type_free(&block);
    MPI_Type_free(&inner);
    MPI_Type_free(&type);
    MPI_Finalize();
    return true_lb != -2 || true_extent != 3;
}
