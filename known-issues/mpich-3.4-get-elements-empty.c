/* MPI_Get_elements of a message received as a struct that has a member without elements.
 * MPI-3.1, 4.1.11: the number of basic elements received, here 2.  MPICH 3.4 and 4.0 say 0, and 4.2 a
 * negative number.
 * Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    const int blklens[] = {1, 2}, from[2] = {1, 2};
    const MPI_Aint disps[] = {0, 0};
    MPI_Datatype members[] = {MPI_DATATYPE_NULL, MPI_INT}, type;
    int to[2] = {0, 0}, elements = -1;
    MPI_Status status;

    MPI_Init(NULL, NULL);
    MPI_Type_contiguous(0, MPI_INT, &members[0]);
    MPI_Type_create_struct(2, blklens, disps, members, &type);
    MPI_Type_commit(&type);
    MPI_Sendrecv(from, 2, MPI_INT, 0, 0, to, 1, type, 0, 0, MPI_COMM_SELF, &status);
    MPI_Get_elements(&status, type, &elements);
    printf("MPI_Get_elements: expected 2, found %d\n", elements);
    MPI_Type_free(&type);
    MPI_Type_free(&members[0]);
    MPI_Finalize();
    return elements != 2;
}
