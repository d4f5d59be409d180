/* MPI_Unpack of a type without elements.  MPI-3.1, 4.2: it takes nothing of what is packed.  MPICH 4.0 divides by zero.
 * The process ends by signal 8 where the fault is there, exit status 0 where it is not.  For one process. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    int value = 17, found = 0, size = 0, position = 0;
    char packed[64];
    MPI_Datatype nothing;

    MPI_Init(NULL, NULL);
    MPI_Type_contiguous(0, MPI_INT, &nothing);
    MPI_Type_commit(&nothing);
    MPI_Pack(&value, 1, MPI_INT, packed, sizeof packed, &size, MPI_COMM_WORLD);
    MPI_Pack(&value, 3, nothing, packed, sizeof packed, &size, MPI_COMM_WORLD);
    MPI_Unpack(packed, size, &position, &found, 3, nothing, MPI_COMM_WORLD);
    MPI_Unpack(packed, size, &position, &found, 1, MPI_INT, MPI_COMM_WORLD);
    MPI_Type_free(&nothing);
    MPI_Finalize();
    printf("MPI_Unpack: expected %d, position %d; found %d, position %d\n", value, size, found, position);
    return found != value || position != size;
}
