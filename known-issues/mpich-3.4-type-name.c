/* MPI_Type_set_name with MPI_MAX_OBJECT_NAME characters. MPI-3.1, 6.8: of a name that is longer than
 * MPI_MAX_OBJECT_NAME - 1 characters, as many as that are kept.  MPICH 3.4.1 returns an error.
 * Exit status 1 where the fault is there, 0 where it is not.  One process. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char name[MPI_MAX_OBJECT_NAME + 1], found[MPI_MAX_OBJECT_NAME] = "";
    int err, length = 0, wrong;
    MPI_Datatype type;

    MPI_Init(NULL, NULL);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    memset(name, 'x', MPI_MAX_OBJECT_NAME);
    name[MPI_MAX_OBJECT_NAME] = '\0';
    MPI_Type_contiguous(1, MPI_INT, &type);
    err = MPI_Type_set_name(type, name);
    MPI_Type_get_name(type, found, &length);
    printf("expected MPI_SUCCESS and %d characters, found %d and %d\n", MPI_MAX_OBJECT_NAME - 1, err, length);
    wrong = err != MPI_SUCCESS || length != MPI_MAX_OBJECT_NAME - 1;
    MPI_Type_free(&type);
    MPI_Finalize();
    return wrong;
}
