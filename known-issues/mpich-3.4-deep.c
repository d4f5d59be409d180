/* Two elements with a gap between them, within 20 levels of MPI_Type_create_indexed_block.
 * MPI-3.1, 4.1: oldtype of a constructor is any datatype; there is no limit to how often they are applied.  MPICH 3.4
 * ends the process, MPII_DATALOOP_MAX_DATATYPE_DEPTH being 16.
 * Crashes where the fault is there; exit status 1 if the elements are wrong, 0 if they are not. */
#include <mpi.h>
#include <stdio.h>

enum { LEVELS = 20, EXTENT = 3 };

int main(void)
{
    const int one = 1, first = LEVELS * EXTENT;
    int from[(LEVELS + 1) * EXTENT], packed[2] = {-1, -1}, position = 0;
    MPI_Datatype types[LEVELS + 1];

    MPI_Init(NULL, NULL);
    for (int k = 0; k < (LEVELS + 1) * EXTENT; k++)
        from[k] = k;
    MPI_Type_vector(2, 1, 2, MPI_INT, &types[0]);
    for (int k = 0; k < LEVELS; k++)
        MPI_Type_create_indexed_block(1, 1, &one, types[k], &types[k + 1]);
    MPI_Type_commit(&types[LEVELS]);
    MPI_Pack(from, 1, types[LEVELS], packed, (int) sizeof packed, &position, MPI_COMM_SELF);
    printf("expected %d and %d, found %d and %d\n", first, first + 2, packed[0], packed[1]);
    for (int k = 0; k <= LEVELS; k++)
        MPI_Type_free(&types[k]);
    MPI_Finalize();
    return packed[0] != first || packed[1] != first + 2;
}
