/* A view over a struct of two members, with bounds of its own: the second one right behind the first, and the first one
 * not at displacement 0.
 * MPI-4.1, 14.3: the displacements of a file type must not be negative and must not decrease: they are 8 and 12.
 * MPICH 4.2.1 counts the blocks of the view in two ways, which differ, and aborts.
 * Exit status 1, or an abort, where the fault is there, 0 where it is not.  One process. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    MPI_Datatype two, members, type;
    MPI_File fh;
    int err;

    MPI_Init(NULL, NULL);
    MPI_Type_contiguous(2, MPI_INT, &two);
    MPI_Type_create_struct(2, (int[]) {1, 1}, (MPI_Aint[]) {8, 12}, (MPI_Datatype[]) {MPI_INT, two}, &members);
    MPI_Type_create_resized(members, 0, 32, &type);
    MPI_Type_commit(&type);
    if (MPI_File_open(MPI_COMM_SELF, "struct.tmp", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                      MPI_INFO_NULL, &fh) != MPI_SUCCESS)
        return 2;
    err = MPI_File_set_view(fh, 64, MPI_INT, type, "native", MPI_INFO_NULL);
    printf("expected MPI_SUCCESS, found %d\n", err);
    MPI_File_close(&fh);
    MPI_Type_free(&type);
    MPI_Type_free(&members);
    MPI_Type_free(&two);
    MPI_Finalize();
    return err != MPI_SUCCESS;
}
