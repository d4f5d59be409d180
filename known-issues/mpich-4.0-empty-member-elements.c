/* MPI_Get_elements of a message received as a struct that has an empty derived type as a member.
 * MPI-3.1, 4.1.11: the number of received basic elements; 3.2.5 and 4.1: an empty type adds nothing to the type map. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    const int lengths[2] = {1, 1}, value = 7;
    const MPI_Aint displs[2] = {0, 0};
    int received = 0, elements = -1;
    MPI_Datatype types[2], type;
    MPI_Status status;

    MPI_Init(NULL, NULL);
    MPI_Type_contiguous(0, MPI_INT, &types[0]);
    types[1] = MPI_INT;
    MPI_Type_create_struct(2, lengths, displs, types, &type);
    MPI_Type_commit(&type);
    MPI_Sendrecv(&value, 1, MPI_INT, 0, 0, &received, 1, type, 0, 0, MPI_COMM_SELF, &status);
    MPI_Get_elements(&status, type, &elements);
    printf("MPI_Get_elements: the standard demands 1, found %d\n", elements);
    MPI_Type_free(&type);
    MPI_Type_free(&types[0]);
    MPI_Finalize();
    return elements != 1;
}
