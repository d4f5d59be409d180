/* A struct whose later members lie before the first: char at 0, long double at -16, double at -24. MPI-3.1, 4.1.6: the
 * extent is that from -24 to 1, 25 bytes, rounded up to the alignment of long double by the least that is needed.
 * Where that alignment is 16 it is 32; Open MPI 4.1 rounds at each member, and says 48. Exit status 1 where the fault
 * is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    const int blklens[] = {1, 1, 1};
    const MPI_Aint displs[] = {0, -16, -24};
    const MPI_Datatype types[] = {MPI_CHAR, MPI_LONG_DOUBLE, MPI_DOUBLE};
    const int alignment = (int) _Alignof(long double), expected = (25 + alignment - 1) / alignment * alignment;
    MPI_Datatype type;
    MPI_Aint lb, extent;

    MPI_Init(NULL, NULL);
    MPI_Type_create_struct(3, blklens, displs, types, &type);
    MPI_Type_get_extent(type, &lb, &extent);
    printf("MPI_Type_get_extent: expected %d, found %ld\n", expected, (long) extent);
    MPI_Type_free(&type);
    MPI_Finalize();
    return extent != expected;
}
