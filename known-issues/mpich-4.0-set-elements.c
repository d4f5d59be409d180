/* MPI_Status_set_elements of one element of a type of two.
 * MPI-3.1, 12.3: "a subsequent call to MPI_GET_ELEMENTS(status, datatype, count)" returns the count that was set, here
 * 1; and MPI_GET_COUNT a compatible value, MPI_UNDEFINED.  MPICH 4.0 takes the count for one of whole types: 2, and 1.
 * Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    MPI_Datatype type;
    MPI_Status status;
    int elements = -1, count = -1;

    MPI_Init(NULL, NULL);
    memset(&status, 0, sizeof status);
    MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Status_set_elements(&status, type, 1);
    MPI_Get_elements(&status, type, &elements);
    MPI_Get_count(&status, type, &count);
    printf("MPI_Get_elements: expected 1, found %d; MPI_Get_count: expected %d, found %d\n", elements, MPI_UNDEFINED,
           count);
    MPI_Type_free(&type);
    MPI_Finalize();
    return elements != 1 || count != MPI_UNDEFINED;
}
