/* The extent of a struct of complex numbers, and of one of types that are made of them.
 * MPI-3.1, 4.1.6: it is rounded up to what the basic types need to be aligned, which is the same in both.  MPICH 3.4
 * aligns the former to 8 bytes, the latter to 16. Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

static long extent_of(MPI_Datatype member)
{
    MPI_Datatype type;
    MPI_Aint lb, extent;

    MPI_Type_create_struct(2, (int[]) {1, 1}, (MPI_Aint[]) {0, 24}, (MPI_Datatype[]) {member, member}, &type);
    MPI_Type_get_extent(type, &lb, &extent);
    MPI_Type_free(&type);
    return (long) extent;
}

int main(void)
{
    MPI_Datatype made;
    long of_basic, of_made;

    MPI_Init(NULL, NULL);
    MPI_Type_contiguous(1, MPI_C_DOUBLE_COMPLEX, &made);
    of_basic = extent_of(MPI_C_DOUBLE_COMPLEX);
    of_made = extent_of(made);
    printf("the extents are %ld and %ld: expected them to be the same\n", of_basic, of_made);
    MPI_Type_free(&made);
    MPI_Finalize();
    return of_basic != of_made;
}
