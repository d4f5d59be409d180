/* MPI-3.1, 4.1.2: three blocks of 805306374 elements that touch are 2415919122 elements, with no gaps: the size and the
 * extent of the type are as many bytes. One process.  Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    const int n = 805306374;
    const MPI_Count expected = 3 * 4 * (MPI_Count) n;
    MPI_Datatype type;
    MPI_Count size, lb, extent;

    MPI_Init(NULL, NULL);
    MPI_Type_create_hvector(3, n, 4 * (MPI_Aint) n, MPI_INT32_T, &type);
    MPI_Type_size_x(type, &size);
    MPI_Type_get_extent_x(type, &lb, &extent);
    MPI_Type_free(&type);
    if (size != expected || extent != expected)
        printf("size %lld, extent %lld; the standard demands %lld\n", (long long) size, (long long) extent,
               (long long) expected);
    MPI_Finalize();
    return size != expected || extent != expected;
}
