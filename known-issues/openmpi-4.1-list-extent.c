/* A list of 17 ints whose displacements decrease by 7 bytes, from 112 to 0.  MPI-3.1, 4.1.6: the extent is that from 0
 * to 116, which is a multiple of the alignment of an int, so that nothing is to be rounded up: 116 bytes.  Open MPI 4.1
 * to 6.0 round at each block, and say 132.  Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    enum { BLOCKS = 17 };
    const int one = 1;
    const MPI_Aint first = 4;
    MPI_Aint displs[BLOCKS], lb, extent;
    MPI_Datatype inner, type;

    for (int k = 0; k < BLOCKS; k++)
        displs[k] = 7 * (BLOCKS - 1 - k);
    MPI_Init(NULL, NULL);
    MPI_Type_create_hindexed(1, &one, &first, MPI_INT, &inner);
    MPI_Type_create_hindexed_block(BLOCKS, 1, displs, inner, &type);
    MPI_Type_get_extent(type, &lb, &extent);
    printf("MPI_Type_get_extent: expected 116, found %ld\n", (long) extent);
    MPI_Type_free(&inner);
    MPI_Type_free(&type);
    MPI_Finalize();
    return extent != 116;
}
