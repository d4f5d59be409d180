/* MPI_Get_elements of a message received as a cyclic darray of which this process has less than one whole block.
 * MPI-3.1, 4.1.11: the number of basic elements received, here 1.  MPICH 4.0 aborts: "Assertion failed in file
 * src/mpi/datatype/get_elements_x.c"; and MPI_Pack_external_size of the type aborts too.
 * Exit status 1, or that of the abort, where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    const int size = 1, cyclic = MPI_DISTRIBUTE_CYCLIC, darg = 3, processes = 2, from = 1;
    int to = 0, elements = -1;
    MPI_Datatype type;
    MPI_Status status;

    MPI_Init(NULL, NULL);
    MPI_Type_create_darray(2, 0, 1, &size, &cyclic, &darg, &processes, MPI_ORDER_C, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Sendrecv(&from, 1, MPI_INT, 0, 0, &to, 1, type, 0, 0, MPI_COMM_SELF, &status);
    MPI_Get_elements(&status, type, &elements);
    printf("MPI_Get_elements: expected 1, found %d\n", elements);
    MPI_Type_free(&type);
    MPI_Finalize();
    return elements != 1;
}
