/* An empty message, received into a type of size zero that has an extent. MPI-4.1, 5.1.7: MPI_Type_create_resized
 * gives a type that is the old one but for its bounds; 5.1.2 and 5.1.11: a type may have no elements, and takes a
 * message of none.  Under MPICH 4.2.1 the receive divides by the size of the type. Two processes.  Exit status 0
 * where the fault is not there; it ends by SIGFPE where it is. */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    MPI_Datatype nothing, resized;
    MPI_Request request;
    int rank, buffer = 0;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_contiguous(0, MPI_INT, &nothing);
    MPI_Type_create_resized(nothing, -8, 24, &resized);
    MPI_Type_commit(&resized);
    if (rank == 0) {
        MPI_Send(&buffer, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Barrier(MPI_COMM_WORLD);
    } else if (rank == 1) {
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Irecv(&buffer, 2, resized, 0, 0, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Type_free(&resized);
    MPI_Type_free(&nothing);
    MPI_Finalize();
    return 0;
}
