/* A persistent receive that is complete, asked for twice: MPI_Request_get_status does not deallocate or inactivate the
 * request, so each call says the same (MPI-3.1, 3.7.6).  MPICH 4.2 gives an empty status the second time.  Exit status
 * 1 where the fault is there, 0 where it is not.  For one process. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    const int sent = 5, tag = 3;
    int received = 0, flag, bad = 0;
    MPI_Request request;

    MPI_Init(NULL, NULL);
    MPI_Recv_init(&received, 1, MPI_INT, 0, tag, MPI_COMM_SELF, &request);
    MPI_Start(&request);
    MPI_Send(&sent, 1, MPI_INT, 0, tag, MPI_COMM_SELF);
    for (int k = 0; k < 2; k++) {
        MPI_Status status;
        for (flag = 0; !flag;)
            MPI_Request_get_status(request, &flag, &status);
        if (status.MPI_SOURCE != 0 || status.MPI_TAG != tag) {
            printf("call %d: expected source 0 and tag %d, found %d and %d\n", k, tag, status.MPI_SOURCE,
                   status.MPI_TAG);
            bad = 1;
        }
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
    MPI_Finalize();
    return bad;
}
