/* MPI_Pack_external of a type with absolute displacements, at MPI_BOTTOM.
 * MPI-3.1, 4.2: "The input buffer can be any communication buffer allowed in MPI_SEND"; MPI_BOTTOM is one (4.1.5), and
 * the arguments of MPI_Pack_external are those of MPI_Pack.
 * Exit status 1 where the call returns an error or packs something else, 0 where not. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    const unsigned char expected[] = {0, 0, 0, 42};
    unsigned char external[64] = {0};
    int value = 42, one = 1, code, failed;
    MPI_Aint address, at = 0;
    MPI_Datatype type;

    MPI_Init(NULL, NULL);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Get_address(&value, &address);
    MPI_Type_create_hindexed(1, &one, &address, MPI_INT, &type);
    MPI_Type_commit(&type);
    code = MPI_Pack_external("external32", MPI_BOTTOM, 1, type, external, sizeof external, &at);
    failed = code != MPI_SUCCESS || at != 4;
    for (int k = 0; k < 4; k++)
        failed |= external[k] != expected[k];
    if (failed)
        printf("MPI_Pack_external: expected MPI_SUCCESS and bytes 0 0 0 42, found error %d and %d %d %d %d\n", code,
               external[0], external[1], external[2], external[3]);
    MPI_Type_free(&type);
    MPI_Finalize();
    return failed;
}
