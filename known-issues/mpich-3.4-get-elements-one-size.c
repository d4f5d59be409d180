/* MPI_Get_elements of a message received as a struct of an int and a float.
 * MPI-3.1, 4.1.11: the number of basic elements received, here 2.  MPICH sees that all elements have one size, takes
 * them for elements of one type, which is none, and divides by the size of that: the process ends by SIGFPE.  It does
 * so too where such a struct is in another type.
 * Exit status not 0 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    struct { int number; float value; } from = {1, 2}, to;
    const int blklens[] = {1, 1};
    const MPI_Aint disps[] = {0, sizeof from.number};
    const MPI_Datatype members[] = {MPI_INT, MPI_FLOAT};
    MPI_Datatype type;
    MPI_Status status;
    int elements;

    MPI_Init(NULL, NULL);
    MPI_Type_create_struct(2, blklens, disps, members, &type);
    MPI_Type_commit(&type);
    MPI_Sendrecv(&from, 1, type, 0, 0, &to, 1, type, 0, 0, MPI_COMM_SELF, &status);
    MPI_Get_elements(&status, type, &elements);
    printf("MPI_Get_elements: expected 2, found %d\n", elements);
    MPI_Type_free(&type);
    MPI_Finalize();
    return elements != 2;
}
