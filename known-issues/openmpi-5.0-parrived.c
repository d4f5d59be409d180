/* One partition sent, two received. MPI-4.0, 4.2: the numbers of partitions on the two sides may differ; 4.2.2:
 * MPI_Parrived sets its flag when the partition has arrived. Under Open MPI 5.0 it never does where the receive has
 * more partitions than the send. Two processes.  Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 4, SENT = 1, RECEIVED = 2, SECONDS = 2 };

int main(void)
{
    int rank, numbers[N] = {0}, arrived[RECEIVED] = {0};
    MPI_Request request;
    double begin;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Psend_init(numbers, SENT, N / SENT, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        MPI_Pready(0, request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
        MPI_Precv_init(numbers, RECEIVED, N / RECEIVED, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        begin = MPI_Wtime();
        while (!(arrived[0] && arrived[1]) && MPI_Wtime() - begin < SECONDS)
            for (int k = 0; k < RECEIVED; k++)
                MPI_Parrived(request, k, &arrived[k]);
        printf("expected both partitions to arrive, found %d and %d\n", arrived[0], arrived[1]);
        fflush(stdout);
        if (!arrived[0] || !arrived[1])
            MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
    MPI_Finalize();
    return EXIT_SUCCESS;
}
