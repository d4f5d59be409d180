/* MPI_Allgatherv in a communicator of one process. MPI-3.1, 5.7.2: the block of process j is placed at recvbuf +
 * displs[j] extents.  Under MPICH 4.0.2 the only block is placed at recvbuf. Exit status 1 where the fault is there, 0
 * where it is not.  One process. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    const int sent = 1, count = 1, displ = 3;
    int received[] = {0, 0, 0, 0}, is_wrong;

    MPI_Init(NULL, NULL);
    MPI_Allgatherv(&sent, 1, MPI_INT, received, &count, &displ, MPI_INT, MPI_COMM_SELF);
    is_wrong = received[displ] != sent;
    if (is_wrong)
        printf("element 0 is %d and element %d is %d: expected 0 and %d\n", received[0], displ, received[displ], sent);
    MPI_Finalize();
    return is_wrong;
}
