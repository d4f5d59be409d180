/* MPI_Pack and MPI_Unpack of a type with absolute displacements, at MPI_BOTTOM.
 * MPI-3.1, 4.2: "The input buffer can be any communication buffer allowed in MPI_SEND", and "The output buffer can be
 * any communication buffer allowed in MPI_RECV"; MPI_BOTTOM is one (4.1.5).
 * Exit status 1 where a call returns an error or moves something else, 0 where not. */
#include <mpi.h>
#include <stdio.h>

static int failed;

static void expect(const char *call, int code)
{
    if (code != MPI_SUCCESS) {
        printf("%s: expected MPI_SUCCESS, found error %d\n", call, code);
        failed = 1;
    }
}

int main(void)
{
    int value = 42, copy = 0, one = 1, position = 0;
    char packed[64];
    MPI_Aint address;
    MPI_Datatype from, to;

    MPI_Init(NULL, NULL);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Get_address(&value, &address);
    MPI_Type_create_hindexed(1, &one, &address, MPI_INT, &from);
    MPI_Type_commit(&from);
    MPI_Get_address(&copy, &address);
    MPI_Type_create_hindexed(1, &one, &address, MPI_INT, &to);
    MPI_Type_commit(&to);
    expect("MPI_Pack", MPI_Pack(MPI_BOTTOM, 1, from, packed, sizeof packed, &position, MPI_COMM_WORLD));
    position = 0;
    MPI_Pack(&value, 1, MPI_INT, packed, sizeof packed, &position, MPI_COMM_WORLD);
    position = 0;
    expect("MPI_Unpack", MPI_Unpack(packed, sizeof packed, &position, MPI_BOTTOM, 1, to, MPI_COMM_WORLD));
    if (!failed && copy != value) {
        printf("MPI_Unpack: expected %d, found %d\n", value, copy);
        failed = 1;
    }
    MPI_Type_free(&from);
    MPI_Type_free(&to);
    MPI_Finalize();
    return failed;
}
