/* The extent of a struct whose members are resized complex numbers.
 * MPI-3.1, 4.1.6: where members have an upper bound of their own, as MPI_Type_create_resized gives one, the upper bound
 * of the struct is the largest of these, with no padding.  MPICH 3.3 and 3.4 pad to a multiple of 8 bytes.
 * Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

enum { FIRST = -4, SECOND = 136, BYTES = 8 };

int main(void)
{
    const int lens[] = {1, 1};
    const MPI_Aint displs[] = {0, SECOND};
    const long expected = SECOND + BYTES - FIRST;
    MPI_Datatype types[2], type;
    MPI_Aint lb, extent;

    MPI_Init(NULL, NULL);
    MPI_Type_create_resized(MPI_C_FLOAT_COMPLEX, FIRST, BYTES, &types[0]);
    MPI_Type_create_resized(MPI_C_FLOAT_COMPLEX, 0, BYTES, &types[1]);
    MPI_Type_create_struct(2, lens, displs, types, &type);
    MPI_Type_commit(&type);
    MPI_Type_get_extent(type, &lb, &extent);
    printf("expected extent %ld, found %ld\n", expected, (long) extent);
    MPI_Type_free(&type);
    MPI_Type_free(&types[1]);
    MPI_Type_free(&types[0]);
    MPI_Finalize();
    return extent != expected;
}
