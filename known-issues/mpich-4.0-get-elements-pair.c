/* MPI_Get_elements of a received struct that has a pair type (MPI_SHORT_INT) among members of several types.
 * MPI-3.1, 4.1.11: the number of basic elements received; a full receive of one pair and one char is 2 elements, or 3
 * where the parts of the pair count by themselves.  It is 0 under MPICH 4.0.
 * Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    struct { struct { short value; int index; } pair; char c; } from = {{1, 2}, 3}, to;
    const int blklens[] = {1, 1};
    const MPI_Aint displs[] = {0, sizeof from.pair};
    const MPI_Datatype types[] = {MPI_SHORT_INT, MPI_CHAR};
    MPI_Datatype type;
    MPI_Status status;
    int elements;

    MPI_Init(NULL, NULL);
    MPI_Type_create_struct(2, blklens, displs, types, &type);
    MPI_Type_commit(&type);
    MPI_Sendrecv(&from, 1, type, 0, 0, &to, 1, type, 0, 0, MPI_COMM_SELF, &status);
    MPI_Get_elements(&status, type, &elements);
    printf("MPI_Get_elements: expected 2 or 3, found %d\n", elements);
    MPI_Type_free(&type);
    MPI_Finalize();
    return elements != 2 && elements != 3;
}
