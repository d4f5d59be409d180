/* Two reductions from persistent requests, completed by MPI_Testall. MPI-4.0, 3.7.5: it returns MPI_SUCCESS where no
 * operation has failed.  MPICH 4.0 returns MPI_ERR_IN_STATUS, which no status has. Exit status 1 where the fault is
 * there, 0 where it is not.  For any number of processes. */
#include <mpi.h>
#include <stdio.h>

#if MPI_VERSION >= 4
enum { N = 2 };

static int is_wrong(int rank)
{
    int mine[N] = {1, 2}, sums[N], code = MPI_SUCCESS, bad = 0;
    MPI_Request requests[N];
    MPI_Status statuses[N];

    for (int k = 0; k < N; k++)
        MPI_Allreduce_init(&mine[k], &sums[k], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[k]);
    MPI_Startall(N, requests);
    for (int done = 0; !done && code == MPI_SUCCESS;)
        code = MPI_Testall(N, requests, &done, statuses);
    if (code != MPI_SUCCESS) {
        printf("rank %d: MPI_Testall: expected MPI_SUCCESS, found error %d\n", rank, code);
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
