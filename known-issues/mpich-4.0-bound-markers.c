/* A struct of one member with explicit bounds and one without. MPI-3.1, 4.1.7: MPI_Type_create_resized puts lower and
 * upper bound markers; where a type map has markers, its bounds are those of the markers alone (4.1.6 and 4.1.7).  So
 * the int at displacement 100 does not count here: lb 0, extent 40.  MPICH 4.0 takes the bounds of all members together
 * and says extent 104. Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    const int blklens[] = {1, 1};
    const MPI_Aint displs[] = {0, 100};
    MPI_Datatype types[] = {MPI_DATATYPE_NULL, MPI_INT}, type;
    MPI_Aint lb, extent;

    MPI_Init(NULL, NULL);
    MPI_Type_create_resized(MPI_INT, 0, 40, &types[0]);
    MPI_Type_create_struct(2, blklens, displs, types, &type);
    MPI_Type_get_extent(type, &lb, &extent);
    printf("MPI_Type_get_extent: expected lb 0 and extent 40, found %ld and %ld\n", (long) lb, (long) extent);
    MPI_Type_free(&types[0]);
    MPI_Type_free(&type);
    MPI_Finalize();
    return lb != 0 || extent != 40;
}
