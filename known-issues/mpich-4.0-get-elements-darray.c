/* MPI_Get_elements of a message received as a darray of structs of several basic types.
 * MPI-3.1, 4.1.11: the number of basic elements received, here 2.  MPICH 4.0 aborts: "Assertion failed in file
 * src/mpi/datatype/get_elements_x.c".
 * Exit status 1, or that of the abort, where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    struct { char c; int i; } from = {'a', 1}, to[3];
    const int blklens[] = {1, 1}, size = 3, processes = 3;
    const int cyclic = MPI_DISTRIBUTE_CYCLIC, darg = MPI_DISTRIBUTE_DFLT_DARG;
    const MPI_Aint displs[] = {0, sizeof(int)};
    const MPI_Datatype types[] = {MPI_CHAR, MPI_INT};
    MPI_Datatype pair, type;
    MPI_Status status;
    int elements = -1;

    MPI_Init(NULL, NULL);
    MPI_Type_create_struct(2, blklens, displs, types, &pair);
    MPI_Type_commit(&pair);
    MPI_Type_create_darray(3, 1, 1, &size, &cyclic, &darg, &processes, MPI_ORDER_C, pair, &type);
    MPI_Type_commit(&type);
    MPI_Sendrecv(&from, 1, pair, 0, 0, to, 1, type, 0, 0, MPI_COMM_SELF, &status);
    MPI_Get_elements(&status, type, &elements);
    printf("MPI_Get_elements: expected 2, found %d\n", elements);
    MPI_Type_free(&type);
    MPI_Type_free(&pair);
    MPI_Finalize();
    return elements != 2;
}
