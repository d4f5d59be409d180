/* MPI_Get_elements of a message received as a struct whose first member is a struct, and others of other basic types.
 * MPI-3.1, 4.1.11: the number of basic elements received, here a short and an int.  MPICH 4.0 divides all bytes by the
 * size of the first member's basic type: 3.
 * Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    struct { short s; int i; } from = {1, 2}, to;
    const int one = 1, blklens[] = {1, 1};
    const MPI_Aint zero = 0, displs[] = {0, 4};
    MPI_Datatype member = MPI_SHORT, types[] = {MPI_DATATYPE_NULL, MPI_INT}, type;
    MPI_Status status;
    int elements;

    MPI_Init(NULL, NULL);
    MPI_Type_create_struct(1, &one, &zero, &member, &types[0]);
    MPI_Type_create_struct(2, blklens, displs, types, &type);
    MPI_Type_commit(&type);
    MPI_Sendrecv(&from, 1, type, 0, 0, &to, 1, type, 0, 0, MPI_COMM_SELF, &status);
    MPI_Get_elements(&status, type, &elements);
    printf("MPI_Get_elements: expected 2, found %d\n", elements);
    MPI_Type_free(&types[0]);
    MPI_Type_free(&type);
    MPI_Finalize();
    return elements != 2;
}
