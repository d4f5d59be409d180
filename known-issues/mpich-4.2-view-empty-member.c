/* A view whose file type is a struct with members of size zero. MPI-3.1, 13.3: the displacements of the type map of a
 * file type do not decrease; 4.1.2: an empty member adds nothing to the type map.  MPICH takes the displacements
 * of empty members for data, and refuses the view. Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    const int blocklengths[2] = {2, 3};
    const MPI_Aint displs[2] = {4, 0};
    MPI_Datatype types[2] = {MPI_DATATYPE_NULL, MPI_INT}, type;
    MPI_File fh;
    int code;

    MPI_Init(NULL, NULL);
    MPI_Type_contiguous(0, MPI_INT, &types[0]);
    MPI_Type_create_struct(2, blocklengths, displs, types, &type);
    MPI_Type_commit(&type);
    if (MPI_File_open(MPI_COMM_SELF, "view-empty.tmp", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                      MPI_INFO_NULL, &fh) != MPI_SUCCESS)
        return 2;
    code = MPI_File_set_view(fh, 0, MPI_INT, type, "native", MPI_INFO_NULL);
    printf("MPI_File_set_view: expected MPI_SUCCESS, found %s\n", code == MPI_SUCCESS ? "it" : "an error");
    MPI_File_close(&fh);
    MPI_Type_free(&type);
    MPI_Type_free(&types[0]);
    MPI_Finalize();
    return code != MPI_SUCCESS;
}
