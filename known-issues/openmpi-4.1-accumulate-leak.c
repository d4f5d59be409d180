/* Memory that accumulate calls with derived types take and do not give back. MPI-3.1, 2.4 and 11.5.1: after
 * MPI_Win_fence the call is complete, and its temporary memory of no use.  With Open MPI 4.1 each call leaves about 34
 * times the message behind, until the machine has no memory left. Two processes.  Exit status 1 where the fault is
 * there, 0 where it is not. */
#define _POSIX_C_SOURCE 200809L
#include <mpi.h>
#include <stdio.h>
#include <sys/resource.h>

enum { N = 65536, CALLS = 20, ALLOWED = 64 << 10 }; /* kilobytes; the messages are of 512 */

static long memory(void)
{
    struct rusage usage;

    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

int main(void)
{
    static double target[2 * N], origin[2 * N];
    MPI_Datatype type;
    MPI_Win win;
    int rank, size;
    long before = 0, grown;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_vector(N, 1, 2, MPI_DOUBLE, &type);
    MPI_Type_commit(&type);
    MPI_Win_create(target, sizeof target, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    for (int k = 0; k < CALLS; k++) {
        MPI_Win_fence(0, win);
        MPI_Accumulate(origin, 1, type, (rank + 1) % size, 0, 1, type, MPI_SUM, win);
        MPI_Win_fence(0, win);
        before = k == 0 ? memory() : before;
    }
    grown = memory() - before;
    printf("memory after %d more calls: expected no more than %d KB more, found %ld\n", CALLS - 1, ALLOWED, grown);
    MPI_Win_free(&win);
    MPI_Type_free(&type);
    MPI_Finalize();
    return grown > ALLOWED;
}
