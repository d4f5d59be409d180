/* MPI-4.0, 3.9 and 4.2: MPI_Startall has the effect of MPI_Start of each request; two partitioned receives and the two
 * sends that match them, started so, complete once all partitions are ready.  One process.  Does not end where the
 * fault is there, exit status 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

enum { REQUESTS = 2, N = 100, TAG = 90 };

int main(void)
{
    static int sent[REQUESTS][N], received[REQUESTS][N];
    MPI_Request sends[REQUESTS], receives[REQUESTS];
    MPI_Status statuses[REQUESTS];
    int wrong = 0;

    MPI_Init(NULL, NULL);
    for (int k = 0; k < REQUESTS; k++) {
        MPI_Psend_init(sent[k], 1, N, MPI_INT, 0, TAG + k, MPI_COMM_SELF, MPI_INFO_NULL, &sends[k]);
        MPI_Precv_init(received[k], 1, N, MPI_INT, 0, TAG + k, MPI_COMM_SELF, MPI_INFO_NULL, &receives[k]);
        for (int i = 0; i < N; i++)
            sent[k][i] = 1 + k;
    }
    MPI_Startall(REQUESTS, receives);
    MPI_Startall(REQUESTS, sends);
    for (int k = 0; k < REQUESTS; k++)
        MPI_Pready(0, sends[k]);
    MPI_Waitall(REQUESTS, receives, statuses);
    MPI_Waitall(REQUESTS, sends, statuses);
    for (int k = 0; k < REQUESTS; k++) {
        for (int i = 0; i < N; i++)
            wrong += received[k][i] != 1 + k;
        MPI_Request_free(&sends[k]);
        MPI_Request_free(&receives[k]);
    }
    if (wrong)
        printf("%d elements are wrong: expected none\n", wrong);
    MPI_Finalize();
    return wrong > 0;
}
