/* MPI_Get_elements with MPI_FLOAT_INT.
 * MPI-3.1, 4.1.11: the number of basic elements received: 1, or 2 where the parts of the pair count by themselves.
 * MPICH 4.0 divides by zero and ends the process by SIGFPE.
 * Exit status not 0 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    struct { float value; int index; } from = {1, 2}, to;
    MPI_Status status;
    int elements;

    MPI_Init(NULL, NULL);
    MPI_Sendrecv(&from, 1, MPI_FLOAT_INT, 0, 0, &to, 1, MPI_FLOAT_INT, 0, 0, MPI_COMM_SELF, &status);
    MPI_Get_elements(&status, MPI_FLOAT_INT, &elements);
    printf("MPI_Get_elements: expected 1 or 2, found %d\n", elements);
    MPI_Finalize();
    return elements != 1 && elements != 2;
}
