/* MPI_Get_elements of a message received as a struct of a vector of empty blocks and a float.
 * MPI-3.1, 4.1.11: the number of basic elements received, here 1.  MPICH 4.0 and 4.2 do not set the element type of the
 * vector, which is that of an earlier type in the same memory, here one of ints.  So the struct has elements of several
 * types of one size, by which they divide; the process ends by SIGFPE.
 * Exit status not 0 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    const int blklens[] = {1, 1};
    const MPI_Aint disps[] = {0, 0};
    const float from = 1;
    MPI_Datatype members[] = {MPI_DATATYPE_NULL, MPI_FLOAT}, before, type;
    MPI_Status status;
    int elements;
    float to;

    MPI_Init(NULL, NULL);
    MPI_Type_contiguous(2, MPI_INT, &before);
    MPI_Type_free(&before);
    MPI_Type_vector(2, 0, 3, MPI_FLOAT, &members[0]);
    MPI_Type_create_struct(2, blklens, disps, members, &type);
    MPI_Type_commit(&type);
    MPI_Sendrecv(&from, 1, MPI_FLOAT, 0, 0, &to, 1, type, 0, 0, MPI_COMM_SELF, &status);
    MPI_Get_elements(&status, type, &elements);
    printf("MPI_Get_elements: expected 1, found %d\n", elements);
    MPI_Type_free(&type);
    MPI_Type_free(&members[0]);
    MPI_Finalize();
    return 0;
}
