/* True bounds of a struct that has members without elements beside one with elements. MPI-3.1, 4.1: a type map is a
 * sequence of pairs of a basic type and a displacement, and contiguous(0) and the like add none; 4.1.8: true lower
 * bound and extent follow from the type map.  So they are those of the two ints: 0 and 8. MPICH 3.4 to 5.0 take the
 * displacements of the members without elements for data. Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    const int blklens[] = {4, 2};
    const MPI_Aint disps[] = {-32, 0};
    MPI_Aint lb, extent;
    MPI_Datatype members[] = {MPI_DATATYPE_NULL, MPI_INT}, type;

    MPI_Init(NULL, NULL);
    MPI_Type_contiguous(0, MPI_INT, &members[0]);
    MPI_Type_create_struct(2, blklens, disps, members, &type);
    MPI_Type_get_true_extent(type, &lb, &extent);
    printf("true lower bound and extent: expected 0 and 8, found %ld and %ld\n", (long) lb, (long) extent);
    MPI_Type_free(&type);
    MPI_Type_free(&members[0]);
    MPI_Finalize();
    return lb != 0 || extent != 8;
}
