/* The extent of a struct with a member whose type map is empty: an hvector of blocks of length 0.
 * MPI-3.1, 4.1.6 and 4.1.7: lower bound, upper bound and extent follow from the entries of the type map; this one has a single entry. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    const int lengths[2] = {1, 1};
    const MPI_Aint displs[2] = {0, 0};
    MPI_Datatype types[2], type;
    MPI_Aint lb = -1, extent = -1;

    MPI_Init(NULL, NULL);
    types[0] = MPI_INT;
    MPI_Type_create_hvector(2, 0, 28, MPI_INT, &types[1]);
    MPI_Type_create_struct(2, lengths, displs, types, &type);
    MPI_Type_get_extent(type, &lb, &extent);
    printf("MPI_Type_get_extent: the standard demands 0 and %d, found %ld and %ld\n", (int) sizeof(int), (long) lb, (long) extent);
    MPI_Type_free(&type);
    MPI_Type_free(&types[1]);
    MPI_Finalize();
    return lb != 0 || extent != (MPI_Aint) sizeof(int);
}
