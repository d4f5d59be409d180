/* Two reductions from persistent requests, completed by MPI_Waitany. MPI-4.0, 3.7.5: it completes one of the active
 * requests, and a persistent one that it has completed is inactive; each is returned once.  MPICH 4.0 returns the first
 * one twice. Exit status 1 where the fault is there, 0 where it is not.  For any number of processes. */
#include <mpi.h>
#include <stdio.h>

#if MPI_VERSION >= 4
enum { N = 2 };

static int is_wrong(int rank)
{
    int mine[N] = {1, 2}, sums[N], which[N], bad = 0;
    MPI_Request requests[N];
    MPI_Status statuses[N];

    for (int k = 0; k < N; k++)
        MPI_Allreduce_init(&mine[k], &sums[k], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[k]);
    MPI_Startall(N, requests);
    for (int k = 0; k < N; k++)
        MPI_Waitany(N, requests, &which[k], MPI_STATUS_IGNORE);
    if (which[0] == which[1]) {
        printf("rank %d: MPI_Waitany returns request %d twice\n", rank, which[0]);
        MPI_Waitall(N, requests, statuses);
        bad = 1;
    }
    for (int k = 0; k < N; k++)
        MPI_Request_free(&requests[k]);
    return bad;
}
#endif

int main(void)
{
    int rank, bad = 0, any = 0;

    MPI_Init(NULL, NULL);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#if MPI_VERSION >= 4
    bad = is_wrong(rank);
#else
    puts("there are no persistent collectives before MPI-4.0");
#endif
    MPI_Allreduce(&bad, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    return any;
}
