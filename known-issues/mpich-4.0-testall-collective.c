/* MPI_Testall of a persistent broadcast and a persistent receive and send. MPI-4.0, 3.7.5: MPI_ERR_IN_STATUS if one or
 * more of the operations failed, else MPI_SUCCESS. MPICH 4.0 to 5.0 returns MPI_ERR_IN_STATUS, with MPI_SUCCESS in all
 * statuses. Two processes.
 * Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    int value = 7, sent = 3, received = 0, done = 0, code = MPI_SUCCESS;
    MPI_Request requests[3];
    MPI_Status statuses[3];

    MPI_Init(NULL, NULL);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Recv_init(&received, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &requests[0]);
    MPI_Send_init(&sent, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &requests[1]);
    MPI_Bcast_init(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[2]);
    MPI_Startall(3, requests);
    while (!done && code == MPI_SUCCESS)
        code = MPI_Testall(3, requests, &done, statuses);
    if (code != MPI_SUCCESS)
        printf("error %d, with %d, %d and %d in the statuses\n", code, statuses[0].MPI_ERROR, statuses[1].MPI_ERROR,
               statuses[2].MPI_ERROR);
    for (int k = 0; k < 3; k++)
        MPI_Request_free(&requests[k]);
    MPI_Finalize();
    return code != MPI_SUCCESS;
}
