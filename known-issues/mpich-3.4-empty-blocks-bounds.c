/* Bounds of types without elements: no instances, and blocks of length 0.  MPI-3.1, 4.1: if a replication count or a
 * block length is zero, no elements are generated in the type map, and there is no effect on the bounds or the extent
 * of the type.  So all of these have the same ones.  MPICH 3.4 to 4.2 take strides and displacements of blocks of one
 * length for bounds.  Exit status 1 where the fault is there, 0 where it is not.  For one process. */
#include <mpi.h>
#include <stdio.h>

enum { TYPES = 3 };

int main(void)
{
    static const char *const names[TYPES] = {"contiguous", "vector", "indexed_block"};
    const int displs[] = {3, 5};
    MPI_Aint lbs[TYPES], extents[TYPES];
    MPI_Datatype types[TYPES];
    int bad = 0;

    MPI_Init(NULL, NULL);
    MPI_Type_contiguous(0, MPI_INT, &types[0]);
    MPI_Type_vector(2, 0, 3, MPI_INT, &types[1]);
    MPI_Type_create_indexed_block(2, 0, displs, MPI_INT, &types[2]);
    for (int k = 0; k < TYPES; k++) {
        MPI_Type_get_extent(types[k], &lbs[k], &extents[k]);
        printf("%s: lower bound and extent: expected %ld and %ld, found %ld and %ld\n", names[k], (long) lbs[0],
               (long) extents[0], (long) lbs[k], (long) extents[k]);
        bad = bad || lbs[k] != lbs[0] || extents[k] != extents[0];
        MPI_Type_free(&types[k]);
    }
    MPI_Finalize();
    return bad;
}
