/* A view over two darrays side by side of an integer at displacement 1. MPI-4.1, 14.3: displacements of a file type
 * must not be negative and must not decrease, and elements that are written must not overlap: these are at 1 to 4 and 5
 * to 8, the next one at 9 to 12.  MPICH 4.2.1 refuses the view, saying that they overlap.
 * Exit status 1 where the fault is there, 0 where it is not.  One process. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    const MPI_Aint displ[] = {1};
    const int sizes[] = {1, 1}, args[] = {3, 3}, dims[] = {1, 1};
    const int distributions[] = {MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_CYCLIC};
    MPI_Datatype moved, array, type;
    MPI_File fh;
    int err;

    MPI_Init(NULL, NULL);
    MPI_Type_create_hindexed_block(1, 1, displ, MPI_INT, &moved);
    MPI_Type_create_darray(1, 0, 2, sizes, distributions, args, dims, MPI_ORDER_C, moved, &array);
    MPI_Type_contiguous(2, array, &type);
    MPI_Type_commit(&type);
    if (MPI_File_open(MPI_COMM_SELF, "darray.tmp", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                      MPI_INFO_NULL, &fh) != MPI_SUCCESS)
        return 2;
    err = MPI_File_set_view(fh, 64, type, type, "native", MPI_INFO_NULL);
    printf("expected MPI_SUCCESS, found %d\n", err);
    MPI_File_close(&fh);
    MPI_Type_free(&type);
    MPI_Type_free(&array);
    MPI_Type_free(&moved);
    MPI_Finalize();
    return err != MPI_SUCCESS;
}
