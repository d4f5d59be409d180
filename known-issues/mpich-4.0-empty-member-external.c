/* MPI_Pack_external_size of a struct with an empty derived type as a member ends the process.
 * MPI-3.1, 4.2 and 13.5.2: the size is that of the elements in "external32", here of one int: at least 4 bytes. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    const int lengths[2] = {1, 1};
    const MPI_Aint displs[2] = {0, 0};
    MPI_Datatype types[2], type;
    MPI_Aint size = -1;

    MPI_Init(NULL, NULL);
    types[0] = MPI_INT;
    MPI_Type_contiguous(0, MPI_INT, &types[1]);
    MPI_Type_create_struct(2, lengths, displs, types, &type);
    MPI_Type_commit(&type);
    MPI_Pack_external_size("external32", 1, type, &size);
    printf("MPI_Pack_external_size: the standard demands at least 4, found %ld\n", (long) size);
    MPI_Type_free(&type);
    MPI_Type_free(&types[1]);
    MPI_Finalize();
    return size < 4;
}
