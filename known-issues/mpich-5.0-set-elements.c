/* MPI_Status_set_elements for the part of a cyclic darray of which a process has less than a whole block.  MPI-3.1,
 * 12.3: it sets what MPI_Get_elements returns.  MPICH 5.0 aborts.  An abort where the fault is there, exit status 0
 * where it is not.  For one process. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    MPI_Status status;
    MPI_Datatype type;

    MPI_Init(NULL, NULL);
    MPI_Type_create_darray(2, 0, 1, (int[]) {1}, (int[]) {MPI_DISTRIBUTE_CYCLIC}, (int[]) {3}, (int[]) {2},
                           MPI_ORDER_C, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Status_set_elements(&status, type, 1);
    printf("MPI_Status_set_elements has returned\n");
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
