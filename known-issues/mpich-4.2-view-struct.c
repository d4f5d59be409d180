/* A view over a struct whose second member has the smaller displacement, and lies behind the first one all the same.
 * MPI-4.1, 14.3: the displacements of a file type must not be negative and must not decrease: they are 320 to 447 and
 * 448 to 463.  MPICH 4.2.1 counts the blocks of the view in two ways, which differ, and aborts.
 * Exit status 1, or an abort, where the fault is there, 0 where it is not.  One process. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    const int one[] = {1}, ones[] = {1, 1};
    const MPI_Aint displ[] = {248}, displs[] = {320, 200};
    MPI_Datatype ints, floats, moved, both, type;
    MPI_File fh;
    int err;

    MPI_Init(NULL, NULL);
    MPI_Type_contiguous(32, MPI_INT, &ints);
    MPI_Type_contiguous(4, MPI_FLOAT, &floats);
    MPI_Type_create_hindexed(1, one, displ, floats, &moved);
    MPI_Type_create_struct(2, ones, displs, (MPI_Datatype[]) {ints, moved}, &both);
    MPI_Type_create_resized(both, 0, 288, &type);
    MPI_Type_commit(&both);
    MPI_Type_commit(&type);
    if (MPI_File_open(MPI_COMM_SELF, "struct.tmp", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                      MPI_INFO_NULL, &fh) != MPI_SUCCESS)
        return 2;
    err = MPI_File_set_view(fh, 64, both, type, "native", MPI_INFO_NULL);
    printf("expected MPI_SUCCESS, found %d\n", err);
    MPI_File_close(&fh);
    MPI_Type_free(&type);
    MPI_Type_free(&both);
    MPI_Type_free(&moved);
    MPI_Type_free(&floats);
    MPI_Type_free(&ints);
    MPI_Finalize();
    return err != MPI_SUCCESS;
}
