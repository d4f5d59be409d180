/* Doubles are received into many instances of a type whose blocks lie at displacements that are no multiples of 8.
 * "The order of the elements is that of the type map", and nothing else changes (MPI-3.1, 3.3.1 and 4.1).  Open MPI 5.0
 * puts some in wrong places where a message comes in several parts.
 * Exit status 1 where the fault is there, 0 where it is not.  For one process. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { INSTANCES = 700, ELEMENTS = 6, EXTENT = 104 };

static const MPI_Aint displacements[] = {0, 66, 88};

int main(void)
{
    static double sent[INSTANCES * ELEMENTS], found;
    static char received[INSTANCES * EXTENT];
    int bad = 0;
    MPI_Datatype type;
    MPI_Request request;

    MPI_Init(NULL, NULL);
    for (int i = 0; i < INSTANCES * ELEMENTS; i++)
        sent[i] = i + 1;
    MPI_Type_create_hindexed_block(3, 2, displacements, MPI_DOUBLE, &type);
    MPI_Type_commit(&type);
    MPI_Isend(sent, INSTANCES * ELEMENTS, MPI_DOUBLE, 0, 0, MPI_COMM_SELF, &request);
    MPI_Recv(received, INSTANCES, type, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int i = 0; i < INSTANCES * ELEMENTS; i++) {
        memcpy(&found, received + i / ELEMENTS * EXTENT + displacements[i % ELEMENTS / 2] + i % 2 * 8, sizeof found);
        if (found != i + 1 && bad++ < 3)
            printf("element %d: expected %d, found %g\n", i, i + 1, found);
    }
    MPI_Type_free(&type);
    MPI_Finalize();
    return bad > 0;
}
