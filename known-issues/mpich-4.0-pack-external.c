/* MPI_Pack_external_size of a struct of several basic types.
 * MPI-3.1, 4.3 and 13.5.2: any datatype can be packed in "external32"; a char and an int take 5 bytes.  MPICH 4.0
 * aborts ("Assertion failed in file src/mpi/datatype/typerep/src/typerep_yaksa_pack_external.c"); it also does for
 * MPI_WCHAR and pair types.  Exit status 1, or that of the abort, where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    const int blklens[] = {1, 1};
    const MPI_Aint displs[] = {0, sizeof(int)};
    const MPI_Datatype types[] = {MPI_CHAR, MPI_INT};
    MPI_Datatype type;
    MPI_Aint size = -1;

    MPI_Init(NULL, NULL);
    MPI_Type_create_struct(2, blklens, displs, types, &type);
    MPI_Type_commit(&type);
    MPI_Pack_external_size("external32", 1, type, &size);
    printf("MPI_Pack_external_size: expected 5, found %ld\n", (long) size);
    MPI_Type_free(&type);
    MPI_Finalize();
    return size != 5;
}
